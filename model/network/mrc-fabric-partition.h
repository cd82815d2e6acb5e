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
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class ShardPace;

/**
 * Which shard has which nodes [fabric-parts]?
 *
 * NICs stay with their T0s of all planes. In blocks these are T0s that lie side by side. T1s, and
 * T2s, of all planes are divided into such blocks too. In turns groups of T0s are dealt round,
 * where there are no pods. PartsOfGraph divides graphs.
 */
struct FabricPartition
{
    /**
     * @param topology the fabric
     * @param shards how many, at least 1
     * @param way `auto`, `blocks`, `turns`, `scotch` or the name of a file
     * @throws std::invalid_argument if there is no such file; with several shards if there is no
     * Scotch
     * @throws ParseError as ReadPartition, with several shards
     */
    FabricPartition(const Topology& topology, uint32_t shards, const std::string& way);

    FabricCuts cuts;                //!< by port
    std::vector<ShardIndex> owners; //!< by NIC; none with one shard
};

/**
 * @param profiles of a network, all set
 * @return how many shards the network has: as many as threads in all ranks, or as cores if threads
 *         are 0. Where several threads could not serve a value, the network has one shard, and the
 *         error stream says why
 * @throws std::invalid_argument naming a value that only one rank gives exact results with
 */
uint32_t CheckedShards(const NetworkProfiles& profiles);

/** @return how these profiles have the fabric divided: FabricProfile::Partition, or a way of ours
 */
std::string PartitionOf(const NetworkProfiles& profiles);

/**
 * Has shards take turns for a queue pair that may share state with others.
 *
 * @param plan of the queue pair
 * @param pace of the network's shards
 * @throws std::invalid_argument naming a value that only one rank gives exact results with
 */
void MergeFor(const QueuePairPlan& plan, ShardPace& pace);

/**
 * A fault has to know how late the frames of its link are, and the far rank has them.
 *
 * @param topology the fabric
 * @param cuts between ranks
 * @throws std::invalid_argument naming a port if its link has jitter and joins two ranks
 */
void RefuseJitter(const Topology& topology, const FabricCuts& cuts);

/** Ends all ranks if one of them divides the fabric in another way, as by another file. */
void RequireSameParts(const FabricCuts& cuts);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_PARTITION_H */
