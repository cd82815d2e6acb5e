/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONSERVATION_H
#define MRC_CONSERVATION_H

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-stock-packet.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** The events of one port and its link, and the frames in them. */
struct LinkBook
{
    int64_t arrived{0};     //!< frames at the far end
    int64_t endedThere{0};  //!< of these, dropped as they arrived
    int64_t endedBefore{0}; //!< frames that the port refused, or that it or the link lost
    int64_t dropped{0};     //!< frames dropped at either end or between, as the port's counter says
    int64_t waiting{0};     //!< frames in the port's queues
    int64_t onLink{0};      //!< frames between their first bit here and their admission there
    int64_t held{0};        //!< of them, those that a pause holds
    int64_t made{0};        //!< pause frames that the port made, less those that the port took;
                            //!< and ICMPv6 errors of its switch
    int64_t stock{0};       //!< of both, those that carry a stock packet
    int64_t bytes{0};       //!< of the frames in the port's queues
    int64_t backlog{0};     //!< bytes of the port's queues, by the port's own count
    int64_t share{0};       //!< of the backlog, those that lie in the switch's shared buffer
    int64_t buffer{-1};     //!< bytes that the switch's buffer says are used; -1: there is none
};

/** The events of a fabric, and the frames in it, at one instant. */
struct FabricBooks
{
    std::vector<LinkBook> links; //!< by port
    int64_t live{0};             //!< frames of the pool that are in use
    int64_t livePackets{0};      //!< stock packets that are in use
    int64_t reasons{0};          //!< drops, summed over their reasons
    bool atRest{false};          //!< nothing is to happen any more
};

/** Adds one frame and those behind it. @return how many there are */
inline int64_t
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
inline LinkBook
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
            book.share += fabric.State().buffers.Share(where).Shared(port.bytes[where]);
        }
    }
    if (const PauseState& pauses = fabric.State().pauses; pauses.Any())
    {
        const PausedPort& paused = pauses.Port(index);
        book.held = CountFrames(fabric, paused.head, book, book.bytes); // apart from the queues
        book.waiting += book.held;
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
inline uint32_t
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

/** When a fabric is looked at. */
struct Moment
{
    Instant now;
    bool atRest{false}; //!< no event waits

    /** @return this moment of a kernel's simulation, which is not over */
    static Moment Of(const HotKernel& kernel)
    {
        return {kernel.Now(), kernel.IsEmpty()};
    }
};

/** @return all books of a fabric */
inline FabricBooks
ReadBooks(Fabric& fabric, const Moment& moment)
{
    FabricBooks books;
    books.atRest = moment.atRest;
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

/** Compares books with the rules of any fabric at any instant. */
class Audit
{
  public:
    /**
     * @param books events of a fabric, and frames in it
     * @param topology of that fabric
     */
    Audit(const FabricBooks& books, const Topology& topology)
        : m_books(books),
          m_topology(topology)
    {
    }

    /** @return the sums that do not add up, each a line that names the place; empty: all does */
    std::vector<std::string> Run()
    {
        const uint32_t nodes = m_topology.NodeCount();
        m_balance.assign(nodes, 0);
        m_share.assign(nodes, 0);
        m_used.assign(nodes, -1);
        for (PortIndex port = 0; port < m_books.links.size(); ++port)
        {
            Add(port);
        }
        for (uint32_t node = m_topology.Spec().nics; node < nodes; ++node)
        {
            const std::string name = NodeName(m_topology, node);
            Equal(m_balance[node], 0, name + ": frames that came less those that left or wait");
            if (m_used[node] >= 0)
            {
                Equal(m_used[node], m_share[node], name + ": bytes of its buffer and its queues");
            }
        }
        Equal(m_books.live, m_inside, "frames in use and frames in queues and on links");
        // Others wait in NICs, which make a frame of a packet as it leaves.
        Equal(std::max(m_books.livePackets, m_stock),
              m_books.livePackets,
              "frames that carry a stock packet and those in use");
        Equal(m_books.reasons, m_drops, "drops by reason and by port");
        if (m_books.atRest)
        {
            Equal(m_inside, m_held, "frames that are left at the end, but in a deadlock of pauses");
            Equal(m_books.livePackets, 0, "stock packets that are left at the end");
        }
        return m_lines;
    }

  private:
    void Add(PortIndex port)
    {
        const LinkBook& book = m_books.links[port];
        const std::string name = PortName(m_topology, port);
        const uint32_t node = m_topology.NodeOf(port);
        const uint32_t far = m_topology.NodeOf(m_topology.Peer(port));
        m_balance[far] += book.arrived - book.endedThere;
        m_balance[node] += book.made;
        m_balance[node] -= book.arrived + book.endedBefore + book.waiting + book.onLink;
        m_share[node] += book.share;
        m_inside += book.waiting + book.onLink;
        m_held += book.held;
        m_stock += book.stock;
        m_drops += book.dropped;
        Equal(book.backlog, book.bytes, name + ": bytes of its queues and of the frames there");
        Equal(book.dropped, book.endedBefore + book.endedThere, name + ": drops and their reasons");
        if (book.buffer >= 0)
        {
            if (m_used[node] >= 0)
            {
                Equal(book.buffer, m_used[node], name + ": one buffer for all ports");
            }
            m_used[node] = book.buffer;
        }
    }

    void Equal(int64_t is, int64_t expected, const std::string& what)
    {
        if (is != expected)
        {
            m_lines.push_back(what + ": " + std::to_string(is) + ", expected " +
                              std::to_string(expected));
        }
    }

    const FabricBooks& m_books;
    const Topology& m_topology;
    std::vector<int64_t> m_balance; //!< by node: frames that came less those that left or wait
    std::vector<int64_t> m_share;   //!< by node: bytes that the node's queues have in its buffer
    std::vector<int64_t> m_used;    //!< by node: bytes of the node's buffer; -1: the node has none
    int64_t m_inside{0};            //!< frames in queues and on links
    int64_t m_held{0};              //!< of these, those that pauses hold
    int64_t m_stock{0};             //!< of these, those that carry a stock packet
    int64_t m_drops{0};             //!< at all ports
    std::vector<std::string> m_lines;
};

/** @throws std::logic_error that names the frames made or lost without a count */
inline void
RequireConservation(Fabric& fabric, const Topology& topology, const Moment& moment)
{
    std::string text;
    for (const std::string& line : Audit(ReadBooks(fabric, moment), topology).Run())
    {
        text += "\n  " + line;
    }
    if (!text.empty())
    {
        throw std::logic_error("not conserved at " + std::to_string(moment.now.Ps()) +
                               " ps:" + text);
    }
}

/** @throws std::logic_error as above */
inline void
RequireConservationOf(Ptr<Network> network)
{
    const NetworkEngine parts = network->Engine();
    RequireConservation(parts.fabric, network->GetTopology(), {parts.kernel.Now(), false});
}

/**
 * Has a network's books audited when its simulation ends: every test that makes a network asks for
 * this.
 *
 * @return the network
 */
inline Ptr<Network>
Audited(Ptr<Network> network)
{
    Simulator::ScheduleDestroy(&RequireConservationOf, network);
    return network;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_CONSERVATION_H */
