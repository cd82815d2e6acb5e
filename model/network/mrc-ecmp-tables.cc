/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ecmp-tables.h"

#include "mrc-graph-shape.h"
#include "mrc-link-lines.h"
#include "mrc-stev-digits.h"
#include "mrc-switch-graph.h"
#include "mrc-topology-tiers.h"

#include "ns3/mrc-next-hops.h"

#include <algorithm>
#include <map>
#include <memory>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the NICs below a switch; all of its downlinks, but perhaps the last, lead to as many */
NicsBelow
BelowOf(const Topology& topology, const NodePlace& place)
{
    const TopologySpec& spec = topology.Spec();
    const uint32_t perT0 = spec.nicsPerT0;
    NicsBelow below;
    uint32_t most = spec.nics;
    switch (place.kind)
    {
    case NodeKind::T0:
        below.first = place.index * perT0;
        most = perT0;
        below.port = topology.PortAt({PortKind::T0_DOWN, place.plane, place.index, 0});
        break;
    case NodeKind::T1:
        if (spec.HasPods())
        {
            most = spec.t0sPerPod * perT0;
            below.first = place.index / spec.t1Count * most;
        }
        below.perPort = perT0;
        below.port = topology.PortAt({PortKind::T1_DOWN, place.plane, place.index, 0});
        below.links = static_cast<uint16_t>(spec.t1Links);
        below.stride =
            static_cast<uint16_t>(topology.Tiers().T0sPerPlane()); // with pods there is one link
        break;
    default: // T2
        below.perPort = spec.t0sPerPod * perT0;
        below.port = topology.PortAt({PortKind::T2_DOWN, place.plane, place.index, 0});
        break;
    }
    // The last T0 or pod may be filled in part.
    below.count = std::min(most, spec.nics - below.first);
    return below;
}

/** @return the uplinks of a switch of tiers; none where the switch is the highest */
PortsAbove
AboveOf(const Topology& topology, const NodePlace& place)
{
    const TopologySpec& spec = topology.Spec();
    if (place.kind == NodeKind::T0 && spec.t1Count != 0)
    {
        return {topology.PortAt({PortKind::T0_UP, place.plane, place.index, 0}), spec.T0Uplinks()};
    }
    if (place.kind == NodeKind::T1 && spec.HasPods())
    {
        return {topology.PortAt({PortKind::T1_UP, place.plane, place.index, 0}), spec.t1Uplinks};
    }
    return {};
}

/** Path x takes T0 uplink x mod uplinks, and of the T1 there the uplinks in turn [stev-choice]. */
uint32_t
DivisorOf(const TopologySpec& spec, EvFormat format, NodeKind kind)
{
    return format == EV_FORMAT_UDP ? 0 : kind == NodeKind::T0 ? 1 : spec.t1Count;
}

/** @return the tables of the switches of a plane */
std::shared_ptr<const GraphTables>
TablesOf(const GraphShape& shape, PlaneId plane)
{
    auto tables = std::make_shared<GraphTables>();
    const uint32_t firstT0 = shape.FirstOf(NodeKind::T0, plane);
    tables->columnCount = shape.Count(NodeKind::T0, plane);
    for (uint32_t nic = 0; nic < shape.Count(NodeKind::NIC, 0); ++nic)
    {
        tables->columns.push_back(shape.SwitchOf(nic, plane) - firstT0);
        tables->down.push_back(shape.PortOf(shape.FirstPort(nic) + plane).peer);
    }
    for (const NodeKind kind : {NodeKind::T0, NodeKind::T1, NodeKind::T2, NodeKind::T3})
    {
        const uint32_t first = shape.FirstOf(kind, plane);
        for (uint32_t node = first; node < first + shape.Count(kind, plane); ++node)
        {
            for (uint32_t column = 0; column < tables->columnCount; ++column)
            {
                // All groups stand in one list, and all ports in another: a vector for each group
                // would cost more than its few ports.
                const std::vector<uint32_t> ports = shape.Paths().Next(node, firstT0 + column);
                tables->groups.push_back({static_cast<uint32_t>(tables->ports.size()),
                                          static_cast<uint32_t>(ports.size())});
                tables->ports.insert(tables->ports.end(), ports.begin(), ports.end());
                if (const uint32_t divisor = shape.Paths().Divisor(node, firstT0 + column))
                {
                    tables->divisors.push_back(divisor);
                }
            }
        }
    }
    return tables;
}

