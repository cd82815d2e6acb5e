/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-driver.h"

#include "mrc-flow-counts.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFlowDriver");

namespace
{

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
      m_repeat(repeat),
      m_observer(observer),
      m_transfers(matrix.transfers.size()),
      m_seats(connect,
              matrix.sharesPairs ? FlowSeats::Sharing::TURNS : FlowSeats::Sharing::NONE,
              *this),
      m_agenda(
          {m_graph, matrix.node, m_repeat, TransferCount()},
          [this](uint32_t i) { return m_seats.At(m_transfers[i].seat).Outlook(); },
          *this),
      m_hostDelay(times.host)
{
    ConnectAll();
    m_agenda.HearEarly(m_seats);
}

void
FlowDriver::ConnectAll()
{
    FlowSeats::Ways ways;
    for (uint32_t i = 0; i < m_transfers.size(); ++i)
    {
        const Transfer& planned = m_graph.At(i);
        // Repetitions count on from the greatest id, so that no number comes twice.
        m_idStride = std::max<uint64_t>(m_idStride, planned.id);
        m_transfers[i].seat = m_seats.Add(planned, ways);
    }
}

/** The next transfer may have the seat once nobody tells of this one any more. */
void
FlowDriver::Leave(uint32_t transfer)
{
    Progress& progress = m_transfers[transfer];
    if (m_seats.AreShared() && progress.phase == TransferPhase::DONE &&
        m_seats.At(progress.seat).delivered >= m_repeat)
    {
        m_seats.Leave(BytesOf(transfer), progress.seat);
    }
}

/** @return the seat of a transfer, or the first one of its way while it has none */
const FlowDriver::Seat&
FlowDriver::SeatOf(uint32_t transfer) const
{
    return m_seats.At(m_transfers[transfer].seat);
}

/** @return the time, as a transfer's connection tells it */
Instant
FlowDriver::NowOf(uint32_t transfer) const
{
    return SeatOf(transfer).qp->Now();
}

bool
FlowDriver::IsSeated(uint32_t transfer) const
{
    return SeatOf(transfer).transfer == transfer;
}

/** @return bytes of all flows of a transfer */
uint64_t
FlowDriver::BytesOf(uint32_t transfer) const
{
    return m_graph.At(transfer).bytes * m_repeat;
}

void
FlowDriver::Start()
{
    for (const uint32_t transfer : m_graph.StartedByTime())
    {
        m_agenda.StartAfter(TickNotBefore(m_graph.At(transfer).start), transfer);
    }
}

/** Starts one flow: the first of its transfer or the next repetition. */
void
FlowDriver::Post(uint32_t transfer)
{
    const Transfer& planned = m_graph.At(transfer);
    Progress& progress = m_transfers[transfer];
    Seat& seat = m_seats.Take(transfer, planned, progress.seat);
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
 * Starts the transfers that a trigger has set off. News from another NIC may still be on its way.
 */
void
FlowDriver::PostAll(const std::vector<TriggeredStart>& starts)
{
    for (const TriggeredStart& start : starts)
    {
        if (start.at <= NowOf(start.transfer))
        {
            Post(start.transfer);
        }
        else
        {
            m_agenda.StartAt(start.at, start.transfer);
        }
    }
}

void
FlowDriver::Ending(const Seat& seat, const Completion& completion)
{
    const bool isLast = seat.posted == m_repeat;
    m_agenda.Ending({seat.transfer, completion.at, completion.status, isLast});
}

void
FlowDriver::Due()
{
    m_agenda.HearDue(m_seats.At(0).qp->Now());
}

/**
 * The sender has its completion. Repetitions follow one another; only the last one sets off
 * transfers that wait for this one. A flow that failed sets off nothing here, and the transfer ends
 * with the flow.
 */
void
FlowDriver::Completed(const Seat& seat, const Completion& completion)
{
    const uint32_t transfer = seat.transfer; // another one may take the seat
    m_agenda.Ended(transfer, completion);
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
FlowDriver::Delivered(Seat& seat)
{
    if (IsOver())
    {
        return;
    }
    const uint32_t transfer = seat.transfer;
    if (++seat.delivered == m_repeat && m_graph.WaitsForReceive(transfer))
    {
        // Inside a node no NIC has to tell its host [node-links].
        const Span delay = m_agenda.IsInside(transfer) ? Span() : m_hostDelay;
        m_agenda.ReceiveAt(seat.qp->Now() + delay, transfer);
    }
    Leave(transfer);
}

/** Asks for what is known of a transfer. */
void
FlowDriver::HintTransfer(uint32_t transfer) const
{
    HintAt(&m_transfers[transfer]);
    HintAt(&m_graph.At(transfer));
}

/** An arrival has the receiver's starts foreseen, and an end those of the sender. */
HintStep
FlowDriver::HintOf(const Seat& seat, bool isArrival) const
{
    if (seat.transfer >= m_transfers.size()) // the seat is idle by now
    {
        return {};
    }
    HintTransfer(seat.transfer);
    return {isArrival ? &HintReceive : &HintEnd, this, seat.transfer};
}

HintStep
FlowDriver::HintOfPost(uint32_t transfer) const
{
    return {&HintFirst<&HintSeat>, this, transfer};
}

HintStep
FlowDriver::HintOfReceive(uint32_t transfer) const
{
    return {&HintFirst<&HintReceive>, this, transfer};
}

/** A transfer comes first, as that says where other data lie. */
template <HintStep::Go NEXT>
HintStep
FlowDriver::HintFirst(const void* driver, uint32_t transfer)
{
    static_cast<const FlowDriver*>(driver)->HintTransfer(transfer);
    return {NEXT, driver, transfer};
}

HintStep
FlowDriver::HintEnd(const void* driver, uint32_t transfer)
{
    const auto& own = *static_cast<const FlowDriver*>(driver);
    return own.HintStartOf(own.m_graph.At(transfer).sendDoneTrigger);
}

HintStep
FlowDriver::HintReceive(const void* driver, uint32_t transfer)
{
    const auto& own = *static_cast<const FlowDriver*>(driver);
    HintAt(&own.m_seats.At(own.m_transfers[transfer].seat));
    return own.HintStartOf(own.m_graph.At(transfer).recvDoneTrigger);
}

/** Most triggers start one transfer, or transfers that lie side by side. */
HintStep
FlowDriver::HintStartOf(const std::optional<uint32_t>& trigger) const
{
    const std::optional<uint32_t> next = m_graph.FirstStartOf(trigger);
    if (!next)
    {
        return {};
    }
    HintTransfer(*next);
    return {&HintSeat, this, *next};
}

HintStep
FlowDriver::HintSeat(const void* driver, uint32_t transfer)
{
    const auto& own = *static_cast<const FlowDriver*>(driver);
    HintAt(&own.SeatOf(transfer));
    return {&HintWrite, driver, transfer};
}

HintStep
FlowDriver::HintWrite(const void* driver, uint32_t transfer)
{
    const Requestor* qp = static_cast<const FlowDriver*>(driver)->SeatOf(transfer).qp;
    HintAt(qp);
    return {
        [](const void* who, uint32_t) { return static_cast<const Requestor*>(who)->HintOfWrite(); },
        qp};
}

/**
 * The application at a transfer's destination knows that the whole message is there. A good
 * completion of the flow comes later, as the acknowledgement has to travel first. A bad one may
 * have come before: then this may be the last event of the workload.
 */
void
FlowDriver::HearOfReceive(uint32_t transfer)
{
    const Instant now = NowOf(transfer);
    m_agenda.Heard(transfer, now);
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
    const Seat& seat = SeatOf(transfer);
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
        const Seat& seat = SeatOf(transfer);
        return seat.qp->PlacedBytes() - seat.before;
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
    const Seat& seat = SeatOf(transfer);
    return seat.posted * m_graph.At(transfer).bytes - PlacedBytes(transfer);
}

std::string
FlowDriver::WaitsFor(uint32_t transfer) const
{
    return m_graph.WaitsFor(transfer);
}

} // namespace mrc
} // namespace ns3
