/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-connection.h"

#include "mrc-probe-budget.h"
#include "mrc-receiver-grants.h"

#include <algorithm>
#include <cstddef>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * An idle queue pair goes on probing bad EVs for this many intervals; own choice. Without an end a
 * simulation that is not stopped would never run out of events.
 */
constexpr int64_t IDLE_PROBE_INTERVALS = 64;

/** Of EV probes each so many is sent while the last hop overflows; own choice. */
constexpr uint8_t OVERFLOW_BACKOFF = 8;

/** An EV is not probed again before the answer can have come, jitter included; own choice. */
constexpr int64_t LEAST_PROBE_RTTS = 2;

/** @return the parameters with an interval of EV probes that leaves time for each answer */
ConnectionParameters
WithTimeForAnswers(ConnectionParameters parameters)
{
    const Span least = parameters.RoundTrip() * LEAST_PROBE_RTTS;
    // Nearly all have the time, and go on sharing their settings.
    if (parameters.ev->probeInterval < least)
    {
        parameters.ev.Change().probeInterval = least;
    }
    return parameters;
}

} // namespace

#ifdef __GLIBCXX__ // the sizes are those of this library's containers
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have offsetof for any class

/** A packet that arrives touches one line of the connection, and one that leaves two. */
struct Connection::Hot
{
    static constexpr std::size_t LINE = 64;
    static constexpr std::size_t COUNTERS =
        offsetof(Connection, m_roles) + offsetof(RolesState, counters);

    static_assert(COUNTERS + offsetof(QueuePairCounters, planePackets) == LINE,
                  "where roles are, and what counts packets that arrive, is in the first line");
    static_assert(offsetof(QueuePairCounters, planeBytes) + 4 * sizeof(uint64_t) <=
                      offsetof(QueuePairCounters, planePackets) + LINE,
                  "packets by plane, and bytes of the first four planes, are in the next");
    static_assert(alignof(Connection) == LINE && alignof(SenderStore) == LINE &&
                      alignof(ReceiverStore) == LINE,
                  "offsets say where lines begin");
};

#pragma GCC diagnostic pop
#endif

Connection::Connection(const ConnectionParameters& parameters, QueuePairObserver& observer)
    : m_parameters(WithTimeForAnswers(parameters)),
      m_localUp(parameters.Planes()),
      m_listener(*this, observer)
{
    // A user's own algorithm is made by the user's code, at a moment that the user can tell.
    if (m_parameters.ev->custom || m_parameters.cc->custom)
    {
        MakeSender();
    }
}

/** Each event of ports makes both roles, so a new one has all its ports. */
Sender&
Connection::MakeSender()
{
    m_sender = std::make_unique<Sender>(m_parameters, m_roles, m_listener, m_listener.UserWatch());
    m_sender->Watch(m_watched);
    if (m_receiver)
    {
        m_receiver->Answered().TellTo(m_sender->Paths().Health());
    }
    return *m_sender;
}

Receiver&
Connection::MakeReceiver()
{
    m_receiver = std::make_unique<Receiver>(m_parameters, m_roles, m_listener);
    if (m_sender)
    {
        m_sender->TellHeard(m_receiver->Reverse());
        m_receiver->Writer().SetPeerDown(m_sender->Store().paths.Ports().PeerDown());
    }
    if (m_limits)
    {
        m_receiver->Limits() = *m_limits;
        m_limits.reset();
    }
    return *m_receiver;
}

void
Connection::Listener::Completed(const Completion& completion)
{
    m_observer.Completed(completion);
}

void
Connection::Listener::Delivered(const Delivery& delivery)
{
    m_observer.Delivered(delivery);
}

/** A queue pair fails as a whole, and once: this alone decides that, whichever role cannot go on.
 */
void
Connection::Listener::Fail(CompletionStatus status, Instant now)
{
    RolesState& roles = m_connection.m_roles;
    if (roles.failed)
    {
        return;
    }
    // Observers may call back, so the state is final before anybody hears of the failure.
    roles.failed = true;
    m_connection.GetReceiver().Stop();
    m_connection.GetSender().Requests().Stop(now);
    m_connection.GetSender().Requests().Flush(status, now);
}

/** @return the work for the NIC now; after calls that may have changed any of that work */
Agenda
Connection::CurrentAgenda() const
{
    return {NextWakeup(),
            (m_receiver && m_receiver->Store().HasReply()) ||
                (m_sender && m_sender->Store().probeDue) || m_roles.asks || m_roles.failed,
            m_sender && m_sender->Store().HasData(),
            m_roles.failed};
}

Agenda
Connection::Post(const WorkRequest& request, Instant now)
{
    GetSender().Requests().Post(request, now);
    return CurrentAgenda();
}

