/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-routed-forwarder.h"

#include "mrc-flow-hash.h"
#include "mrc-owned-parts.h"
#include "mrc-port-service.h"

#include "ns3/mrc-address-plan.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

ForwardDecision
RoutedForwarder::Decide(PortIndex link, Frame& frame, Instant now) const
{
    // The switch takes one hop off, so a packet with one left ends here.
    if (frame.hopLimit <= 1)
    {
        return {NO_PORT, DropReason::HOP_LIMIT};
    }
    const PortIndex port = PortFor(link, frame, now);
    if (port != NO_PORT)
    {
        --frame.hopLimit;
    }
    return {port, DropReason::NO_ROUTE};
}

/**
 * Finds the port for a packet: by the NIC's own switch down, else by the table, among the ports
 * that lead nearer.
 */
PortIndex
RoutedForwarder::PortFor(PortIndex link, const Frame& frame, Instant now) const
{
    RoutedSwitch& here = OwnedParts(m_state).Routed(link);
    const RouteGraph& graph = *here.graph;
    const auto nic = static_cast<uint32_t>(frame.destination.Low());
    if (frame.destination.High() != NIC_PREFIX || nic >= graph.columnOf.size())
    {
        return NO_PORT;
    }
    // The switch that a NIC hangs on sends down; all others send on by their table.
    if (graph.columnOf[nic] == here.row)
    {
        return graph.down[nic];
    }
    const std::vector<PortIndex>& ports = here.table.At(graph.columnOf[nic], now);
    if (ports.empty())
    {
        return NO_PORT;
    }
    // The count of a link's arrivals names the draw, so that it does not depend on other links.
    const uint64_t name = (static_cast<uint64_t>(link) << 32) ^ m_state.Link(link).frames;
    return Choose(here, {ports, FlowHash(here.seed, frame), m_state.draws.hops.Bits(name), now});
}

PortIndex
RoutedForwarder::Choose(RoutedSwitch& here, const Choice& choice) const
{
    switch (m_state.routed.mode)
    {
    case ROUTING_FLOWLET:
        return ByFlowlet(here, choice);
    case ROUTING_ADAPTIVE:
        return ByWait(choice);
    default:
        return choice.ports[Reduced(choice.hash, static_cast<uint32_t>(choice.ports.size()))];
    }
}

/** Flows that share a slot share a path, as in switches: their tables are no larger. */
PortIndex
RoutedForwarder::ByFlowlet(RoutedSwitch& here, const Choice& choice) const
{
    FlowletSlot& slot = here.flowlets[choice.hash % here.flowlets.size()];
    // A flowlet also ends where its port no longer leads there.
    const bool goesOn = slot.port != NO_PORT &&
                        choice.now - slot.last <= m_state.routed.flowletGap &&
                        std::binary_search(choice.ports.begin(), choice.ports.end(), slot.port);
    slot.last = choice.now;
    if (!goesOn)
    {
        slot.port = choice.ports[Reduced(choice.draw, static_cast<uint32_t>(choice.ports.size()))];
    }
    return slot.port;
}

/**
 * Adaptive routing looks at its own ports only: the shortest wait here says nothing of the next
 * switch.
 */
PortIndex
RoutedForwarder::ByWait(const Choice& choice) const
{
    // The search begins at a drawn port, so that none is favoured where several wait as long.
    const auto count = static_cast<uint32_t>(choice.ports.size());
    const uint32_t first = Reduced(choice.draw, count);
    PortIndex best = choice.ports[first];
    Span least = WaitAt(best, choice.now);
    // No port can be better than one that is idle.
    for (uint32_t i = 1; i < count && least != Span(); ++i)
    {
        const PortIndex port = choice.ports[(first + i) % count];
        const Span wait = WaitAt(port, choice.now);
        if (wait < least)
        {
            least = wait;
            best = port;
        }
    }
    return best;
}

/** @return how long the line is busy with the frame in service and those that wait */
Span
RoutedForwarder::WaitAt(PortIndex index, Instant now) const
{
    // Service is lazy: frames that began in the past have not left the queue yet.
    PortService(m_state).BringUpToDate(index, now);
    const PortState& port = m_state.Port(index);
    const uint32_t waiting = port.bytes[TrafficClass::CONTROL] + port.bytes[TrafficClass::TRIMMED] +
                             port.bytes[TrafficClass::DATA];
    return std::max(port.free - now, Span()) + m_state.ConfigOf(index).rate.Serialize(waiting);
}

} // namespace mrc
} // namespace ns3
