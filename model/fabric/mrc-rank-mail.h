/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_MAIL_H
#define MRC_RANK_MAIL_H

#include "mrc-fabric-state.h"

#include "ns3/mrc-rank-bytes.h"

#include <string>

namespace ns3
{
namespace mrc
{

/** Which bytes take a shard's frames and counters to other processes? A view of its state. */
class RankMail
{
  public:
    /** @param state the fabric's of a shard; must outlive this */
    explicit RankMail(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * Takes the frames that were sent to another shard out of this one.
     *
     * @param to that shard
     * @param out gets them
     */
    void PackFrames(ShardIndex to, RankBytes& out) const;

    /** Puts the frames of another shard on their links. @param in to the end */
    void UnpackFrames(RankReader& in) const;

    /**
     * Has all frames cross that have departed, while no shard is active; all ranks call this.
     *
     * @param why the port of the link that is about to change
     */
    void ExchangeFrames(PortIndex why) const;

    /** Writes the counters of the shard's own ends of links. @param out gets them */
    void PackCounters(RankBytes& out) const;

    /** Reads the counters of ends of links, in the process that has none of them. @param in them */
    void UnpackCounters(RankReader& in) const;

  private:
    void PackDrops(const DropTable& drops, RankBytes& out) const;

    FabricState& m_state;
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
