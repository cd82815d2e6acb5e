/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-allocated-bytes.h"

#include "ns3/mrc-latest-told.h"
#include "ns3/mrc-queue-pair-counters.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

// Clauses: [several-ranks]
TEST(LatestTold, KeepsSoManyAndNoMore)
{
    constexpr std::size_t MOST = LatestTold<QueuePairCounters>::MOST;
    LatestTold<QueuePairCounters> latest;
    QueuePairCounters counters;
    const uint64_t before = AllocatedBytes();
    for (SlotIndex slot = 0; slot < 100 * MOST; ++slot)
    {
        counters.sentPackets = slot;
        EXPECT_EQ(latest.Keep(slot, counters).sentPackets, slot);
    }
    EXPECT_LE(AllocatedBytes() - before, MOST * 400);
}

// As a script that asks for counters of all ends, and then prints them.
TEST(LatestTold, ReferencesStayWhileFewOthersAreTold)
{
    constexpr std::size_t MOST = LatestTold<int>::MOST;
    LatestTold<int> latest;
    const int& first = latest.Keep(7, 1);
    latest.Keep(8, 0);
    EXPECT_EQ(&latest.Keep(7, 2), &first) << "told anew, and so the latest";
    for (SlotIndex other = 0; other < MOST - 1; ++other)
    {
        latest.Keep(100 + other, -1);
        EXPECT_EQ(first, 2);
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
