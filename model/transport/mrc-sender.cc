/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender.h"

#include "mrc-rtt-estimator.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSender");

namespace
{

/** All fields at their defaults: a copy of this is cheaper than to make one. */
const Datagram BLANK;

/** Name of the sender's random sequences. */
constexpr uint64_t DRAW_SENDER = 1;

/** @return how the work request ends that a peer refuses so */
CompletionStatus
StatusOf(uint8_t syndrome)
{
    switch (static_cast<AethSyndrome>(syndrome))
    {
    case AethSyndrome::NAK_REMOTE_ACCESS:
        return CompletionStatus::REM_ACCESS_ERR;
    case AethSyndrome::NAK_INVALID_REQUEST:
        return CompletionStatus::REM_INV_REQ_ERR;
    default:
        return CompletionStatus::REM_OP_ERR;
    }
}

PathDeal
DealOf(const ConnectionParameters& parameters, const PathWatch& watch)
{
    const Span lapse = parameters.ev.skipLapse;
    return {parameters.planes,
            parameters.uplinks,
            lapse == Span() ? parameters.BaseRtt() : lapse,
            KeyedDraws(parameters.key).Child(DRAW_SENDER),
            &watch};
}

} // namespace

Sender::Sender(const ConnectionParameters& parameters,
               QueuePairCounters& counters,
               QueuePairObserver& observer,
               const PathWatch& watch)
    : m_parameters(parameters),
      m_observer(observer),
      m_sprayer(parameters.ev, DealOf(parameters, watch)),
      m_messages(parameters.qp.payload),
      m_flight(parameters, m_sprayer, counters),
      m_header{parameters.localNic,
               parameters.peerNic,
               parameters.peer,
               parameters.Agreed().trimNack ? parameters.dscp.trimmable : parameters.dscp.noTrim},
      m_sackThreshold(parameters.qp.sackThreshold),
      m_payload(parameters.qp.payload),
      m_maxImmediates(parameters.Agreed().maxImmediates),
      m_portsInSack(parameters.qp.portsInSack),
      m_counters(counters),
      m_timers(parameters.qp, parameters.BaseRtt(), m_flight.Target())
{
}

void
Sender::Post(const WorkRequest& request, Instant now)
{
    if (m_failed)
    {
        m_observer.Completed({request.id, CompletionStatus::WR_FLUSH_ERR, now, request.length});
        return;
    }
    const bool first = m_messages.Empty();
    m_messages.Post(request);
    if (first)
    {
        m_timers.Retry().Restart(now);
        m_timers.Rearm(State(), now);
    }
}

inline bool
Sender::WantsAck(uint32_t payload, bool idle)
{
    m_sinceAckRequest += payload;
    bool wanted = idle; // MRC sec. 4.3
    if (!wanted)
    {
        const bool limited = m_flight.Rate().Allowance() < m_payload || m_flight.PsnsUsedUp();
        // Window-limited (MRC sec. 4.3). While the window holds several SACK thresholds the peer
        // answers anyway; then once in half a window, or every SACK would beget a packet with A,
        // which begets a SACK: one for each packet.
        const int64_t window = m_flight.Rate().Window();
        const bool small = window <= 2 * static_cast<int64_t>(m_sackThreshold);
        wanted = limited && (small || m_sinceAckRequest >= window / 2);
    }
    if (wanted)
    {
        m_sinceAckRequest = 0;
    }
    return wanted;
}

inline void
Sender::Begin(Datagram& out) const
{
    out = BLANK;
    out.bth.destination = m_header.peer;
    out.bth.timestamped = true;
    out.source = m_header.source;
    out.destination = m_header.destination;
    out.dscp = m_header.dscp;
}

inline void
Sender::Stamp(uint64_t sequence, Ev ev, Instant now, Datagram& out)
{
    m_flight.OnSent(out.payload);
    const bool idle = !HasData();
    m_timers.OnSent(idle ? SenderState::TAIL : SenderState::BACKLOG, now);
    out.bth.psn = PsnOf(sequence);
    out.bth.ackRequest = WantsAck(out.payload, idle);
    out.ev = ev;
    out.plane = ev.Plane();
    out.write.tseth.timestamp = TimestampOf(now);
    ++m_counters.sentPackets;
    ++m_counters.planePackets[out.plane];
    m_counters.planeBytes[out.plane] += out.payload;
}

