/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ACK_TIMERS_H
#define MRC_ACK_TIMERS_H

#include "mrc-qp-config.h"
#include "mrc-retry-timer.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** What a sender is waiting for, as far as its timers care. */
enum class SenderState : uint8_t
{
    RESTING, //!< nothing is under way
    BACKLOG, //!< there is more to send than has been sent
    TAIL,    //!< all has been sent, not all is acknowledged
};

/** When does a sender act without being asked: send a reliability probe, or declare a timeout? */
class AckTimers
{
  public:
    /**
     * @param config the local ACK timeout and its retries
     * @param baseRtt the base RTT
     * @param target the target queueing delay
     */
    AckTimers(const QpConfig& config, Span baseRtt, Span target)
        : m_soonest(config.packetTimeout == Span()
                        ? config.AckTimeout()
                        : std::min(config.AckTimeout(), config.packetTimeout)),
          m_baseRtt(baseRtt),
          m_target(target),
          m_timeout(config.AckTimeout()),
          m_retry(config)
    {
        SetRoundTrip(baseRtt);
        Search(0);
    }

    /** Probes wait for the round trip that is really seen. @param smoothed it, or shorter */
    void SetRoundTrip(Span smoothed)
    {
        const Span rtt = std::min(std::max(m_baseRtt, smoothed), m_timeout);
        m_tailInterval = rtt + m_target; // [tail-probe]
        m_backlogInterval =
            std::max(m_tailInterval, m_baseRtt * BACKLOG_PROBE_RTTS); // [tail-probe]
    }

    /** @return the local ACK timeout */
    RetryTimer& Retry()
    {
        return m_retry;
    }

    /**
     * Data or a reliability probe was sent.
     *
     * @param state the state after it
     * @param now the time
     */
    void OnSent(SenderState state, Instant now)
    {
        m_lastSent = now;
        // deadlines move into the future as things go on; Wake finds out when one is not due yet
        m_wakeup = std::min(m_wakeup, now + std::min(ProbeInterval(state), m_soonest));
    }

    /** A SACK came. */
    void OnAnswer()
    {
        m_unanswered = 0;
    }

    /**
     * What the latest SACK reports missing is lost if a packet that is sent after this instant
     * arrives before it: a probe is sent then, unless data goes out later anyway.
     *
     * @param at the instant; Never: nothing is in doubt
     */
    void DecideAt(Instant at)
    {
        m_decideAt = at;
        if (at > m_lastSent)
        {
            m_wakeup = std::min(m_wakeup, at);
        }
    }

    /** @return reliability probes without an answer */
    uint32_t Unanswered() const
    {
        return m_unanswered;
    }

    /** @return when data or a probe was sent last */
    Instant LastSent() const
    {
        return m_lastSent;
    }

    /** The peer refused a packet: no data before this. */
    void HoldUntil(Instant until)
    {
        m_holdUntil = until;
    }

    /** @return whether data must wait */
    bool Held(Instant now) const
    {
        return now < m_holdUntil;
    }

    /** @return whether a reliability probe is due */
    bool ProbeIsDue(SenderState state, Instant now) const
    {
        return now >= ProbeDeadline(state);
    }

    /** The probe that is due will be sent; the next one is counted from now. */
    void CountProbe(Instant now)
    {
        m_lastSent = now;
        m_unanswered = std::min(m_unanswered + 1, SEARCH_PROBES + MAX_DOUBLINGS);
    }

    /**
     * Says how many probes may look for a path in each local ACK timeout.
     *
     * @param planes that may carry one each; 0: as many as there are at most, whatever is silent
     */
    void Search(uint32_t planes)
    {
        m_searchInterval = m_timeout / (planes == 0 ? MAX_PLANES : planes);
    }

    /** Nothing has to be asked yet. @param to from when on the time to the next probe counts */
    void Postpone(Instant to)
    {
        m_lastSent = to;
    }

    /** @return whether the timers of packets are to be looked at [packet-timeout] */
    bool PacketsDue(Instant now) const
    {
        return m_packetsDue == Instant::Never() || m_packetsDue <= now;
    }

    /** The timer of no packet in flight expires before this; Never: none is in flight. */
    void WatchPackets(Instant due)
    {
        m_packetsDue = due;
    }

    /** The queue pair fails then, for want of a port or after too many retries; Never: it does not.
     */
    void GiveUpAt(Instant end)
    {
        m_end = end;
    }

    /** @return what GiveUpAt was told last */
    Instant End() const
    {
        return m_end;
    }

    /** Finds the first deadline anew, after the state has changed in another way than by sending.
     */
    void Rearm(SenderState state, Instant now)
    {
        m_wakeup = m_end;
        if (state != SenderState::RESTING)
        {
            m_wakeup = std::min({m_end, m_retry.Deadline(), ProbeDeadline(state), m_packetsDue});
            m_wakeup = Held(now) ? std::min(m_wakeup, m_holdUntil) : m_wakeup;
        }
    }

    /** @return not later than the first deadline */
    Instant Wakeup() const
    {
        return m_wakeup;
    }

  private:
    static constexpr int64_t BACKLOG_PROBE_RTTS = 3; //!< base RTTs, at least [tail-probe]
    static constexpr uint32_t MAX_DOUBLINGS = 16;    //!< keeps the shift below in range
    static constexpr uint32_t SEARCH_PROBES = 128;   //!< unanswered, while they look for a path

    Span ProbeInterval(SenderState state) const
    {
        return state == SenderState::BACKLOG ? m_backlogInterval : m_tailInterval;
    }

    Instant ProbeDeadline(SenderState state) const
    {
        // Own choice: the first probe takes the path of the packet in doubt, so the second one
        // follows at once; then they spread, less far while a path may still be found.
        const Span first = ProbeInterval(state);
        const uint32_t doublings = std::max(m_unanswered, 1U) - 1;
        const Span spread = first * (int64_t{1} << std::min(doublings, MAX_DOUBLINGS));
        const Span widest = m_unanswered < SEARCH_PROBES ? m_searchInterval : m_timeout;
        const Instant regular = m_lastSent + std::min(spread, std::max(first, widest));
        return m_decideAt > m_lastSent ? std::min(regular, m_decideAt) : regular;
    }

    // first what each packet touches
    Instant m_holdUntil;
    Instant m_lastSent;
    Instant m_wakeup{Instant::Never()};
    Instant m_decideAt{Instant::Never()};
    Span m_soonest; //!< of the local ACK timeout and the timeout of a packet
    Span m_tailInterval;
    Span m_backlogInterval;
    Span m_baseRtt;
    Span m_target;
    Span m_timeout;
    RetryTimer m_retry;
    uint32_t m_unanswered{0};
    Instant m_packetsDue{Instant::Never()}; //!< if packets have timers
    Instant m_end{Instant::Never()};        //!< then it fails
    Span m_searchInterval;                  //!< of probes without an answer, at least
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ACK_TIMERS_H */
