/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link-ends.h"

#include "mrc-cut-service.h"
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
    if (&sender != &receiver && !Ranks())
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
    if (RankLink* ranks = sender.cuts ? sender.cuts->Cuts()->ranks.get() : nullptr)
    {
        RankMail(*m_first.shards[ranks->Own()]).ExchangeFrames(index);
    }
}

Instant
LinkEnds::LastArrival(PortIndex index) const
{
    const FrameIndex last =
        receiver.Link(index).pipeHead == NO_FRAME ? NO_FRAME : receiver.Link(index).pipeTail;
    const Instant here = last == NO_FRAME ? Instant() : receiver.pool.At(last).at;
    RankLink* ranks = Ranks();
    return ranks == nullptr ? here
                            : ranks->Share({RankCall::LINK, index}, receiver.cuts->Own(), here);
}

bool
LinkEnds::ActsHere() const
{
    const RankLink* ranks = sender.cuts ? sender.cuts->Cuts()->ranks.get() : nullptr;
    return ranks == nullptr || ranks->Own() == sender.cuts->Own();
}

/** @return the ranks that have to agree, null: one process has both ends */
RankLink*
LinkEnds::Ranks() const
{
    return &sender == &receiver ? nullptr : sender.cuts->Cuts()->ranks.get();
}

} // namespace mrc
} // namespace ns3
