/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-envelope.h"

#include "mrc-address-mask.h"
#include "mrc-byte-cursor.h"
#include "mrc-ev-fields.h"
#include "mrc-truncate.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t LABEL_MASK = 0xfffff; // 20 bits of an IPv6 flow label

/**
 * The next hop is the node that the active uSID names; behind the last switch, the NIC. Without
 * SRv6 nothing in a packet names the next switch, and the MAC is the NIC's on all hops
 * [direct-packets].
 */
MacBits
NextHopMac(const WireFormat& format, const Frame& frame, const Datagram& datagram)
{
    const AddressBits behind =
        MovedForward({frame.destination.High(), frame.destination.Low()}, format.blockBits);
    const Usid active{static_cast<uint16_t>(behind.high >> 48)};
    // A switch may have taken the outer headers off a stock packet [switch-decapsulation].
    const bool isOfNic = frame.destination.High() == NIC_PREFIX;
    return format.encapsulation != ENCAPSULATION_SRV6 || isOfNic
               ? MacOfNic(datagram.destination, datagram.plane)
           : active.Kind() == UsidKind::NIC ? MacOfNic(datagram.destination, active.Plane())
                                            : MacOfUsid(active);
}

/** @return size of a frame without a trailer, which no length counts [telemetry-trailer] */
uint32_t
SizeToTell(const Frame& frame, uint32_t wholeSize)
{
    return std::min<uint32_t>(frame.size, wholeSize);
}

/** @return bytes behind the first IP header */
uint16_t
OuterPayloadLength(const WireFormat& format, uint32_t size, uint32_t wholeSize)
{
    // Whether a switch corrects this field when it trims, public sources disagree [trim-lengths].
    const uint32_t told = format.trimLength == TRIM_LENGTH_NONE ? wholeSize : size;
    return static_cast<uint16_t>(told - ETHERNET_HEADER_BYTES - OuterBytes(format.encapsulation) -
                                 FCS_BYTES);
}

/**
 * @return bytes of UDP, which are those of the inner packet: the inner packet holds nothing else
 */
uint16_t
UdpLength(const WireFormat& format, const Frame& frame, uint32_t wholeSize)
{
    const uint32_t told =
        format.trimLength == TRIM_LENGTH_ALL ? SizeToTell(frame, wholeSize) : wholeSize;
    return static_cast<uint16_t>(told - UdpAt(format.encapsulation) - SegmentBytes(frame) -
                                 FCS_BYTES);
}

/** The MACs of a hop: both are computed, so no frame has to carry them. */
Ethernet
EthernetOf(const WireFormat& format, const Frame& frame, const Datagram& datagram)
{
    Ethernet ethernet;
    ethernet.destination = NextHopMac(format, frame, datagram);
    // Switches keep the source, so that every hop's bytes tell NIC and plane.
    ethernet.source = MacOfNic(frame.source, datagram.plane);
    ethernet.type = format.encapsulation == ENCAPSULATION_IPV4 ? EtherType::IPV4 : EtherType::IPV6;
    return ethernet;
}

/** The outer header is all that switches read and write; without SRv6 there is no other. */
Ipv6
OuterOf(const WireFormat& format, const Frame& frame, uint32_t wholeSize)
{
    Ipv6 outer;
    outer.source = AddressOfNic(frame.source);
    outer.destination = {frame.destination.High(), frame.destination.Low()};
    outer.payloadLength = OuterPayloadLength(format, SizeToTell(frame, wholeSize), wholeSize);
    outer.hopLimit = frame.hopLimit;
    outer.dscp = frame.dscp;
    outer.ecn = frame.ecn;
    if (format.encapsulation == ENCAPSULATION_SRV6)
    {
        outer.flowLabel = frame.entropy & LABEL_MASK;
        outer.nextHeader = frame.segments != 0 ? NextHeader::ROUTING : NextHeader::IPV6;
    }
    else
    {
        outer.flowLabel = EvFields::Of(Ev{frame.entropy}, format.encapsulation).flowLabel;
        outer.nextHeader = NextHeader::UDP;
    }
    return outer;
}

/** Switches write to the outer header only: the inner one keeps the sender's values. */
Ipv6
InnerOf(const Datagram& datagram, uint16_t payloadLength)
{
    Ipv6 inner;
    inner.source = AddressOfNic(datagram.source);
    inner.destination = AddressOfNic(datagram.destination);
    inner.flowLabel = EvFields::Of(datagram.ev, ENCAPSULATION_SRV6).flowLabel;
    inner.payloadLength = payloadLength;
    inner.nextHeader = NextHeader::UDP;
    inner.hopLimit = INITIAL_HOP_LIMIT;
    inner.dscp = datagram.dscp;
    inner.ecn = datagram.ecn;
    return inner;
}

} // namespace

