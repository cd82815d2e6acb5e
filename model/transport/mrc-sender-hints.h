/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_HINTS_H
#define MRC_SENDER_HINTS_H

#include "mrc-sender-store.h"

namespace ns3
{
namespace mrc
{

/**
 * Which members of a sender will a coming packet touch? A view of a SenderStore, for the
 * processor's caches.
 */
class SenderHints
{
  public:
    /** @param store the sender's; must outlive this */
    explicit SenderHints(const SenderStore& store)
        : m_store(store)
    {
    }

    /** Hints at the members, those of the messages aside: the NIC has hinted at their line. */
    __attribute__((always_inline)) void Members() const
    {
        __builtin_prefetch(m_store.paths.HotBegin(), 1);
#pragma GCC unroll 16
        for (int line = -1; line < SenderStore::HEADER_LINES - 1; ++line)
        {
            __builtin_prefetch(reinterpret_cast<const char*>(&m_store.header) + 64 * line, 1);
        }
    }

    /** Hints at the members that an answer touches besides: health, flight and timers. */
    __attribute__((always_inline)) void Answer() const
    {
        __builtin_prefetch(m_store.paths.HotBegin() - 64 * SenderStore::HEALTH_LINES, 1);
        const char* window = reinterpret_cast<const char*>(&m_store.header) - 64;
#pragma GCC unroll 16
        for (int line = 1; line <= SenderStore::FLIGHT_LINES; ++line)
        {
            __builtin_prefetch(window - 64 * line, 1);
        }
#pragma GCC unroll 16
        for (int line = 1; line <= SenderStore::TIMER_LINES; ++line)
        {
            __builtin_prefetch(reinterpret_cast<const char*>(&m_store.timers) + 64 * line, 1);
        }
    }

    /** Hints at the records that an answer, or the next packet, touches. */
    __attribute__((always_inline)) void Records(bool answer) const
    {
        if (answer)
        {
            m_store.flight.Store().sent.PrefetchBase();
            return;
        }
        m_store.flight.Store().sent.PrefetchNext();
        m_store.paths.Prefetch();
        if (m_store.paths.Ports().Usable() >
            1) // a packet of another plane than the first is counted
        {
            __builtin_prefetch(&m_store.roles.counters.planePackets, 1);
        }
    }

  private:
    const SenderStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_HINTS_H */
