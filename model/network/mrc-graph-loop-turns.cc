/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-loop-turns.h"

#include "mrc-carrier-check.h"
#include "mrc-loop-time.h"

#include "ns3/mrc-frame-segments.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return uSIDs of the longest way that a NIC can write: NICs split carriers if paths need it */
std::size_t
RoomFor(const TopologySpec& spec, const FabricConfig& config)
{
    const bool splits = MostSegmentBytes(spec, config) != 0 || !config.block.IsUsual();
    return config.MostUsids() + (splits ? MAX_USIDS_BEHIND : 0);
}

} // namespace

GraphLoopTurns::GraphLoopTurns(const Topology& topology,
                               const SourceRouting& routing,
                               const FabricConfig& config,
                               uint32_t sharers)
    : m_topology(topology),
      m_routing(routing),
      m_sharers(sharers),
      m_ways(*topology.Spec().graph, {RoomFor(topology.Spec(), config), sharers > 1}),
      m_carriers(*topology.Spec().graph, m_ways, config.block.Computed())
{
    for (const ProbedLink& probed : m_ways.Links())
    {
        m_mostWays = std::max(m_mostWays, static_cast<uint32_t>(probed.ways.size()));
    }
    CheckLoops();
}

/** The ways of a switch are dealt out to its NICs, and a way has at most so many as sharers. */
void
GraphLoopTurns::CheckLoops() const
{
    const TopologySpec& spec = m_topology.Spec();
    for (uint32_t nic = 0; nic < spec.nics; ++nic)
    {
        uint64_t most = 0;
        for (uint32_t plane = 0; plane < spec.planes; ++plane)
        {
            const uint32_t t0 = spec.graph->SwitchOf(nic, static_cast<PlaneId>(plane));
            const uint64_t nics = m_ways.NicsOf(t0).size();
            const uint64_t ways = m_ways.WaysOf(t0).size();
            most += 1 + (ways + nics - 1) / nics * std::min<uint64_t>(m_sharers, nics);
        }
        LoopAgent::Check(nic, most);
    }
}

/** @return turns to deal out for a link: no way has more loops than NICs, however many may share */
uint64_t
GraphLoopTurns::SharersOf(const ProbedLink& probed) const
{
    uint64_t most = 0; // NICs of a way
    for (const LoopWayNumber& way : probed.ways)
    {
        most = std::max<uint64_t>(most, m_ways.NicsOf(way.t0).size());
    }
    return std::min<uint64_t>(m_sharers, probed.ways.size() * most);
}

void
GraphLoopTurns::Deal(uint32_t round, std::vector<LoopAgent>& agents) const
{
    for (uint32_t nic = 0; nic < agents.size(); ++nic)
    {
        agents[nic].Begin(round);
        for (uint32_t plane = 0; plane < m_topology.Spec().planes; ++plane)
        {
            agents[nic].Add({static_cast<PlaneId>(plane), nic, LoopLink::NO_UPLINK}, 0);
        }
    }
    // All ways of a switch move on together: so they stay dealt out evenly, as CheckLoops takes it.
    const uint32_t moves = round / m_mostWays;
    uint32_t turn = round;
    for (const ProbedLink& probed : m_ways.Links())
    {
        const uint32_t ways = static_cast<uint32_t>(probed.ways.size());
        const uint64_t sharers = SharersOf(probed);
        for (uint32_t i = 0; i < sharers; ++i)
        {
            const LoopWayNumber& way = probed.ways[(turn + i) % ways];
            const std::vector<uint32_t>& nics = m_ways.NicsOf(way.t0);
            const uint32_t again = i / ways; // the way has loops of other NICs already
            if (again >= nics.size())
            {
                continue;
            }
            const uint32_t nic = nics[(way.number + moves + again) % nics.size()];
            agents[nic].Add(probed.link, way.number, m_ways.WaysOf(way.t0)[way.number].via);
        }
        ++turn;
    }
}

CarrierTemplate
GraphLoopTurns::WaysOf(uint32_t nic, const LoopLink& link) const
{
    const CarrierTemplate none = CarrierTemplate::Direct(nic, 1, 0);
    return link.IsPort() ? m_routing.TemplateFor(nic, nic)
                         : CarrierTemplate::LookedUp(none, m_carriers, nic, nic);
}

/** All packets count as long as the longest one, which is little beside the delays of links. */
Span
GraphLoopTurns::LongestTrip(const FabricConfig& config) const
{
    const GraphShape& shape = *m_topology.Spec().graph;
    const uint32_t bytes = LoopBytes(config, m_ways.MostUsids());
    std::vector<Span> times; // by port
    for (PortIndex port = 0; port < shape.PortCount(); ++port)
    {
        times.push_back(LoopTime(m_topology, port, bytes));
    }
    Span longest;
    for (uint32_t t0 = m_topology.Spec().nics; t0 < shape.NodeCount(); ++t0)
    {
        Span own; // of the slowest NIC's link
        for (const uint32_t nic : m_ways.NicsOf(t0))
        {
            own = std::max(own, times[m_topology.NicPort(nic, shape.PlaceOf(t0).plane)]);
        }
        longest = std::max(longest, own);
        for (const LoopWay& way : m_ways.WaysOf(t0))
        {
            Span trip = own;
            for (const PortIndex port : way.ports)
            {
                trip = trip + times[port];
            }
            longest = std::max(longest, trip);
        }
    }
    return longest;
}

} // namespace mrc
} // namespace ns3
