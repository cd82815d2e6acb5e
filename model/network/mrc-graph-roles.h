/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_ROLES_H
#define MRC_GRAPH_ROLES_H

#include "mrc-graph-shape.h"
#include "mrc-labelled-graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The places of a graph's nodes in a fabric. */
struct GraphRoles
{
    std::vector<ShapeNode> nodes; //!< in the order of the graph's
    uint32_t planes{0};           //!< the parts that are left of the graph without NICs
    uint32_t nicsPerT0{0};        //!< most NICs of any switch
};

/**
 * Finds NICs, planes and tiers in a graph [graph-files].
 *
 * @param graph the graph
 * @param name of the graph's file, for messages
 * @return the roles
 * @throws ParseError naming the node or edge that no fabric has
 */
GraphRoles RolesOf(const LabelledGraph& graph, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_ROLES_H */
