/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_H
#define MRC_SENDER_H

#include "mrc-ack-timers.h"
#include "mrc-connection-parameters.h"
#include "mrc-flight.h"
#include "mrc-message-queue.h"
#include "mrc-queue-pair-user.h"
#include "mrc-reliability-probes.h"
#include "mrc-role-owner.h"
#include "mrc-sprayer.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The requestor: brings Writes to the peer, each packet on a path of its own, until all are
 * complete.
 *
 * It ties together what its members decide: which bytes (MessageQueue), over which path (Sprayer),
 * what became of them (Flight), and when to ask or give up (AckTimers).
 */
class alignas(64) Sender
{
  public:
    /**
     * @param parameters must outlive the sender
     * @param roles what it shares with the responder; must outlive the sender
     * @param owner who hears of completions
     * @param watch who hears of EVs; must outlive the sender
     */
    Sender(const ConnectionParameters& parameters,
           RolesState& roles,
           RoleOwner& owner,
           const QueuePairWatch& watch);

    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    /** Takes a work request. */
    void Post(const WorkRequest& request, Instant now);

    /** The next data packet (QueuePair::NextData). */
    bool NextData(Instant now, PlaneMask ports, Datagram& out)
    {
        m_noPath = false;
        if (m_flight.Packets().Lost() != 0)
        {
            return Resend(now, ports, out); // oldest gap first [oldest-first]
        }
        return m_messages.HasUnsent() && SendNew(now, ports, out);
    }

    /**
     * @param ports what NextData was given, when it had nothing
     * @return whether it lacked a path over these ports only: another port could send now
     */
    bool WaitsForOtherPort(PlaneMask ports) const
    {
        return m_noPath && (m_sprayer.Ports().Usable() & ~ports) != 0;
    }

    /** @return whether a reliability probe is due */
    bool ProbeDue() const
    {
        return m_probeDue;
    }

    /** Takes the reliability probe that is due. @return whether a path was found for it */
    bool TakeProbe(Instant now, Datagram& out);

    /** A SACK, NACK or Transport ACK came. */
    void OnAnswer(const Datagram& datagram, Instant now);

    /** @return the next EV that is to be probed because a packet on it is overdue */
    std::optional<Ev> TakeInquiry()
    {
        return m_flight.Inquiries().TakeProbe();
    }

    /** @return whether paths are being asked: otherwise TakeInquiry has none */
    bool AsksPaths() const
    {
        return m_flight.Inquiries().Deadline() != Instant::Never();
    }

    /** An EV probe was answered. */
    void OnProbeAnswer(Ev ev, Instant now)
    {
        if (m_flight.Inquiries().Deadline() != Instant::Never())
        {
            m_timers.DecideAt(m_flight.OnProbeAnswer(ev, now));
        }
    }

    /** Lets timers that are due act. */
    void Wake(Instant now);

    /** @return when it acts without being asked, and when it did last */
    const AckTimers& Timers() const
    {
        return m_timers;
    }

    /** The NIC's own ports changed. */
    void PortsChanged(PlaneMask up, Instant now);

    /** The queue pair has failed: no packet is under way or repeated any more. */
    void Stop(Instant now);

    /**
     * Ends all work requests, behind Stop.
     *
     * @param status of the oldest; the others are flushed
     * @param now the time
     */
    void Flush(CompletionStatus status, Instant now);

    /** The peer told of its ports. */
    void PeerPortsChanged(PlaneMask up, Instant now);

    /**
     * A port of the peer works, whatever was told of it before.
     *
     * @param plane through which the peer got or sent a packet
     * @param after it was sent after this
     * @param now the time
     */
    void SeePeerPort(PlaneId plane, Instant after, Instant now);

    /** Has the user hear of windows, round trips, NACKs and planes, or not. */
    void Watch(bool watched)
    {
        m_flight.SetWatcher(watched ? m_sprayer.User() : nullptr);
    }

