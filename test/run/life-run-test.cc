/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Lives of jobs with faults by rates, beside closed forms.

#include "../mrc-thrown-text.h"

#include "ns3/mrc-life-course.h"
#include "ns3/mrc-life-faults.h"
#include "ns3/mrc-mean-interval.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

constexpr double DAY = 86400;

/** @return a job of a fault an hour that crashes it, with checkpoints after 15 minutes */
JobLife
CrashingJob()
{
    JobLife life;
    life.length = 1000 * DAY;
    life.every = 900;
    life.write = 60;
    life.kinds.resize(1);
    life.kinds[0].perDay = 24;
    life.kinds[0].crashes = true;
    return life;
}

/** @return what is kept of the time */
double
Ettr(const JobLife& life, uint32_t seed = 0)
{
    return CourseOf(life, DrawFaults(life, seed)).kept / life.length;
}

// T of work take e^(f L) (1 / f + D) (e^(f (T + C)) - 1) of time (Daly 2006). A checkpoint takes C,
// crashes come at rate f, and after each the job is down for D and loads for L.
// Clauses: [life-phases], [life-faults]
TEST(LifeRunTest, SegmentsTakeTheExactTime)
{
    constexpr double RATE = 1. / 3600;
    for (const auto& [down, load] :
         std::vector<std::pair<double, double>>{{0, 0}, {600, 0}, {0, 600}, {300, 300}})
    {
        JobLife life = CrashingJob();
        life.down = down;
        life.load = load;
        const double segment = std::exp(RATE * load) * (1 / RATE + down) *
                               (std::exp(RATE * (life.every + life.write)) - 1);
        std::vector<double> ratios;
        for (uint32_t seed = 0; seed < 10; ++seed)
        {
            ratios.push_back(Ettr(life, seed) * segment / life.every);
        }
        EXPECT_NEAR(MeanOf(ratios).mean, 1, 0.003) << down << ' ' << load;
        EXPECT_LT(*MeanOf(ratios).halfWidth, 0.003);
    }
}

// The best interval is near sqrt(2 C / f) (Young 1974), and the loss there near sqrt(2 C f). With a
// quarter or four times of it more is lost.
// Clauses: [life-times]
TEST(LifeRunTest, YoungsIntervalIsTheBest)
{
    JobLife life = CrashingJob();
    life.write = 60 / 100.; // so that the first order holds: 2 C f is 1 / 3000
    const double best = std::sqrt(2 * life.write * 3600);
    life.every = best;
    const double lost = 1 - Ettr(life);
    EXPECT_NEAR(lost, std::sqrt(2 * life.write / 3600), 0.05 * lost);
    life.every = best / 4;
    EXPECT_GT(1 - Ettr(life), 1.8 * lost); // (4 + 1/4) / 2 times
    life.every = best * 4;
    EXPECT_GT(1 - Ettr(life), 1.8 * lost);
}

// With a mean time M to a fault and R to its repair a component is down R / (M + R) of the time. A
// fault that would hit what is down is left out. With n components n times as many are down.
// Clauses: [life-faults], [life-slow-down]
TEST(LifeRunTest, ComponentsAreDownAsLongAsRepairsTake)
{
    for (const uint32_t count : {1U, 4U})
    {
        JobLife life = CrashingJob();
        life.write = 0;
        life.kinds[0].crashes = false;
        life.kinds[0].count = count;
        life.kinds[0].lasts = {TimeLaw::EXPONENTIAL, 3600, 0};
        life.kinds[0].slow = {2, 3, 4, 5};
        const LifeTimes times = CourseOf(life, DrawFaults(life, 0));
        // Of n components, each down half of the time, k are down with the chance of n coins.
        double work = 0;
        for (uint32_t k = 0; k <= count; ++k)
        {
            const double ways =
                std::tgamma(count + 1) / std::tgamma(k + 1) / std::tgamma(count - k + 1);
            work += ways / std::pow(2, count) / (k + 1);
        }
        EXPECT_NEAR(times.kept / life.length, work, 0.01) << count;
        EXPECT_NEAR(static_cast<double>(times.faults), 12000 * count, 360 * count);
    }
}

// Each law has its mean. Clauses: [life-faults]
TEST(LifeRunTest, LawsHaveTheirMeans)
{
    const std::vector<std::pair<RandomTime, double>> cases{
        {{TimeLaw::CONSTANT, 3, 0}, 3},
        {{TimeLaw::CONSTANT, 0, 0}, 0},
        {{TimeLaw::EXPONENTIAL, 3, 0}, 3},
        {{TimeLaw::UNIFORM, 0, 6}, 3},
        {{TimeLaw::LOG_NORMAL, 3, 0.5}, 3 * std::exp(0.125)},
    };
    for (const auto& [law, mean] : cases)
    {
        JobLife life = CrashingJob();
        life.kinds[0].stall = law;
        life.kinds[0].lasts = law;
        std::vector<double> stalls;
        std::vector<double> lasts;
        for (const LifeFault& fault : DrawFaults(life, 0))
        {
            stalls.push_back(fault.stall);
            lasts.push_back(fault.lasts);
        }
        EXPECT_NEAR(MeanOf(stalls).mean, mean, 0.03 * mean);
        EXPECT_NEAR(MeanOf(lasts).mean, mean, 0.03 * mean);
    }
}

// A seed has its faults, whatever a job makes of them. Clauses: [life-faults]
TEST(LifeRunTest, ASeedHasItsFaults)
{
    JobLife life = CrashingJob();
    const std::vector<LifeFault> first = DrawFaults(life, 3);
    EXPECT_EQ(Ettr(life, 3), Ettr(life, 3));
    EXPECT_NE(Ettr(life, 3), Ettr(life, 4));
    life.kinds[0].stall = {TimeLaw::EXPONENTIAL, 5, 0};
    life.kinds.push_back(life.kinds[0]);
    life.kinds[1].perDay = 0;
    life.faults.push_back({50, 1, 7, 0});
    std::vector<LifeFault> second = DrawFaults(life, 3);
    ASSERT_EQ(second.size(), first.size() + 1);
    std::size_t same = 0;
    for (const LifeFault& fault : second)
    {
        same += fault.kind == 0 && fault.at == first[same].at ? 1 : 0;
    }
    EXPECT_EQ(same, first.size());
}

// Lives of files are refused with the line before; this one is made by code. Clauses: [life-faults]
TEST(LifeRunTest, TooManyFaultsAreRefused)
{
    JobLife life = CrashingJob();
    life.kinds[0].perDay = 10001;
    EXPECT_EQ(ThrownText<std::invalid_argument>([&] { DrawFaults(life, 0); }),
              "job's life: some 10001000 faults; expected at most 10000000: fewer days, or rates");
}

// Of 1, 2 and 3 the mean is 2 +- t(2, 0.975) / sqrt(3), with t = 4.303. Clauses: [life-times]
TEST(MeanIntervalTest, TheIntervalIsStudents)
{
    const MeanInterval interval = MeanOf({1, 2, 3});
    EXPECT_DOUBLE_EQ(interval.mean, 2);
    EXPECT_NEAR(*interval.halfWidth, 4.3027 / std::sqrt(3.), 1e-4);
    EXPECT_FALSE(MeanOf({5}).halfWidth.has_value());
    EXPECT_EQ(*MeanOf({5, 5}).halfWidth, 0);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
