/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-tally.h"

#include "mrc-fabric-tally.h"

#include "ns3/mrc-rank-link.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** The part of a link's counters that one rank has; the others have 0 there. */
struct Part
{
    uint64_t fates{0};       //!< of the sender's end
    uint64_t fingerprint{0}; //!< of the receiver's end, as the next two
    uint64_t bytes{0};
    uint32_t frames{0};
    uint32_t marks{0}; //!< of the sender's end, as trims
    uint32_t trims{0};
    uint32_t drops{0}; //!< of any end
};

/** @return the part that this process has of a port's counters */
Part
PartOf(const FabricState& first, PortIndex index)
{
    const FabricCuts& cuts = *first.cuts->Cuts();
    Part part;
    if (cuts.IsHere(cuts.senders[index]))
    {
        const FabricState& sender = first.ShardAt(cuts.senders[index]);
        const PortState& port = sender.ports[index];
        part.fates = sender.fates[index];
        part.marks =
            port.marks - sender.cuts->Waits().Swept().MarksAhead(index, sender.kernel->Now());
        part.trims = port.trims;
    }
    if (cuts.IsHere(cuts.receivers[index]))
    {
        const FabricState& receiver = first.ShardAt(cuts.receivers[index]);
        const LinkState& link = receiver.links[index];
        part.fingerprint = link.fingerprint;
        part.bytes = link.bytes;
        part.frames = link.frames;
    }
    for (uint32_t i = 0; i < cuts.perRank; ++i)
    {
        const FabricState& own = first.ShardAt(static_cast<ShardIndex>(cuts.firstHere + i));
        part.drops += own.refused.AllAt(index) + own.lost.AllAt(index);
    }
    return part;
}

} // namespace

/** @return the ranks, null: there is one process */
RankLink*
RankTally::Ranks() const
{
    return m_first.cuts ? m_first.cuts->Cuts()->ranks.get() : nullptr;
}

PortCounters
RankTally::Counters(PortIndex index) const
{
    RankLink* ranks = Ranks();
    if (ranks == nullptr)
    {
        return FabricTally(m_first).Counters(index);
    }
    Part all;
    const Part own = PartOf(m_first, index);
    for (const Part& part : ranks->Gather({RankCall::PORT, index}, own))
    {
        all.fates += part.fates;
        all.fingerprint += part.fingerprint;
        all.bytes += part.bytes;
        all.frames += part.frames;
        all.marks += part.marks;
        all.trims += part.trims;
        all.drops += part.drops;
    }
    PortCounters counters;
    counters.fingerprint = Mix(Mix(all.fates) ^ all.fingerprint);
    counters.bytes = all.bytes;
    counters.frames = all.frames;
    counters.marks = all.marks;
    counters.trims = all.trims;
    counters.drops = all.drops;
    return counters;
}

uint32_t
RankTally::Drops(PortIndex index, DropReason reason) const
{
    RankLink* ranks = Ranks();
    if (ranks == nullptr)
    {
        return FabricTally(m_first).DropsAt(index, reason);
    }
    const FabricCuts& cuts = *m_first.cuts->Cuts();
    uint32_t here = 0;
    for (uint32_t i = 0; i < cuts.perRank; ++i)
    {
        const FabricState& own = m_first.ShardAt(static_cast<ShardIndex>(cuts.firstHere + i));
        here += own.refused.At(index, reason) + own.lost.At(index, reason);
    }
    uint32_t sum = 0;
    for (const uint32_t part : ranks->Gather({RankCall::PORT, index}, here))
    {
        sum += part;
    }
    return sum;
}

} // namespace mrc
} // namespace ns3
