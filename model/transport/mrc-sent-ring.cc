/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sent-ring.h"

#include "mrc-qp-config.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * Doubles the ring. With another capacity records have other places, so packets move one by one; it
 * happens seldom.
 */
void
SentRing::Grow()
{
    static_assert(UINT8_MAX * MPR_UNIT <= UINT32_C(1) << 15, "a count of the ring has 16 bits");
    SentRing larger;
    larger.capacity = static_cast<uint16_t>(std::max<uint32_t>(FEWEST, capacity * 2U));
    larger.records = std::make_unique<SentPacket[]>(larger.capacity);
    larger.states = std::make_unique<SentStates[]>(std::max(larger.capacity / 64, 1));
    for (uint64_t s = base; s < next; ++s)
    {
        const SentStates& from = StatesOf(s);
        SentStates& to = larger.StatesOf(s);
        const uint64_t bit = BitRange(s & 63, 1);
        larger.At(s) = At(s);
        to.acknowledged |= from.acknowledged & bit;
        to.lost |= from.lost & bit;
    }
    records = std::move(larger.records);
    states = std::move(larger.states);
    capacity = larger.capacity;
}

} // namespace mrc
} // namespace ns3
