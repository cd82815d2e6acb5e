/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-look-times.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

TEST(LookTimesTest, AreMultiplesThatFollowFromTheRunAlone)
{
    struct Row
    {
        Time stall;
        uint32_t transfers;
        Time interval;
    };

    const Row rows[] = {
        {MilliSeconds(20), 1, MicroSeconds(1)},
        {MilliSeconds(20), 100, MicroSeconds(1)},
        {MilliSeconds(20), 1000, MicroSeconds(10)},
        {MilliSeconds(20), 1000000000, MilliSeconds(1)}, // a twentieth, however many there are
        {Time(0), 100, MicroSeconds(100)},
        {NanoSeconds(3), 0, NanoSeconds(1)}, // ns-3's resolution
    };
    for (const Row& row : rows)
    {
        const LookTimes looks(row.stall, row.transfers);
        EXPECT_EQ(looks.After(Time(0)), row.interval);
        EXPECT_EQ(looks.After(row.interval - TimeStep(1)), row.interval);
        EXPECT_EQ(looks.After(row.interval), row.interval + row.interval);
        EXPECT_EQ(looks.After(row.interval * 10 - TimeStep(1)), row.interval * 10)
            << "wherever one was before";
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
