/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-slice-sort.h"

#include "mrc-event-sort.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace ns3
{
namespace mrc
{

namespace
{

/** If a slice has so many events, many times are equal, and insertion would take long. */
constexpr uint32_t CROWD = 32;

/** Keys above these bits tell kinds of events apart, each of which reaches as far as it needs. */
constexpr uint32_t KIND_SHIFT = 30;

/** The bits of a key that tell events of one kind apart. */
constexpr uint32_t WITHIN_KIND = (1U << KIND_SHIFT) - 1;

/** @return the number of bits of count - 1 */
uint32_t
BitsFor(uint32_t count)
{
    return count <= 1 ? 0 : 32 - static_cast<uint32_t>(__builtin_clz(count - 1));
}

/** Does something with each event of a bucket. All chunks below the top one are full, so that for
 * them there is no loop. */
template <class Action>
__attribute__((always_inline)) inline void
ForEach(const EventChunk* top, Action act)
{
    for (uint32_t i = 0; i < top->count; ++i)
    {
        act(top->events[i]);
    }
    for (const EventChunk* chunk = top->next; chunk != nullptr; chunk = chunk->next)
    {
#pragma GCC unroll 15
        for (uint32_t i = 0; i < EventChunk::CAPACITY; ++i)
        {
            act(chunk->events[i]);
        }
    }
}

typedef uint32_t Lanes __attribute__((vector_size(16))); //!< four counts

/** @return four counts, each one place or two places on, with 0 in front */
template <unsigned PLACES>
Lanes
MovedOn(Lanes counts)
{
#ifdef __clang__
    return PLACES == 1 ? __builtin_shufflevector(Lanes{}, counts, 0, 4, 5, 6)
                       : __builtin_shufflevector(Lanes{}, counts, 0, 1, 4, 5);
#else
    return PLACES == 1 ? __builtin_shuffle(Lanes{}, counts, Lanes{0, 4, 5, 6})
                       : __builtin_shuffle(Lanes{}, counts, Lanes{0, 1, 4, 5});
#endif
}

/**
 * Replaces each of some counts by the sum of those before it.
 *
 * @param counts of slices, a multiple of four
 * @param end behind them
 * @return the bits of all counts
 */
uint32_t
SumUp(uint32_t* counts, const uint32_t* end)
{
    Lanes sum = {};
    Lanes bits = {};
    for (; counts < end; counts += 4)
    {
        Lanes own;
        std::memcpy(&own, counts, sizeof(own));
        bits |= own;
        Lanes sums = own + MovedOn<1>(own);
        sums += MovedOn<2>(sums) + sum;
        const Lanes before = sums - own;
        std::memcpy(counts, &before, sizeof(before));
        sum = sums[3] - Lanes{};
    }
    return bits[0] | bits[1] | bits[2] | bits[3];
}

/**
 * Puts events in order of which hardly any are out of it. If that is not so, as times within a
 * slice differ much, insertion would take long, and std::sort does the rest.
 */
void
SortAlmostSorted(HotEvent* events, uint32_t count)
{
    const EarlierHotEvent earlier;
    HotEvent* const end = events + count;
    uint32_t room = 4 * count; // for moves
    for (HotEvent* later = events + 1; later < end; ++later)
    {
        if (__builtin_expect(earlier(*later, later[-1]), 0))
        {
            const HotEvent event = *later;
            HotEvent* place = later;
            for (; place != events && earlier(event, place[-1]) && room != 0; --place, --room)
            {
                *place = place[-1];
            }
            *place = event;
            if (room == 0)
            {
                std::sort(events, end, earlier);
                return;
            }
        }
    }
}

} // namespace

/** Counts become places: the classic two passes of a counting sort. */
void
SliceSort::Into(const EventChunk* top, uint32_t count, uint32_t shift, HotEvent* to)
{
    // About as many slices as events: most slices then hold one, and insertion has little to do.
    const uint32_t bits = std::min(shift, BitsFor(count));
    const uint32_t drop = shift - bits;
    const uint32_t mask = (1U << bits) - 1;
    // Events of one bucket share all bits of time above shift; the mask keeps the highest that
    // differ.
    const auto sliceOf = [drop, mask](const HotEvent& event) {
        return static_cast<uint32_t>(static_cast<uint64_t>(event.at.Ps()) >> drop) & mask;
    };
    m_places.assign(std::max(mask + 1, 4U), 0);
    uint32_t* const places = m_places.data();
    ForEach(top, [&](const HotEvent& event) { ++places[sliceOf(event)]; });
    if (SumUp(places, places + m_places.size()) < CROWD)
    {
        ForEach(top, [&](const HotEvent& event) { to[places[sliceOf(event)]++] = event; });
        SortNearlySorted(to, count);
    }
    else if (InOrderOfKeys(top, count))
    {
        for (const HotEvent *event = m_keyed.data(), *end = event + count; event != end; ++event)
        {
            to[places[sliceOf(*event)]++] = *event; // those of a slice stay in order
        }
        SortAlmostSorted(to, count);
    }
    else
    {
        HotEvent* place = to;
        ForEach(top, [&](const HotEvent& event) { *place++ = event; });
        std::sort(to, to + count, EarlierHotEvent());
    }
}

/** Keys of one kind are often far below those of another: each kind has slices of its own width. */
bool
SliceSort::InOrderOfKeys(const EventChunk* top, uint32_t count)
{
    uint32_t reach[1U << (32 - KIND_SHIFT)]{}; // of each kind, all bits that its keys have
    ForEach(top, [&](const HotEvent& event) {
        reach[event.key >> KIND_SHIFT] |= event.key & WITHIN_KIND;
    });
    const uint32_t bits = BitsFor(count) - 1; // in all about two slices for each event
    uint32_t drops[std::size(reach)];
    std::transform(std::begin(reach), std::end(reach), drops, [bits](uint32_t keys) {
        const uint32_t length = BitsFor(keys + 1);
        return length - std::min(length, bits);
    });
    const auto sliceOf = [bits, &drops](const HotEvent& event) {
        const uint32_t kind = event.key >> KIND_SHIFT;
        return (kind << bits) + ((event.key & WITHIN_KIND) >> drops[kind]);
    };
    m_keyPlaces.assign(std::size(reach) << bits, 0);
    uint32_t* const places = m_keyPlaces.data();
    ForEach(top, [&](const HotEvent& event) { ++places[sliceOf(event)]; });
    if (SumUp(places, places + m_keyPlaces.size()) >= CROWD)
    {
        return false;
    }
    m_keyed.resize(std::max<size_t>(m_keyed.size(), count));
    ForEach(top, [&](const HotEvent& event) { m_keyed[places[sliceOf(event)]++] = event; });
    return true;
}

} // namespace mrc
} // namespace ns3
