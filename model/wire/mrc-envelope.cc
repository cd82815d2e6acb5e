/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-envelope.h"

#include "mrc-byte-cursor.h"
#include "mrc-truncate.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t LABEL_MASK = 0xfffff; // 20 bits of an IPv6 flow label

/** The next hop is the node that the active uSID names; behind the last switch, the NIC. */
MacBits
NextHopMac(const Frame& frame, const Datagram& datagram)
{
    const Usid active = frame.destination.Active();
    return active.Kind() == UsidKind::NIC ? MacOfNic(datagram.destination, active.Plane())
                                          : MacOfUsid(active);
}

uint16_t
OuterPayloadLength(const WireFormat& format, uint32_t size, uint32_t wholeSize)
{
    // Whether a switch corrects this field when it trims, public sources disagree [trim-lengths].
    const uint32_t told = format.trimLength == TRIM_LENGTH_NONE ? wholeSize : size;
    return static_cast<uint16_t>(told - INNER_AT - FCS_BYTES);
}

/** The length of UDP is the same: there is nothing else in the inner packet. */
uint16_t
InnerPayloadLength(const WireFormat& format, uint32_t size, uint32_t wholeSize)
{
    const uint32_t told = format.trimLength == TRIM_LENGTH_ALL ? size : wholeSize;
    return static_cast<uint16_t>(told - INNER_AT - IPV6_BYTES - FCS_BYTES);
}

Ethernet
EthernetOf(const Frame& frame, const Datagram& datagram)
{
    Ethernet ethernet;
    ethernet.destination = NextHopMac(frame, datagram);
    // Switches keep the source, so that every hop's bytes tell NIC and plane.
    ethernet.source = MacOfNic(frame.source, datagram.plane);
    return ethernet;
}

Ipv6
OuterOf(const WireFormat& format, const Frame& frame, uint32_t wholeSize)
{
    Ipv6 outer;
    outer.source = AddressOfNic(frame.source);
    outer.destination = {frame.destination.High(), frame.destination.Low()};
    outer.flowLabel = frame.entropy & LABEL_MASK;
    outer.payloadLength = OuterPayloadLength(format, frame.size, wholeSize);
    outer.nextHeader = NextHeader::IPV6;
    outer.hopLimit = frame.hopLimit;
    outer.dscp = frame.dscp;
    outer.ecn = frame.ecn;
    return outer;
}

} // namespace

Envelope
MakeEnvelope(const WireFormat& format, const Frame& frame, const Datagram& datagram)
{
    const uint32_t whole = FrameSize(datagram);
    Envelope e;
    e.ethernet = EthernetOf(frame, datagram);
    e.outer = OuterOf(format, frame, whole);
    e.inner.source = AddressOfNic(datagram.source);
    e.inner.destination = AddressOfNic(datagram.destination);
    e.inner.flowLabel = datagram.ev.value & 0xffff; // [ev-on-wire]: source port first, then label
    e.inner.payloadLength = InnerPayloadLength(format, frame.size, whole);
    e.inner.nextHeader = NextHeader::UDP;
    e.inner.hopLimit = INITIAL_HOP_LIMIT;
    // Switches write to the outer header only: the inner one keeps what the sender wrote.
    e.inner.dscp = datagram.dscp;
    e.inner.ecn = datagram.ecn;
    e.udp.sourcePort = static_cast<uint16_t>(datagram.ev.value >> 16);
    e.udp.destinationPort = format.udpPort;
    e.udp.length = e.inner.payloadLength;
    return e;
}

void
EncodeHop(uint8_t* bytes, const Frame& frame, const Datagram& datagram)
{
    PutBigEndian<6>(bytes, NextHopMac(frame, datagram)); // an Ethernet frame begins with it
    EncodeHop(bytes + ETHERNET_HEADER_BYTES,
              frame.ecn,
              frame.hopLimit,
              {frame.destination.High(), frame.destination.Low()});
}

void
Encode(ByteWriter& out, const Envelope& e)
{
    Encode(out, e.ethernet);
    Encode(out, e.outer);
    Encode(out, e.inner);
    Encode(out, e.udp);
}

bool
Decode(ByteReader& in, Envelope& e)
{
    Decode(in, e.ethernet);
    Decode(in, e.outer);
    Decode(in, e.inner);
    Decode(in, e.udp);
    in.Require(e.outer.nextHeader == NextHeader::IPV6 && e.inner.nextHeader == NextHeader::UDP);
    // Nobody lowers the inner hop limit, and its label has only the lower half of the EV.
    in.Require(e.inner.hopLimit == INITIAL_HOP_LIMIT && e.inner.flowLabel <= 0xffff);
    in.Require(e.udp.length == e.inner.payloadLength);
    return in.Ok();
}

bool
AreLengthsValid(const WireFormat& format, const Envelope& e, std::size_t size)
{
    const uint32_t whole = e.WholeSize();
    // A trimmed frame may tell more than it holds; only TRIM_LENGTH_ALL corrects the inner length.
    const bool cut = TrimMarkOf(e.outer.dscp, format.dscp) != TrimMark::WHOLE;
    const bool tellsWhole = cut && format.trimLength != TRIM_LENGTH_ALL;
    return whole <= 0xffff && (tellsWhole ? size <= whole : size == whole) &&
           e.outer.payloadLength == OuterPayloadLength(format, size, whole);
}

bool
TakeEnvelope(const WireFormat& format, const Envelope& e, Frame& frame, Datagram& datagram)
{
    uint32_t sender = 0;
    frame.destination = UsidCarrier(e.outer.destination.high, e.outer.destination.low);
    frame.hopLimit = e.outer.hopLimit;
    frame.dscp = e.outer.dscp;
    frame.ecn = e.outer.ecn;
    datagram.ev.value = (static_cast<uint32_t>(e.udp.sourcePort) << 16) | e.inner.flowLabel;
    frame.entropy = datagram.ev.value;
    datagram.dscp = e.inner.dscp;
    datagram.ecn = e.inner.ecn;
    datagram.trim = TrimMarkOf(frame.dscp, format.dscp);
    // What stands in several headers must agree, or the frame would encode to other bytes.
    return NicOfAddress(e.outer.source, frame.source) &&
           NicOfAddress(e.inner.source, datagram.source) &&
           NicOfAddress(e.inner.destination, datagram.destination) &&
           NicOfMac(e.ethernet.source, sender, datagram.plane) && sender == frame.source &&
           e.ethernet.destination == NextHopMac(frame, datagram) &&
           e.outer.flowLabel == (frame.entropy & LABEL_MASK) &&
           e.udp.destinationPort == format.udpPort;
}

} // namespace mrc
} // namespace ns3
