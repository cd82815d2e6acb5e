/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EVENT_SORT_H
#define MRC_EVENT_SORT_H

#include "mrc-hot-event.h"

#include <cstdint>
#include <cstring>

namespace ns3
{
namespace mrc
{

/** Puts events in order of which only neighbours are out of order, and few. */
inline void
SortNearlySorted(HotEvent* events, uint32_t count)
{
    const EarlierHotEvent earlier;
    for (uint32_t i = 1; i < count; ++i)
    {
        if (__builtin_expect(events[i - 1].at >= events[i].at, 0))
        {
            const HotEvent event = events[i];
            uint32_t place = i;
            for (; place != 0 && earlier(event, events[place - 1]); --place)
            {
                events[place] = events[place - 1];
            }
            events[place] = event;
        }
    }
}

/**
 * Puts the few events of one bucket in order without a branch that depends on them.
 *
 * A processor guesses half of the comparisons of an ordinary sort wrong, which costs more than all
 * the rest. Here each event's place is the number of events before it, found by comparing all pairs
 * of 32-bit digests, four at a time. A digest holds the time within the bucket, the first bits of
 * the key, and the event's number, so that no two are equal.
 */
class EventSort
{
  public:
    /** The most events that Into takes: beyond, comparing all pairs is slower than std::sort. */
    static constexpr uint32_t MOST = 32;

    /**
     * Copies events in order.
     *
     * @param from the events, all of one bucket; memory behind them is read, up to MOST, to no
     *   effect
     * @param count how many, at most MOST
     * @param shift the bucket is 2^shift ps wide, 1 .. 31
     * @param to where they go, no part of from
     */
    static void Into(const HotEvent* from, uint32_t count, uint32_t shift, HotEvent* to)
    {
        if (count <= 4)
        {
            Place<1>(from, count, shift, to);
        }
        else if (count <= 8)
        {
            Place<2>(from, count, shift, to);
        }
        else if (count <= 16)
        {
            Place<4>(from, count, shift, to);
        }
        else
        {
            Place<MOST / 4>(from, count, shift, to);
        }
    }

  private:
    /** Four digests or places, compared and counted at once where the processor can. */
    typedef int32_t Lanes __attribute__((vector_size(16)));

    /** Bits of a digest that hold the event's number. */
    static constexpr uint32_t NUMBER_MASK = MOST - 1;

    static int32_t Digest(const HotEvent& event, uint32_t shift, uint32_t number)
    {
        const uint32_t within = static_cast<uint32_t>(event.at.Ps()) << (32 - shift);
        const uint32_t whole = within | event.key >> shift;
        // The flipped top bit makes the signed comparison of the lanes an unsigned one.
        return static_cast<int32_t>(((whole & ~NUMBER_MASK) | number) ^ 0x80000000U);
    }

    /** @tparam GROUPS four times this is at least count */
    template <uint32_t GROUPS>
    static void Place(const HotEvent* from, uint32_t count, uint32_t shift, HotEvent* to)
    {
        alignas(16) int32_t digests[4 * GROUPS];
        for (uint32_t i = 0; i < 4 * GROUPS; ++i)
        {
            digests[i] = Digest(from[i], shift, i);
        }
        Lanes groups[GROUPS];
        std::memcpy(groups, digests, sizeof(groups));
        Lanes places[GROUPS] = {};
        for (uint32_t i = 0; i < count; ++i)
        {
            const Lanes digest = digests[i] - Lanes{};
            for (uint32_t g = 0; g < GROUPS; ++g)
            {
                places[g] -= digest < groups[g]; // true is -1
            }
        }
        alignas(16) int32_t place[4 * GROUPS];
        std::memcpy(place, places, sizeof(place));
        for (uint32_t i = 0; i < count; ++i)
        {
            to[place[i]] = from[i];
        }
        SortNearlySorted(to, count); // digests may be too short to tell keys apart
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_EVENT_SORT_H */
