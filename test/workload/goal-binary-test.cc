/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// LogGOPSim's binary of GOAL: what is read, and what is refused.

#include "../mrc-thrown-text.h"
#include "data-file.h"
#include "goal-bytes.h"

#include "ns3/mrc-goal-binary.h"
#include "ns3/mrc-traffic-file.h"

#include <algorithm>
#include <cstdio>
#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <tuple>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using test::BinaryOf;
using test::Bytes;

const char* const TEXT = "num_ranks 3\n"
                         "rank 0 {\n"
                         "l1: send 10b to 1 tag 3 cpu 2\n"
                         "l2: calc 5000000 cpu 1\n"
                         "l3: recv 7b from 2 tag -1\n"
                         "l2 requires l1\n"
                         "l3 requires l2\n"
                         "l3 irequires l1\n"
                         "}\n"
                         "rank 1 {\n"
                         "recv 10b from 0 tag 3\n"
                         "}\n"
                         "rank 2 {\n"
                         "l1: send 7b to 0 tag 9\n"
                         "l2: calc 1\n"
                         "l1 irequires l2\n"
                         "}\n";

constexpr std::size_t RANKS_AT = 8;             //!< where that number stands
constexpr std::size_t FIRST_RANK = 14 + 3 * 16; //!< of three
constexpr std::size_t FIRST_OPERATION =
    FIRST_RANK + 8 + 4;               //!< the first operation: one waits for nothing
constexpr std::size_t OPERATION = 39; //!< bytes

GoalSchedule
Schedule()
{
    std::istringstream in(TEXT);
    return ReadGoal(in, "a.goal");
}

GoalSchedule
Read(const std::string& binary)
{
    std::istringstream in(binary);
    return ReadGoalBinary(in, "a.bin");
}

/** @return the error of the binary with these bytes at a place */
std::string
ErrorWith(std::size_t at, const std::string& bytes)
{
    std::string binary = BinaryOf(Schedule());
    binary.replace(at, bytes.size(), bytes);
    return test::ThrownText<ParseError>([&] { GoalMatrix(Read(binary)); });
}

// Clauses: [goal-binary]
TEST(GoalBinaryTest, APipeIsRefused)
{
    const std::string path = testing::TempDir() + "mrc-goal-binary-test.bin";
    std::remove(path.c_str());
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    EXPECT_EQ(test::ThrownText<ParseError>([&] { ReadTrafficFile(path); }),
              path + ":1:1: no regular file; expected one, as schedules are read twice");
    std::remove(path.c_str());
}

// Clauses: [goal-binary]
TEST(GoalBinaryTest, RanksHavePartsOfTheirOwn)
{
    constexpr std::size_t table = 14; // places of the parts of ranks 0, 1 and 2
    const std::string binary = BinaryOf(Schedule());
    EXPECT_EQ(ErrorWith(table + 16, binary.substr(table, 16)),
              "a.bin:9:1: ranks 0 and 1 share bytes; expected a part of its own for each");
    EXPECT_NE(ErrorWith(table, Bytes(6, 8)).find("behind the table of ranks"), std::string::npos);
}

/** @return the dependencies of a schedule, in an order of their own */
std::vector<std::tuple<uint32_t, uint32_t, bool>>
Sorted(const GoalSchedule& schedule)
{
    std::vector<std::tuple<uint32_t, uint32_t, bool>> all;
    for (const GoalDependency& d : schedule.dependencies)
    {
        all.emplace_back(d.operation, d.before, d.onStart);
    }
    std::sort(all.begin(), all.end());
    return all;
}

