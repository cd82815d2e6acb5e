/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_ENDS_H
#define MRC_LINK_ENDS_H

#include "mrc-fabric-state.h"

namespace ns3
{
namespace mrc
{

/**
 * Both ends of a directed link, for those that change a link from outside while no shard is active:
 * faults and scripts.
 *
 * With one shard both ends have the same state. While this exists, a script acts in both.
 */
class LinkEnds
{
  public:
    /**
     * @param first the state of the first shard
     * @param index the link
     */
    LinkEnds(FabricState& first, PortIndex index)
        : sender(first.shards.empty() ? first : first.ShardAt(first.cuts->Cuts()->senders[index])),
          receiver(first.shards.empty() ? first
                                        : first.ShardAt(first.cuts->Cuts()->receivers[index])),
          m_first(first),
          m_atSender(sender.owners, OwnerCheck::OUTSIDE),
          m_atReceiver(receiver.owners, OwnerCheck::OUTSIDE)
    {
        first.Need(index);
    }

    /**
     * Decides all departures up to now. The receiver's shard then takes all frames that have
     * departed, so that the link holds what it holds with one shard. In another process the shard
     * takes them with the next window.
     *
     * @param index the link
     * @param now the time
     */
    void Advance(PortIndex index, Instant now) const;

    /**
     * The same for one that changes the link. Ranks all call this, and the frames cross at once.
     *
     * @param index the link
     * @param now the time
     */
    void Settle(PortIndex index, Instant now) const;

    /**
     * Ranks all call this, as one of them knows the frames.
     *
     * @param index the link
     * @return when the last frame on the link is admitted at the far end; 0 if there is none
     */
    Instant LastArrival(PortIndex index) const;

    /**
     * Ranks all call this. What sinks hear from here on comes behind what they have heard so far,
     * also where that is of another rank.
     */
    void CountOrder() const;

    /** @return whether this process acts for the sender, and not another one */
    bool ActsHere() const;

    FabricState& sender;   //!< has the port
    FabricState& receiver; //!< has the frames on the link

  private:
    RankLink* RanksOf(PortIndex index) const;

    FabricState& m_first;
    OwnerCheck::Acting m_atSender;
    OwnerCheck::Acting m_atReceiver;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_ENDS_H */
