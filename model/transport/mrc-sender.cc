/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** Name of the sender's random sequences. */
constexpr uint64_t DRAW_SENDER = 1;

/** The window that counts for reordering is the largest of this many base RTTs; own choice. */
constexpr int64_t WINDOW_EPOCH_RTTS = 4;

/** A tail probe waits this many base RTTs while there is a backlog (12 #11). */
constexpr int64_t BACKLOG_PROBE_RTTS = 3;

/** Unanswered probes double their distance at most this often. */
constexpr uint8_t MAX_PROBE_BACKOFF = 16;

NsccPath
PathOf(const ConnectionParameters& parameters)
{
    return {parameters.BaseRtt(),
            parameters.bitRate,
            parameters.qp.payload,
            parameters.qp.trimNack};
}

PathDeal
DealOf(const ConnectionParameters& parameters)
{
    const Span lapse = parameters.ev.skipLapse;
    return {parameters.planes,
            parameters.uplinks,
            lapse == Span() ? parameters.BaseRtt() : lapse,
            KeyedDraws(parameters.key).Child(DRAW_SENDER)};
}

} // namespace

Sender::Sender(const ConnectionParameters& parameters,
               QueuePairCounters& counters,
               QueuePairObserver& observer)
    : m_parameters(parameters),
      m_counters(counters),
      m_observer(observer),
      m_sent(FirstSequence(parameters.firstPsn)),
      m_messages(parameters.qp.payload),
      m_rate(parameters.cc, PathOf(parameters)),
      m_sprayer(parameters.ev, DealOf(parameters)),
      m_rtt(parameters.BaseRtt()),
      m_windowPeak(parameters.BaseRtt() * WINDOW_EPOCH_RTTS),
      m_retry(parameters.qp),
      m_target(NsccConstants::Derive(parameters.cc, PathOf(parameters)).target),
      m_firstDeadline(std::min(m_rtt.Base() + m_target, parameters.qp.AckTimeout()))
{
    m_header.bth.destination = parameters.peer;
    m_header.bth.timestamped = true;
    m_header.source = parameters.localNic;
    m_header.destination = parameters.peerNic;
    m_header.dscp = parameters.qp.trimNack ? parameters.dscp.trimmable : parameters.dscp.noTrim;
}

void
Sender::Post(const WorkRequest& request, Instant now)
{
    if (m_failed)
    {
        m_observer.Completed({request.id, CompletionStatus::FLUSHED, now});
        return;
    }
    const bool first = m_messages.Empty();
    m_messages.Post(request);
    if (first)
    {
        m_retry.Restart(now);
        Rearm();
    }
}

inline bool
Sender::Fits(uint32_t payload) const
{
    return m_rate.Allowance() >= payload || m_rate.InFlight() <= 0;
}

inline bool
Sender::WantsAck(const Datagram& packet)
{
    m_sinceAckRequest += packet.payload;
    bool wanted = m_sent.Lost() == 0 && !m_messages.HasUnsent(); // it goes idle (MRC sec. 4.3)
    if (!wanted)
    {
        const bool limited = m_rate.Allowance() < m_parameters.qp.payload ||
                             m_sent.Next() - m_sent.Base() >= m_parameters.qp.WindowPsns();
        // Window-limited (MRC sec. 4.3). While the window holds several SACK thresholds the peer
        // answers anyway; then once in half a window, or every SACK would beget a packet with A,
        // which begets a SACK: one for each packet.
        const int64_t window = m_rate.Window();
        const bool small = window <= 2 * static_cast<int64_t>(m_parameters.qp.sackThreshold);
        wanted = limited && (small || m_sinceAckRequest >= window / 2);
    }
    if (wanted)
    {
        m_sinceAckRequest = 0;
    }
    return wanted;
}

inline void
Sender::Stamp(uint64_t sequence, Ev ev, Instant now, Datagram& out)
{
    m_rate.OnSent(out.payload);
    m_lastSent = now;
    // deadlines move into the future as things go on; Wake finds out when one is not due yet
    m_wakeup = std::min(m_wakeup, now + m_firstDeadline);
    out.bth.psn = PsnOf(sequence);
    out.bth.ackRequest = WantsAck(out);
    out.ev = ev;
    out.plane = ev.Plane();
    out.write.tseth.timestamp = TimestampOf(now);
    ++m_counters.sentPackets;
    ++m_counters.planePackets[out.plane];
    m_counters.sentBytes += out.payload;
}

