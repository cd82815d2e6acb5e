/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-list-driver.h"

#include "ns3/mrc-flow-counts.h"
#include "ns3/mrc-pair-outlook.h"
#include "ns3/mrc-tick.h"
#include "ns3/mrc-user-calendar.h"
#include "ns3/simulator.h"

#include <optional>
#include <utility>

namespace ns3
{
namespace mrc
{

FlowListDriver::FlowListDriver(std::shared_ptr<const FlowStream> stream,
                               const Connector& connect,
                               FlowObserver& observer,
                               std::shared_ptr<UserCalendar> calendar)
    : m_stream(std::move(stream)),
      m_connect(connect),
      m_observer(observer),
      m_reader(*m_stream),
      m_calendar(std::move(calendar))
{
}

FlowListDriver::~FlowListDriver()
{
    // Network and simulator may outlive the driver: neither may call it again.
    m_start.Cancel();
    if (m_calendar)
    {
        m_calendar->Forget(this);
    }
    for (Seat& seat : m_seats)
    {
        seat.qp->Forget(seat);
    }
}

void
FlowListDriver::Start()
{
    m_begin = Simulator::Now();
    ScheduleNext();
}

/** Times of a list count from the begin of the run. */
Time
FlowListDriver::TickOf(const Transfer& flow) const
{
    return m_begin + TickNotBefore(flow.start);
}

/** @return whether a flow has not been posted yet; also before the first one is read */
bool
FlowListDriver::HasNext() const
{
    return m_hasMore || !m_next.empty();
}

/**
 * Reads a flow ahead. On several shards these are all that may start within one window with the
 * next one. When that has started, shards may have passed the others.
 */
void
FlowListDriver::Read()
{
    const auto isNear = [this](const Transfer& flow) {
        return TickOf(flow) <= TickOf(m_next.front()) + ToTime(m_calendar->Reach());
    };
    while (m_hasMore && (m_next.empty() || (m_calendar && isNear(m_next.back()))))
    {
        Transfer flow;
        m_hasMore = m_reader.Next(flow);
        if (m_hasMore)
        {
            m_next.push_back(flow);
        }
    }
    for (; m_calendar && m_foreseen < m_next.size() && isNear(m_next[m_foreseen]); ++m_foreseen)
    {
        Foresee(m_next[m_foreseen]);
    }
}

/**
 * Counters are kept for the post, of each seat that it may take. Where none is sure to be empty all
 * stop, as a queue pair may be made then.
 */
void
FlowListDriver::Foresee(const Transfer& flow)
{
    const UserMoment at = UserMoment::BeginOf(ToInstant(TickOf(flow)));
    const bool isForOrdinary = m_calendar->IsForOrdinary(at.At()); // all stand there
    if (!isForOrdinary)
    {
        m_calendar->Foresee(at);
    }
    SeatLane& lane = m_lanes[{flow.source, flow.destination}];
    const bool isSure = lane.WillTake(at, [&](uint32_t seat, const UserMoment& moment) {
        if (!isForOrdinary)
        {
            KeepCounters(seat, moment);
        }
    });
    if (!isSure && !isForOrdinary)
    {
        m_calendar->MeetAt(at);
    }
}

void
FlowListDriver::KeepCounters(uint32_t seat, const UserMoment& moment)
{
    if (const PairOutlook pair = m_seats[seat].qp->Outlook(m_seats[seat]))
    {
        pair.KeepCounters(moment);
    }
}

void
FlowListDriver::ScheduleNext()
{
    Read();
    if (m_next.empty())
    {
        return;
    }
    const Time tick = TickOf(m_next.front());
    if (!m_calendar || m_calendar->IsForOrdinary(ToInstant(tick)))
    {
        m_start = Simulator::Schedule(tick - Simulator::Now(), &FlowListDriver::PostDue, this);
        return;
    }
    m_calendar->Enter(ToInstant(tick), this, [this] { PostDue(); });
}

/** Flows of one tick start in the order of the list. */
void
FlowListDriver::PostDue()
{
    // Flows due now are posted before the next event is made: a list has one event at a time.
    do
    {
        Post(m_next.front());
        m_next.pop_front();
        m_foreseen -= m_foreseen > 0 ? 1 : 0;
        Read();
    } while (!m_next.empty() && TickOf(m_next.front()) == Simulator::Now());
    ScheduleNext();
}

void
FlowListDriver::Post(const Transfer& flow)
{
    // A seat outlives its flow: queue pairs are used again, and records of counts need their begin.
    Seat& seat = SeatOf(flow);
    seat.phase = TransferPhase::ACTIVE;
    FlowRecord& record = seat.latest;
    record = FlowRecord();
    record.flow = flow.id;
    record.source = flow.source;
    record.destination = flow.destination;
    record.bytes = flow.bytes;
    record.start = seat.qp->Now();
    Count(*seat.qp, record); // where the connection stands now: LatestOf subtracts it
    seat.posted += flow.bytes;
    ++m_active;
    seat.qp->Write(flow.bytes);
}

/** @return a seat without a flow: a queue pair that is idle, or a new one */
FlowListDriver::Seat&
FlowListDriver::SeatOf(const Transfer& flow)
{
    SeatLane& lane = m_lanes[{flow.source, flow.destination}];
    std::optional<uint32_t> place = lane.Take();
    if (!place)
    {
        Requestor& qp = m_connect(flow); // throws where memory ends: no seat is without one
        Seat& seat = m_seats.emplace_back();
        seat.driver = this;
        seat.index = static_cast<uint32_t>(m_seats.size() - 1);
        seat.qp = &qp;
        qp.Tell(seat);
        if (const PairOutlook pair = qp.Outlook(seat))
        {
            // Shards then need not stop for each completion.
            pair.HearEarly();
        }
        lane.Add(seat.index);
        place = lane.Take();
    }
    return m_seats[*place];
}

void
FlowListDriver::Seat::Ending(const Completion& completion)
{
    driver->End(*this, completion);
}

/** Counts are kept for the completion. Where that is the last one all stop, as the run ends then.
 */
void
FlowListDriver::End(Seat& seat, const Completion& completion)
{
    const PairOutlook pair = seat.qp->Outlook(seat);
    pair.KeepCounters(completion.at);
    seat.isEnding = true;
    ++m_ending;
    if (completion.status == CompletionStatus::SUCCESS)
    {
        m_lanes[{seat.latest.source, seat.latest.destination}].WillLeave(
            seat.index,
            completion.at,
            [this](uint32_t index, const UserMoment& moment) { KeepCounters(index, moment); });
    }
    if (!HasNext() && m_ending == m_active)
    {
        // The user may end the run then, and no shard may be beyond that instant.
        pair.MeetAt(completion.at);
    }
}

void
FlowListDriver::Seat::Completed(const Completion& completion)
{
    driver->Complete(*this, completion);
}

/** A flow that failed keeps its seat: its queue pair carries nothing any more. */
void
FlowListDriver::Complete(Seat& seat, const Completion& completion)
{
    --m_active;
    m_ending -= seat.isEnding ? 1 : 0;
    seat.isEnding = false;
    seat.latest = LatestOf(seat.index); // while the phase is ACTIVE: makes the counts final
    seat.latest.finish = completion.at;
    seat.latest.status = completion.status;
    const bool isGood = completion.status == CompletionStatus::SUCCESS;
    seat.phase = isGood ? TransferPhase::DONE : TransferPhase::FAILED;
    m_done += isGood ? 1 : 0;
    if (isGood)
    {
        m_lanes[{seat.latest.source, seat.latest.destination}].Leave(seat.index);
    }
    // The observer may look at the seat, so its record is complete before.
    m_observer.FlowEnded(seat.latest);
    EndIfOver();
}

void
FlowListDriver::EndIfOver()
{
    if (IsOver())
    {
        m_observer.WorkloadEnded();
    }
}

bool
FlowListDriver::IsOver() const
{
    return m_active == 0 && !HasNext();
}

FlowCounts
FlowListDriver::Counts() const
{
    return {m_stream->flows, m_done};
}

uint64_t
FlowListDriver::TotalBytes() const
{
    return m_stream->bytes;
}

const CourseSeat&
FlowListDriver::SeatAt(uint32_t index) const
{
    return m_seats[index];
}

uint32_t
FlowListDriver::TransferCount() const
{
    return static_cast<uint32_t>(m_seats.size());
}

/** Those that wait have no place yet. */
std::string
FlowListDriver::WaitsFor(uint32_t) const
{
    return "its start time";
}

} // namespace mrc
} // namespace ns3
