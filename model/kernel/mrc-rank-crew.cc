/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-crew.h"

#include "mrc-rank-calls.h"
#include "mrc-telling-shards.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Acts. The other ranks wait for this one, so an error here ends them too. */
template <typename Act>
void
OrEndAll(RankLink& link, Act act)
{
    try
    {
        act();
    }
    catch (const std::exception& error)
    {
        link.Abort(error.what());
    }
}

} // namespace

RankCrew::RankCrew(HotHost& simulator, Parts parts, Span lookAhead)
    : m_simulator(&simulator),
      m_parts(std::move(parts)),
      m_lookAhead(lookAhead),
      m_out(m_parts.link.Count()),
      m_team(static_cast<uint32_t>(m_parts.own.size()), [this](uint32_t own) { RunShard(own); })
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

/** What a thread does in a window. */
void
RankCrew::RunShard(uint32_t own)
{
    // Others fill one half of the boxes while this one empties the other, so no thread waits.
    m_parts.own[own]->Take(m_half ^ 1);
    m_parts.own[own]->Run(m_reached);
}

/** Brings what shards of this process have sent each other there, while they all stand still. */
void
RankCrew::TakeLocal()
{
    for (WindowShard* shard : m_parts.own)
    {
        shard->Take(m_half ^ 1);
    }
}

void
RankCrew::Drain()
{
    OrEndAll(m_parts.link, [this] {
        do
        {
            m_simulator->BetweenRuns();
        } while (Round());
    });
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
    TakeLocal();
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
    const HotClock& clock = m_simulator->Clock();
    Word word{Instant::Never(), Instant::Never(), clock.limit, clock.now};
    for (WindowShard* shard : m_parts.own)
    {
        word.next = std::min(word.next, shard->Next());
        word.meeting = std::min(word.meeting, shard->NextMeeting());
        word.now = std::max(word.now, shard->Host().Clock().now);
        word.fired += shard->Host().Fired();
        // One call anywhere stops all ranks: a listener may act, and all have to stand at its
        // instant.
        word.calls = word.calls || !shard->Calls().empty();
    }
    return word;
}

/** @throws std::runtime_error if ordinary events of that rank are other ones */
void
RankCrew::Fold(Word& all, const Word& word) const
{
    // The limit is the next ordinary event, which the script of each rank makes for itself.
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
    const Word word = OwnWord(); // before the boxes are emptied, which tell of arrivals
    m_half ^= 1;
    for (WindowShard* shard : m_parts.own)
    {
        shard->Fill(m_half);
    }
    for (uint32_t rank = 0; rank < m_out.size(); ++rank)
    {
        m_out[rank].clear();
        if (rank != own)
        {
            PutValue(m_out[rank], word);
            m_parts.member.Pack(rank, m_out[rank]);
        }
    }
    const std::vector<RankBytes> in = m_parts.link.Exchange({RankCall::WINDOW}, m_out);
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
    // The comparison subtracts, as a sum could pass the last instant that there is.
    m_reached = all.next < last - m_lookAhead ? all.next + m_lookAhead : last;
    m_tally.Count(m_reached - all.next,
                  m_lookAhead,
                  all.meeting < all.limit ? WindowEnd::MEETING : WindowEnd::ORDINARY);
    m_team.Run();
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

/** @return the host of this process with the first event of a meeting; null: there is none */
ShardHost*
RankCrew::FirstHost() const
{
    ShardHost* first = nullptr;
    for (WindowShard* shard : m_parts.own)
    {
        const HotEvent* event = shard->Host().FirstOfMeeting();
        if (event != nullptr &&
            (first == nullptr || EarlierHotEvent()(*event, *first->FirstOfMeeting())))
        {
            first = &shard->Host();
        }
    }
    return first;
}

/** Fires all events of one instant, those of all ranks in one order. */
void
RankCrew::Meet(Instant at)
{
    const auto meetings = StandAt(at);
    for (;;)
    {
        ShardHost* first = FirstHost();
        const Turn turn = NextTurn(first == nullptr ? nullptr : first->FirstOfMeeting());
        if (turn.isOver)
        {
            return;
        }
        if (turn.rank != m_parts.link.Own())
        {
            // Users of this rank hear of that event too, since each rank runs the whole script.
            m_parts.member.Hear(turn.rank);
            continue;
        }
        {
            const RankOrders::Acting tells(m_parts.link.Orders(), RankOrders::Part::TELLS);
            first->FireFirstOfMeeting();
        }
        m_parts.member.EndTurn();
    }
}

/** @return the calls of this process in the order of their events; the shards have none any more */
std::vector<WindowCall>
RankCrew::TakeCalls()
{
    std::vector<WindowCall> calls;
    for (WindowShard* shard : m_parts.own)
    {
        std::move(shard->Calls().begin(), shard->Calls().end(), std::back_inserter(calls));
        shard->Calls().clear();
    }
    SortCalls(calls);
    return calls;
}

/** Tells all that is to be told, in the order of the events of all ranks. */
void
RankCrew::Tell()
{
    RankCalls calls(TakeCalls(), m_parts.member, m_parts.link);
    const TellingShards telling(m_parts.shards);
    std::vector<std::unique_ptr<ShardHost::Meeting>> meetings;
    Instant at = Instant::Never();
    while (const HotEvent* first = calls.First())
    {
        // What waits for the next run, or for an ordinary event, moves no clock yet.
        const bool waits = !meetings.empty() && m_simulator->Clock().limit <= first->at;
        if (first->at != at && !waits)
        {
            at = first->at;
            meetings.clear(); // ends before the next one begins
            meetings = StandAt(at);
        }
        calls.TellFirst();
        // Some shards are beyond that time, so what was asked for comes too late.
        if (m_simulator->Clock().limit < m_reached)
        {
            throw std::runtime_error(
                "a listener of an arrival stopped the run, or scheduled an event too early for "
                "other ranks; expected at least ns3::mrc::FabricProfile::HostDelay later");
        }
    }
    calls.RequireNone();
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
    OrEndAll(m_parts.link, [this] { Tell(); });
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
    Instant own = Instant::Never();
    for (const WindowShard* shard : m_parts.own)
    {
        own = std::min(own, shard->Next());
    }
    const std::vector<Instant> all = m_parts.link.Gather({RankCall::EARLIEST}, own);
    return *std::min_element(all.begin(), all.end());
}

uint64_t
RankCrew::FiredCount() const
{
    return m_fired;
}

} // namespace mrc
} // namespace ns3
