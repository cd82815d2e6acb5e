/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-icmp.h"

#include "mrc-srv6-header.h"

#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/mrc-drop-reason.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint8_t ICMPV6 = 58;        // IANA
constexpr uint8_t FIRST_QUERY = 128;  // RFC 4443, 2.1: types below are errors
constexpr uint8_t SR_UPPER_LAYER = 4; // RFC 8986, 4.1.1: "SR upper-layer header error"

/** @return whether a packet is an ICMPv6 error or redirect, also behind a segment header */
bool
IsError(const Srv6Passing& passing)
{
    uint8_t next = passing.header.GetNextHeader();
    uint32_t at = 0;
    Srv6Header routing;
    if (next == ROUTING_HEADER && passing.packet->GetSize() >= SEGMENT_HEADER_BYTES &&
        passing.packet->PeekHeader(routing) > 0)
    {
        next = routing.Get().nextHeader;
        at = routing.Get().Bytes();
    }
    if (next != ICMPV6 || passing.packet->GetSize() <= at)
    {
        return false;
    }
    uint8_t type = 0;
    passing.packet->CreateFragment(at, 1)->CopyData(&type, 1);
    return type < FIRST_QUERY || type == Icmpv6Header::ICMPV6_ND_REDIRECTION;
}

} // namespace

void
TellSource(Ptr<ns3::Ipv6> ipv6, const Srv6Passing& passing, const SegmentVerdict& verdict)
{
    const Ipv6Address source = passing.header.GetSource();
    // RFC 4443 sec. 2.4 (e): no error about an error, nor to a source that names no single node.
    if (source.IsAny() || source.IsMulticast() || source.IsLinkLocal() || IsError(passing))
    {
        return;
    }
    Ptr<Icmpv6L4Protocol> icmp = ipv6->GetObject<Ipv6L3Protocol>()->GetIcmpv6();
    // The error quotes the packet with its header.
    Ptr<Packet> whole = passing.packet->Copy();
    whole->AddHeader(passing.header);
    switch (verdict.error)
    {
    case SegmentError::HOP_LIMIT:
        icmp->SendErrorTimeExceeded(whole, source, Icmpv6Header::ICMPV6_HOPLIMIT);
        break;
    case SegmentError::SEGMENTS_LEFT:
        icmp->SendErrorParameterError(whole,
                                      source,
                                      Icmpv6Header::ICMPV6_MALFORMED_HEADER,
                                      verdict.pointer);
        break;
    case SegmentError::UPPER_LAYER:
        icmp->SendErrorParameterError(whole, source, SR_UPPER_LAYER, verdict.pointer);
        break;
    case SegmentError::NO_ROUTE:
        icmp->SendErrorDestinationUnreachable(whole, source, Icmpv6Header::ICMPV6_NO_ROUTE);
        break;
    default:
        break; // a blackhole is silent, and the inner packet concerns another source
    }
}

} // namespace mrc
} // namespace ns3
