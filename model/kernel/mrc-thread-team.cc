/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-thread-team.h"

#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace ns3
{
namespace mrc
{

ThreadTeam::ThreadTeam(uint32_t members, std::function<void(uint32_t)> work)
    : m_work(std::move(work)),
      m_gate(members),
      m_errors(members)
{
    try
    {
        for (uint32_t member = 1; member < members; ++member)
        {
            m_threads.emplace_back(&ThreadTeam::Serve, this, member);
        }
    }
    catch (const std::system_error& error)
    {
        const std::size_t failed = m_threads.size() + 1;
        // Those that came into being wait for those that did not.
        m_gate.Excuse(static_cast<uint32_t>(members - failed));
        End();
        throw std::runtime_error("thread " + std::to_string(failed) + " of " +
                                 std::to_string(members) + " did not start: " + error.what() +
                                 "; expected fewer threads");
    }
}

ThreadTeam::~ThreadTeam()
{
    End();
}

/** Lets the threads go, which have to be told that all is over. */
void
ThreadTeam::End()
{
    m_isOver = true;
    m_gate.Wait();
    for (std::thread& thread : m_threads)
    {
        thread.join();
    }
}

/** What a thread does: it waits at the gate until there is work. */
void
ThreadTeam::Serve(uint32_t member)
{
    for (m_gate.Wait(); !m_isOver; m_gate.Wait())
    {
        Work(member);
        m_gate.Wait();
    }
}

void
ThreadTeam::Work(uint32_t member)
{
    try
    {
        m_work(member);
    }
    catch (...)
    {
        m_errors[member] = std::current_exception();
    }
}

void
ThreadTeam::Run()
{
    // The first gate starts the work of all members, the second one waits for their ends.
    m_gate.Wait();
    Work(0);
    m_gate.Wait();
    for (std::exception_ptr& error : m_errors)
    {
        if (error)
        {
            std::exception_ptr first;
            first.swap(error);
            // Only one error can be thrown; the others belong to a run that has failed anyway.
            m_errors.assign(m_errors.size(), nullptr);
            std::rethrow_exception(first);
        }
    }
}

} // namespace mrc
} // namespace ns3
