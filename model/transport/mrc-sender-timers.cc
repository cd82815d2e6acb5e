/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rtt-estimator.h"
#include "mrc-sender.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSender");

namespace
{

/**
 * While more reliability probes than this are without an answer, the silence of one path says
 * nothing about it; own choice: one of them may have taken the same path.
 */
constexpr uint32_t SILENCE_PROBES = 1;

} // namespace

SenderState
Sender::State() const
{
    const bool stuck = !m_messages.Empty() && !m_sprayer.HasPath();
    if (m_roles.failed || (!m_messages.HasOutstanding() && !stuck))
    {
        return SenderState::RESTING;
    }
    return HasData() ? SenderState::BACKLOG : SenderState::TAIL;
}

void
Sender::Wake(Instant now)
{
    if (now >= m_timers.End())
    {
        m_owner.Fail(CompletionStatus::RETRY_EXC_ERR, now);
    }
    if (m_parameters.qp.packetTimeout != Span() && State() != SenderState::RESTING &&
        m_timers.PacketsDue(now))
    {
        ExpirePackets(now);
    }
    if (State() != SenderState::RESTING && now >= m_timers.Retry().Deadline())
    {
        Timeout(now);
    }
    if (now >= m_flight.NextAct())
    {
        m_flight.ActOnLosses(m_timers.Probes().Unanswered() <= SILENCE_PROBES, now);
    }
    // Data that may leave does what a probe would do: the answer to it shows what is missing.
    if (MaySend(now))
    {
        m_timers.Probes().Postpone(now);
    }
    else if (State() != SenderState::RESTING && now >= m_timers.Probes().Deadline(State()))
    {
        AskOrWait(now);
    }
    m_timers.Rearm(State(), now);
}

/** A reliability probe is due. If the last hop overflows it may have to wait. */
void
Sender::AskOrWait(Instant now)
{
    if (!m_probes.Allows(ProbeOccasion(now)))
    {
        m_timers.Probes().Postpone(now); // by another interval: a probe would only make it worse
        return;
    }
    m_timers.Probes().Count(now);
    m_timers.Probes().Search(m_sprayer.Health().Pauses() ? __builtin_popcount(m_sprayer.InTurn())
                                                         : 0);
    m_probeDue = true;
    m_flight.AskForOldest(now);
    m_timers.DecideAt(m_flight.NextDecision(m_timers.Probes().Unanswered() <= SILENCE_PROBES, now));
}

/** @return whether data waits for nothing but the NIC's ports */
bool
Sender::MaySend(Instant now)
{
    SentPackets& packets = m_flight.Packets();
    const bool repeats = packets.Lost() != 0;
    if (m_roles.failed || m_timers.Held(now) || !m_sprayer.HasPath() || !HasData())
    {
        return false;
    }
    const uint32_t payload =
        repeats ? packets.At(packets.FirstLost()).payload : m_messages.NextPayload();
    return m_flight.Fits(payload) && (repeats || !(m_flight.PsnsUsedUp() || ImmediatesUsedUp()));
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
    if (retry.Exhausted())
    {
        m_owner.Fail(CompletionStatus::RETRY_EXC_ERR, now);
        return;
    }
    // A trimmed packet may have been the one that asked for a SACK of the others: sent again, it
    // brings that SACK [overflow-timeout].
    const bool knowsOther = packets.Lost() != 0 && m_flight.LastHopOverflows(now);
    if (oldest != SentPackets::NONE && !knowsOther)
    {
        m_flight.Lose(oldest, RetransmitCause::TIMEOUT, now); // blames the EV that carried it
    }
    // One packet leaves whatever the window says, or a window of lost packets would stay shut for
    // ever.
    m_mustSend = packets.Lost() != 0;
    retry.CountRetry(now);
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
    m_mustSend = m_mustSend || expired;
    if (expired && m_timers.Retry().Exhausted())
    {
        m_owner.Fail(CompletionStatus::RETRY_EXC_ERR, now);
    }
    else if (expired)
    {
        m_timers.Retry().CountRetry(now);
    }
}

ReliabilityProbes::Occasion
Sender::ProbeOccasion(Instant now)
{
    return {m_sprayer, m_flight, m_timers.Probes().Unanswered(), !HasData(), now};
}

bool
Sender::TakeProbe(Instant now, Datagram& out)
{
    m_probeDue = false;
    const std::optional<ReliabilityProbes::Probe> probe = m_probes.Take(ProbeOccasion(now));
    if (!probe)
    {
        return false;
    }
    out = Datagram();
    out.bth.opcode = Opcode::PROBE_REQUEST;
    out.bth.destination = m_parameters.peer;
    out.source = m_parameters.localNic;
    out.destination = m_parameters.peerNic;
    out.ev = probe->ev;
    out.plane = probe->ev.Plane();
    out.dscp = m_parameters.dscp.noTrim; // the data class [traffic-classes]
    out.peth = Peth{};
    out.peth.probeId = probe->id;
    out.peth.tseth.timestamp = TimestampOf(now);
    m_flight.OnProbe(out.peth.probeId, now);
    ++m_roles.counters.probesSent;
    m_timers.OnSent(State(), now);
    return true;
}

void
Sender::Stop(Instant now)
{
    m_flight.Abandon(now);
    m_probeDue = false;
    m_timers.GiveUpAt(Instant::Never());
    m_timers.Rearm(State(), now);
}

/** The oldest request ends with the reason, the others are flushed, as in libibverbs. */
void
Sender::Flush(CompletionStatus status, Instant now)
{
    NS_LOG_LOGIC("queue pair " << m_parameters.peer.value << " fails: " << status);
    while (!m_messages.Empty())
    {
        const WorkRequest ended = m_messages.PopOldest();
        m_owner.Completed({ended.id, status, now, ended.length});
        status = CompletionStatus::WR_FLUSH_ERR;
    }
}

} // namespace mrc
} // namespace ns3
