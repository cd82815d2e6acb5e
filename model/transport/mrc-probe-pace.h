/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROBE_PACE_H
#define MRC_PROBE_PACE_H

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * How many reliability probes may a sender send while the last hop overflows [overflow-quiet]?
 *
 * Each probe is one packet more where there are too many. A sender that gets nothing through asks
 * little: its timer sends lost packets again.
 */
class ProbePace
{
  public:
    /**
     * Packets that must arrive for each probe. Own choice: an incast of any size then has one probe
     * for 16 packets delivered, beside the first ones.
     */
    static constexpr uint64_t PACKETS = 16;
    /** Probes that a sender may begin with, or save up; own choice: with 1, incasts of 63 wait for
     * timers at their ends. */
    static constexpr uint64_t BURST = 2;

    /** @param first number of the first packet */
    explicit ProbePace(uint64_t first)
        : m_arrived(first)
    {
    }

    /**
     * @param arrived number of the first packet that has not arrived
     * @return whether a probe may be sent though the last hop overflows
     */
    bool Allows(uint64_t arrived)
    {
        m_credit = std::min(m_credit + (arrived - m_arrived), BURST * PACKETS);
        m_arrived = arrived;
        return m_credit >= PACKETS;
    }

    /** The last hop overflows, which was not known: the sender may ask once more. */
    void OnOverflow()
    {
        m_credit = std::max(m_credit, PACKETS);
    }

    /** A probe is sent, whatever the last hop does. */
    void OnProbe()
    {
        m_credit -= std::min(m_credit, PACKETS);
    }

  private:
    uint64_t m_arrived;                 //!< the count that Allows got last
    uint64_t m_credit{BURST * PACKETS}; //!< packets that have arrived and no probe was sent for
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PROBE_PACE_H */
