/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-foresight.h"

#include "ns3/mrc-flow-counts.h"
#include "ns3/mrc-tick.h"
#include "ns3/mrc-user-calendar.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the first tick that is not before an instant */
Instant
FirstTick(Instant at)
{
    return Instant(TickNotBefore(at).GetPicoSeconds());
}

/** @return the begin of the tick in which a moment is, as an ordinary event's user sees the time */
Instant
TickIn(const UserMoment& moment)
{
    return UserMoment::BeginOf(moment.At()).At();
}

} // namespace

bool
GoalForesight::Coming::operator<(const Coming& other) const
{
    if (at < other.at || other.at < at)
    {
        return at < other.at;
    }
    if (entered < other.entered || other.entered < entered)
    {
        return entered < other.entered;
    }
    // Arrivals of an instant come before the completions, which NICs tell last, one after another.
    const uint32_t nic = at.IsWithin() ? turn.at.rank : 0;
    const uint32_t otherNic = other.at.IsWithin() ? other.turn.at.rank : 0;
    return std::tie(isOfAct, nic, number) < std::tie(other.isOfAct, otherNic, other.number);
}

/** A look lies a window and more ahead of what it is for, and that a window behind the last one. */
bool
GoalForesight::IsPossible(const Parts& parts)
{
    return parts.calendar && !(parts.hostDelay < parts.calendar->Reach() + parts.calendar->Reach() +
                                                     ToSpan(TimeStep(4)));
}

GoalForesight::GoalForesight(Parts parts, GoalSteps& steps, Listener& listener)
    : m_parts(std::move(parts)),
      m_steps(steps),
      m_listener(listener),
      m_times(m_parts.node),
      m_reach(m_parts.calendar->Reach())
{
}

/** The simulator may outlive this, and may not call it again. */
GoalForesight::~GoalForesight()
{
    m_parts.calendar->Forget(this);
}

std::vector<GoalPost>
GoalForesight::Begin(Instant now)
{
    m_steps.Begin();
    return Follow(UserMoment::BeginOf(now));
}

void
GoalForesight::End(const GoalTurn& turn, Instant at, bool isGood)
{
    if (!isGood && !std::exchange(m_meetsAll, true))
    {
        for (const Coming& coming : m_coming)
        {
            m_listener.MayEnd(coming.at);
        }
    }
    Add({at, at, true, 0, GoalEvent::END, turn, isGood, false});
}

void
GoalForesight::Arrive(const GoalTurn& turn, Instant now)
{
    AddArrival(turn, now, now, false);
}

/** The receiver's host hears at a tick. @param entered when that is scheduled @param now likewise
 */
void
GoalForesight::AddArrival(const GoalTurn& turn,
                          const UserMoment& entered,
                          Instant now,
                          bool isOfAct)
{
    const UserMoment at = UserMoment::BeginOf(FirstTick(now + m_parts.hostDelay));
    Add({at, entered, isOfAct, 0, GoalEvent::ARRIVAL, turn, true, false});
}

/** @throws std::logic_error if what happens then has been played */
void
GoalForesight::Add(Coming coming)
{
    if (coming.at < m_played)
    {
        throw std::logic_error("mrc: an operation of rank " + std::to_string(coming.turn.at.rank) +
                               " was foreseen too late, at " + std::to_string(coming.at.At().Ps()) +
                               " ps");
    }
    if (m_meetsAll)
    {
        m_listener.MayEnd(coming.at);
    }
    coming.number = m_number++;
    m_coming.insert(coming);
}

uint64_t
GoalForesight::KeyOf(GoalEvent event, const GoalPlace& at)
{
    static_assert(GOAL_MOST_WORKLOAD_RANKS <= 1U << 30);
    return (uint64_t{at.rank} << 2 | static_cast<uint64_t>(event)) << 32 | at.place;
}

/** @return the moment of what a user schedules at a moment, as NodeLinks does */
UserMoment
GoalForesight::Behind(const UserMoment& at, Span delay) const
{
    const Instant tick = TickIn(at);
    const Instant then = FirstTick(tick + delay);
    return tick < then ? UserMoment::BeginOf(then) : at.Behind();
}

