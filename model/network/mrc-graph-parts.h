/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_PARTS_H
#define MRC_GRAPH_PARTS_H

#include "mrc-topology.h"

#include "ns3/mrc-fabric-cuts.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Divides a fabric that is a graph among shards.
 *
 * A NIC stays with the switches that it hangs on, in all planes, and so do the other NICs of these
 * switches. Such groups, and the switches without NICs, are dealt in the order of their numbers.
 * Each shard gets about as many ports of both kinds, as far as there are groups.
 *
 * @param topology a graph
 * @param shards how many, at least 1
 * @return by node, which shard has it
 */
std::vector<ShardIndex> PartsOfGraph(const Topology& topology, uint32_t shards);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_PARTS_H */
