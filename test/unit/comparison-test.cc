/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-comparison.h"
#include "ns3/rng-seed-manager.h"

#include <gtest/gtest.h>
#include <sstream>

namespace ns3
{
namespace mrc
{
namespace
{

TEST(ComparisonTest, HoldsUpToTheTolerance)
{
    struct Row
    {
        Bound bound;
        double ours;
        bool holds;
    };

    const Row rows[] = {
        {Bound::WITHIN, 80, true},
        {Bound::WITHIN, 79.9, false},
        {Bound::WITHIN, 100, true},
        {Bound::WITHIN, 120, true},
        {Bound::WITHIN, 120.1, false},
        {Bound::WITHIN, 0.0 / 0.0, false},
        {Bound::AT_LEAST, 79.9, false},
        {Bound::AT_LEAST, 80, true},
        {Bound::AT_LEAST, 1000, true},
        {Bound::AT_MOST, 120, true},
        {Bound::AT_MOST, 120.1, false},
        {Bound::AT_MOST, 0, true},
        {Bound::AT_MOST, 0.0 / 0.0, false},
    };
    for (const Row& row : rows)
    {
        const Expectation expectation{"T0", "speed", "m/s", 101, 100, 20, row.bound};
        EXPECT_EQ(expectation.Holds(row.ours), row.holds) << row.ours;
    }
}

TEST(ComparisonTest, NothingAtAllMayBeExpected)
{
    const Expectation none{"T0", "losses", "", 0, 0, 0, Bound::AT_MOST};
    EXPECT_TRUE(none.Holds(0));
    EXPECT_FALSE(none.Holds(1));
    const Expectation anything{"T0", "losses", "", 0, 0, 0, Bound::NONE};
    EXPECT_EQ(anything.Difference(1), 0) << "from nothing that is expected nothing differs";
}

TEST(ComparisonTest, PrintsRowsAndCountsMisses)
{
    RngSeedManager::SetSeed(5);
    RngSeedManager::SetRun(20);
    std::ostringstream out;
    ComparisonTable table(out, ComparisonTable::Style::CSV);
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    const Expectation expectation{"T0", "speed", "m/s", 101, 100, 1, Bound::WITHIN};
    table.Add(expectation, 99.5);
    EXPECT_EQ(table.Misses(), 0U);
    table.Add(expectation, 102, 3);
    EXPECT_EQ(table.Misses(), 1U);
    EXPECT_EQ(out.str(),
              "target,figure,unit,ours,published,expected,differ_%,allowed_%,seed,run,verdict\n"
              "T0,speed,m/s,99.500,101.000,100.000,-0.500,1.000,5,20,pass\n"
              "T0,speed,m/s,102.000,101.000,100.000,2.000,1.000,5,20-22,miss\n");
}

TEST(ComparisonTest, WhatHasNoBoundIsReported)
{
    std::ostringstream out;
    ComparisonTable table(out, ComparisonTable::Style::CSV);
    table.Add({"T0", "losses", "", 5, 4, 0, Bound::NONE}, 40);
    EXPECT_EQ(table.Misses(), 0U);
    EXPECT_EQ(out.str().substr(out.str().find('\n') + 1),
              "T0,losses,,40.000,5.000,4.000,900.000,0.000,1,1,-\n");
}

TEST(ComparisonTest, ColumnsLineUp)
{
    std::ostringstream out;
    ComparisonTable table(out, ComparisonTable::Style::TABLE);
    table.Add({"T0", "speed", "m/s", 101, 100, 1, Bound::WITHIN}, 99.5);
    const std::string text = out.str();
    const std::size_t second = text.find('\n') + 1;
    EXPECT_EQ(text.find("verdict"), text.find("pass") - second);
    EXPECT_EQ(text.find("unit"), text.find("m/s") - second);
}

} // namespace
} // namespace mrc
} // namespace ns3
