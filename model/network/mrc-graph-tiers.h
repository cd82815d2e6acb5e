/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_TIERS_H
#define MRC_GRAPH_TIERS_H

#include "mrc-dot-graph.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** What the nodes of a graph are, if it is a fabric of two tiers. Nodes are numbers of the graph.
 */
struct GraphTiers
{
    /** The switches of one plane. */
    struct PlaneNodes
    {
        std::vector<std::size_t> t0s; //!< in the order of the groups of NICs below them
        std::vector<std::size_t> t1s; //!< in the order of the text
    };

    std::vector<std::size_t> nics;  //!< group by group, each in the order of the text
    std::vector<PlaneNodes> planes; //!< in the order of the text
    uint32_t nicsPerT0{0};          //!< of all groups but the last, which may have fewer
};

/**
 * Finds NICs, planes and tiers in a graph [graph-files].
 *
 * @param graph the graph
 * @param name of its file, for messages
 * @return the tiers
 * @throws ParseError naming the node or edge that no fabric of two tiers has
 */
GraphTiers TiersOf(const DotGraph& graph, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_TIERS_H */