bool
Sender::Resend(Instant now, PlaneMask ports, Datagram& out)
{
    SentPackets& packets = m_flight.Packets();
    const uint64_t sequence = packets.FirstLost();
    const SentPacket lost = packets.At(sequence);
    if (m_failed || m_timers.Held(now) || !m_flight.Fits(lost.payload))
    {
        return false;
    }
    const std::optional<Ev> ev = m_sprayer.NextOther(ports, lost.ev, now);
    if (!ev)
    {
        m_noPath = true;
        return false;
    }
    Begin(out);
    out.bth.retransmission = true;
    out.dscp = m_parameters.Agreed().trimNack ? m_parameters.dscp.trimmableRetx : m_header.dscp;
    m_messages.Repeat(lost.msn, sequence, out);
    packets.MarkResent(sequence, now, *ev);
    ++m_counters.retransmissions[static_cast<size_t>(lost.Cause())];
    m_observer.Resent({lost.Cause(), now - lost.sentAt, now});
    m_timers.Retry().Touch(now);
    Stamp(sequence, *ev, now, out);
    return true;
}

bool
Sender::SendNew(Instant now, PlaneMask ports, Datagram& out)
{
    const uint16_t payload = m_messages.NextPayload();
    const bool immediatesFull =
        m_messages.ImmediatesInFlight() >= m_maxImmediates && m_messages.NextBeginsImmediate();
    if (m_failed || m_timers.Held(now) || immediatesFull || m_flight.PsnsUsedUp() ||
        !m_flight.Fits(payload))
    {
        return false;
    }
    const Path* path = m_sprayer.NextPath(ports, now);
    if (path == nullptr)
    {
        m_noPath = true;
        return false;
    }
    const Ev ev = path->ev;
    if (!m_messages.HasOutstanding())
    {
        m_timers.Retry().Restart(now);
    }
    const uint64_t sequence = m_flight.Packets().Next();
    Begin(out);
    m_messages.TakeNext(sequence, out);
    SentPacket record;
    record.sentAt = now;
    record.ev = ev;
    record.msn = m_messages.LastMsn();
    record.payload = payload & 0x1fff;
    m_flight.Packets().Push(record);
    Stamp(sequence, ev, now, out);
    return true;
}

void
Sender::OnAnswer(const Datagram& datagram, Instant now)
{
    if (m_failed)
    {
        return;
    }
    const bool hadData = HasData();
    const bool unanswered = m_timers.Unanswered() != 0;
    switch (datagram.bth.opcode)
    {
    case Opcode::SACK:
        OnSack(datagram.sack, now);
        break;
    case Opcode::NACK:
        OnNack(datagram.neth, now);
        break;
    case Opcode::TRANSPORT_ACK:
        OnTransportAck(datagram.aeth, now);
        break;
    default:
        break;
    }
    if (hadData != HasData() || unanswered != (m_timers.Unanswered() != 0))
    {
        m_timers.Rearm(State(), now); // the interval of probes may be a shorter one now
    }
}

void
Sender::OnSack(const SackHeaders& sack, Instant now)
{
    const SentPackets& packets = m_flight.Packets();
    const uint64_t end = SequenceOf(sack.seth.cack, packets.Base()) + 1;
    if (end > packets.Next())
    {
        return; // it acknowledges what was never sent
    }
    m_timers.OnAnswer();
    if (m_flight.OnSack(sack, now) != 0)
    {
        m_timers.Retry().Restart(now);
    }
    if (m_portsInSack && packets.Base() == end && // not from an outdated SACK
        sack.seth.downPorts != m_sprayer.PeerDown())
    {
        TakePeerDown(sack.seth.downPorts, now); // 12 #25
    }
}

void
Sender::TakePeerDown(PlaneMask down, Instant now)
{
    LosePlanes(m_sprayer.SetPeerDown(down), now);
    ReportPlanes(now);
}

void
Sender::ReportPlanes(Instant now) const
{
    if (m_flight.Watcher() != nullptr)
    {
        const PlaneMask peer = m_parameters.Planes() & ~m_sprayer.PeerDown();
        m_flight.Watcher()->Watched(PlaneStatus{m_sprayer.LocalUp(), peer, now});
    }
}

