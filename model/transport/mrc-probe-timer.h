/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROBE_TIMER_H
#define MRC_PROBE_TIMER_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The events that a sender waits for, as far as its timers care. */
enum class SenderState : uint8_t
{
    RESTING, //!< nothing is under way
    BACKLOG, //!< there is more to send than has been sent
    TAIL,    //!< all has been sent, not all is acknowledged
};

/** When is the next reliability probe due, if nothing else is sent or heard [tail-probe]? */
class ProbeTimer
{
  public:
    /**
     * @param timeout the local ACK timeout
     * @param baseRtt the base RTT
     * @param target the target queueing delay
     */
    ProbeTimer(Span timeout, Span baseRtt, Span target)
        : m_baseRtt(baseRtt),
          m_target(target),
          m_timeout(timeout)
    {
        SetRoundTrip(baseRtt);
        Search(0);
    }

    /**
     * Probes wait for the round trip that is really seen. @param smoothed that round trip, or a
     * shorter one
     */
    void SetRoundTrip(Span smoothed)
    {
        const Span rtt = std::min(std::max(m_baseRtt, smoothed), m_timeout);
        m_tailInterval = rtt + m_target; // [tail-probe]
        m_backlogInterval =
            std::max(m_tailInterval, m_baseRtt * BACKLOG_PROBE_RTTS); // [tail-probe]
    }

    /** A SACK came. */
    void OnAnswer()
    {
        m_unanswered = 0;
    }

    /**
     * A packet that the latest SACK reports missing is lost if one that is sent after this instant
     * arrives first. A probe is due then, unless data goes out later anyway.
     *
     * @param at the instant; Never: nothing is in doubt
     * @return whether nothing has been sent since
     */
    bool DecideAt(Instant at)
    {
        m_decideAt = at;
        return at > m_lastSent;
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

    /** The probe that is due will be sent; the next one is counted from now. */
    void Count(Instant now)
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
        m_searches = planes == 0 ? MAX_PLANES : planes;
    }

    /**
     * Data or a probe was sent, or nothing has to be asked yet.
     *
     * @param to from when on the time to the next probe counts
     */
    void Postpone(Instant to)
    {
        m_lastSent = to;
    }

    /** @return how long after a packet the first probe is due */
    Span Interval(SenderState state) const
    {
        return state == SenderState::BACKLOG ? m_backlogInterval : m_tailInterval;
    }

    /** @return whether nothing was sent for a good part of the interval of a first probe */
    bool IsWaiting(SenderState state, Instant now) const
    {
        return (now - m_lastSent) * 4 >= Interval(state);
    }

    /** @return when the next probe is due */
    Instant Deadline(SenderState state) const
    {
        // Own choice: the first probe takes the path of the packet in doubt, so the second one
        // follows at once. Then they spread, less far while a path may still be found.
        const Span first = Interval(state);
        const Instant regular = m_lastSent + (m_unanswered > 1 ? Spread(first) : first);
        return m_decideAt > m_lastSent ? std::min(regular, m_decideAt) : regular;
    }

  private:
    static constexpr int64_t BACKLOG_PROBE_RTTS = 3; //!< base RTTs, at least [tail-probe]
    static constexpr uint32_t MAX_DOUBLINGS = 16;    //!< keeps the shift below in range
    static constexpr uint32_t SEARCH_PROBES = 128;   //!< unanswered, while they look for a path

    /** @return the interval behind at least two probes without an answer. @param first interval */
    Span Spread(Span first) const
    {
        const Span spread = first * (int64_t{1} << std::min(m_unanswered - 1, MAX_DOUBLINGS));
        const Span widest = m_unanswered < SEARCH_PROBES ? m_timeout / m_searches : m_timeout;
        return std::min(spread, std::max(first, widest));
    }

    // first the members that each packet touches
    Instant m_lastSent;
    Span m_tailInterval;
    Span m_backlogInterval;
    Instant m_decideAt{Instant::Never()};
    Span m_baseRtt;
    Span m_target;
    Span m_timeout;
    uint32_t m_unanswered{0};
    uint32_t m_searches; //!< probes without an answer in each local ACK timeout, at most
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PROBE_TIMER_H */
