/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-switch-errors.h"

#include "mrc-lossless-room.h"
#include "mrc-owned-parts.h"
#include "mrc-port-admission.h"
#include "mrc-segment-endpoint.h"

#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-icmpv6-error.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the ICMPv6 error for a verdict on a packet, with type 0 if nobody is told */
Icmpv6Error
IcmpErrorOf(const SegmentVerdict& verdict)
{
    switch (verdict.error)
    {
    case SegmentError::NO_ROUTE:
        return {1, 0, 0};
    case SegmentError::HOP_LIMIT:
        return {3, 0, 0};
    case SegmentError::SEGMENTS_LEFT:
        return {4, 0, verdict.pointer};
    case SegmentError::UPPER_LAYER:
        return {4, 4, verdict.pointer};
    default:
        return {};
    }
}

} // namespace

void
SwitchErrors::Tell(PortIndex link, FrameIndex index, Instant now) const
{
    const Frame& frame = m_state.pool.At(index);
    const UsidForwarder& forwarder =
        OwnedParts(m_state).Usids(link, m_state.Link(link).far & LinkState::NUMBER);
    const Icmpv6Error error = IcmpErrorOf(forwarder.WhyNot(frame, m_state.routes.data()));
    // Numbers behind those of NICs are switches', and what they send is an error: told of none.
    const bool isTold = error.type != 0 && frame.source < m_state.waysBack.nics;
    const auto way = isTold ? m_state.waysBack.find(link, frame.source) : std::nullopt;
    const FrameIndex made = way ? Make(*way, index, error) : NO_FRAME;
    if (made == NO_FRAME)
    {
        return;
    }
    if (m_state.pauses.Any())
    {
        LosslessRoom::Note(m_state.pool.At(made), link); // as the packet that is dropped
    }
    ++m_state.errors[way->port];
    PortAdmission::Enqueue(m_state, way->port, made, now);
}

/** @return a frame with the error; none if the codec knows no frame such as the dropped one */
FrameIndex
SwitchErrors::Make(const WayBack& way, FrameIndex about, const Icmpv6Error& error) const
{
    FramePool& pool = m_state.pool;
    // The error quotes the dropped packet as it stood on the wire, so the codec makes those bytes
    // first.
    std::vector<uint8_t> dropped(MIN_STOCK_MTU);
    dropped.resize(
        PacketCodec(m_state.format)
            .EncodeStart(pool.At(about), pool.DatagramAt(about), dropped.data(), dropped.size()));
    if (dropped.size() <= ETHERNET_HEADER_BYTES)
    {
        return NO_FRAME;
    }
    const uint32_t to = pool.At(about).source;
    // The frame check sequence is no part of the packet.
    const std::size_t whole = pool.At(about).size - FCS_BYTES;
    const std::size_t end = std::min<std::size_t>(dropped.size(), whole);
    const StockPacket& packet =
        m_state.stock->Add(MakeIcmpv6Error(error,
                                           AddressOfNic(way.node),
                                           AddressOfNic(to),
                                           dropped.data() + ETHERNET_HEADER_BYTES,
                                           end - ETHERNET_HEADER_BYTES),
                           nullptr);
    // The answer takes the plane that the packet came by.
    const PlaneId plane = pool.DatagramAt(about).plane;
    const FrameIndex index = pool.Allocate();
    Datagram& datagram = pool.DatagramAt(index);
    datagram = StockDatagram(packet);
    datagram.source = way.node;
    datagram.destination = to;
    datagram.plane = plane;
    datagram.ev = Ev::Of(plane, 0);
    Frame& frame = pool.At(index);
    frame.source = way.node;
    frame.destination = way.destination;
    frame.behind = way.behind;
    frame.segments = way.segments;
    frame.hopLimit = INITIAL_HOP_LIMIT;
    frame.entropy = datagram.ev.value;
    frame.dscp = datagram.dscp;
    frame.ecn = datagram.ecn;
    frame.size = static_cast<uint16_t>(StockFrameSize(datagram) + SegmentBytes(frame));
    frame.fullSize = frame.size;
    frame.digest = StockDigest(packet);
    return index;
}

} // namespace mrc
} // namespace ns3
