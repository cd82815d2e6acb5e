/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-events.h"

#include "mrc-lazy-trace-accessor.h"
#include "mrc-qp.h"

#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-pair-reports.h"
#include "ns3/mrc-queue-pair-report.h"

#include <algorithm>
#include <iterator>

namespace ns3
{
namespace mrc
{

void
QpEvents::AddSources(TypeId tid, const Access& access)
{
    AddEvents(tid, access);
    AddSamples(tid, access);
}

/** The events that a script waits for. */
void
QpEvents::AddEvents(TypeId tid, const Access& access)
{
    const auto traceOf = [&access](auto source) {
        return MakeLazyTraceAccessor(access.traces, access.noted, source);
    };
    tid.AddTraceSource("Completed",
                       "A work request ended, in the order of the posts",
                       MakeLazyTraceAccessor(access.meetings, access.noted, &QpEvents::m_completed),
                       "ns3::mrc::Qp::CompletedCallback")
        .AddTraceSource("Delivered",
                        "A message has arrived whole at the peer",
                        traceOf(&QpTraces::delivered),
                        "ns3::mrc::Qp::DeliveredCallback")
        .AddTraceSource("Resent",
                        "A packet was sent again: why, and how long after the "
                        "transmission that was lost",
                        traceOf(&QpTraces::resent),
                        "ns3::mrc::Qp::ResentCallback")
        .AddTraceSource("State",
                        "It went from one state to another: RESET, INIT, RTR, "
                        "RTS, ERR",
                        traceOf(&QpTraces::state),
                        "ns3::mrc::Qp::StateCallback");
}

/** The trace sources of values that change between two events. */
void
QpEvents::AddSamples(TypeId tid, const Access& access)
{
    const auto traceOf = [&access](auto source) {
        return MakeLazyTraceAccessor(access.traces, access.changed, source);
    };
    tid.AddTraceSource("CongestionWindow",
                       "The congestion window changed with a SACK, a trim or a loss: bytes "
                       "before, 0 at first, and after",
                       traceOf(&QpTraces::window),
                       "ns3::mrc::Qp::BytesCallback")
        .AddTraceSource("BytesInFlight",
                        "Payload bytes in flight behind an acknowledgement, a trim or a loss: "
                        "before, 0 at first, and after",
                        traceOf(&QpTraces::inFlight),
                        "ns3::mrc::Qp::BytesCallback")
        .AddTraceSource("Rtt",
                        "A SACK measured a round trip: how long it took, how much of it was "
                        "queueing, and when; picoseconds",
                        traceOf(&QpTraces::rtt),
                        "ns3::mrc::Qp::RttCallback")
        .AddTraceSource("Nack",
                        "A NACK came: its reason, and PSN and EV of the packet",
                        traceOf(&QpTraces::nack),
                        "ns3::mrc::Qp::NackCallback")
        .AddTraceSource("Planes",
                        "A port of this NIC or of the peer changed: the masks of those that are up",
                        traceOf(&QpTraces::planes),
                        "ns3::mrc::Qp::PlanesCallback")
        .AddTraceSource("PathState",
                        "An EV changed its state: from what, to what and why",
                        traceOf(&QpTraces::path),
                        "ns3::mrc::Qp::PathStateCallback")
        .AddTraceSource(
            "PlaneBytes",
            "Payload bytes sent over each plane so far, with each acknowledgement, trim and loss",
            traceOf(&QpTraces::planeBytes),
            "ns3::mrc::Qp::PlaneBytesCallback");
}

QpEvents::QpEvents(const Qp& qp)
    : m_qp(qp)
{
}

/** Tells sinks of an event at once, or when the window is over in which other threads are active.
 */
void
QpEvents::InTime(const QueuePairReport& report)
{
    if (NicTable* const nics = m_qp.m_nics)
    {
        PairReports(nics->Store(), nics->Seats()).Tell(m_qp.m_slot, report);
        return;
    }
    Reported(report);
}

/** The counters are copied for listeners only. The process of the NIC has them. */
std::optional<PlaneBytes>
QpEvents::BytesSent() const
{
    if (m_traces->planeBytes.IsEmpty())
    {
        return std::nullopt;
    }
    PlaneBytes sent;
    const QueuePairCounters& counters = m_qp.m_nics->Seats().AdminOf(m_qp.m_slot).Status().counters;
    std::copy(std::begin(counters.planeBytes), std::end(counters.planeBytes), sent.bytes.begin());
    return sent;
}

void
QpEvents::Reported(const QueuePairReport& report)
{
    if (m_traces) // a sink may have made another queue pair the user of the slot
    {
        m_traces->Fire(report);
    }
}

void
QpEvents::SetQueues(Ptr<CompletionQueue> send, Ptr<CompletionQueue> receive)
{
    m_sendQueue = send;
    if (!m_receives && receive)
    {
        m_receives = std::make_unique<Receives>();
    }
    if (m_receives)
    {
        m_receives->queue = receive;
    }
}

QpTraces&
QpEvents::Traces()
{
    if (!m_traces)
    {
        // Trace sources take more room than all the rest, and few queue pairs have sinks.
        m_traces = std::make_unique<QpTraces>();
    }
    return *m_traces;
}

bool
QpEvents::WantsSamples() const
{
    return m_traces && m_traces->Wanted();
}

uint32_t
QpEvents::Hearers() const
{
    const bool heard[] = {static_cast<bool>(m_sendQueue),
                          m_receives && m_receives->queue,
                          !m_completed.IsEmpty()};
    uint32_t bits = m_traces ? m_traces->Hearers() : 0;
    for (const bool is : heard)
    {
        bits = bits << 1 | static_cast<uint32_t>(is);
    }
    return bits;
}

/**
 * Called by the NIC once the host's overhead is over. The queue has the entry before a sink can
 * poll it.
 */
void
QpEvents::Completed(const Completion& completion)
{
    if (m_sendQueue)
    {
        WorkCompletion entry;
        entry.id = completion.id;
        entry.status = completion.status;
        entry.opcode =
            completion.verb == WorkVerb::SEND ? WorkOpcode::SEND : WorkOpcode::RDMA_WRITE;
        entry.byteLength = completion.length;
        entry.qp = QpNumberOf(m_qp.m_slot);
        entry.at = completion.at;
        m_sendQueue->Add(entry);
    }
    if (m_first != nullptr)
    {
        m_first->Completed(completion);
    }
    m_completed(completion);
}

void
QpEvents::Ending(const Completion& completion)
{
    if (m_first != nullptr)
    {
        m_first->Ending(completion);
    }
}

void
QpEvents::Due()
{
    if (m_first != nullptr)
    {
        m_first->Due();
    }
}

HintStep
QpEvents::Hint(bool isArrival) const
{
    HintAt(m_first);
    const auto go = [](const void* who, uint32_t arrival) {
        return static_cast<const RequestorListener*>(who)->Hint(arrival != 0);
    };
    return m_first == nullptr ? HintStep() : HintStep{go, m_first, isArrival ? 1U : 0U};
}

/**
 * Receive buffers have no ids of their own: they are numbered in the order in which they are taken.
 */
void
QpEvents::Received(CompletionStatus status, const Delivery& delivery)
{
    if (!m_receives) // a NIC tells of buffers once there was a queue
    {
        return;
    }
    WorkCompletion entry;
    entry.id = m_receives->taken++;
    entry.status = status;
    entry.opcode =
        delivery.verb == WorkVerb::SEND ? WorkOpcode::RECV : WorkOpcode::RECV_RDMA_WITH_IMMEDIATE;
    entry.byteLength = delivery.length;
    entry.immediate = delivery.immediate;
    entry.qp = QpNumberOf(m_qp.m_slot);
    entry.at = delivery.at;
    if (m_receives->queue)
    {
        m_receives->queue->Add(entry);
    }
}

void
QpEvents::Delivered(const Delivery& delivery)
{
    if (m_first != nullptr)
    {
        m_first->Delivered(delivery);
    }
    if (m_traces)
    {
        m_traces->delivered(delivery);
    }
}

void
QpEvents::Resent(const Retransmission& retransmission)
{
    m_resends.ForEach([&](ResendListener& one) { one.Resent(retransmission); });
    if (m_traces && !m_traces->resent.IsEmpty())
    {
        InTime({retransmission});
    }
}

void
QpEvents::StateChanged(QpState from, QpState to)
{
    if (m_traces && !m_traces->state.IsEmpty())
    {
        InTime({QpStateChange{from, to}});
    }
}

/** Called only while a Qp has asked the NIC for samples, so m_traces is there. */
void
QpEvents::Watched(const QpSample& sample)
{
    InTime({CountedSample{sample, BytesSent()}});
}

/** Called for every queue pair, watched or not: this is no sample, so m_traces may be missing. */
void
QpEvents::PathChanged(const PathTransition& transition)
{
    m_resends.ForEach([&](ResendListener& one) { one.PathChanged(transition); });
    if (m_traces && !m_traces->path.IsEmpty())
    {
        InTime({transition});
    }
}

// Listeners and sinks are called in the order in which they came. Nearly always a listener is the
// first and the only one: then it needs no sinks, which take some hundred bytes each.

bool
QpEvents::Tell(RequestorListener& listener)
{
    // A sink that came before a listener is to hear before the listener.
    const bool isFirst =
        m_first == nullptr && m_completed.IsEmpty() && (!m_traces || m_traces->delivered.IsEmpty());
    if (isFirst)
    {
        m_first = &listener;
        return true;
    }
    QpTraces& traces = Traces();
    traces.later.Add(listener, {m_completed, traces.delivered});
    return false;
}

void
QpEvents::Forget(RequestorListener& listener)
{
    if (m_first == &listener)
    {
        m_first = nullptr;
    }
    else if (m_traces)
    {
        m_traces->later.Remove(listener, {m_completed, m_traces->delivered});
    }
}

} // namespace mrc
} // namespace ns3
