/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NODE_PORTS_H
#define MRC_NODE_PORTS_H

#include "mrc-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * @param topology the fabric
 * @param node number of the node
 * @return the ports of a node in the order of their interfaces; downlinks come before uplinks
 * @throws std::out_of_range if there is no such node
 */
std::vector<uint32_t> PortsOf(const Topology& topology, uint32_t node);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NODE_PORTS_H */
