/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rtt-estimator.h"
#include "mrc-sender.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return how the work request ends that a peer refuses with this syndrome [completion-errors] */
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

} // namespace

void
Sender::OnAnswer(const Datagram& datagram, Instant now)
{
    if (m_roles.failed)
    {
        return;
    }
    const bool hadData = HasData();
    const bool unanswered = m_timers.Probes().Unanswered() != 0;
    switch (datagram.bth.opcode)
    {
    case Opcode::SACK:
        OnSack(datagram.sack, now);
        break;
    case Opcode::NACK:
        OnNack(datagram.neth, now);
        break;
    case Opcode::TRANSPORT_ACK:
        OnTransportAck(datagram, now);
        break;
    default:
        break;
    }
    // What had to be sent beyond the window may have been acknowledged meanwhile.
    m_mustSend = m_mustSend && m_flight.Packets().Lost() != 0;
    if (hadData != HasData() || unanswered != (m_timers.Probes().Unanswered() != 0))
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
    if (sack.seth.probeReply)
    {
        // With pr set the offset is the probe's identifier.
        const auto id = static_cast<uint16_t>(sack.seth.ackOffset);
        m_probes.OnAnswer(id, m_flight, now);
    }
    if (sack.seth.probeReply && m_timers.Probes().Unanswered() != 0)
    {
        // nothing else answers: an EV that does is back at once, whatever it has lost
        m_roles.counters.pathsResurrected += m_sprayer.Vindicate(sack.seth.entropy, now);
    }
    // Any SACK shows that the peer lives, even one that acknowledges nothing new.
    m_timers.Probes().OnAnswer();
    // Only progress restarts the retry timer, or repeated SACKs would put the end off for ever.
    if (m_flight.OnSack(sack, now) != 0)
    {
        m_timers.Retry().Restart(now);
    }
    m_timers.Probes().SetRoundTrip(m_flight.RoundTrip());
    m_timers.DecideAt(m_flight.JudgedAt());
    // The peer got the packet of this SACK by that plane: sent after the peer's news, it shows the
    // port up [stale-news].
    if (!m_portsInSack && m_sprayer.Ports().PeerDown() != 0)
    {
        SeePeerPort(sack.seth.entropy.Plane(), TimeOfStamp(sack.cc.timestamp, now), now);
    }
    if (m_portsInSack && packets.Base() == end && // not from an outdated SACK
        sack.seth.downPorts != m_sprayer.Ports().PeerDown())
    {
        TakePeerDown(sack.seth.downPorts, now); // [port-status-carrier]
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
    // A NACK came over this plane, so its silence is over, whatever became of the packet.
    m_sprayer.Health().OnAnswered(PlaneMask{1} << nack.entropy.Plane(),
                                  TimeOfStamp(nack.timestamp, now),
                                  now);
    if (trimmed)
    {
        m_sprayer.OnFeedback(nack.entropy, PathSelector::Feedback::TRIMMED, now);
    }
    const bool lastHop = nack.reason == NackReason::TRIMMED_LAST_HOP;
    if (trimmed || lastHop)
    {
        m_flight.NoteTrim(nack.entropy, lastHop, now);
    }
    SentPackets& packets = m_flight.Packets();
    const uint64_t sequence = SequenceOf(nack.psn, packets.Base());
    // EV and time stamp tell the transmissions of one packet apart.
    if (!packets.IsInFlight(sequence) || packets.At(sequence).ev != nack.entropy ||
        TimestampOf(packets.At(sequence).sentAt) != nack.timestamp)
    {
        return; // it speaks of an earlier transmission
    }
    if (nack.reason == NackReason::UNEXPECTED_EVENT)
    {
        m_owner.Fail(CompletionStatus::REM_OP_ERR, now);
        return;
    }
    if (trimmed || lastHop)
    {
        ++m_roles.counters.trimNacks;
        m_flight.Trim(sequence, now);
        if (!m_parameters.qp.trimsAreRetries)
        {
            m_timers.Retry().Restart(now); // path and peer are alive: no reason to give up
            return;
        }
    }
    else
    {
        // back off one round trip, send again, count a retry [nack-reasons]: one for all that were
        // on their way when the first was refused
        m_flight.Refuse(sequence, now);
        if (m_timers.Held(now))
        {
            return;
        }
        m_timers.HoldUntil(now + m_parameters.RoundTrip());
        m_probeDue = true; // no SACK comes of refused packets, and what is lacking may be lost
    }
    if (m_timers.Retry().Exhausted())
    {
        m_owner.Fail(CompletionStatus::RETRY_EXC_ERR, now);
        return;
    }
    m_timers.Retry().CountRetry(now);
    m_timers.Rearm(State(), now);
}

void
Sender::OnTransportAck(const Datagram& ack, Instant now)
{
    // What its PSN does not cover it cannot complete or refuse: it may be of an earlier connection
    // of the same queue pair.
    const SentPackets& packets = m_flight.Packets();
    const uint64_t end = SequenceOf(ack.bth.psn, packets.Base()) + 1;
    if (end > packets.Next())
    {
        return;
    }
    // The MSN counts messages, so one acknowledgement may complete several requests.
    uint32_t count = m_messages.NewlyCompleted(ack.aeth.msn);
    for (; count != 0 && end >= m_messages.EndOfOldest(); --count)
    {
        m_flight.AcknowledgeBefore(m_messages.EndOfOldest(), now); // its SACKs may have been lost
        m_timers.Retry().Restart(now);
        const WorkRequest done = m_messages.PopOldest();
        m_owner.Completed({done.id, CompletionStatus::SUCCESS, now, done.length});
    }
    const bool refuses = ack.aeth.syndrome != static_cast<uint8_t>(AethSyndrome::ACK);
    if (refuses && m_messages.HasOutstanding() && end > m_messages.BeginOfOldest())
    {
        m_owner.Fail(StatusOf(ack.aeth.syndrome),
                     now); // of the oldest that is left: the one refused
    }
}

} // namespace mrc
} // namespace ns3
