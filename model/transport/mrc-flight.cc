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

/** Names the random sequence of a user's own controller. */
constexpr uint64_t DRAW_CONTROLLER = 3;

/** @return what an own window is made with: where the window is shared, nothing of the user's */
const CcConfig&
OwnWindow(const ConnectionParameters& parameters)
{
    static const CcConfig unused;
    return parameters.window == nullptr ? parameters.cc : unused;
}

} // namespace

NsccPath
PathOf(const ConnectionParameters& parameters)
{
    return {parameters.BaseRtt(),
            parameters.bitRate,
            parameters.qp.payload,
            parameters.Agreed().trimNack};
}

KeyedDraws
ControllerDraws(const ConnectionParameters& parameters)
{
    return KeyedDraws(parameters.key).Child(DRAW_CONTROLLER);
}

Flight::Flight(const ConnectionParameters& parameters, Sprayer& paths, QueuePairCounters& counters)
    : m_parameters(parameters),
      m_paths(paths),
      m_counters(counters),
      m_target(NsccConstants::Derive(parameters.cc, PathOf(parameters)).target),
      m_rtt(parameters.BaseRtt()),
      m_inquiries(InquiryTime(parameters.BaseRtt())),
      m_revealed(parameters.qp.lossDelay),
      m_overflow(parameters.qp.AckTimeout() * LAST_HOP_TIMEOUTS),
      m_windowPeak(parameters.BaseRtt() * WINDOW_EPOCH_RTTS),
      m_own(OwnWindow(parameters), PathOf(parameters), ControllerDraws(parameters)),
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
    m_ages.OnAnswer(m_sent, now);
    // The echo is judged first: what is acknowledged below loses the record of when the packet was
    // sent.
    const Echo echo = m_ages.Judge(sack, cack, m_sent, now);
    // EVs hear of this SACK before the packets that it covers leave the flight.
    if (__builtin_expect(m_paths.Troubled() != 0 || !m_strikes.Empty(), 0))
    {
        TellEvs(sack, now);
    }
    uint32_t bytes = m_sent.AcknowledgeBefore(cack + 1);
    bytes +=
        m_sent.AcknowledgeBits(cack + static_cast<uint64_t>(int64_t{seth.sackOffset}), seth.bitmap);
    // A SACK may also prove that a packet, which was given up for lost, arrived after all.
    if (!m_doubts.Empty())
    {
        TakeBackLosses(sack, now);
    }
    Account(sack, bytes, echo, now);
    if (seth.mpr != 0)
    {
        TakeGrant(cack + 1, seth.mpr);
    }
    // only the newest SACK proves a packet missing
    m_judgedAt = Instant::Never();
    // A base beyond cack + 1 shows that a newer SACK came before this one.
    if (m_sent.InFlight() != 0 && m_sent.Base() == cack + 1)
    {
        FindLosses(sack, echo.sentAt, now);
    }
    return bytes;
}

void
Flight::TellPaths(const SackHeaders& sack, Instant sentAt, Instant now)
{
    const PlaneMask echoed = PlaneMask{1} << sack.seth.entropy.Plane();
    m_paths.Health().SetRoundTrip(m_rtt.Smoothed());
    m_paths.Health().OnAnswered(m_sent.TakeAnswered() | echoed, sentAt, now);
    // The window shrinks with the planes in turn, or those that are left would get the share of
    // all.
    if (m_parameters.cc.followPlanes)
    {
        const int inTurn = std::max(__builtin_popcount(m_paths.InTurn()), 1);
        m_rate.LimitWindow(static_cast<double>(inTurn) / m_parameters.planes);
    }
}