bool
Sender::Resend(Instant now, PlaneMask ports, Datagram& out)
{
    const uint64_t sequence = m_sent.FirstLost();
    const SentPacket lost = m_sent.At(sequence);
    if (m_failed || now < m_holdUntil || !Fits(lost.payload))
    {
        return false;
    }
    const std::optional<Ev> ev = m_sprayer.NextOther(ports, lost.ev, now);
    if (!ev)
    {
        return false;
    }
    out = m_header;
    m_messages.Repeat(lost.msn, sequence, out);
    m_sent.MarkResent(sequence, now, *ev);
    out.bth.retransmission = true;
    out.dscp = m_parameters.qp.trimNack ? m_parameters.dscp.trimmableRetx : m_header.dscp;
    ++m_counters.retransmissions[static_cast<size_t>(lost.Cause())];
    m_retry.Touch(now);
    Stamp(sequence, *ev, now, out);
    return true;
}

bool
Sender::SendNew(Instant now, PlaneMask ports, Datagram& out)
{
    const uint64_t sequence = m_sent.Next();
    const uint16_t payload = m_messages.NextPayload();
    const bool beyondWindow = sequence - m_sent.Base() >= m_parameters.qp.WindowPsns();
    const bool immediatesFull = m_messages.ImmediatesInFlight() >= m_parameters.qp.maxImmediates &&
                                m_messages.NextBeginsImmediate();
    if (m_failed || now < m_holdUntil || beyondWindow || immediatesFull || !Fits(payload))
    {
        return false;
    }
    const std::optional<Ev> ev = m_sprayer.Next(ports, now);
    if (!ev)
    {
        return false;
    }
    if (!m_messages.HasOutstanding())
    {
        m_retry.Restart(now);
    }
    out = m_header;
    m_messages.TakeNext(sequence, out);
    SentPacket record;
    record.sentAt = now;
    record.ev = *ev;
    record.msn = m_messages.LastMsn();
    record.payload = payload & 0x1fff;
    m_sent.Push(record);
    Stamp(sequence, *ev, now, out);
    return true;
}

void
Sender::OnSack(const Datagram& datagram, Instant now)
{
    const Seth& seth = datagram.sack.seth;
    const uint64_t end = SequenceOf(seth.cack, m_sent.Base()) + 1;
    if (m_failed || end > m_sent.Next())
    {
        return; // it acknowledges what was never sent
    }
    uint32_t bytes = m_sent.AcknowledgeBefore(end);
    const uint64_t bitmapBase = end - 1 + static_cast<uint64_t>(int64_t{seth.sackOffset});
    bytes += m_sent.AcknowledgeBits(bitmapBase, seth.bitmap);
    if (bytes != 0)
    {
        Progress(now);
    }
    m_probeBackoff = 0;
    Account(datagram, bytes, now);
    FindLosses(datagram, now);
    if (m_sent.Base() == end)
    {
        LosePlanes(m_sprayer.SetPeerDown(seth.downPorts)); // 12 #25; not from an outdated SACK
    }
}

void
Sender::Account(const Datagram& sack, uint32_t bytes, Instant now)
{
    const Seth& seth = sack.sack.seth;
    const CcState& cc = sack.sack.cc;
    const Span rtt = now - TimeOfStamp(cc.timestamp, now);
    const bool marked = seth.mark == PathMark::SKIP_ONCE;
    m_rtt.Sample(rtt, now);
    m_windowPeak.Sample(m_rate.Window(), now);
    if (seth.mark == PathMark::ALWAYS_SKIP)
    {
        Blame(seth.entropy, now); // MRC sec. 3.2
    }
    else
    {
        m_counters.markedSacks += marked;
        m_sprayer.OnFeedback(seth.entropy,
                             marked ? PathSelector::Feedback::MARKED
                                    : PathSelector::Feedback::CLEAN,
                             now);
    }
    AckEvent event;
    event.now = now;
    event.delay = m_rtt.Delay(rtt);
    event.bytes = bytes;
    event.marked = marked;
    event.penalty = cc.penalty;
    event.restoreWindow = cc.restoreWindow;
    m_rate.OnAck(event);
}

