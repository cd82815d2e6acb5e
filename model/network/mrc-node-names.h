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
 * @param node number of the node
 * @return `nic3`, `p1.t0.2`, `p1.t1.7` or `p1.t2.4`; in a graph, the node's name there
 * @throws std::out_of_range if there is no such node
 */
std::string NodeName(const Topology& topology, uint32_t node);

/**
 * @param topology the fabric
 * @param port number of the port
 * @return `nic3.p1`, `p1.t0.2.down5`, `p1.t0.2.up7`, `p1.t1.7.down2` and so on
 * @throws std::out_of_range if there is no such port
 */
std::string PortName(const Topology& topology, uint32_t port);

/**
 * @param topology the fabric
 * @param name as NodeName gives it: `nic17`, `p1.t0.2`
 * @return the number of the node, if there is one of this name
 */
std::optional<uint32_t> FindNode(const Topology& topology, const std::string& name);

/**
 * Finds nodes of a fabric by their names.
 *
 * @param topology the fabric
 * @param names as NodeName gives them, with commas between: `nic0,nic17,p1.t0.2,p0.t1.3`
 * @return the numbers of the nodes, in the order of the names
 * @throws std::invalid_argument naming the word that is no node of this fabric, and the expected
 * ones
 */
std::vector<uint32_t> NodesNamed(const Topology& topology, const std::string& names);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NODE_NAMES_H */
