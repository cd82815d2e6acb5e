/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ACK_TIMERS_H
#define MRC_ACK_TIMERS_H

#include "mrc-probe-timer.h"
#include "mrc-qp-config.h"
#include "mrc-retry-timer.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

class DozeTimers;

/** When does a sender act without being asked: send a reliability probe, or declare a timeout? */
class AckTimers
{
  public:
    /**
     * @param config the local ACK timeout and the retries
     * @param baseRtt the base RTT
     * @param target the target queueing delay
     */
    AckTimers(const QpConfig& config, Span baseRtt, Span target)
        : m_soonest(config.packetTimeout == Span()
                        ? config.AckTimeout()
                        : std::min(config.AckTimeout(), config.packetTimeout)),
          m_probes(config.AckTimeout(), baseRtt, target),
          m_retry(config)
    {
    }

    /** @return the timer of reliability probes */
    ProbeTimer& Probes()
    {
        return m_probes;
    }

    /** @return the timer of reliability probes */
    const ProbeTimer& Probes() const
    {
        return m_probes;
    }

    /** @return the local ACK timeout */
    RetryTimer& Retry()
    {
        return m_retry;
    }

    /** @return the local ACK timeout */
    const RetryTimer& Retry() const
    {
        return m_retry;
    }

    /**
     * Data or a reliability probe was sent.
     *
     * @param state the sender's state after that
     * @param now the time
     */
    void OnSent(SenderState state, Instant now)
    {
        m_probes.Postpone(now);
        // deadlines move into the future as things go on; Wake finds out when one is not due yet
        m_wakeup = std::min(m_wakeup, now + std::min(m_probes.Interval(state), m_soonest));
    }

    /** As ProbeTimer::DecideAt; wakes the sender then. */
    void DecideAt(Instant at)
    {
        if (m_probes.DecideAt(at))
        {
            m_wakeup = std::min(m_wakeup, at);
        }
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

    /** The queue pair fails then, for want of a port or after too many retries; Never: the pair
     * does not fail.
     */
    void GiveUpAt(Instant end)
    {
        m_end = end;
    }

    /** @return the latest instant that GiveUpAt got */
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
            m_wakeup =
                std::min({m_end, m_retry.Deadline(), m_probes.Deadline(state), m_packetsDue});
            m_wakeup = Held(now) ? std::min(m_wakeup, m_holdUntil) : m_wakeup;
        }
    }

    /** @return not later than the first deadline */
    Instant Wakeup() const
    {
        return m_wakeup;
    }

    struct Hot;

  private:
    friend class DozeTimers;

    // first the members that each packet touches
    Instant m_holdUntil;
    Instant m_wakeup{Instant::Never()};
    Span m_soonest; //!< of the local ACK timeout and the timeout of a packet
    ProbeTimer m_probes;
    RetryTimer m_retry;
    Instant m_packetsDue{Instant::Never()}; //!< if packets have timers
    Instant m_end{Instant::Never()};        //!< then the connection fails
    Instant m_spared{Instant::Never()}; //!< in a doze, the next wake-up that is spared; Never in a
                                        //!< call, and out of dozes
};

/** Where the members are that progress touches. */
struct AckTimers::Hot
{
    static constexpr std::size_t PROGRESS = //!< bytes up to the last of them
        offsetof(AckTimers, m_retry) + RetryTimer::Hot::PROGRESS;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ACK_TIMERS_H */
