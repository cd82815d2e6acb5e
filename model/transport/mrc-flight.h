/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLIGHT_H
#define MRC_FLIGHT_H

#include "mrc-connection-parameters.h"
#include "mrc-doubtful-losses.h"
#include "mrc-loss-detector.h"
#include "mrc-overflow-watch.h"
#include "mrc-path-inquiries.h"
#include "mrc-path-strikes.h"
#include "mrc-queue-pair-counters.h"
#include "mrc-queue-pair-user.h"
#include "mrc-rate-controller.h"
#include "mrc-recent-peak.h"
#include "mrc-revealed-losses.h"
#include "mrc-rtt-estimator.h"
#include "mrc-sent-packets.h"
#include "mrc-sprayer.h"
#include "mrc-stamp-ages.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/** @return what the constants of a connection's congestion control are derived from */
NsccPath PathOf(const ConnectionParameters& parameters);

/** @return the random numbers of a user's own controller */
KeyedDraws ControllerDraws(const ConnectionParameters& parameters);

/**
 * What became of the packets that were sent: on their way, arrived, cut or lost?
 *
 * It tells congestion control and paths what SACKs and losses say about them.
 */
class Flight
{
  public:
    /**
     * @param parameters must outlive the flight
     * @param paths who hears of marks, trims and losses
     * @param counters where to count
     */
    Flight(const ConnectionParameters& parameters, Sprayer& paths, QueuePairCounters& counters);

    /** @return the packets */
    SentPackets& Packets()
    {
        return m_sent;
    }

    /** @return the packets */
    const SentPackets& Packets() const
    {
        return m_sent;
    }

    /** @return the window and the bytes in flight */
    const RateController& Rate() const
    {
        return m_rate;
    }

    /** @return the target queueing delay */
    Span Target() const
    {
        return m_target;
    }

    /** @return the losses of paths without an answer since */
    const PathStrikes& Strikes() const
    {
        return m_strikes;
    }

    /** @return the smoothed round trip */
    Span RoundTrip() const
    {
        return m_rtt.Smoothed();
    }

    /**
     * @return when what the latest SACK reports missing can be judged: if a packet that is sent
     *         later arrives before it, it is lost; Never if nothing is in doubt
     */
    Instant JudgedAt() const
    {
        return m_judgedAt;
    }

    /** @return which paths are asked whether they are dead or only slow */
    PathInquiries& Inquiries()
    {
        return m_inquiries;
    }

    /** @return which paths are asked whether they are dead or only slow */
    const PathInquiries& Inquiries() const
    {
        return m_inquiries;
    }

    /** Has the path of the oldest packet in flight asked, if that is overdue. */
    void AskForOldest(Instant now);

    /** An EV probe was answered. @return when what waits for its path can be judged, at the latest
     */
    Instant OnProbeAnswer(Ev ev, Instant now);

    /** @return when a packet may be lost without that another answer comes; Never: none */
    Instant NextAct() const
    {
        return std::min(m_inquiries.Deadline(), m_revealed.Next());
    }

    /**
     * @param inquiries whether paths count that have not answered in time
     * @param now the time
     * @return when what is known now decides about a packet, at the earliest; Never: about none
     */
    Instant NextDecision(bool inquiries, Instant now) const
    {
        const Instant act = inquiries ? NextAct() : m_revealed.Next();
        return m_judgedAt > now ? std::min(act, m_judgedAt) : act;
    }

    /**
     * Losses that were revealed take effect, if the NIC has taken its time.
     *
     * @param inquiries whether what waits for a path that has not answered in time is lost too
     * @param now the time
     */
    void ActOnLosses(bool inquiries, Instant now);

    /** @param watcher who hears of windows and round trips, or null */
    void SetWatcher(QueuePairUser* watcher)
    {
        m_watcher = watcher;
    }

    /** @return who hears of windows and round trips, or null */
    QueuePairUser* Watcher() const
    {
        return m_watcher;
    }

    /** @return whether the window has room for a packet */
    bool Fits(uint32_t payload) const
    {
        return m_rate.Allowance() >= payload || m_rate.InFlight() <= 0;
    }

    /** @return whether the receive window is used up [receive-window] */
    bool PsnsUsedUp() const
    {
        return m_sent.Next() - m_sent.Base() >= m_windowPsns;
    }

    /** @return payload of full packets that fit into the receive window */
    int64_t WindowBytes() const
    {
        return int64_t{m_windowPsns} * m_parameters.qp.payload;
    }

    /** A lost packet is sent again. */
    void Resend(uint64_t sequence, Ev ev, Instant now)
    {
        m_sent.MarkResent(sequence, now, ev);
        if (!m_doubts.Empty())
        {
            m_doubts.OnResent(sequence, now);
        }
    }

    /** A packet was sent, for the first time or again. */
    void OnSent(uint32_t payload)
    {
        m_rate.OnSent(payload);
    }

    /** A reliability probe was sent. */
    void OnProbe(uint16_t id, Instant now)
    {
        m_ages.OnProbe(id, now);
    }

    /**
     * A SACK came.
     *
     * @param sack it
     * @param now the time
     * @return payload bytes that it acknowledged for the first time
     */
    uint32_t OnSack(const SackHeaders& sack, Instant now);

