/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shorter-packet.h"

#include "ns3/ipv6-header.h"
#include "ns3/udp-header.h"

namespace ns3
{
namespace mrc
{

void
CorrectLengths(const Ptr<Packet>& packet, uint8_t nextHeader)
{
    constexpr uint8_t UDP = 17;
    constexpr uint8_t IPV6 = 41;
    UdpHeader udp;
    Ipv6Header inner;
    // A header that was cut within says nothing.
    if (nextHeader == UDP && packet->GetSize() >= udp.GetSerializedSize())
    {
        packet->RemoveHeader(udp);
        udp.ForcePayloadSize(static_cast<uint16_t>(packet->GetSize() + udp.GetSerializedSize()));
        packet->AddHeader(udp);
    }
    else if (nextHeader == IPV6 && packet->GetSize() >= inner.GetSerializedSize())
    {
        packet->RemoveHeader(inner);
        inner.SetPayloadLength(static_cast<uint16_t>(packet->GetSize()));
        // While the header is off, its content is at the front.
        CorrectLengths(packet, inner.GetNextHeader());
        packet->AddHeader(inner);
    }
}

} // namespace mrc
} // namespace ns3
