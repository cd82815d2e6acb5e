/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_STORE_H
#define MRC_SENDER_STORE_H

#include "mrc-ack-timers.h"
#include "mrc-agenda.h"
#include "mrc-connection-parameters.h"
#include "mrc-flight.h"
#include "mrc-heard-paths.h"
#include "mrc-lone-owner.h"
#include "mrc-message-queue.h"
#include "mrc-queue-pair-user.h"
#include "mrc-reliability-probes.h"
#include "mrc-sprayer.h"

#include <algorithm>
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
struct SenderStore
{
    /** The header fields that all data packets share. */
    struct Header
    {
        uint32_t source;      //!< own NIC
        uint32_t destination; //!< NIC of the peer
        QpNumber peer;        //!< queue pair of the peer
    };

    /**
     * An idle queue pair goes on probing bad EVs for this many intervals; own choice. Without an
     * end a simulation that is not stopped would never run out of events.
     */
    static constexpr int64_t IDLE_INTERVALS = 64;

    /** As the constructor of Sender. */
    SenderStore(const ConnectionParameters& given,
                RolesState& shared,
                LoneOwner& connection,
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
        if (failed || (!messages.HasOutstanding() && !stuck))
        {
            return SenderState::RESTING;
        }
        return HasData() ? SenderState::BACKLOG : SenderState::TAIL;
    }

    /** @return when an EV that is assumed bad is to be probed */
    Instant ProbeDue() const
    {
        const Instant due = paths.Prober().NextDue();
        if (due == Instant::Never())
        {
            return due;
        }
        // An idle queue pair stops probing some time after its last packet.
        const Instant end =
            timers.Probes().LastSent() + parameters.ev->probeInterval * IDLE_INTERVALS;
        return IsIdle() && due > end ? Instant::Never() : due;
    }

    /** @return when the requestor is to be woken next */
    Instant NextWakeup() const
    {
        return std::min(timers.Wakeup(), ProbeDue());
    }

    /** @return the requestor's work for the NIC */
    Agenda Work() const
    {
        return {NextWakeup(), probeDue || asks || failed, HasData(), failed};
    }

    /** @return whether the next message must wait: the peer fails a queue pair with more
     * [immediates-in-flight] */
    bool ImmediatesUsedUp() const
    {
        return messages.ImmediatesUsedUp(maxImmediates);
    }

    /**
     * A packet leaves. All packets are known without a count, and those of plane 0 are all less
     * those of the others. So a packet of that plane touches no counter, unless planes have
     * windows.
     */
    void Count(PlaneId plane, uint32_t bytes)
    {
        sentBytes += bytes;
        if (plane != 0 || flight.Store().rate.Planes() != nullptr)
        {
            ++roles.counters.planePackets[plane];
            roles.counters.planeBytes[plane] += bytes;
        }
    }

    /** Brings the counters of packets and those of plane 0 up to date, before anybody reads them.
     */
    void CountSent() const;

    /** Finds the next deadline anew, after the state has changed in another way than by sending. */
    void Rearm(Instant now)
    {
        timers.Rearm(State(), now);
    }

    // What SenderHints names, in cache lines; Hot checks that this is all.
    static constexpr int HEADER_LINES = 3; //!< from the one before the header on
    static constexpr int HEALTH_LINES = 3; //!< from the health of planes to those of the paths
    static constexpr int FLIGHT_LINES = 5; //!< of the flight, before those of the header: an answer
    static constexpr int TIMER_LINES = 1;  //!< of the timers, behind those: an answer

    struct Hot;

    // A packet touches three runs of members, in cache lines. The first one is that of the
    // messages, behind the pointer to a Sender's functions. The second one is of the paths. The
    // third run is three lines, from the window, which begins a line, to the beginning of the
    // timers.
    MessageQueue messages;                  //!< which bytes
    const ConnectionParameters& parameters; //!< the setup of the connection
    LoneOwner& owner;                       //!< hears of completions
    HeardPaths
        heardOthers; //!< the latest of each plane, unless that is `heard`: for a later responder
    Sprayer paths;   //!< over which path
    Flight flight;   //!< the fates of packets
    Header header;   //!< of data packets
    Ev heard;        //!< of the latest packet that the peer got
    uint64_t sentBytes{0};       //!< payload that has left, on all planes
    uint32_t sinceAckRequest{0}; //!< payload bytes since the last packet with A
    uint32_t smallWindow;        //!< bytes: up to this, a full window asks for a SACK each time
    uint16_t payload;            //!< bytes in a full packet
    uint16_t maxImmediates;      //!< Writes with Immediate that may be under way
    uint8_t dscp;                //!< of first transmissions
    bool timesFirst : 1;  //!< the first packet asks for an answer: a base RTT is to be learnt
    bool failed : 1;      //!< the queue pair has failed: as RolesState, which is lines away
    bool asks : 1;        //!< EV probes of the connection wait: likewise
    bool probeDue : 1;    //!< a reliability probe is to leave
    bool hasHeard : 1;    //!< the peer got a packet
    bool portsInSack : 1; //!< SACKs say which of the peer's ports are down
    bool dozes : 1;       //!< data waits for its turn, and the timers need no wake-up: SenderDoze
    bool mustSend{false}; //!< after a timeout one packet leaves beyond the window
                          //!< [timeout-resend]
    bool noPath{false};   //!< the latest NextData had a packet and no EV for it
    RolesState& roles;    //!< the state that requestor and responder share
    Instant sentAt{Instant::Never()}; //!< when data left last; Never: none has left
    AckTimers timers;                 //!< when to act unasked
    ReliabilityProbes probes;         //!< which path to ask
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_STORE_H */
