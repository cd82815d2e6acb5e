/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-slice-sort.h"

#include "mrc-event-sort.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** If a slice has more events than this, many times are equal, and insertion would take long. */
constexpr uint32_t CROWD = 24;

/** @return the number of bits of count - 1 */
uint32_t
BitsFor(uint32_t count)
{
    return count <= 1 ? 0 : 32 - static_cast<uint32_t>(__builtin_clz(count - 1));
}

} // namespace

void
SliceSort::Into(const HotEvent* from, uint32_t count, uint32_t shift, HotEvent* to)
{
    // About as many slices as events: most slices then hold one, and insertion has little to do.
    const uint32_t bits = std::min(shift, BitsFor(count));
    const uint32_t drop = shift - bits;
    const uint32_t slices = 1U << bits;
    // Events of one bucket share all bits of time above shift; the mask keeps the highest that
    // differ.
    const auto sliceOf = [drop, slices](const HotEvent& event) {
        return static_cast<uint32_t>(event.at.Ps() >> drop) & (slices - 1);
    };
    m_places.assign(slices, 0);
    uint32_t* places = m_places.data();
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        most = std::max(most, ++places[sliceOf(from[i])]);
    }
    // Counts become places, the classic second pass of a counting sort.
    uint32_t begin = 0;
    for (uint32_t s = 0; s < slices; ++s)
    {
        const uint32_t size = places[s];
        places[s] = begin;
        begin += size;
    }
    for (uint32_t i = 0; i < count; ++i)
    {
        to[places[sliceOf(from[i])]++] = from[i];
    }
    if (most > CROWD)
    {
        std::sort(to, to + count, EarlierHotEvent());
    }
    else
    {
        SortNearlySorted(to, count);
    }
}

} // namespace mrc
} // namespace ns3
