/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-driver.h"

#include "mrc-flow-counts.h"

#include "ns3/log.h"
#include "ns3/mrc-user-calendar.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFlowDriver");

namespace
{

/** So many starts are kept before those that are over are looked for; own choice. */
constexpr std::size_t FEWEST_STARTS = 1024;

/** @return how far a count has come, of which 32 bits were kept: no flow counts as far as those */
uint32_t
Since(uint32_t kept, uint64_t now)
{
    return static_cast<uint32_t>(now) - kept;
}

} // namespace

FlowDriver::FlowDriver(const ConnectionMatrix& matrix,
                       uint32_t repeat,
                       const Connector& connect,
                       FlowObserver& observer,
                       const TriggerTimes& times)
    : m_graph(matrix.transfers, matrix.triggers, matrix.name, times.across),
      m_node(matrix.node),
      m_repeat(repeat),
      m_observer(observer),
      m_connect(connect),
      m_isShared(matrix.sharesPairs),
      m_transfers(matrix.transfers.size()),
      m_foresight({m_graph, m_node, m_repeat, TransferCount()},
                  [this](uint32_t transfer) { return OutlookOf(transfer); }),
      m_hostDelay(times.host),
      m_mostStarts(FEWEST_STARTS)
{
    ConnectAll();
    if (MayHearEarly())
    {
        HearEarly();
    }
}

/**
 * Either all starts and ends are known beforehand, or none can be relied upon. Where there is work,
 * or links inside nodes, one shard has ordinary events for them, and so have ranks.
 */
bool
FlowDriver::MayHearEarly()
{
    bool hasInside = false;
    PairOutlook any;
    for (uint32_t i = 0; i < m_transfers.size(); ++i)
    {
        if (m_foresight.IsInside(i))
        {
            hasInside = true;
            continue;
        }
        any = OutlookOf(i);
        if (!any || (hasInside && !any.Calendar()))
        {
            return false;
        }
    }
    if (!any || !m_graph.IsForeseeable(m_node) || (hasInside && !any.Calendar()))
    {
        return false;
    }
    m_calendar = hasInside ? any.Calendar() : nullptr;
    m_foresight.Begin(any, m_calendar);
    return true;
}

void
FlowDriver::HearEarly()
{
    m_hearsEarly = true;
    for (Seat& seat : m_seats)
    {
        if (const PairOutlook pair = seat.Outlook())
        {
            pair.HearEarly();
        }
        else
        {
            seat.qp->Use(m_calendar);
        }
    }
}

/** Every way has a seat from the start, so that connections come in the order of the matrix. */
void
FlowDriver::ConnectAll()
{
    using Ends = std::tuple<uint32_t, uint32_t, std::optional<uint8_t>>;
    std::map<Ends, uint32_t> ways;
    for (uint32_t i = 0; i < m_transfers.size(); ++i)
    {
        const Transfer& planned = m_graph.At(i);
        // Repetitions count on from the greatest id, so that no number comes twice.
        m_idStride = std::max<uint64_t>(m_idStride, planned.id);
        const auto next = static_cast<uint32_t>(m_seats.size());
        uint32_t& way = m_transfers[i].seat;
        way = next;
        if (m_isShared)
        {
            const Ends ends(planned.source, planned.destination, planned.cpu);
            way = ways.emplace(ends, next).first->second;
        }
        if (way == next)
        {
            AddSeat(planned, way);
            m_seats[way].idle = way;
        }
    }
}

uint32_t
FlowDriver::AddSeat(const Transfer& transfer, uint32_t way)
{
    Requestor& qp = m_connect(transfer); // throws where memory ends: no seat is without one
    Seat& seat = m_seats.emplace_back();
    seat.driver = this;
    seat.qp = &qp;
    seat.way = way;
    qp.Tell(seat);
    qp.Use(m_calendar);
    return static_cast<uint32_t>(m_seats.size() - 1);
}

/** @return the seat that a transfer has from now on */
FlowDriver::Seat&
FlowDriver::SeatFor(uint32_t transfer)
{
    uint32_t& place = m_transfers[transfer].seat;
    if (!IsSeated(transfer))
    {
        const uint32_t way = place;
        if (m_seats[way].idle == NO_ONE)
        {
            place = AddSeat(m_graph.At(transfer), way);
        }
        else
        {
            place = m_seats[way].idle;
            m_seats[way].idle = m_seats[place].nextIdle;
        }
        m_seats[place].transfer = transfer;
    }
    return m_seats[place];
}

