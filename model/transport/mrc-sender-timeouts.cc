/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender-timeouts.h"

#include "mrc-sender-doze.h"
#include "mrc-sender-probes.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSenderTimeouts");

void
SenderTimeouts::Wake(Instant now) const
{
    const SenderDoze doze(m_store);
    doze.End(now);
    if (now >= m_store.timers.End())
    {
        m_store.owner.Fail(CompletionStatus::RETRY_EXC_ERR, now);
    }
    if (m_store.parameters.qp->packetTimeout != Span() && m_store.State() != SenderState::RESTING &&
        m_store.timers.PacketsDue(now))
    {
        ExpirePackets(now);
    }
    if (m_store.State() != SenderState::RESTING && now >= m_store.timers.Retry().Deadline())
    {
        Timeout(now);
    }
    if (now >= m_store.flight.Store().NextAct())
    {
        m_store.flight.Losses().ActOnLosses(SenderProbes(m_store).SilenceCounts(), now);
    }
    // Data that may leave does the work of a probe: the answer shows the missing packets.
    const bool maySend = MaySend(now);
    bool waitsLong = false;
    if (maySend)
    {
        waitsLong = m_store.timers.Probes().IsWaiting(SenderState::BACKLOG, now);
        m_store.timers.Probes().Postpone(now);
    }
    else if (m_store.State() != SenderState::RESTING &&
             now >= m_store.timers.Probes().Deadline(m_store.State()))
    {
        SenderProbes(m_store).AskOrWait(now);
    }
    m_store.Rearm(now);
    // A sender that has just sent has its turn often, and few wake-ups to spare.
    if (waitsLong)
    {
        doze.Begin(now);
    }
}

/** @return whether data waits for nothing but the NIC's ports */
bool
SenderTimeouts::MaySend(Instant now) const
{
    const SentRecords packets = m_store.flight.Packets().Records();
    const bool repeats = packets.Lost() != 0;
    if (m_store.failed || m_store.timers.Held(now) || !m_store.paths.HasPath() ||
        !m_store.HasData())
    {
        return false;
    }
    const uint32_t payload =
        repeats ? packets.At(packets.FirstLost()).payload : m_store.messages.NextPayload();
    return m_store.flight.Store().Fits(payload) &&
           (repeats || !(m_store.flight.Store().PsnsUsedUp() || m_store.ImmediatesUsedUp()));
}

void
SenderTimeouts::Timeout(Instant now) const
{
    RetryTimer& retry = m_store.timers.Retry();
    const SentRecords packets = m_store.flight.Packets().Records();
    const uint64_t oldest = packets.NextInFlight(packets.Base());
    if (oldest != SentRecords::NONE && packets.At(oldest).sentAt + retry.Interval() > now)
    {
        retry.Touch(packets.At(oldest).sentAt); // the time of the oldest packet has not run out
        return;
    }
    NS_LOG_LOGIC("queue pair " << m_store.parameters.peer.value << ": no answer in time");
    if (retry.Exhausted())
    {
        m_store.owner.Fail(CompletionStatus::RETRY_EXC_ERR, now);
        return;
    }
    // A trimmed packet may have been the one that asked for a SACK of the others: sent again, it
    // brings that SACK [overflow-timeout].
    const bool knowsOther = packets.Lost() != 0 && m_store.flight.Blame().LastHopOverflows(now);
    if (oldest != SentRecords::NONE && !knowsOther)
    {
        m_store.flight.Fates().Lose(oldest,
                                    RetransmitCause::TIMEOUT,
                                    now); // blames the EV that carried the packet
    }
    // One packet leaves whatever the window says, or a window of lost packets would stay shut for
    // ever.
    m_store.mustSend = packets.Lost() != 0;
    retry.CountRetry(now);
}

void
SenderTimeouts::ExpirePackets(Instant now) const
{
    const SentRecords packets = m_store.flight.Packets().Records();
    Instant next = Instant::Never();
    bool expired = false;
    for (uint64_t sequence = packets.NextInFlight(packets.Base()); sequence != SentRecords::NONE;
         sequence = packets.NextInFlight(sequence + 1))
    {
        const Instant due = packets.At(sequence).sentAt + m_store.parameters.qp->packetTimeout;
        // All that are due are lost at once, and count as one retry below.
        if (due <= now)
        {
            m_store.flight.Fates().Lose(sequence, RetransmitCause::TIMEOUT, now);
            expired = true;
        }
        next = due <= now ? next : std::min(next, due);
    }
    m_store.timers.WatchPackets(next);
    // A timer that runs out has a packet sent, whatever the window says.
    m_store.mustSend = m_store.mustSend || expired;
    if (expired && m_store.timers.Retry().Exhausted())
    {
        m_store.owner.Fail(CompletionStatus::RETRY_EXC_ERR, now);
    }
    else if (expired)
    {
        m_store.timers.Retry().CountRetry(now);
    }
}

} // namespace mrc
} // namespace ns3
