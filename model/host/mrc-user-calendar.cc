/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-user-calendar.h"

#include "mrc-shard-news.h"

#include "ns3/mrc-window-crew.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t MOST_SPARE = 8192; //!< acts, some 1 MB; own choice

} // namespace

/** While this exists, acts of a moment are called. */
class UserCalendar::Telling
{
  public:
    Telling(UserCalendar& calendar, const UserMoment& moment)
        : m_calendar(calendar)
    {
        m_calendar.m_told = moment;
    }

    ~Telling()
    {
        m_calendar.m_told.reset();
    }

    Telling(const Telling&) = delete;
    Telling& operator=(const Telling&) = delete;

  private:
    UserCalendar& m_calendar;
};

UserCalendar::UserCalendar(Parts parts)
    : m_parts(std::move(parts))
{
}

/** Users count in ticks, which may begin before the act. */
Span
UserCalendar::Reach() const
{
    return m_parts.most() + ToSpan(TimeStep(1));
}

/** What an ordinary event adds to its tick comes behind the others of the tick. */
bool
UserCalendar::IsForOrdinary(Instant tick) const
{
    const bool isInside = m_told || m_parts.simulator.Clock().firing;
    return m_isMerged || (!isInside && tick <= m_parts.simulator.OrdinaryNow());
}

UserMoment
UserCalendar::MomentOf(Instant tick) const
{
    const Instant now = m_parts.simulator.OrdinaryNow();
    if (tick > now)
    {
        return UserMoment::BeginOf(tick);
    }
    if (m_told)
    {
        return *m_told;
    }
    return m_parts.simulator.Clock().firing ? UserMoment::EndOf(now) : UserMoment::BeginOf(now);
}

/** @return the end of the last window: shards are that far */
Instant
UserCalendar::Reached() const
{
    return m_parts.sides.front().news->reached;
}

/** @return whether acts of this moment are called just now */
bool
UserCalendar::IsTold(const UserMoment& moment) const
{
    return m_told && !(*m_told < moment) && !(moment < *m_told);
}

/**
 * @return the entries of a moment, null: shards have passed it without a note, or its acts are
 *         ordinary events
 */
UserCalendar::Entries*
UserCalendar::Open(const UserMoment& moment)
{
    const auto place = m_acts.find(moment);
    if (place != m_acts.end())
    {
        return &place->second;
    }
    return moment.Cut() < Reached() || IsTold(moment) ? nullptr : &m_acts[moment];
}

/**
 * Adds an act. Memory of acts that are over is used again, within bounds: it is near, and large
 * moments need no large blocks.
 */
void
UserCalendar::Put(Entries& entries, Entry entry)
{
    if (m_spare.empty())
    {
        entries.push_back(std::move(entry));
        return;
    }
    m_spare.front() = std::move(entry);
    entries.splice(entries.end(), m_spare, m_spare.begin());
}

/** @return the first act, which is no more among them */
UserCalendar::Entry
UserCalendar::TakeFirst(Entries& entries)
{
    Entry entry = std::move(entries.front());
    if (m_spare.size() < MOST_SPARE)
    {
        m_spare.splice(m_spare.begin(), entries, entries.begin());
    }
    else
    {
        entries.pop_front();
    }
    return entry;
}

bool
UserCalendar::Foresee(const UserMoment& moment)
{
    return !m_isMerged && Open(moment) != nullptr;
}

/** Before hot events that is an ordinary event. Behind them it is the end of a window. */
void
UserCalendar::MeetAt(const UserMoment& moment)
{
    if (m_isMerged || moment.Cut() < Reached())
    {
        return;
    }
    if (moment.IsEnd())
    {
        m_parts.sides.front().news->hearings.push(moment.Cut());
        return;
    }
    m_parts.ordinary.ScheduleIn(*PlaceAt(moment), [] {});
}

/** @return the place that an ordinary event would have if it were scheduled now */
std::shared_ptr<OrdinaryPlace>
UserCalendar::PlaceAt(const UserMoment& moment)
{
    return m_parts.ordinary.Reserve(ToTime(std::max(moment.At(), m_parts.simulator.OrdinaryNow())));
}

