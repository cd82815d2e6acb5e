/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REORDER_GATE_H
#define MRC_REORDER_GATE_H

#include "ns3/mrc-instant.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace ns3
{
namespace mrc
{

/** Which packets are missing for so long that they may be asked for [roce-reorder]? */
class ReorderGate
{
  public:
    /**
     * @param time how long packets may overtake each other; 0: not at all
     * @param first sequence of the first packet
     */
    ReorderGate(Span time, uint64_t first)
        : m_time(time),
          m_ripe(first),
          m_end(first)
    {
    }

    /** A packet came, with the news that all earlier packets were sent. */
    void OnSeen(uint64_t sequence, Instant now)
    {
        if (sequence >= m_end)
        {
            m_end = sequence + 1;
            m_seen.push_back({now + m_time, m_end});
        }
    }

    /** All packets before this sequence are there: when they came does not matter any more. */
    void Forget(uint64_t sequence)
    {
        while (!m_seen.empty() && m_seen.front().end <= sequence)
        {
            m_seen.pop_front();
        }
    }

    /** @return how many arrivals are remembered */
    std::size_t Count() const
    {
        return m_seen.size();
    }

    /** @return packets before this sequence may be asked for now */
    uint64_t Ripe(Instant now)
    {
        for (; !m_seen.empty() && m_seen.front().at <= now; m_seen.pop_front())
        {
            m_ripe = m_seen.front().end;
        }
        return m_ripe;
    }

  private:
    /** From when on packets before a sequence may be asked for. */
    struct Seen
    {
        Instant at;
        uint64_t end;
    };

    Span m_time;
    uint64_t m_ripe;
    uint64_t m_end; //!< behind the highest packet that came
    std::deque<Seen> m_seen;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REORDER_GATE_H */