/** @return by switch of a plane what its choices divide the EV's path by [stev-choice] */
std::vector<uint32_t>
DivisorsOf(const GraphShape& shape, PlaneId plane, const GraphTables& tables)
{
    if (tables.divisors.empty())
    {
        return StevDivisors(shape, plane).value(); // WithStevNumbers has judged
    }
    return std::vector<uint32_t>(tables.groups.size() / tables.columnCount, 1);
}

/**
 * The search finds ways around missing links and over all links of a bundle [ecmp-tables].
 *
 * @return the tables of the switches of a plane of a Clos network
 */
std::shared_ptr<const GraphTables>
TablesBySearch(const Topology& topology, PlaneId plane)
{
    const std::shared_ptr<const RouteGraph> graph = SwitchGraphOf(topology, plane);
    const std::vector<bool> none(graph->links);
    auto tables = std::make_shared<GraphTables>();
    tables->columnCount = graph->columns;
    tables->columns = graph->columnOf;
    tables->down = graph->down;
    for (uint32_t row = 0; row < graph->edges.size(); ++row)
    {
        // Most columns of a switch have the same ports, which so stand in the list once.
        std::map<PortGroup, uint32_t> known;
        for (const PortGroup& group : NextHops(*graph, none, row, ROUTE_VALLEY_FREE))
        {
            const auto end = static_cast<uint32_t>(tables->ports.size());
            const auto [first, isNew] = known.emplace(group, end);
            tables->groups.push_back({first->second, static_cast<uint32_t>(group->size())});
            if (isNew)
            {
                tables->ports.insert(tables->ports.end(), group->begin(), group->end());
            }
        }
    }
    return tables;
}

/** Rows are in the order of the switches of a plane: all T0s, then all T1s, and so on. */
std::vector<EcmpForwarder>
TablesWithRows(const Topology& topology, EvFormat format, EcmpSeeds seeds, KeyedDraws draws)
{
    std::vector<std::shared_ptr<const GraphTables>> tables;
    std::vector<std::vector<uint32_t>> divisors; // by plane and row
    for (uint32_t i = 0; i < topology.Spec().planes; ++i)
    {
        const auto plane = static_cast<PlaneId>(i);
        tables.push_back(topology.Spec().graph ? TablesOf(*topology.Spec().graph, plane)
                                               : TablesBySearch(topology, plane));
        divisors.push_back(format == EV_FORMAT_STEV
                               ? DivisorsOf(*topology.Spec().graph, plane, *tables.back())
                               : std::vector<uint32_t>());
    }
    std::vector<uint32_t> rows(tables.size());
    std::vector<EcmpForwarder> forwarders;
    for (uint32_t node = topology.Spec().nics; node < topology.NodeCount(); ++node)
    {
        const NodePlace place = topology.PlaceOf(node);
        const uint32_t row = rows[place.plane]++;
        const std::vector<uint32_t>& digits = divisors[place.plane];
        forwarders.emplace_back(tables[place.plane],
                                row,
                                UplinkChoice{draws.Bits(SeedName(seeds, place.kind, node)),
                                             digits.empty() ? 0 : digits[row]});
    }
    return forwarders;
}

} // namespace

uint64_t
SeedName(EcmpSeeds seeds, NodeKind kind, uint32_t node)
{
    // Switches with the same name draw the same seed, and so hash alike.
    switch (seeds)
    {
    case ECMP_SEED_SWITCH:
        return node;
    case ECMP_SEED_TIER:
        return static_cast<uint64_t>(kind);
    case ECMP_SEED_FABRIC:
        break;
    }
    return 0;
}

std::vector<EcmpForwarder>
EcmpTables(const Topology& topology, EvFormat format, EcmpSeeds seeds, KeyedDraws draws)
{
    std::vector<EcmpForwarder> tables;
    const TopologySpec& spec = topology.Spec();
    // Where all links of a tier are there, arithmetic finds them.
    const bool isEven = spec.t1Links == 1 && topology.Lines().Missing().empty();
    if ((spec.graph && format != EV_FORMAT_SRV6) || (format == EV_FORMAT_UDP && !isEven))
    {
        return TablesWithRows(topology, format, seeds, draws);
    }
    for (uint32_t node = spec.nics; format != EV_FORMAT_SRV6 && node < topology.NodeCount(); ++node)
    {
        const NodePlace place = topology.PlaceOf(node);
        tables.emplace_back(BelowOf(topology, place),
                            AboveOf(topology, place),
                            UplinkChoice{draws.Bits(SeedName(seeds, place.kind, node)),
                                         DivisorOf(spec, format, place.kind)});
    }
    return tables;
}

} // namespace mrc
} // namespace ns3
