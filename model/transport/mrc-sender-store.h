/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_STORE_H
#define MRC_SENDER_STORE_H

#include "mrc-ack-timers.h"
#include "mrc-connection-parameters.h"
#include "mrc-flight.h"
#include "mrc-heard-paths.h"
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
 * The data of a requestor: its messages, paths and packets, its timers and its work.
 *
 * The classes that act on this data are views, as those of a FabricState. Each class answers one
 * question, and holds a reference to all of this data and nothing else.
 */
struct alignas(64) SenderStore
{
    /** The header fields that all data packets share. */
    struct Header
    {
        uint32_t source;      //!< own NIC
        uint32_t destination; //!< NIC of the peer
        QpNumber peer;        //!< queue pair of the peer
        uint8_t dscp;         //!< of first transmissions
        bool portsInSack;     //!< SACKs say which of the peer's ports are down
    };

    /** As the constructor of Sender. */
    SenderStore(const ConnectionParameters& given,
                RolesState& shared,
                RoleOwner& connection,
                const QueuePairWatch& watch);

    SenderStore(const SenderStore&) = delete;
    SenderStore& operator=(const SenderStore&) = delete;

    /** @return whether there is data to send, if window and paths allow */
    bool HasData() const
    {
        return flight.Store().sent.Records().Lost() != 0 || messages.HasUnsent();
    }

    /** @return whether nothing waits, is under way or unacknowledged */
    bool IsIdle() const
    {
        return messages.Empty();
    }

    /** @return the events that the sender waits for */
    SenderState State() const
    {
        const bool stuck = !messages.Empty() && !paths.HasPath();
        if (roles.failed || (!messages.HasOutstanding() && !stuck))
        {
            return SenderState::RESTING;
        }
        return HasData() ? SenderState::BACKLOG : SenderState::TAIL;
    }

    /** @return whether the next message must wait: the peer fails a queue pair with more
     * [immediates-in-flight] */
    bool ImmediatesUsedUp() const
    {
        return messages.ImmediatesUsedUp(maxImmediates);
    }

    /**
     * A packet leaves. The counters of plane 0 are those of all planes less those of the others. So
     * a packet of that plane touches their line only where planes have windows.
     */
    void Count(PlaneId plane, uint32_t bytes)
    {
        ++roles.counters.sentPackets;
        sentBytes += bytes;
        if (plane != 0 || flight.Store().rate.Planes() != nullptr)
        {
            ++roles.counters.planePackets[plane];
            roles.counters.planeBytes[plane] += bytes;
        }
    }

    /** Brings the counters of plane 0 up to date, before anybody reads them. */
    void CountFirstPlane() const;

    /** Finds the next deadline anew, after the state has changed in another way than by sending. */
    void Rearm(Instant now)
    {
        timers.Rearm(State(), now);
    }

    // What SenderHints names, in cache lines; Hot checks that this is all.
    static constexpr int HEADER_LINES = 3; //!< from the one before the header on
    static constexpr int HEALTH_LINES = 3; //!< from the health of planes to those of the paths
    static constexpr int FLIGHT_LINES = 6; //!< of the flight, before those of the header: an answer
    static constexpr int TIMER_LINES = 1;  //!< of the timers, behind those: an answer

    struct Hot;

    // A packet touches three runs of members. The first two are one cache line of the paths, and
    // the first one of the messages. The third is three lines from the end of the flight to the
    // beginning of the timers. The flight is aligned so that its window begins a line.
    const ConnectionParameters& parameters; //!< the setup of the connection
    RoleOwner& owner;                       //!< hears of completions
    ReliabilityProbes probes;               //!< which path to ask
    Sprayer paths;                          //!< over which path
    HeardPaths heard;                       //!< for a responder that is made later
    alignas(64) MessageQueue messages;      //!< which bytes
    alignas(32) Flight flight;              //!< the fates of packets
    Header header;                          //!< of data packets
    uint64_t sentBytes{0};                  //!< payload that has left, on all planes
    uint32_t sinceAckRequest{0};            //!< payload bytes since the last packet with A
    uint32_t smallWindow;   //!< bytes: up to this, a full window asks for a SACK each time
    uint16_t payload;       //!< bytes in a full packet
    uint16_t maxImmediates; //!< Writes with Immediate that may be under way
    bool probeDue{false};   //!< a reliability probe is to leave
    bool timesFirst;        //!< the first packet asks for an answer: a base RTT is to be learnt
    bool mustSend{false}; //!< after a timeout one packet leaves beyond the window [timeout-resend]
    bool noPath{false};   //!< the latest NextData had a packet and no EV for it
    RolesState& roles;    //!< the state that requestor and responder share
    Instant sentAt{Instant::Never()}; //!< when data left last; Never: none has left
    AckTimers timers;                 //!< when to act unasked
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_STORE_H */
