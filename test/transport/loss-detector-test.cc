/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-loss-detector.h"
#include "ns3/mrc-retry-timer.h"
#include "ns3/mrc-rtt-estimator.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

constexpr Instant SENT = Instant() + Micros(100);

LossEvidence
Evidence(Span after)
{
    return {SENT + after, Nanos(6000), Nanos(21000), 112500, 4096};
}

/** @return the verdict on a packet sent at SENT that so many others have overtaken */
LossVerdict
Judge(const LossEvidence& evidence, uint32_t overtaking)
{
    return JudgeMissing(evidence, {SENT, overtaking});
}

// Clauses: [sack-gap]
TEST(LossDetector, TimeRuleJustSurvivesAndJustFails)
{
    EXPECT_FALSE(Judge(Evidence(Nanos(6000)), 5).lost);
    EXPECT_TRUE(Judge(Evidence(Nanos(6000) + Span(1)), 5).lost);
}

// Clauses: [sparse-gap]
TEST(LossDetector, FewThatOvertakeProveALossOnlyAfterFullQueues)
{
    EXPECT_FALSE(Judge(Evidence(Nanos(6000) + Span(1)), 4).lost);
    EXPECT_FALSE(Judge(Evidence(Nanos(21000)), 4).lost);
    EXPECT_TRUE(Judge(Evidence(Nanos(21000) + Span(1)), 4).lost);
    EXPECT_TRUE(Judge(Evidence(Nanos(21000) + Span(1)), 0).lost);
}

// Clauses: [sack-gap]
TEST(LossDetector, WhatIsOvertakenOnItsOwnPathIsLost)
{
    EXPECT_FALSE(JudgeMissing(Evidence(Span()), {SENT, 0, true}).lost); // sent at the same time
    EXPECT_TRUE(JudgeMissing(Evidence(Span(1)), {SENT, 0, true}).lost);
    EXPECT_FALSE(JudgeMissing(Evidence(Span(1)), {SENT, 0, false}).lost);
}

TEST(LossDetector, NotYetSaysUntilWhen)
{
    const LossVerdict verdict = Judge(Evidence(Nanos(1)), 0);
    EXPECT_FALSE(verdict.lost);
    LossEvidence later = Evidence(Span());
    later.sentAt = verdict.until;
    EXPECT_FALSE(Judge(later, 0).lost);
    later.sentAt = verdict.until + Span(1);
    EXPECT_TRUE(Judge(later, 0).lost);
}

// Clauses: [sack-gap]
TEST(LossDetector, OvertakingRuleJustSurvivesAndJustFails)
{
    // 27 x 4,096 = 110,592 <= 112,500 < 28 x 4,096
    EXPECT_FALSE(Judge(Evidence(Nanos(100)), 27).lost);
    EXPECT_TRUE(Judge(Evidence(Nanos(100)), 28).lost);
}

// Clauses: [sack-gap]
TEST(LossDetector, FewerThanFivePacketsNeverOvertake)
{
    LossEvidence evidence = Evidence(Nanos(100));
    evidence.reorderBytes = 1;
    EXPECT_FALSE(Judge(evidence, 4).lost);
    EXPECT_TRUE(Judge(evidence, 5).lost);
}

// Clauses: [sack-gap]
TEST(LossDetector, OlderPacketsProveNothing)
{
    EXPECT_FALSE(Judge(Evidence(Span()), 1000).lost);
    EXPECT_FALSE(Judge(Evidence(Span(-1)), 1000).lost);
    EXPECT_TRUE(Judge(Evidence(Span(1)), 1000).lost);
}

// Clauses: [sack-gap]
TEST(LossDetector, Thresholds)
{
    // [sack-gap]: 1.25 smoothed RTT + target before the SACK, which comes one RTT after its trigger
    EXPECT_EQ(ReorderTime(Micros(8), Micros(4), Span()), Micros(6));
    EXPECT_EQ(ReorderTime(Micros(8), Micros(4), Micros(4)), Micros(6));
    EXPECT_EQ(ReorderTime(Micros(8), Micros(4), Micros(9)), Micros(11));
    // queues of 1, 1 and 1.5 base RTTs on the way, or the latest delay if that is more
    EXPECT_EQ(SparseReorderTime(Micros(8), Micros(6), Micros(9)), Micros(23));
    EXPECT_EQ(SparseReorderTime(Micros(8), Micros(6), Micros(30)), Micros(32));
    EXPECT_EQ(ReorderBytes(40000, 112500), 60000U);
    EXPECT_EQ(ReorderBytes(80000, 112500), 112500U);
}

// Clauses: [time-stamps]
TEST(RttEstimator, StampsOf128NanosecondsWrapAt16Bits)
{
    EXPECT_EQ(TimestampOf(Instant(127999)), 0);
    EXPECT_EQ(TimestampOf(Instant(128000)), 1);
    EXPECT_EQ(TimestampOf(Instant(128000LL * 65536)), 0);
    const Instant sent(128000LL * 65535 + 127999);
    EXPECT_EQ(TimeOfStamp(TimestampOf(sent), sent + Micros(10)), Instant(128000LL * 65535));
    EXPECT_EQ(TimeOfStamp(0, Instant(128000LL * 65536 - 1)), Instant(0));
}

// Clauses: [rtt-samples]
TEST(RttEstimator, SmoothsAndRemembersThePeak)
{
    const Span base = Micros(8);
    RttEstimator rtt(base);
    EXPECT_EQ(rtt.Smoothed(), Micros(8));
    rtt.Sample(Micros(16), Instant(), base);
    EXPECT_EQ(rtt.Smoothed(), Micros(9));
    EXPECT_EQ(rtt.RecentDelay(), Micros(8));
    EXPECT_EQ(rtt.Delay(Micros(7)), Span());
    rtt.Sample(Micros(9), Instant() + Micros(128), base); // an epoch is 16 base RTTs
    EXPECT_EQ(rtt.RecentDelay(), Micros(8));
    rtt.Sample(Micros(9), Instant() + Micros(256), base);
    EXPECT_EQ(rtt.RecentDelay(), Micros(1));
}

// Clauses: [ack-timeout]
TEST(RetryTimer, LinearThenDoubling)
{
    QpConfig config;
    config.timeoutExponent = 8;
    config.linearRetries = 2;
    config.exponentialRetries = 3;
    RetryTimer timer(config);
    timer.Restart(Instant());
    const int64_t intervals[] = {1, 1, 2, 4, 8, 16};
    for (int i = 0; i < 6; ++i)
    {
        EXPECT_EQ(timer.Interval(), Nanos(262144) * intervals[i]) << i;
        EXPECT_EQ(timer.Exhausted(), i >= 5) << i;
        timer.CountRetry(Instant() + Micros(i));
        EXPECT_EQ(timer.Deadline(), Instant() + Micros(i) + timer.Interval());
    }
    timer.Restart(Instant());
    EXPECT_EQ(timer.Interval(), Nanos(262144));
}

// Clauses: [retry-counts]
TEST(RetryTimer, TwentyFiveMeansForEver)
{
    QpConfig config;
    config.linearRetries = 0;
    RetryTimer timer(config);
    for (int i = 0; i < 1000; ++i)
    {
        timer.CountRetry(Instant());
        EXPECT_FALSE(timer.Exhausted());
    }
    EXPECT_EQ(timer.Interval(), Nanos(1024) * (1 << 24)); // 17.2 s at most
}

} // namespace
