/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_H
#define MRC_SENDER_H

#include "mrc-connection-parameters.h"
#include "mrc-loss-detector.h"
#include "mrc-message-queue.h"
#include "mrc-queue-pair.h"
#include "mrc-rate-controller.h"
#include "mrc-recent-peak.h"
#include "mrc-retry-timer.h"
#include "mrc-rtt-estimator.h"
#include "mrc-sent-packets.h"
#include "mrc-sprayer.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The requestor: brings Writes to the peer, each packet on a path of its own, until they are
 * complete.
 *
 * It ties together what its members decide: which bytes (MessageQueue), which path (Sprayer), how
 * much (RateController), what is lost (JudgeMissing), when to ask and when to give up (RetryTimer).
 */
class Sender
{
  public:
    /**
     * @param parameters must outlive the sender
     * @param counters where to count
     * @param observer who hears of completions
     */
    Sender(const ConnectionParameters& parameters,
           QueuePairCounters& counters,
           QueuePairObserver& observer);

    /** Takes a work request. */
    void Post(const WorkRequest& request, Instant now);

    /** The next data packet (QueuePair::NextData). */
    bool NextData(Instant now, PlaneMask ports, Datagram& out)
    {
        if (m_sent.Lost() != 0)
        {
            return Resend(now, ports, out); // oldest gap first (MRC sec. 4.6)
        }
        return m_messages.HasUnsent() && SendNew(now, ports, out);
    }

    /** @return whether a reliability probe is due */
    bool ProbeDue() const
    {
        return m_probeDue;
    }

    /** Takes the reliability probe that is due. @return whether a path was found for it */
    bool TakeProbe(Instant now, Datagram& out);

    /** A SACK came. */
    void OnSack(const Datagram& datagram, Instant now);

    /** A NACK came. */
    void OnNack(const Neth& nack, Instant now);

    /** A Transport ACK came. */
    void OnTransportAck(const Aeth& ack, Instant now);

    /** Lets timers that are due act. */
    void Wake(Instant now);

    /** @return when Wake must be called next at the latest, later than the latest call of Wake */
    Instant NextWakeup() const
    {
        return m_wakeup;
    }

    /** The NIC's own ports changed. */
    void PortsChanged(PlaneMask up, Instant now);

    /** @return whether nothing waits, is under way or unacknowledged */
    bool Idle() const
    {
        return m_messages.Empty();
    }

    /** @return when it last sent data or a reliability probe */
    Instant LastSent() const
    {
        return m_lastSent;
    }

    /** @return the paths */
    Sprayer& Paths()
    {
        return m_sprayer;
    }

    /** @return the paths */
    const Sprayer& Paths() const
    {
        return m_sprayer;
    }

    /** @return payload bytes in flight and the window, for tests and traces */
    const RateController& Rate() const
    {
        return m_rate;
    }

  private:
    bool Resend(Instant now, PlaneMask ports, Datagram& out);
    bool SendNew(Instant now, PlaneMask ports, Datagram& out);
    void Stamp(uint64_t sequence, Ev ev, Instant now, Datagram& out);
    bool WantsAck(const Datagram& packet);
    bool Fits(uint32_t payload) const;
    void Account(const Datagram& sack, uint32_t bytes, Instant now);
    void FindLosses(const Datagram& sack, Instant now);
    void Lose(uint64_t sequence, RetransmitCause cause, Instant now);
    void LosePlanes(PlaneMask planes);
    void Blame(Ev ev, Instant now);
    void Refused(uint64_t sequence, Instant now);
    void Progress(Instant now);
    bool Waiting() const;
    Instant ProbeDeadline() const;
    Span ProbeInterval() const;
    void Rearm();
    void Timeout(Instant now);
    void Fail(CompletionStatus status, Instant now);

    const ConnectionParameters& m_parameters;
    QueuePairCounters& m_counters;
    QueuePairObserver& m_observer;
    SentPackets m_sent;
    MessageQueue m_messages;
    RateController m_rate;
    Sprayer m_sprayer;
    RttEstimator m_rtt;
    RecentPeak m_windowPeak;
    RetryTimer m_retry;
    Datagram m_header;                  //!< what all data packets have in common
    Span m_target;                      //!< NSCC's target delay, which the loss detector uses too
    Span m_firstDeadline;               //!< no deadline comes sooner after a packet was sent
    Instant m_lastSent;                 //!< last data packet or reliability probe
    Instant m_wakeup{Instant::Never()}; //!< not later than the first deadline
    Instant m_holdUntil;                //!< no data before this: the peer refused a packet
    uint32_t m_sinceAckRequest{0};      //!< payload bytes since the last packet with A
    uint16_t m_probeId{0};
    uint8_t m_probeBackoff{0}; //!< unanswered reliability probes
    bool m_probeDue{false};
    bool m_failed{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_H */
