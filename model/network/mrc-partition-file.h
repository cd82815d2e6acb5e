/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PARTITION_FILE_H
#define MRC_PARTITION_FILE_H

#include "mrc-topology.h"

#include "ns3/mrc-fabric-cuts.h"

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Reads which shard has which node [fabric-parts].
 *
 * Each line has the name of a node and the number of a shard. All switches are named. A NIC is
 * where its switches are, and may be named too.
 *
 * @param in the text
 * @param name of the file, for messages
 * @param topology the fabric
 * @param shards how many there are
 * @return by node, which shard has it
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
std::vector<ShardIndex> ReadPartition(std::istream& in,
                                      const std::string& name,
                                      const Topology& topology,
                                      uint32_t shards);

} // namespace mrc
} // namespace ns3

#endif /* MRC_PARTITION_FILE_H */
