/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp.h"

#include "mrc-lazy-trace-accessor.h"
#include "mrc-qp-traces.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcQp");

NS_OBJECT_ENSURE_REGISTERED(Qp);

namespace
{

constexpr double LATEST_POST = 4611686; // s: 2^62 ps, which leave room for what follows in 63 bits

/**
 * @return the other end of a connection; a fatal error if it has nothing to grant yet
 *
 * Before RTR an UnreadyPair stands in for the transport, and keeps no grant.
 */
QueuePairAdmin&
PeerThatGrants(NicTable& nics, SlotIndex slot, const char* attribute)
{
    const SlotIndex peer = PeerOf(slot);
    const QpState state = nics.Store().slots[peer].state;
    if (state == QpState::RESET || state == QpState::INIT)
    {
        NS_FATAL_ERROR(attribute << " of queue pair " << QpNumberOf(slot).value
                                 << " was set while its peer is in state " << state
                                 << "; expected RTR or later, before that " << attribute
                                 << " of the peer's QpProfile holds");
    }
    return nics.Seats().AdminOf(peer);
}

} // namespace

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
                      UintegerValue(8),
                      MakeUintegerAccessor(&Qp::SetMpr, &Qp::Mpr),
                      MakeUintegerChecker<uint8_t>(1, 255))
        .AddAttribute("Penalty",
                      "rcv_cwnd_pen in the SACKs of the peer's end: 64 halves "
                      "the window in a round trip; 0: none, and what earlier "
                      "ones took is given back [receiver-penalty]",
                      TypeId::ATTR_GET | TypeId::ATTR_SET,
                      UintegerValue(0),
                      MakeUintegerAccessor(&Qp::SetPenalty, &Qp::Penalty),
                      MakeUintegerChecker<uint8_t>(0, 127));
}

/** What a script waits for. */
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

/** What happens between two events. */
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

/** From now on the engine tells this object; it takes the place of an earlier user of the slot. */
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

/** The queue pair itself stays with its NIC; an end that a script still holds refuses from now on.
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
    m_ev = nullptr;
    m_cc = nullptr;
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

/** The window that limits this sender is the receiver's, so the peer's end has it. */
uint8_t
Qp::Mpr() const
{
    return m_nics == nullptr ? Grant().mpr
                             : Nics().Seats().AdminOf(PeerOf(m_slot)).Status().grant.mpr;
}

void
Qp::SetMpr(uint8_t units)
{
    QueuePairAdmin& peer = PeerThatGrants(Nics(), m_slot, "Mpr");
    Grant grant = peer.Status().grant;
    grant.mpr = units;
    // Without the agreement to dynamic MPR, SACKs cannot tell the sender of a new window.
    if (!peer.SetGrant(grant))
    {
        NS_FATAL_ERROR("Mpr of an ns3::mrc::Qp was set to "
                       << +units
                       << "; expected a QpProfile with DynamicMpr, or the MPR that both "
                          "ends agreed on");
    }
}

uint8_t
Qp::Penalty() const
{
    return m_nics == nullptr ? 0 : Nics().Seats().AdminOf(PeerOf(m_slot)).Status().grant.penalty;
}

void
Qp::SetPenalty(uint8_t penalty)
{
    QueuePairAdmin& peer = PeerThatGrants(Nics(), m_slot, "Penalty");
    Grant grant = peer.Status().grant;
    grant.penalty = penalty;
    // Only another MPR can be refused.
    peer.SetGrant(grant);
}

uint64_t
Qp::Write(uint64_t bytes)
{
    return Post(bytes, std::nullopt);
}

uint64_t
Qp::WriteWithImmediate(uint64_t bytes, uint32_t immediate)
{
    return Post(bytes, immediate);
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

/**
 * Writes go to the peer's memory one behind the other from address 0, with key 0 and ids of their
 * own.
 */
uint64_t
Qp::Post(uint64_t bytes, std::optional<uint32_t> immediate)
{
    CheckMayPost(bytes);
    WorkRequest request;
    request.id = m_nextId++;
    request.remoteAddress = m_nextAddress;
    request.length = static_cast<uint32_t>(bytes);
    request.hasImmediate = immediate.has_value();
    request.immediate = immediate.value_or(0);
    m_nextAddress += bytes;
    m_nics->Host().Post(m_slot, request);
    return request.id;
}

/** A fatal error for a post that can have no sensible end; all forms of posting pass here. */
void
Qp::CheckMayPost(uint64_t bytes) const
{
    // First: behind Simulator::Destroy a question for the time would make another simulator.
    if (Nics().Store().over)
    {
        NS_FATAL_ERROR("a Write was posted after Simulator::Destroy, with which the network ended; "
                       "expected it before, or a new network");
    }
    NS_LOG_LOGIC("queue pair " << Number() << " posts " << bytes << " bytes");
    if (Simulator::Now().GetSeconds() > LATEST_POST)
    {
        NS_FATAL_ERROR("a Write was posted after " << Simulator::Now().GetSeconds()
                                                   << " s of simulated time; expected "
                                                   << LATEST_POST << " s at most, 2^62 ps");
    }
    if (bytes > UINT32_MAX)
    {
        NS_FATAL_ERROR("a Write of " << bytes << " bytes was posted; expected 0 .. " << UINT32_MAX);
    }
    // In ERR a post is allowed, as in libibverbs: its completion says that it was flushed.
    if (State() != QpState::RTS && State() != QpState::ERR)
    {
        NS_FATAL_ERROR("a Write was posted to queue pair " << Number() << " in state " << State()
                                                           << "; expected RTS");
    }
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