void
Sender::OnNack(const Neth& nack, Instant now)
{
    const bool trimmed = nack.reason == NackReason::TRIMMED;
    if (m_flight.Watcher() != nullptr)
    {
        m_flight.Watcher()->Watched(NackReport{nack.reason, nack.psn, nack.entropy, now});
    }
    if (nack.reason == NackReason::UNEXPECTED_EVENT)
    {
        Fail(CompletionStatus::REM_OP_ERR, now);
        return;
    }
    if (trimmed)
    {
        m_sprayer.OnFeedback(nack.entropy, PathSelector::Feedback::TRIMMED, now);
    }
    SentPackets& packets = m_flight.Packets();
    const uint64_t sequence = SequenceOf(nack.psn, packets.Base());
    if (!packets.IsInFlight(sequence) || packets.At(sequence).ev != nack.entropy ||
        TimestampOf(packets.At(sequence).sentAt) != nack.timestamp)
    {
        return; // it speaks of an earlier transmission
    }
    if (trimmed || nack.reason == NackReason::TRIMMED_LAST_HOP)
    {
        ++m_counters.trimNacks;
        m_flight.Trim(sequence, now);
        if (!m_parameters.qp.trimsAreRetries)
        {
            m_timers.Retry().Restart(now); // path and peer are alive: no reason to give up
            return;
        }
    }
    else
    {
        // back off one round trip, send again, count a retry (MRC sec. 13): one for all that were
        // on their way when the first was refused
        m_flight.Refuse(sequence);
        if (m_timers.Held(now))
        {
            return;
        }
        m_timers.HoldUntil(now + m_parameters.BaseRtt());
    }
    m_timers.Retry().CountRetry(now);
    m_timers.Rearm(State(), now);
    if (m_timers.Retry().Exhausted())
    {
        Fail(CompletionStatus::RETRY_EXC_ERR, now);
    }
}

void
Sender::OnTransportAck(const Aeth& ack, Instant now)
{
    for (uint32_t count = m_messages.NewlyCompleted(ack.msn); count != 0; --count)
    {
        m_flight.AcknowledgeBefore(m_messages.EndOfOldest()); // its SACKs may have been lost
        m_timers.Retry().Restart(now);
        const WorkRequest done = m_messages.PopOldest();
        m_observer.Completed({done.id, CompletionStatus::SUCCESS, now, done.length});
    }
    if (ack.syndrome != static_cast<uint8_t>(AethSyndrome::ACK))
    {
        Fail(StatusOf(ack.syndrome), now); // of the oldest that is left: the one that was refused
    }
}

void
Sender::LosePlanes(PlaneMask planes, Instant now)
{
    if (planes != 0)
    {
        NS_LOG_LOGIC("queue pair " << m_parameters.peer.value << ": planes of mask " << +planes
                                   << " are lost");
        m_flight.LosePlanes(planes);
        m_timers.Rearm(State(), now); // without any plane it waits only so long
    }
}

SenderState
Sender::State() const
{
    const bool stuck = !m_messages.Empty() && !m_sprayer.HasPath();
    if (m_failed || (!m_messages.HasOutstanding() && !stuck))
    {
        return SenderState::RESTING;
    }
    return HasData() ? SenderState::BACKLOG : SenderState::TAIL;
}

void
Sender::ExpirePackets(Instant now)
{
    SentPackets& packets = m_flight.Packets();
    Instant next = Instant::Never();
    bool expired = false;
    for (uint64_t sequence = packets.NextInFlight(packets.Base()); sequence != SentPackets::NONE;
         sequence = packets.NextInFlight(sequence + 1))
    {
        const Instant due = packets.At(sequence).sentAt + m_parameters.qp.packetTimeout;
        if (due <= now)
        {
            m_flight.Lose(sequence, RetransmitCause::TIMEOUT, now);
            expired = true;
        }
        next = due <= now ? next : std::min(next, due);
    }
    m_timers.WatchPackets(next);
    if (expired && m_timers.Retry().Exhausted())
    {
        Fail(CompletionStatus::RETRY_EXC_ERR, now);
    }
    else if (expired)
    {
        m_timers.Retry().CountRetry(now);
    }
}

