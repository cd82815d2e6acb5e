/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-thread-gate.h"

#include <thread>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t LOOKS = 1000; // some 20 us with pauses: more than most windows take

/** Leaves the core's other thread, and the memory, in peace for some 20 ns. */
void
Pause()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

} // namespace

ThreadGate::ThreadGate(uint32_t threads)
    : m_threads(threads),
      m_looks(threads <= std::thread::hardware_concurrency() ? LOOKS : 0)
{
}

void
ThreadGate::Wait()
{
    const uint32_t round = m_round.load();
    if (m_come.fetch_add(1) + 1 == m_threads)
    {
        // The count goes back before the round ends: a thread that is let go may come to the next
        // gate.
        m_come.store(0);
        m_round.store(round + 1);
        // A sleeper counts itself before it looks for the last time, so that one of the two sees
        // the other.
        if (m_sleepers.load() != 0)
        {
            const std::lock_guard<std::mutex> lock(m_mutex);
            m_opened.notify_all();
        }
        return;
    }
    // Looking costs the core, and saves the microseconds that the kernel takes to wake a thread.
    for (uint32_t look = 0; look < m_looks; ++look)
    {
        if (m_round.load(std::memory_order_acquire) != round)
        {
            return;
        }
        Pause();
    }
    Sleep(round);
}

void
ThreadGate::Sleep(uint32_t round)
{
    std::unique_lock<std::mutex> lock(m_mutex);
    m_sleepers.fetch_add(1);
    m_opened.wait(lock, [this, round] { return m_round.load() != round; });
    m_sleepers.fetch_sub(1);
}

} // namespace mrc
} // namespace ns3
