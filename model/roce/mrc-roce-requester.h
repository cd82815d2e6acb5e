/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_REQUESTER_H
#define MRC_ROCE_REQUESTER_H

#include "mrc-roce-flight.h"
#include "mrc-roce-messages.h"
#include "mrc-roce-rate.h"
#include "mrc-roce-roles.h"
#include "mrc-roce-setup.h"

#include "ns3/mrc-agenda.h"
#include "ns3/mrc-queue-pair-user.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** The requester of a reliable connection: which packet leaves next, and when has one failed? */
class RoceRequester
{
  public:
    /**
     * @param setup must outlive this
     * @param roles shared with the responder; must outlive this
     * @param owner hears of completions and failure
     * @param watch hears of packets that are sent again
     */
    RoceRequester(const RoceSetup& setup,
                  RoceRoles& roles,
                  RoleOwner& owner,
                  const QueuePairWatch& watch);

    /** Takes a work request (QueuePair::Post). */
    void Post(const WorkRequest& request, Instant now);

    /** An ACK or a NAK came. */
    void OnAnswer(const Datagram& datagram, Instant now);

    /** A CNP came. */
    void OnCnp(Instant now);

    /** The next data packet (QueuePair::NextData). */
    Pull NextData(Instant now, PlaneMask ports, Datagram& out);

    /** Lets the timers act that are due. */
    void Wake(Instant now);

    /** @return when Wake is to be called */
    Instant NextWakeup() const
    {
        return m_messages.Empty() ? Instant::Never() : std::min(m_timer + m_timeout, m_paceDue);
    }

    /** @return whether a packet waits, and may leave at this time */
    bool MaySend(Instant now)
    {
        return m_rate.Next() <= now && HasPacket(m_flight.Next());
    }

    /** All work requests end: the oldest with this status, the others flushed. */
    void Flush(CompletionStatus status, Instant now);

    /** @return payload bytes in flight at most */
    uint64_t InFlight() const
    {
        return (m_flight.Sent() - m_flight.Acked()) * m_setup.payload;
    }

    /** Gives memory back while idle. */
    void Rest();

  private:
    static uint64_t MostInFlight(const RoceSetup& setup);

    /** @return whether the next packet is there to be sent, and the window has room for it */
    bool HasPacket(uint64_t next) const
    {
        return !m_roles.state.failed && next < m_messages.End() &&
               next - m_flight.Acked() < m_mostInFlight;
    }

    void Pace(Instant now);
    bool AsksForAck(uint64_t sequence, const Datagram& packet) const;
    __attribute__((noinline)) void Count(uint64_t sequence, Instant before, Instant now);
    void Progress(uint64_t end, Instant now);
    void OnSequenceError(uint64_t sequence, Instant now);
    bool TakeRetry(Instant now);
    void OnTimeout(Instant now);

    const RoceSetup& m_setup;
    RoceRoles& m_roles;
    RoleOwner& m_owner;
    const QueuePairWatch& m_watch;
    RoceMessages m_messages;
    RoceFlight m_flight;
    RoceRate m_rate;
    uint64_t m_mostInFlight;             //!< packets
    Span m_timeout;                      //!< local ACK timeout
    Instant m_timer;                     //!< the local ACK timeout counts from here
    Instant m_paceDue{Instant::Never()}; //!< a packet waits for the time that the rate allows
    uint64_t m_recoverEnd{0}; //!< selective repeat after a timeout: behind packets then in flight
    uint64_t m_askedEnd{0};   //!< behind the last packet that was sent and asks for an ACK
    bool m_asks{false};       //!< the next packet asks, after a timeout
    uint8_t m_retries{0};     //!< since the latest progress
    RetransmitCause m_cause{RetransmitCause::GAP}; //!< of retransmissions
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_REQUESTER_H */
