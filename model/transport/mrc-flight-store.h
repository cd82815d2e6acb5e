/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLIGHT_STORE_H
#define MRC_FLIGHT_STORE_H

#include "mrc-connection-parameters.h"
#include "mrc-doubtful-losses.h"
#include "mrc-flight-window.h"
#include "mrc-loss-detector.h"
#include "mrc-overflow-watch.h"
#include "mrc-path-inquiries.h"
#include "mrc-path-strikes.h"
#include "mrc-queue-pair-counters.h"
#include "mrc-queue-pair-user.h"
#include "mrc-recent-peak.h"
#include "mrc-revealed-losses.h"
#include "mrc-rtt-estimator.h"
#include "mrc-sent-packets.h"
#include "mrc-sprayer.h"
#include "mrc-stamp-ages.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The requestor's data on packets that it sent, on their paths and on the window.
 *
 * The classes that act on this data are views, as those of a SenderStore.
 */
struct FlightStore
{
    /** The window that counts for reordering is the largest of this many base RTTs; own choice. */
    static constexpr int64_t WINDOW_EPOCH_RTTS = 4;

    /** A trim on the last hop tells of its queue for so many local ACK timeouts; own choice. */
    static constexpr int64_t LAST_HOP_TIMEOUTS = 8;

    /** As the constructor of Flight. */
    FlightStore(const ConnectionParameters& given, Sprayer& sprayer, QueuePairCounters& counts);

    FlightStore(const FlightStore&) = delete;
    FlightStore& operator=(const FlightStore&) = delete;

    /** @return when a packet may be lost without that another answer comes; Never: none */
    Instant NextAct() const
    {
        return std::min(inquiries.Deadline(), revealed.Next());
    }

    /**
     * @param silence whether paths count that have not answered in time
     * @param now the time
     * @return the earliest time when the present knowledge decides about a packet; Never: about
     * none
     */
    Instant NextDecision(bool silence, Instant now) const
    {
        const Instant act = silence ? NextAct() : revealed.Next();
        return judgedAt > now ? std::min(act, judgedAt) : act;
    }

    /** @return whether the window has room for a packet, that of a plane at least */
    bool Fits(uint32_t payload) const
    {
        return rate.Whole().Allowance() >= payload ||
               (rate.Planes() == nullptr ? rate.Whole().InFlight() <= 0
                                         : rate.Planes()->Roomy(DataPlanes(), payload) != 0);
    }

    /** @return whether a packet that has just left took the last room */
    bool IsUsedUp(uint32_t payload) const
    {
        return rate.Whole().Allowance() < payload &&
               (rate.Planes() == nullptr || rate.Planes()->Roomy(DataPlanes(), payload) == 0);
    }

    /** @return planes that new data may take */
    PlaneMask DataPlanes() const
    {
        const PlaneMask inTurn = paths.InTurn();
        return inTurn != 0 ? inTurn : paths.Ports().Usable();
    }

    /** @return whether the receive window is used up [receive-window] */
    bool PsnsUsedUp() const
    {
        return sent.Records().Next() - sent.Records().Base() >= windowPsns;
    }

    /** @return payload of full packets that fit into the receive window */
    int64_t WindowBytes() const
    {
        return int64_t{windowPsns} * fullPayload;
    }

    /** @return how much later than others a packet may arrive */
    Span SparseTime() const
    {
        return SparseReorderTime(rtt.Smoothed(), longestRtt, rtt.RecentDelay());
    }

    /** @return whether an overflow of the last hop is known because of a trim, and goes on */
    bool KnowsOverflow(Instant now) const
    {
        return overflow.Overflowing(now) != 0;
    }

    /** @return whether there is no other way to the peer */
    bool OnlyPath() const
    {
        return parameters.uplinks * parameters.planes == 1;
    }

    /** Tells the watching user of the window. */
    void ReportWindow(Instant now) const;

    /** A packet came back sooner than any before: the base RTT is shorter, if it is to be learnt.
     */
    void NoteShortRtt(Span shorter);

    const ConnectionParameters& parameters; //!< the setup of the connection
    QueuePairCounters& counters;            //!< where to count
    RevealedLosses revealed;                //!< losses that the NIC has yet to act on
    OverflowWatch overflow;                 //!< trims on the last hop
    uint64_t grantEnd{SentRecords::NONE};   //!< one above the receive window of the newest SACK;
                                            //!< NONE: no SACK has told of one
    Span firstBase;                         //!< base RTT, before a shorter one is learnt
    // the members that each answer touches, from the end of the ages on; SenderHints names them
    StampAges ages;                     //!< how old time stamps may be
    PathStrikes strikes;                //!< losses of paths without an answer since
    PathInquiries inquiries;            //!< which paths are asked, dead or only slow
    Span target;                        //!< target queueing delay
    Span longestRtt;                    //!< ConnectionParameters::LongestRtt
    Sprayer& paths;                     //!< hears of marks, trims and losses
    RttEstimator rtt;                   //!< round trips
    Instant judgedAt{Instant::Never()}; //!< when packets that the latest SACK reports missing can
                                        //!< be judged. A missing packet is lost if one that is sent
                                        //!< later than this instant arrives first. Never: nothing
                                        //!< is in doubt
    DoubtfulLosses doubts;              //!< losses that may turn out to be none
    RecentPeak<WINDOW_EPOCH_RTTS> windowPeak; //!< of the window
    SentStates states;                        //!< of packets, while they are few
    uint64_t heardBase{0};                    //!< base of the packets when the newest SACK came
    uint32_t heardAhead{0};                   //!< ooo_count of the newest SACK
    uint32_t unreported{0}; //!< bytes acknowledged of which the rate controller has not heard
    // the members that each sent packet touches, from the end of the rate controller on
    FlightWindow rate;      //!< the window, and the bytes in flight
    SentPackets sent;       //!< the packets
    uint32_t windowPsns;    //!< receive window
    bool followsPlanes : 1; //!< the window shrinks with the planes in turn
    bool takesGrants : 1;   //!< the peer may change the receive window
    bool watched : 1;       //!< the user hears of windows and round trips
    uint16_t fullPayload;   //!< bytes in a full packet
};

/** @return the user that hears of windows and round trips, or null. @param flight the user's */
inline QueuePairUser*
WatcherOf(const FlightStore& flight)
{
    return __builtin_expect(flight.watched, 0) ? flight.paths.User() : nullptr;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLIGHT_STORE_H */
