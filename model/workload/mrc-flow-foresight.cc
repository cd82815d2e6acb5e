/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-foresight.h"

#include "mrc-flow-counts.h"

#include "ns3/mrc-user-calendar.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return when a transfer inside a node starts: not amid a tick, as links inside count in ticks */
UserMoment
OnTick(const UserMoment& moment)
{
    const bool isAmid = moment.IsWithin() && UserMoment::BeginOf(moment.At()).At() != moment.At();
    return isAmid ? UserMoment::BeginOf(UserMoment::EndOf(moment.At()).Cut()) : moment;
}

/** @return when work ends, which counts in ticks. @param start of the work @param length likewise
 */
UserMoment
BehindWork(const UserMoment& start, Span length)
{
    const Instant begin = UserMoment::BeginOf(start.At()).At();
    return UserMoment::BeginOf(Instant(TickNotBefore(begin + length).GetPicoSeconds()));
}

/** @return how long a link inside a node takes for so many bytes if nothing else is on it */
Span
LeastOf(const NodeModel& node, uint64_t bytes)
{
    // 8e12: bytes to bits, seconds to picoseconds.
    const double ps = static_cast<double>(bytes) * 8e12 / static_cast<double>(node.bitsPerSecond);
    return node.latency + Span(static_cast<int64_t>(ps));
}

} // namespace

FlowForesight::FlowForesight(const Work& work, Pairs pairs)
    : m_work(work),
      m_pairs(std::move(pairs))
{
}

void
FlowForesight::Begin(const PairOutlook& any, std::shared_ptr<UserCalendar> calendar)
{
    m_any = any;
    m_calendar = std::move(calendar);
    m_reach = m_calendar ? m_calendar->Reach() : Span();
}

bool
FlowForesight::IsInside(uint32_t transfer) const
{
    const Transfer& planned = m_work.graph.At(transfer);
    return m_work.node.Holds(planned.source, planned.destination);
}

/** Nothing but the start says when work without a processor ends. */
bool
FlowForesight::IsBrief(uint32_t transfer) const
{
    const Transfer& planned = m_work.graph.At(transfer);
    return planned.source == planned.destination && !planned.cpu && planned.startTrigger &&
           Nanos(static_cast<int64_t>(planned.bytes)) < m_reach;
}

/**
 * A flow will have its completion, and posts of others may follow: counts are kept for both. Where
 * that may be the end of the workload, all stop for it, as the run ends then.
 */
void
FlowForesight::End(const ComingEnd& end)
{
    if (!IsInside(end.transfer))
    {
        m_pairs(end.transfer).KeepCounters(end.at);
    }
    m_ends.insert(m_ends.end(), end.at);
    if (end.status != CompletionStatus::SUCCESS)
    {
        m_meetsAll = true;
        MeetFrom(UserMoment());
        return;
    }
    ++m_good;
    if (end.isLast)
    {
        Foresee(m_work.graph.ForeseeSendDone(end.transfer, end.at));
    }
    else if (IsInside(end.transfer))
    {
        Foresee({{end.transfer, end.at}}); // the next repetition
    }
    MeetLast(end.at);
}

/** Has all stop for what may end the workload. @param at not for anything earlier */
void
FlowForesight::MeetLast(const UserMoment& at)
{
    if (m_meetsAll || m_good == uint64_t{m_work.transfers} * m_work.repeat)
    {
        MeetFrom(at);
    }
}

/** One shard tells no end early, so this may be the first that is heard of it. */
void
FlowForesight::Ended(const UserMoment& at, CompletionStatus status)
{
    const auto foreseen = m_ends.find(at);
    if (foreseen != m_ends.end())
    {
        m_ends.erase(foreseen);
    }
    else
    {
        m_good += status == CompletionStatus::SUCCESS ? 1 : 0;
    }
}