/** The next transfer may have the seat once nobody tells of this one any more. */
void
FlowDriver::Leave(uint32_t transfer)
{
    Progress& progress = m_transfers[transfer];
    Seat& seat = m_seats[progress.seat];
    if (!m_isShared || progress.phase != TransferPhase::DONE || seat.delivered < m_repeat)
    {
        return;
    }
    seat.before += BytesOf(transfer);
    seat.transfer = NO_ONE;
    seat.posted = 0;
    seat.delivered = 0;
    seat.nextIdle = std::exchange(m_seats[seat.way].idle, progress.seat);
    progress.seat = seat.way;
}

bool
FlowDriver::IsSeated(uint32_t transfer) const
{
    return m_seats[m_transfers[transfer].seat].transfer == transfer;
}

/** @return bytes of all flows of a transfer */
uint64_t
FlowDriver::BytesOf(uint32_t transfer) const
{
    return m_graph.At(transfer).bytes * m_repeat;
}

FlowDriver::~FlowDriver()
{
    // Network and simulator may outlive the driver: neither may call it again.
    for (EventId& start : m_starts)
    {
        start.Cancel();
    }
    for (Seat& seat : m_seats)
    {
        seat.qp->Forget(seat);
    }
    if (m_calendar)
    {
        m_calendar->Forget(this);
    }
}

void
FlowDriver::Start()
{
    for (const uint32_t transfer : m_graph.StartedByTime())
    {
        ++m_timed;
        Keep(Simulator::Schedule(TickNotBefore(m_graph.At(transfer).start),
                                 &FlowDriver::StartTimed,
                                 this,
                                 transfer));
    }
}

/** A step of training has millions of starts and few of them at a time: an EventId keeps its event.
 */
void
FlowDriver::Keep(const EventId& start)
{
    if (m_starts.size() >= m_mostStarts)
    {
        m_starts.erase(std::remove_if(m_starts.begin(),
                                      m_starts.end(),
                                      [](const EventId& one) { return one.IsExpired(); }),
                       m_starts.end());
        m_mostStarts = std::max(FEWEST_STARTS, 2 * m_starts.size());
    }
    m_starts.push_back(start);
}

void
FlowDriver::StartTimed(uint32_t transfer)
{
    --m_timed;
    Post(transfer);
}

/** Starts one flow: the first of its transfer or the next repetition. */
void
FlowDriver::Post(uint32_t transfer)
{
    Seat& seat = SeatFor(transfer);
    const Transfer& planned = m_graph.At(transfer);
    Progress& progress = m_transfers[transfer];
    progress.start = seat.qp->Now();
    progress.finish = Instant::Never();
    progress.phase = TransferPhase::ACTIVE;
    FlowRecord stand; // where the connection stands now: LatestOf subtracts it
    Count(*seat.qp, stand);
    KeepCounts(stand, progress);
    ++seat.posted;
    ++m_active;
    NS_LOG_LOGIC("flow " << planned.id + (seat.posted - 1) * m_idStride
                         << " starts: " << planned.bytes << " bytes from NIC " << planned.source
                         << " to NIC " << planned.destination);
    seat.qp->Write(planned.bytes);
}

/**
 * Has a method called for a transfer at an instant, or at the first tick of ns-3 after it. The
 * method counts m_timed down again: until then the workload is not over, though no flow is active.
 */
template <typename Method>
void
FlowDriver::ScheduleAt(Instant at, Method method, uint32_t transfer)
{
    ++m_timed;
    const Instant tick(TickNotBefore(at).GetPicoSeconds());
    if (!m_calendar || m_calendar->IsForOrdinary(tick))
    {
        Keep(Simulator::Schedule(TickNotBefore(at) - Simulator::Now(), method, this, transfer));
        return;
    }
    m_calendar->Enter(tick, this, [this, method, transfer] {
        const bool isStopped = m_calendar->Told() && Simulator::IsFinished(); // as NodeLinks
        if (!isStopped)
        {
            (this->*method)(transfer);
        }
    });
}

/**
 * Starts the transfers that a trigger has set off. News from another NIC may still be on its way.
 */
void
FlowDriver::PostAll(const std::vector<TriggeredStart>& starts)
{
    for (const TriggeredStart& start : starts)
    {
        if (start.at <= m_seats[m_transfers[start.transfer].seat].qp->Now())
        {
            Post(start.transfer);
        }
        else
        {
            ScheduleAt(start.at, &FlowDriver::StartTimed, start.transfer);
        }
    }
}

