/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-run-sharing.h"

#include "mrc-workload-run.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-shard-set.h"

#include <iostream>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return threads or processes of a run, in words */
std::string
SharersOf(const ShardSet& shards)
{
    const FabricCuts& cuts = *shards.First().GetFabric().State().cuts->Cuts();
    if (!cuts.ranks)
    {
        return std::to_string(cuts.shards) + " threads";
    }
    const std::string inside = " of " + std::to_string(cuts.perRank) + " threads";
    return std::to_string(shards.Ranks()->Link().Count()) + " ranks" +
           (cuts.perRank > 1 ? inside : "");
}

/** @return a count and what it counts @param one the noun, which gets an s */
std::string
Counted(uint64_t count, const std::string& one)
{
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

/** @return how many links have their ends in two threads or processes */
uint64_t
CutLinkCount(const ShardSet& shards)
{
    const FabricCuts& cuts = *shards.First().GetFabric().State().cuts->Cuts();
    uint64_t directions = 0;
    for (PortIndex port = 0; port < cuts.senders.size(); ++port)
    {
        directions += cuts.IsCut(port) ? 1 : 0;
    }
    return directions / 2;
}

/** @return windows in words: how long they were, and why some ended early */
std::string
DescribeWindows(const WindowTally& tally, Span most)
{
    const int64_t mean = tally.length.Ps() / static_cast<int64_t>(tally.windows) / 1000;
    std::string words = Counted(tally.windows, "window") + " of " + std::to_string(mean) +
                        " ns on average, " + std::to_string(most.Ps() / 1000) + " ns at most";
    return words + "; " + Counted(tally.ordinary, "window") + " ended early at ordinary events, " +
           Counted(tally.meetings, "window") + " as users heard of something";
}

} // namespace

std::vector<std::string>
DescribeSharing(Network& network)
{
    const ShardSet& shards = network.Engine().shards;
    std::vector<std::string> lines;
    const WindowTally tally = shards.Pace().Windows();
    if (tally.windows != 0)
    {
        const bool isRank = shards.Ranks() != nullptr; // which knows of its own frames alone
        const std::string frames = Counted(shards.Pace().CutFrames(), "frame");
        lines.push_back(SharersOf(shards) +
                        (isRank ? " went through " : " sent each other " + frames + " in ") +
                        DescribeWindows(tally, shards.Pace().Longest()) + "; " +
                        Counted(CutLinkCount(shards), "link") + " between them" +
                        (isRank ? "; the first rank sent " + frames + " over these" : ""));
    }
    if (tally.merged != 0)
    {
        std::string why;
        for (const std::string& reason : shards.Pace().Reasons())
        {
            why += (why.empty() ? "" : ", ") + reason;
        }
        lines.push_back("one thread went through " + Counted(tally.merged, "window") +
                        " alone because of " + why);
    }
    return lines;
}

void
TellSharing(Network& network)
{
    if (!IsFirstRank(network))
    {
        return;
    }
    for (const std::string& line : DescribeSharing(network))
    {
        std::cerr << "mrc: " << line << '\n';
    }
}

} // namespace mrc
} // namespace ns3