    /** All packets before one are acknowledged, by something else than a SACK. */
    void AcknowledgeBefore(uint64_t end, Instant now)
    {
        m_ages.OnAnswer(m_sent, now);
        const uint32_t bytes = m_sent.AcknowledgeBefore(end);
        m_rate.Release(bytes);
        m_unreported += bytes; // there is no delay to tell of: the next SACK brings one
        if (bytes != 0)
        {
            ReportWindow(now);
        }
        if (m_grantEnd)
        {
            NarrowWindow(*m_grantEnd);
        }
    }

    /** A packet in flight was trimmed. */
    void Trim(uint64_t sequence, Instant now);

    /** @return how much later than others a packet may arrive */
    Span SparseTime() const
    {
        return SparseReorderTime(m_rtt.Smoothed(), m_parameters.LongestRtt(), m_rtt.RecentDelay());
    }

    /** A reliability probe is lost: its path is dead if it has lost others too. */
    void LoseProbe(Ev ev, Instant now);

    /**
     * A NACK says that a packet was trimmed.
     *
     * @param ev what carried it: a path that works
     * @param lastHop whether it was trimmed on the way into the receiver
     * @param now the time
     */
    void NoteTrim(Ev ev, bool lastHop, Instant now);

    /** @return whether LastHopOverflows has said so because of a trim, and it still does */
    bool KnowsOverflow(Instant now) const
    {
        return m_overflow.Overflowing(now) != 0;
    }

    /**
     * @return whether the last hop seems to have more senders than it can serve: it has trimmed
     *         lately, and many paths are silent at once, or no path works though the peer was heard
     *         lately. Probes would make it worse
     */
    bool LastHopOverflows(Instant now)
    {
        return LastHopOverflows(~PlaneMask{0}, now);
    }

    /** A packet in flight was refused by the peer. */
    void Refuse(uint64_t sequence, Instant now);

    /** A packet in flight is lost, and its EV to blame. */
    void Lose(uint64_t sequence, RetransmitCause cause, Instant now);

    /** Nothing more will be heard of what is in flight. */
    void Abandon(Instant now);

    /** What is in flight on these planes is lost; a port is to blame, no EV and no congestion. */
    void LosePlanes(PlaneMask planes, Instant now);

  private:
    /** A trim on the last hop tells of its queue for so many local ACK timeouts; own choice. */
    static constexpr int64_t LAST_HOP_TIMEOUTS = 8;

    void TakeGrant(uint64_t next, uint8_t mpr);
    void NarrowWindow(uint64_t end);
    void TellPaths(const SackHeaders& sack, Instant sentAt, Instant now);
    void TellEvs(const SackHeaders& sack, Instant now);
    void Account(const SackHeaders& sack, uint32_t bytes, const Echo& echo, Instant now);
    void TellRate(const SackHeaders& sack, uint32_t bytes, Span rtt, Instant now);
    void TakeBackLosses(const SackHeaders& sack, Instant now);
    void FindLosses(const SackHeaders& sack, Instant sentAt, Instant now);
    LossVerdict Confirm(uint64_t sequence,
                        const LossEvidence& evidence,
                        const MissingPacket& missing,
                        Instant now);
    LossVerdict JudgeOnLivingPath(const LossEvidence& evidence,
                                  const MissingPacket& missing,
                                  Instant now) const;
    LossVerdict Delay(const LossVerdict& verdict, uint64_t sequence, Instant now);
    void DecideAt(Instant at, Instant now);
    bool OvertakenOnPath(uint64_t sequence);
    uint32_t Overtaking(const SentPacket& packet, uint64_t above) const;
    LossEvidence EvidenceOf(Instant sentAt) const;
    bool Blame(Ev ev, PathCause cause, Instant now);
    bool OnlyPath() const;
    void Pardon(uint32_t proof, Instant now);
    bool PathsFailTogether(Instant now);
    bool NoPathWorks(Instant now);
    bool LastHopOverflows(PlaneMask planes, Instant now);
    uint32_t SilentPaths(PlaneMask planes, uint32_t most, Instant before);
    void NoteShortRtt(Span rtt);
    void ReportWindow(Instant now) const;

    const ConnectionParameters& m_parameters;
    Sprayer& m_paths;
    QueuePairCounters& m_counters;
    QueuePairUser* m_watcher{nullptr};
    Span m_target;
    RttEstimator m_rtt;
    Instant m_judgedAt{Instant::Never()};
    DoubtfulLosses m_doubts;
    PathStrikes m_strikes;
    PathInquiries m_inquiries;
    RevealedLosses m_revealed;
    OverflowWatch m_overflow;
    StampAges m_ages;
    RecentPeak m_windowPeak;
    std::optional<uint64_t> m_grantEnd; //!< one above the receive window of the newest SACK
    uint64_t m_heardBase{0};            //!< base of the packets when the newest SACK came
    uint32_t m_heardAhead{0};           //!< its ooo_count
    uint32_t m_unreported{0}; //!< bytes acknowledged of which the rate controller has not heard
    // what each packet that is sent touches, from the end of the rate controller on
    RateController m_own; //!< unless it is shared
    RateController& m_rate;
    SentPackets m_sent;
    uint32_t m_windowPsns; //!< receive window
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLIGHT_H */
