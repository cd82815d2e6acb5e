/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-loss-finder.h"

#include "mrc-packet-fates.h"
#include "mrc-path-blame.h"
#include "mrc-received-set.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * @return the evidence with times of suspicion. They are shorter than those that prove a loss, as
 * Confirm may have to ask the path in between
 */
__attribute__((always_inline)) inline LossEvidence
LossFinder::EvidenceOf(Instant sentAt) const
{
    return {sentAt,
            SuspectTime(m_store.target, m_store.rtt.RecentDelay()),
            SparseSuspectTime(m_store.longestRtt, m_store.rtt.RecentDelay()),
            ReorderBytes(static_cast<uint64_t>(m_store.windowPeak.Value()),
                         static_cast<uint64_t>(m_store.rate.MaxWindow())),
            m_store.fullPayload};
}

void
LossFinder::FindLosses(const SackHeaders& sack, Instant sentAt, Instant now) const
{
    const uint64_t base = m_store.sent.Records().Base();
    const uint32_t ahead = sack.cc.outOfOrder;
    if (base == m_store.heardBase && ahead < m_store.heardAhead)
    {
        return; // above one cack the peer only holds more and more: a newer SACK came before this
                // one
    }
    m_store.heardBase = base;
    m_store.heardAhead = ahead;
    uint64_t sequence = m_store.sent.Records().NextInFlight(base);
    const SentPacket& oldest = m_store.sent.Records().At(sequence);
    if (ahead == 0 && oldest.sentAt >= sentAt && !oldest.Retransmitted() && !sack.seth.probeReply)
    {
        return; // all packets in flight were sent later than those that have arrived
    }
    JudgeHoles(sack, EvidenceOf(sentAt), sequence, now);
}

/** Looks at the packets that the SACK does not show, from the oldest in flight on. */
void
LossFinder::JudgeHoles(const SackHeaders& sack,
                       const LossEvidence& evidence,
                       uint64_t sequence,
                       Instant now) const
{
    const uint64_t base = m_store.sent.Records().Base();
    const uint32_t ahead = sack.cc.outOfOrder;
    // The bitmap shows 64 packets. Below it only cack + 1 is surely missing. Each of the others is
    // missing, too, if the peer holds just as many packets above cack as this side knows of.
    const bool allKnown = m_store.sent.Records().AcknowledgedAboveBase() == ahead;
    // Only of an answer to a probe it is sure that the probe took no queue ahead of others.
    const bool probed = sack.seth.probeReply;
    const uint64_t bitmapBase = base - 1 + static_cast<uint64_t>(int64_t{sack.seth.sackOffset});
    uint64_t holes = 0;
    while (sequence != SentRecords::NONE && (allKnown || sequence < bitmapBase + BITMAP_PSNS))
    {
        if (!allKnown && sequence != base && sequence < bitmapBase)
        {
            sequence = m_store.sent.Records().NextInFlight(bitmapBase);
            continue;
        }
        const SentPacket& packet = m_store.sent.Records().At(sequence);
        // at most so many arrived below the packet
        const uint64_t below = sequence - base - holes++;
        const MissingPacket missing{packet.sentAt,
                                    Overtaking(packet, ahead - std::min<uint64_t>(ahead, below)),
                                    probed && m_store.paths.PathOf(packet.ev) ==
                                                  m_store.paths.PathOf(sack.seth.entropy)};
        // The proof of the SACK alone comes first; only a packet that seems lost has its path
        // looked at.
        const LossVerdict first = JudgeMissing(evidence, missing);
        const LossVerdict verdict =
            first.lost ? Delay(Confirm(sequence, evidence, missing, now), sequence, now) : first;
        if (verdict.lost)
        {
            PacketFates(m_store).Lose(sequence, RetransmitCause::GAP, now);
        }
        else
        {
            // a packet sent after all that have arrived is under way, as far as anybody knows
            const bool doubted = missing.overtaking != 0 || evidence.sentAt > packet.sentAt;
            if (doubted)
            {
                const bool few = missing.overtaking < LOSS_MIN_OVERTAKING;
                const Instant due = few ? packet.sentAt + m_store.SparseTime() : verdict.until;
                DecideAt(first.lost ? verdict.until : due + StampResolution(), now);
            }
            if (!first.lost && !packet.Retransmitted() && !probed)
            {
                return; // those above it were sent later still
            }
        }
        sequence = m_store.sent.Records().NextInFlight(sequence + 1);
    }
}

/** A packet seems lost. @return whether the packet is lost, by the knowledge about its path */
LossVerdict
LossFinder::Confirm(uint64_t sequence,
                    const LossEvidence& evidence,
                    const MissingPacket& missing,
                    Instant now) const
{
    const Ev ev = m_store.sent.Records().At(sequence).ev;
    const Ev path = m_store.paths.PathOf(ev);
    // A path under suspicion, or a last hop that overflows, makes an inquiry worthless: its answer
    // is late or lost too.
    if (!m_store.parameters.qp->askPaths || m_store.strikes.Of(path) != 0 ||
        PathBlame(m_store).LastHopOverflows(now) || PathBlame(m_store).PathsFailTogether(now))
    {
        LossEvidence full = evidence;
        full.reorderTime =
            ReorderTime(m_store.rtt.Smoothed(), m_store.target, m_store.rtt.RecentDelay());
        full.sparseTime = m_store.SparseTime();
        return JudgeMissing(full, missing);
    }
    if (missing.overtakenOnPath || OvertakenOnPath(sequence))
    {
        return {true, now};
    }
    const PathInquiries::Answer answer =
        m_store.inquiries.Ask({sequence, ev, missing.sentAt}, path, now);
    switch (answer.state)
    {
    case PathInquiries::State::OPEN:
        // The selector avoids the path while its answer is out.
        m_store.paths.OnFeedback(ev, PathSelector::Feedback::LATE, now);
        return {false, answer.until};
    case PathInquiries::State::ALIVE:
        return JudgeOnLivingPath(evidence, missing, now);
    default:
        return {true, now};
    }
}