Agenda
Connection::Receive(const Datagram& datagram, Instant now)
{
    if (IsWrite(datagram.bth.opcode))
    {
        // Data is nearly all that a responder gets, and moves nothing of the sender: so it has a
        // short way.
        Receiver& receiver = GetReceiver();
        receiver.Data().OnWrite(datagram, now);
        if (receiver.Reverse().Probes().Due())
        {
            QueueReverseProbe(now);
        }
        const bool failed = m_roles.failed;
        const bool hasControl = receiver.Store().HasReply() || m_roles.asks || failed;
        // a packet for the responder moves no timer and frees no window
        return {Instant::Never(), hasControl, false, failed};
    }
    ReceiveControl(datagram, now);
    return CurrentAgenda();
}

void
Connection::ReceiveControl(const Datagram& datagram, Instant now)
{
    switch (datagram.bth.opcode)
    {
    case Opcode::SACK:
        OnSack(datagram, now);
        break;
    case Opcode::NACK:
    case Opcode::TRANSPORT_ACK:
        GetSender().Answers().OnAnswer(datagram, now);
        break;
    case Opcode::PROBE_REQUEST:
        OnProbeRequest(datagram, now);
        break;
    case Opcode::ENDPOINT_RESPONSE:
        OnEndpointResponse(datagram, now);
        break;
    default: // endpoint requests are the NIC's
        break;
    }
}

void
Connection::OnSack(const Datagram& datagram, Instant now)
{
    Sender& sender = GetSender();
    // The EV that the SACK echoes brought own data to the peer, so acknowledgements take it too
    // [reverse-path].
    RefreshReverse(datagram.sack.seth.entropy);
    sender.Answers().OnAnswer(datagram, now);
    // Packets that the SACK reports missing may be overdue on a path that is to be asked.
    if (sender.Probes().AsksPaths())
    {
        QueueInquiries();
    }
    if (m_receiver)
    {
        m_receiver->Writer().SetPeerDown(sender.Store().paths.Ports().PeerDown());
    }
}

void
Connection::OnProbeRequest(const Datagram& datagram, Instant now)
{
    Receiver& receiver = GetReceiver();
    if (m_sender)
    {
        // The probe left less than a local ACK timeout ago: no packet is under way for longer.
        m_sender->Planes().SeePeerPort(datagram.plane, now - m_parameters.qp->AckTimeout(), now);
        receiver.Writer().SetPeerDown(m_sender->Store().paths.Ports().PeerDown());
    }
    receiver.Replies().OnProbe(datagram, now);
    if (receiver.Reverse().Probes().Due())
    {
        QueueReverseProbe(now);
    }
}

/** A packet with this EV arrived at the peer [reverse-path]. */
void
Connection::RefreshReverse(Ev ev)
{
    if (m_receiver)
    {
        m_receiver->Reverse().Refresh(ev);
    }
    else
    {
        GetSender().NoteHeard(ev);
    }
}

/** An answer may serve an inquiry, a reverse EV, or an EV that is assumed bad: all hear of it. */
void
Connection::OnEndpointResponse(const Datagram& datagram, Instant now)
{
    const Ev ev{datagram.eeth.entropy};
    if (datagram.eeth.operation != EndpointOperation::EV_PROBE || ev.Plane() >= m_parameters.planes)
    {
        return;
    }
    if (!m_sender)
    {
        Receiver& receiver = GetReceiver();
        receiver.Reverse().Refresh(ev); // [reverse-path]
        receiver.Answered().Note(ev.Plane(), now);
        return;
    }
    m_sender->Probes().OnAnswer(ev, now);
    Sprayer& paths = m_sender->Paths();
    if (!paths.Prober().Has(ev)) // one answer does not prove a path that is assumed bad
    {
        RefreshReverse(ev);
    }
    const auto id = static_cast<uint16_t>(datagram.bth.psn.Value());
    m_roles.counters.pathsResurrected += paths.OnProbeAnswer(ev, id, datagram.eeth.marked, now);
}

/** @return whether an EV probe of the responder may be sent; if so it is paid for */
bool
Connection::PaysForProbe()
{
    ProbeBudget* const budget = m_parameters.probes;
    if (budget == nullptr)
    {
        return true;
    }
    const uint64_t bytes = m_roles.counters.placedBytes - m_paidBytes;
    const uint64_t trims = m_roles.counters.trims - m_paidTrims;
    m_paidBytes = m_roles.counters.placedBytes;
    m_paidTrims = m_roles.counters.trims;
    if (bytes > trims * m_parameters.qp->payload) // else the answers add to the overflow here
    {
        budget->Earn(bytes);
    }
    if (m_receiver->Reverse().IsConfirmed())
    {
        return budget->Take();
    }
    budget->TakeAnyway(); // the peer may hear nothing of this queue pair
    return true;
}

