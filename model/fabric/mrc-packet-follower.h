/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PACKET_FOLLOWER_H
#define MRC_PACKET_FOLLOWER_H

#include "mrc-port-state.h"

#include "ns3/mrc-frame.h"

namespace ns3
{
namespace mrc
{

/**
 * Sees the life of packets from the NIC that sends them to their end, wherever that is.
 *
 * Unlike a PortObserver a follower needs no port to run eagerly: all calls come at the time of the
 * event that causes them. The frame is valid during the call only.
 */
class PacketFollower
{
  public:
    virtual ~PacketFollower() = default;

    /** A NIC gives a packet of a queue pair to its port, which may still refuse it. */
    virtual void Sent(PortIndex port, FrameIndex frame) = 0;

    /** A port admitted a packet, trimmed or not. */
    virtual void Forwarded(PortIndex port, FrameIndex frame) = 0;

    /** A packet, trimmed or not, has reached the queue pair that it is for. */
    virtual void Received(PortIndex link, FrameIndex frame) = 0;

    /** A packet ended on the way, at any port. */
    virtual void Lost(PortIndex port, FrameIndex frame, DropReason reason) = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PACKET_FOLLOWER_H */
