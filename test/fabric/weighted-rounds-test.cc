/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-weighted-rounds.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

struct Shares
{
    const char* what;
    ClassWeights weights;
    ByClass<uint32_t> sizes; //!< of the frames of each class; 0: the class has none
};

const Shares ROWS[] = {
    {"equal frames", {{{22, 22, 8}}}, {{1000, 1000, 1000}}},
    {"headers beside full frames", {{{22, 22, 8}}}, {{114, 146, 4242}}},
    {"two classes", {{{22, 48, 8}}}, {{0, 274, 4242}}},
    {"frames larger than a quantum", {{{1, 2, 3}}}, {{9000, 9000, 9000}}},
    {"one class", {{{22, 22, 8}}}, {{0, 0, 4242}}},
};

// Clauses: [class-weights]
TEST(WeightedRoundsTest, BytesAreAsWeights)
{
    for (const Shares& row : ROWS)
    {
        WeightedRounds rounds;
        ByClass<uint64_t> sent{};
        uint64_t all = 0;
        while (all < 20000000)
        {
            const TrafficClass where = rounds.Next(row.weights, row.sizes);
            sent[where] += row.sizes[where];
            all += row.sizes[where];
        }
        double weights = 0;
        for (const TrafficClass where : ALL_CLASSES)
        {
            weights += row.sizes[where] != 0 ? row.weights.shares[where] : 0;
        }
        for (const TrafficClass where : ALL_CLASSES)
        {
            const double share = row.sizes[where] != 0 ? row.weights.shares[where] / weights : 0;
            EXPECT_NEAR(static_cast<double>(sent[where]) / all, share, 0.003) << row.what;
        }
    }
}

// Clauses: [class-weights]
TEST(WeightedRoundsTest, AClassThatWasEmptyHasNothingSaved)
{
    WeightedRounds rounds;
    const ClassWeights weights{{{1, 1, 1}}};
    for (int i = 0; i < 1000; ++i)
    {
        EXPECT_EQ(rounds.Next(weights, {{0, 0, 256}}), TrafficClass::DATA);
    }
    // from now on in turn
    unsigned control = 0;
    for (int i = 0; i < 100; ++i)
    {
        control += rounds.Next(weights, {{256, 0, 256}}) == TrafficClass::CONTROL;
    }
    EXPECT_EQ(control, 50);
}

// Clauses: [class-weights]
TEST(WeightedRoundsTest, NoWeightsAreNone)
{
    EXPECT_FALSE(ClassWeights().Any());
    EXPECT_TRUE((ClassWeights{{{0, 0, 1}}}).Any());
}

} // namespace
