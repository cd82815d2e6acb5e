/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-switch-graph.h"

#include "mrc-link-lines.h"
#include "mrc-node-ports.h"

#include <algorithm>
#include <map>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** The switches of a plane by row: all T0s, then all T1s, and so on. */
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

/** Has both ends of each link of a plane know the link under one number. A missing link is none. */
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
            if (far == rows.end() || LineOf(topology, port).missing)
            {
                continue; // to a NIC, or to nowhere [missing-links]
            }
            const auto [link, isNew] = links.try_emplace(std::min(port, peer), graph.links);
            graph.links += isNew ? 1 : 0;
            graph.edges[row].push_back({port, peer, far->second, link->second});
        }
    }
}

} // namespace

std::shared_ptr<const RouteGraph>
SwitchGraphOf(const Topology& topology, PlaneId plane)
{
    auto graph = std::make_shared<RouteGraph>();
    std::map<uint32_t, uint32_t> rows;
    for (const uint32_t node : SwitchesOf(topology, plane))
    {
        // Rows are given as switches come: T0s first, which are the columns as well.
        rows.emplace(node, static_cast<uint32_t>(rows.size()));
        const NodeKind kind = topology.PlaceOf(node).kind;
        graph->tiers.push_back(static_cast<uint8_t>(kind) - static_cast<uint8_t>(NodeKind::T0));
        graph->numbers.push_back(node - topology.Spec().nics);
        graph->columns += kind == NodeKind::T0 ? 1 : 0;
    }
    graph->edges.resize(rows.size());
    AddEdges(topology, rows, *graph);
    // A NIC is reached by the T0 that it hangs on.
    for (uint32_t nic = 0; nic < topology.Spec().nics; ++nic)
    {
        const PortIndex down = topology.Peer(topology.NicPort(nic, plane));
        graph->down.push_back(down);
        graph->columnOf.push_back(rows.at(topology.NodeOf(down)));
    }
    return graph;
}

} // namespace mrc
} // namespace ns3
