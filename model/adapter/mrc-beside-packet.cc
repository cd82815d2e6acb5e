/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-beside-packet.h"

#include "mrc-ipv4-bytes.h"

#include "ns3/ipv6-header.h"
#include "ns3/mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint16_t IPV4_TYPE = 0x0800; // IANA

} // namespace

/** Gives the stack the sender's own packet, with its tags, and what the way has changed of it. */
Ptr<const Packet>
AsArrived(const Ptr<const Packet>& sent, const std::vector<uint8_t>& bytes)
{
    constexpr std::size_t HOP_LIMIT_AT = 7; // bytes from the front of an IPv6 header
    Ipv6Header header;
    const bool isIpv6 = bytes.size() >= header.GetSerializedSize() && bytes[0] >> 4 == 6;
    Ptr<Packet> packet = sent->Copy();
    // What stood in front of the packet inside has been taken off on the way.
    packet->RemoveAtStart(sent->GetSize() - bytes.size());
    if (isIpv6 && packet->PeekHeader(header) && header.GetHopLimit() != bytes[HOP_LIMIT_AT])
    {
        packet->RemoveHeader(header);
        header.SetHopLimit(bytes[HOP_LIMIT_AT]);
        packet->AddHeader(header);
    }
    return packet;
}

/** A header is taken out only if it must change. */
Ptr<Packet>
WithEcn(const Ptr<const Packet>& whole, uint16_t protocol, Ecn ecn)
{
    Ptr<Packet> packet = whole->Copy();
    if (protocol == IPV4_TYPE)
    {
        Ipv4Bytes header;
        packet->PeekHeader(header);
        if (header.EcnField() != ecn)
        {
            packet->RemoveHeader(header);
            header.SetEcnField(ecn);
            packet->AddHeader(header);
        }
        return packet;
    }
    Ipv6Header header;
    packet->PeekHeader(header);
    const auto field = static_cast<Ipv6Header::EcnType>(ecn);
    if (header.GetEcn() != field)
    {
        packet->RemoveHeader(header);
        header.SetEcn(field);
        packet->AddHeader(header);
    }
    return packet;
}

Mac48Address
ToMac48Address(MacBits bits)
{
    uint8_t bytes[6];
    PutBigEndian<6>(bytes, bits);
    Mac48Address address;
    address.CopyFrom(bytes);
    return address;
}

} // namespace mrc
} // namespace ns3
