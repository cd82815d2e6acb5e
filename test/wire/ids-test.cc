/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-ids.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

struct Difference
{
    uint32_t a;
    uint32_t b;
    int32_t ahead; //!< a - b
};

constexpr Difference DIFFERENCES[] = {
    {0, 0, 0},
    {5, 3, 2},
    {3, 5, -2},
    {0, 0xffffff, 1}, // over the wrap
    {0xffffff, 0, -1},
    {0x000010, 0xfffff0, 0x20},
    {0x7fffff, 0, 0x7fffff},  // as far ahead as numbers go
    {0x800000, 0, -0x800000}, // one more is behind
    {0, 0x800000, -0x800000},
    {0, 0x800001, 0x7fffff},
};

// Clauses: [psn-wrap]
TEST(Psn, DifferenceIsTheShortestWayRound)
{
    for (const Difference& d : DIFFERENCES)
    {
        EXPECT_EQ(Psn(d.a) - Psn(d.b), d.ahead) << d.a << " - " << d.b;
    }
}

TEST(Psn, SumsWrap)
{
    EXPECT_EQ((Psn(0xffffff) + 1).Value(), 0);
    EXPECT_EQ((Psn(0) + -1).Value(), 0xffffff);
    EXPECT_EQ((Psn(0xfffff0) + 0x7fffff).Value(), 0x7fffef);
    Psn psn(0xfffffe);
    EXPECT_EQ((++psn).Value(), 0xffffff);
    EXPECT_EQ((++psn).Value(), 0);
}

TEST(Psn, HighBitsDoNotCount)
{
    EXPECT_EQ(Psn(0x1000001), Psn(1));
    EXPECT_NE(Psn(0x1000001), Psn(2));
}

TEST(Psn, AddingTheDifferenceArrives)
{
    for (const Difference& d : DIFFERENCES)
    {
        EXPECT_EQ(Psn(d.b) + (Psn(d.a) - Psn(d.b)), Psn(d.a));
    }
}

// Clauses: [carrier-of-ev]
TEST(Ev, PlaneAndUplinkShareTheBits)
{
    const Ev ev = Ev::Of(7, 0x1fffffff);
    EXPECT_EQ(ev.value, 0xffffffff);
    EXPECT_EQ(Ev::Of(3, 5).value, 0x60000005);
    EXPECT_EQ(Ev::Of(3, 5).Plane(), 3);
    EXPECT_EQ(Ev::Of(3, 5).Uplink(), 5);
}

} // namespace
