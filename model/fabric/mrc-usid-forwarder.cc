/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-usid-forwarder.h"

#include "mrc-drop-reason.h"
#include "mrc-segment-endpoint.h"
#include "mrc-segment-rules.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-address-mask.h"
#include "ns3/mrc-frame-segments.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint8_t INNER_IPV6 = 41; //!< all that packets of a fabric carry counts as this

/** @return the rules of a switch that has one uN without flavours */
SegmentRules
RulesOf(uint64_t locator48)
{
    SegmentRules rules;
    rules.sids.Add({{locator48 << 16, 0}, 32, 16, SidBehaviour::END, SID_NEXT_CSID});
    return rules;
}

/** @return whether this is a uN of 16 bits behind a block of that length, whatever its flavours */
bool
IsOwnNode(const LocalSid& sid, const LocatorBlock& block)
{
    const UsidCarrier prefix(sid.prefix.high, sid.prefix.low);
    return sid.behaviour == SidBehaviour::END && sid.Has(SID_NEXT_CSID) && sid.sidBits == 16 &&
           sid.blockBits == block.Bits() && (block.IsUsual() || block.Leads(prefix));
}

/** @return the block and the uSID of such a SID, as routes of neighbours have them */
uint64_t
LocatorOf(const LocalSid& sid, const LocatorBlock& block)
{
    const UsidCarrier prefix(sid.prefix.high, sid.prefix.low);
    return (block.IsUsual() ? prefix : block.Read(prefix)).Locator48();
}

/** @return the fields of a frame that the table of behaviours reads */
SegmentPacket
PacketOf(const Frame& frame, unsigned blockBits)
{
    SegmentPacket packet;
    packet.destination = {frame.destination.High(), frame.destination.Low()};
    packet.hopLimit = frame.hopLimit;
    packet.upperLayer = INNER_IPV6;
    if (frame.segments != 0)
    {
        packet.header = SegmentHeaderOf(frame, blockBits);
    }
    return packet;
}

/** Gives a frame the fields that the table of behaviours has changed. */
void
Write(const SegmentPacket& packet, Frame& frame)
{
    if (frame.segments != 0 && !packet.header)
    {
        // PSP makes the packet shorter.
        const uint32_t bytes = SegmentBytesOf(frame);
        frame.size = static_cast<uint16_t>(frame.size - bytes);
        frame.fullSize = static_cast<uint16_t>(frame.fullSize - bytes);
        frame.segments = 0;
    }
    else if (packet.header)
    {
        frame.segments =
            static_cast<uint8_t>((frame.segments & 0xf0) | (packet.header->segmentsLeft & 0x0f));
    }
    frame.destination = UsidCarrier(packet.destination.high, packet.destination.low);
    frame.hopLimit = packet.hopLimit;
}

} // namespace

UsidForwarder::UsidForwarder(uint64_t locator48)
    : UsidForwarder(RulesOf(locator48))
{
}

UsidForwarder::UsidForwarder(const SegmentRules& rules)
    : m_rules(std::make_shared<const SegmentRules>(rules))
{
    const std::vector<LocalSid>& sids = rules.sids.Sids();
    for (const LocalSid& sid : sids)
    {
        if (IsOwnNode(sid, rules.block))
        {
            // The short way knows neither other SIDs, which may be longer, nor other routes.
            const bool isShort = sids.size() == 1 && rules.routes.empty() && rules.block.IsUsual();
            m_locator48 = LocatorOf(sid, rules.block) | (isShort ? 0 : NO_SHORT_WAY);
            break;
        }
    }
}

/** Called while a fabric is built; tables never change afterwards [static-routing]. */
void
UsidForwarder::AddRoute(std::vector<PortIndex>& table, Usid usid, PortIndex port)
{
    if (usid.value == 0 || usid.value == (m_locator48 & 0xffff))
    {
        NS_FATAL_ERROR("uSID route " << usid.value
                                     << (usid.value == 0 ? " is the end of a carrier"
                                                         : " is to the switch itself")
                                     << "; expected the uSID of a neighbour");
    }
    if (usid.Plane() != Usid{static_cast<uint16_t>(m_locator48)}.Plane())
    {
        NS_FATAL_ERROR("uSID route " << usid.value << " is to plane " << +usid.Plane()
                                     << "; expected the plane of the switch, "
                                     << +Usid{static_cast<uint16_t>(m_locator48)}.Plane());
    }
    Range& range = m_ranges[static_cast<unsigned>(usid.Kind())];
    Range& run = m_runs[static_cast<unsigned>(usid.Kind())];
    if (range.count == 0)
    {
        range.base = table.size();
        range.first = usid.value;
        run = {port, usid.value, 0};
    }
    // Routes of a kind lie side by side, so that forwarding is an index and no search. A T2 has one
    // T1 of each pod; their indices are as far apart as a pod has T1s.
    if (range.base + range.count != table.size() || range.first + range.count > usid.value)
    {
        NS_FATAL_ERROR("uSID route "
                       << usid.value
                       << " is out of order: the routes of one kind must be added one "
                          "after the other by rising index");
    }
    // Behind a gap, or a port elsewhere, routes are in the table alone.
    const bool goesOn = run.count == range.count && run.OffsetOf(usid) == run.count;
    run.count = static_cast<uint16_t>(run.count + (goesOn && port == run.base + run.count ? 1 : 0));
    table.resize(range.base + usid.value - range.first, NO_PORT);
    table.push_back(port);
    range.count = static_cast<uint16_t>(table.size() - range.base);
}

