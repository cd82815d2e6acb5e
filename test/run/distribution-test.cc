/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Distributions that are joined have the quantiles of one that all numbers came to.

#include "ns3/mrc-distribution.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

constexpr double SHARES[] = {0.001, 0.25, 0.5, 0.75, 0.9, 0.99, 0.9999, 1};

/** Numbers of several processes. */
struct Case
{
    const char* name;
    std::vector<uint32_t> counts; //!< by process: how many numbers it has
    uint32_t different;           //!< there are at most so many of each process
    bool areApart;                //!< whether no process has numbers of another one
};

/** @return a number of a process, with more digits than a rounded one keeps */
double
NumberOf(const Case& each, uint32_t process, uint32_t i)
{
    const uint32_t scattered = (i * 2654435761U) % each.different;
    return 1 + scattered * 1.37e-3 + (each.areApart ? process * 0.31 : 0);
}

// Clauses: [several-ranks]
TEST(Distribution, JoinedOnesAreThoseOfAllNumbers)
{
    const Case cases[] = {
        {"few numbers", {10, 0, 7}, 1000, true},
        {"one process has none", {0, 5}, 5, false},
        {"together many, none many alone", {60000, 60000}, 60000, true},
        {"the same in both", {60000, 60000}, 60000, false},
        {"the first has too many", {200000, 100}, 200000, true},
        {"the second has too many", {100, 200000}, 200000, true},
        {"the third has too many, and others some", {65535, 40000, 150000}, 150000, true},
        {"many of a few", {300000, 200000}, 100, true},
        {"just as many as are kept", {65536, 65536}, 65536, false},
        {"one more", {65537, 10}, 65537, false},
    };
    for (const Case& each : cases)
    {
        SCOPED_TRACE(each.name);
        Distribution all;
        std::vector<Distribution> parts(each.counts.size());
        for (uint32_t process = 0; process < parts.size(); ++process)
        {
            for (uint32_t i = 0; i < each.counts[process]; ++i)
            {
                all.Add(NumberOf(each, process, i));
                parts[process].Add(NumberOf(each, process, i));
            }
        }
        // in each process, as each has the results
        for (uint32_t own = 0; own < parts.size(); ++own)
        {
            Distribution joined = parts[own];
            for (uint32_t other = 0; other < parts.size(); ++other)
            {
                if (other != own)
                {
                    joined.Join(parts[other].Tell());
                }
            }
            EXPECT_EQ(joined.Count(), all.Count());
            for (const double share : SHARES)
            {
                EXPECT_EQ(joined.Quantile(share), all.Quantile(share)) << share;
            }
        }
    }
}

TEST(Distribution, NumbersMayComeBehindThoseOfAnother)
{
    Distribution other;
    for (uint32_t i = 0; i < 70000; ++i)
    {
        other.Add(1 + i * 1e-5);
    }
    Distribution joined;
    joined.Join(other.Tell());
    joined.Add(1.23456789012);
    Distribution all = other;
    all.Add(1.23456789012);
    EXPECT_EQ(joined.Count(), 70001U);
    for (const double share : SHARES)
    {
        EXPECT_EQ(joined.Quantile(share), all.Quantile(share)) << share;
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