PairOutlook
FlowDriver::Seat::Outlook()
{
    return qp->Outlook(*this);
}

void
FlowDriver::Seat::Ending(const Completion& completion)
{
    driver->End(*this, completion);
}

void
FlowDriver::Seat::Due()
{
    driver->HearDue();
}

void
FlowDriver::Seat::Completed(const Completion& completion)
{
    driver->Complete(*this, completion);
}

/**
 * The end that posts hears at once of messages that arrive at the peer; Deliver adds the time of
 * hosts.
 */
void
FlowDriver::Seat::Delivered(const Delivery&)
{
    driver->Deliver(*this);
}

PairOutlook
FlowDriver::OutlookOf(uint32_t transfer)
{
    return m_seats[m_transfers[transfer].seat].Outlook();
}

/** Work tells its receiver when it begins, see NodeLinks. Signals were foreseen with their starts.
 */
void
FlowDriver::End(Seat& seat, const Completion& completion)
{
    const uint32_t transfer = seat.transfer;
    const bool isLast = seat.posted == m_repeat;
    if (!m_foresight.IsInside(transfer))
    {
        m_foresight.End({transfer, completion.at, completion.status, isLast});
        return;
    }
    if (m_foresight.IsSignal(transfer))
    {
        return;
    }
    if (isLast && m_graph.WaitsForReceive(transfer))
    {
        const Transfer& planned = m_graph.At(transfer);
        const Span length = planned.cpu ? Nanos(static_cast<int64_t>(planned.bytes)) : Span();
        m_foresight.Foresee(
            m_graph.ForeseeReceiveDone(transfer, m_calendar->MomentOf(completion.at - length)));
    }
    m_foresight.End({transfer, m_calendar->MomentOf(completion.at), completion.status, isLast});
}

/** A receiver's application will hear, at the first tick of ns-3 that is not before an instant. */
void
FlowDriver::HearAt(Instant at, uint32_t transfer)
{
    const Instant tick(TickNotBefore(at).GetPicoSeconds());
    if (m_hearsEarly && !m_calendar)
    {
        ++m_timed;
        m_foresight.Receive(transfer, tick);
        return;
    }
    // Of what is inside a node the end has told.
    if (m_calendar && !m_calendar->IsForOrdinary(tick) && !m_foresight.IsInside(transfer))
    {
        m_foresight.Receive(transfer, m_calendar->MomentOf(tick));
    }
    ScheduleAt(at, &FlowDriver::HearOfReceive, transfer);
}

void
FlowDriver::HearDue()
{
    const Instant now = m_seats.front().qp->Now();
    while (const std::optional<uint32_t> transfer = m_foresight.TakeDue(now))
    {
        HearOfReceive(*transfer);
    }
}

/**
 * The sender has its completion. Repetitions follow one another; only the last one sets off
 * transfers that wait for this one. A flow that failed sets off nothing here, and the transfer ends
 * with the flow.
 */
void
FlowDriver::Complete(Seat& seat, const Completion& completion)
{
    const uint32_t transfer = seat.transfer; // another one may take the seat
    const bool isEntered = m_calendar && m_foresight.IsInside(transfer);
    m_foresight.Ended(isEntered ? m_calendar->MomentOf(completion.at) : completion.at,
                      completion.status);
    Progress& progress = m_transfers[transfer];
    FlowRecord ended = LatestOf(transfer); // while the phase is ACTIVE: makes the counts final
    ended.finish = completion.at;
    ended.status = completion.status;
    KeepCounts(ended, progress);
    progress.finish = ended.finish;
    progress.status = ended.status;
    --m_active;
    NS_LOG_LOGIC("flow " << ended.flow << " ends: "
                         << (completion.status == CompletionStatus::SUCCESS ? "done" : "failed"));
    if (completion.status != CompletionStatus::SUCCESS)
    {
        progress.phase = TransferPhase::FAILED;
        m_observer.FlowEnded(ended);
    }
    else
    {
        ++m_done;
        m_observer.FlowEnded(ended);
        if (seat.posted < m_repeat)
        {
            Post(transfer);
        }
        else
        {
            progress.phase = TransferPhase::DONE;
            Leave(transfer);
            PostAll(m_graph.OnSendDone(transfer, completion.at));
        }
    }
    EndIfOver();
}

