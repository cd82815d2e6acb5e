/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-hash.h"
#include "ns3/mrc-link-jitter.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

// Clauses: [link-jitter]
TEST(LinkJitter, ADrawIsNoLaterThanTheBound)
{
    const Span duration = Nanos(10);
    EXPECT_EQ(LinkJitter(Nanos(1)).Arrival(Instant(50000), duration, 0), Instant(50000));
    EXPECT_EQ(LinkJitter(Nanos(1)).Arrival(Instant(50000), duration, 1000), Instant(51000));
    EXPECT_EQ(LinkJitter(Nanos(1)).Arrival(Instant(50000), duration, 1001), Instant(50000));
}

// Clauses: [link-jitter]
TEST(LinkJitter, FramesKeepOrderAndDistanceWithinTheBound)
{
    LinkJitter jitter(Nanos(100));
    const KeyedDraws draws(3);
    const Span duration = Nanos(7);
    Instant onTime;
    Instant last;
    for (uint64_t i = 0; i < 2000; ++i)
    {
        onTime = onTime + duration + Nanos(static_cast<int64_t>(draws.Below(30, i)));
        const Instant at = jitter.Arrival(onTime, duration, draws.Bits(5000 + i));
        ASSERT_GE(at, onTime);
        ASSERT_LE(at, onTime + Nanos(100));
        ASSERT_GE(at - last, duration);
        last = at;
    }
}

// Clauses: [link-jitter]
TEST(LinkJitter, OfABusyLinkGrowsUpToTheBound)
{
    LinkJitter jitter(Nanos(100));
    const KeyedDraws draws(5);
    const Span duration = Nanos(7);
    Span late;
    for (int64_t i = 0; i < 2000; ++i)
    {
        const Instant onTime = Instant() + duration * i; // without a gap
        const Span now = jitter.Arrival(onTime, duration, draws.Bits(i)) - onTime;
        ASSERT_GE(now, late);
        late = now;
    }
    EXPECT_GT(late, Nanos(99));
    EXPECT_LE(late, Nanos(100));
    const Instant after = Instant() + duration * 2000 + Nanos(100);
    EXPECT_EQ(jitter.Arrival(after, duration, 0), after) << "a pause ends it";
}

// Clauses: [link-jitter], [link-outage]
TEST(LinkJitter, LostFramesHoldNobodyUp)
{
    LinkJitter jitter(Micros(1));
    jitter.Arrival(Instant(1000000), Nanos(1), 999999);
    jitter.Forget(Instant(5));
    EXPECT_EQ(jitter.Arrival(Instant(1001000), Nanos(1), 0), Instant(1001000));
    jitter.Shift(Nanos(50), Instant());
    EXPECT_EQ(jitter.Arrival(Instant(1002000), Nanos(1), 0), Instant(1052000));
    jitter.Shift(Nanos(-90), Instant(990000));
    EXPECT_EQ(jitter.Arrival(Instant(962000), Nanos(1), 0), Instant(991000)) << "none in the past";
}

} // namespace
} // namespace mrc
} // namespace ns3
