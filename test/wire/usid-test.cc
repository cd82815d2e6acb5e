/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-usid.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::mrc;

namespace
{

/** An address as its eight groups are written. */
UsidCarrier
Address(const std::vector<uint16_t>& groups)
{
    uint64_t half[2] = {0, 0};
    for (std::size_t i = 0; i < 8; ++i)
    {
        half[i / 4] = (half[i / 4] << 16) | (i < groups.size() ? groups[i] : 0);
    }
    return UsidCarrier(half[0], half[1]);
}

/** A carrier on its way: each address is the one before it, shifted once. */
struct Vector
{
    const char* name;
    std::vector<std::vector<uint16_t>> addresses;
    bool ends; //!< whether the last one has no argument
};

// The vectors of published SRv6 uSID deployments and tests; an omitted tail is zero.
const std::vector<Vector> VECTORS = {
    {"[vector-two-tiers] a path over two tiers",
     {{0xfcbb, 0xbb00, 0x2101, 0x1103, 0x2102, 0x9003},
      {0xfcbb, 0xbb00, 0x1103, 0x2102, 0x9003},
      {0xfcbb, 0xbb00, 0x2102, 0x9003},
      {0xfcbb, 0xbb00, 0x9003}},
     true},
    {"[vector-decap] five uSIDs",
     {{0xfcbb, 0xbbbb, 0x1, 0x1001, 0x2, 0xb001, 0xfe09},
      {0xfcbb, 0xbbbb, 0x1001, 0x2, 0xb001, 0xfe09},
      {0xfcbb, 0xbbbb, 0x2, 0xb001, 0xfe09},
      {0xfcbb, 0xbbbb, 0xb001, 0xfe09}},
     false},
    {"[vector-slides] four uSIDs",
     {{0xfcbb, 0xbbbb, 0xd100, 0xd001, 0xd1e0, 0xa0},
      {0xfcbb, 0xbbbb, 0xd001, 0xd1e0, 0xa0},
      {0xfcbb, 0xbbbb, 0xd1e0, 0xa0},
      {0xfcbb, 0xbbbb, 0xa0}},
     true},
    {"[vector-full] a full carrier",
     {{0xfcbb, 0xbb00, 1, 2, 3, 4, 5, 6},
      {0xfcbb, 0xbb00, 2, 3, 4, 5, 6, 0},
      {0xfcbb, 0xbb00, 3, 4, 5, 6}},
     false},
    {"[vector-single] a single shift", {{0xfcbb, 0xbbbb, 1, 2}, {0xfcbb, 0xbbbb, 2}}, true},
    {"[vector-single] another block",
     {{0x2001, 0x1000, 0x100, 0x200}, {0x2001, 0x1000, 0x200}},
     true},
    {"[usid-argument] a zero inside is not the end",
     {{0xfcbb, 0xbb00, 0xa, 0, 0xb}, {0xfcbb, 0xbb00, 0, 0xb}},
     false},
    {"[usid-argument] only the last bit is set",
     {{0xfcbb, 0xbb00, 0xa, 0, 0, 0, 0, 1}, {0xfcbb, 0xbb00, 0, 0, 0, 0, 1, 0}},
     false},
    {"[usid-repeat] the same node twice",
     {{0xfcbb, 0xbb00, 0xa, 0xa, 0xb}, {0xfcbb, 0xbb00, 0xa, 0xb}, {0xfcbb, 0xbb00, 0xb}},
     true},
};

// Clauses: [usid-shift], [usid-argument], [usid-repeat], [vector-two-tiers], [vector-decap],
//          [vector-slides], [vector-full], [vector-single]
TEST(UsidCarrier, ShiftsAlongTheVectors)
{
    for (const Vector& v : VECTORS)
    {
        for (std::size_t i = 0; i + 1 < v.addresses.size(); ++i)
        {
            const UsidCarrier here = Address(v.addresses[i]);
            EXPECT_TRUE(here.HasArgument()) << v.name << ", address " << i;
            EXPECT_EQ(here.Shifted(), Address(v.addresses[i + 1])) << v.name << ", address " << i;
            UsidCarrier moved = here;
            moved.Shift();
            EXPECT_EQ(moved, here.Shifted()) << v.name << ", address " << i;
            EXPECT_EQ(here.Active().value, v.addresses[i][2]);
        }
        EXPECT_EQ(Address(v.addresses.back()).HasArgument(), !v.ends) << v.name;
    }
}

// Clauses: [vector-long-block]
TEST(UsidCarrier, BlockOfFortyEightBitsShiftsByTheSameRule)
{
    // [vector-long-block] has a block of 48 bits; with it mapped to this block of 32 bits its uSIDs
    // move alike.
    UsidCarrier carrier = Address({0xfcbb, 0xbb00, 0x1200, 0x1300, 0x1400, 0x1500, 0x1600});
    for (const uint16_t next : {0x1300, 0x1400, 0x1500, 0x1600})
    {
        EXPECT_TRUE(carrier.HasArgument());
        carrier = carrier.Shifted();
        EXPECT_EQ(carrier.Active().value, next);
    }
    EXPECT_FALSE(carrier.HasArgument());
    EXPECT_EQ(carrier, Address({0xfcbb, 0xbb00, 0x1600}));
}

// Clauses: [usid-block]
TEST(UsidCarrier, PositionsAreThoseOfTheWire)
{
    UsidCarrier carrier = UsidCarrier::OfBlock(UsidCarrier::DEFAULT_BLOCK);
    for (unsigned i = 0; i < UsidCarrier::CAPACITY; ++i)
    {
        carrier = carrier.With(i, Usid{static_cast<uint16_t>(i + 1)});
    }
    EXPECT_EQ(carrier, Address({0xfcbb, 0xbb00, 1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(carrier.Locator48(), 0xfcbbbb000001ULL);
    EXPECT_EQ(carrier.Block(), 0xfcbbbb00);
    EXPECT_EQ(carrier.With(3, Usid{0xffff}), Address({0xfcbb, 0xbb00, 1, 2, 3, 0xffff, 5, 6}));
}

// Clauses: [usid-layout]
TEST(Usid, FieldsShareTheBits)
{
    const Usid usid = Usid::Of(UsidKind::T1, 5, 0x7ff);
    EXPECT_EQ(usid.value, 0xafff);
    EXPECT_EQ(usid.Kind(), UsidKind::T1);
    EXPECT_EQ(usid.Plane(), 5);
    EXPECT_EQ(usid.Index(), 0x7ff);
}

} // namespace
