/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-crew.h"

#include "mrc-telling-shards.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

RankCrew::RankCrew(HotHost& simulator, Parts parts, Span lookAhead)
    : m_simulator(&simulator),
      m_parts(std::move(parts)),
      m_lookAhead(lookAhead)
{
    m_simulator->SetCrew(*this);
}

RankCrew::~RankCrew()
{
    if (m_simulator != nullptr)
    {
        m_simulator->EndCrew();
    }
}

void
RankCrew::Release()
{
    m_simulator = nullptr;
}

WindowShard&
RankCrew::Own() const
{
    return *m_parts.shards[m_parts.link.Own()];
}

/** The other ranks wait for this one, so an error here ends them too. */
void
RankCrew::Drain()
{
    try
    {
        do
        {
            m_simulator->BetweenRuns();
        } while (Round());
    }
    catch (const std::exception& error)
    {
        m_parts.link.Abort(error.what());
    }
}

/**
 * Goes through one window, or one instant at which users hear.
 *
 * @return whether there may be more before the simulator's limit
 */
bool
RankCrew::Round()
{
    const Word all = Agree();
    if (!all.calls && all.next < std::min(all.meeting, all.limit))
    {
        RunWindow(all);
        return true;
    }
    Settle(all.now);
    if (all.calls)
    {
        Tell(); // which may lower the limit
    }
    else if (all.next < all.limit)
    {
        Meet(all.meeting);
    }
    else
    {
        return false;
    }
    return true;
}

RankCrew::Word
RankCrew::OwnWord()
{
    Word word;
    word.next = Own().Next();
    word.meeting = Own().NextMeeting();
    word.limit = m_simulator->Clock().limit;
    word.now = std::max(Own().Host().Clock().now, m_simulator->Clock().now);
    word.fired = Own().Host().Fired();
    word.calls = !Own().Calls().empty();
    return word;
}

/** @throws std::runtime_error if ordinary events of that rank are other ones */
void
RankCrew::Fold(Word& all, const Word& word) const
{
    if (word.limit != all.limit)
    {
        throw std::runtime_error("ordinary events of ranks differ, as with a signal that one of "
                                 "them got; expected the same program and input everywhere");
    }
    all.next = std::min(all.next, word.next);
    all.meeting = std::min(all.meeting, word.meeting);
    all.now = std::max(all.now, word.now);
    all.fired += word.fired;
    all.calls = all.calls || word.calls;
}

/** Exchanges frames and words. @return what holds for all ranks */
RankCrew::Word
RankCrew::Agree()
{
    const uint32_t own = m_parts.link.Own();
    std::vector<RankBytes> out(m_parts.link.Count());
    const Word word = OwnWord(); // before the boxes are emptied, which tell of arrivals
    Own().Fill(0);
    for (uint32_t rank = 0; rank < out.size(); ++rank)
    {
        if (rank != own)
        {
            PutValue(out[rank], word);
            m_parts.member.Pack(rank, out[rank]);
        }
    }
    const std::vector<RankBytes> in = m_parts.link.Exchange({RankCall::WINDOW}, out);
    Word all = word;
    for (uint32_t rank = 0; rank < in.size(); ++rank)
    {
        if (rank != own)
        {
            RankReader reader(in[rank]);
            Fold(all, reader.Take<Word>());
            m_parts.member.Unpack(reader);
        }
    }
    m_fired = all.fired;
    return all;
}

void
RankCrew::RunWindow(const Word& all)
{
    const Instant last = std::min(all.meeting, all.limit);
    m_reached = all.next < last - m_lookAhead ? all.next + m_lookAhead : last;
    ++m_windows;
    Own().Run(m_reached);
}

/** @return to be kept while all clocks of this process stand at an instant */
std::vector<std::unique_ptr<ShardHost::Meeting>>
RankCrew::StandAt(Instant at)
{
    m_simulator->Clock().now = at;
    std::vector<std::unique_ptr<ShardHost::Meeting>> meetings;
    for (WindowShard* shard : m_parts.shards)
    {
        meetings.push_back(std::make_unique<ShardHost::Meeting>(shard->Host(), at));
    }
    return meetings;
}

/** @return the rank with the first event. @param own the first one of this rank, null: none */
RankCrew::Turn
RankCrew::NextTurn(const HotEvent* own)
{
    Turn mine;
    mine.rank = m_parts.link.Own();
    if (own != nullptr)
    {
        mine.event = *own;
        mine.isOver = false;
    }
    Turn first;
    for (const Turn& turn : m_parts.link.Gather({RankCall::TURN}, mine))
    {
        if (!turn.isOver && (first.isOver || EarlierHotEvent()(turn.event, first.event)))
        {
            first = turn;
        }
    }
    return first;
}

/** Fires all events of one instant, those of all ranks in one order. */
void
RankCrew::Meet(Instant at)
{
    const auto meetings = StandAt(at);
    ShardHost& host = Own().Host();
    for (Turn turn = NextTurn(host.FirstOfMeeting()); !turn.isOver;
         turn = NextTurn(host.FirstOfMeeting()))
    {
        if (turn.rank != m_parts.link.Own())
        {
            m_parts.member.Hear(turn.rank);
            continue;
        }
        host.FireFirstOfMeeting();
        m_parts.member.EndTurn();
    }
}

/** Tells all that is to be told, in the order of the events of all ranks. */
void
RankCrew::Tell()
{
    std::vector<WindowCall> calls;
    calls.swap(Own().Calls());
    SortCalls(calls);
    const TellingShards telling(m_parts.shards);
    std::vector<std::unique_ptr<ShardHost::Meeting>> meetings;
    auto call = calls.begin();
    const auto next = [&] { return NextTurn(call == calls.end() ? nullptr : &call->during); };
    for (Turn turn = next(); !turn.isOver; turn = next())
    {
        meetings.clear(); // ends before the next one begins
        meetings = StandAt(turn.event.at);
        if (turn.rank == m_parts.link.Own())
        {
            call->tell();
            ++call;
            m_parts.member.EndTurn();
        }
        else
        {
            m_parts.member.Hear(turn.rank);
        }
        if (m_simulator->Clock().limit < m_reached)
        {
            throw std::runtime_error(
                "a listener of an arrival stopped the run, or scheduled an event too early for "
                "other ranks; expected at least ns3::mrc::FabricProfile::HostDelay later");
        }
    }
}

void
RankCrew::TellRest()
{
    if (m_simulator == nullptr)
    {
        return; // the simulator went first, in all ranks alike
    }
    m_reached = Instant(); // no window may be cut short any more
    const Instant now = m_simulator->Clock().now;
    Tell();
    Settle(now);
}

/** Outside hot events all clocks of all ranks show the time of the last event anywhere. */
void
RankCrew::Settle(Instant now)
{
    for (WindowShard* shard : m_parts.shards)
    {
        shard->Host().Clock().now = now;
    }
    m_simulator->Clock().now = now;
}

Instant
RankCrew::Earliest() const
{
    const std::vector<Instant> all = m_parts.link.Gather({RankCall::EARLIEST}, Own().Next());
    return *std::min_element(all.begin(), all.end());
}

uint64_t
RankCrew::FiredCount() const
{
    return m_fired;
}

} // namespace mrc
} // namespace ns3
