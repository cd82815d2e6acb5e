/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-connection.h"

#include "mrc-connection-probing.h"
#include "mrc-receiver-grants.h"

#include <cstddef>
#include <type_traits>

namespace ns3
{
namespace mrc
{

#ifdef __GLIBCXX__ // the sizes are those of this library's containers
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have offsetof for any class

/**
 * A packet of a connection with both roles touches one line of the connection. One that leaves on
 * another plane than the first touches a line more.
 */
struct Connection::Hot
{
    static constexpr std::size_t LINE = 64;
    static constexpr std::size_t COUNTERS =
        offsetof(Connection, m_roles) + offsetof(RolesState, counters);

    static_assert(offsetof(Connection, m_roles) + offsetof(RolesState, asks) < LINE,
                  "where roles are, and what they share, is in the first line");
    static_assert(COUNTERS + offsetof(QueuePairCounters, planePackets) == LINE &&
                      offsetof(QueuePairCounters, planeBytes) + 4 * sizeof(uint64_t) <=
                          offsetof(QueuePairCounters, planePackets) + LINE,
                  "packets by plane, and bytes of the first four planes, are in the next");
    static_assert(std::is_base_of_v<LineObject, Connection> && alignof(Sender) == LINE &&
                      alignof(Receiver) == LINE,
                  "offsets say where lines begin");
    static_assert(sizeof(Connection) + sizeof(void*) <= 9 * LINE, "of which there are millions");
};

#pragma GCC diagnostic pop
#endif

Connection::Connection(const ConnectionParameters& parameters, QueuePairObserver& observer)
    : m_parameters(Probing::WithTimeForAnswers(parameters)),
      m_localUp(parameters.Planes()),
      m_listener(*this, observer)
{
    // A user's own algorithm is made by the user's code, at a moment that the user can tell.
    if (m_parameters.ev->custom || m_parameters.cc->custom)
    {
        MakeSender();
    }
}

Connection::~Connection()
{
    m_sender.reset();
    m_receiver.reset();
}

/** Each event of ports makes both roles, so a new one has all its ports. */
Sender&
Connection::MakeSender()
{
    m_sender = MakeRole<Sender>(m_parameters, m_roles, m_listener, m_listener.UserWatch());
    m_sender->Watch(m_watched);
    if (m_receiver)
    {
        m_receiver->Answered().TellTo(m_sender->Paths().Health());
    }
    m_listener.TellWay();
    return *m_sender;
}

Receiver&
Connection::MakeReceiver()
{
    m_receiver = MakeRole<Receiver>(m_parameters, m_roles, m_listener);
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
    m_listener.TellWay();
    return *m_receiver;
}

HintedPair&
Connection::Way()
{
    if (m_sender && !m_receiver)
    {
        return *m_sender;
    }
    if (m_receiver && !m_sender)
    {
        return *m_receiver;
    }
    return *this;
}

/** @return the work for the NIC now; after calls that may have changed any of that work */
Agenda
Connection::CurrentAgenda() const
{
    Agenda agenda = m_sender ? m_sender->Store().Work() : Agenda();
    agenda.control = agenda.control || (m_receiver && m_receiver->Store().HasReply()) ||
                     m_roles.asks || m_roles.failed;
    agenda.failed = m_roles.failed;
    return agenda;
}

/** EV probes wait, or do no more: each role knows that. */
void
Connection::NoteAsks()
{
    m_roles.asks = !m_evProbes.Empty();
    if (m_sender)
    {
        m_sender->Probes().SetAsks(m_roles.asks);
    }
    if (m_receiver)
    {
        m_receiver->SetAsks(m_roles.asks);
    }
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
        return GetReceiver().Receive(datagram, now);
    }
    if (datagram.bth.opcode == Opcode::SACK && !m_receiver)
    {
        return GetSender().Receive(datagram, now);
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
        GetSender();
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
        Probing(*this).OnAnswer(datagram, now);
        break;
    default: // endpoint requests are the NIC's
        break;
    }
}

void
Connection::OnSack(const Datagram& datagram, Instant now)
{
    // The responder is told in place of the requestor, which else keeps this for later.
    m_receiver->Reverse().Refresh(datagram.sack.seth.entropy); // [reverse-path]
    m_sender->Answers().OnAnswer(datagram, now);
    if (m_sender->Probes().AsksPaths())
    {
        Probing(*this).AskPaths();
    }
    m_receiver->Writer().SetPeerDown(m_sender->Store().paths.Ports().PeerDown());
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
        Probing(*this).AskReverse(now);
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
        NoteAsks();
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
    const Pull pull = m_sender->NextData(now, ports, out);
    // The SACK of this packet will prove a path, so this round trip needs no EV probe.
    if (pull && m_receiver)
    {
        m_receiver->Reverse().Probes().OnDataSent(now);
    }
    return pull;
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
    if (m_sender->Store().NextWakeup() > now)
    {
        m_sender->Timeouts().Look(now);
        return WithDoze(CurrentAgenda(), now);
    }
    m_sender->Timeouts().Wake(now);
    if (m_sender->Store().ProbeDue() <= now)
    {
        Probing(*this).AskBadEvs(now);
    }
    // The sender's timers may have begun inquiries.
    if (m_sender->Probes().AsksPaths())
    {
        Probing(*this).AskPaths();
    }
    return WithDoze(CurrentAgenda(), now);
}

/** @return the agenda, with the end of the sender's doze if the sender dozes */
Agenda
Connection::WithDoze(Agenda agenda, Instant now) const
{
    if (m_sender->Store().dozes)
    {
        agenda.dozes = true;
        agenda.wakeup = m_sender->Timeouts().DozesUntil(now);
    }
    return agenda;
}

Instant
Connection::NextWakeup() const
{
    return m_sender ? m_sender->Store().NextWakeup() : Instant::Never();
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
    if (m_sender)
    {
        m_sender->Store().CountSent();
    }
    if (m_receiver)
    {
        m_receiver->Store().CountArrivals();
    }
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
 * memory that they point at, which cannot be found earlier. The NIC has hinted at the first line of
 * this, and not at that of a role.
 */
void
Connection::Prefetch(Part part, const Datagram* incoming) const
{
    if (incoming != nullptr && IsWrite(incoming->bth.opcode))
    {
        if (m_receiver)
        {
            __builtin_prefetch(m_receiver.get(), 1);
            m_receiver->Prefetch(part, incoming);
        }
    }
    else if (m_sender)
    {
        __builtin_prefetch(m_sender.get(), 1);
        m_sender->Prefetch(part, incoming);
    }
}

} // namespace mrc
} // namespace ns3
