/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECEIVER_H
#define MRC_RECEIVER_H

#include "mrc-ack-scheduler.h"
#include "mrc-connection-parameters.h"
#include "mrc-grant.h"
#include "mrc-message-ends.h"
#include "mrc-received-set.h"
#include "mrc-responder-guard.h"
#include "mrc-reverse-paths.h"
#include "mrc-ring.h"
#include "mrc-role-owner.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

/**
 * @param qp of the responder
 * @param peerOffer what the requestor can do
 * @return what the responder grants at first
 */
Grant FirstGrant(const QpConfig& qp, const QpCapabilities& peerOffer);

/** The responder: places data as it comes and tells the requestor what came, what not, what is
 * done. */
class Receiver
{
  public:
    /**
     * @param parameters must outlive the receiver
     * @param roles what it shares with the requestor; must outlive the receiver
     * @param owner who hears of deliveries
     */
    Receiver(const ConnectionParameters& parameters, RolesState& roles, RoleOwner& owner);

    /** A data packet came, whole or trimmed. */
    void OnWrite(const Datagram& packet, Instant now);

    /** The queue pair has failed: from now on each packet is refused. */
    void Stop();

    /** @return what the user gives to the peer */
    ResponderLimits& Limits()
    {
        return Guard().limits;
    }

    /** A reliability probe came. */
    void OnProbe(const Datagram& probe, Instant now);

    /** @return whether there is a SACK, NACK or Transport ACK to send, and a port for it */
    bool HasReply() const
    {
        return (m_ackDue || !m_replies.Empty()) && m_localUp != 0;
    }

    /** Takes the next SACK, NACK or Transport ACK; HasReply() holds. */
    void TakeReply(Datagram& out);

    /** The NIC's own ports changed. */
    void PortsChanged(PlaneMask up)
    {
        m_localUp = static_cast<uint8_t>(up & m_parameters.Planes());
    }

    /** The peer told which of its ports are down: acknowledgements avoid them. */
    void SetPeerDown(PlaneMask down)
    {
        m_peerDown = static_cast<uint8_t>(down);
    }

    /** Gives back what is empty. */
    void Rest()
    {
        m_ends.Rest();
        m_received.Rest();
        m_replies.Shrink();
    }

    /** Changes what the requestor may do (QueuePairAdmin::SetGrant). */
    bool SetGrant(const Grant& grant);

    /** @return what the requestor may do */
    const Grant& GetGrant() const
    {
        return m_grant;
    }

    /** @return the EVs that acknowledgements take */
    ReversePaths& Reverse()
    {
        return m_reverse;
    }

    /** @return packets that arrived ahead of a missing one */
    const ReceivedSet& Received() const
    {
        return m_received;
    }

    /** Hints the processor at the members that a packet touches. */
    __attribute__((always_inline)) inline void Prefetch() const
    {
        __builtin_prefetch(&m_received, 1);
        __builtin_prefetch(reinterpret_cast<const char*>(&m_received) + 64, 1);
        __builtin_prefetch(&m_owner); // and what an acknowledgement reads
    }

    struct Hot;

  private:
    /** Which kind of answer a packet gets. */
    enum class ReplyKind : uint8_t
    {
        SACK,
        PROBE_SACK,
        NACK,
    };

    /** An answer that waits to be sent; its cumulative part is filled in when it goes
     * [answer-order]. */
    struct Reply
    {
        Ev ev;
        Psn psn; //!< of the packet that it answers; probe_id of a probe
        uint16_t timestamp;
        ReplyKind kind;
        NackReason reason;
        PlaneId plane; //!< on which that packet arrived
        PathMark mark;
    };

    void OnDuplicate(const Datagram& packet);
    void OnTrimmed(const Datagram& packet, uint64_t sequence, Instant now);
    void Place(const Datagram& packet, uint64_t sequence, Instant now);
    bool AddEnd(const Datagram& packet, uint64_t sequence);
    void Complete(uint64_t end, PlaneId plane, Instant now);
    ResponderGuard& Guard();
    bool TurnsAway(const Datagram& packet, uint64_t sequence, Instant now);
    void WeighIncast(Instant now);
    void PlaceGuarded(const Datagram& packet, uint64_t sequence, Instant now);
    void PlaceOrHold(const Datagram& packet, uint64_t sequence);
    uint64_t TurnOf(const Datagram& packet, uint64_t sequence) const;
    uint64_t TurnsBelow() const;
    void Refuse(uint64_t sequence, AethSyndrome syndrome);
    void Conclude(PlaneId plane, Instant now);
    void AnswerInError(const Datagram& packet);
    void QueueSack(const Datagram& packet);
    void QueueNewest(const Reply& reply);
    void QueueNack(const Datagram& packet, NackReason reason);
    void FillHeaders(PlaneId plane, Datagram& out) const;
    uint64_t NextProbeBase();
    void FillSack(const Reply& reply, Datagram& out);
    void FillGrant(SackHeaders& sack);
    void NarrowWindow();
    void FillNack(const Reply& reply, Datagram& out) const;

    /** @return planes that acknowledgements can take; 0 if no own port is up */
    PlaneMask UsablePlanes() const
    {
        const unsigned both = m_localUp & ~unsigned{m_peerDown};
        return both != 0 ? both : m_localUp; // what the peer said may be out of date
    }

    uint64_t ReceivedBytes() const
    {
        return m_roles.counters.placedBytes + (m_guarded ? m_guard->held.Bytes() : 0);
    }

    // A packet touches what lies between the end of m_ends and the beginning of m_reverse.
    MessageEnds m_ends;
    ReceivedSet m_received;
    AckScheduler m_ackScheduler;
    RolesState& m_roles;
    uint32_t m_completed{0}; //!< messages, 24 bits; above them ANY_COMPLETED, once there were any
    uint8_t m_localUp;       //!< PlaneMask
    PlaneId m_ackPlane{0};   //!< plane of the packet that made the Transport ACK due
    bool m_ackDue{false};    //!< a Transport ACK is to be sent
    bool m_guarded{false};   //!< m_guard has a say
    Ring<Reply> m_replies;
    ReversePaths m_reverse;
    RoleOwner& m_owner;
    const ConnectionParameters& m_parameters;
    Grant m_grant;
    uint8_t m_peerDown{0};    //!< PlaneMask
    bool m_restores{false};   //!< a penalty has ended: SACKs have restore_cwnd
    uint8_t m_penalty{0};     //!< that SACKs have: what was granted, or more by its own rule
    uint64_t m_probeShows{0}; //!< where the bitmap of the next answer to a probe begins
    uint64_t m_windowEnd{0};  //!< what was granted before the window became smaller, is accepted
    std::unique_ptr<ResponderGuard> m_guard; //!< made when first needed
    uint16_t m_immediates{0};                //!< delivered
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have it for any class

/** What each packet touches of a responder: two cache lines, to which Connection sees. */
struct Receiver::Hot
{
    static constexpr std::size_t BEGIN = offsetof(Receiver, m_received); //!< first byte
    static constexpr std::size_t END = offsetof(Receiver, m_reverse);    //!< behind the last one
};

#pragma GCC diagnostic pop

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECEIVER_H */
