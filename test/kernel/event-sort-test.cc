/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-event-buckets.h"
#include "ns3/mrc-event-sort.h"
#include "ns3/mrc-slice-sort.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3::mrc;

namespace
{

/** The events to sort: how many of a bucket, and how often they agree. */
struct SortCase
{
    uint32_t count;
    uint32_t shift;     //!< width of the bucket
    uint32_t instants;  //!< different times
    uint32_t keys;      //!< different keys of the first kind; others have fewer
    uint32_t kinds{1};  //!< different first two bits of keys
    uint32_t times{31}; //!< bits in which times may differ
};

/** @return a number that looks drawn */
uint32_t
Scatter(uint32_t i)
{
    i = (i ^ 0x5bd1e995U) * 0x9e3779b1U;
    i ^= i >> 15;
    return i * 0x85ebca6bU;
}

std::vector<HotEvent>
EventsOf(const SortCase& c)
{
    // events behind those to sort must not matter
    std::vector<HotEvent> events(std::max(c.count, EventSort::MOST), {ns3::mrc::Instant(0), 0, 0});
    const int64_t bucket = int64_t{77} << c.shift;
    for (uint32_t i = 0; i < c.count; ++i)
    {
        const uint32_t bits = std::min(c.shift, c.times);
        const uint32_t within = Scatter(Scatter(i) % c.instants) & ((1U << bits) - 1);
        const uint32_t kind = Scatter(i + 3000) % c.kinds;
        const uint32_t keys = std::max(c.keys >> 9 * kind, 1U);
        // keys that differ in their last bit only are those that a digest cannot tell apart
        events[i] = {ns3::mrc::Instant(bucket + within),
                     (0x80000000U ^ kind << 30) | Scatter(i + 1000) % keys,
                     Scatter(i + 2000) % 3};
    }
    return events;
}

bool
AreEqual(const HotEvent& a, const HotEvent& b)
{
    return !EarlierHotEvent()(a, b) && !EarlierHotEvent()(b, a);
}

} // namespace

TEST(EventSort, OrdersAsStdSortDoes)
{
    for (uint32_t count = 0; count <= EventSort::MOST; ++count)
    {
        for (const SortCase& c : {SortCase{count, 12, 4096, 1U << 30},
                                  SortCase{count, 12, 3, 1U << 30},
                                  SortCase{count, 2, 4, 5},
                                  SortCase{count, 11, 1, 2},
                                  SortCase{count, 13, 8192, 1U << 30}}) // wider than the ring's
        {
            const std::vector<HotEvent> events = EventsOf(c);
            std::vector<HotEvent> expected(events.begin(), events.begin() + count);
            std::sort(expected.begin(), expected.end(), EarlierHotEvent());
            std::vector<HotEvent> sorted(EventSort::MOST + 1);
            EventSort::Into(events.data(), count, c.shift, sorted.data());
            for (uint32_t i = 0; i < count; ++i)
            {
                EXPECT_TRUE(AreEqual(sorted[i], expected[i])) << count << " events, place " << i;
            }
        }
    }
}

TEST(EventSort, WritesNothingBehindTheEvents)
{
    const HotEvent mark{ns3::mrc::Instant(1), 2, 3};
    for (uint32_t count = 0; count <= EventSort::MOST; ++count)
    {
        const std::vector<HotEvent> events = EventsOf({count, 12, 4096, 1U << 30});
        std::vector<HotEvent> sorted(EventSort::MOST + 1, mark);
        EventSort::Into(events.data(), count, 12, sorted.data());
        EXPECT_TRUE(AreEqual(sorted[count], mark)) << count << " events";
    }
}

TEST(SliceSort, OrdersAsStdSortDoes)
{
    SliceSort sort;
    ns3::mrc::EventChunkPool pool;
    ns3::mrc::EventBuckets bucket(64);
    for (const SortCase& c : {SortCase{1, 12, 4096, 1U << 30},
                              SortCase{2, 12, 1, 1},
                              SortCase{33, 12, 4096, 1U << 30},
                              SortCase{700, 12, 4096, 1U << 30},
                              SortCase{700, 12, 300, 2},
                              SortCase{700, 12, 2, 1U << 30}, // more than one slice takes
                              SortCase{700, 12, 2, 1U << 30, 4},
                              SortCase{8192, 7, 1, 4096, 2},
                              SortCase{700, 12, 2, 2}, // more than one slice of keys takes
                              SortCase{32, 12, 1, 1},
                              SortCase{1000, 16, 64, 1U << 30, 1, 6}, // all in one slice
                              SortCase{20000, 12, 4096, 1U << 30},
                              SortCase{5000, 1, 2, 1U << 30}})
    {
        const std::vector<HotEvent> events = EventsOf(c);
        std::vector<HotEvent> expected = events;
        std::sort(expected.begin(), expected.begin() + c.count, EarlierHotEvent());
        std::vector<HotEvent> sorted(events.size());
        for (uint32_t i = 0; i < c.count; ++i)
        {
            bucket.Put(0, events[i], pool);
        }
        ns3::mrc::EventChunk* const chain = bucket.TakeChain(0);
        sort.Into(chain, c.count, c.shift, sorted.data());
        pool.GiveBackChain(chain);
        for (uint32_t i = 0; i < c.count; ++i)
        {
            ASSERT_TRUE(AreEqual(sorted[i], expected[i])) << c.count << " events, place " << i;
        }
    }
}
