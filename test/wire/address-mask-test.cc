/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Bits of addresses: cut and moved, at and beside the border of their words.

#include "ns3/mrc-address-mask.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr AddressBits ALL{~uint64_t{0}, ~uint64_t{0}};
constexpr uint64_t FIRST = uint64_t{1} << 63;

// Clauses: [segment-shift]
TEST(AddressMaskTest, KeepsWhatStandsInFront)
{
    EXPECT_EQ(FirstBits(ALL, 0), AddressBits());
    EXPECT_EQ(FirstBits(ALL, 1), (AddressBits{FIRST, 0}));
    EXPECT_EQ(FirstBits(ALL, 64), (AddressBits{ALL.high, 0}));
    EXPECT_EQ(FirstBits(ALL, 65), (AddressBits{ALL.high, FIRST}));
    EXPECT_EQ(FirstBits(ALL, 128), ALL);
}

// Clauses: [segment-shift]
TEST(AddressMaskTest, MovesByAnyNumberOfBits)
{
    const AddressBits ends{FIRST, 1}; // the first bit and the last
    EXPECT_EQ(MovedForward(ends, 0), ends);
    EXPECT_EQ(MovedForward(ends, 63), (AddressBits{0, FIRST}));
    EXPECT_EQ(MovedForward(ends, 64), (AddressBits{1, 0}));
    EXPECT_EQ(MovedForward(ends, 127), (AddressBits{FIRST, 0}));
    EXPECT_EQ(MovedForward(ends, 128), AddressBits());
    EXPECT_EQ(MovedBack(ends, 0), ends);
    EXPECT_EQ(MovedBack(ends, 63), (AddressBits{1, 0}));
    EXPECT_EQ(MovedBack(ends, 64), (AddressBits{0, FIRST}));
    EXPECT_EQ(MovedBack(ends, 127), (AddressBits{0, 1}));
    EXPECT_EQ(MovedBack(ends, 128), AddressBits());
}

} // namespace
} // namespace mrc
} // namespace ns3
