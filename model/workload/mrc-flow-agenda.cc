/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-agenda.h"

#include "mrc-flow-counts.h"

#include "ns3/mrc-user-calendar.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <optional>

namespace ns3
{
namespace mrc
{

namespace
{

/** So many events are kept before those that are over are looked for; own choice. */
constexpr std::size_t FEWEST_EVENTS = 1024;

} // namespace

FlowAgenda::FlowAgenda(const FlowForesight::Work& work,
                       const FlowForesight::Pairs& pairs,
                       Doer& doer)
    : m_work(work),
      m_pairs(pairs),
      m_doer(doer),
      m_foresight(work, pairs),
      m_mostEvents(FEWEST_EVENTS)
{
}

/** The simulator may outlive the agenda, and may not call it again. */
FlowAgenda::~FlowAgenda()
{
    for (EventId& event : m_events)
    {
        event.Cancel();
    }
    if (m_startCalendar)
    {
        m_startCalendar->Forget(this);
    }
}

/**
 * Either all starts and ends are known beforehand, or none can be relied upon. Where there is work,
 * or links inside nodes, one shard has ordinary events for them.
 */
bool
FlowAgenda::MayHearEarly()
{
    bool hasInside = false;
    PairOutlook any;
    for (uint32_t i = 0; i < m_work.transfers; ++i)
    {
        if (IsInside(i))
        {
            hasInside = true;
            continue;
        }
        any = m_pairs(i);
        if (!any || (hasInside && !any.Calendar()))
        {
            return false;
        }
    }
    // News from another NIC come at a tick, and what is inside a node may start amid one.
    const bool isAcross = m_work.graph.CountAcrossNics() != 0;
    if (!any || !m_work.graph.IsForeseeable(m_work.node) || (isAcross && hasInside) ||
        ((isAcross || hasInside) && !any.Calendar()))
    {
        return false;
    }
    m_startCalendar = any.Calendar();
    m_calendar = hasInside ? m_startCalendar : nullptr;
    m_foresight.Begin(any, m_calendar);
    return true;
}

void
FlowAgenda::HearEarly(FlowSeats& seats)
{
    if (MayHearEarly())
    {
        m_hearsEarly = true;
        seats.HearEarly(m_calendar);
    }
}

void
FlowAgenda::StartAfter(Time delay, uint32_t transfer)
{
    ++m_coming;
    const Instant tick((Simulator::Now() + delay).GetPicoSeconds());
    if (m_startCalendar && !m_startCalendar->IsForOrdinary(tick))
    {
        m_foresight.Foresee({{transfer, m_startCalendar->MomentOf(tick)}});
    }
    Plan(m_startCalendar.get(), tick, START, transfer);
}

/** News of an activation at another NIC come then: that was foreseen with the activation. */
void
FlowAgenda::StartAt(Instant at, uint32_t transfer)
{
    ++m_coming;
    Plan(m_startCalendar.get(), Instant(TickNotBefore(at).GetPicoSeconds()), START, transfer);
}

void
FlowAgenda::StartNow(uint32_t transfer)
{
    --m_coming;
    m_doer.Post(transfer);
}

/** A step of training has millions of starts and few of them at a time: an EventId keeps its event.
 */
void
FlowAgenda::Keep(const EventId& event)
{
    if (m_events.size() >= m_mostEvents)
    {
        m_events.erase(std::remove_if(m_events.begin(),
                                      m_events.end(),
                                      [](const EventId& one) { return one.IsExpired(); }),
                       m_events.end());
        m_mostEvents = std::max(FEWEST_EVENTS, 2 * m_events.size());
    }
    m_events.push_back(event);
}

/**
 * Has a task done for a transfer at an instant, or at the first tick of ns-3 after it. Until the
 * task counts m_coming down again the workload is not over, though no flow is active.
 */
void
FlowAgenda::ScheduleAt(Instant at, const Task& task, uint32_t transfer)
{
    ++m_coming;
    Plan(m_calendar.get(), Instant(TickNotBefore(at).GetPicoSeconds()), task, transfer);
}

/** An ordinary event takes the place of a calendar's act where there is no calendar. */
void
FlowAgenda::Plan(UserCalendar* calendar, Instant tick, const Task& task, uint32_t transfer)
{
    if (calendar == nullptr || calendar->IsForOrdinary(tick))
    {
        Keep(Simulator::Schedule(TickNotBefore(tick) - Simulator::Now(), task.act, this, transfer));
        return;
    }
    const auto act = [this, method = task.act, transfer] { (this->*method)(transfer); };
    calendar->Enter(tick, this, act, (m_doer.*task.hint)(transfer));
}

/**
 * Work tells its receiver when it begins, see NodeLinks. Signals and brief work were foreseen with
 * their starts.
 */
void
FlowAgenda::Ending(const ComingEnd& end)
{
    if (!IsInside(end.transfer))
    {
        m_foresight.End(end);
    }
    else if (!m_foresight.IsBrief(end.transfer))
    {
        InsideEnding(end);
    }
}

void
FlowAgenda::InsideEnding(const ComingEnd& end)
{
    const Instant at = end.at.At();
    if (end.isLast && m_work.graph.WaitsForReceive(end.transfer))
    {
        const Transfer& planned = m_work.graph.At(end.transfer);
        const Span length = planned.cpu ? Nanos(static_cast<int64_t>(planned.bytes)) : Span();
        m_foresight.Foresee(
            m_work.graph.ForeseeReceiveDone(end.transfer, m_calendar->MomentOf(at - length)));
    }
    m_foresight.End({end.transfer, m_calendar->MomentOf(at), end.status, end.isLast});
}

void
FlowAgenda::Ended(uint32_t transfer, const Completion& completion)
{
    const bool isEntered = m_calendar && IsInside(transfer);
    m_foresight.Ended(isEntered ? m_calendar->MomentOf(completion.at) : completion.at,
                      completion.status);
}

/** A receiver's application will hear, at the first tick of ns-3 that is not before an instant. */
void
FlowAgenda::ReceiveAt(Instant at, uint32_t transfer)
{
    const Instant tick(TickNotBefore(at).GetPicoSeconds());
    if (m_hearsEarly && !m_calendar)
    {
        ++m_coming;
        m_foresight.Receive(transfer, tick);
        return;
    }
    // Of what is inside a node the end has told.
    if (m_calendar && !m_calendar->IsForOrdinary(tick) && !IsInside(transfer))
    {
        m_foresight.Receive(transfer, m_calendar->MomentOf(tick));
    }
    ScheduleAt(at, HEAR, transfer);
}

void
FlowAgenda::HearNow(uint32_t transfer)
{
    m_doer.HearOfReceive(transfer);
}

void
FlowAgenda::HearDue(Instant now)
{
    while (const std::optional<uint32_t> transfer = m_foresight.TakeDue(now))
    {
        HearNow(*transfer);
    }
}

void
FlowAgenda::Heard(uint32_t transfer, Instant now)
{
    --m_coming;
    if (m_calendar && !IsInside(transfer))
    {
        m_foresight.TakeDue(m_calendar->MomentOf(now)); // they come in the order of their entries
    }
}

} // namespace mrc
} // namespace ns3
