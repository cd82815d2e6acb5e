/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The bytes of an envelope: which headers there are, and which values they must agree in.

#include "mrc-byte-cursor.h"
#include "mrc-envelope.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the IPv4 header that this one stands for */
Ipv4
Ipv4Of(const Ipv6& outer)
{
    uint32_t source = 0;
    uint32_t destination = 0;
    NicOfAddress(outer.source, source);
    NicOfAddress(outer.destination, destination);
    Ipv4 ipv4;
    ipv4.source = Ipv4OfNic(source);
    ipv4.destination = Ipv4OfNic(destination);
    ipv4.totalLength = static_cast<uint16_t>(outer.payloadLength + IPV4_BYTES);
    ipv4.timeToLive = outer.hopLimit;
    ipv4.dscp = outer.dscp;
    ipv4.ecn = outer.ecn;
    return ipv4;
}

/** @return whether an IPv4 header could be read; then outer stands for it */
bool
DecodeIpv4(ByteReader& in, Ipv6& outer)
{
    Ipv4 ipv4;
    uint32_t source = 0;
    uint32_t destination = 0;
    Decode(in, ipv4);
    in.Require(NicOfIpv4(ipv4.source, source) && NicOfIpv4(ipv4.destination, destination) &&
               ipv4.totalLength >= IPV4_BYTES);
    outer.source = AddressOfNic(source);
    outer.destination = AddressOfNic(destination);
    outer.flowLabel = 0;
    outer.payloadLength = static_cast<uint16_t>(ipv4.totalLength - IPV4_BYTES);
    outer.nextHeader = NextHeader::UDP;
    outer.hopLimit = ipv4.timeToLive;
    outer.dscp = ipv4.dscp;
    outer.ecn = ipv4.ecn;
    return in.Ok();
}

/**
 * Reads the segment routing header if there is one. @return the kind of header behind the outer
 * ones
 */
NextHeader
DecodeSegments(ByteReader& in, Envelope& e)
{
    e.segments.reset();
    if (e.outer.nextHeader != NextHeader::ROUTING)
    {
        return e.outer.nextHeader;
    }
    Decode(in, e.segments.emplace());
    return static_cast<NextHeader>(e.segments->nextHeader);
}

} // namespace

void
Encode(ByteWriter& out, const Envelope& e)
{
    Encode(out, e.ethernet);
    switch (e.encapsulation)
    {
    case ENCAPSULATION_SRV6:
        Encode(out, e.outer);
        if (e.segments)
        {
            Encode(out, *e.segments);
        }
        Encode(out, e.inner);
        break;
    case ENCAPSULATION_IPV6:
        Encode(out, e.outer);
        break;
    case ENCAPSULATION_IPV4:
        Encode(out, Ipv4Of(e.outer));
        break;
    }
    Encode(out, e.udp);
}

bool
Decode(ByteReader& in, Envelope& e)
{
    const bool isIpv4 = e.encapsulation == ENCAPSULATION_IPV4;
    Decode(in, e.ethernet);
    in.Require(e.ethernet.type == (isIpv4 ? EtherType::IPV4 : EtherType::IPV6));
    isIpv4 ? DecodeIpv4(in, e.outer) : Decode(in, e.outer);
    if (e.encapsulation == ENCAPSULATION_SRV6)
    {
        const NextHeader next = DecodeSegments(in, e);
        Decode(in, e.inner);
        Decode(in, e.udp);
        in.Require(next == NextHeader::IPV6 && e.inner.nextHeader == NextHeader::UDP);
        // Nobody lowers the inner hop limit, and its label has only the lower half of the EV.
        in.Require(e.inner.hopLimit == INITIAL_HOP_LIMIT && e.inner.flowLabel <= 0xffff);
        in.Require(e.udp.length == e.inner.payloadLength);
        return in.Ok();
    }
    Decode(in, e.udp);
    // The label has only the upper bits of the path.
    in.Require(e.outer.nextHeader == NextHeader::UDP && e.outer.flowLabel <= 0xffff);
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
