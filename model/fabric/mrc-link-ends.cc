/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link-ends.h"

#include "mrc-cut-service.h"
#include "mrc-link-pipe.h"
#include "mrc-port-service.h"

#include "ns3/mrc-rank-link.h"

namespace ns3
{
namespace mrc
{

void
LinkEnds::Advance(PortIndex index, Instant now) const
{
    PortService(sender).Advance(index, sender.Port(index), now);
    // To another process the departures go with the next window.
    if (&sender != &receiver && RanksOf(index) == nullptr)
    {
        // A departure just now, or during events at which the shards stood still, lies in a box.
        // Boxes of windows before have been taken.
        CutService(receiver).TakeAll(CutService(sender));
    }
}

void
LinkEnds::Settle(PortIndex index, Instant now) const
{
    Advance(index, now);
    // Also of a link within one rank, so that a rank that changes a link alone is found.
    if (sender.cuts && sender.cuts->Cuts()->ranks)
    {
        RankMail(m_first).ExchangeFrames(index);
    }
}

void
LinkEnds::CountOrder() const
{
    if (sender.cuts && sender.cuts->Cuts()->ranks)
    {
        sender.cuts->Cuts()->ranks->Orders().Count();
    }
}

Instant
LinkEnds::LastArrival(PortIndex index) const
{
    const Instant here = LinkPipe(receiver, index).LastArrival();
    RankLink* ranks = RanksOf(index);
    if (ranks == nullptr)
    {
        return here;
    }
    const FabricCuts& cuts = *receiver.cuts->Cuts();
    return ranks->Share({RankCall::LINK, index}, cuts.RankOf(cuts.receivers[index]), here);
}

bool
LinkEnds::ActsHere() const
{
    return !sender.cuts || sender.cuts->Cuts()->IsHere(sender.cuts->Own());
}

/** @return the ranks that have to agree, null: one process has both ends */
RankLink*
LinkEnds::RanksOf(PortIndex index) const
{
    if (!sender.cuts)
    {
        return nullptr;
    }
    // In a third process both ends have one state.
    const FabricCuts& cuts = *sender.cuts->Cuts();
    const bool isWithin = cuts.RankOf(cuts.senders[index]) == cuts.RankOf(cuts.receivers[index]);
    return isWithin ? nullptr : cuts.ranks.get();
}

} // namespace mrc
} // namespace ns3