void
Sender::FindLosses(const Datagram& sack, Instant now)
{
    const Seth& seth = sack.sack.seth;
    const CcState& cc = sack.sack.cc;
    const uint64_t base = m_sent.Base();
    if (m_sent.InFlight() == 0 || PsnOf(base) != seth.cack + 1)
    {
        return; // nothing can be missing, or the SACK is outdated
    }
    const LossEvidence evidence{TimeOfStamp(cc.timestamp, now),
                                ReorderTime(m_rtt.Smoothed(), m_target, m_rtt.RecentDelay()),
                                ReorderBytes(static_cast<uint64_t>(m_windowPeak.Value()),
                                             static_cast<uint64_t>(m_rate.MaxWindow())),
                                m_parameters.qp.payload};
    // The bitmap shows 64 packets; below it only cack + 1 is surely missing, unless the peer holds
    // just as many packets above cack as this side knows of: then each of the others is missing.
    const bool allKnown = m_sent.AcknowledgedAboveBase() == cc.outOfOrder;
    const uint64_t bitmapBase = base - 1 + static_cast<uint64_t>(int64_t{seth.sackOffset});
    uint32_t holes = 0;
    uint64_t sequence = m_sent.NextInFlight(base);
    while (sequence != SentPackets::NONE)
    {
        if (!allKnown && sequence != base && sequence < bitmapBase)
        {
            sequence = m_sent.NextInFlight(bitmapBase);
            continue;
        }
        if (!allKnown && sequence >= bitmapBase + 64)
        {
            return;
        }
        const SentPacket& packet = m_sent.At(sequence);
        const uint64_t below = sequence - base - holes; // at most so many have arrived below it
        const uint32_t overtaking =
            cc.outOfOrder > below ? static_cast<uint32_t>(cc.outOfOrder - below) : 0;
        ++holes;
        if (JudgeMissing(evidence, packet.sentAt, overtaking).lost)
        {
            Lose(sequence, RetransmitCause::GAP, now);
        }
        else if (!packet.retransmitted)
        {
            return; // those above it were sent later still
        }
        sequence = m_sent.NextInFlight(sequence + 1);
    }
}

void
Sender::Lose(uint64_t sequence, RetransmitCause cause, Instant now)
{
    const SentPacket& packet = m_sent.At(sequence);
    m_sent.MarkLost(sequence, cause);
    m_rate.OnLoss({packet.payload});
    Blame(packet.ev, now);
}

void
Sender::Blame(Ev ev, Instant now)
{
    m_counters.pathsRetired += m_sprayer.OnLoss(ev, now) == LossOutcome::RETIRED;
}

void
Sender::LosePlanes(PlaneMask planes)
{
    if (planes == 0)
    {
        return;
    }
    uint64_t sequence = m_sent.NextInFlight(m_sent.Base());
    for (; sequence != SentPackets::NONE; sequence = m_sent.NextInFlight(sequence + 1))
    {
        const SentPacket& packet = m_sent.At(sequence);
        if ((planes >> packet.ev.Plane()) & 1)
        {
            m_rate.Release(packet.payload); // a port that is down says nothing about congestion
            m_sent.MarkLost(sequence, RetransmitCause::GAP);
        }
    }
    Rearm(); // without a plane it waits for one only so long
}

void
Sender::OnNack(const Neth& nack, Instant now)
{
    if (m_failed)
    {
        return;
    }
    if (nack.reason == NackReason::UNEXPECTED_EVENT)
    {
        Fail(CompletionStatus::REMOTE_ERROR, now);
        return;
    }
    const bool trimmed = nack.reason == NackReason::TRIMMED;
    if (trimmed)
    {
        m_sprayer.OnFeedback(nack.entropy, PathSelector::Feedback::TRIMMED, now);
    }
    const uint64_t sequence = SequenceOf(nack.psn, m_sent.Base());
    if (!m_sent.IsInFlight(sequence) || m_sent.At(sequence).ev != nack.entropy ||
        TimestampOf(m_sent.At(sequence).sentAt) != nack.timestamp)
    {
        return; // it speaks of an earlier transmission
    }
    if (!trimmed && nack.reason != NackReason::TRIMMED_LAST_HOP)
    {
        Refused(sequence, now);
        return;
    }
    Progress(now); // the path and the peer are alive: trims are no reason to give up
    ++m_counters.trimNacks;
    m_sent.MarkLost(sequence, RetransmitCause::TRIM);
    CongestionEvent event;
    event.now = now;
    event.bytes = m_sent.At(sequence).payload;
    m_rate.OnCongestion(event);
}

