/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-tiers.h"

#include <utility>

namespace ns3
{
namespace mrc
{

std::vector<NodeKind>
TiersOf(const GraphLinks& links)
{
    const LabelledGraph& graph = links.Graph();
    std::vector<NodeKind> kinds;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
    {
        kinds.push_back(links.IsNic(node) ? NodeKind::NIC : NodeKind::T3);
    }
    // All switches are taken for T3s until their neighbours are known.
    for (const auto& [below, kind] : {std::pair{NodeKind::NIC, NodeKind::T0},
                                      std::pair{NodeKind::T0, NodeKind::T1},
                                      std::pair{NodeKind::T1, NodeKind::T2}})
    {
        for (const LabelledEdge& edge : graph.edges)
        {
            for (const auto& [a, b] :
                 {std::pair{edge.ends[0], edge.ends[1]}, std::pair{edge.ends[1], edge.ends[0]}})
            {
                if (kinds[a] == below && kinds[b] == NodeKind::T3)
                {
                    kinds[b] = kind;
                }
            }
        }
    }
    return kinds;
}

} // namespace mrc
} // namespace ns3
