/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"

#include "ns3/mrc-traffic-patterns.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

/**
 * @return the sender and receiver of each transfer; every transfer has this length and starts at
 * once
 */
Pairs
PairsOf(const ConnectionMatrix& matrix, uint64_t bytes)
{
    Pairs pairs;
    for (const Transfer& t : matrix.transfers)
    {
        pairs.emplace_back(t.source, t.destination);
        EXPECT_EQ(t.bytes, bytes);
        EXPECT_EQ(t.start, Instant());
        EXPECT_FALSE(t.startTrigger);
    }
    return pairs;
}

// Clauses: [traffic-patterns]
TEST(TrafficPatternsTest, APermutationIsOneCycleThroughAllRanks)
{
    for (const uint32_t ranks : {2U, 3U, 17U, 256U})
    {
        const Pairs pairs = PairsOf(DrawnPermutation(ranks, 4096, KeyedDraws(5)), 4096);
        ASSERT_EQ(pairs.size(), ranks);
        uint32_t at = 0;
        std::set<uint32_t> seen;
        do
        {
            seen.insert(at);
            EXPECT_EQ(pairs[at].first, at) << "in the order of the senders";
            at = pairs[at].second;
        } while (at != 0);
        EXPECT_EQ(seen.size(), ranks);
    }
}

// Clauses: [traffic-patterns]
TEST(TrafficPatternsTest, TheKeyAloneSaysWhichPermutation)
{
    const auto drawn = [](uint64_t key) {
        return PairsOf(DrawnPermutation(64, 1, KeyedDraws(key)), 1);
    };
    EXPECT_EQ(drawn(1), drawn(1));
    EXPECT_NE(drawn(1), drawn(2));
}

// Each of the 6 cycles through 4 ranks comes as often as each other one.
// Clauses: [traffic-patterns]
TEST(TrafficPatternsTest, AllCyclesAreDrawnAlike)
{
    std::map<Pairs, uint32_t> count;
    constexpr uint32_t DRAWS = 6000;
    for (uint32_t key = 0; key < DRAWS; ++key)
    {
        ++count[PairsOf(DrawnPermutation(4, 1, KeyedDraws(Mix(key))), 1)];
    }
    EXPECT_EQ(count.size(), 6U);
    for (const auto& [pairs, times] : count)
    {
        EXPECT_NEAR(times, DRAWS / 6, 150) << "five standard deviations are 144";
    }
}

// Clauses: [traffic-patterns]
TEST(TrafficPatternsTest, ATornadoGoesHalfTheRanksAhead)
{
    EXPECT_EQ(PairsOf(Tornado(4, 10), 10), (Pairs{{0, 2}, {1, 3}, {2, 0}, {3, 1}}));
    EXPECT_EQ(PairsOf(Tornado(5, 10), 10), (Pairs{{0, 2}, {1, 3}, {2, 4}, {3, 0}, {4, 1}}));
}

// Clauses: [traffic-patterns]
TEST(TrafficPatternsTest, TheLastRanksSendToTheFirstAndAVictimToTheSecond)
{
    EXPECT_EQ(PairsOf(Incast(8, 3, 9, 0), 9), (Pairs{{5, 0}, {6, 0}, {7, 0}}));
    EXPECT_EQ(PairsOf(Incast(8, 3, 9, 1), 9), (Pairs{{5, 0}, {6, 0}, {7, 0}, {4, 1}}));
    EXPECT_EQ(PairsOf(Incast(8, 7, 9, 0), 9).size(), 7U);
    EXPECT_EQ(PairsOf(Incast(8, 5, 9, 1), 9).size(), 6U);
}

// Clauses: [traffic-patterns]
TEST(TrafficPatternsTest, WhatCannotBeIsRefusedByName)
{
    const auto incast = [](uint32_t ranks, uint32_t senders, uint32_t victims) {
        return test::ThrownText<std::invalid_argument>([&] { Incast(ranks, senders, 1, victims); });
    };
    const std::string expected = "; expected 1 or more, 0 or 1, and a rank for each end";
    EXPECT_EQ(incast(8, 8, 0), "incast: 8 senders and 0 victims among 8 ranks" + expected);
    EXPECT_EQ(incast(8, 6, 1), "incast: 6 senders and 1 victims among 8 ranks" + expected);
    EXPECT_EQ(incast(8, 0, 0), "incast: 0 senders and 0 victims among 8 ranks" + expected);
    EXPECT_EQ(incast(8, 1, 2), "incast: 1 senders and 2 victims among 8 ranks" + expected);
    EXPECT_EQ(test::ThrownText([] { Tornado(1, 1); }), "tornado: 1 ranks; expected 2 .. 1048576");
    EXPECT_EQ(test::ThrownText([] { DrawnPermutation(0, 1, KeyedDraws()); }),
              "permutation: 0 ranks; expected 2 .. 1048576");
    EXPECT_EQ(test::ThrownText([] { Tornado(2, 0); }),
              "tornado: a transfer of 0 bytes; expected 1 .. 4294967295: another size, or other "
              "pieces");
}

// Clauses: [traffic-patterns]
TEST(TrafficPatternsTest, NeighboursSendOnOrToEachOther)
{
    const ConnectionMatrix ring = SendReceive(5, 700);
    const ConnectionMatrix pairs = RankPairs(4, 700);
    ASSERT_EQ(ring.transfers.size(), 5U);
    ASSERT_EQ(pairs.transfers.size(), 4U);
    for (const Transfer& t : ring.transfers)
    {
        EXPECT_EQ(t.destination, (t.source + 1) % 5);
        EXPECT_EQ(t.bytes, 700U);
    }
    for (const Transfer& t : pairs.transfers)
    {
        EXPECT_EQ(t.destination / 2, t.source / 2);
        EXPECT_NE(t.destination, t.source);
    }
    EXPECT_EQ(test::ThrownText([] { RankPairs(5, 700); }),
              "pairs: 5 ranks; expected an even number");
}

} // namespace
} // namespace mrc
} // namespace ns3
