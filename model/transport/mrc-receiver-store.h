/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECEIVER_STORE_H
#define MRC_RECEIVER_STORE_H

#include "mrc-ack-scheduler.h"
#include "mrc-connection-parameters.h"
#include "mrc-grant.h"
#include "mrc-lone-owner.h"
#include "mrc-message-ends.h"
#include "mrc-received-set.h"
#include "mrc-reply.h"
#include "mrc-responder-guard.h"
#include "mrc-reverse-paths.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

/**
 * The data of a responder: the packets that came, the answers that are due, and the limits of the
 * requestor.
 *
 * The classes that act on this data are views, as those of a SenderStore.
 */
struct ReceiverStore
{
    static constexpr uint32_t MSN_MASK = 0xffffff;       //!< AETH: 24 bits
    static constexpr uint32_t ANY_COMPLETED = 0x1000000; //!< stays when the count of 24 bits wraps

    /** As the constructor of Receiver. */
    ReceiverStore(const ConnectionParameters& given, RolesState& shared, LoneOwner& connection);

    ReceiverStore(const ReceiverStore&) = delete;
    ReceiverStore& operator=(const ReceiverStore&) = delete;

    /** @return the guard, which few responders need; from now on the guard has a say */
    ResponderGuard& Guard();

    /** Brings the counters of arrivals up to date, before anybody reads them. */
    void CountArrivals() const;

    /** @return planes that acknowledgements can take; 0 if no own port is up */
    PlaneMask UsablePlanes() const
    {
        const unsigned both = localUp & ~unsigned{peerDown};
        return both != 0 ? both : localUp; // the peer's word may be out of date
    }

    /** @return payload bytes that came, placed or held back */
    uint64_t ReceivedBytes() const
    {
        return placedBytes + (guarded ? guard->held.Bytes() : 0);
    }

    /** @return whether there is a SACK, NACK or Transport ACK to send, and a port for it */
    bool HasReply() const
    {
        return hasReply && localUp != 0;
    }

    /** A Transport ACK is to leave. @param plane on which the packet came that made the ACK due */
    void OweAck(PlaneId plane)
    {
        ackDue = true;
        hasReply = true;
        ackPlane = plane;
    }

    /** A SACK or NACK is to leave, behind others. */
    void Owe(const Reply& reply)
    {
        replies.Push(reply);
        hasReply = true;
    }

    /** The oldest SACK or NACK, or else the Transport ACK, has left. */
    void Settle()
    {
        if (replies.Empty())
        {
            ackDue = false;
        }
        else
        {
            replies.Pop();
        }
        hasReply = ackDue || !replies.Empty();
    }

    struct Hot;

    /** The facts that all answers share. */
    struct Header
    {
        uint32_t source;      //!< own NIC
        uint32_t destination; //!< NIC of the peer
        QpNumber peer;        //!< queue pair of the peer
        uint8_t dscp;         //!< of answers
        uint8_t planes;       //!< PlaneMask of the connection
        bool portsInSack;     //!< SACKs say which own ports are down
        bool dynamicMpr;      //!< SACKs say how large the receive window is
    };

    // In cache lines, behind the pointer to a Receiver's functions: a packet touches one, up to the
    // beginning of `reverse`. An answer touches the two that hold the EVs that end `reverse`, and
    // the members from `roles` on.
    uint64_t placedBytes{0};   //!< payload placed, each byte once
    ReceivedSet received;      //!< packets that arrived ahead of a missing one
    AckScheduler ackScheduler; //!< which packets bring a SACK
    uint8_t localUp;           //!< PlaneMask of own ports
    bool hasReply{false};      //!< `ackDue`, or one of `replies`
    bool guarded{false};       //!< `guard` has a say
    bool probed : 1;           //!< `reverse` has heard of a probe, and of no progress since
    bool awaitsEnd : 1;        //!< `ends` has one
    bool asks : 1;             //!< as RolesState::asks
    ReversePaths reverse;      //!< EVs that acknowledgements take
    std::unique_ptr<ResponderGuard> guard; //!< made when first needed
    RolesState& roles;                     //!< the state that requestor and responder share
    WaitingReplies replies;                //!< SACKs and NACKs
    Header header;                         //!< of answers
    uint32_t completed{0};  //!< messages, 24 bits; above them ANY_COMPLETED, once there were any
    uint32_t sackThreshold; //!< of `ackScheduler`
    uint16_t immediates{0}; //!< delivered
    Grant grant;            //!< the limits of the requestor
    uint8_t peerDown{0};    //!< PlaneMask of the peer's ports
    uint8_t penalty{0};     //!< that SACKs have: the granted one, or more by own rule
    PlaneId ackPlane{0};    //!< plane of the packet that made the Transport ACK due
    bool restores : 1;      //!< a penalty has ended: SACKs have restore_cwnd
    bool ackDue : 1;        //!< a Transport ACK is to be sent
    LoneOwner& owner;       //!< hears of deliveries
    const ConnectionParameters& parameters; //!< the setup of the connection
    uint64_t probeShows{0}; //!< where the bitmap of the next answer to a probe begins
    uint64_t windowEnd{0};  //!< end of the window before a smaller grant
    MessageEnds ends;       //!< last packets of messages that are not complete
    uint64_t turnedAway{0}; //!< whole packets that came, and neither arrived nor had done so
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECEIVER_STORE_H */
