/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-workload-run.h"

#include "ns3/mrc-network.h"
#include "ns3/mrc-shard-set.h"

namespace ns3
{
namespace mrc
{

bool
IsFirstRank(Network& network)
{
    const RankDesk* ranks = network.Engine().shards.Ranks();
    return ranks == nullptr || ranks->Link().Own() == 0;
}

} // namespace mrc
} // namespace ns3
