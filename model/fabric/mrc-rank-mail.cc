/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-mail.h"

#include "mrc-link-pipe.h"

#include "ns3/mrc-rank-link.h"
#include "ns3/mrc-stock-packet.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** The counters of the sender's end of a link. */
struct SenderFigures
{
    uint64_t fates;
    uint32_t marks;
    uint32_t trims;
};

/** The counters of the receiver's end. */
struct ReceiverFigures
{
    uint64_t fingerprint;
    uint64_t bytes;
    uint32_t frames;
};

/** Reads a table of drops that RankMail has packed. */
DropTable
UnpackDrops(RankReader& in)
{
    DropTable drops;
    for (auto left = in.Take<uint32_t>(); left != 0; --left)
    {
        const auto port = in.Take<PortIndex>();
        for (unsigned i = 0; i < DROP_REASONS; ++i)
        {
            drops.Add(port, static_cast<DropReason>(i), in.Take<uint32_t>());
        }
    }
    return drops;
}

} // namespace

void
RankMail::PackFrames(ShardIndex to, RankBytes& out) const
{
    CutLinks::Box& box = m_state.cuts->Sent(to, 0);
    for (const CutMail& mail : box.mail)
    {
        if (IsStock(m_state.pool.DatagramAt(mail.frame)))
        {
            // What Install has refused: the packet itself is an object of this process.
            throw std::logic_error("mrc: a stock packet on its way to another rank; expected one "
                                   "rank");
        }
        const HopRecords* records = m_state.pool.TrailerOf(mail.frame);
        PutValue(out, mail.link);
        PutValue(out, m_state.pool.At(mail.frame));
        PutValue(out, m_state.pool.DatagramAt(mail.frame));
        if (records != nullptr)
        {
            PutValue(out, *records);
        }
        m_state.pool.Release(mail.frame);
    }
    box.mail.clear();
}

void
RankMail::UnpackFrames(RankReader& in) const
{
    while (in.HasMore())
    {
        const auto link = in.Take<PortIndex>();
        const FrameIndex index = m_state.pool.Allocate();
        Frame& frame = m_state.pool.At(index);
        frame = in.Take<Frame>();
        m_state.pool.DatagramAt(index) = in.Take<Datagram>();
        if (HopRecords* records = m_state.pool.TrailerOf(index))
        {
            *records = in.Take<HopRecords>();
        }
        LinkPipe(m_state, link).Join(index, frame, frame.at);
    }
}

/** All ranks do so: each one knows the frames of its own shard alone. */
void
RankMail::ExchangeFrames(PortIndex why) const
{
    RankLink& ranks = *m_state.cuts->Cuts()->ranks;
    std::vector<RankBytes> out(ranks.Count());
    for (ShardIndex to = 0; to < out.size(); ++to)
    {
        if (to != m_state.cuts->Own())
        {
            PackFrames(to, out[to]);
        }
    }
    for (const RankBytes& bytes : ranks.Exchange({RankCall::LINK, why}, out))
    {
        RankReader reader(bytes);
        UnpackFrames(reader);
    }
}

void
RankMail::PackDrops(const DropTable& drops, RankBytes& out) const
{
    std::vector<PortIndex> ports;
    for (PortIndex port = 0; port < m_state.ports.size(); ++port)
    {
        if (drops.AllAt(port) != 0)
        {
            ports.push_back(port);
        }
    }
    PutValue(out, static_cast<uint32_t>(ports.size()));
    for (const PortIndex port : ports)
    {
        PutValue(out, port);
        for (unsigned i = 0; i < DROP_REASONS; ++i)
        {
            PutValue(out, drops.At(port, static_cast<DropReason>(i)));
        }
    }
}

/** Marks are those up to now: only this process knows which the last sweep has decided early. */
void
RankMail::PackCounters(RankBytes& out) const
{
    const FabricCuts& cuts = *m_state.cuts->Cuts();
    const ShardIndex own = m_state.cuts->Own();
    const Instant now = m_state.kernel->Now();
    for (PortIndex i = 0; i < m_state.ports.size(); ++i)
    {
        if (cuts.senders[i] == own)
        {
            const PortState& port = m_state.ports[i];
            const uint32_t ahead = m_state.cuts->Swept().MarksAhead(i, now);
            PutValue(out, SenderFigures{m_state.fates[i], port.marks - ahead, port.trims});
        }
        if (cuts.receivers[i] == own)
        {
            const LinkState& link = m_state.links[i];
            PutValue(out, ReceiverFigures{link.fingerprint, link.bytes, link.frames});
        }
    }
    PackDrops(m_state.refused, out);
    PackDrops(m_state.lost, out);
}

void
RankMail::UnpackCounters(RankReader& in) const
{
    const FabricCuts& cuts = *m_state.cuts->Cuts();
    const ShardIndex own = m_state.cuts->Own();
    for (PortIndex i = 0; i < m_state.ports.size(); ++i)
    {
        if (cuts.senders[i] == own)
        {
            const auto figures = in.Take<SenderFigures>();
            m_state.fates[i] = figures.fates;
            m_state.ports[i].marks = figures.marks;
            m_state.ports[i].trims = figures.trims;
        }
        if (cuts.receivers[i] == own)
        {
            const auto figures = in.Take<ReceiverFigures>();
            m_state.links[i].fingerprint = figures.fingerprint;
            m_state.links[i].bytes = figures.bytes;
            m_state.links[i].frames = figures.frames;
        }
    }
    m_state.refused = UnpackDrops(in);
    m_state.lost = UnpackDrops(in);
}

void
RequireOneRank(const FabricState& state, const std::string& what)
{
    if (state.cuts && state.cuts->Cuts()->ranks)
    {
        throw std::invalid_argument(what + " with " + std::to_string(state.cuts->Cuts()->shards) +
                                    " ranks; expected one rank");
    }
}

} // namespace mrc
} // namespace ns3
