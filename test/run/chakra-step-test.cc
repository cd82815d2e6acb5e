/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Traces of Chakra as a step of a job, over an idle fabric and one with a fault.

#include "../workload/chakra-files.h"
#include "../workload/data-file.h"
#include "message-way.h"
#include "training-rows.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** @return the path of traces of two ranks: 30 us of work, a message, 20 us of work behind it */
std::string
WriteTwoRanks(uint64_t bytes)
{
    const std::vector<ChakraNodeText> ranks[] = {
        {{1, CHAKRA_COMP, {}, 30},
         {2, CHAKRA_SEND, {1}, 0, {{"comm_dst", 1}, {"comm_size", bytes}}}},
        {{1, CHAKRA_RECV, {}, 0, {{"comm_src", 0}, {"comm_size", bytes}}},
         {2, CHAKRA_COMP, {1}, 20}}};
    const std::string prefix = testing::TempDir() + "mrc-chakra-step-test.";
    for (int rank = 0; rank < 2; ++rank)
    {
        std::ofstream out(prefix + std::to_string(rank) + ".et", std::ios::binary);
        out << ChakraTrace(ranks[rank]);
    }
    return prefix + "0.et";
}

// Clauses: [chakra-step], [training-times]
TEST(ChakraStepTest, AMessageBetweenWorksTakesItsClosedForm)
{
    constexpr uint64_t BYTES = 1 << 22;
    const std::vector<Row> rows = RowsOf(LinesOfFile(WriteTwoRanks(BYTES), 0).table);
    ASSERT_EQ(rows.size(), 1U);
    const double line = (BYTES / 4096. / Way::PLANES - 1) * Way::PACKET * Way::BYTE;
    const double us = (2 * Way::HOST + line + Way::Local().OneWay(Way::PACKET)) / 1e6;
    const double time = 30 + us + 20;
    EXPECT_NEAR(Of(rows[0], "time_us"), time, 0.01 * time);
    EXPECT_NEAR(Of(rows[0], "most_exposed_us"), us, 0.01 * us);
    const double idle = 100 * (1 - 50 / (2 * time));
    EXPECT_NEAR(Of(rows[0], "idle_percent"), idle, 0.01 * idle);
    EXPECT_EQ(rows[0].at("held_by"), "message");
    EXPECT_EQ(rows[0].at("held_source"), "0");
    EXPECT_EQ(rows[0].at("slowest_rank"), "1");
    EXPECT_EQ(rows[0].at("late_fault"), "");
}

// Clauses: [chakra-step], [late-transfer]
TEST(ChakraStepTest, AFaultThatHeldAStepIsNamed)
{
    const TrainingLines lines = LinesOfFile(WriteTwoRanks(1 << 22), 0, "port-up:0.1/silent@10us");
    const std::vector<Row> rows = RowsOf(lines.table);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].at("late_for"), "message");
    EXPECT_GT(Of(rows[0], "late_us"), 10);
    EXPECT_EQ(rows[0].at("late_fault"), "port-up:0.1/silent@10us");
    EXPECT_NE(lines.reasons.find("port-up:0.1/silent@10us"), std::string::npos);
}

// 120 us of work on each of four ranks. Clauses: [chakra-step], [training-times]
TEST(ChakraStepTest, EachRankHasItsIdleShare)
{
    const TrainingLines lines = LinesOfFile(DataFile("step_4.0.et"), 0);
    const std::vector<Row> rows = RowsOf(lines.table);
    ASSERT_EQ(rows.size(), 1U);
    const double idle = 100 * (1 - 120 / Of(rows[0], "time_us"));
    EXPECT_NEAR(Of(rows[0], "idle_percent"), idle, 0.01);
    const std::vector<Row> ranks = RowsOf(lines.ranks);
    ASSERT_EQ(ranks.size(), 4U);
    for (const Row& rank : ranks)
    {
        EXPECT_NEAR(Of(rank, "idle_percent"), idle, 0.01) << rank.at("rank");
        EXPECT_LE(Of(rank, "exposed_us"), Of(rows[0], "most_exposed_us"));
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
