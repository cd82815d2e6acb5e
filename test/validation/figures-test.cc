/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-figures.h"
#include "mrc-loss-figures.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return two queue pairs over five steps of 1 us; 125 bytes in a step are 1 Gb/s */
Measured
TwoQueuePairs()
{
    Measured measured;
    measured.flows = {{3e9, 5e-6}, {1e9, 7e-6}, {2e9, 0}};
    measured.record = StreamRecord(MicroSeconds(1));
    measured.record.Add({{1000, 10, 1, 3}, {0, 0, 0, 0}}); // before the first step
    measured.record.Add({{1250, 10, 1, 3}, {125, 1, 1, 0}});
    measured.record.Add({{1250, 11, 2, 3}, {125, 4, 1, 0}});
    measured.record.Add({{1250, 11, 2, 3}, {250, 4, 1, 0}});
    measured.record.Add({{1625, 11, 2, 3}, {250, 4, 3, 2}});
    measured.record.Add({{1750, 11, 2, 4}, {375, 4, 3, 5}});
    for (const double wait : {70, 20, 30})
    {
        measured.gaps.Add(wait);
    }
    measured.timeouts.Add(262);
    return measured;
}

TEST(FiguresTest, AreMadeOfTheStepsAskedFor)
{
    struct Row
    {
        const char* name;
        Figure figure;
        double expected;
    };

    const Row rows[] = {
        {"half round trip", HalfRoundTrip(1), 7},
        {"slowest of all", SlowestFlow({0, 3}), 1},
        {"slowest of some", SlowestFlow({2, 1}), 2},
        {"fastest of all", FastestFlow({0, 3}), 3},
        {"fastest of some", FastestFlow({1, 2}), 2},
        {"mean of some", MeanFlow({1, 2}), 1.5},
        {"total", TotalGoodput({0, 5}), 9.0 / 5},
        {"total of one step", TotalGoodput({3, 1}), 3},
        {"total of a step without", TotalGoodput({1, 1}), 0},
        {"worst of single steps", WorstSample({2, 3}, 1), 1},
        {"worst with the idle step", WorstSample({0, 5}, 1), 0},
        {"worst of pairs of steps", WorstSample({1, 4}, 2), 0.5},
        {"steps without goodput", StepsWithoutGoodput({0, 5}), 1},
        {"none without", StepsWithoutGoodput({2, 3}), 0},
        {"steps below the usual", StepsBelow(50, {0, 5}, TotalGoodput({0, 1})), 2},
        {"none below a tenth", StepsBelow(10, {2, 3}, TotalGoodput({0, 1})), 0},
        {"most losses", MostLosses({0, 5}), 4},
        {"most losses of the first step", MostLosses({0, 1}), 1},
        {"packets trimmed", PacketsTrimmed({0, 5}), 6},
        {"packets trimmed at the end", PacketsTrimmed({4, 1}), 4},
        {"EVs retired", EvsRetired({0, 5}), 4},
        {"EVs retired at the end", EvsRetired({4, 1}), 0},
        {"median wait for a gap", GapRecovery(0.5), 30},
        {"longest wait for a gap", GapRecovery(1), 70},
        {"waits for a timer", TimeoutRecoveries(), 1},
        {"difference", Less(HalfRoundTrip(1), HalfRoundTrip(0)), 2},
        {"percent", PercentOf(SlowestFlow({1, 1}), FastestFlow({2, 1})), 50},
    };
    const Measured measured = TwoQueuePairs();
    for (const Row& row : rows)
    {
        EXPECT_NEAR(row.figure(measured), row.expected, 1e-9) << row.name;
    }
}

TEST(FiguresTest, StepsThatHaveNotEndedAreRefused)
{
    EXPECT_EQ(TwoQueuePairs().record.Steps(), 5U);
    EXPECT_THROW(TotalGoodput({0, 6})(TwoQueuePairs()), std::out_of_range);
    EXPECT_THROW(SlowestFlow({3, 1})(TwoQueuePairs()), std::out_of_range);
}

} // namespace
} // namespace mrc
} // namespace ns3
