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

    /** Writes the counters of this process's ends of links. @param out gets them */
    void PackCounters(RankBytes& out) const;

    /**
     * Reads the counters of ends of links, in a process that has none of them.
     *
     * @param rank the process that has packed them
     * @param in the counters
     */
    void UnpackCounters(uint32_t rank, RankReader& in) const;

    /** Forgets what UnpackCounters has read, before counters come again. */
    void ForgetCounters() const;

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
