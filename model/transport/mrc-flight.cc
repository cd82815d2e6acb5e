/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flight.h"

#include "mrc-received-set.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFlight");

namespace
{

/** The window that counts for reordering is the largest of this many base RTTs; own choice. */
constexpr int64_t WINDOW_EPOCH_RTTS = 4;

} // namespace

NsccPath
PathOf(const ConnectionParameters& parameters)
{
    return {parameters.BaseRtt(),
            parameters.bitRate,
            parameters.qp.payload,
            parameters.Agreed().trimNack};
}

Flight::Flight(const ConnectionParameters& parameters, Sprayer& paths, QueuePairCounters& counters)
    : m_parameters(parameters),
      m_paths(paths),
      m_counters(counters),
      m_target(NsccConstants::Derive(parameters.cc, PathOf(parameters)).target),
      m_rtt(parameters.BaseRtt()),
      m_windowPeak(parameters.BaseRtt() * WINDOW_EPOCH_RTTS),
      m_own(parameters.cc, PathOf(parameters)),
      m_rate(parameters.window == nullptr ? m_own : *parameters.window),
      m_sent(FirstSequence(parameters.firstPsn)),
      m_windowPsns(parameters.Agreed().mpr * MPR_UNIT)
{
}

uint32_t
Flight::OnSack(const SackHeaders& sack, Instant now)
{
    const Seth& seth = sack.seth;
    const uint64_t cack = SequenceOf(seth.cack, m_sent.Base());
    uint32_t bytes = m_sent.AcknowledgeBefore(cack + 1);
    bytes +=
        m_sent.AcknowledgeBits(cack + static_cast<uint64_t>(int64_t{seth.sackOffset}), seth.bitmap);
    Account(sack, bytes, now);
    if (seth.mpr != 0)
    {
        TakeGrant(cack + 1, seth.mpr);
    }
    // only the newest SACK proves a packet missing
    if (m_sent.InFlight() != 0 && m_sent.Base() == cack + 1)
    {
        FindLosses(sack, now);
    }
    return bytes;
}

void
Flight::TakeGrant(uint64_t next, uint8_t mpr)
{
    if (m_parameters.Agreed().dynamicMpr && next == m_sent.Base()) // not from an outdated SACK
    {
        m_grantEnd = next + mpr * MPR_UNIT;
        NarrowWindow(*m_grantEnd);
    }
}

void
Flight::NarrowWindow(uint64_t end)
{
    // A Transport ACK moves the base without a word about the window: all that is sure is that it
    // is not empty.
    const uint64_t left = end - std::min(end, m_sent.Base());
    m_windowPsns = std::max(static_cast<uint32_t>(left), MPR_UNIT);
}

void
Flight::Account(const SackHeaders& sack, uint32_t bytes, Instant now)
{
    const Span rtt = now - TimeOfStamp(sack.cc.timestamp, now);
    const bool marked = sack.seth.mark == PathMark::SKIP_ONCE;
    if (rtt < m_rtt.Base())
    {
        NoteShortRtt(rtt);
    }
    m_rtt.Sample(rtt, now);
    m_windowPeak.Sample(m_rate.Window(), now);
    if (sack.seth.mark == PathMark::ALWAYS_SKIP)
    {
        Blame(sack.seth.entropy, PathCause::ALWAYS_SKIP, now); // MRC sec. 3.2
    }
    else
    {
        m_counters.markedSacks += marked;
        m_paths.OnFeedback(sack.seth.entropy,
                           marked ? PathSelector::Feedback::MARKED : PathSelector::Feedback::CLEAN,
                           now);
    }
    AckEvent event;
    event.now = now;
    event.delay = m_rtt.Delay(rtt);
    event.bytes = bytes;
    event.marked = marked;
    event.penalty = sack.cc.penalty;
    event.restoreWindow = sack.cc.restoreWindow;
    m_rate.OnAck(event, m_unreported);
    m_unreported = 0;
    if (__builtin_expect(m_watcher != nullptr, 0))
    {
        m_watcher->Watched(RttSample{rtt, event.delay, now});
        ReportWindow(now);
    }
}

void
Flight::ReportWindow(Instant now) const
{
    if (m_watcher != nullptr)
    {
        m_watcher->Watched(
            WindowSample{static_cast<uint64_t>(m_rate.Window()), m_rate.InFlight(), now});
    }
}

void
Flight::NoteShortRtt(Span rtt)
{
    if (m_parameters.cc.learnBaseRtt && rtt < m_rtt.Base())
    {
        m_rtt.Shorten(rtt);
        m_rate.OnShorterBaseRtt(rtt);
    }
}

