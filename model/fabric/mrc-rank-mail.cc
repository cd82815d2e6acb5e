/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-mail.h"

#include "mrc-cut-service.h"
#include "mrc-link-pipe.h"

#include "ns3/mrc-rank-link.h"
#include "ns3/mrc-stock-packet.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** The counters of the receiver's end. */
struct ReceiverFigures
{
    uint64_t fingerprint;
    uint64_t bytes;
    uint32_t frames;
};

constexpr std::size_t AHEAD = 8; // frames: as far as CutService looks ahead

/** Packs a frame, which leaves its place. */
void
PackFrame(FabricState& from, const CutMail& mail, RankBytes& out)
{
    if (IsStock(from.pool.DatagramAt(mail.frame)))
    {
        // What Install has refused: the packet itself is an object of this process.
        throw std::logic_error("mrc: a stock packet on its way to another rank; expected one "
                               "rank");
    }
    PutValue(out, mail.link);
    PutValue(out, from.pool.At(mail.frame));
    PutValue(out, from.pool.DatagramAt(mail.frame));
    // All processes have trailers or none has: the profile is one.
    if (const HopRecords* records = from.pool.TrailerOf(mail.frame))
    {
        PutValue(out, *records);
    }
    if (from.follower != nullptr) // in all processes or in none
    {
        PutValue(out, mail.name);
    }
    from.pool.Release(mail.frame);
}

/** Packs how many frames a shard has sent to another one, and the frames. */
void
PackBoxes(FabricState& from, ShardIndex to, RankBytes& out)
{
    CutLinks::Box* const boxes[] = {&from.cuts->Sent(to, 0), &from.cuts->Sent(to, 1)};
    // Boxes come in two halves, of which windows take turns: both may hold mail here.
    PutValue(out, static_cast<uint32_t>(boxes[0]->mail.size() + boxes[1]->mail.size()));
    for (CutLinks::Box* box : boxes)
    {
        for (std::size_t i = 0; i < box->mail.size(); ++i)
        {
            // Frames lie anywhere in the pool, so the next ones are fetched while this one is
            // packed.
            const FrameIndex coming = box->mail[std::min(i + AHEAD, box->mail.size() - 1)].frame;
            __builtin_prefetch(&from.pool.At(coming), 1);
            __builtin_prefetch(&from.pool.DatagramAt(coming));
            PackFrame(from, box->mail[i], out);
        }
        box->mail.clear();
    }
}

/** Puts a frame that PackFrame has packed on its link. */
void
UnpackFrame(FabricState& to, RankReader& in)
{
    const auto link = in.Take<PortIndex>();
    const FrameIndex index = to.pool.Allocate();
    Frame& frame = to.pool.At(index);
    frame = in.Take<Frame>();
    to.pool.DatagramAt(index) = in.Take<Datagram>();
    if (HopRecords* records = to.pool.TrailerOf(index))
    {
        *records = in.Take<HopRecords>();
    }
    if (to.follower != nullptr)
    {
        to.late->SetName(index, in.Take<FrameIndex>());
    }
    LinkPipe(to, link).Join(index, frame, frame.at);
}

/** Packs how many ports have dropped frames, and their counters. */
void
PackTable(const DropTable& drops, PortIndex ports, RankBytes& out)
{
    // Nearly all ports drop nothing, so only the others are sent.
    std::vector<PortIndex> those;
    for (PortIndex port = 0; port < ports; ++port)
    {
        if (drops.AllAt(port) != 0)
        {
            those.push_back(port);
        }
    }
    PutValue(out, static_cast<uint32_t>(those.size()));
    for (const PortIndex port : those)
    {
        PutValue(out, port);
        for (unsigned i = 0; i < DROP_REASONS; ++i)
        {
            PutValue(out, drops.At(port, static_cast<DropReason>(i)));
        }
    }
}

/** Puts the frames of one shard on the links to another one. */
void
UnpackBox(FabricState& to, RankReader& in)
{
    const std::size_t records = to.pool.TrailerOf(0) == nullptr ? 0 : sizeof(HopRecords);
    const std::size_t name = to.follower == nullptr ? 0 : sizeof(FrameIndex);
    const std::size_t each = sizeof(PortIndex) + sizeof(Frame) + sizeof(Datagram) + records + name;
    for (auto left = in.Take<uint32_t>(); left != 0; --left)
    {
        if (left > AHEAD)
        {
            __builtin_prefetch(&to.links[in.Ahead<PortIndex>(AHEAD * each)], 1);
        }
        UnpackFrame(to, in);
    }
}

/** Adds the counters that PackTable has packed. */
void
UnpackTable(DropTable& drops, RankReader& in)
{
    for (auto left = in.Take<uint32_t>(); left != 0; --left)
    {
        const auto port = in.Take<PortIndex>();
        for (unsigned i = 0; i < DROP_REASONS; ++i)
        {
            drops.Add(port, static_cast<DropReason>(i), in.Take<uint32_t>());
        }
    }
}

