/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_PARTITION_H
#define MRC_FABRIC_PARTITION_H

#include "mrc-network-plan.h"
#include "mrc-topology.h"

#include "ns3/mrc-fabric-cuts.h"
#include "ns3/mrc-queue-pair-maker.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which shard has which nodes?
 *
 * NICs stay with their T0s of all planes, in blocks of T0s that lie side by side. T1s, and T2s, of
 * all planes are divided into such blocks too. PartsOfGraph divides graphs.
 */
struct FabricPartition
{
    /**
     * @param topology the fabric
     * @param shards how many, at least 1
     * @throws std::invalid_argument naming a port if its link has jitter and joins two shards
     */
    FabricPartition(const Topology& topology, uint32_t shards);

    FabricCuts cuts;                //!< by port
    std::vector<ShardIndex> owners; //!< by NIC; none with one shard
};

/**
 * @param profiles of a network, all set
 * @return how many shards the network has: as many as threads in all ranks, or as cores if threads
 *         are 0
 * @throws std::invalid_argument naming a value that only one thread gives exact results with
 */
uint32_t CheckedShards(const NetworkProfiles& profiles);

/**
 * @param plan of a queue pair
 * @param threads of the network
 * @throws std::invalid_argument naming a value that only one thread gives exact results with
 */
void CheckThreads(const QueuePairPlan& plan, uint32_t threads);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_PARTITION_H */
