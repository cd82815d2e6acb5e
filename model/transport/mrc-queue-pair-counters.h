/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_COUNTERS_H
#define MRC_QUEUE_PAIR_COUNTERS_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <iosfwd>
#include <iterator>
#include <numeric>

namespace ns3
{
namespace mrc
{

/** Why a packet was sent again. */
enum class RetransmitCause : uint8_t
{
    TRIM,    //!< NACK TRIMMED or TRIMMED_LASTHOP
    GAP,     //!< inferred from SACKs
    TIMEOUT, //!< local ACK timeout
    REFUSED, //!< another NACK
    PORT,    //!< a port of the EV's plane went down, here or at the peer
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, RetransmitCause cause);

/** How many causes there are. */
constexpr unsigned RETRANSMIT_CAUSES = 5;

/** A packet was sent again. */
struct Retransmission
{
    RetransmitCause cause{RetransmitCause::TRIM}; //!< the sign of the loss
    Span after;                                   //!< since the transmission that was lost
    Instant at;                                   //!< when
    Ev ev; //!< the path of the transmission that was lost; of RoCEv2 only the plane says where
};

/**
 * The counters of a queue pair, from both of its roles. Those of plane 0 count when a status is
 * asked for: until then its packets are counted with those of all planes.
 */
struct QueuePairCounters
{
    // those of each packet come first: they share a cache line
    uint64_t receivedPackets{0};         //!< whole data packets that arrived, duplicates included
    uint64_t placedBytes{0};             //!< payload placed, each byte once
    uint64_t sentPackets{0};             //!< data packets, retransmissions included
    uint32_t planePackets[MAX_PLANES]{}; //!< data packets by plane, modulo 2^32: with 32 bits they
                                         //!< share a cache line with the bytes of planes 0 to 3
    uint64_t planeBytes[MAX_PLANES]{};   //!< their payload, by plane
    uint64_t retransmissions[RETRANSMIT_CAUSES]{}; //!< by RetransmitCause
    uint64_t trimNacks{0};                         //!< trims that the sender heard of
    uint64_t markedSacks{0};      //!< SACKs with m = SKIP_ONCE that the sender heard
    uint64_t pathsRetired{0};     //!< EVs that went to ASSUMED_BAD
    uint64_t pathsResurrected{0}; //!< EVs that came back from that state
    uint64_t probesSent{0};       //!< EV probes and reliability probes
    uint64_t evProbesSent{0};     //!< of these the EV probes
    uint64_t lossesUndone{0};     //!< losses that were inferred and proved wrong
    uint64_t duplicates{0};       //!< whole data packets that had arrived before
    uint64_t marks{0};            //!< data packets that arrived CE marked
    uint64_t trims{0};            //!< data packets that arrived trimmed
    uint64_t heldPeak{0};         //!< most payload that was held back for order at a time

    /** Adds the counts of another one; the peaks are not sums. @return this */
    QueuePairCounters& operator+=(const QueuePairCounters& other);

    /** @return packets sent again that had not been trimmed or refused */
    uint64_t UntrimmedLosses() const
    {
        return retransmissions[static_cast<unsigned>(RetransmitCause::GAP)] +
               retransmissions[static_cast<unsigned>(RetransmitCause::TIMEOUT)] +
               retransmissions[static_cast<unsigned>(RetransmitCause::PORT)];
    }

    /** @return payload of data packets, retransmissions included */
    uint64_t SentBytes() const
    {
        return std::accumulate(std::begin(planeBytes), std::end(planeBytes), uint64_t{0});
    }
};

/** The counters of a queue pair of RoCEv2 beside QueuePairCounters, from both of its roles. */
struct RoceCounters
{
    uint64_t timeouts{0};     //!< local ACK timeouts that expired at the requester
    uint64_t naksSent{0};     //!< NAK "PSN sequence error" that the responder sent
    uint64_t naksReceived{0}; //!< of these that the requester heard
    uint64_t cnpsSent{0};     //!< CNPs that the responder sent
    uint64_t cnpsReceived{0}; //!< CNPs that the requester heard
    uint64_t rehashes{0};     //!< times that the requester took another source port
    uint64_t rate{0};         //!< bit/s that the requester's rate control allows now
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_COUNTERS_H */
