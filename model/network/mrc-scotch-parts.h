/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SCOTCH_PARTS_H
#define MRC_SCOTCH_PARTS_H

#include "mrc-topology.h"

#include "ns3/mrc-fabric-cuts.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Divides a fabric among shards by Scotch, so that few links are cut, and rather long ones.
 *
 * @param topology the fabric
 * @param shards how many, at least 1
 * @return by node, which shard has it
 * @throws std::invalid_argument if there is no program of Scotch
 */
std::vector<ShardIndex> ScotchParts(const Topology& topology, uint32_t shards);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SCOTCH_PARTS_H */
