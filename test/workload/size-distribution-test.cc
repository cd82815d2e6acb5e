/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"

#include "ns3/mrc-poisson-flows.h"
#include "ns3/mrc-size-distribution.h"
#include "ns3/mrc-text-reader.h"

#include <cmath>
#include <gtest/gtest.h>
#include <sstream>

namespace ns3
{
namespace mrc
{
namespace
{

SizeDistribution
ReadSizes(const std::string& text)
{
    std::istringstream in(text);
    return ReadSizeDistribution(in, "a.cdf");
}

std::string
SizeErrorOf(const std::string& text)
{
    return test::ThrownText<ParseError>([&] { ReadSizes(text); });
}

// Clauses: [flow-sizes]
TEST(SizeDistributionTest, SizesLieOnLinesBetweenPoints)
{
    const SizeDistribution sizes = ReadSizes("# a comment\n0 0\n1000 20\n3000 100\n");
    EXPECT_EQ(sizes.SizeAt(0.1), 500U);
    EXPECT_EQ(sizes.SizeAt(0.2), 1000U);
    EXPECT_EQ(sizes.SizeAt(0.6), 2000U);
    EXPECT_EQ(sizes.SizeAt(1), 3000U);
    EXPECT_EQ(sizes.SizeAt(1e-9), 1U) << "no flow is empty";
    EXPECT_DOUBLE_EQ(sizes.Mean(), 0.2 * 500 + 0.8 * 2000);
}

// Clauses: [flow-sizes]
TEST(SizeDistributionTest, SharesMayEndAtOneAndBeginWithASize)
{
    const SizeDistribution sizes = ReadSizes("4000 0.25\n4000 0.5\n8000 1\n");
    EXPECT_EQ(sizes.SizeAt(0.1), 4000U);
    EXPECT_EQ(sizes.SizeAt(0.4), 4000U);
    EXPECT_EQ(sizes.SizeAt(0.75), 6000U);
    EXPECT_DOUBLE_EQ(sizes.Mean(), 0.5 * 4000 + 0.5 * 6000);
}

// Clauses: [flow-sizes]
TEST(SizeDistributionTest, TheMeanOfEqualSizesIsThatSize)
{
    std::istringstream in("3 5.34\n3 82.08\n3 90.49\n3 100\n"); // rounded, the sum is above 3
    EXPECT_EQ(ReadSizeDistribution(in, "a.cdf").Mean(), 3);
}

TEST(SizeDistributionTest, WhatIsWrongIsToldWithItsPlace)
{
    EXPECT_EQ(SizeErrorOf(""),
              "a.cdf:1:1: no points; expected lines of BYTES SHARE, such as 8000 69.21");
    EXPECT_EQ(SizeErrorOf("0 0\n10\n"),
              "a.cdf:2:1: a line of 1 words; expected BYTES SHARE, such as 8000 69.21");
    EXPECT_EQ(SizeErrorOf("10 0\n 9 100\n"),
              "a.cdf:2:2: size, bytes, is '9'; expected a whole number, 10 .. 4294967295");
    EXPECT_EQ(SizeErrorOf("10 50\n20 40\n"),
              "a.cdf:2:4: share is '40'; expected a number, 50 .. 100");
    for (const char* wrong :
         {"nan", "0x1", "1e", "1e3", "e1", "+1", "1e99999", "", "1.2.3", ".", "-1", "101"})
    {
        const std::string at =
            std::string(wrong).empty() ? "a.cdf:1:1: a line" : "a.cdf:1:4: share";
        EXPECT_EQ(SizeErrorOf("10 " + std::string(wrong)).substr(0, at.size()), at) << wrong;
    }
    EXPECT_EQ(SizeErrorOf("10 50\n20 99\n"),
              "a.cdf:2:4: the last share is '99'; expected 100, or 1");
    EXPECT_EQ(SizeErrorOf("0 100\n"), "a.cdf:1:3: all flows have 0 bytes; expected longer ones");
    EXPECT_EQ(SizeErrorOf("0 1\n220 1\n"),
              "a.cdf:2:5: all flows have 0 bytes; expected longer ones");
}

PoissonLoad
LoadOf(uint32_t ranks, Span time, uint64_t key = 1)
{
    return {ranks, 0.4, 100'000'000'000, time, KeyedDraws(key)};
}

// Half a million flows of web search: the load's standard deviation is 0.3 %.
// Clauses: [poisson-arrivals]
TEST(PoissonFlowsTest, TheLoadIsThatAskedForOverALongRun)
{
    const SizeDistribution sizes =
        ReadSizes("0 0\n10000 15\n20000 20\n30000 30\n50000 40\n80000 53\n"
                  "200000 60\n1000000 70\n2000000 80\n5000000 90\n"
                  "10000000 97\n30000000 100\n");
    const Span time = Micros(5'000'000);
    const ConnectionMatrix matrix = PoissonFlows(sizes, LoadOf(32, time));
    double bits = 0;
    std::vector<double> perRank(32, 0);
    for (const Transfer& t : matrix.transfers)
    {
        bits += 8. * static_cast<double>(t.bytes);
        perRank[t.destination] += 1;
        ASSERT_NE(t.source, t.destination);
        ASSERT_LT(t.start, Instant() + time);
    }
    EXPECT_NEAR(bits / (32 * 100e9 * 5), 0.4, 0.004);
    const double mean = static_cast<double>(matrix.transfers.size()) / 32;
    for (const double count : perRank)
    {
        EXPECT_NEAR(count, mean, 5 * std::sqrt(mean)) << "receivers are drawn alike";
    }
}

// Of gaps between arrivals of one sender the mean is the standard deviation.
// Clauses: [poisson-arrivals]
TEST(PoissonFlowsTest, GapsAreExponential)
{
    const ConnectionMatrix matrix = PoissonFlows(ReadSizes("1000 100"), LoadOf(2, Micros(4000)));
    std::vector<double> gaps;
    Instant last;
    for (const Transfer& t : matrix.transfers)
    {
        if (t.source == 0)
        {
            gaps.push_back(static_cast<double>((t.start - last).Ps()));
            last = t.start;
        }
    }
    double mean = 0;
    double square = 0;
    for (const double gap : gaps)
    {
        mean += gap / static_cast<double>(gaps.size());
        square += gap * gap / static_cast<double>(gaps.size());
    }
    EXPECT_NEAR(mean, 8000. / 40e9 * 1e12, 0.05 * mean) << "1,000 bytes at 40 Gb/s";
    EXPECT_NEAR(std::sqrt(square - mean * mean), mean, 0.05 * mean);
}

// Clauses: [poisson-arrivals]
TEST(PoissonFlowsTest, ASenderDrawsForItselfFromTheSeed)
{
    const SizeDistribution sizes = ReadSizes("0 0\n9000 100");
    const auto of = [&](uint32_t source, uint64_t key, Span time) {
        std::string text;
        for (const Transfer& t : PoissonFlows(sizes, LoadOf(4, time, key)).transfers)
        {
            text += t.source == source
                        ? std::to_string(t.start.Ps()) + ":" + std::to_string(t.bytes) + " "
                        : "";
        }
        return text;
    };
    EXPECT_EQ(of(2, 1, Micros(50)), of(2, 1, Micros(50)));
    EXPECT_NE(of(2, 1, Micros(50)), of(2, 2, Micros(50)));
    EXPECT_NE(of(2, 1, Micros(50)), of(3, 1, Micros(50)));
    const std::string shorter = of(2, 1, Micros(30));
    EXPECT_EQ(of(2, 1, Micros(50)).substr(0, shorter.size()), shorter);
}

// Clauses: [poisson-arrivals]
TEST(PoissonFlowsTest, TooManyAndNoFlowsAreRefused)
{
    const SizeDistribution sizes = ReadSizes("1000 100");
    EXPECT_EQ(
        test::ThrownText([&] { PoissonFlows(sizes, LoadOf(4, Micros(1000000))); }),
        "poisson: 4 ranks with 20000000 flows; expected 2 or more, and at most 10000000 flows");
    EXPECT_EQ(test::ThrownText([&] { PoissonFlows(sizes, LoadOf(2, Span(1))); }),
              "poisson: no flow starts; expected a longer time, or more load");
}

} // namespace
} // namespace mrc
} // namespace ns3