LossEvidence
Flight::EvidenceOf(const SackHeaders& sack, Instant now) const
{
    return {TimeOfStamp(sack.cc.timestamp, now),
            ReorderTime(m_rtt.Smoothed(), m_target, m_rtt.RecentDelay()),
            ReorderBytes(static_cast<uint64_t>(m_windowPeak.Value()),
                         static_cast<uint64_t>(m_rate.MaxWindow())),
            m_parameters.qp.payload};
}

void
Flight::FindLosses(const SackHeaders& sack, Instant now)
{
    const LossEvidence evidence = EvidenceOf(sack, now);
    const uint64_t base = m_sent.Base();
    const uint32_t ahead = sack.cc.outOfOrder;
    if (base == m_heardBase && ahead < m_heardAhead)
    {
        return; // what is held above one cack only grows: a newer SACK came before this one
    }
    m_heardBase = base;
    m_heardAhead = ahead;
    // The bitmap shows 64 packets; below it only cack + 1 is surely missing, unless the peer holds
    // just as many packets above cack as this side knows of: then each of the others is missing.
    const bool allKnown = m_sent.AcknowledgedAboveBase() == ahead;
    const uint64_t bitmapBase = base - 1 + static_cast<uint64_t>(int64_t{sack.seth.sackOffset});
    uint64_t holes = 0;
    uint64_t sequence = m_sent.NextInFlight(base);
    while (sequence != SentPackets::NONE && (allKnown || sequence < bitmapBase + BITMAP_PSNS))
    {
        if (!allKnown && sequence != base && sequence < bitmapBase)
        {
            sequence = m_sent.NextInFlight(bitmapBase);
            continue;
        }
        const SentPacket& packet = m_sent.At(sequence);
        const uint64_t below = sequence - base - holes++; // at most so many arrived below it
        // What is above a packet that was sent again may have arrived before that: only time
        // judges.
        const bool counts = !packet.Retransmitted() && ahead > below;
        const uint32_t overtaking = counts ? static_cast<uint32_t>(ahead - below) : 0;
        if (JudgeMissing(evidence, packet.sentAt, overtaking).lost)
        {
            Lose(sequence, RetransmitCause::GAP, now);
        }
        else if (!packet.Retransmitted())
        {
            return; // those above it were sent later still
        }
        sequence = m_sent.NextInFlight(sequence + 1);
    }
}

void
Flight::Trim(uint64_t sequence, Instant now)
{
    const SentPacket& packet = m_sent.At(sequence);
    m_sent.MarkLost(sequence, RetransmitCause::TRIM);
    NoteShortRtt(now - packet.sentAt);
    CongestionEvent event;
    event.now = now;
    event.bytes = packet.payload;
    m_rate.OnCongestion(event);
    ReportWindow(now);
}

void
Flight::Refuse(uint64_t sequence, Instant now)
{
    m_rate.Release(m_sent.At(sequence).payload);
    m_sent.MarkLost(sequence, RetransmitCause::REFUSED);
    ReportWindow(now);
}

void
Flight::Lose(uint64_t sequence, RetransmitCause cause, Instant now)
{
    const SentPacket& packet = m_sent.At(sequence);
    NS_LOG_LOGIC("queue pair " << m_parameters.peer.value << ": packet " << sequence
                               << " is lost on plane " << +packet.ev.Plane() << ", uplink "
                               << packet.ev.Uplink());
    m_sent.MarkLost(sequence, cause);
    m_rate.OnLoss({packet.payload});
    Blame(packet.ev, cause == RetransmitCause::TIMEOUT ? PathCause::TIMEOUT : PathCause::GAP, now);
    ReportWindow(now);
}

void
Flight::Abandon(Instant now)
{
    uint64_t sequence = m_sent.NextInFlight(m_sent.Base());
    for (; sequence != SentPackets::NONE; sequence = m_sent.NextInFlight(sequence + 1))
    {
        m_rate.Release(m_sent.At(sequence).payload);
    }
    ReportWindow(now);
}

void
Flight::LosePlanes(PlaneMask planes, Instant now)
{
    uint64_t sequence = m_sent.NextInFlight(m_sent.Base());
    for (; sequence != SentPackets::NONE; sequence = m_sent.NextInFlight(sequence + 1))
    {
        const SentPacket& packet = m_sent.At(sequence);
        if ((planes >> packet.ev.Plane()) & 1)
        {
            m_rate.Release(packet.payload);
            m_sent.MarkLost(sequence, RetransmitCause::PORT);
        }
    }
    ReportWindow(now);
}

void
Flight::Blame(Ev ev, PathCause cause, Instant now)
{
    m_counters.pathsRetired += m_paths.OnLoss(ev, cause, now) == LossOutcome::RETIRED;
}

} // namespace mrc
} // namespace ns3