void
Flight::TellEvs(const SackHeaders& sack, Instant now)
{
    const PlaneMask troubled = m_paths.Troubled();
    const uint64_t base = m_sent.Base();
    const uint64_t cack = SequenceOf(sack.seth.cack, base);
    const uint64_t first = cack + static_cast<uint64_t>(int64_t{sack.seth.sackOffset});
    uint64_t sequence = m_sent.NextInFlight(base);
    // Only packets that this SACK acknowledges for the first time, and that were sent once, speak
    // for their paths.
    for (; sequence < first + BITMAP_PSNS; sequence = m_sent.NextInFlight(sequence + 1))
    {
        const SentPacket& packet = m_sent.At(sequence);
        const bool shown = sequence >= first && ((sack.seth.bitmap >> (sequence - first)) & 1) != 0;
        if ((sequence <= cack || shown) && !packet.Retransmitted())
        {
            m_strikes.OnAnswer(m_paths.PathOf(packet.ev));
            if (((troubled >> packet.ev.Plane()) & 1) != 0)
            {
                m_paths.OnPathAnswered(packet.ev, now);
            }
        }
    }
    // The echoed EV brought the packet that triggered the SACK, whatever the bitmap shows.
    m_strikes.OnAnswer(m_paths.PathOf(sack.seth.entropy));
    m_paths.OnPathAnswered(sack.seth.entropy, now);
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
Flight::Account(const SackHeaders& sack, uint32_t bytes, const Echo& echo, Instant now)
{
    const Span rtt = now - echo.sentAt;
    const bool marked = sack.seth.mark == PathMark::SKIP_ONCE;
    // An echo that is not young measures nothing: the stamps may have come round since.
    if (__builtin_expect(echo.young, 1))
    {
        if (rtt < m_rtt.Base())
        {
            NoteShortRtt(rtt);
        }
        m_rtt.Sample(rtt, now);
    }
    // Reordering is judged by the largest recent window: packets of a window that was halved since
    // are still under way.
    m_windowPeak.Sample(m_rate.Window(), now);
    TellPaths(sack, echo.sentAt, now);
    if (sack.seth.mark == PathMark::ALWAYS_SKIP)
    {
        Blame(sack.seth.entropy, PathCause::ALWAYS_SKIP, now); // [always-skip]
    }
    else
    {
        m_counters.markedSacks += marked;
        m_paths.OnFeedback(sack.seth.entropy,
                           marked ? PathSelector::Feedback::MARKED : PathSelector::Feedback::CLEAN,
                           now);
    }
    if (__builtin_expect(echo.young, 1))
    {
        TellRate(sack, bytes, rtt, now);
        return;
    }
    m_rate.Release(bytes);
    m_unreported += bytes; // the next SACK that shows a round trip tells of them
    ReportWindow(now);
}

void
Flight::TellRate(const SackHeaders& sack, uint32_t bytes, Span rtt, Instant now)
{
    AckEvent event;
    event.now = now;
    event.delay = m_rtt.Delay(rtt);
    event.bytes = bytes;
    event.marked = sack.seth.mark == PathMark::SKIP_ONCE;
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

/**
 * @return the evidence with times of suspicion. They are shorter than those that prove a loss, as
 * Confirm may have to ask the path in between
 */
LossEvidence
Flight::EvidenceOf(Instant sentAt) const
{
    return {sentAt,
            SuspectTime(m_target, m_rtt.RecentDelay()),
            SparseSuspectTime(m_parameters.LongestRtt(), m_rtt.RecentDelay()),
            ReorderBytes(static_cast<uint64_t>(m_windowPeak.Value()),
                         static_cast<uint64_t>(m_rate.MaxWindow())),
            m_parameters.qp.payload};
}

void
Flight::FindLosses(const SackHeaders& sack, Instant sentAt, Instant now)
{
    const uint64_t base = m_sent.Base();
    const uint32_t ahead = sack.cc.outOfOrder;
    if (base == m_heardBase && ahead < m_heardAhead)
    {
        return; // what is held above one cack only grows: a newer SACK came before this one
    }
    m_heardBase = base;
    m_heardAhead = ahead;
    uint64_t sequence = m_sent.NextInFlight(base);
    const SentPacket& oldest = m_sent.At(sequence);
    if (ahead == 0 && oldest.sentAt >= sentAt && !oldest.Retransmitted() && !sack.seth.probeReply)
    {
        return; // all that is in flight was sent later than what has arrived
    }
    const LossEvidence evidence = EvidenceOf(sentAt);
    // The bitmap shows 64 packets; below it only cack + 1 is surely missing, unless the peer holds
    // just as many packets above cack as this side knows of: then each of the others is missing.
    const bool allKnown = m_sent.AcknowledgedAboveBase() == ahead;
    // Of the answers to probes, and only of them, it is sure that what they are for took no queue
    // ahead of others.
    const bool probed = sack.seth.probeReply;
    const uint64_t bitmapBase = base - 1 + static_cast<uint64_t>(int64_t{sack.seth.sackOffset});
    uint64_t holes = 0;
    while (sequence != SentPackets::NONE && (allKnown || sequence < bitmapBase + BITMAP_PSNS))
    {
        if (!allKnown && sequence != base && sequence < bitmapBase)
        {
            sequence = m_sent.NextInFlight(bitmapBase);
            continue;
        }
        const SentPacket& packet = m_sent.At(sequence);
        const uint64_t below = sequence - base - holes++; // at most so many arrived below it
        const MissingPacket missing{packet.sentAt,
                                    Overtaking(packet, ahead - std::min<uint64_t>(ahead, below)),
                                    probed && m_paths.PathOf(packet.ev) ==
                                                  m_paths.PathOf(sack.seth.entropy)};
        // What the SACK alone proves comes first; only a packet that seems lost has its path looked
        // at.
        const LossVerdict first = JudgeMissing(evidence, missing);
        const LossVerdict verdict =
            first.lost ? Delay(Confirm(sequence, evidence, missing, now), sequence, now) : first;
        if (verdict.lost)
        {
            Lose(sequence, RetransmitCause::GAP, now);
        }
        else
        {
            // what was sent after all that has arrived is under way, as far as anybody knows
            const bool doubted = missing.overtaking != 0 || evidence.sentAt > packet.sentAt;
            if (doubted)
            {
                const bool few = missing.overtaking < LOSS_MIN_OVERTAKING;
                const Instant due = few ? packet.sentAt + SparseTime() : verdict.until;
                DecideAt(first.lost ? verdict.until : due + StampResolution(), now);
            }
            if (!first.lost && !packet.Retransmitted() && !probed)
            {
                return; // those above it were sent later still
            }
        }
        sequence = m_sent.NextInFlight(sequence + 1);
    }
}

/** A packet seems lost. @return whether it is, by what is known of its path */
LossVerdict
Flight::Confirm(uint64_t sequence,
                const LossEvidence& evidence,
                const MissingPacket& missing,
                Instant now)
{
    const Ev ev = m_sent.At(sequence).ev;
    const Ev path = m_paths.PathOf(ev);
    // A path under suspicion, or a last hop that overflows, makes an inquiry worthless: its answer
    // is late or lost too.
    if (!m_parameters.qp.askPaths || m_strikes.Of(path) != 0 || LastHopOverflows(now) ||
        PathsFailTogether(now))
    {
        LossEvidence full = evidence;
        full.reorderTime = ReorderTime(m_rtt.Smoothed(), m_target, m_rtt.RecentDelay());
        full.sparseTime = SparseTime();
        return JudgeMissing(full, missing);
    }
    if (missing.overtakenOnPath || OvertakenOnPath(sequence))
    {
        return {true, now};
    }
    const PathInquiries::Answer answer = m_inquiries.Ask({sequence, ev, missing.sentAt}, path, now);
    switch (answer.state)
    {
    case PathInquiries::State::OPEN:
        // The selector avoids the path while its answer is out.
        m_paths.OnFeedback(ev, PathSelector::Feedback::LATE, now);
        return {false, answer.until};
    case PathInquiries::State::ALIVE:
        return JudgeOnLivingPath(evidence, missing, now);
    default:
        return {true, now};
    }
}

/** @return a verdict, put off until the NIC acts on it */
LossVerdict
Flight::Delay(const LossVerdict& verdict, uint64_t sequence, Instant now)
{
    if (!verdict.lost)
    {
        return verdict;
    }
    const SentPacket& packet = m_sent.At(sequence);
    const Instant due = m_revealed.Reveal({sequence, packet.ev, packet.sentAt}, now);
    return {due <= now, due};
}

/** The path lives: the packet waits in a queue, or something cut it and nobody told. */
LossVerdict
Flight::JudgeOnLivingPath(const LossEvidence& evidence,
                          const MissingPacket& missing,
                          Instant now) const
{
    const Instant full = missing.sentAt + SparseTime(); // a probe on its own path decides then
    const Instant slow =
        missing.sentAt +
        SlowReorderTime(m_rtt.Smoothed(), m_parameters.LongestRtt(), m_rtt.RecentDelay());
    return {evidence.sentAt > slow, full > now ? full : slow};
}

/** A packet is in doubt until then. */
void
Flight::DecideAt(Instant at, Instant now)
{
    if (at > now || NextAct() == Instant::Never())
    {
        m_judgedAt = std::min(m_judgedAt, at);
    }
}

/** @return whether a packet sent later over the same path has arrived: queues keep their order */
bool
Flight::OvertakenOnPath(uint64_t sequence)
{
    const SentPacket& packet = m_sent.At(sequence);
    // Retransmissions do not count: the copy that arrived may be the first one, which took another
    // path.
    for (uint64_t later = sequence + 1; later != m_sent.Next(); ++later)
    {
        const SentPacket& other = m_sent.At(later);
        if (m_sent.IsAcknowledged(later) && !other.Retransmitted() &&
            other.sentAt > packet.sentAt && m_paths.PathOf(other.ev) == m_paths.PathOf(packet.ev))
        {
            return true;
        }
    }
    return false;
}

void
Flight::AskForOldest(Instant now)
{
    const uint64_t oldest = m_sent.NextInFlight(m_sent.Base());
    if (oldest == SentPackets::NONE || !m_parameters.qp.askPaths || LastHopOverflows(now) ||
        PathsFailTogether(now) || m_sent.At(oldest).sentAt + SparseTime() > now)
    {
        return;
    }
    // The oldest packet holds up the window longest, so its path is asked about even if no SACK
    // doubts it.
    const SentPacket& packet = m_sent.At(oldest);
    const Ev path = m_paths.PathOf(packet.ev);
    if (!m_inquiries.HasAsked(path, packet.sentAt))
    {
        m_inquiries.Ask({oldest, packet.ev, packet.sentAt}, path, now);
    }
}

Instant
Flight::OnProbeAnswer(Ev ev, Instant now)
{
    // The path lives: what waits for it is judged again when full queues no longer explain its
    // delay.
    const Instant oldest = m_inquiries.OnAnswer(m_paths.PathOf(ev));
    const Instant next = NextDecision(true, now);
    return oldest == Instant::Never() ? next : std::min(next, std::max(now, oldest + SparseTime()));
}

void
Flight::ActOnLosses(bool inquiries, Instant now)
{
    std::vector<Suspect> lost = m_revealed.TakeDue(now);
    // With several reliability probes unanswered the silence of one path says nothing
    // (SenderTimeouts::Wake), and inquiries wait.
    for (const Suspect& suspect : inquiries ? m_inquiries.TakeSilent(now) : std::vector<Suspect>())
    {
        if (m_revealed.Reveal(suspect, now) <= now)
        {
            lost.push_back(suspect);
        }
    }
    // A packet may have been acknowledged, or sent again, since it was suspected.
    for (const Suspect& packet : lost)
    {
        if (m_sent.IsInFlight(packet.sequence) &&
            m_sent.At(packet.sequence).sentAt == packet.sentAt)
        {
            Lose(packet.sequence, RetransmitCause::GAP, now);
        }
    }
}

uint32_t
Flight::Overtaking(const SentPacket& packet, uint64_t above) const
{
    // What is above a packet that was sent again may have arrived before that.
    return packet.Retransmitted() ? m_sent.AcknowledgedAfter(packet.sentAt, LOSS_MIN_OVERTAKING)
                                  : static_cast<uint32_t>(above);
}

void
Flight::Trim(uint64_t sequence, Instant now)
{
    const SentPacket& packet = m_sent.At(sequence);
    m_sent.MarkLost(sequence, RetransmitCause::TRIM);
    // A NACK measures a round trip too, without the queue in front of which the packet was trimmed.
    NoteShortRtt(now - packet.sentAt);
    CongestionEvent event;
    event.now = now;
    event.bytes = packet.payload;
    m_rate.OnCongestion(event);
    ReportWindow(now);
}

/**
 * A NACK for another reason than a trim: the peer could not take the packet, and it left the
 * network.
 */
void
Flight::Refuse(uint64_t sequence, Instant now)
{
    // A refusal says nothing about congestion: only the bytes in flight are given back.
    m_rate.Release(m_sent.At(sequence).payload);
    m_sent.MarkLost(sequence, RetransmitCause::REFUSED);
    ReportWindow(now);
}

/** A packet is taken for lost on its path, whoever found out: SACKs, an inquiry, or a timer. */
void
Flight::Lose(uint64_t sequence, RetransmitCause cause, Instant now)
{
    const SentPacket& packet = m_sent.At(sequence);
    NS_LOG_LOGIC("queue pair " << m_parameters.peer.value << ": packet " << sequence
                               << " is lost on plane " << +packet.ev.Plane() << ", uplink "
                               << packet.ev.Uplink());
    DoubtfulLoss doubt{sequence, packet.ev, packet.sentAt};
    m_sent.MarkLost(sequence, cause);
    // What the loss costs is remembered, so that all of it can be given back if the packet turns
    // up.
    doubt.cut = m_rate.Window();
    m_rate.OnLoss({packet.payload});
    doubt.cut -= m_rate.Window();
    doubt.retired = Blame(packet.ev,
                          cause == RetransmitCause::TIMEOUT ? PathCause::TIMEOUT : PathCause::GAP,
                          now);
    m_doubts.Add(doubt);
    ReportWindow(now);
}

/**
 * The queue pair has failed. In a window that it shared its bytes would take room from the others
 * for ever.
 */
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
            // A port that went down is no congestion, so the window stays.
            m_rate.Release(packet.payload);
            m_sent.MarkLost(sequence, RetransmitCause::PORT);
        }
    }
    ReportWindow(now);
}

} // namespace mrc
} // namespace ns3