void
Sender::Wake(Instant now)
{
    if (m_parameters.qp.packetTimeout != Span() && m_timers.PacketsDue(now))
    {
        ExpirePackets(now);
    }
    if (State() != SenderState::RESTING && now >= m_timers.Retry().Deadline())
    {
        Timeout(now);
    }
    if (State() != SenderState::RESTING && m_timers.TakeProbeDue(State(), now))
    {
        m_probeDue = true;
    }
    m_timers.Rearm(State(), now);
}

void
Sender::Timeout(Instant now)
{
    RetryTimer& retry = m_timers.Retry();
    SentPackets& packets = m_flight.Packets();
    const uint64_t oldest = packets.NextInFlight(packets.Base());
    if (oldest != SentPackets::NONE && packets.At(oldest).sentAt + retry.Interval() > now)
    {
        retry.Touch(packets.At(oldest).sentAt); // its own time has not run out
        return;
    }
    NS_LOG_LOGIC("queue pair " << m_parameters.peer.value << ": no answer in time");
    if (retry.Exhausted() || OutOfPorts(now))
    {
        Fail(CompletionStatus::RETRY_EXC_ERR, now);
        return;
    }
    if (oldest != SentPackets::NONE)
    {
        m_flight.Lose(oldest, RetransmitCause::TIMEOUT, now); // blames the EV that carried it
    }
    retry.CountRetry(now);
}

/** All ports gone: then retries without an end do have one (MRC sec. 6). */
bool
Sender::OutOfPorts(Instant now) const
{
    return m_portless != Instant::Never() && now >= m_portless + m_parameters.qp.noPortTimeout;
}

bool
Sender::TakeProbe(Instant now, Datagram& out)
{
    m_probeDue = false;
    // unanswered, it tries the planes too that the peer called down: that may be out of date
    const bool trustPeer = m_timers.Unanswered() <= 1 && m_sprayer.Usable() != 0;
    const std::optional<Ev> ev =
        trustPeer ? m_sprayer.Next(m_sprayer.Usable(), now) : m_sprayer.NextAnyPlane(now);
    if (!ev)
    {
        return false;
    }
    out = Datagram();
    out.bth.opcode = Opcode::PROBE_REQUEST;
    out.bth.destination = m_parameters.peer;
    out.source = m_parameters.localNic;
    out.destination = m_parameters.peerNic;
    out.ev = *ev;
    out.plane = ev->Plane();
    out.dscp = m_parameters.dscp.noTrim; // the data class (MRC sec. 2.6)
    out.peth = Peth{};
    out.peth.probeId = ++m_probeId;
    out.peth.tseth.timestamp = TimestampOf(now);
    ++m_counters.probesSent;
    m_timers.OnSent(State(), now);
    return true;
}

void
Sender::PortsChanged(PlaneMask up, Instant now)
{
    LosePlanes(m_sprayer.SetLocalUp(up), now);
    const bool ports = (up & m_parameters.Planes()) != 0;
    m_portless = ports ? Instant::Never() : std::min(m_portless, now);
    ReportPlanes(now);
    WaitIfStuck(now);
}

void
Sender::PeerPortsChanged(PlaneMask up, Instant now)
{
    TakePeerDown(m_parameters.Planes() & ~up, now);
    WaitIfStuck(now);
}

void
Sender::WaitIfStuck(Instant now)
{
    if (!m_sprayer.HasPath())
    {
        m_timers.Retry().Touch(now);
        m_timers.Rearm(State(), now);
    }
}

bool
Sender::Administer(Ev ev, PathOrder order, Instant now)
{
    const bool known = m_sprayer.Administer(ev, order, now);
    if (!m_sprayer.HasPath())
    {
        m_timers.Retry().Touch(now);
    }
    m_timers.Rearm(State(), now); // without any path it waits only so long
    return known;
}

void
Sender::Fail(CompletionStatus status, Instant now)
{
    if (m_failed)
    {
        return;
    }
    NS_LOG_LOGIC("queue pair " << m_parameters.peer.value << " fails: " << status);
    m_failed = true;
    m_flight.Abandon();
    m_probeDue = false;
    m_timers.Rearm(State(), now);
    m_observer.Failed(now);
    while (!m_messages.Empty())
    {
        const WorkRequest ended = m_messages.PopOldest();
        m_observer.Completed({ended.id, status, now, ended.length});
        status = CompletionStatus::WR_FLUSH_ERR;
    }
}

} // namespace mrc
} // namespace ns3
