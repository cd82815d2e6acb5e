/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stream-series.h"

#include <gtest/gtest.h>
#include <sstream>

namespace ns3
{
namespace mrc
{
namespace
{

TEST(StreamSeriesTest, HasALineForEachStepOfAllQueuePairs)
{
    StreamRecord record(MicroSeconds(500));
    record.Add({{1000, 10, 0, 3}, {0, 1, 0, 0}}); // before the first step
    record.Add({{63500, 10, 0, 3}, {62500, 4, 0, 0}});
    record.Add({{63500, 12, 0, 9}, {62500, 5, 0, 0}});
    std::ostringstream out;
    WriteSeriesHead(out);
    WriteSeries(out, "T0", record);
    EXPECT_EQ(out.str(),
              "target,end_ms,goodput_gbps,lost_packets\n"
              "T0,0.5,2,3\n"
              "T0,1,0,3\n");
}

TEST(StreamSeriesTest, WithoutStepsHasNoLine)
{
    std::ostringstream out;
    WriteSeries(out, "T0", StreamRecord(MilliSeconds(1)));
    EXPECT_EQ(out.str(), "");
}

} // namespace
} // namespace mrc
} // namespace ns3
