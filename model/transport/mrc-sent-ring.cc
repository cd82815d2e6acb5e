/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sent-ring.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * Doubles the ring. With another capacity blocks have other places, so packets move one by one; it
 * happens seldom.
 */
void
SentRing::Grow()
{
    const uint32_t doubled = std::max<uint32_t>(64, capacity * 2);
    auto moved = std::make_unique<SentBlock[]>(doubled / 64);
    for (uint64_t s = base; s < next; ++s)
    {
        const SentBlock& from = BlockOf(s);
        SentBlock& to = moved[(s & (doubled - 1)) >> 6];
        const uint64_t bit = BitRange(s & 63, 1);
        to.records[s & 63] = from.records[s & 63];
        to.acknowledged |= from.acknowledged & bit;
        to.lost |= from.lost & bit;
    }
    blocks = std::move(moved);
    capacity = doubled;
}

} // namespace mrc
} // namespace ns3