/** Out of line, since where neighbours of a kind are at ports that follow each other only packets
 * without a way come here. */
PortIndex
UsidForwarder::RouteInTable(Usid usid, const PortIndex* table) const
{
    const Range& range = m_ranges[static_cast<unsigned>(usid.Kind())];
    const uint32_t offset = range.OffsetOf(usid);
    return offset < range.count ? table[range.base + offset] : NO_PORT;
}

const LocatorBlock&
UsidForwarder::Block() const
{
    return m_rules->block;
}

/** @return the port of the longest route; a neighbour's has the block and 16 bits */
PortIndex
UsidForwarder::RouteOf(const UsidCarrier& destination, const PortIndex* table) const
{
    const LocatorBlock& block = m_rules->block;
    PortIndex port = block.IsUsual()            ? Lookup(destination, table)
                     : block.Leads(destination) ? Lookup(block.Read(destination), table)
                                                : NO_PORT;
    int longest = port == NO_PORT ? -1 : block.Bits() + 16;
    const AddressBits bits{destination.High(), destination.Low()};
    for (const auto* routes : {&m_rules->routes, &m_rules->hosts})
    {
        for (const PrefixRoute& route : *routes)
        {
            if (route.length > longest && FirstBits(bits, route.length) == route.prefix)
            {
                longest = route.length;
                port = route.port;
            }
        }
    }
    return port;
}

/** @return whether the longest route of a destination without a port says so */
bool
UsidForwarder::IsBlackhole(const UsidCarrier& destination) const
{
    const AddressBits bits{destination.High(), destination.Low()};
    return std::any_of(m_rules->routes.begin(),
                       m_rules->routes.end(),
                       [&](const PrefixRoute& route) {
                           return route.port == NO_PORT &&
                                  FirstBits(bits, route.length) == route.prefix;
                       });
}

SegmentVerdict
UsidForwarder::WhyNot(const Frame& frame, const PortIndex* table) const
{
    SegmentPacket packet = PacketOf(frame, m_rules->block.Bits());
    const uint32_t upperAt = packet.headerAt + (packet.header ? packet.header->Bytes() : 0);
    const SegmentVerdict why = ProcessSegments(m_rules->sids, packet);
    const UsidCarrier next(packet.destination.high, packet.destination.low);
    const auto drop = [](SegmentError error, uint32_t pointer) {
        return SegmentVerdict{SegmentAction::DROP, 0, error, pointer};
    };
    switch (why.action)
    {
    case SegmentAction::DROP:
        return why;
    case SegmentAction::NOT_LOCAL:
        if (packet.hopLimit <= 1)
        {
            return drop(SegmentError::HOP_LIMIT, 0);
        }
        [[fallthrough]];
    case SegmentAction::FORWARD:
        return drop(RouteOf(next, table) == NO_PORT && !IsBlackhole(next) ? SegmentError::NO_ROUTE
                                                                          : SegmentError::NONE,
                    0);
    case SegmentAction::CROSS_CONNECT:
        return drop(SegmentError::NONE, 0);
    default:
        // What a switch cannot take the outer headers off has an upper layer that it does not take.
        return drop(SegmentError::UPPER_LAYER, upperAt);
    }
}

/** All that is not a uN's shift towards a neighbour. */
ForwardDecision
UsidForwarder::DecideByTable(Frame& frame, const PortIndex* table) const
{
    if (!m_rules)
    {
        return {NO_PORT, DropReason::UNKNOWN_USID};
    }
    SegmentPacket packet = PacketOf(frame, m_rules->block.Bits());
    const SegmentVerdict verdict = ProcessSegments(m_rules->sids, packet);
    ForwardDecision decision;
    switch (verdict.action)
    {
    case SegmentAction::NOT_LOCAL:
        // A transit node takes a hop off as well [usid-hop-limit].
        if (packet.hopLimit <= 1)
        {
            return {NO_PORT, DropReason::HOP_LIMIT};
        }
        --packet.hopLimit;
        [[fallthrough]];
    case SegmentAction::FORWARD:
        decision.port = RouteOf({packet.destination.high, packet.destination.low}, table);
        decision.reason =
            packet.destination.high == NIC_PREFIX ? DropReason::NO_ROUTE : DropReason::UNKNOWN_USID;
        break;
    case SegmentAction::CROSS_CONNECT:
        decision.port = verdict.target;
        break;
    case SegmentAction::DECAPSULATE:
        return {NO_PORT, DropReason::END_OF_CARRIER, Unwrapping::LOOK_UP};
    case SegmentAction::DECAPSULATE_CROSS:
        return {verdict.target, DropReason::END_OF_CARRIER, Unwrapping::CROSS};
    default:
        // No upper layer of a switch takes packets [usid-end].
        return {NO_PORT,
                verdict.error == SegmentError::HOP_LIMIT ? DropReason::HOP_LIMIT
                                                         : DropReason::END_OF_CARRIER};
    }
    if (decision.port != NO_PORT)
    {
        Write(packet, frame);
    }
    return decision;
}

} // namespace mrc
} // namespace ns3
