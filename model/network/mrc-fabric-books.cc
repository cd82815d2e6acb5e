/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-books.h"

#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-fabric-state.h"
#include "ns3/mrc-stock-packet.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Adds one frame and those behind it. @return how many there are */
int64_t
CountFrames(Fabric& fabric, FrameIndex first, LinkBook& book, int64_t& bytes)
{
    int64_t frames = 0;
    for (FrameIndex i = first; i != NO_FRAME; i = fabric.Pool().At(i).next)
    {
        ++frames;
        bytes += fabric.Pool().At(i).size;
        book.stock += IsStock(fabric.Pool().DatagramAt(i));
    }
    return frames;
}

/** @return the book of a port */
LinkBook
ReadLinkBook(Fabric& fabric, PortIndex index, Instant now)
{
    LinkBook book;
    // Read first: the answer brings all ports of the switch up to date.
    const SharedBuffer* buffer = fabric.Onlookers().Buffer(index, now);
    const PortState& port = fabric.State().Port(index);
    for (const TrafficClass where : ALL_CLASSES)
    {
        book.waiting += CountFrames(fabric, port.head[where], book, book.bytes);
        book.backlog += port.bytes[where];
        if (buffer != nullptr)
        {
            const SwitchBuffers& all = fabric.State().buffers;
            book.share += all.Share(where).Shared(SwitchBuffers::Waiting(port, where));
        }
    }
    if (const PauseState& pauses = fabric.State().pauses; pauses.Any())
    {
        const PausedPort& paused = pauses.Port(index);
        book.held = CountFrames(fabric, paused.head, book, book.bytes); // apart from the queues
        book.waiting += book.held;
        book.lossless = static_cast<int64_t>(pauses.Use(index).shared); // not those in headroom
        book.made = static_cast<int64_t>(paused.counters.sent) -
                    static_cast<int64_t>(paused.counters.received);
    }
    book.made += fabric.Tally().ErrorsFrom(index);
    book.buffer = buffer != nullptr ? static_cast<int64_t>(buffer->Used()) : -1;
    int64_t flying = 0;
    book.onLink = CountFrames(fabric, fabric.State().Link(index).pipeHead, book, flying);
    const PortCounters counters = fabric.Tally().Counters(index);
    book.arrived = counters.frames;
    book.dropped = counters.drops;
    for (unsigned code = 0; code < DROP_REASONS; ++code)
    {
        const auto reason = static_cast<DropReason>(code);
        (EndsAtFarEnd(reason) ? book.endedThere : book.endedBefore) +=
            fabric.Tally().DropsAt(index, reason);
    }
    return book;
}

/**
 * Adds the frames that a shard has sent to others, which have not taken them yet. Between windows
 * there is one only if something made a port of a cut link decide.
 *
 * @return those of the pool that are in use by this shard's count; only the sum of all shards tells
 */
uint32_t
AddShard(FabricState& shard, std::vector<LinkBook>& links)
{
    for (ShardIndex to = 0; to < shard.cuts->Cuts()->shards; ++to)
    {
        for (const unsigned half : {0, 1})
        {
            for (const CutMail& mail : shard.cuts->Sent(to, half).mail)
            {
                ++links[mail.link].onLink;
            }
        }
    }
    return shard.pool.Live();
}

} // namespace

FabricBooks
ReadBooks(Fabric& fabric, const Moment& moment)
{
    FabricBooks books;
    books.atRest = moment.atRest;
    // Accounts of lossless frames belong to the far switch. So all switches are brought up to date
    // first.
    for (PortIndex port = 0; port < fabric.Tally().PortCount(); ++port)
    {
        fabric.Onlookers().Buffer(port, moment.now);
    }
    for (PortIndex port = 0; port < fabric.Tally().PortCount(); ++port)
    {
        books.links.push_back(ReadLinkBook(fabric, port, moment.now));
    }
    const std::vector<FabricState*>& shards = fabric.State().shards;
    uint32_t live = shards.empty() ? fabric.Pool().Live() : 0;
    for (FabricState* shard : shards)
    {
        live += AddShard(*shard, books.links); // modulo 2^32
    }
    books.live = live;
    books.livePackets = static_cast<int64_t>(fabric.Stock().Live());
    for (unsigned code = 0; code < DROP_REASONS; ++code)
    {
        books.reasons += fabric.Tally().Drops(static_cast<DropReason>(code));
    }
    return books;
}

} // namespace mrc
} // namespace ns3