    /** An administrator denies or allows an EV. @return whether it is one of this queue pair's */
    bool Administer(Ev ev, PathOrder order, Instant now);

    /** @return whether there is data to send, if window and paths allow */
    bool HasData() const
    {
        return m_flight.Packets().Lost() != 0 || m_messages.HasUnsent();
    }

    /** @return whether nothing waits, is under way or unacknowledged */
    bool Idle() const
    {
        return m_messages.Empty();
    }

    /** @return whether the last hop has more senders than it can serve */
    bool LastHopOverflows(Instant now)
    {
        return m_flight.LastHopOverflows(now);
    }

    /** If it is idle, it gives back what it can make again. */
    void Rest(Instant now)
    {
        if (Idle())
        {
            m_messages.Rest();
            m_flight.Packets().Rest();
            m_sprayer.Rest(now);
        }
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
        return m_flight.Rate();
    }

    /** Hints the processor at the members that a packet touches. */
    __attribute__((always_inline)) inline void Prefetch() const
    {
        for (const int line : {-2, -1, 0, 1})
        {
            __builtin_prefetch(reinterpret_cast<const char*>(&m_messages) + 64 * line, 1);
            __builtin_prefetch(reinterpret_cast<const char*>(&m_header) + 64 * line, 1);
        }
    }

    /** Hints the processor at the records that an answer or the next packet touches. */
    __attribute__((always_inline)) inline void PrefetchRecords(bool answer) const
    {
        if (answer)
        {
            m_flight.Packets().PrefetchBase();
            return;
        }
        m_flight.Packets().PrefetchNext();
        m_sprayer.Prefetch();
    }

  private:
    bool Resend(Instant now, PlaneMask ports, Datagram& out);
    bool SendNew(Instant now, PlaneMask ports, Datagram& out);
    void Begin(Datagram& out) const;
    void Stamp(uint64_t sequence, Ev ev, Instant now, Datagram& out);
    bool WantsAck(uint32_t payload, bool idle);
    void OnSack(const SackHeaders& sack, Instant now);
    void OnNack(const Neth& nack, Instant now);
    void OnTransportAck(const Datagram& ack, Instant now);
    void LosePlanes(PlaneMask planes, Instant now);
    void WaitIfStuck(Instant now);
    void TakePeerDown(PlaneMask down, Instant now);
    void ReportPlanes(Instant now) const;
    SenderState State() const;
    ReliabilityProbes::Occasion ProbeOccasion(Instant now);
    bool MaySend(Instant now);
    void AskOrWait(Instant now);
    bool ImmediatesUsedUp() const;
    void Timeout(Instant now);
    void WatchPorts(PlaneMask up, Instant now);
    void ExpirePackets(Instant now);

    struct Hot;

    /** What all data packets have in common. */
    struct Header
    {
        uint32_t source;
        uint32_t destination;
        QpNumber peer;
        uint8_t dscp;
    };

    // A packet touches two runs of members, of three cache lines each: from the end of the sprayer
    // to the beginning of the messages, and from the end of the flight to the beginning of the
    // timers.
    const ConnectionParameters& m_parameters;
    RoleOwner& m_owner;
    ReliabilityProbes m_probes;
    Sprayer m_sprayer;
    MessageQueue m_messages;
    Flight m_flight;
    Header m_header;
    uint32_t m_sinceAckRequest{0}; //!< payload bytes since the last packet with A
    uint32_t m_sackThreshold;      //!< bytes
    uint16_t m_payload;            //!< bytes in a full packet
    uint16_t m_maxImmediates;
    bool m_probeDue{false};
    bool m_timesFirst;  //!< the first packet asks for an answer: a base RTT is to be learnt
    bool m_portsInSack; //!< SACKs say which of the peer's ports are down
    bool m_mustSend{
        false}; //!< a timer ran out: a packet goes out, whatever the window [timeout-resend]
    bool m_noPath{false}; //!< the latest NextData had a packet and no EV for it
    RolesState& m_roles;
    AckTimers m_timers;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_H */
