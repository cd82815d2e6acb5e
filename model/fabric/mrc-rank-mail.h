/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_MAIL_H
#define MRC_RANK_MAIL_H

#include "mrc-fabric-state.h"

#include "ns3/mrc-rank-bytes.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which bytes take frames and counters of this process to other ones? A view of the fabric's state.
 *
 * No shard is active meanwhile.
 */
class RankMail
{
  public:
    /** @param first the fabric's state of the first shard; must outlive this */
    explicit RankMail(FabricState& first)
        : m_first(first)
    {
    }

    /**
     * Takes the frames that were sent to another process out of the shards of this one.
     *
     * @param rank that process
     * @param out gets them
     */
    void PackFrames(uint32_t rank, RankBytes& out) const;

    /** Puts the frames of another process on their links. @param in what that one has packed */
    void UnpackFrames(RankReader& in) const;

    /**
     * Has all frames cross that have departed; all ranks call this.
     *
     * @param why the port of the link that is about to change
     */
    void ExchangeFrames(PortIndex why) const;

    /** Writes the drops at this process's ends of links. @param out gets them */
    void PackDrops(RankBytes& out) const;

    /**
     * Reads the drops at ends of links, in a process that has none of them.
     *
     * @param rank the process that has packed them
     * @param in the drops
     */
    void UnpackDrops(uint32_t rank, RankReader& in) const;

    /** Forgets what UnpackDrops has read, before drops come again. */
    void ForgetDrops() const;

    /**
     * Writes how much has arrived over the links from another process.
     *
     * @param rank that process
     * @param out gets the counters
     */
    void PackArrivals(uint32_t rank, RankBytes& out) const;

    /**
     * Reads how much has arrived in another process over the links from this one.
     *
     * @param rank the process that has packed the counters
     * @param in the counters
     */
    void UnpackArrivals(uint32_t rank, RankReader& in) const;

  private:
    const FabricCuts& Cuts() const;
    std::vector<FabricState*> ShardsHere() const;

    FabricState& m_first;
};

/**
 * Refuses what one process must see all nodes for.
 *
 * @param state the fabric's
 * @param what a part of the module
 * @throws std::invalid_argument naming the part, if the run has several ranks
 */
void RequireOneRank(const FabricState& state, const std::string& what);

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_MAIL_H */