/** Keeps counts, which a job has millions of. */
void
FlowDriver::KeepCounts(const FlowRecord& counts, Progress& progress)
{
    progress.packets = static_cast<uint32_t>(counts.packets);
    progress.retransmissions = static_cast<uint32_t>(counts.retransmissions);
    progress.trims = static_cast<uint32_t>(counts.trims);
    progress.marks = static_cast<uint32_t>(counts.marks);
}

/** Called last: the next repetition or a trigger may have begun something before. */
void
FlowDriver::EndIfOver()
{
    if (IsOver())
    {
        m_observer.WorkloadEnded();
    }
}

/**
 * All bytes of a repetition are placed; the receiver's application hears of the last one only. A
 * message that arrives when all flows have failed starts nothing: the end of the workload has been
 * told.
 */
void
FlowDriver::Deliver(Seat& seat)
{
    if (IsOver())
    {
        return;
    }
    const uint32_t transfer = seat.transfer;
    if (++seat.delivered == m_repeat && m_graph.WaitsForReceive(transfer))
    {
        // Inside a node no NIC has to tell its host [node-links].
        const Transfer& planned = m_graph.At(transfer);
        const bool isInside = m_node.Holds(planned.source, planned.destination);
        const Span delay = isInside ? Span() : m_hostDelay;
        HearAt(seat.qp->Now() + delay, transfer);
    }
    Leave(transfer);
}

/**
 * The application at a transfer's destination knows that the whole message is there. A good
 * completion of the flow comes later, as the acknowledgement has to travel first. A bad one may
 * have come before: then this may be the last event of the workload.
 */
void
FlowDriver::HearOfReceive(uint32_t transfer)
{
    --m_timed;
    const Instant now = m_seats[m_transfers[transfer].seat].qp->Now();
    if (m_calendar && !m_foresight.IsInside(transfer))
    {
        m_foresight.TakeDue(m_calendar->MomentOf(now)); // they come in the order of their entries
    }
    PostAll(m_graph.OnReceiveDone(transfer, now));
    EndIfOver();
}

uint64_t
FlowDriver::TotalBytes() const
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < m_transfers.size(); ++i)
    {
        bytes += BytesOf(i);
    }
    return bytes;
}

/**
 * While a flow is under way the counts are those at the post: the difference is the flow's own.
 */
FlowRecord
FlowDriver::LatestOf(uint32_t transfer) const
{
    const Progress& progress = m_transfers[transfer];
    const Transfer& planned = m_graph.At(transfer);
    FlowRecord record;
    if (progress.phase == TransferPhase::WAITING)
    {
        return record;
    }
    const Seat& seat = m_seats[progress.seat];
    const uint64_t posted = IsSeated(transfer) ? seat.posted : m_repeat;
    record.flow = planned.id + (posted - 1) * m_idStride;
    record.source = planned.source;
    record.destination = planned.destination;
    record.bytes = planned.bytes;
    record.start = progress.start;
    record.finish = progress.finish;
    record.status = progress.status;
    if (progress.phase != TransferPhase::ACTIVE)
    {
        record.packets = progress.packets;
        record.retransmissions = progress.retransmissions;
        record.trims = progress.trims;
        record.marks = progress.marks;
        return record;
    }
    Count(*seat.qp, record);
    record.packets = Since(progress.packets, record.packets);
    record.retransmissions = Since(progress.retransmissions, record.retransmissions);
    record.trims = Since(progress.trims, record.trims);
    record.marks = Since(progress.marks, record.marks);
    return record;
}

uint64_t
FlowDriver::PlacedBytes(uint32_t transfer) const
{
    const Progress& progress = m_transfers[transfer];
    if (IsSeated(transfer))
    {
        const Seat& seat = m_seats[progress.seat];
        return seat.qp->PeerCounters().placedBytes - seat.before;
    }
    return progress.phase == TransferPhase::DONE ? BytesOf(transfer) : 0;
}

/** Repetitions follow one another, so all that was posted before the latest flow is placed. */
uint64_t
FlowDriver::OutstandingBytes(uint32_t transfer) const
{
    if (!IsSeated(transfer))
    {
        return 0;
    }
    const Seat& seat = m_seats[m_transfers[transfer].seat];
    return seat.posted * m_graph.At(transfer).bytes - PlacedBytes(transfer);
}

std::string
FlowDriver::WaitsFor(uint32_t transfer) const
{
    return m_graph.WaitsFor(transfer);
}

} // namespace mrc
} // namespace ns3
