/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-roles.h"

#include "mrc-graph-links.h"
#include "mrc-graph-planes.h"
#include "mrc-graph-seats.h"
#include "mrc-graph-tiers.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-usid.h"

#include <algorithm>
#include <array>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the place of each node */
std::vector<ShapeNode>
NodesOf(const GraphLinks& links, const GraphPlanes& planes)
{
    const std::vector<NodeKind> kinds = TiersOf(links);
    std::vector<ShapeNode> nodes;
    for (std::size_t node = 0; node < kinds.size(); ++node)
    {
        const std::size_t plane = links.IsNic(node) ? 0 : planes.Of(node);
        nodes.push_back({links.Graph().nodes[node].name, kinds[node], static_cast<PlaneId>(plane)});
    }
    return nodes;
}

/** @return the most NICs of any switch */
uint32_t
CheckSeats(const GraphLinks& links, const GraphPlanes& planes)
{
    const GraphSeats seats(links, planes);
    uint32_t most = 0;
    for (std::size_t node = 0; node < links.Graph().nodes.size(); ++node)
    {
        if (links.IsNic(node))
        {
            seats.CheckNic(node);
        }
        else
        {
            most = std::max(most, seats.NicsOf(node));
        }
    }
    return most;
}

/** Refuses more switches of a kind in a plane than uSIDs can number. */
void
CheckCounts(const GraphLinks& links, const std::vector<ShapeNode>& nodes)
{
    // Five kinds, of which NICs are not counted.
    std::array<std::array<uint32_t, MAX_PLANES>, 5> counts{};
    for (std::size_t node = 0; node < nodes.size(); ++node)
    {
        const ShapeNode& role = nodes[node];
        uint32_t& count = counts.at(static_cast<unsigned>(role.kind)).at(role.plane);
        if (role.kind != NodeKind::NIC && ++count > Usid::MAX_INDEX)
        {
            links.Fail(links.Graph().nodes[node].at,
                       links.Named(node) + " is one switch too many; expected at most " +
                           std::to_string(Usid::MAX_INDEX) + " of a tier in a plane");
        }
    }
}

} // namespace

GraphRoles
RolesOf(const LabelledGraph& graph, const std::string& name)
{
    const GraphLinks links(graph, name);
    const GraphPlanes planes(links);
    GraphRoles roles;
    roles.nodes = NodesOf(links, planes);
    roles.planes = static_cast<uint32_t>(planes.Count());
    roles.nicsPerT0 = CheckSeats(links, planes);
    CheckCounts(links, roles.nodes);
    return roles;
}

} // namespace mrc
} // namespace ns3
