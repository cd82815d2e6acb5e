/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-busy-pairs.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

Instant
AtMicros(int64_t us)
{
    return Instant() + Micros(us);
}

/** @return since when the pair of a flow was busy, in us */
int64_t
SinceOf(const BusyPairs& pairs, uint32_t source, uint32_t destination, int64_t startUs)
{
    FlowRecord flow;
    flow.source = source;
    flow.destination = destination;
    flow.start = AtMicros(startUs);
    return (pairs.Since(flow) - Instant()).Ps() / 1000000;
}

// Clauses: [late-transfer]
TEST(BusyPairsTest, AStretchGoesOnWhileOneIsUnderWay)
{
    const BusyPairs pairs({
        {0, 1, AtMicros(50), AtMicros(60)},
        {0, 1, AtMicros(8), AtMicros(15)},
        {0, 1, AtMicros(0), AtMicros(30)},
        {1, 0, AtMicros(3), AtMicros(99)},
        {0, 1, AtMicros(20), AtMicros(40)},
        {0, 1, AtMicros(40), AtMicros(50)},
    });
    EXPECT_EQ(SinceOf(pairs, 0, 1, 0), 0);
    EXPECT_EQ(SinceOf(pairs, 0, 1, 8), 0);
    EXPECT_EQ(SinceOf(pairs, 0, 1, 20), 0) << "the first one is under way until 30";
    EXPECT_EQ(SinceOf(pairs, 0, 1, 40), 40) << "posted at the very end of another";
    EXPECT_EQ(SinceOf(pairs, 0, 1, 50), 50);
    EXPECT_EQ(SinceOf(pairs, 1, 0, 3), 3);
    EXPECT_EQ(SinceOf(pairs, 1, 2, 7), 7) << "nothing is known of others";
    EXPECT_EQ(SinceOf(pairs, 0, 0, 7), 7);
    EXPECT_EQ(SinceOf(BusyPairs({}), 0, 1, 7), 7);
}

} // namespace
} // namespace mrc
} // namespace ns3
