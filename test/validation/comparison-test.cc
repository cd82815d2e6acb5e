/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-comparison.h"

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
        const Expectation expectation{"T0", "speed", "m/s", {}, 100, 20, row.bound};
        EXPECT_EQ(expectation.Holds(row.ours), row.holds) << row.ours;
        EXPECT_TRUE(expectation.Agrees(row.ours)) << "nothing is published";
    }
}

// Clauses: [two-verdicts]
TEST(ComparisonTest, AgreesUpToTheToleranceAndTheErrorOfTheReading)
{
    struct Row
    {
        Published published;
        double ours;
        bool agrees;
    };

    const Row rows[] = {
        {{200, "Fig. 1", Bound::WITHIN}, 180, true},
        {{200, "Fig. 1", Bound::WITHIN}, 179.9, false},
        {{200, "Fig. 1", Bound::WITHIN, 5}, 170, true},
        {{200, "Fig. 1", Bound::WITHIN, 5}, 169.9, false},
        {{200, "Fig. 1", Bound::AT_LEAST}, 1000, true},
        {{200, "Fig. 1", Bound::AT_MOST}, 1000, false},
        {{200, "Fig. 1", Bound::NONE}, 1000, true},
        {{0, "text", Bound::AT_MOST}, 0, true},
        {{0, "text", Bound::AT_MOST}, 1, false},
    };
    for (const Row& row : rows)
    {
        const Expectation expectation{"T0", "speed", "m/s", row.published, 1, 10, Bound::NONE};
        EXPECT_EQ(expectation.Agrees(row.ours), row.agrees) << row.ours;
    }
}

TEST(ComparisonTest, NothingAtAllMayBeExpected)
{
    const Expectation none{"T0", "losses", "", {}, 0, 0, Bound::AT_MOST};
    EXPECT_TRUE(none.Holds(0));
    EXPECT_FALSE(none.Holds(1));
}

/** @return the rows below the names of the columns, as comma-separated values */
std::string
RowsOf(const Expectation& expectation, const Outcome& outcome)
{
    std::ostringstream out;
    ComparisonTable table(out, ComparisonTable::Style::CSV);
    table.Add(expectation, outcome);
    return out.str().substr(out.str().find('\n') + 1);
}

TEST(ComparisonTest, PrintsRowsAndCountsMisses)
{
    RngSeedManager::SetSeed(5);
    RngSeedManager::SetRun(20);
    std::ostringstream out;
    ComparisonTable table(out, ComparisonTable::Style::CSV);
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    const Expectation expectation{"T0",
                                  "speed",
                                  "m/s",
                                  {101, "Fig. 1", Bound::WITHIN},
                                  100,
                                  1,
                                  Bound::WITHIN,
                                  "a note"};
    table.Add(expectation, {99.5});
    EXPECT_EQ(table.Misses(), 0U) << "what is published is not asked for";
    table.Add(expectation, {102, 3});
    EXPECT_EQ(table.Misses(), 1U);
    EXPECT_EQ(
        out.str(),
        "target,figure,unit,ours,fixed,published,source,against_published,bound,expected,"
        "differ_%,allowed_%,against_expected,seed,run,note\n"
        "T0,speed,m/s,99.500,-,101.000,Fig. 1,miss,within,100.000,-0.500,1.000,pass,5,20,a note\n"
        "T0,speed,m/s,102.000,-,101.000,Fig. 1,pass,within,100.000,2.000,1.000,miss,5,20-22,"
        "a note\n");
}

// Clauses: [inputs-no-verdict]
TEST(ComparisonTest, WhatHasNoBoundIsReported)
{
    EXPECT_EQ(RowsOf({"T0", "losses", "", {5}, NOTHING, 0, Bound::NONE}, {40}),
              "T0,losses,,40.000,-,5.000,,-,-,-,-,-,-,1,1,\n");
}

// Clauses: [two-verdicts]
TEST(ComparisonTest, SaysWhereAFixedWindowPassesToo)
{
    const Expectation expectation{"T0", "speed", "m/s", {}, 100, 1, Bound::WITHIN, "a note"};
    const auto ends = [&](double ours, double fixed, const std::string& note) {
        const std::string row = RowsOf(expectation, {ours, 1, fixed});
        return row.substr(row.find(",1,1,") + 5) == note + "\n";
    };
    EXPECT_TRUE(ends(100, 100, "a note; a fixed window passes too"));
    EXPECT_TRUE(ends(100, 90, "a note"));
    EXPECT_TRUE(ends(90, 100, "a note")) << "a miss says enough";
    EXPECT_TRUE(ends(100, NOTHING, "a note"));
}

TEST(ComparisonTest, ColumnsLineUp)
{
    std::ostringstream out;
    ComparisonTable table(out, ComparisonTable::Style::TABLE);
    table.Add({"T0", "speed", "m/s", {101, "Fig. 1"}, 100, 1, Bound::WITHIN}, {99.5});
    const std::string text = out.str();
    const std::size_t second = text.find('\n') + 1;
    EXPECT_EQ(text.find("against_expected"), text.find("pass") - second);
    EXPECT_EQ(text.find("source"), text.find("Fig. 1") - second);
    EXPECT_EQ(text.find("unit"), text.find("m/s") - second);
}

} // namespace
} // namespace mrc
} // namespace ns3