void
UserCalendar::Enter(Instant tick, const void* owner, Act act, const HintStep& hint)
{
    const UserMoment moment = MomentOf(tick);
    Entries* entries = Open(moment);
    if (entries == nullptr && !IsTold(moment))
    {
        throw std::logic_error("mrc: a workload was to act at " + std::to_string(moment.At().Ps()) +
                               " ps, which other threads have passed unasked");
    }
    Entry entry{OwnerOf(owner), std::move(act), PlaceAt(moment), hint};
    if (entries == nullptr)
    {
        MakeOrdinary(moment, std::move(entry));
        return;
    }
    Put(*entries, std::move(entry));
}

/** A job has millions of owners: those that have no act any more need no memory. */
std::shared_ptr<UserCalendar::Owner>
UserCalendar::OwnerOf(const void* owner)
{
    if (m_owners.size() >= m_sweepAt)
    {
        for (auto one = m_owners.begin(); one != m_owners.end();)
        {
            one = one->second.expired() ? m_owners.erase(one) : std::next(one);
        }
        m_sweepAt = std::max(m_sweepAt, 2 * m_owners.size());
    }
    std::weak_ptr<Owner>& known = m_owners[owner];
    std::shared_ptr<Owner> found = known.lock();
    if (!found)
    {
        found = std::make_shared<Owner>();
        known = found;
    }
    return found;
}

/** Acts stay where they are, so this takes as long with many as with few. */
void
UserCalendar::Forget(const void* owner)
{
    const auto known = m_owners.find(owner);
    if (known == m_owners.end())
    {
        return;
    }
    if (const std::shared_ptr<Owner> found = known->second.lock())
    {
        found->isGone = true;
    }
    m_owners.erase(known);
}

/** An act of a tick's end keeps its moment as an ordinary event: the simulator knows no end of a
 * tick.
 */
void
UserCalendar::MakeOrdinary(const UserMoment& moment, Entry entry)
{
    const auto kept = std::make_shared<Entry>(std::move(entry));
    m_parts.ordinary.ScheduleIn(*kept->place, [this, moment, kept] {
        if (kept->owner->isGone)
        {
            return; // and the calendar may be gone too
        }
        std::optional<Telling> telling;
        if (moment.IsEnd() && !m_isMerged)
        {
            telling.emplace(*this, moment);
        }
        kept->act();
    });
}

/** Makes all acts of a moment ordinary events. */
void
UserCalendar::MakeOrdinary(const UserMoment& moment)
{
    for (Entry& entry : std::exchange(m_acts[moment], {}))
    {
        MakeOrdinary(moment, std::move(entry));
    }
    m_acts.erase(moment);
}

void
UserCalendar::Merge()
{
    m_isMerged = true;
    for (auto& [moment, entries] : std::exchange(m_acts, {}))
    {
        for (Entry& entry : entries)
        {
            MakeOrdinary(moment, std::move(entry));
        }
    }
}

WindowCall
UserCalendar::CallOf(const UserMoment& moment)
{
    const uint32_t tie = moment.IsEnd() ? UINT32_MAX : 0;
    const auto place = m_acts.find(moment);
    const HintStep hint =
        place == m_acts.end() ? HintStep() : HintStep{&HintMoment, &place->second};
    return {HotEvent{moment.At(), tie, tie}, [this, moment] { Tell(moment); }, {}, true, hint};
}

/** Most moments have one act, so their calls hint at that one side by side. */
HintStep
UserCalendar::HintMoment(const void* entries, uint32_t)
{
    const auto& own = *static_cast<const Entries*>(entries);
    HintAt(own.empty() ? nullptr : &own.front());
    return {&HintFirst, entries};
}

HintStep
UserCalendar::HintFirst(const void* entries, uint32_t)
{
    const auto& own = *static_cast<const Entries*>(entries);
    return own.empty() || own.front().owner->isGone ? HintStep() : own.front().hint;
}

