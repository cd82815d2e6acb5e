/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOSS_DETECTOR_H
#define MRC_LOSS_DETECTOR_H

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The facts that a SACK proves, and how much reordering the network may show. */
struct LossEvidence
{
    Instant sentAt;        //!< when the packet was sent that triggered the SACK
    Span reorderTime;      //!< how much later than many others a packet may arrive
    Span sparseTime;       //!< how much later than few others a packet may arrive
    uint64_t reorderBytes; //!< how many bytes may overtake a packet
    uint32_t payload;      //!< bytes of a full packet
};

/** A packet that a SACK reports missing. */
struct MissingPacket
{
    Instant sentAt;              //!< when the packet was last sent
    uint32_t overtaking;         //!< later packets that have arrived
    bool overtakenOnPath{false}; //!< one of them took the same path: queues keep their order
};

/** A loss detector's verdict on a packet that a SACK reports missing. */
struct LossVerdict
{
    bool lost;     //!< whether the packet is lost
    Instant until; //!< if not: the SACK of a packet sent after this will say so
};

/** The fewest packets that must overtake one before it counts as lost [sack-gap]; from SLEEK. */
constexpr uint32_t LOSS_MIN_OVERTAKING = 5;

/**
 * Queueing delay that a path can show before it trims, in half base RTTs. Queues of default size
 * hold one base RTT each towards and behind the T1, one and a half on the last hop.
 */
constexpr int64_t FULL_QUEUES_HALF_RTTS = 7;

/** Part of a smoothed RTT that may pass beyond the expected delays; RFC 8985's reordering window.
 */
constexpr int64_t REORDER_RTT_PARTS = 4;

/**
 * The time that a packet may lag before its path is asked whether it lives. Own choice: the delays
 * that are expected, for the answer takes time as well.
 *
 * @param target the target queueing delay
 * @param recentDelay the largest queueing delay seen lately
 * @return how much later than its successors a packet may arrive unsuspected
 */
constexpr Span
SuspectTime(Span target, Span recentDelay)
{
    return std::max(target, recentDelay);
}

/**
 * The same of a packet that fewer than LOSS_MIN_OVERTAKING others have overtaken. Own choice: the
 * delay that half full queues can cause, so that an answer is there before the packet is lost by
 * SparseReorderTime.
 *
 * @param longestRtt the base RTT of the longest path of the fabric
 * @param recentDelay the largest queueing delay seen lately
 * @return how much later than a successor a packet may arrive unsuspected
 */
constexpr Span
SparseSuspectTime(Span longestRtt, Span recentDelay)
{
    return std::max(longestRtt * FULL_QUEUES_HALF_RTTS / 4, recentDelay);
}

/**
 * The time that the answer to such a question may take; own choice.
 *
 * An EV probe passes the queues of data, but waits for packets that are being sent. In either
 * direction the probe waits for one packet on a link at a quarter of its rate, and for one on each
 * other link. With packets of 4 KiB on links of 100 Gb/s that comes to 2.7 us and some 1.3 us. So
 * the time is half a base RTT (2.8 us) beyond an unloaded one. The unloaded RTT is that of a full
 * packet and its SACK, and the probe is neither.
 *
 * @param baseRtt the base RTT
 * @return how long to wait
 */
constexpr Span
InquiryTime(Span baseRtt)
{
    return baseRtt + baseRtt / 2;
}

/**
 * The time that a packet may lag: the RACK-like rule of [sack-gap].
 *
 * By the time of the SACK the rule is: sent more than 1.25 x smoothed RTT + target before the SACK
 * came that covers later packets. A SACK comes one RTT after its trigger was sent. So the same rule
 * between two times of sending is 0.25 x smoothed RTT + target. That form does not depend on how
 * long this SACK took. Where the network has lately shown more delay than the target, that counts
 * instead of the target.
 *
 * @param smoothedRtt the smoothed RTT
 * @param target the target queueing delay
 * @param recentDelay the largest queueing delay seen lately
 * @return how much later than its successors a packet may arrive without being lost
 */
constexpr Span
ReorderTime(Span smoothedRtt, Span target, Span recentDelay)
{
    return SuspectTime(target, recentDelay) + smoothedRtt / REORDER_RTT_PARTS;
}

/**
 * The time that a packet may lag behind fewer than LOSS_MIN_OVERTAKING others; own choice
 * [sparse-gap].
 *
 * A queue pair that shares its NIC with many sends a packet now and then. The delays seen so far
 * tell little about the next path, and one packet that was faster proves nothing. So the lag is the
 * delay that full queues can cause.
 *
 * @param smoothedRtt the smoothed RTT
 * @param longestRtt the base RTT of the longest path of the fabric
 * @param recentDelay the largest queueing delay seen lately
 * @return how much later than a successor a packet may arrive without being lost
 */
constexpr Span
SparseReorderTime(Span smoothedRtt, Span longestRtt, Span recentDelay)
{
    return smoothedRtt / 4 + std::max(longestRtt * FULL_QUEUES_HALF_RTTS / 2, recentDelay);
}

/**
 * The time that a packet may lag on a path that is known to live. Own choice: as above, with one of
 * the queues, of a base RTT at full rate, on a link at a quarter of that.
 *
 * @param smoothedRtt the smoothed RTT
 * @param longestRtt the base RTT of the longest path of the fabric
 * @param recentDelay the largest queueing delay seen lately
 * @return how much later than its successors a packet may arrive without being lost
 */
constexpr Span
SlowReorderTime(Span smoothedRtt, Span longestRtt, Span recentDelay)
{
    return SparseReorderTime(smoothedRtt, longestRtt, recentDelay) + longestRtt * 3;
}

/**
 * The bytes that may overtake a packet: the SLEEK rule of [sack-gap].
 *
 * @param window the congestion window under which the packet was sent, in bytes
 * @param maxWindow the largest window, in bytes
 * @return bytes
 */
constexpr uint64_t
ReorderBytes(uint64_t window, uint64_t maxWindow)
{
    return std::min(window + window / 2, maxWindow);
}

/**
 * Says whether a packet that a SACK reports missing is lost [sack-gap].
 *
 * @param evidence the facts that the SACK proves
 * @param packet the packet
 * @return lost, or not yet
 */
constexpr LossVerdict
JudgeMissing(const LossEvidence& evidence, const MissingPacket& packet)
{
    const bool many = packet.overtaking >= LOSS_MIN_OVERTAKING;
    const Instant until = packet.sentAt + (many ? evidence.reorderTime : evidence.sparseTime);
    const bool late = evidence.sentAt > until;
    const bool later = evidence.sentAt > packet.sentAt;
    const bool overtaken =
        many && uint64_t{packet.overtaking} * evidence.payload > evidence.reorderBytes;
    return LossVerdict{late || (later && (overtaken || packet.overtakenOnPath)), until};
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOSS_DETECTOR_H */
