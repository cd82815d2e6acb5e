/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REVERSE_PROBES_H
#define MRC_REVERSE_PROBES_H

#include "mrc-rtt-estimator.h"

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * When is an EV probe of the way back due: once in a round trip in which data came and none was
 * sent [reverse-path]?
 *
 * A round trip is the base RTT and the time that packets of the peer waited in queues lately.
 */
class ReverseProbes
{
  public:
    /** @param period one base RTT: the least time between two probes */
    explicit ReverseProbes(Span period)
        : m_period(period)
    {
    }

    /** Own data was sent: no probe is needed for a round trip. */
    void OnDataSent(Instant now)
    {
        // one that is due stays so
        m_quietUntil = Due() ? m_quietUntil : now + m_period;
    }

    /**
     * Data of the peer arrived, or a reliability probe.
     *
     * @param now the time
     * @param stamp when the packet was sent, 128 ns
     */
    void OnDataReceived(Instant now, uint16_t stamp)
    {
        if (now >= m_quietUntil)
        {
            m_quietUntil = Instant::Never();
            NoteDelay(static_cast<uint16_t>(TimestampOf(now) - stamp));
        }
    }

    /** @return how long a packet of the peer waited in queues, of the latest that was timed */
    Span Queueing() const
    {
        return m_queueing;
    }

    /** @return whether an EV probe is due */
    bool Due() const
    {
        return m_quietUntil == Instant::Never();
    }

    /** No probe is sent though one is due: the next is due a round trip from now. */
    void Wait(Instant now)
    {
        m_quietUntil = now + m_period + m_queueing;
    }

    /** @return whether two times are so close that the later may follow from the earlier one */
    bool IsWithinRoundTrips(Instant earlier, Instant later) const
    {
        return later - earlier <= m_period * 2 + m_queueing;
    }

  private:
    /** A packet took this long by the clocks of both ends, which may differ. */
    void NoteDelay(uint16_t ticks)
    {
        const bool shorter = static_cast<int16_t>(ticks - m_leastDelay) < 0;
        m_leastDelay = shorter || !m_timed ? ticks : m_leastDelay;
        m_timed = true;
        m_queueing = Span(static_cast<uint16_t>(ticks - m_leastDelay) * TIMESTAMP_PS);
    }

    Instant m_quietUntil;     //!< Never: an EV probe is due. First: each packet reads this alone
    bool m_timed{false};      //!< m_leastDelay holds
    uint16_t m_leastDelay{0}; //!< of a packet, 128 ns, and the difference of the clocks
    Span m_period;
    Span m_queueing; //!< of the latest packet that was timed, above the least seen
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REVERSE_PROBES_H */
