/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-decapsulation.h"

#include "mrc-beside-packet.h"
#include "mrc-ipv4-bytes.h"

#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-inner-header.h"
#include "ns3/ndisc-cache.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t IPV6_HEADER_BYTES = 40;
constexpr uint16_t ETHERTYPE_IPV4 = 0x0800;
constexpr uint16_t ETHERTYPE_IPV6 = 0x86dd;

/** @return whether a packet begins with an IP header of a version; data may miss, as after a trim
 */
bool
HasHeader(Ptr<const Packet> packet, uint8_t version)
{
    constexpr uint32_t IPV4_LEAST_BYTES = 20;
    const bool isIpv6 = version == 6;
    uint8_t first = 0;
    if (packet->GetSize() < (isIpv6 ? IPV6_HEADER_BYTES : IPV4_LEAST_BYTES))
    {
        return false;
    }
    packet->CopyData(&first, 1);
    const uint32_t ipv4Bytes = 4 * (first & 0xf); // the header's length in words (RFC 791, 3.1)
    const bool isLong = isIpv6 || (ipv4Bytes >= IPV4_LEAST_BYTES && ipv4Bytes <= packet->GetSize());
    return first >> 4 == version && isLong;
}

/** @return the ECN field of a packet from the IP header on, of either version (RFC 3168, 5) */
Ecn
EcnOf(Ptr<const Packet> packet)
{
    uint8_t front[2]; // the traffic class begins half a byte earlier in IPv6
    packet->CopyData(front, sizeof front);
    return static_cast<Ecn>((front[0] >> 4 == 6 ? front[1] >> 4 : front[1]) & 3);
}

/** @return whether the packet inside is one of IPv4; else an IPv6 packet is inside */
bool
HasIpv4Inside(const Srv6Passing& outer)
{
    return outer.header.GetNextHeader() == IPV4_INSIDE;
}

/** Takes padding off the end, as the stack does. */
void
ShortenTo(Ptr<Packet> packet, uint32_t bytes)
{
    if (bytes < packet->GetSize())
    {
        packet->RemoveAtEnd(packet->GetSize() - bytes);
    }
}

} // namespace

void
Srv6Decapsulation::ToStack(const Srv6Passing& outer) const
{
    const bool isIpv4 = HasIpv4Inside(outer);
    if (isIpv4 && !m_tunnel.TakesIpv4())
    {
        // No interface can be made here: the stack is going through its list of them.
        m_drops.Drop(outer, {SegmentAction::DROP, 0, SegmentError::UPPER_LAYER, IPV6_HEADER_BYTES});
        return;
    }
    if (Ptr<Packet> inner = TakeOut(outer))
    {
        m_tunnel.Receive(inner, isIpv4 ? ETHERTYPE_IPV4 : ETHERTYPE_IPV6);
    }
}

std::optional<Srv6Passing>
Srv6Decapsulation::TakeIpv6(const Srv6Passing& outer) const
{
    Ptr<Packet> packet = TakeOut(outer);
    if (!packet)
    {
        return std::nullopt;
    }
    Srv6Passing inner;
    packet->RemoveHeader(inner.header);
    ShortenTo(packet, inner.header.GetPayloadLength());
    inner.packet = packet;
    return inner;
}

void
Srv6Decapsulation::CrossIpv4(const Srv6Passing& outer, const SegmentAdjacency& neighbour) const
{
    Ptr<Packet> packet = TakeOut(outer);
    if (!packet)
    {
        return;
    }
    Ipv4Bytes header;
    packet->RemoveHeader(header);
    if (header.Ttl() <= 1)
    {
        // of the packet inside: not told to the outer source
        m_drops.Count(outer, SegmentError::HOP_LIMIT);
        return;
    }
    const std::optional<Address> to = LinkAddressOf(neighbour);
    if (!to)
    {
        m_drops.Drop(outer, {SegmentAction::DROP, 0, SegmentError::NO_ROUTE});
        return;
    }
    ShortenTo(packet, header.PayloadSize());
    header.SetTtl(header.Ttl() - 1);
    packet->AddHeader(header);
    m_ipv6->GetNetDevice(neighbour.interface)->Send(packet, *to, ETHERTYPE_IPV4);
}

/**
 * Takes the packet inside out, with the mark that the outer header got on the way [segment-ecn].
 *
 * @return nothing if the packet is dropped: not a whole one, or marked and not able to say so
 */
Ptr<Packet>
Srv6Decapsulation::TakeOut(const Srv6Passing& outer) const
{
    const bool isIpv4 = HasIpv4Inside(outer);
    if (!HasHeader(outer.packet, isIpv4 ? 4 : 6))
    {
        m_drops.Drop(outer, {SegmentAction::DROP, 0, SegmentError::INNER_PACKET});
        return nullptr;
    }
    const auto ecn = DecapsulatedEcn(EcnOf(outer.packet), static_cast<Ecn>(outer.header.GetEcn()));
    if (!ecn)
    {
        m_drops.Drop(outer, {SegmentAction::DROP, 0, SegmentError::NOT_ECT});
        return nullptr;
    }
    return WithEcn(outer.packet, isIpv4 ? ETHERTYPE_IPV4 : ETHERTYPE_IPV6, *ecn);
}

/** @return where the device of an adjacency sends to; none: the neighbour is not known there */
std::optional<Address>
Srv6Decapsulation::LinkAddressOf(const SegmentAdjacency& neighbour) const
{
    Ptr<NetDevice> device = m_ipv6->GetNetDevice(neighbour.interface);
    if (!device->NeedsArp())
    {
        return device->GetBroadcast(); // the other end of the line
    }
    Ptr<NdiscCache> cache =
        m_ipv6->GetObject<Ipv6L3Protocol>()->GetInterface(neighbour.interface)->GetNdiscCache();
    NdiscCache::Entry* entry = cache ? cache->Lookup(neighbour.nextHop) : nullptr;
    if (entry == nullptr || entry->IsIncomplete())
    {
        return std::nullopt;
    }
    return entry->GetMacAddress();
}

} // namespace mrc
} // namespace ns3
