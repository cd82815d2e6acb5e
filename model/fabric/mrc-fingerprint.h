/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FINGERPRINT_H
#define MRC_FINGERPRINT_H

#include "ns3/mrc-frame.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The fate of a frame as the fingerprint of an end of a link remembers it. */
enum class Fate : uint8_t
{
    ARRIVED = 1,
    TRIMMED = 2,
    DROPPED = 3,
};

/**
 * Adds an event to the running hash of one end of a directed link.
 *
 * The sender's end remembers trims and drops, the receiver's end arrivals and losses on the way.
 * Neither depends on the order in which independent links, or the other end, were served.
 *
 * @param hash that end's hash so far
 * @param at the time of the event
 * @param fate the fate of the frame
 * @param frame the frame; its digest, size, DSCP and ECN count
 * @return the new hash
 */
inline uint64_t
FoldFingerprint(uint64_t hash, Instant at, Fate fate, const Frame& frame)
{
    // in the order of the members: one load where the byte order allows
    const uint64_t whom =
        static_cast<uint64_t>(frame.ecn) | (static_cast<uint64_t>(frame.dscp) << 8) |
        (static_cast<uint64_t>(frame.size) << 16) | (static_cast<uint64_t>(frame.digest) << 32);
    const uint64_t what = whom | (static_cast<uint64_t>(fate) << 2);
    hash = (hash ^ static_cast<uint64_t>(at.Ps())) * 0x9ddfea08eb382d69ULL;
    hash = (hash ^ (hash >> 29) ^ what) * 0xc2b2ae3d27d4eb4fULL;
    return hash;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_FINGERPRINT_H */
