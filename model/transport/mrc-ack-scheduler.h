/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ACK_SCHEDULER_H
#define MRC_ACK_SCHEDULER_H

#include "ns3/mrc-datagram.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The least credit that a packet counts for towards the next SACK, bytes [sack-threshold]. */
constexpr uint32_t SACK_MIN_CREDIT = 1024;

/**
 * When is a SACK due? The fifth trigger, a reliability probe, is no data packet [sack-triggers].
 *
 * A packet that brings no SACK needs no threshold: the caller keeps the threshold, and names it
 * when a SACK is queued. So the scheduler is small enough for the line that each packet touches.
 */
class AckScheduler
{
  public:
    /** @param threshold bytes after which a SACK is due; [sack-threshold] */
    explicit AckScheduler(uint32_t threshold)
        : m_left(threshold)
    {
    }

    /**
     * @param packet a data packet that the receiver accepted
     * @return whether the packet triggers a SACK, which the caller then queues
     */
    bool OnAccepted(const Datagram& packet)
    {
        const uint32_t credit = std::max<uint32_t>(packet.payload, SACK_MIN_CREDIT);
        if (m_left <= credit || packet.bth.ackRequest || packet.bth.retransmission ||
            packet.ecn == Ecn::CE)
        {
            return true;
        }
        m_left -= credit;
        return false;
    }

    /**
     * A SACK will go out, for whatever reason, and covers the packets counted so far.
     *
     * @param threshold as given before
     */
    void OnSackQueued(uint32_t threshold)
    {
        m_left = threshold;
    }

  private:
    uint32_t m_left; //!< bytes until a SACK is due
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ACK_SCHEDULER_H */
