/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_CUTS_H
#define MRC_FABRIC_CUTS_H

#include "ns3/mrc-ids.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

class RankLink;

/** The number of a shard of a run, from 0. */
using ShardIndex = uint16_t;

/** Which shard has which end of each link? One that joins two shards is cut. */
struct FabricCuts
{
    uint32_t shards{1};                //!< how many there are
    std::vector<ShardIndex> senders;   //!< by port; none with one shard
    std::vector<ShardIndex> receivers; //!< likewise
    std::shared_ptr<RankLink> ranks;   //!< shards act in several processes; null: all do so here
    uint32_t perRank{1};               //!< with ranks: shards of each process, one after the other
    ShardIndex firstHere{0};           //!< with ranks: the first shard of this process

    /** @return whether the ends of a link are in different shards */
    bool IsCut(PortIndex port) const
    {
        return shards > 1 && senders[port] != receivers[port];
    }

    /** @return with ranks: the process that acts for a shard */
    uint32_t RankOf(ShardIndex shard) const
    {
        return shard / perRank;
    }

    /** @return whether this process acts for a shard */
    bool IsHere(ShardIndex shard) const
    {
        return ranks == nullptr || (shard >= firstHere && shard < firstHere + perRank);
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_CUTS_H */
