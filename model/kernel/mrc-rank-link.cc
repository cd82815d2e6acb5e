/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-link.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t SHORT = 4096; // bytes that are rather copied than sent by themselves

} // namespace

std::string
TextOf(const RankTopic& topic)
{
    // In the order of RankCall.
    static constexpr const char* NAMES[] = {"the next window",
                                            "the first event",
                                            "a turn",
                                            "news for users",
                                            "counters of queue pair ",
                                            "counters of queue pairs from ",
                                            "RoCEv2's counters of queue pair ",
                                            "counters of port ",
                                            "counters of all ports",
                                            "rows of a table",
                                            "recovery times",
                                            "packets that were late",
                                            "the wall time",
                                            "memory",
                                            "a change of port ",
                                            "what users hear of a window",
                                            "the last events before users act",
                                            "the state of queue pair ",
                                            "the EVs of queue pair ",
                                            "the parts of the fabric",
                                            "loops that came back",
                                            "its end"};
    const std::string name = NAMES[static_cast<unsigned>(topic.call)];
    return name.back() == ' ' ? name + std::to_string(topic.subject) : name;
}

RankLink::RankLink(std::unique_ptr<RankWire> wire, std::size_t mostBytes)
    : m_wire(std::move(wire)),
      m_mostBytes(mostBytes),
      m_outgoing(m_wire->Count())
{
    if (m_mostBytes < sizeof(Head))
    {
        throw std::invalid_argument("mrc: pieces of " + std::to_string(m_mostBytes) +
                                    " bytes between ranks; expected at least " +
                                    std::to_string(sizeof(Head)));
    }
}

RankLink::~RankLink()
{
    // Behind an error the other ranks may be gone, and End would wait for them for ever.
    if (!m_isOver && std::uncaught_exceptions() == 0)
    {
        End();
    }
}

void
RankLink::End()
{
    Exchange({RankCall::END}, std::vector<RankBytes>(Count()));
    m_isOver = true;
    m_wire->Close();
}

void
RankLink::Abort(const std::string& why)
{
    m_isOver = true;
    m_wire->Abort(why);
    std::terminate(); // the wire has ended the process
}

void
RankLink::Begin(RankTopic topic)
{
    if (m_isOver)
    {
        throw std::logic_error("mrc: ranks were asked for " + TextOf(topic) +
                               " after their network ended; expected it before");
    }
    // Each message carries this head, so a receiver can tell which call a sender is in.
    ++m_head.count;
    ++m_calls[static_cast<unsigned>(topic.call)];
    m_orders.Count();
    if (topic.call == RankCall::WINDOW)
    {
        m_orders.Restart();
    }
    m_head.last = m_head.topic;
    m_head.topic = topic;
}

/** Sends nothing to this rank itself. */
void
RankLink::Send(uint32_t to, const void* first, std::size_t bytes)
{
    if (to == Own())
    {
        return;
    }
    Head head = m_head;
    // The receiver knows by this size when the last piece has come.
    head.bytes = bytes;
    RankBytes& beginning = m_outgoing[to];
    beginning.clear();
    PutValue(beginning, head);
    const auto* next = static_cast<const uint8_t*>(first);
    // A message of its own costs more than a short copy, so what is short travels with the head.
    if (bytes <= SHORT && sizeof(Head) + bytes <= m_mostBytes)
    {
        beginning.insert(beginning.end(), next, next + bytes);
        bytes = 0;
    }
    m_wire->Send(to, beginning.data(), beginning.size());
    while (bytes != 0)
    {
        const std::size_t piece = std::min(bytes, m_mostBytes);
        m_wire->Send(to, next, piece);
        next += piece;
        bytes -= piece;
    }
}

RankBytes
RankLink::Receive(uint32_t from)
{
    RankBytes beginning = m_wire->Receive(from);
    RankReader reader(beginning);
    const auto head = reader.Take<Head>();
    Check(from, head);
    beginning.erase(beginning.begin(), beginning.begin() + sizeof(Head)); // a short one, or none
    RankBytes all = std::move(beginning);
    while (all.size() < head.bytes)
    {
        RankBytes piece = m_wire->Receive(from);
        if (all.empty())
        {
            // Most messages have one piece, which needs no copy.
            all = std::move(piece);
            all.reserve(head.bytes);
            continue;
        }
        all.insert(all.end(), piece.begin(), piece.end());
    }
    return all;
}

void
RankLink::Receive(uint32_t from, void* to, std::size_t bytes)
{
    if (from == Own())
    {
        return;
    }
    const RankBytes in = Receive(from);
    // Ranks that run different programs would else read what is not there.
    if (in.size() != bytes)
    {
        Abort("rank " + std::to_string(from) + " sends " + std::to_string(in.size()) +
              " bytes, not " + std::to_string(bytes) + "; expected one program in all ranks");
    }
    std::memcpy(to, in.data(), bytes);
}

/** The first message of another call tells of the mistake; ranks do not wait for each other. */
void
RankLink::Check(uint32_t from, const Head& head)
{
    if (head.topic.call == m_head.topic.call && head.topic.subject == m_head.topic.subject &&
        head.count == m_head.count)
    {
        return;
    }
    Abort("ranks ask for different things; " + WordsOf(from, head) + ", " + WordsOf(Own(), m_head) +
          "; expected the same calls in all ranks, none behind ns3::mrc::IsFirstRank");
}

/** A call that one rank alone made may have been the one before. */
std::string
RankLink::WordsOf(uint32_t rank, const Head& head)
{
    std::string words = "rank " + std::to_string(rank) + " for " + TextOf(head.topic);
    words += " (call " + std::to_string(head.count);
    return words + (head.count > 1 ? ", behind " + TextOf(head.last) : "") + ")";
}

std::vector<RankBytes>
RankLink::Exchange(RankTopic topic, const std::vector<RankBytes>& out)
{
    Begin(topic);
    for (uint32_t to = 0; to < Count(); ++to)
    {
        Send(to, out[to].data(), out[to].size());
    }
    // Sends do not block, so all ranks may send before any of them receives.
    std::vector<RankBytes> in(Count());
    for (uint32_t from = 0; from < Count(); ++from)
    {
        if (from != Own())
        {
            in[from] = Receive(from);
        }
    }
    m_wire->Flush();
    return in;
}

RankBytes
RankLink::ShareBytes(RankTopic topic, uint32_t from, const RankBytes& own)
{
    const std::vector<RankBytes> none(Count());
    if (from == Own())
    {
        // Ranks that have nothing to tell take part too, so that a missing call shows at once.
        Exchange(topic, std::vector<RankBytes>(Count(), own));
        return own;
    }
    return Exchange(topic, none)[from];
}

RankBytes
RankLink::SpreadBytes(RankTopic topic, uint32_t from, const RankBytes& own)
{
    Begin(topic);
    for (uint32_t to = 0; from == Own() && to < Count(); ++to)
    {
        Send(to, own.data(), own.size());
    }
    RankBytes bytes = from == Own() ? own : Receive(from);
    m_wire->Flush();
    return bytes;
}

} // namespace mrc
} // namespace ns3