/** @return a verdict, put off until the NIC acts on it */
LossVerdict
LossFinder::Delay(const LossVerdict& verdict, uint64_t sequence, Instant now) const
{
    if (!verdict.lost)
    {
        return verdict;
    }
    const SentPacket& packet = m_store.sent.Records().At(sequence);
    const Instant due = m_store.revealed.Reveal({sequence, packet.ev, packet.sentAt}, now);
    return {due <= now, due};
}

/** The path lives: the packet waits in a queue, or something cut it and nobody told. */
LossVerdict
LossFinder::JudgeOnLivingPath(const LossEvidence& evidence,
                              const MissingPacket& missing,
                              Instant now) const
{
    const Instant full =
        missing.sentAt + m_store.SparseTime(); // a probe on the packet's own path decides then
    const Instant slow =
        missing.sentAt +
        SlowReorderTime(m_store.rtt.Smoothed(), m_store.longestRtt, m_store.rtt.RecentDelay());
    return {evidence.sentAt > slow, full > now ? full : slow};
}

/** A packet is in doubt until then. */
void
LossFinder::DecideAt(Instant at, Instant now) const
{
    if (at > now || m_store.NextAct() == Instant::Never())
    {
        m_store.judgedAt = std::min(m_store.judgedAt, at);
    }
}

/** @return whether a packet sent later over the same path has arrived: queues keep their order */
bool
LossFinder::OvertakenOnPath(uint64_t sequence) const
{
    const SentPacket& packet = m_store.sent.Records().At(sequence);
    // Retransmissions do not count: the copy that arrived may be the first one, which took another
    // path.
    for (uint64_t later = sequence + 1; later != m_store.sent.Records().Next(); ++later)
    {
        const SentPacket& other = m_store.sent.Records().At(later);
        if (m_store.sent.Records().IsAcknowledged(later) && !other.Retransmitted() &&
            other.sentAt > packet.sentAt &&
            m_store.paths.PathOf(other.ev) == m_store.paths.PathOf(packet.ev))
        {
            return true;
        }
    }
    return false;
}

void
LossFinder::AskForOldest(Instant now) const
{
    const uint64_t oldest = m_store.sent.Records().NextInFlight(m_store.sent.Records().Base());
    if (oldest == SentRecords::NONE || !m_store.parameters.qp->askPaths ||
        PathBlame(m_store).LastHopOverflows(now) || PathBlame(m_store).PathsFailTogether(now) ||
        m_store.sent.Records().At(oldest).sentAt + m_store.SparseTime() > now)
    {
        return;
    }
    // The oldest packet holds up the window longest, so its path is asked about even if no SACK
    // doubts it.
    const SentPacket& packet = m_store.sent.Records().At(oldest);
    const Ev path = m_store.paths.PathOf(packet.ev);
    if (!m_store.inquiries.HasAsked(path, packet.sentAt))
    {
        m_store.inquiries.Ask({oldest, packet.ev, packet.sentAt}, path, now);
    }
}

Instant
LossFinder::OnProbeAnswer(Ev ev, Instant now) const
{
    // The path lives: packets that wait for the answer are judged again when full queues no longer
    // explain its delay.
    const Instant oldest = m_store.inquiries.OnAnswer(m_store.paths.PathOf(ev));
    const Instant next = m_store.NextDecision(true, now);
    return oldest == Instant::Never()
               ? next
               : std::min(next, std::max(now, oldest + m_store.SparseTime()));
}

void
LossFinder::ActOnLosses(bool inquiries, Instant now) const
{
    std::vector<Suspect> lost = m_store.revealed.TakeDue(now);
    // With several reliability probes unanswered the silence of one path says nothing
    // (SenderTimeouts::Wake), and inquiries wait.
    for (const Suspect& suspect :
         inquiries ? m_store.inquiries.TakeSilent(now) : std::vector<Suspect>())
    {
        if (m_store.revealed.Reveal(suspect, now) <= now)
        {
            lost.push_back(suspect);
        }
    }
    // A packet may have been acknowledged, or sent again, since it was suspected.
    for (const Suspect& packet : lost)
    {
        if (m_store.sent.Records().IsInFlight(packet.sequence) &&
            m_store.sent.Records().At(packet.sequence).sentAt == packet.sentAt)
        {
            PacketFates(m_store).Lose(packet.sequence, RetransmitCause::GAP, now);
        }
    }
}

uint32_t
LossFinder::Overtaking(const SentPacket& packet, uint64_t above) const
{
    // Packets above one that was sent again may have arrived before that.
    return packet.Retransmitted()
               ? m_store.sent.Records().AcknowledgedAfter(packet.sentAt, LOSS_MIN_OVERTAKING)
               : static_cast<uint32_t>(above);
}

} // namespace mrc
} // namespace ns3