/** @return what is posted at a moment, each entered there */
std::vector<GoalPost>
GoalForesight::Follow(const UserMoment& at)
{
    std::vector<GoalPost> posts;
    for (GoalPost post; m_steps.Next(post);)
    {
        posts.push_back(post);
        Post(post, at);
    }
    return posts;
}

/** What no NIC does tells of its end as it is posted. That is entered amid others, if it is soon.
 */
void
GoalForesight::Post(const GoalPost& post, const UserMoment& at)
{
    const GoalOperation& operation = post.turn.operation;
    m_posted += post.isSignal ? 0 : 1;
    ++m_active;
    const auto add = [&](Instant then, GoalEvent event, bool isInside) {
        const UserMoment moment = Behind(at, then - TickIn(at));
        if (moment.At() < at.At() + m_reach && !m_parts.calendar->IsForOrdinary(moment.At()))
        {
            m_parts.calendar->Foresee(moment);
        }
        Add({moment, at, true, 0, event, post.turn, true, isInside});
    };
    if (post.isOfCpu)
    {
        const Span length = Nanos(static_cast<int64_t>(post.Length()));
        const Instant begin = m_times.Occupy(operation.rank, operation.cpu, length, TickIn(at));
        if (!post.isSignal)
        {
            add(begin, GoalEvent::BEGIN, false);
        }
        add(begin + length, post.isSignal ? GoalEvent::TURN : GoalEvent::END, false);
        return;
    }
    if (m_parts.node.Holds(operation.rank, operation.peer))
    {
        add(m_times.Send(operation.rank, post.Length(), TickIn(at)), GoalEvent::END, true);
        return;
    }
    if (!m_parts.calendar->IsForOrdinary(at.At())) // all shards stand there
    {
        m_listener.WillPost(post, at);
    }
}

/** Plays the first of what comes. */
void
GoalForesight::PlayFirst()
{
    const Coming first = *m_coming.begin();
    m_coming.erase(m_coming.begin());
    m_played = first.at;
    if (first.isInside)
    {
        AddArrival(first.turn, first.at, TickIn(first.at), true);
    }
    m_active -= first.event == GoalEvent::TURN || first.event == GoalEvent::END ? 1 : 0;
    if (first.isGood)
    {
        m_steps.Tell(first.event, first.turn);
        m_posts.emplace(KeyOf(first.event, first.turn.at), Follow(first.at));
    }
    if (m_active == 0 && m_posted == m_parts.flows)
    {
        m_listener.MayEnd(first.at);
    }
}

/** @throws std::logic_error if nobody has foreseen that */
std::vector<GoalPost>
GoalForesight::Take(GoalEvent event, const GoalTurn& turn)
{
    // Threads that take turns know no sooner.
    auto found = m_posts.find(KeyOf(event, turn.at));
    for (; found == m_posts.end(); found = m_posts.find(KeyOf(event, turn.at)))
    {
        if (m_coming.empty())
        {
            throw std::logic_error("mrc: nobody has foreseen what happens to an operation of "
                                   "rank " +
                                   std::to_string(turn.at.rank));
        }
        PlayFirst();
    }
    std::vector<GoalPost> posts = std::move(found->second);
    m_posts.erase(found);
    return posts;
}

void
GoalForesight::GoOn(Instant now)
{
    while (!m_coming.empty() && m_coming.begin()->at.At() < now + m_parts.hostDelay)
    {
        PlayFirst();
    }
    LookLater();
}

/** What comes later is played before a window begins that reaches there. */
void
GoalForesight::LookLater()
{
    if (m_coming.empty())
    {
        return;
    }
    const Span before = m_reach + ToSpan(TimeStep(1));
    const Instant at = UserMoment::BeginOf(m_coming.begin()->at.At() - before).At();
    if (at < m_look && !m_parts.calendar->IsForOrdinary(at))
    {
        m_look = at;
        m_parts.calendar->Enter(at, this, [this, at] { Look(at); });
    }
}

/** An earlier look may have taken the place of this one. */
void
GoalForesight::Look(Instant at)
{
    if (at == m_look)
    {
        m_look = Instant::Never();
        GoOn(at);
    }
}

} // namespace mrc
} // namespace ns3
