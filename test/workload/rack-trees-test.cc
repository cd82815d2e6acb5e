/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "play-transfers.h"

#include "ns3/mrc-rack-trees.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return bytes within racks, and between them */
std::pair<uint64_t, uint64_t>
BytesOfRacks(const ConnectionMatrix& matrix, uint32_t rack)
{
    std::pair<uint64_t, uint64_t> bytes;
    for (const Transfer& t : matrix.transfers)
    {
        const bool isInside = t.source / rack == t.destination / rack;
        (isInside ? bytes.first : bytes.second) += t.bytes;
    }
    return bytes;
}

// Clauses: [rack-trees]
TEST(RackTreesTest, AllHearOfAllAndTreesJoinRanksOfOnePlace)
{
    for (const uint32_t rack : {1U, 2U, 4U, 6U, 12U})
    {
        for (const uint32_t pieces : {1U, 3U})
        {
            const ConnectionMatrix matrix = RackTreeAllReduce({12, 120000, rack, pieces});
            const test::Play play = test::PlayTransfers(matrix);
            EXPECT_EQ(play.acrossNics, 0U);
            for (const std::set<uint32_t>& heard : play.heard)
            {
                EXPECT_EQ(heard.size(), 12U) << rack << " ranks, " << pieces << " pieces";
            }
            for (const Transfer& t : matrix.transfers)
            {
                const bool isInside = t.source / rack == t.destination / rack;
                EXPECT_TRUE(isInside || t.source % rack == t.destination % rack);
            }
            const auto [inside, between] = BytesOfRacks(matrix, rack);
            EXPECT_EQ(inside, 2ULL * (rack - 1) * (12 / rack) * 120000);
            EXPECT_EQ(between, 2ULL * (12 / rack - 1) * 120000);
        }
    }
}

/** @return whether a transfer starts only after another has arrived, both by one barrier */
bool
SetsOff(const ConnectionMatrix& matrix, const Transfer& before, uint32_t barrier)
{
    // A signal may stand between: a transfer can set off one trigger only.
    return before.recvDoneTrigger == barrier ||
           std::any_of(matrix.transfers.begin(), matrix.transfers.end(), [&](const Transfer& t) {
               return t.source == t.destination && t.startTrigger == before.recvDoneTrigger &&
                      t.sendDoneTrigger == barrier;
           });
}

// Clauses: [rack-trees]
TEST(RackTreesTest, TheSecondRoundWaitsForAllPieces)
{
    constexpr uint32_t PIECES = 3;
    const ConnectionMatrix matrix = RackTreeAllReduce({6, 60000, 2, PIECES});
    uint32_t begins = 0;
    for (const Transfer& t : matrix.transfers)
    {
        // Within its rack each rank sends one part in each round. The first one waits for nothing.
        if (t.source / 2 != t.destination / 2 || t.source == t.destination || !t.startTrigger)
        {
            continue;
        }
        ++begins;
        // Roots get the pieces of two children, the others those of their parent.
        const uint32_t expected = t.source < 2 ? 2 * PIECES : PIECES;
        uint32_t pieces = 0;
        for (const Transfer& piece : matrix.transfers)
        {
            pieces += piece.source != piece.destination && piece.source / 2 != t.source / 2 &&
                      piece.destination == t.source && SetsOff(matrix, piece, *t.startTrigger);
        }
        EXPECT_EQ(pieces, expected) << "rank " << t.source;
    }
    EXPECT_EQ(begins, 6U);
}

// Clauses: [rack-trees]
TEST(RackTreesTest, SharesThatDifferByAByteGoWhereTheyBelong)
{
    // Ranks 0 and 1 are a rack. After the first round rank 0 has the sums of the second part, which
    // is a byte shorter.
    const ConnectionMatrix matrix = RackTreeAllReduce({4, 1001, 2, 1});
    uint64_t ofEven = 0;
    uint64_t ofOdd = 0;
    for (const Transfer& t : matrix.transfers)
    {
        if (t.source / 2 != t.destination / 2)
        {
            (t.source % 2 == 0 ? ofEven : ofOdd) += t.bytes;
        }
    }
    EXPECT_EQ(ofEven, 2U * 500);
    EXPECT_EQ(ofOdd, 2U * 501);
}

// Clauses: [rack-trees]
TEST(RackTreesTest, RacksAreWhole)
{
    const auto errorOf = [](const RackTreeSize& size) {
        return test::ThrownText<std::invalid_argument>([&] { RackTreeAllReduce(size); });
    };
    EXPECT_EQ(errorOf({10, 1000, 4, 1}),
              "rack-tree-allreduce: 10 ranks in racks of 4, 1 pieces; expected whole racks, and 1 "
              "or more of each");
    EXPECT_EQ(errorOf({8, 1000, 4, 0}),
              "rack-tree-allreduce: 8 ranks in racks of 4, 0 pieces; expected whole racks, and 1 "
              "or more of each");
    EXPECT_EQ(errorOf({1 << 17, 1 << 20, 64, 1}),
              "rack-tree-allreduce: 16777088 transfers; expected at most 10000000: smaller racks, "
              "fewer ranks or pieces");
    EXPECT_NE(errorOf({8, 3, 4, 1}), "") << "a part of no bytes";
}

} // namespace
} // namespace mrc
} // namespace ns3