void
Connection::QueueReverseProbe(Instant now)
{
    ReversePaths& reverse = m_receiver->Reverse();
    if (!PaysForProbe())
    {
        reverse.Probes().Wait(now);
        return;
    }
    // A plane with a port down at either end would lose the probe.
    const PlaneMask usable = m_sender ? m_sender->Store().paths.Ports().Usable() : m_localUp;
    PlaneMask up = usable != 0 ? usable : m_localUp; // the peer's word may be out of date
    for (PlaneId plane = 0; plane < m_parameters.planes; ++plane)
    {
        up &= reverse.IsDenied(plane) ? ~(1U << plane) : ~0U;
    }
    if (up == 0)
    {
        return;
    }
    // The draw picks one of the planes that are up, each as often as the others.
    uint32_t skip = reverse.DrawBelow(static_cast<uint32_t>(__builtin_popcount(up)));
    for (; skip != 0; --skip)
    {
        up &= up - 1;
    }
    const auto plane = static_cast<PlaneId>(__builtin_ctz(up));
    Ask(reverse.TakeProbe(plane, now), EvProbeRole::REVERSE);
}

/** Has an EV probe leave with the next control packets. */
void
Connection::Ask(Ev ev, EvProbeRole role)
{
    m_evProbes.Push({ev, m_requests++, role});
    m_roles.asks = true;
}

/**
 * Any answer over the path serves an inquiry; the identifiers are for the prober, which compares
 * them.
 */
void
Connection::QueueInquiries()
{
    for (std::optional<Ev> ev = m_sender->Probes().TakeInquiry(); ev;
         ev = m_sender->Probes().TakeInquiry())
    {
        Ask(*ev, EvProbeRole::INQUIRY);
    }
}

bool
Connection::NextControl(Instant now, Datagram& out)
{
    // Replies go first: the peer's window waits for them.
    if (m_receiver && m_receiver->Store().HasReply())
    {
        m_receiver->Writer().Take(out);
        return true;
    }
    if (m_sender && m_sender->Store().probeDue && m_sender->Probes().Take(now, out))
    {
        return true;
    }
    if (m_roles.asks)
    {
        const bool found = m_evProbes.Take(m_parameters, m_localUp, now, out);
        m_roles.asks = !m_evProbes.Empty();
        m_roles.counters.probesSent += found;
        m_roles.counters.evProbesSent += found;
        return found;
    }
    return false;
}

Pull
Connection::NextData(Instant now, PlaneMask ports, Datagram& out)
{
    if (__builtin_expect(m_sender == nullptr, 0))
    {
        return {};
    }
    // The NIC has a timer for this moment; only a closer one is worth telling, as deadlines mostly
    // recede.
    Sender& sender = *m_sender;
    const Instant before = sender.Store().timers.Wakeup();
    if (!sender.Data().NextData(now, ports, out))
    {
        return {false, false, sender.Data().WaitsForOtherPort(ports)};
    }
    // The SACK of this packet will prove a path, so this round trip needs no EV probe.
    if (m_receiver)
    {
        m_receiver->Reverse().Probes().OnDataSent(now);
    }
    return {true, sender.Store().timers.Wakeup() < before, false};
}

/**
 * Wake may come early, when a deadline has receded: each part looks whether its own time has come.
 */
Agenda
Connection::Wake(Instant now)
{
    if (!m_sender)
    {
        return CurrentAgenda();
    }
    m_sender->Timeouts().Wake(now);
    Sprayer& paths = m_sender->Paths();
    while (EvProbeDue() <= now)
    {
        const uint16_t id = m_requests++;
        // Without a plane the prober counts its turn and sends nothing.
        const PlaneMask planes = HoldsEvProbeBack(now) ? PlaneMask{0} : paths.Ports().Usable();
        const std::optional<Ev> ev = paths.Prober().TakeDue(planes, id, now);
        if (ev)
        {
            m_evProbes.Push({*ev, id, EvProbeRole::FORWARD});
            m_roles.asks = true;
        }
    }
    // The sender's timers may have begun inquiries.
    QueueInquiries();
    return CurrentAgenda();
}

/** @return whether the EV probe that is due is left out, as the last hop has enough to do */
bool
Connection::HoldsEvProbeBack(Instant now)
{
    const bool held = m_sender->Probes().LastHopOverflows(now) && ++m_heldBack < OVERFLOW_BACKOFF;
    m_heldBack = held ? m_heldBack : uint8_t{0};
    return held;
}

