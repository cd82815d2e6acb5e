/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-driver.h"

#include "ns3/mrc-flow-counts.h"
#include "ns3/mrc-tick.h"
#include "ns3/mrc-user-calendar.h"
#include "ns3/simulator.h"

#include <optional>
#include <utility>

namespace ns3
{
namespace mrc
{

GoalDriver::GoalDriver(std::shared_ptr<const GoalStream> stream,
                       const Connector& connect,
                       FlowObserver& observer,
                       GoalForesight::Parts parts)
    : m_stream(std::move(stream)),
      m_connect(connect),
      m_observer(observer),
      m_parts(std::move(parts)),
      m_steps(m_stream)
{
    // A watcher tells the time, and has to be told in time.
    if (m_stream->watcher == nullptr && GoalForesight::IsPossible(m_parts))
    {
        GoalForesight::Listener& listener = *this;
        m_foresight = std::make_unique<GoalForesight>(m_parts, m_steps, listener);
    }
}

GoalDriver::~GoalDriver()
{
    // Network and simulator may outlive the driver: neither may call it again.
    m_begin.Cancel();
    if (m_foresight)
    {
        m_parts.calendar->Forget(this);
    }
    for (Seat& seat : m_seats)
    {
        seat.news.Cancel();
        seat.qp->Forget(seat);
    }
}

void
GoalDriver::Start()
{
    ++m_pending;
    // Not at once: the caller may still be at work on the run.
    m_begin = Simulator::Schedule(Time(0), &GoalDriver::Begin, this);
}

void
GoalDriver::Begin()
{
    --m_pending;
    if (m_foresight)
    {
        const Instant now = ToInstant(Simulator::Now());
        for (const GoalPost& post : m_foresight->Begin(now))
        {
            Post(post);
        }
        m_foresight->GoOn(now);
        return;
    }
    m_steps.Begin();
    Go();
}

/** Starts all that can start. */
void
GoalDriver::Go()
{
    for (GoalPost post; m_steps.Next(post);)
    {
        Post(post);
    }
}

/** Something has happened to an operation, so others may start. */
void
GoalDriver::Tell(GoalEvent event, const GoalTurn& turn, Instant now)
{
    if (m_foresight)
    {
        for (const GoalPost& post : m_foresight->Take(event, turn))
        {
            Post(post);
        }
        m_foresight->GoOn(now);
        return;
    }
    m_steps.Tell(event, turn);
    Go();
}

/** @return a seat without a flow */
GoalDriver::Seat&
GoalDriver::SeatOf(const GoalWay& way)
{
    SeatLane& lane = m_lanes[way];
    std::optional<uint32_t> seat = lane.Take();
    if (!seat)
    {
        Make(way, lane);
        seat = lane.Take();
    }
    return m_seats[*seat];
}

void
GoalDriver::Make(const GoalWay& way, SeatLane& lane)
{
    Transfer transfer;
    std::tie(transfer.source, transfer.destination, transfer.cpu) = way;
    Requestor& qp = m_connect(transfer); // throws where memory ends: no seat is without one
    Seat& seat = m_seats.emplace_back();
    seat.driver = this;
    seat.index = static_cast<uint32_t>(m_seats.size() - 1);
    seat.way = way;
    seat.qp = &qp;
    qp.Tell(seat);
    lane.Add(seat.index);
    if (!m_foresight)
    {
        return;
    }
    qp.Use(m_parts.calendar);
    if (const PairOutlook pair = qp.Outlook(seat))
    {
        pair.HearEarly();
        m_any = pair;
    }
}

/**
 * Counters are kept for the post. All seats of a way share a queue pair, so any of them will do.
 * Where there is none all stop, as the queue pair may be made then.
 */
void
GoalDriver::WillPost(const GoalPost& post, const UserMoment& at)
{
    const std::vector<uint32_t>& seats = m_lanes[post.Way()].Seats();
    if (seats.empty())
    {
        Meet(at);
        return;
    }
    const Seat& seat = m_seats[seats.front()];
    if (const PairOutlook pair = seat.qp->Outlook(seat))
    {
        pair.KeepCounters(at);
    }
}

void
GoalDriver::MayEnd(const UserMoment& at)
{
    Meet(at);
}

/** All stop there. */
void
GoalDriver::Meet(const UserMoment& at)
{
    if (at.IsWithin())
    {
        m_any.MeetAt(at); // a NIC has a completion, so there is a connection
        return;
    }
    m_parts.calendar->MeetAt(at);
}

void
GoalDriver::Post(const GoalPost& post)
{
    Seat& seat = SeatOf(post.Way());
    seat.post = post;
    // Only a send is heard of at another end, which must have done with the seat too.
    seat.isHeard = post.isOfCpu;
    seat.phase = TransferPhase::ACTIVE;
    FlowRecord& record = seat.latest;
    record = FlowRecord();
    record.flow = m_steps.NumberOf(post.turn.at);
    record.source = std::get<0>(seat.way);
    record.destination = std::get<1>(seat.way);
    record.bytes = post.Length();
    record.start = seat.qp->Now();
    Count(*seat.qp, record); // where the connection stands now: LatestOf subtracts it
    seat.posted += record.bytes;
    m_posted += post.isSignal ? 0 : 1;
    ++m_active;
    seat.qp->Write(record.bytes);
}

/** The next flow may take the seat, once nobody asks for this one any more. */
void
GoalDriver::Leave(Seat& seat)
{
    if (seat.phase == TransferPhase::DONE && seat.isHeard)
    {
        m_lanes[seat.way].Leave(seat.index);
    }
}

void
GoalDriver::Seat::Ending(const Completion& completion)
{
    driver->End(*this, completion);
}

void
GoalDriver::Seat::Completed(const Completion& completion)
{
    driver->Complete(*this, completion);
}

void
GoalDriver::Seat::Delivered(const Delivery&)
{
    driver->Deliver(*this);
}

/** A send over the fabric will be told as complete. What no NIC does was foreseen as it began. */
void
GoalDriver::End(Seat& seat, const Completion& completion)
{
    if (const PairOutlook pair = seat.qp->Outlook(seat))
    {
        pair.KeepCounters(completion.at);
        const bool isGood = completion.status == CompletionStatus::SUCCESS;
        m_foresight->End(seat.post.turn, completion.at, isGood);
        m_foresight->GoOn(seat.qp->Now());
    }
}

void
GoalDriver::Complete(Seat& seat, const Completion& completion)
{
    --m_active;
    if (seat.post.isSignal)
    {
        const GoalTurn turn = seat.post.turn; // the seat may be taken again
        seat.phase = TransferPhase::DONE;
        Leave(seat);
        Tell(GoalEvent::TURN, turn, completion.at);
    }
    else
    {
        CompleteFlow(seat, completion);
    }
    EndIfOver();
}

/** A flow that failed starts nothing here, and keeps its seat. */
void
GoalDriver::CompleteFlow(Seat& seat, const Completion& completion)
{
    seat.latest = LatestOf(seat.index); // while the phase is ACTIVE: makes the counts final
    seat.latest.finish = completion.at;
    seat.latest.status = completion.status;
    const bool isGood = completion.status == CompletionStatus::SUCCESS;
    const GoalTurn turn = seat.post.turn;
    seat.phase = isGood ? TransferPhase::DONE : TransferPhase::FAILED;
    m_done += isGood ? 1 : 0;
    m_observer.FlowEnded(seat.latest);
    Leave(seat);
    if (isGood)
    {
        // What waits for this operation may start now; a failed one has nothing start.
        Tell(GoalEvent::END, turn, completion.at);
    }
}

/** Work tells of its begin so. A receiver's application hears of data a little later. */
void
GoalDriver::Deliver(Seat& seat)
{
    if (seat.post.isSignal || IsOver())
    {
        // Nobody waits for news once all is done.
        return;
    }
    if (seat.post.isOfCpu)
    {
        Tell(GoalEvent::BEGIN, seat.post.turn, seat.qp->Now());
        return;
    }
    ++m_pending;
    const Instant now = seat.qp->Now();
    HearLater(seat, TickNotBefore(now + m_parts.hostDelay));
    if (m_foresight && seat.qp->Outlook(seat))
    {
        m_foresight->Arrive(seat.post.turn, now);
        m_foresight->GoOn(now);
    }
}

void
GoalDriver::HearLater(Seat& seat, Time tick)
{
    UserCalendar* const calendar = m_foresight ? m_parts.calendar.get() : nullptr;
    const Instant at = ToInstant(tick);
    if (calendar == nullptr || calendar->IsForOrdinary(at))
    {
        const Time delay = tick - Simulator::Now();
        seat.news = Simulator::Schedule(delay, &GoalDriver::HearOfReceive, this, seat.index);
        return;
    }
    calendar->Enter(at, this, [this, index = seat.index] { HearOfReceive(index); });
}

void
GoalDriver::HearOfReceive(uint32_t seat)
{
    --m_pending;
    const Instant now = ToInstant(Simulator::Now());
    const GoalTurn turn = m_seats[seat].post.turn;
    m_seats[seat].isHeard = true;
    Leave(m_seats[seat]);
    Tell(GoalEvent::ARRIVAL, turn, now);
    EndIfOver();
}

/** Called last: something may have begun before. */
void
GoalDriver::EndIfOver()
{
    if (IsOver())
    {
        m_observer.WorkloadEnded();
    }
}

/** News for a receiver does not matter when all flows are posted. */
bool
GoalDriver::IsOver() const
{
    return m_active == 0 && (m_pending == 0 || m_posted == m_stream->flows);
}

FlowCounts
GoalDriver::Counts() const
{
    return {m_stream->flows, m_done};
}

uint64_t
GoalDriver::TotalBytes() const
{
    return m_stream->bytes;
}

const CourseSeat&
GoalDriver::SeatAt(uint32_t index) const
{
    return m_seats[index];
}

uint32_t
GoalDriver::TransferCount() const
{
    return static_cast<uint32_t>(m_seats.size());
}

/** Those that wait have no place yet. */
std::string
GoalDriver::WaitsFor(uint32_t) const
{
    return "others";
}

} // namespace mrc
} // namespace ns3
