/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "play-transfers.h"

#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-unequal-exchange.h"

#include <gtest/gtest.h>
#include <sstream>

namespace ns3
{
namespace mrc
{
namespace
{

SizeTable
Read(const std::string& text)
{
    std::istringstream in(text);
    return ReadSizeTable(in, "a.sizes");
}

std::string
ErrorOf(const std::string& text)
{
    return test::ThrownText<ParseError>([&] { Read(text); });
}

// Clauses: [unequal-sizes]
TEST(UnequalExchangeTest, EachPairHasTheSizeOfItsTable)
{
    const SizeTable sizes = Read("# to 0, 1, 2\n0 5 7\n0 0 9\n1 2 0\n");
    const ConnectionMatrix matrix = UnequalAllToAll(sizes, 1);
    ASSERT_EQ(matrix.transfers.size(), 5U) << "nothing is sent where the table says 0";
    for (const Transfer& t : matrix.transfers)
    {
        EXPECT_EQ(t.bytes, sizes[t.source][t.destination]);
    }
    const test::Play play = test::PlayTransfers(matrix);
    EXPECT_EQ(play.rounds, (std::vector<uint32_t>{0, 1, 0, 0, 1}));
    EXPECT_EQ(test::PlayTransfers(UnequalAllToAll(sizes, 2)).last, 0U);
}

// Clauses: [unequal-sizes]
TEST(UnequalExchangeTest, DrawnSizesAreSpreadAboutTheirMean)
{
    const SizeTable sizes = DrawnSizes(64, 64 * 1000, 30, KeyedDraws(5));
    double sum = 0;
    for (uint32_t from = 0; from < 64; ++from)
    {
        for (uint32_t to = 0; to < 64; ++to)
        {
            EXPECT_EQ(sizes[from][to] == 0, from == to);
            if (from != to)
            {
                EXPECT_GE(sizes[from][to], 700U);
                EXPECT_LE(sizes[from][to], 1300U);
            }
            sum += static_cast<double>(sizes[from][to]);
        }
    }
    EXPECT_NEAR(sum / (64 * 63), 1000, 10);
    EXPECT_EQ(sizes, DrawnSizes(64, 64 * 1000, 30, KeyedDraws(5)));
    EXPECT_NE(sizes, DrawnSizes(64, 64 * 1000, 30, KeyedDraws(6)));
}

// Clauses: [unequal-sizes]
TEST(UnequalExchangeTest, WhatIsWrongIsToldWithItsPlace)
{
    EXPECT_EQ(ErrorOf(""), "a.sizes:1:1: 0 lines; expected 2 or more, as many as each has numbers");
    EXPECT_EQ(
        ErrorOf("0 1\n1 0 3\n"),
        "a.sizes:2:1: line 2 of the table has 3 numbers; expected as many lines as numbers in "
        "the first, 2 .. 2048");
    EXPECT_EQ(ErrorOf("0 1\n1 0\n1 0\n").substr(0, 13), "a.sizes:3:1: ");
    EXPECT_EQ(ErrorOf("0 1\n"), "a.sizes:1:4: 1 lines; expected 2, as many as each has numbers");
    EXPECT_EQ(ErrorOf("0 1\n1 2\n"), "a.sizes:2:3: size to itself is '2'; expected 0");
    EXPECT_EQ(ErrorOf("0 x\n1 0\n"),
              "a.sizes:1:3: size, bytes, is 'x'; expected a whole number, 0 .. 4294967295");
    EXPECT_EQ(test::ThrownText([] { UnequalAllToAll(Read("0 0\n0 0\n"), 1); }),
              "all-to-all-v: nobody sends a byte; expected a size above 0");
    EXPECT_EQ(test::ThrownText([] { UnequalAllToAll(Read("0 1\n0 0\n"), 0); }),
              "all-to-all-v: 0 transfers at a time; expected 1 or more");
}

} // namespace
} // namespace mrc
} // namespace ns3