Envelope
MakeEnvelope(const WireFormat& format, const Frame& frame, const Datagram& datagram)
{
    // The size before any trimming: a trim may leave lengths as they were.
    const uint32_t whole = FrameSize(datagram, format.encapsulation) + SegmentBytes(frame);
    Envelope e;
    e.encapsulation = format.encapsulation;
    e.ethernet = EthernetOf(format, frame, datagram);
    e.outer = OuterOf(format, frame, whole);
    e.udp.sourcePort = EvFields::Of(datagram.ev, format.encapsulation).sourcePort;
    e.udp.destinationPort = format.udpPort;
    e.udp.length = UdpLength(format, frame, whole);
    if (format.encapsulation == ENCAPSULATION_SRV6)
    {
        e.inner = InnerOf(datagram, e.udp.length);
    }
    if (frame.segments != 0)
    {
        e.segments = SegmentHeaderOf(frame, format.blockBits);
        e.segments->nextHeader = static_cast<uint8_t>(NextHeader::IPV6);
    }
    return e;
}

void
EncodeHop(const WireFormat& format, uint8_t* bytes, const Frame& frame, const Datagram& datagram)
{
    if (format.encapsulation == ENCAPSULATION_IPV4)
    {
        EncodeHop(bytes + ETHERNET_HEADER_BYTES, frame.ecn, frame.hopLimit);
        return;
    }
    PutBigEndian<6>(bytes, NextHopMac(format, frame, datagram)); // a frame begins with the MAC
    EncodeHop(bytes + ETHERNET_HEADER_BYTES,
              frame.ecn,
              frame.hopLimit,
              {frame.destination.High(), frame.destination.Low()});
    if (frame.segments != 0)
    {
        bytes[INNER_AT + SEGMENTS_LEFT_AT] = static_cast<uint8_t>(SegmentsLeft(frame));
    }
}

std::size_t
NetSize(const WireFormat& format, const Envelope& e, std::size_t size)
{
    if (!format.telemetry)
    {
        return size;
    }
    const std::size_t told = format.trimLength == TRIM_LENGTH_NONE
                                 ? e.WholeSize()
                                 : ETHERNET_HEADER_BYTES + OuterBytes(format.encapsulation) +
                                       e.outer.payloadLength + FCS_BYTES;
    return std::min(size, told);
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

namespace
{

/** Takes the address of the receiver, and the sender's values, from the last IP header. */
bool
TakeInner(const Envelope& e, Frame& frame, Datagram& datagram)
{
    if (e.encapsulation == ENCAPSULATION_SRV6)
    {
        datagram.dscp = e.inner.dscp;
        datagram.ecn = e.inner.ecn;
        return NicOfAddress(e.inner.source, datagram.source) &&
               NicOfAddress(e.inner.destination, datagram.destination) &&
               e.outer.flowLabel == (frame.entropy & LABEL_MASK);
    }
    // Switches have written to the only IP header there is.
    datagram.dscp = e.outer.dscp;
    datagram.ecn = e.outer.ecn;
    datagram.source = frame.source;
    return NicOfAddress(e.outer.destination, datagram.destination);
}

} // namespace

bool
TakeEnvelope(const WireFormat& format, const Envelope& e, Frame& frame, Datagram& datagram)
{
    uint32_t sender = 0;
    frame.destination = UsidCarrier(e.outer.destination.high, e.outer.destination.low);
    frame.hopLimit = e.outer.hopLimit;
    frame.dscp = e.outer.dscp;
    frame.ecn = e.outer.ecn;
    const bool hasInner = e.encapsulation == ENCAPSULATION_SRV6;
    datagram.ev =
        EvFields{e.udp.sourcePort, (hasInner ? e.inner : e.outer).flowLabel}.Value(e.encapsulation);
    frame.entropy = datagram.ev.value;
    frame.segments = 0;
    datagram.trim = TrimMarkOf(frame.dscp, format.dscp);
    // Values that stand in several headers must agree, or the frame would encode to other bytes.
    return NicOfAddress(e.outer.source, frame.source) &&
           (!e.segments || TakeSegments(*e.segments, frame, format.blockBits)) &&
           TakeInner(e, frame, datagram) && NicOfMac(e.ethernet.source, sender, datagram.plane) &&
           sender == frame.source &&
           e.ethernet.destination == NextHopMac(format, frame, datagram) &&
           e.udp.destinationPort == format.udpPort;
}

} // namespace mrc
} // namespace ns3
