/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-route-plan.h"

#include "mrc-ecmp-tables.h"
#include "mrc-node-ports.h"

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** Slots for flowlets in each switch: LetFlow's switch has some 10^4 to 10^5 (NSDI 2017). */
constexpr std::size_t FLOWLET_SLOTS = 16384;

/** Entries of all switches beyond which a fabric is refused: 2 GiB of tables. */
constexpr uint64_t MOST_ENTRIES = uint64_t{1} << 27;

/** The switches of a plane by row: all T0s, then all T1s, then all T2s. */
std::vector<uint32_t>
SwitchesOf(const Topology& topology, PlaneId plane)
{
    std::vector<uint32_t> nodes;
    for (uint32_t node = topology.Spec().nics; node < topology.NodeCount(); ++node)
    {
        if (topology.PlaceOf(node).plane == plane)
        {
            nodes.push_back(node);
        }
    }
    return nodes;
}

/** Has both ends of each link of a plane know the link under one number. */
void
AddEdges(const Topology& topology, const std::map<uint32_t, uint32_t>& rows, RouteGraph& graph)
{
    std::map<PortIndex, uint32_t> links;
    for (const auto& [node, row] : rows)
    {
        for (const PortIndex port : PortsOf(topology, node))
        {
            const PortIndex peer = topology.Peer(port);
            const auto far = rows.find(topology.NodeOf(peer));
            if (far == rows.end())
            {
                continue; // a NIC
            }
            const auto [link, isNew] = links.try_emplace(std::min(port, peer), graph.links);
            graph.links += isNew ? 1 : 0;
            graph.edges[row].push_back({port, peer, far->second, link->second});
        }
    }
}

std::shared_ptr<const RouteGraph>
GraphOf(const Topology& topology, PlaneId plane)
{
    auto graph = std::make_shared<RouteGraph>();
    std::map<uint32_t, uint32_t> rows;
    for (const uint32_t node : SwitchesOf(topology, plane))
    {
        rows.emplace(node, static_cast<uint32_t>(rows.size()));
        const NodeKind kind = topology.PlaceOf(node).kind;
        graph->tiers.push_back(static_cast<uint8_t>(kind) - static_cast<uint8_t>(NodeKind::T0));
        graph->numbers.push_back(node - topology.Spec().nics);
        graph->columns += kind == NodeKind::T0 ? 1 : 0;
    }
    graph->edges.resize(rows.size());
    AddEdges(topology, rows, *graph);
    for (uint32_t nic = 0; nic < topology.Spec().nics; ++nic)
    {
        const PortIndex down = topology.Peer(topology.NicPort(nic, plane));
        graph->down.push_back(down);
        graph->columnOf.push_back(rows.at(topology.NodeOf(down)));
    }
    return graph;
}

void
CheckSize(const RouteGraph& graph, uint32_t planes)
{
    const uint64_t entries = uint64_t{planes} * graph.edges.size() * graph.columns;
    if (entries > MOST_ENTRIES)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile::Routing has " +
                                    std::to_string(entries) +
                                    " entries in the tables of all switches; expected at most " +
                                    std::to_string(MOST_ENTRIES) + ", or Static");
    }
}

} // namespace

RoutedSwitches
PlanRoutes(const Topology& topology, const FabricConfig& config, KeyedDraws draws)
{
    RoutedSwitches all{config.routing, config.flowletGap, {}};
    if (config.routing == ROUTING_STATIC)
    {
        return all;
    }
    const uint32_t nics = topology.Spec().nics;
    all.byNumber.resize(topology.NodeCount() - nics);
    for (uint32_t plane = 0; plane < topology.Spec().planes; ++plane)
    {
        const std::shared_ptr<const RouteGraph> graph =
            GraphOf(topology, static_cast<PlaneId>(plane));
        CheckSize(*graph, topology.Spec().planes);
        // Tables begin with all links up; a fault at 0 is one more change for RouteControl.
        const std::vector<bool> none(graph->links);
        for (uint32_t row = 0; row < graph->edges.size(); ++row)
        {
            const uint32_t node = graph->numbers[row] + nics;
            RoutedSwitch& own = all.byNumber[graph->numbers[row]];
            // Shared by the switches of the plane: each differs from the others by its row.
            own.graph = graph;
            own.row = row;
            own.seed = draws.Bits(SeedName(config.ecmpSeeds, topology.PlaceOf(node).kind, node));
            own.table = RouteTable(NextHops(*graph, none, row, config.routePaths));
            own.flowlets.resize(config.routing == ROUTING_FLOWLET ? FLOWLET_SLOTS : 0);
        }
    }
    return all;
}

} // namespace mrc
} // namespace ns3
