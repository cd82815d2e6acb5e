/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_THREAD_GATE_H
#define MRC_THREAD_GATE_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace ns3
{
namespace mrc
{

/**
 * Holds threads until all of them have come.
 *
 * A thread first looks for a short while, as the others mostly come at once, and then sleeps. With
 * fewer cores than threads it sleeps at once.
 */
class ThreadGate
{
  public:
    /** @param threads how many have to come */
    explicit ThreadGate(uint32_t threads);

    /** Waits for the others. All that they did before they came here is seen behind it. */
    void Wait();

    /** Some threads will not come to the next round. @param threads how many, not all */
    void Excuse(uint32_t threads)
    {
        m_come.fetch_add(threads);
    }

  private:
    void Sleep(uint32_t round);

    const uint32_t m_threads;
    const uint32_t m_looks; //!< before a thread sleeps
    alignas(64) std::atomic<uint32_t> m_come{0};
    alignas(64) std::atomic<uint32_t> m_round{0}; //!< how often the gate has opened
    std::atomic<uint32_t> m_sleepers{0};
    std::mutex m_mutex;
    std::condition_variable m_opened;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_THREAD_GATE_H */
