/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NODE_NAMES_H
#define MRC_NODE_NAMES_H

#include "mrc-topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * @param topology the fabric
 * @param name as Topology::NodeName gives it: `nic17`, `p1.t0.2`
 * @return the number of the node, if there is one of this name
 */
std::optional<uint32_t> FindNode(const Topology& topology, const std::string& name);

/**
 * Finds nodes of a fabric by their names.
 *
 * @param topology the fabric
 * @param names as Topology::NodeName gives them, with commas between: `nic0,nic17,p1.t0.2,p0.t1.3`
 * @return the numbers of the nodes, in the order of the names
 * @throws std::invalid_argument naming what is no node of this fabric, and what was expected
 */
std::vector<uint32_t> NodesNamed(const Topology& topology, const std::string& names);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NODE_NAMES_H */
