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
    const auto larger = static_cast<uint16_t>(std::max<uint32_t>(FEWEST, capacity * 2U));
    auto moved = std::make_unique<SentPacket[]>(larger);
    for (uint64_t s = base; s < next; ++s)
    {
        moved[s & (larger - 1U)] = At(s);
    }
    records = std::move(moved);
    // One word of states has as many packets of any ring of at most 64.
    if (larger > 64)
    {
        auto* const others = new SentStates[larger / 64]();
        for (uint64_t s = base; s < next; ++s)
        {
            const SentStates& from = StatesOf(s);
            SentStates& to = others[(s & (larger - 1U)) >> 6];
            const uint64_t bit = BitRange(s & 63, 1);
            to.acknowledged |= from.acknowledged & bit;
            to.lost |= from.lost & bit;
        }
        TakeStates(others);
    }
    else if (states == nullptr)
    {
        TakeStates(room != nullptr ? room : new SentStates[1]());
        *states = SentStates();
    }
    capacity = larger;
}

void
SentRing::TakeStates(SentStates* others)
{
    if (states != room)
    {
        delete[] states;
    }
    states = others;
}

} // namespace mrc
} // namespace ns3