/** Has all stop for what is known to come. @param at not for anything earlier */
void
FlowForesight::MeetFrom(const UserMoment& at)
{
    for (auto end = m_ends.lower_bound(at); end != m_ends.end(); ++end)
    {
        m_any.MeetAt(*end);
    }
    const auto isBefore = [](const Due& due, const UserMoment& moment) { return due.at < moment; };
    for (auto due = std::lower_bound(m_due.begin(), m_due.end(), at, isBefore); due != m_due.end();
         ++due)
    {
        m_any.MeetAt(due->at);
    }
}

/**
 * What goes over a link inside a node tells of its end alone, and so does work without a processor.
 * A processor may begin at once, or whenever its other work is done.
 *
 * @return whether something may be told of a transfer in the window of its post, unforeseen
 */
bool
FlowForesight::IsSoon(uint32_t transfer) const
{
    const Transfer& planned = m_work.graph.At(transfer);
    const bool isWork = planned.source == planned.destination;
    const Span least =
        isWork ? Nanos(static_cast<int64_t>(planned.bytes)) : LeastOf(m_work.node, planned.bytes);
    return planned.cpu || least < m_reach;
}

/** All stop for a post if something may be told of it soon: no other shard has passed that then. */
void
FlowForesight::Foresee(std::vector<ForeseenStart> starts)
{
    while (!starts.empty())
    {
        ForeseenStart start = starts.back();
        starts.pop_back();
        if (!IsInside(start.transfer))
        {
            m_pairs(start.transfer).KeepCounters(start.at);
        }
        else
        {
            start.at = OnTick(start.at);
            StartInside(start, starts);
        }
    }
}

/** A completion amid a tick has what it starts entered for the next one: that is noted here. */
void
FlowForesight::StartInside(const ForeseenStart& start, std::vector<ForeseenStart>& starts)
{
    if (!start.at.IsWithin())
    {
        m_calendar->Foresee(start.at);
    }
    if (IsBrief(start.transfer))
    {
        AddBrief(start, starts);
    }
    else if (IsSoon(start.transfer))
    {
        m_any.MeetAt(start.at);
    }
}

/**
 * A signal ends as soon as it may: behind what goes on as it starts. Repetitions follow one
 * another.
 */
void
FlowForesight::AddBrief(const ForeseenStart& brief, std::vector<ForeseenStart>& starts)
{
    const Span length = Nanos(static_cast<int64_t>(m_work.graph.At(brief.transfer).bytes));
    UserMoment end = brief.at;
    for (uint32_t flow = 0; flow < m_work.repeat; ++flow)
    {
        end = length == Span() ? end.Behind() : BehindWork(end, length);
        m_calendar->Foresee(end);
        m_ends.insert(m_ends.end(), end);
        ++m_good;
        if (m_meetsAll)
        {
            m_any.MeetAt(end);
        }
    }
    for (const auto& next : {m_work.graph.ForeseeReceiveDone(brief.transfer, end),
                             m_work.graph.ForeseeSendDone(brief.transfer, end)})
    {
        starts.insert(starts.end(), next.begin(), next.end());
    }
}

void
FlowForesight::Receive(uint32_t transfer, const UserMoment& at)
{
    // Messages are told in the order of time, and all hosts take as long.
    auto place = m_due.end();
    while (place != m_due.begin() && at < std::prev(place)->at)
    {
        --place;
    }
    m_due.insert(place, {at, transfer});
    const PairOutlook pair = m_pairs(transfer);
    if (at.IsWithin())
    {
        pair.CallAt(at.At());
    }
    Foresee(m_work.graph.ForeseeReceiveDone(transfer, at));
    if (m_meetsAll)
    {
        pair.MeetAt(at);
    }
    MeetLast(at);
}

std::optional<uint32_t>
FlowForesight::TakeDue(const UserMoment& now)
{
    if (m_due.empty() || now < m_due.front().at)
    {
        return std::nullopt;
    }
    const uint32_t transfer = m_due.front().transfer;
    m_due.pop_front();
    return transfer;
}

} // namespace mrc
} // namespace ns3