// Clauses: [goal-binary]
TEST(GoalBinaryTest, TheBinaryReadsAsTheText)
{
    const GoalSchedule text = Schedule();
    const GoalSchedule binary = Read(BinaryOf(text));
    EXPECT_EQ(binary.name, "a.bin");
    EXPECT_EQ(binary.ranks, 3U);
    ASSERT_EQ(binary.operations.size(), text.operations.size());
    for (uint32_t i = 0; i < text.operations.size(); ++i)
    {
        const GoalOperation& a = binary.operations[i];
        const GoalOperation& b = text.operations[i];
        EXPECT_EQ(a.kind, b.kind) << i;
        EXPECT_EQ(std::tie(a.rank, a.peer, a.size, a.cpu), std::tie(b.rank, b.peer, b.size, b.cpu));
        EXPECT_TRUE(a.kind == GoalKind::CALC || a.tag == b.tag) << i;
        EXPECT_EQ(a.at.line, i + 1);
    }
    EXPECT_EQ(Sorted(binary), Sorted(text));
    EXPECT_EQ(GoalMatrix(binary).transfers.size(), GoalMatrix(text).transfers.size());
}

// LogGOPSim's own program made that file. Clauses: [goal-binary]
TEST(GoalBinaryTest, WhatTxt2binMadeReadsAsItsText)
{
    const ConnectionMatrix text = ReadTrafficFile(DataFile("ring_4.goal"));
    const ConnectionMatrix binary = ReadTrafficFile(DataFile("ring_4.bin"));
    EXPECT_EQ(binary.nodes, text.nodes);
    ASSERT_EQ(binary.transfers.size(), text.transfers.size());
    for (uint32_t i = 0; i < text.transfers.size(); ++i)
    {
        const Transfer& a = binary.transfers[i];
        const Transfer& b = text.transfers[i];
        EXPECT_EQ(std::tie(a.source, a.destination, a.bytes, a.startTrigger, a.recvDoneTrigger),
                  std::tie(b.source, b.destination, b.bytes, b.startTrigger, b.recvDoneTrigger));
    }
    EXPECT_EQ(test::ThrownText<ParseError>([] { ReadTrafficFile("no/such.bin"); }),
              "no/such.bin:1:1: cannot open the file; expected a schedule in GOAL");
}

// Clauses: [goal-binary]
TEST(GoalBinaryTest, WrongHeadsAreTold)
{
    EXPECT_EQ(ErrorWith(0, "num_rank"),
              "a.bin:1:1: no binary of GOAL; expected one as txt2bin makes it");
    EXPECT_EQ(ErrorWith(0, Bytes(2342, 8)),
              "a.bin:1:1: LogGOPSim has used this file as memory (--save-mem); expected one as "
              "txt2bin makes it");
    for (const uint32_t ranks : {1U, 1U << 20, 0xffffffffU})
    {
        EXPECT_EQ(ErrorWith(RANKS_AT, Bytes(ranks, 4)),
                  "a.bin:1:1: " + std::to_string(ranks) +
                      " ranks; expected 2 .. 1048576, and a place in the file for each");
    }
    EXPECT_EQ(ErrorWith(14, Bytes(1ULL << 40, 8)).substr(0, 49),
              "a.bin:1:1: rank 0: its bytes are 1099511627776 ..");
    EXPECT_EQ(ErrorWith(FIRST_RANK, Bytes(0xffffffff, 4)),
              "a.bin:1:1: rank 0: 4294967295 operations; expected as many as the bytes can hold");
    const std::string whole = BinaryOf(Schedule());
    EXPECT_EQ(test::ThrownText<ParseError>([&] { Read(whole.substr(0, 5)); }),
              "a.bin:1:1: the file ends; expected more bytes");
    EXPECT_EQ(test::ThrownText<ParseError>([&] {
                  Read(Bytes(4223, 8) + Bytes(2, 6) + Bytes(38, 8) + Bytes(46, 8) + Bytes(46, 8) +
                       Bytes(54, 8) + Bytes(0, 16));
              }),
              "a.bin:1:1: no operations; expected some");
}