Instant
Connection::EvProbeDue() const
{
    const Instant due = m_sender->Store().paths.Prober().NextDue();
    if (due == Instant::Never())
    {
        return due;
    }
    // An idle queue pair stops probing some time after its last packet.
    const Instant end = m_sender->Store().timers.Probes().LastSent() +
                        m_parameters.ev->probeInterval * IDLE_PROBE_INTERVALS;
    return m_sender->Store().IsIdle() && due > end ? Instant::Never() : due;
}

Instant
Connection::NextWakeup() const
{
    return m_sender ? std::min(m_sender->Store().timers.Wakeup(), EvProbeDue()) : Instant::Never();
}

Agenda
Connection::PortsChanged(PlaneMask up, Instant now)
{
    m_localUp = up & m_parameters.Planes();
    GetSender().Planes().PortsChanged(up, now);
    GetReceiver().Writer().PortsChanged(up);
    return CurrentAgenda();
}

Agenda
Connection::PeerPortsChanged(PlaneMask up, Instant now)
{
    GetSender().Planes().PeerPortsChanged(up, now);
    GetReceiver().Writer().SetPeerDown(m_sender->Store().paths.Ports().PeerDown());
    return CurrentAgenda();
}

void
Connection::Watch(bool watched)
{
    m_watched = watched;
    if (m_sender)
    {
        m_sender->Watch(watched);
    }
}

bool
Connection::SetGrant(const Grant& grant)
{
    return GetReceiver().Grants().Set(grant);
}

QueuePairStatus
Connection::Status() const
{
    return {m_roles.counters,
            CurrentWindow(),
            m_receiver ? m_receiver->Store().grant
                       : FirstGrant(m_parameters.qp, m_parameters.peerOffer),
            nullptr,
            m_roles.failed};
}

/** Without a sender the window is that of a new one: to read must not cost memory. */
WindowSample
Connection::CurrentWindow() const
{
    const auto sample = [](const FlightWindow& rate) {
        return WindowSample{static_cast<uint64_t>(rate.Window()),
                            rate.Whole().InFlight(),
                            Instant()};
    };
    return m_sender ? sample(m_sender->Store().flight.Store().rate)
                    : sample(FlightWindow(m_parameters, m_roles.counters.planeBytes));
}

Agenda
Connection::Abort(Instant now)
{
    m_listener.Fail(CompletionStatus::WR_FLUSH_ERR, now);
    return CurrentAgenda();
}

void
Connection::Rest(Instant now)
{
    m_evProbes.Shrink();
    if (m_receiver)
    {
        m_receiver->Rest();
    }
    if (m_sender)
    {
        m_sender->Requests().Rest(now);
    }
}

/** Queue pairs that are set up by verbs have limits from the start, also those that only send. */
ResponderLimits&
Connection::Limits()
{
    if (m_receiver)
    {
        return m_receiver->Limits();
    }
    if (!m_limits)
    {
        m_limits = std::make_unique<ResponderLimits>();
    }
    return *m_limits;
}

Agenda
Connection::Administer(Ev ev, PathOrder order, Instant now)
{
    GetSender().Planes().Administer(ev, order, now);
    GetReceiver().Reverse().Administer(ev, order); // the receiver may use EVs that the sender lacks
    return CurrentAgenda();
}

/** Deals the EVs if they are not dealt yet, and so costs memory. */
std::vector<PathStatus>
Connection::Paths()
{
    std::vector<PathStatus> paths;
    for (const Path& path : GetSender().Paths().Table().All())
    {
        paths.push_back({path.ev, path.state});
    }
    return paths;
}

/**
 * Names the lines that Receive or NextData will touch. The members come some events before the
 * memory that they point at, which cannot be found earlier.
 */
void
Connection::Prefetch(Part part, const Datagram* incoming) const
{
    const bool state = part == Part::STATE;
    if (incoming != nullptr && IsWrite(incoming->bth.opcode))
    {
        if (!m_receiver)
        {
            return; // this packet makes the role
        }
        if (state)
        {
            m_receiver->Prefetch();
            __builtin_prefetch(&m_parameters); // numbers and classes, for the acknowledgement
        }
        else
        {
            m_receiver->Store().received.Prefetch(incoming->bth.psn.Value());
        }
    }
    else if (!m_sender)
    {
        return;
    }
    else if (state)
    {
        m_sender->Hints().Members();
        if (incoming != nullptr)
        {
            m_sender->Hints().Answer();
            return;
        }
        __builtin_prefetch(&m_roles.counters.planePackets, 1);
    }
    else
    {
        m_sender->Hints().Records(incoming != nullptr);
    }
}

} // namespace mrc
} // namespace ns3
