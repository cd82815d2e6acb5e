/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PACKET_FATES_H
#define MRC_PACKET_FATES_H

#include "mrc-flight-store.h"

namespace ns3
{
namespace mrc
{

/** Which consequences has a packet that did not arrive? A view of a FlightStore. */
class PacketFates
{
  public:
    /** @param store the flight's; must outlive this */
    explicit PacketFates(FlightStore& store)
        : m_store(store)
    {
    }

    /** A packet in flight was trimmed. */
    void Trim(uint64_t sequence, Instant now) const;

    /** A packet in flight was refused by the peer. */
    void Refuse(uint64_t sequence, Instant now) const;

    /** A packet in flight is lost, and its EV to blame. */
    void Lose(uint64_t sequence, RetransmitCause cause, Instant now) const;

    /** A SACK may show that packets, which were given up for lost, arrived after all. */
    void TakeBackLosses(const SackHeaders& sack, Instant now) const;

    /** Nothing more will be heard of packets in flight. */
    void Abandon(Instant now) const;

    /** Packets in flight on these planes are lost; a port is to blame, no EV and no congestion. */
    void LosePlanes(PlaneMask planes, Instant now) const;

  private:
    FlightStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PACKET_FATES_H */
