/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender-answers.h"

#include "mrc-rtt-estimator.h"
#include "mrc-sender-planes.h"

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
SenderAnswers::OnAnswer(const Datagram& datagram, Instant now) const
{
    if (m_store.roles.failed)
    {
        return;
    }
    const bool hadData = m_store.HasData();
    const bool unanswered = m_store.timers.Probes().Unanswered() != 0;
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
    m_store.mustSend = m_store.mustSend && m_store.flight.Packets().Lost() != 0;
    if (hadData != m_store.HasData() || unanswered != (m_store.timers.Probes().Unanswered() != 0))
    {
        m_store.Rearm(now); // the interval of probes may be a shorter one now
    }
}

void
SenderAnswers::OnSack(const SackHeaders& sack, Instant now) const
{
    const SentPackets& packets = m_store.flight.Packets();
    const uint64_t end = SequenceOf(sack.seth.cack, packets.Base()) + 1;
    if (end > packets.Next())
    {
        return; // it acknowledges what was never sent
    }
    if (sack.seth.probeReply)
    {
        // With pr set the offset is the probe's identifier.
        const auto id = static_cast<uint16_t>(sack.seth.ackOffset);
        m_store.probes.OnAnswer(id, m_store.flight, now);
    }
    if (sack.seth.probeReply && m_store.timers.Probes().Unanswered() != 0)
    {
        // nothing else answers: an EV that does is back at once, whatever it has lost
        m_store.roles.counters.pathsResurrected += m_store.paths.Vindicate(sack.seth.entropy, now);
    }
    // Any SACK shows that the peer lives, even one that acknowledges nothing new.
    m_store.timers.Probes().OnAnswer();
    // Only progress restarts the retry timer, or repeated SACKs would put the end off for ever.
    if (m_store.flight.OnSack(sack, now) != 0)
    {
        m_store.timers.Retry().Restart(now);
    }
    m_store.timers.Probes().SetRoundTrip(m_store.flight.RoundTrip());
    m_store.timers.DecideAt(m_store.flight.JudgedAt());
    // The peer got the packet of this SACK by that plane: sent after the peer's news, it shows the
    // port up [stale-news].
    if (!m_store.portsInSack && m_store.paths.Ports().PeerDown() != 0)
    {
        SenderPlanes(m_store).SeePeerPort(sack.seth.entropy.Plane(),
                                          TimeOfStamp(sack.cc.timestamp, now),
                                          now);
    }
    if (m_store.portsInSack && packets.Base() == end && // not from an outdated SACK
        sack.seth.downPorts != m_store.paths.Ports().PeerDown())
    {
        SenderPlanes(m_store).TakePeerDown(sack.seth.downPorts, now); // [port-status-carrier]
    }
}

void
SenderAnswers::OnNack(const Neth& nack, Instant now) const
{
    const bool trimmed = nack.reason == NackReason::TRIMMED;
    if (m_store.flight.Watcher() != nullptr)
    {
        m_store.flight.Watcher()->Watched(NackReport{nack.reason, nack.psn, nack.entropy, now});
    }
    // A NACK came over this plane, so its silence is over, whatever became of the packet.
    m_store.paths.Health().OnAnswered(PlaneMask{1} << nack.entropy.Plane(),
                                      TimeOfStamp(nack.timestamp, now),
                                      now);
    if (trimmed)
    {
        m_store.paths.OnFeedback(nack.entropy, PathSelector::Feedback::TRIMMED, now);
    }
    const bool lastHop = nack.reason == NackReason::TRIMMED_LAST_HOP;
    if (trimmed || lastHop)
    {
        m_store.flight.NoteTrim(nack.entropy, lastHop, now);
    }
    SentPackets& packets = m_store.flight.Packets();
    const uint64_t sequence = SequenceOf(nack.psn, packets.Base());
    // EV and time stamp tell the transmissions of one packet apart.
    if (!packets.IsInFlight(sequence) || packets.At(sequence).ev != nack.entropy ||
        TimestampOf(packets.At(sequence).sentAt) != nack.timestamp)
    {
        return; // it speaks of an earlier transmission
    }
    if (nack.reason == NackReason::UNEXPECTED_EVENT)
    {
        m_store.owner.Fail(CompletionStatus::REM_OP_ERR, now);
        return;
    }
    if (trimmed || lastHop)
    {
        ++m_store.roles.counters.trimNacks;
        m_store.flight.Trim(sequence, now);
        if (!m_store.parameters.qp.trimsAreRetries)
        {
            m_store.timers.Retry().Restart(now); // path and peer are alive: no reason to give up
            return;
        }
    }
    else
    {
        // back off one round trip, send again, count a retry [nack-reasons]: one for all that were
        // on their way when the first was refused
        m_store.flight.Refuse(sequence, now);
        if (m_store.timers.Held(now))
        {
            return;
        }
        m_store.timers.HoldUntil(now + m_store.parameters.RoundTrip());
        m_store.probeDue =
            true; // no SACK comes of refused packets, and what is lacking may be lost
    }
    if (m_store.timers.Retry().Exhausted())
    {
        m_store.owner.Fail(CompletionStatus::RETRY_EXC_ERR, now);
        return;
    }
    m_store.timers.Retry().CountRetry(now);
    m_store.Rearm(now);
}

void
SenderAnswers::OnTransportAck(const Datagram& ack, Instant now) const
{
    // What its PSN does not cover it cannot complete or refuse: it may be of an earlier connection
    // of the same queue pair.
    const SentPackets& packets = m_store.flight.Packets();
    const uint64_t end = SequenceOf(ack.bth.psn, packets.Base()) + 1;
    if (end > packets.Next())
    {
        return;
    }
    // The MSN counts messages, so one acknowledgement may complete several requests.
    uint32_t count = m_store.messages.NewlyCompleted(ack.aeth.msn);
    for (; count != 0 && end >= m_store.messages.EndOfOldest(); --count)
    {
        m_store.flight.AcknowledgeBefore(m_store.messages.EndOfOldest(),
                                         now); // its SACKs may have been lost
        m_store.timers.Retry().Restart(now);
        const WorkRequest done = m_store.messages.PopOldest();
        m_store.owner.Completed({done.id, CompletionStatus::SUCCESS, now, done.length});
    }
    const bool refuses = ack.aeth.syndrome != static_cast<uint8_t>(AethSyndrome::ACK);
    if (refuses && m_store.messages.HasOutstanding() && end > m_store.messages.BeginOfOldest())
    {
        m_store.owner.Fail(StatusOf(ack.aeth.syndrome),
                           now); // of the oldest that is left: the one refused
    }
}

} // namespace mrc
} // namespace ns3
