/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-driver.h"

#include "mrc-flow-counts.h"

#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFlowDriver");

namespace
{

/** So many starts are kept before those that are over are looked for; own choice. */
constexpr std::size_t FEWEST_STARTS = 1024;

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
      m_transfers(matrix.transfers.size()),
      m_hostDelay(times.host),
      m_mostStarts(FEWEST_STARTS)
{
    // The number of states is final: connections keep the address of theirs.
    for (uint32_t i = 0; i < m_transfers.size(); ++i)
    {
        State& state = m_transfers[i];
        state.driver = this;
        state.index = i;
        state.qp = &connect(m_graph.At(i));
        state.qp->Tell(state);
        // Repetitions count on from the greatest id, so that no number comes twice.
        m_idStride = std::max<uint64_t>(m_idStride, m_graph.At(i).id);
    }
}

FlowDriver::~FlowDriver()
{
    // Network and simulator may outlive the driver: neither may call it again.
    for (EventId& start : m_starts)
    {
        start.Cancel();
    }
    for (State& state : m_transfers)
    {
        state.qp->Forget(state);
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
    State& state = m_transfers[transfer];
    const Transfer& planned = m_graph.At(transfer);
    FlowRecord& record = state.latest;
    record.flow = planned.id + state.posted * m_idStride;
    record.source = planned.source;
    record.destination = planned.destination;
    record.bytes = planned.bytes;
    record.start = state.qp->Now();
    record.finish = Instant::Never();
    Count(*state.qp, record); // where the connection stands now: LatestOf subtracts it
    NS_LOG_LOGIC("flow " << record.flow << " starts: " << record.bytes << " bytes from NIC "
                         << record.source << " to NIC " << record.destination);
    state.phase = TransferPhase::ACTIVE;
    ++state.posted;
    ++m_active;
    state.qp->Write(record.bytes);
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
    Keep(Simulator::Schedule(TickNotBefore(at) - Simulator::Now(), method, this, transfer));
}

/**
 * Starts the transfers that a trigger has set off. News from another NIC may still be on its way.
 */
void
FlowDriver::PostAll(const std::vector<TriggeredStart>& starts)
{
    for (const TriggeredStart& start : starts)
    {
        if (start.at <= m_transfers[start.transfer].qp->Now())
        {
            Post(start.transfer);
        }
        else
        {
            ScheduleAt(start.at, &FlowDriver::StartTimed, start.transfer);
        }
    }
}

void
FlowDriver::State::Completed(const Completion& completion)
{
    driver->Complete(index, completion);
}

/**
 * The end that posts hears at once of messages that arrive at the peer; Deliver adds the time of
 * hosts.
 */
void
FlowDriver::State::Delivered(const Delivery&)
{
    driver->Deliver(index);
}

/**
 * The sender has its completion. Repetitions follow one another; only the last one sets off
 * transfers that wait for this one. A flow that failed sets off nothing here, and the transfer ends
 * with the flow.
 */
void
FlowDriver::Complete(uint32_t transfer, const Completion& completion)
{
    State& state = m_transfers[transfer];
    state.latest = LatestOf(transfer); // while the phase is ACTIVE: makes the counts final
    state.latest.finish = completion.at;
    state.latest.status = completion.status;
    --m_active;
    NS_LOG_LOGIC("flow " << state.latest.flow << " ends: "
                         << (completion.status == CompletionStatus::SUCCESS ? "done" : "failed"));
    if (completion.status != CompletionStatus::SUCCESS)
    {
        state.phase = TransferPhase::FAILED;
        m_observer.FlowEnded(state.latest);
    }
    else
    {
        ++m_done;
        m_observer.FlowEnded(state.latest);
        if (state.posted < m_repeat)
        {
            Post(transfer);
        }
        else
        {
            state.phase = TransferPhase::DONE;
            PostAll(m_graph.OnSendDone(transfer, completion.at));
        }
    }
    EndIfOver();
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
FlowDriver::Deliver(uint32_t transfer)
{
    if (IsOver())
    {
        return;
    }
    State& state = m_transfers[transfer];
    if (++state.delivered == m_repeat && m_graph.WaitsForReceive(transfer))
    {
        // Inside a node no NIC has to tell its host [node-links].
        const Transfer& planned = m_graph.At(transfer);
        const bool isInside = m_node.Holds(planned.source, planned.destination);
        const Span delay = isInside ? Span() : m_hostDelay;
        ScheduleAt(state.qp->Now() + delay, &FlowDriver::HearOfReceive, transfer);
    }
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
    PostAll(m_graph.OnReceiveDone(transfer, m_transfers[transfer].qp->Now()));
    EndIfOver();
}

uint64_t
FlowDriver::TotalBytes() const
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < m_transfers.size(); ++i)
    {
        bytes += m_graph.At(i).bytes * m_repeat;
    }
    return bytes;
}

/**
 * While a flow is under way the record holds the counts at the post: the difference is the flow's
 * own.
 */
FlowRecord
FlowDriver::LatestOf(uint32_t transfer) const
{
    const State& state = m_transfers[transfer];
    FlowRecord record = state.latest;
    if (state.phase == TransferPhase::ACTIVE)
    {
        CountSince(*state.qp, record);
    }
    return record;
}

uint64_t
FlowDriver::PlacedBytes(uint32_t transfer) const
{
    return m_transfers[transfer].qp->PeerCounters().placedBytes;
}

/** Repetitions follow one another, so all that was posted before the latest flow is placed. */
uint64_t
FlowDriver::OutstandingBytes(uint32_t transfer) const
{
    return m_transfers[transfer].posted * m_graph.At(transfer).bytes - PlacedBytes(transfer);
}

std::string
FlowDriver::WaitsFor(uint32_t transfer) const
{
    return m_graph.WaitsFor(transfer);
}

} // namespace mrc
} // namespace ns3
