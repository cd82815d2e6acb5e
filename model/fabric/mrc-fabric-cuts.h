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
    std::shared_ptr<RankLink> ranks;   //!< each shard acts in a process of its own; null: all
                                       //!< shards do so in this one

    /** @return whether the ends of a link are in different shards */
    bool IsCut(PortIndex port) const
    {
        return shards > 1 && senders[port] != receivers[port];
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_CUTS_H */
