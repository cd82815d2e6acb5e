/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_PASSING_H
#define MRC_SRV6_PASSING_H

#include "ns3/ipv6-header.h"
#include "ns3/mrc-segment-endpoint.h"
#include "ns3/packet.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

// IANA protocol numbers of encapsulated packets
constexpr uint8_t IPV4_INSIDE = 4;  //!< IPv4 in IPv6
constexpr uint8_t IPV6_INSIDE = 41; //!< IPv6 in IPv6

/** A packet on its way through a node, without its IPv6 header, and that header. */
struct Srv6Passing
{
    Ptr<const Packet> packet; //!< without the IPv6 header
    Ipv6Header header;        //!< that header
};

/**
 * @param passing a packet
 * @return the fields of the packet that SRv6 reads; a broken routing header counts as upper layer
 */
SegmentPacket ReadSegments(const Srv6Passing& passing);

/**
 * @param passing a packet as it came
 * @param segments the fields of the packet as the SIDs of a node left them
 * @param headerBytes of the segment header that the packet came with
 * @param action the verdict on the packet, other than a drop
 * @return the packet as it leaves those SIDs; the stack takes one off the hop limit where the stack
 * forwards
 */
Srv6Passing Rewritten(const Srv6Passing& passing,
                      const SegmentPacket& segments,
                      uint32_t headerBytes,
                      SegmentAction action);

/**
 * @param header of a packet
 * @return whether routers send a packet on with such addresses (RFC 4291, 2.5.2 to 2.5.6, 2.7)
 */
bool IsForwarded(const Ipv6Header& header);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_PASSING_H */
