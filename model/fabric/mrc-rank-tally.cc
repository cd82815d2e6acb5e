/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-tally.h"

#include "mrc-fabric-tally.h"

#include "ns3/mrc-rank-link.h"

#include <algorithm>
#include <utility>
#include <vector>

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
        part.trims = sender.TrimsOf(index);
    }
    if (cuts.IsHere(cuts.receivers[index]))
    {
        const FabricState& receiver = first.ShardAt(cuts.receivers[index]);
        const LinkState& link = receiver.links[index];
        part.fingerprint = link.fingerprint;
        part.bytes = link.bytes;
        part.frames = link.frames;
    }
    // Drops are counted by the shard where they happened, which may be that of either end.
    for (uint32_t i = 0; i < cuts.perRank; ++i)
    {
        const FabricState& own = first.ShardAt(static_cast<ShardIndex>(cuts.firstHere + i));
        part.drops += own.refused.AllAt(index) + own.lost.AllAt(index);
    }
    return part;
}

/** Adds the counters of a port, of a part of one, or of the ports of a process; no fingerprint. */
template <class Counters>
void
AddTo(FabricTotals& totals, const Counters& counters)
{
    totals.frames += counters.frames;
    totals.marks += counters.marks;
    totals.trims += counters.trims;
    totals.drops += counters.drops;
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
    // The two ends of a link may be in two processes, and each counts what its own end has seen.
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
    // Sums come first and are mixed once, as one process does.
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
        // Drops are counted by the shard where they happened, whichever end that has.
        here += own.refused.At(index, reason) + own.lost.At(index, reason);
    }
    uint32_t sum = 0;
    for (const uint32_t part : ranks->Gather({RankCall::PORT, index}, here))
    {
        sum += part;
    }
    return sum;
}

/** @return the part of this process in what all links have done, no fingerprint */
FabricTotals
RankTally::Here() const
{
    FabricTotals here;
    for (PortIndex port = 0; port < m_first.ports.size(); ++port)
    {
        AddTo(here, PartOf(m_first, port));
    }
    return here;
}

/**
 * The hash needs the links in their order, and ranks have every other one. So they go through all
 * in slices, and no rank ever holds the ends of others.
 */
uint64_t
RankTally::Folded(RankLink& ranks) const
{
    constexpr PortIndex slice = 4096;
    const FabricCuts& cuts = *m_first.cuts->Cuts();
    const auto ports = static_cast<PortIndex>(m_first.ports.size());
    uint64_t all = 0;
    for (PortIndex begin = 0; begin < ports; begin += slice)
    {
        const PortIndex end = std::min(begin + slice, ports);
        RankBytes own;
        for (PortIndex port = begin; port < end; ++port)
        {
            PutValue(own, cuts.IsHere(cuts.senders[port]) ? m_first.fates[port] : 0);
            PutValue(own, cuts.IsHere(cuts.receivers[port]) ? m_first.links[port].fingerprint : 0);
        }
        std::vector<RankBytes> parts =
            ranks.Exchange({RankCall::PORTS, begin}, std::vector<RankBytes>(ranks.Count(), own));
        parts[ranks.Own()] = std::move(own);
        std::vector<RankReader> readers(parts.begin(), parts.end());
        for (PortIndex port = begin; port < end; ++port)
        {
            uint64_t fates = 0;
            uint64_t arrivals = 0;
            for (RankReader& reader : readers) // one of them has the sender, and one the receiver
            {
                fates += reader.Take<uint64_t>();
                arrivals += reader.Take<uint64_t>();
            }
            all = Mix(all ^ Mix(Mix(fates) ^ arrivals));
        }
    }
    return all;
}

FabricTotals
RankTally::Totals() const
{
    RankLink* ranks = Ranks();
    FabricTotals totals;
    if (ranks == nullptr)
    {
        const FabricTally tally(m_first);
        for (PortIndex port = 0; port < tally.PortCount(); ++port)
        {
            AddTo(totals, tally.Counters(port));
        }
        totals.fingerprint = tally.Fingerprint();
        return totals;
    }
    // Sums need no order, so each rank adds up its own ports first; the hash below needs one.
    for (const FabricTotals& part : ranks->Gather({RankCall::PORTS}, Here()))
    {
        AddTo(totals, part);
    }
    totals.fingerprint = Folded(*ranks);
    return totals;
}

bool
IsSenderHere(const FabricState& state, PortIndex port)
{
    return !state.cuts || state.cuts->Cuts()->IsHere(state.cuts->Cuts()->senders[port]);
}

} // namespace mrc
} // namespace ns3
