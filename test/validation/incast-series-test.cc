/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-network.h"
#include "mrc-incast-series.h"

#include "ns3/mrc-tick.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

TEST(IncastSeries, AddsUpWhatSingleRunsGive)
{
    const auto make = [] { return MakeNetwork(); };
    IncastLoad load;
    load.senders = {1, 2, 3, 4, 5};
    RngSeedManager::SetRun(4);
    std::vector<double> last;
    std::vector<double> index;
    std::vector<uint64_t> trims(load.senders.size());
    for (uint64_t run = 4; run <= 6; ++run)
    {
        RngSeedManager::SetRun(run);
        IncastBenchmark incast(make(), load);
        incast.Run();
        last.push_back(incast.LastCompletion());
        index.push_back(incast.JainIndex());
        for (std::size_t i = 0; i < trims.size(); ++i)
        {
            trims[i] += incast.Senders()[i].trims + incast.Senders()[i].losses;
        }
    }
    std::sort(last.begin(), last.end());
    ASSERT_LT(last.front(), last.back()) << "runs differ";
    const auto [least, most] = std::minmax_element(trims.begin(), trims.end());
    ASSERT_GT(*least, 0U) << "an incast that trims";

    RngSeedManager::SetRun(4);
    IncastSeries series(make, load);
    EXPECT_EQ(series.LeastTrims(), 0U);
    for (uint64_t run = 1; run <= 3; ++run)
    {
        series.Run();
        EXPECT_EQ(series.Runs(), run);
        EXPECT_EQ(RngSeedManager::GetRun(), 4U);
    }
    EXPECT_DOUBLE_EQ(series.MeanLastCompletion(), (last[0] + last[1] + last[2]) / 3);
    EXPECT_EQ(series.WorstLastCompletion(), last[2]);
    EXPECT_DOUBLE_EQ(series.MeanJainIndex(), (index[0] + index[1] + index[2]) / 3);
    EXPECT_EQ(series.LeastJainIndex(), *std::min_element(index.begin(), index.end()));
    const IncastExcess excess = series.MeanExcess();
    EXPECT_GT(excess.others, 0);
    EXPECT_NEAR(excess.others + excess.gaps + excess.tail, series.MeanLastCompletion() - 1, 1e-9);
    EXPECT_EQ(series.LeastTrims(), *least);
    EXPECT_GE(series.UnequalTrims(), 0);
    EXPECT_LE(series.UnequalTrims(), 100.0 * (*most - *least) / *least);
    RngSeedManager::SetRun(1);
    Simulator::Destroy();
}

TEST(IncastBenchmark, CountsFromItsPosts)
{
    IncastLoad load;
    load.senders = {1, 2, 3, 4, 5};
    const Instant start = Instant() + Micros(5000);
    const Ptr<Network> network = MakeNetwork();
    Simulator::Stop(ToTime(start));
    Simulator::Run(); // others used the simulator before
    IncastBenchmark incast(network, load);
    incast.Run();
    EXPECT_NEAR(incast.LastCompletion(), 1, 0.2);
    double sum = 0;
    double squares = 0;
    for (const IncastSender& sender : incast.Senders())
    {
        const double rate = 1.0 / (sender.finish - start).Ps();
        sum += rate;
        squares += rate * rate;
    }
    EXPECT_NEAR(incast.JainIndex(), sum * sum / (5 * squares), 1e-9);
    Simulator::Destroy();
}

TEST(IncastSeries, OneSenderIsTheLastOneFromTheStart)
{
    IncastLoad load;
    load.senders = {1};
    IncastSeries series([] { return MakeNetwork(); }, load);
    series.Run();
    const IncastExcess excess = series.MeanExcess();
    EXPECT_GT(excess.others, 0) << "answers to EV probes";
    EXPECT_LT(excess.others, 0.01) << "nothing is trimmed";
    EXPECT_LT(excess.gaps, 0) << "the round trip that is granted";
    EXPECT_NEAR(excess.tail, series.MeanLastCompletion() - 1 - excess.others - excess.gaps, 1e-9);
    Simulator::Destroy();
}

TEST(IncastSeries, NeedsNetworksAndSenders)
{
    const auto make = [] { return MakeNetwork(); };
    IncastLoad load;
    EXPECT_THROW(IncastSeries(make, load), std::invalid_argument);
    load.senders = {1};
    EXPECT_THROW(IncastSeries(nullptr, load), std::invalid_argument);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