/** @return whether the receiver of a link is in one rank, and the sender in another one */
bool
Joins(const FabricCuts& cuts, PortIndex link, uint32_t receiver, uint32_t sender)
{
    return cuts.RankOf(cuts.receivers[link]) == receiver &&
           cuts.RankOf(cuts.senders[link]) == sender;
}

} // namespace

const FabricCuts&
RankMail::Cuts() const
{
    return *m_first.cuts->Cuts();
}

/** @return the states of the shards that this process acts for, in their order */
std::vector<FabricState*>
RankMail::ShardsHere() const
{
    std::vector<FabricState*> own;
    for (uint32_t i = 0; i < Cuts().perRank; ++i)
    {
        own.push_back(&m_first.ShardAt(static_cast<ShardIndex>(Cuts().firstHere + i)));
    }
    return own;
}

void
RankMail::PackFrames(uint32_t rank, RankBytes& out) const
{
    const FabricCuts& cuts = Cuts();
    for (FabricState* from : ShardsHere())
    {
        CutService(*from).NameMail();
        for (uint32_t i = 0; i < cuts.perRank; ++i)
        {
            PackBoxes(*from, static_cast<ShardIndex>(rank * cuts.perRank + i), out);
        }
    }
}

void
RankMail::UnpackFrames(RankReader& in) const
{
    const std::vector<FabricState*> own = ShardsHere();
    // Boxes stand in the order in which PackFrames packs them: sender by sender, and for each the
    // receivers.
    while (in.HasMore())
    {
        for (FabricState* to : own)
        {
            UnpackBox(*to, in);
        }
    }
}

/** All ranks do so: each one knows the frames of its own shards alone. */
void
RankMail::ExchangeFrames(PortIndex why) const
{
    RankLink& ranks = *Cuts().ranks;
    std::vector<RankBytes> out(ranks.Count());
    for (uint32_t rank = 0; rank < out.size(); ++rank)
    {
        if (rank != ranks.Own())
        {
            PackFrames(rank, out[rank]);
        }
    }
    for (const RankBytes& bytes : ranks.Exchange({RankCall::LINK, why}, out))
    {
        RankReader reader(bytes);
        UnpackFrames(reader);
    }
}

void
RankMail::PackDrops(RankBytes& out) const
{
    for (const FabricState* own : ShardsHere())
    {
        PackTable(own->refused, static_cast<PortIndex>(own->ports.size()), out);
        PackTable(own->lost, static_cast<PortIndex>(own->ports.size()), out);
    }
}

void
RankMail::UnpackDrops(uint32_t rank, RankReader& in) const
{
    for (uint32_t i = 0; i < Cuts().perRank; ++i)
    {
        FabricState& state = m_first.ShardAt(static_cast<ShardIndex>(rank * Cuts().perRank + i));
        UnpackTable(state.refused, in);
        UnpackTable(state.lost, in);
    }
}

void
RankMail::PackArrivals(uint32_t rank, RankBytes& out) const
{
    for (PortIndex i = 0; i < m_first.ports.size(); ++i)
    {
        // Ports are walked in the same order at both ends, so figures need no names.
        if (Joins(Cuts(), i, Cuts().ranks->Own(), rank))
        {
            const LinkState& link = m_first.links[i];
            PutValue(out, ReceiverFigures{link.fingerprint, link.bytes, link.frames});
        }
    }
}

void
RankMail::UnpackArrivals(uint32_t rank, RankReader& in) const
{
    for (PortIndex i = 0; i < m_first.ports.size(); ++i)
    {
        if (Joins(Cuts(), i, rank, Cuts().ranks->Own()))
        {
            const auto figures = in.Take<ReceiverFigures>();
            m_first.links.Need(i);
            LinkState& link = m_first.links[i];
            link.fingerprint = figures.fingerprint;
            link.bytes = figures.bytes;
            link.frames = figures.frames;
        }
    }
}

void
RankMail::ForgetDrops() const
{
    // Counts of other ranks were added for a report; they come anew with the next one.
    for (FabricState* state : m_first.shards)
    {
        if (!Cuts().IsHere(state->cuts->Own()))
        {
            state->refused = DropTable();
            state->lost = DropTable();
        }
    }
}

void
RequireOneRank(const FabricState& state, const std::string& what)
{
    if (state.cuts && state.cuts->Cuts()->ranks)
    {
        throw std::invalid_argument(what + " with " +
                                    std::to_string(state.cuts->Cuts()->ranks->Count()) +
                                    " ranks; expected one rank");
    }
}

} // namespace mrc
} // namespace ns3
