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

/**
 * Moves an event to its place among those before it.
 *
 * @param events all of these are in order
 * @param later the one behind them
 */
inline void
InsertEvent(HotEvent* events, HotEvent* later)
{
    const EarlierHotEvent earlier;
    const HotEvent event = *later;
    for (; later != events && earlier(event, later[-1]); --later)
    {
        *later = later[-1];
    }
    *later = event;
}

/** Puts events in order of which only neighbours are out of order, and few. */
inline void
SortNearlySorted(HotEvent* events, uint32_t count)
{
    // by a pointer, the end of which is known: half of a step is else the loop's own work
    HotEvent* const end = events + count;
    for (HotEvent* later = events + 1; later < end; ++later)
    {
        if (__builtin_expect(later[-1].at >= later->at, 0))
        {
            InsertEvent(events, later);
        }
    }
}

/**
 * Puts the few events of one bucket in order without a branch that depends on them.
 *
 * A processor guesses half of the comparisons of an ordinary sort wrong, which costs more than all
 * the rest. Here each event's place is the number of events before it, found by comparing all pairs
 * of digests, several at a time. A digest holds the time within the bucket and the event's number,
 * so that no two are equal. Digests of many events are long, and hold the first bits of the key
 * too.
 */
class EventSort
{
  public:
    /** The most events that Into takes: beyond, comparing all pairs is slower than std::sort. */
    static constexpr uint32_t MOST = 32;

    /**
     * Copies events in order.
     *
     * @param from the events, all of one bucket
     * @param count how many, at most MOST
     * @param shift the bucket is 2^shift ps wide, 1 .. 31
     * @param to where they go, no part of from
     */
    static void Into(const HotEvent* from, uint32_t count, uint32_t shift, HotEvent* to)
    {
        if (count > ShortDigest::MOST)
        {
            Place<LongDigest, MOST>(from, count, shift, to);
        }
        else if (shift > ShortDigest::MOST_SHIFT)
        {
            PlaceCoarsely(from, count, shift, to);
        }
        else if (count > ShortDigest::LANES)
        {
            Place<ShortDigest, ShortDigest::MOST>(from, count, shift, to);
        }
        else
        {
            Place<ShortDigest, ShortDigest::LANES>(from, count, shift, to);
        }
    }

  private:
    /** The time and the number of an event in 16 bits, for up to 16 events of a narrow bucket. */
    struct ShortDigest
    {
        using Number = int16_t;                                //!< a digest or a place
        static constexpr uint32_t LANES = 8;                   //!< compared at once
        static constexpr uint32_t MOST = 16;                   //!< events
        static constexpr uint32_t MOST_SHIFT = 12;             //!< of the bucket's width
        typedef Number Lanes __attribute__((vector_size(16))); //!< where the processor can

        static Number Of(const HotEvent& event, uint32_t shift, uint32_t number)
        {
            const uint32_t within = static_cast<uint32_t>(event.at.Ps()) << (16 - shift);
            // The flipped top bit makes the signed comparison of the lanes an unsigned one.
            return static_cast<Number>((within | number) ^ 0x8000U);
        }
    };

    /** The first twelve bits of the time, and the number: for buckets that are wider. */
    struct CoarseDigest : ShortDigest
    {
        static Number Of(const HotEvent& event, uint32_t shift, uint32_t number)
        {
            const auto within = static_cast<uint32_t>(event.at.Ps()) << (32 - shift) >> 16;
            return static_cast<Number>(((within & ~(MOST - 1)) | number) ^ 0x8000U);
        }
    };

    /** Out of line, since few events of a bucket that is wide are so many. */
    __attribute__((noinline)) static void PlaceCoarsely(const HotEvent* from,
                                                        uint32_t count,
                                                        uint32_t shift,
                                                        HotEvent* to)
    {
        Place<CoarseDigest, ShortDigest::MOST>(from, count, shift, to);
    }

    /** Time, first bits of the key, and number of an event in 32 bits. */
    struct LongDigest
    {
        using Number = int32_t;              //!< as above
        static constexpr uint32_t LANES = 4; //!< as above
        typedef Number Lanes __attribute__((vector_size(16)));

        static Number Of(const HotEvent& event, uint32_t shift, uint32_t number)
        {
            const uint32_t within = static_cast<uint32_t>(event.at.Ps()) << (32 - shift);
            const uint32_t whole = within | event.key >> shift;
            return static_cast<Number>(((whole & ~(EventSort::MOST - 1)) | number) ^ 0x80000000U);
        }
    };

    /** @tparam ROOM a multiple of Digest::LANES, at least count */
    template <class Digest, uint32_t ROOM>
    static void Place(const HotEvent* from, uint32_t count, uint32_t shift, HotEvent* to)
    {
        using Lanes = typename Digest::Lanes;
        constexpr uint32_t GROUPS = ROOM / Digest::LANES;
        // those of no event find a place too, to no effect
        alignas(16) typename Digest::Number digests[ROOM]{};
        for (uint32_t i = 0; i < count; ++i)
        {
            digests[i] = Digest::Of(from[i], shift, i);
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
        alignas(16) typename Digest::Number place[ROOM];
        std::memcpy(place, places, sizeof(place));
        for (uint32_t i = 0; i < count; ++i)
        {
            to[static_cast<uint32_t>(place[i])] = from[i];
        }
        SortNearlySorted(to, count); // digests may be too short to tell keys apart
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_EVENT_SORT_H */
