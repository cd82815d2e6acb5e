/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_LIST_H
#define MRC_PORT_LIST_H

#include "mrc-topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Reads a list of ports as a user writes it on a command line.
 *
 * @param list names of nodes, which stand for all their ports, and of ports, with commas between
 * them, such as `nic3,p0.t0.1.up7`. An empty text stands for all ports of the fabric
 * @param topology the fabric
 * @return the ports in ascending order, each once
 * @throws std::invalid_argument naming the item that is no node and no port of this fabric
 */
std::vector<uint32_t> ReadPortList(const std::string& list, const Topology& topology);

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_LIST_H */