/** Brings together what shards have noted in a window: the last hot event before each moment. */
void
UserCalendar::JoinNotes()
{
    for (const Side& side : m_parts.sides)
    {
        for (const auto& [moment, latest] : side.news->latest)
        {
            const Instant begin = StartOfTick(TickOf(moment.At()));
            m_notes[moment] = std::max({m_notes[moment], latest, begin});
        }
        side.news->latest.clear();
    }
    if (!m_parts.join)
    {
        return;
    }
    std::vector<Instant> all; // of one window: its acts may add some moments, and none passes them
    for (const auto& note : m_notes)
    {
        all.push_back(note.second);
    }
    m_parts.join(all);
    std::size_t place = 0;
    for (auto& note : m_notes)
    {
        note.second = all[place++];
    }
}

/** @return the last hot event of all shards before a moment, or the beginning of its tick */
Instant
UserCalendar::TakeNotes(const UserMoment& moment)
{
    if (m_notes.empty()) // the first moment of a window
    {
        JoinNotes();
    }
    const Instant latest = m_notes.at(moment);
    m_notes.erase(moment);
    return latest;
}

/**
 * Where a tick has other ordinary events, all shards stand at its begin. The acts become ordinary
 * events too, and come in the order in which all of these were scheduled and entered.
 */
void
UserCalendar::Tell(const UserMoment& moment)
{
    // An ordinary event that a hot one adds to its tick has the time of the tick's last hot event.
    const Instant now = TakeNotes(moment);
    if (!moment.IsEnd() && m_parts.simulator.Clock().limit <= moment.At())
    {
        MakeOrdinary(moment);
        return;
    }
    m_parts.simulator.Clock().now = now;
    for (const Side& side : m_parts.sides)
    {
        side.clock->now = now;
    }
    Run(moment);
}

/** Asks memory for what the next acts touch, a batch at a time. @param entries not made yet */
void
UserCalendar::Hint(const Entries& entries)
{
    HintBatch<BATCH> batch;
    std::size_t count = 0;
    for (auto entry = entries.begin(); entry != entries.end() && count < BATCH; ++entry, ++count)
    {
        batch.Add(entry->owner->isGone ? HintStep() : entry->hint);
    }
    batch.Go();
}

/**
 * An event that an act adds to its tick comes before the tick's hot events if the act does. Shards
 * may have passed those: the limit says so, and crews refuse a limit that shards have passed.
 *
 * @return whether an ordinary event has come to the tick of a moment
 */
bool
UserCalendar::IsAmongOrdinary(const UserMoment& moment)
{
    HotClock& clock = m_parts.simulator.Clock();
    if (!moment.IsEnd() && m_parts.ordinary.WaitsAt(ToTime(moment.At())))
    {
        clock.limit = std::min(clock.limit, moment.At());
    }
    return clock.limit <= moment.Cut();
}

/**
 * Makes the acts of a moment, and those that they add.
 *
 * An act may stop the run: the others wait for the next one, as ordinary events do. Crews refuse a
 * stop before hot events that shards have passed. An act may add an ordinary event to the tick.
 * The other acts become ordinary ones too then: so all come in the order of their entries.
 */
void
UserCalendar::Run(const UserMoment& moment)
{
    struct Over // however an act ends
    {
        ~Over()
        {
            calendar.m_acts.erase(moment);
        }

        UserCalendar& calendar;
        const UserMoment moment;
    };

    const Over over{*this, moment};
    const Telling telling(*this, moment);
    Entries& entries = m_acts[moment]; // stays where it is while others come
    if (entries.empty())
    {
        return; // events of the tick, if there are any, are of its hot ones
    }
    std::size_t made = 0;
    while (!IsAmongOrdinary(moment) && !m_parts.ordinary.IsStopped() && !entries.empty())
    {
        if (made++ % BATCH == 0 && entries.size() > 1) // the call has hinted at one
        {
            Hint(entries);
        }
        Entry entry = TakeFirst(entries);
        if (!entry.owner->isGone)
        {
            entry.act();
        }
        if (!moment.IsEnd() && m_parts.ordinary.IsStopped())
        {
            // The tick's hot events would wait for the next run, and shards have fired some.
            HotClock& clock = m_parts.simulator.Clock();
            clock.limit = std::min(clock.limit, moment.At());
        }
    }
    MakeOrdinary(moment); // those that are left
}

} // namespace mrc
} // namespace ns3
