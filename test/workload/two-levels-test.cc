/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "play-transfers.h"

#include "ns3/mrc-two-levels.h"

#include <gtest/gtest.h>
#include <map>

namespace ns3
{
namespace mrc
{
namespace
{

NodeModel
NodeOf(uint32_t gpus)
{
    NodeModel node;
    node.gpus = gpus;
    return node;
}

/** @return bytes inside nodes, and between them */
std::map<bool, uint64_t>
Bytes(const ConnectionMatrix& matrix)
{
    std::map<bool, uint64_t> bytes;
    for (const Transfer& t : matrix.transfers)
    {
        if (t.source != t.destination)
        {
            bytes[matrix.node.Holds(t.source, t.destination)] += t.bytes;
        }
    }
    return bytes;
}

// Clauses: [two-levels]
TEST(TwoLevelsTest, AllHearOfAllAndRingsJoinGpusOfOnePlace)
{
    for (const uint32_t gpus : {1U, 2U, 4U, 12U})
    {
        const ConnectionMatrix matrix = TwoLevelAllReduce({12, 120000, 1, 1, NodeOf(gpus)});
        const test::Play play = test::PlayTransfers(matrix);
        EXPECT_EQ(play.acrossNics, 0U);
        for (const std::set<uint32_t>& heard : play.heard)
        {
            EXPECT_EQ(heard.size(), 12U) << gpus << " GPUs";
        }
        for (const Transfer& t : matrix.transfers)
        {
            const bool isInside = t.source / gpus == t.destination / gpus;
            EXPECT_TRUE(isInside || t.source % gpus == t.destination % gpus);
        }
        const uint32_t nodes = 12 / gpus;
        EXPECT_EQ(Bytes(matrix)[true], 2ULL * 12 * (gpus - 1) * 120000 / gpus);
        EXPECT_EQ(Bytes(matrix)[false], 2ULL * (nodes - 1) * 120000);
    }
}

// Clauses: [two-levels]
TEST(TwoLevelsTest, ChunksAndChannelsShareTheBuffer)
{
    const ConnectionMatrix one = TwoLevelAllReduce({8, 100003, 1, 1, NodeOf(4)});
    const ConnectionMatrix many = TwoLevelAllReduce({8, 100003, 3, 2, NodeOf(4)});
    EXPECT_EQ(Bytes(one), Bytes(many));
    const test::Play play = test::PlayTransfers(many);
    uint32_t first = 0;
    for (const uint32_t place : play.all[0])
    {
        first += many.transfers[place].source != many.transfers[place].destination;
    }
    EXPECT_EQ(first, 3 * 8 * 3U) << "no chunk waits for another";
}

// Clauses: [two-levels]
TEST(TwoLevelsTest, NodesAreWhole)
{
    EXPECT_EQ(test::ThrownText([] {
                  TwoLevelAllReduce({10, 1000, 1, 1, NodeOf(4)});
              }),
              "two-level-allreduce: 10 ranks in nodes of 4 GPUs, 1 chunks, 1 channels; expected "
              "whole nodes, and 1 or more of each");
    EXPECT_EQ(test::ThrownText([] {
                  TwoLevelAllReduce({8, 1000, 0, 1, NodeOf(4)});
              }),
              "two-level-allreduce: 8 ranks in nodes of 4 GPUs, 0 chunks, 1 channels; expected "
              "whole nodes, and 1 or more of each");
    EXPECT_EQ(test::ThrownText([] {
                  TwoLevelAllReduce({8, 1000, 1 << 20, 1, NodeOf(4)});
              }),
              "two-level-allreduce: 83886080 transfers; expected at most 10000000: fewer ranks or "
              "chunks");
}

} // namespace
} // namespace mrc
} // namespace ns3
