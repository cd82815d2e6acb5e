/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Moments at which users act, in the order of one thread.

#include "ns3/mrc-user-moment.h"

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

// Clause: [several-threads]
TEST(UserMomentTest, ATickHasABeginInstantsAndAnEnd)
{
    const std::vector<UserMoment> moments{UserMoment::BeginOf(Instant(7321)),
                                          UserMoment(Instant(7000)),
                                          UserMoment(Instant(7001)),
                                          UserMoment(Instant(7999)),
                                          UserMoment::EndOf(Instant(7000)),
                                          UserMoment::BeginOf(Instant(8000))};
    for (std::size_t i = 0; i < moments.size(); ++i)
    {
        for (std::size_t j = 0; j < moments.size(); ++j)
        {
            EXPECT_EQ(moments[i] < moments[j], i < j) << i << ' ' << j;
        }
    }
}

// What is added without delay comes behind hot events, or behind others beside them. Hot events
// before the cut are over then. Clause: [several-threads]
TEST(UserMomentTest, WhatIsAddedComesBehind)
{
    const UserMoment within(Instant(7321));
    const UserMoment begin = UserMoment::BeginOf(Instant(7321));
    const UserMoment end = UserMoment::EndOf(Instant(7321));
    EXPECT_FALSE(within.Behind() < end || end < within.Behind());
    EXPECT_FALSE(begin.Behind() < begin || begin < begin.Behind());
    EXPECT_FALSE(end.Behind() < end || end < end.Behind());
    EXPECT_EQ(begin.Cut(), Instant(7000));
    EXPECT_EQ(within.Cut(), Instant(7321));
    EXPECT_EQ(end.Cut(), Instant(8000));
    EXPECT_EQ(end.At(), Instant(7999));
    EXPECT_TRUE(within.IsWithin() && !begin.IsWithin() && !end.IsWithin());
    EXPECT_TRUE(end.IsEnd() && !begin.IsEnd() && !within.IsEnd());
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
