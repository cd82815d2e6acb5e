/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-beside-packet.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/mrc-byte-cursor.h"
#include "ns3/node.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint16_t IPV4_TYPE = 0x0800; // IANA

/** Writes the ECN field anew, if the value differs. */
template <class Header, class EcnType>
void
Rewrite(const Ptr<Packet>& packet, Header header, EcnType ecn)
{
    packet->PeekHeader(header);
    if (header.GetEcn() != ecn)
    {
        packet->RemoveHeader(header);
        header.SetEcn(ecn);
        packet->AddHeader(header);
    }
}

} // namespace

Ptr<const Packet>
AsArrived(const Ptr<const Packet>& sent, const std::vector<uint8_t>& bytes)
{
    constexpr std::size_t HOP_LIMIT_AT = 7; // bytes from the front of an IPv6 header
    Ipv6Header header;
    const bool isIpv6 = bytes.size() >= header.GetSerializedSize() && bytes[0] >> 4 == 6;
    Ptr<Packet> packet = sent->Copy();
    packet->RemoveAtStart(sent->GetSize() - bytes.size());
    if (isIpv6 && packet->PeekHeader(header) && header.GetHopLimit() != bytes[HOP_LIMIT_AT])
    {
        packet->RemoveHeader(header);
        header.SetHopLimit(bytes[HOP_LIMIT_AT]);
        packet->AddHeader(header);
    }
    return packet;
}

Ptr<Packet>
WithEcn(const Ptr<const Packet>& whole, uint16_t protocol, Ecn ecn)
{
    Ptr<Packet> packet = whole->Copy();
    if (protocol == IPV4_TYPE)
    {
        Ipv4Header header;
        // The checksum covers the field; ns-3's stacks have one only if all of them do.
        if (Node::ChecksumEnabled())
        {
            header.EnableChecksum();
        }
        Rewrite(packet, header, static_cast<Ipv4Header::EcnType>(ecn));
        return packet;
    }
    Rewrite(packet, Ipv6Header(), static_cast<Ipv6Header::EcnType>(ecn));
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
