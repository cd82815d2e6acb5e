/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp.h"

#include "mrc-lazy-trace-accessor.h"
#include "mrc-peer-grant.h"
#include "mrc-qp-traces.h"
#include "mrc-qp-verbs.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(Qp);

TypeId
Qp::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t =
            TypeId("ns3::mrc::Qp").SetParent<Object>().SetGroupName("Mrc").AddConstructor<Qp>();
        AddAttributes(t);
        AddEvents(t);
        AddTraces(t);
        return t;
    }();
    return tid;
}

void
Qp::AddAttributes(TypeId tid)
{
    tid.AddAttribute("Source",
                     "Number of the NIC that posts",
                     TypeId::ATTR_GET,
                     UintegerValue(0),
                     MakeUintegerAccessor(&Qp::Source),
                     MakeUintegerChecker<uint32_t>())
        .AddAttribute("Destination",
                      "Number of the NIC that the Writes go to",
                      TypeId::ATTR_GET,
                      UintegerValue(0),
                      MakeUintegerAccessor(&Qp::Destination),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("Number",
                      "Queue pair number, 24 bits",
                      TypeId::ATTR_GET,
                      UintegerValue(0),
                      MakeUintegerAccessor(&Qp::Number),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("Mpr",
                      "Receive window of the peer's end in units of 128 PSNs; "
                      "may change if QpProfile::DynamicMpr is set [dynamic-mpr]",
                      TypeId::ATTR_GET | TypeId::ATTR_SET,
                      UintegerValue(QpConfig().mpr),
                      MakeUintegerAccessor(&Qp::SetMpr, &Qp::Mpr),
                      MakeUintegerChecker<uint8_t>(1, 255))
        .AddAttribute("Penalty",
                      "rcv_cwnd_pen in the SACKs of the peer's end: 64 halves the window in a "
                      "round trip. With 0 there is none, and what earlier ones took is given "
                      "back [receiver-penalty]",
                      TypeId::ATTR_GET | TypeId::ATTR_SET,
                      UintegerValue(QpConfig().penalty),
                      MakeUintegerAccessor(&Qp::SetPenalty, &Qp::Penalty),
                      MakeUintegerChecker<uint8_t>(0, 127));
}

/** The events that a script waits for. */
void
Qp::AddEvents(TypeId tid)
{
    tid.AddTraceSource("Completed",
                       "A work request ended, in the order of the posts",
                       MakeTraceSourceAccessor(&Qp::m_completed),
                       "ns3::mrc::Qp::CompletedCallback")
        .AddTraceSource("Delivered",
                        "A message has arrived whole at the peer",
                        MakeTraceSourceAccessor(&Qp::m_delivered),
                        "ns3::mrc::Qp::DeliveredCallback")
        .AddTraceSource("Resent",
                        "A packet was sent again: why, and how long after the "
                        "transmission that was lost",
                        MakeTraceSourceAccessor(&Qp::m_resent),
                        "ns3::mrc::Qp::ResentCallback")
        .AddTraceSource("State",
                        "It went from one state to another: RESET, INIT, RTR, "
                        "RTS, ERR",
                        MakeTraceSourceAccessor(&Qp::m_stateChanged),
                        "ns3::mrc::Qp::StateCallback");
}

/** The trace sources of values that change between two events. */
void
Qp::AddTraces(TypeId tid)
{
    const auto traceOf = [](auto source) {
        return MakeLazyTraceAccessor(&Qp::GetTraces, &Qp::TracesChanged, source);
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

/** Seven trace sources take memory, and a run may have many queue pairs without a listener. */
QpTraces&
Qp::GetTraces()
{
    if (!m_traces)
    {
        m_traces = std::make_unique<QpTraces>();
    }
    return *m_traces;
}

/** Called behind GetTraces by the accessor of each lazy trace source, so m_traces is there. */
void
Qp::TracesChanged()
{
    if (m_nics != nullptr)
    {
        m_nics->Seats().Watch(m_slot, m_traces->Wanted());
    }
}

/**
 * From now on the engine tells this object; this object takes the place of an earlier user of the
 * slot.
 */
Qp::Qp() = default;

Qp::Qp(NicTable& nics, SlotIndex slot, const QpEnd& own, const QpEnd& peer)
    : m_nics(&nics),
      m_slot(slot),
      m_own(own),
      m_other(peer)
{
    m_nics->Seats().SetUser(m_slot, this);
}

Qp::~Qp()
{
    // A script may hold the other end for longer.
    if (m_peer)
    {
        m_peer->m_owner = nullptr;
    }
}

/** The queue pair itself stays with the pair's NIC; an end that a script still holds refuses from
 * now on.
 */
void
Qp::DoDispose()
{
    if (m_nics != nullptr)
    {
        // Samples end first: Watched expects a user with traces. Then nobody is told anything any
        // more.
        m_nics->Seats().Watch(m_slot, false);
        m_nics->Seats().SetUser(m_slot, nullptr);
        m_nics = nullptr;
    }
    // Sinks of these may hold queue pairs.
    m_sendQueue = nullptr;
    m_receiveQueue = nullptr;
    m_verbs = VerbsState();
    if (m_peer)
    {
        m_peer->Dispose();
    }
    Object::DoDispose();
}

/**
 * Called by the NIC once the host's overhead is over. The queue has the entry before a sink can
 * poll it.
 */
void
Qp::Completed(const Completion& completion)
{
    if (m_sendQueue)
    {
        WorkCompletion entry;
        entry.id = completion.id;
        entry.status = completion.status;
        entry.opcode =
            completion.verb == WorkVerb::SEND ? WorkOpcode::SEND : WorkOpcode::RDMA_WRITE;
        entry.byteLength = completion.length;
        entry.qp = QpNumberOf(m_slot);
        entry.at = completion.at;
        m_sendQueue->Add(entry);
    }
    m_completed(completion);
}

uint32_t
Qp::Source() const
{
    return m_own.nic;
}

uint32_t
Qp::Destination() const
{
    return m_other.nic;
}

/** The attribute is also read of a Qp that a script made without a network. */
uint32_t
Qp::Number() const
{
    return m_slot == NO_SLOT ? 0 : QpNumberOf(m_slot).value;
}

/** The window that limits this sender is the receiver's; an own one only without a network. */
uint8_t
Qp::Mpr() const
{
    return m_nics == nullptr ? Grant().mpr : PeerGrant(*m_nics, m_slot).Mpr();
}

void
Qp::SetMpr(uint8_t units)
{
    PeerGrant(Nics(), m_slot).SetMpr(units);
}

uint8_t
Qp::Penalty() const
{
    return m_nics == nullptr ? 0 : PeerGrant(*m_nics, m_slot).Penalty();
}

void
Qp::SetPenalty(uint8_t penalty)
{
    PeerGrant(Nics(), m_slot).SetPenalty(penalty);
}

uint64_t
Qp::Write(uint64_t bytes)
{
    return Verbs().Write(bytes, std::nullopt);
}

uint64_t
Qp::WriteWithImmediate(uint64_t bytes, uint32_t immediate)
{
    return Verbs().Write(bytes, immediate);
}

void
Qp::PostSend(const WorkRequest& request)
{
    Verbs().PostSend(request);
}

void
Qp::PostReceive(uint32_t count)
{
    Verbs().PostReceive(count);
}

uint32_t
Qp::RegisterMemory(uint64_t address, uint64_t length)
{
    return Verbs().RegisterMemory(address, length);
}

void
Qp::DeregisterMemory(uint32_t rkey)
{
    Verbs().DeregisterMemory(rkey);
}

void
Qp::Modify(const QpAttributes& attributes)
{
    Verbs().Modify(attributes);
}

QpStatus
Qp::Query() const
{
    // First: a Qp without a network has no profile either.
    const QueuePairAdmin& admin = Nics().Seats().AdminOf(m_slot);
    QpStatus status;
    status.state = Nics().States().Of(m_slot);
    status.number = QpNumberOf(m_slot);
    status.nic = m_own.nic;
    status.peerNic = m_other.nic;
    status.offer = m_own.profile->Get().Offer();
    status.window = admin.Status().window;
    return status;
}

/** Every call that needs the network passes here: a script may keep a Qp for longer. */
NicTable&
Qp::Nics() const
{
    if (m_nics == nullptr)
    {
        NS_FATAL_ERROR(
            "this ns3::mrc::Qp belongs to no NIC: Network::Connect makes queue pairs, and "
            "they end with their Network");
    }
    return *m_nics;
}

QpVerbs
Qp::Verbs()
{
    return {Nics(), m_slot, m_own, m_other.nic, m_verbs};
}

void
Qp::SetCompletionQueues(Ptr<CompletionQueue> send, Ptr<CompletionQueue> receive)
{
    m_sendQueue = send;
    m_receiveQueue = receive;
    // Receive completions cost the NIC an entry each, so the NIC makes them only if somebody waits.
    if (receive)
    {
        Nics().Receives().Watch(m_slot);
    }
}

/**
 * Made when asked for: most scripts look at the end that posts only. That end owns the other one,
 * and is pointed back to without a count, as two counts would be a cycle.
 */
Ptr<Qp>
Qp::Peer()
{
    NicTable& nics = Nics();
    if (m_owner != nullptr)
    {
        return m_owner;
    }
    if (!m_peer)
    {
        m_peer = CreateObject<Qp>(nics, PeerOf(m_slot), m_other, m_own);
        m_peer->m_owner = this;
    }
    return m_peer;
}

const QueuePairCounters&
Qp::Counters() const
{
    return Nics().Seats().AdminOf(m_slot).Status().counters;
}

const RoceCounters*
Qp::Roce() const
{
    return Nics().Seats().AdminOf(m_slot).Status().roce;
}

const RoceCounters*
Qp::PeerRoce() const
{
    return Nics().Seats().AdminOf(PeerOf(m_slot)).Status().roce;
}

/** A script and a workload may look at both ends; the engine at one end never sees the other. */
const QueuePairCounters&
Qp::PeerCounters() const
{
    return Nics().Seats().AdminOf(PeerOf(m_slot)).Status().counters;
}

QpPaths
Qp::Paths() const
{
    return QpPaths(Nics(), m_slot);
}

/**
 * Receive buffers have no ids of their own: they are numbered in the order in which they are taken.
 */
void
Qp::Received(CompletionStatus status, const Delivery& delivery)
{
    WorkCompletion entry;
    entry.id = m_received++;
    entry.status = status;
    entry.opcode =
        delivery.verb == WorkVerb::SEND ? WorkOpcode::RECV : WorkOpcode::RECV_RDMA_WITH_IMMEDIATE;
    entry.byteLength = delivery.length;
    entry.immediate = delivery.immediate;
    entry.qp = QpNumberOf(m_slot);
    entry.at = delivery.at;
    if (m_receiveQueue)
    {
        m_receiveQueue->Add(entry);
    }
}

void
Qp::Delivered(const Delivery& delivery)
{
    m_delivered(delivery);
}

void
Qp::Resent(const Retransmission& retransmission)
{
    m_resent(retransmission);
}

void
Qp::StateChanged(QpState from, QpState to)
{
    m_stateChanged(from, to);
}

/** Called only while TracesChanged has asked the NIC for samples, so m_traces is there. */
void
Qp::Watched(const QpSample& sample)
{
    m_traces->Fire(sample, Counters());
}

/** Called for every queue pair, watched or not: this is no sample, so m_traces may be missing. */
void
Qp::PathChanged(const PathTransition& transition)
{
    if (m_traces)
    {
        m_traces->path(transition);
    }
}

Instant
Qp::Now() const
{
    return Nics().Store().Now();
}

// Listeners are sinks of the trace sources, called in the order in which they came.

void
Qp::Tell(RequestorListener& listener)
{
    m_completed.ConnectWithoutContext(MakeCallback(&RequestorListener::Completed, &listener));
    m_delivered.ConnectWithoutContext(MakeCallback(&RequestorListener::Delivered, &listener));
}

void
Qp::Forget(RequestorListener& listener)
{
    m_completed.DisconnectWithoutContext(MakeCallback(&RequestorListener::Completed, &listener));
    m_delivered.DisconnectWithoutContext(MakeCallback(&RequestorListener::Delivered, &listener));
}

} // namespace mrc
} // namespace ns3
