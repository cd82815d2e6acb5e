/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A group begins with what its ranks have done, and ranks outside a group keep what they have.

#include "ns3/mrc-rank-frontier.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

TEST(RankFrontier, AGroupBeginsWithWhatItsRanksHaveDone)
{
    RankFrontier ranks(6);
    ranks.Keep({{10}, {11}, {12}}, 0, 1);
    ranks.Keep({{13}, {14, 15}, {16}}, 3, 1);

    const Group places = ranks.GroupOf(1, 3, 2);

    EXPECT_EQ(places.ranks, (std::vector<uint32_t>{1, 4}));
    EXPECT_EQ(places.before, (Frontier{{11}, {14, 15}}));
}

TEST(RankFrontier, WhatAGroupLeavesTakesThePlaceOfWhatWasThere)
{
    RankFrontier ranks(4);
    ranks.Keep({{1}, {2}, {3}, {4}}, 0, 1);

    ranks.Keep({{20}, {21}}, 1, 2);

    EXPECT_EQ(ranks.GroupOf(0, 1, 4).before, (Frontier{{1}, {20}, {3}, {21}}));
    EXPECT_EQ(ranks.Of(3), std::vector<uint32_t>{21});
}

TEST(RankFrontier, RanksHaveNothingToWaitForAtFirst)
{
    const RankFrontier ranks(2);

    EXPECT_TRUE(ranks.Of(0).empty());
    EXPECT_TRUE(ranks.Of(1).empty());
}

} // namespace
} // namespace mrc
} // namespace ns3
