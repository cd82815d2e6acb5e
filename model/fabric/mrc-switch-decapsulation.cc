/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-switch-decapsulation.h"

#include "ns3/mrc-byte-cursor.h"
#include "ns3/mrc-inner-header.h"
#include "ns3/mrc-locator-block.h"
#include "ns3/mrc-stock-packet.h"

#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t HOP_LIMIT_AT = 7;     // bytes from the front of an IPv6 header
constexpr uint32_t LABEL_MASK = 0xfffff;    // 20 bits of its first word
constexpr std::size_t FIRST_WORD_BYTES = 4; // version, traffic class and flow label

} // namespace

ForwardDecision
SwitchDecapsulation::Unwrap(const UsidForwarder& usids,
                            FrameIndex index,
                            const ForwardDecision& outside) const
{
    ForwardDecision decision = outside;
    // Each turn takes bytes off: there is a last one.
    while (decision.inside != Unwrapping::NO)
    {
        if (const auto refusal = Take(index, usids.Block()))
        {
            return {NO_PORT, *refusal};
        }
        Frame& frame = m_state.pool.At(index);
        decision = decision.inside == Unwrapping::CROSS
                       ? Cross(frame, decision.port)
                       : usids.Decide(frame, m_state.routes.data());
    }
    return decision;
}

/** Sends a packet over an adjacency, which costs a hop [segment-flavours]. */
ForwardDecision
SwitchDecapsulation::Cross(Frame& frame, PortIndex port)
{
    if (frame.hopLimit <= 1)
    {
        return {NO_PORT, DropReason::HOP_LIMIT};
    }
    --frame.hopLimit;
    return {port, DropReason::UNKNOWN_USID};
}

/**
 * Makes the packet inside the frame's packet: its IPv6 header is the outer one from now on.
 *
 * @return why the frame is dropped instead; then it is as it came
 */
std::optional<DropReason>
SwitchDecapsulation::Take(FrameIndex index, const LocatorBlock& block) const
{
    Frame& frame = m_state.pool.At(index);
    const Datagram& datagram = m_state.pool.DatagramAt(index);
    const Encapsulation encapsulation = m_state.format.encapsulation;
    // The headers of queue pairs' packets are no bytes, and their ways end at NICs.
    if (!IsStock(datagram) || IsBare(frame, encapsulation))
    {
        return DropReason::END_OF_CARRIER;
    }
    const std::vector<uint8_t>& bytes = datagram.stock.packet->bytes;
    InnerHeader inner;
    // A switch has no table of IPv4 addresses.
    if (!ReadInnerHeader(bytes.data(), bytes.size(), inner) || inner.version != 6)
    {
        return DropReason::END_OF_CARRIER;
    }
    // The header inside cannot say that the end is gone.
    if (frame.size < StockFrameSize(frame, datagram, encapsulation))
    {
        return DropReason::STOCK_TRIMMED;
    }
    const auto ecn = DecapsulatedEcn(inner.ecn, frame.ecn); // [segment-ecn]
    if (!ecn)
    {
        return DropReason::STOCK_NOT_ECT;
    }
    const auto read = ReadStockWay(bytes.data(), bytes.size(), frame.source, block);
    if (read ? read->innerAt == 0 : inner.destination.high != NIC_PREFIX)
    {
        return DropReason::END_OF_CARRIER; // no frame can have this header
    }
    frame.ecn = *ecn;
    read ? TakeWay(index, *read) : TakeBare(index);
    return std::nullopt;
}

/** The packet inside has uSIDs, and one inside itself: it looks like any that a stack sends. */
void
SwitchDecapsulation::TakeWay(FrameIndex index, const StockWayReading& read) const
{
    Frame& frame = m_state.pool.At(index);
    Datagram& datagram = m_state.pool.DatagramAt(index);
    const StockPacket& outside = *datagram.stock.packet;
    const auto begin = outside.bytes.begin() + static_cast<std::ptrdiff_t>(read.innerAt);
    const StockPacket& inside =
        m_state.stock->Add(std::vector<uint8_t>(begin, outside.bytes.end()), outside.beside);
    Datagram made = StockDatagram(inside);
    made.source = datagram.source;
    made.destination = datagram.destination;
    made.plane = datagram.plane;
    datagram = made;
    m_state.stock->Release(outside);
    frame.destination = read.way.destination;
    frame.behind = read.way.behind;
    frame.segments = read.way.segments;
    frame.hopLimit = read.way.hopLimit;
    Rewrite(index, read.way.dscp, read.way.label);
}

/** The packet inside is for a NIC: it travels as it is. */
void
SwitchDecapsulation::TakeBare(FrameIndex index) const
{
    Frame& frame = m_state.pool.At(index);
    const Datagram& datagram = m_state.pool.DatagramAt(index);
    const std::vector<uint8_t>& bytes = datagram.stock.packet->bytes;
    InnerHeader inner;
    ReadInnerHeader(bytes.data(), bytes.size(), inner);
    frame.destination = UsidCarrier(inner.destination.high, inner.destination.low);
    frame.behind = {};
    frame.segments = 0;
    frame.hopLimit = bytes[HOP_LIMIT_AT];
    ByteReader first(bytes.data(), FIRST_WORD_BYTES);
    Rewrite(index, inner.dscp, static_cast<uint32_t>(first.Get<FIRST_WORD_BYTES>()) & LABEL_MASK);
}

/** Sets the fields that follow from the packet inside alike. */
void
SwitchDecapsulation::Rewrite(FrameIndex index, uint8_t dscp, uint32_t label) const
{
    Frame& frame = m_state.pool.At(index);
    Datagram& datagram = m_state.pool.DatagramAt(index);
    const DscpPlan& plan = m_state.format.dscp;
    frame.dscp = plan.IsTrimmed(dscp) ? plan.noTrim : dscp; // [stock-class]
    datagram.ev = Ev::Of(datagram.plane, label);
    frame.entropy = datagram.ev.value;
    frame.size =
        static_cast<uint16_t>(StockFrameSize(frame, datagram, m_state.format.encapsulation));
    frame.fullSize = frame.size;
}

} // namespace mrc
} // namespace ns3
