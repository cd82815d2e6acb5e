/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FEW_EVENTS_H
#define MRC_FEW_EVENTS_H

#include "mrc-event-sort.h"
#include "mrc-hot-event.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Copies a few events of a bucket in order: the place of each is the number of those before it.
 * There is no branch, as in EventSort. Digests pay for more events only.
 *
 * @tparam COUNT how many, all of one bucket
 * @param from the events
 * @param to where they go, in order
 */
template <uint32_t COUNT>
inline void
PlaceFew(const HotEvent* from, HotEvent* to)
{
    uint32_t places[COUNT]{};
    for (uint32_t i = 1; i < COUNT; ++i)
    {
        places[i] = i;
        for (uint32_t j = 0; j < i; ++j)
        {
            const uint32_t isBefore = from[i].at < from[j].at ? 1 : 0;
            places[j] += isBefore;
            places[i] -= isBefore;
        }
    }
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        to[places[i]] = from[i];
    }
    SortNearlySorted(to, COUNT); // of one instant
}

/**
 * Copies five and more events of a chunk in order, of buckets of a width that is not known here.
 * Out of line: for the width that is, the compiler knows all shifts.
 *
 * @param from the events
 * @param count how many, at most EventSort::MOST
 * @param shift the bucket is 2^shift ps wide
 * @param to where they go, in order
 */
__attribute__((noinline)) inline void
PlaceSome(const HotEvent* from, uint32_t count, uint32_t shift, HotEvent* to)
{
    switch (count)
    {
    case 5:
        PlaceFew<5>(from, to);
        break;
    case 6:
        PlaceFew<6>(from, to);
        break;
    default:
        EventSort::Into(from, count, shift, to);
    }
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_FEW_EVENTS_H */
