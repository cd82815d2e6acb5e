/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-path-strikes.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

const Ev ONE = Ev::Of(0, 3);
const Ev OTHER = Ev::Of(1, 3);

// Clauses: [path-strikes]
TEST(PathStrikes, CountsLossesOfEachPathUntilAnAnswer)
{
    PathStrikes strikes;
    EXPECT_TRUE(strikes.Empty());
    EXPECT_EQ(strikes.OnLoss(ONE), 1U);
    EXPECT_EQ(strikes.OnLoss(ONE), 2U);
    EXPECT_EQ(strikes.OnLoss(OTHER), 1U);
    EXPECT_EQ(strikes.Of(ONE), 2U);
    EXPECT_EQ(strikes.Of(OTHER), 1U);
    EXPECT_EQ(strikes.Of(Ev::Of(0, 4)), 0U);
    EXPECT_EQ(strikes.Count(0b10), 1U);
    EXPECT_EQ(strikes.Count(0b11), 2U);
    EXPECT_EQ(strikes.Count(0b100), 0U);
    strikes.OnAnswer(ONE);
    EXPECT_EQ(strikes.Of(ONE), 0U);
    EXPECT_EQ(strikes.Of(OTHER), 1U);
    EXPECT_FALSE(strikes.Empty());
    EXPECT_EQ(strikes.OnLoss(ONE), 1U); // from the beginning
    strikes.OnAnswer(ONE);
    strikes.OnAnswer(OTHER);
    EXPECT_TRUE(strikes.Empty());
}

// Clauses: [overflow-losses]
TEST(PathStrikes, APathWorksThatAnswersThriceWhileOthersLose)
{
    PathStrikes strikes;
    for (uint32_t answer = 0; answer < 2 * PathStrikes::FEWEST; ++answer)
    {
        strikes.OnAnswer(ONE);
    }
    EXPECT_FALSE(strikes.AnyWorks()) << "nothing was lost";
    strikes.OnLoss(OTHER);
    for (uint32_t answer = 0; answer < PathStrikes::FEWEST; ++answer)
    {
        EXPECT_FALSE(strikes.AnyWorks());
        strikes.OnAnswer(ONE);
    }
    EXPECT_TRUE(strikes.AnyWorks());
    strikes.OnLoss(ONE);
    EXPECT_FALSE(strikes.AnyWorks());
}

// Clauses: [path-strikes]
TEST(PathStrikes, ProofGrowsWithTheShareOfLosses)
{
    const struct
    {
        int losses;  // of each round
        int answers; // of each round
        uint32_t least;
        uint32_t most;
    } table[] = {{0, 1, 3, 3},
                 {1, 99, 3, 3},   // 0.01 ^ 3 < 1 in 1,000
                 {1, 3, 5, 6},    // 0.25 ^ 5 just is
                 {1, 1, 9, 12},   // 0.5 ^ 10 is
                 {3, 1, 20, 29},  // 0.75 ^ 25
                 {1, 0, 32, 32}}; // nothing but losses: no more than this in any case

    for (const auto& row : table)
    {
        PathStrikes strikes;
        for (int round = 0; round < 200; ++round)
        {
            for (int i = 0; i < row.losses; ++i)
            {
                strikes.OnLoss(ONE);
            }
            for (int i = 0; i < row.answers; ++i)
            {
                strikes.OnAnswer(OTHER);
            }
        }
        EXPECT_GE(strikes.Proof(), row.least) << row.losses << " of " << row.losses + row.answers;
        EXPECT_LE(strikes.Proof(), row.most) << row.losses << " of " << row.losses + row.answers;
    }
}

// Clauses: [path-strikes]
TEST(PathStrikes, ThreeAreProofWhereLossesAreRare)
{
    PathStrikes strikes;
    strikes.OnLoss(ONE); // a share of 1 in 16 after one loss: 1 in 4,096 for three running
    EXPECT_EQ(strikes.Proof(), PathStrikes::FEWEST);
}

} // namespace