// Clauses: [goal-binary]
TEST(GoalBinaryTest, WrongOperationsAreTold)
{
    const std::string number = "; expected a whole number, ";
    EXPECT_EQ(ErrorWith(FIRST_OPERATION + 4, Bytes(4, 1)),
              "a.bin:1:1: operation of kind 4; expected 1 (send), 2 (recv) or 3 (calc)");
    EXPECT_EQ(ErrorWith(FIRST_OPERATION + 5, Bytes(3, 4)),
              "a.bin:1:1: a message with rank 3; expected another rank, below 3");
    EXPECT_EQ(ErrorWith(FIRST_OPERATION + 5, Bytes(0, 4)),
              "a.bin:1:1: a message with rank 0; expected another rank, below 3");
    EXPECT_EQ(ErrorWith(FIRST_OPERATION + 2 * OPERATION + 5, Bytes(0xffffffff, 4)),
              "a.bin:3:1: a recv from any rank (-1); expected one rank");
    EXPECT_EQ(ErrorWith(FIRST_OPERATION + 9, Bytes(0, 8)),
              "a.bin:1:1: size in bytes is 0" + number + "1 .. 4294967295");
    EXPECT_EQ(ErrorWith(FIRST_OPERATION + OPERATION + 9, Bytes(1ULL << 32, 8)),
              "a.bin:2:1: time in ns is 4294967296" + number + "0 .. 4294967295");
    EXPECT_EQ(ErrorWith(FIRST_OPERATION + 17, Bytes(0xffffffff, 4)),
              "a.bin:1:1: a send with any tag (-1); expected one tag");
    EXPECT_EQ(ErrorWith(FIRST_OPERATION + 22, Bytes(1, 1)),
              "a.bin:1:1: nic, of which a rank has one, is '1'; expected 0");
    EXPECT_EQ(ErrorWith(FIRST_OPERATION + 17, Bytes(4, 4)).substr(0, 44),
              "a.bin:4:1: nobody sends for the recv from ra")
        << "as of the text";
}

// Clauses: [goal-binary]
TEST(GoalBinaryTest, WrongListsAreTold)
{
    constexpr std::size_t lists = FIRST_OPERATION + 3 * OPERATION;
    EXPECT_EQ(ErrorWith(FIRST_OPERATION, Bytes(1, 4)),
              "a.bin:1:1: an operation waits for more or fewer others than name it; expected as "
              "many");
    EXPECT_EQ(ErrorWith(lists, Bytes(3, 4)),
              "a.bin:1:1: operation 3 of the rank, from 0, waits for this one; expected another "
              "one of 3");
    EXPECT_EQ(ErrorWith(lists, Bytes(0, 4)),
              "a.bin:1:1: operation 0 of the rank, from 0, waits for this one; expected another "
              "one of 3");
    EXPECT_EQ(ErrorWith(FIRST_OPERATION + 23, Bytes(2, 4)),
              "a.bin:1:1: a list of those that wait begins at 1; expected 2");
    EXPECT_EQ(ErrorWith(FIRST_OPERATION + 2 * OPERATION + 31, Bytes(1, 4) + Bytes(3, 4)),
              "a.bin:4:1: rank 0: 4 dependencies; expected as many as there are bytes for");
}

// Clauses: [goal-binary]
TEST(GoalBinaryTest, SurvivesDamagedFiles)
{
    std::mt19937 draw(7);
    const std::string good = BinaryOf(Schedule());
    uint32_t refused = 0;
    for (uint32_t i = 0; i < 3000; ++i)
    {
        std::string binary = good.substr(0, i % 5 == 0 ? draw() % good.size() : good.size());
        for (uint32_t edits = binary.empty() ? 0 : 1 + draw() % 3; edits != 0; --edits)
        {
            binary[draw() % binary.size()] = static_cast<char>(draw());
        }
        const std::string error = test::ThrownText<ParseError>([&] { GoalMatrix(Read(binary)); });
        refused += error != "no error";
        EXPECT_TRUE(error == "no error" || error.find("; expected ") != std::string::npos) << error;
    }
    EXPECT_GT(refused, 1500U);
}

} // namespace
} // namespace mrc
} // namespace ns3
