/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-packet-fates.h"

#include "mrc-path-blame.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcPacketFates");

void
PacketFates::Trim(uint64_t sequence, Instant now) const
{
    const SentPacket& packet = m_store.sent.Records().At(sequence);
    // Due at once: no timer decides about it [trim-resend].
    m_store.sent.MarkLost(sequence, RetransmitCause::TRIM);
    // A NACK measures a round trip too, but without the queue that had no room for the packet.
    m_store.NoteShortRtt(now - packet.sentAt);
    CongestionEvent event;
    event.now = now;
    event.bytes = packet.payload;
    m_store.rate.OnCongestion(packet.ev.Plane(), event);
    m_store.ReportWindow(now);
}

/**
 * A NACK for another reason than a trim: the peer could not take the packet, and it left the
 * network.
 */
void
PacketFates::Refuse(uint64_t sequence, Instant now) const
{
    // A refusal says nothing about congestion: only the bytes in flight are given back.
    const SentPacket& packet = m_store.sent.Records().At(sequence);
    m_store.rate.Remove(packet.ev.Plane(), packet.payload);
    m_store.sent.MarkLost(sequence, RetransmitCause::REFUSED);
    m_store.ReportWindow(now);
}

/** A packet is taken for lost on its path, whether a SACK, an inquiry or a timer found out. */
void
PacketFates::Lose(uint64_t sequence, RetransmitCause cause, Instant now) const
{
    const SentPacket& packet = m_store.sent.Records().At(sequence);
    NS_LOG_LOGIC("queue pair " << m_store.parameters.peer.value << ": packet " << sequence
                               << " is lost on plane " << +packet.ev.Plane() << ", uplink "
                               << packet.ev.Uplink());
    DoubtfulLoss doubt{sequence, packet.ev, packet.sentAt};
    m_store.sent.MarkLost(sequence, cause);
    // The costs of the loss are remembered, so that all can be given back if the packet turns up.
    doubt.cut = m_store.rate.OnLoss(packet.ev.Plane(), {packet.payload, now});
    doubt.retired = PathBlame(m_store).Blame(packet.ev,
                                             cause == RetransmitCause::TIMEOUT ? PathCause::TIMEOUT
                                                                               : PathCause::GAP,
                                             now);
    m_store.doubts.Add(doubt);
    m_store.ReportWindow(now);
}

/** A packet that was not lost costs neither window nor path. */
void
PacketFates::TakeBackLosses(const SackHeaders& sack, Instant now) const
{
    for (const DoubtfulLoss& loss : m_store.doubts.TakeWrong(sack, m_store.sent.Records(), now))
    {
        NS_LOG_LOGIC("queue pair " << m_store.parameters.peer.value << ": packet " << loss.sequence
                                   << " was not lost");
        ++m_store.counters.lossesUndone;
        // The window was cut for a packet that was only late.
        m_store.rate.Restore(loss.ev.Plane(), loss.cut);
        m_store.paths.OnPathAnswered(loss.ev, now);
        m_store.counters.pathsResurrected += loss.retired && m_store.paths.Vindicate(loss.ev, now);
    }
}

/**
 * The queue pair has failed. In a shared window the pair's bytes would take room from other queue
 * pairs for ever.
 */
void
PacketFates::Abandon(Instant now) const
{
    uint64_t sequence = m_store.sent.Records().NextInFlight(m_store.sent.Records().Base());
    for (; sequence != SentRecords::NONE;
         sequence = m_store.sent.Records().NextInFlight(sequence + 1))
    {
        const SentPacket& packet = m_store.sent.Records().At(sequence);
        m_store.rate.Remove(packet.ev.Plane(), packet.payload);
    }
    m_store.ReportWindow(now);
}

void
PacketFates::LosePlanes(PlaneMask planes, Instant now) const
{
    uint64_t sequence = m_store.sent.Records().NextInFlight(m_store.sent.Records().Base());
    for (; sequence != SentRecords::NONE;
         sequence = m_store.sent.Records().NextInFlight(sequence + 1))
    {
        const SentPacket& packet = m_store.sent.Records().At(sequence);
        if ((planes >> packet.ev.Plane()) & 1)
        {
            // A port that went down is no congestion, so the window stays.
            m_store.rate.Remove(packet.ev.Plane(), packet.payload);
            m_store.sent.MarkLost(sequence, RetransmitCause::PORT);
        }
    }
    m_store.ReportWindow(now);
}

} // namespace mrc
} // namespace ns3
