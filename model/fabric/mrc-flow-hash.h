/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_HASH_H
#define MRC_FLOW_HASH_H

#include "ns3/mrc-frame.h"
#include "ns3/mrc-hash.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Hashes the fields that a switch reads of a packet without SRv6 [ecmp-hash]: both addresses, and
 * the EV in UDP source port and flow label. The other fields are the same in all packets.
 *
 * @param seed of the switch
 * @param frame a packet
 * @return 64 bits that look random; the same for packets of the same path and seed
 */
constexpr uint64_t
FlowHash(uint64_t seed, const Frame& frame)
{
    const uint64_t ends = static_cast<uint64_t>(frame.source) << 32 | frame.destination.Low();
    return Mix(Mix(seed ^ ends) ^ frame.entropy);
}

/**
 * @param hash 64 random bits
 * @param count above 0
 * @return 0 .. count - 1, each equally likely
 */
constexpr uint32_t
Reduced(uint64_t hash, uint32_t count)
{
    return static_cast<uint32_t>(((hash >> 32) * count) >> 32);
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_HASH_H */
