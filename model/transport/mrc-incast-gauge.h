/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INCAST_GAUGE_H
#define MRC_INCAST_GAUGE_H

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * How many queue pairs of a NIC does data come to, and which of them get more than their share
 * [incast-penalty]?
 *
 * Public sources have the field rcv_cwnd_pen [receiver-penalty], but not when a receiver fills it:
 * this rule is our own. A NIC looks at its own queue pairs only.
 */
class IncastGauge
{
  public:
    /** The packets that came to one queue pair. */
    struct Share
    {
        uint64_t round{0};   //!< round trip of the NIC that `packets` came in
        uint32_t packets{0}; //!< data packets, whole or trimmed
        uint32_t before{0};  //!< the same of the round trip before that one
    };

    /**
     * A data packet came, whole or trimmed.
     *
     * @param share of the packet's queue pair
     * @param now the time
     * @param trip how long a round trip takes now, queues included
     */
    void Hear(Share& share, Instant now, Span trip)
    {
        if (now >= m_end)
        {
            const bool next = now - m_end < trip; // else a round trip without data lies between
            m_before = next ? m_heard : 0;
            m_heard = 0;
            m_round += next ? 1 : 2;
            m_end = now + trip;
        }
        if (share.round != m_round)
        {
            share.before = share.round + 1 == m_round ? share.packets : 0;
            share.packets = 0;
            share.round = m_round;
            ++m_heard;
        }
        ++share.packets;
    }

    /** @return queue pairs that data came to in this round trip, or more: in the one before */
    uint32_t Senders() const
    {
        return std::max(m_heard, m_before);
    }

    /**
     * The penalty that takes the window of a sender back to its share in one round trip. The
     * packets of a round trip count as the window; no window is smaller than a packet.
     *
     * @param share of the queue pair
     * @param room full packets that all windows together may hold
     * @return rcv_cwnd_pen, 0 .. 127; 0 with one sender
     */
    uint8_t PenaltyOf(const Share& share, double room) const
    {
        const double fair = std::max(room / std::max(Senders(), 1U), 1.0);
        const double window = share.before;
        if (Senders() < 2 || window <= fair)
        {
            return 0;
        }
        return static_cast<uint8_t>(std::min(WHOLE * (1 - fair / window), MOST));
    }

  private:
    static constexpr double WHOLE = 128; //!< 64 halves a window in a round trip [receiver-penalty]
    static constexpr double MOST = 127;  //!< the field has seven bits

    Instant m_end;        //!< of this round trip
    uint64_t m_round{2};  //!< number of this one; no queue pair has one yet
    uint32_t m_heard{0};  //!< queue pairs in this one
    uint32_t m_before{0}; //!< in the one before
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_INCAST_GAUGE_H */
