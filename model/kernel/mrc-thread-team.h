/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_THREAD_TEAM_H
#define MRC_THREAD_TEAM_H

#include "mrc-thread-gate.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Does one piece of work in several members at the same time, each on a thread of its own.
 *
 * The first member is the caller's thread. Between two calls of Run the others wait at a gate, so
 * the caller may touch what is theirs.
 */
class ThreadTeam
{
  public:
    /**
     * @param members how many, at least 1; with 1 there is no other thread
     * @param work of a member; gets the number of that member
     * @throws std::runtime_error if the system has no room for so many threads
     */
    ThreadTeam(uint32_t members, std::function<void(uint32_t)> work);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    /** Has all members do their work, and waits; throws the error of the first that failed. */
    void Run();

  private:
    void Serve(uint32_t member);
    void Work(uint32_t member);
    void End();

    std::function<void(uint32_t)> m_work;
    ThreadGate m_gate;
    std::vector<std::exception_ptr> m_errors; //!< by member, of this run
    bool m_isOver{false};
    std::vector<std::thread> m_threads; //!< of all members but the first
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_THREAD_TEAM_H */
