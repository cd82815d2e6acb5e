/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-passing.h"

#include "mrc-ipv6-address.h"
#include "mrc-srv6-header.h"

namespace ns3
{
namespace mrc
{

SegmentPacket
ReadSegments(const Srv6Passing& passing)
{
    const Ipv6Header& header = passing.header;
    SegmentPacket segments;
    segments.destination = ToAddressBits(header.GetDestination());
    segments.hopLimit = header.GetHopLimit();
    segments.upperLayer = header.GetNextHeader();
    segments.headerAt = header.GetSerializedSize();
    Srv6Header routing;
    // A routing header of another type, or a broken one, counts as no header with segments.
    if (segments.upperLayer == ROUTING_HEADER &&
        passing.packet->GetSize() >= SEGMENT_HEADER_BYTES &&
        passing.packet->PeekHeader(routing) > 0)
    {
        segments.header = routing.Get();
        segments.upperLayer = routing.Get().nextHeader;
    }
    return segments;
}

Srv6Passing
Rewritten(const Srv6Passing& passing,
          const SegmentPacket& segments,
          uint32_t headerBytes,
          SegmentAction action)
{
    Srv6Passing made = passing;
    // The stack itself takes one off the hop limit where the stack forwards.
    made.header.SetDestination(ToIpv6Address(segments.destination));
    if (headerBytes == 0)
    {
        return made;
    }
    Ptr<Packet> changed = passing.packet->Copy();
    changed->RemoveAtStart(headerBytes);
    made.header.SetNextHeader(segments.upperLayer);
    // The stack's own code for routing headers knows no segments: a packet that stays here loses
    // its header.
    const bool leaves = action == SegmentAction::FORWARD || action == SegmentAction::CROSS_CONNECT;
    if (leaves && segments.header)
    {
        changed->AddHeader(Srv6Header(*segments.header));
        made.header.SetNextHeader(ROUTING_HEADER);
    }
    made.header.SetPayloadLength(changed->GetSize());
    made.packet = changed;
    return made;
}

bool
IsForwarded(const Ipv6Header& header)
{
    const Ipv6Address destination = header.GetDestination();
    return !destination.IsAny() && !destination.IsLocalhost() && !destination.IsMulticast() &&
           !destination.IsLinkLocal() && !header.GetSource().IsLinkLocal();
}

} // namespace mrc
} // namespace ns3