void
Sender::Refused(uint64_t sequence, Instant now)
{
    // back off one round trip, send again, count a retry (MRC sec. 13)
    m_rate.Release(m_sent.At(sequence).payload);
    m_sent.MarkLost(sequence, RetransmitCause::REFUSED);
    m_holdUntil = now + m_rtt.Base();
    m_retry.CountRetry(now);
    Rearm();
    if (m_retry.Exhausted())
    {
        Fail(CompletionStatus::RETRY_EXCEEDED, now);
    }
}

void
Sender::OnTransportAck(const Aeth& ack, Instant now)
{
    if (m_failed)
    {
        return;
    }
    for (uint32_t count = m_messages.NewlyCompleted(ack.msn); count != 0; --count)
    {
        // its SACKs may have been lost
        m_rate.Release(m_sent.AcknowledgeBefore(m_messages.EndOfOldest()));
        Progress(now);
        const uint64_t id = m_messages.PopOldest();
        m_observer.Completed({id, CompletionStatus::SUCCESS, now});
    }
}

void
Sender::Progress(Instant now)
{
    m_retry.Restart(now);
}

bool
Sender::Waiting() const
{
    return m_messages.HasOutstanding() || (!m_messages.Empty() && m_sprayer.Usable() == 0);
}

Span
Sender::ProbeInterval() const
{
    // 12 #11
    const bool idle = !m_messages.HasUnsent() && m_sent.Lost() == 0;
    return idle ? m_rtt.Base() + m_target : m_rtt.Base() * BACKLOG_PROBE_RTTS;
}

Instant
Sender::ProbeDeadline() const
{
    const Span first = ProbeInterval();
    const Span spread = first * (int64_t{1} << m_probeBackoff);
    return m_lastSent + std::min(spread, std::max(first, m_parameters.qp.AckTimeout()));
}

void
Sender::Rearm()
{
    m_wakeup = Instant::Never();
    if (Waiting() && !m_failed)
    {
        m_wakeup = std::min(m_retry.Deadline(), ProbeDeadline());
        m_wakeup = m_holdUntil != Instant() ? std::min(m_wakeup, m_holdUntil) : m_wakeup;
    }
}

void
Sender::Wake(Instant now)
{
    if (now >= m_holdUntil)
    {
        m_holdUntil = Instant();
    }
    if (Waiting() && !m_failed && now >= m_retry.Deadline())
    {
        Timeout(now);
    }
    if (Waiting() && !m_failed && now >= ProbeDeadline())
    {
        m_probeDue = true;
        m_lastSent = now;
        m_probeBackoff = std::min<uint8_t>(m_probeBackoff + 1, MAX_PROBE_BACKOFF);
    }
    Rearm();
}

void
Sender::Timeout(Instant now)
{
    const uint64_t oldest = m_sent.NextInFlight(m_sent.Base());
    if (oldest != SentPackets::NONE && m_sent.At(oldest).sentAt + m_retry.Interval() > now)
    {
        m_retry.Touch(m_sent.At(oldest).sentAt); // its own time has not run out
        return;
    }
    if (m_retry.Exhausted())
    {
        Fail(CompletionStatus::RETRY_EXCEEDED, now);
        return;
    }
    if (oldest != SentPackets::NONE)
    {
        Lose(oldest, RetransmitCause::TIMEOUT, now); // blames the EV that carried it
    }
    m_retry.CountRetry(now);
}

bool
Sender::TakeProbe(Instant now, Datagram& out)
{
    m_probeDue = false;
    // unanswered, it tries the planes too that the peer called down: that may be out of date
    const bool trustPeer = m_probeBackoff <= 1 && m_sprayer.Usable() != 0;
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
    m_lastSent = now;
    return true;
}

void
Sender::PortsChanged(PlaneMask up, Instant now)
{
    LosePlanes(m_sprayer.SetLocalUp(up));
    if (m_sprayer.Usable() == 0 && !m_messages.Empty())
    {
        m_retry.Touch(now);
    }
    Rearm();
}

void
Sender::Fail(CompletionStatus status, Instant now)
{
    m_failed = true;
    m_probeDue = false;
    m_wakeup = Instant::Never();
    while (!m_messages.Empty())
    {
        const uint64_t id = m_messages.PopOldest();
        m_observer.Completed({id, status, now});
        status = CompletionStatus::FLUSHED;
    }
}

} // namespace mrc
} // namespace ns3
