/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Texts in GOAL that become binaries, with a part of a rank in memory.

#include "../mrc-thrown-text.h"
#include "data-file.h"
#include "goal-bytes.h"

#include "ns3/mrc-goal-binary-file.h"
#include "ns3/mrc-goal-limits.h"
#include "ns3/mrc-goal-spool.h"
#include "ns3/mrc-goal-stream.h"
#include "ns3/mrc-traffic-file.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

std::shared_ptr<std::iostream>
NewFile()
{
    return std::make_shared<std::stringstream>();
}

std::string
BinaryOfText(const std::string& text)
{
    std::istringstream in(text);
    GoalSpool spool("a.goal", NewFile);
    EXPECT_TRUE(ParseGoal(in, "a.goal", spool));
    const auto binary = std::dynamic_pointer_cast<std::stringstream>(spool.Take());
    return binary->str();
}

/** @return the error of a text that is read as the run goes on */
std::string
ErrorOf(const std::string& text)
{
    return test::ThrownText<ParseError>([&] {
        std::istringstream in(text);
        StreamGoalText(in, "a.goal", NewFile);
    });
}

std::string
WholeFile(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// LogGOPSim's own program made that file. Clauses: [goal-window], [goal-binary]
TEST(GoalSpoolTest, TheBinaryIsThatOfTxt2bin)
{
    EXPECT_EQ(BinaryOfText(WholeFile(DataFile("ring_4.goal"))), WholeFile(DataFile("ring_4.bin")));
}

// Clauses: [goal-window], [goal-binary]
TEST(GoalSpoolTest, RanksMayStandInAnyOrderOrBeLeftOut)
{
    const std::string text =
        "num_ranks 4\n"
        "rank 2 {\nl1: send 7b to 0 tag 9\nl2: calc 1 cpu 3\nl1 irequires l2\n}\n"
        "rank 0 {\nl1: calc 5000\nl2: recv 7b from 2 tag -1\nl1 requires l2\n}\n";
    const std::string binary = BinaryOfText(text);
    std::istringstream in(binary);
    std::istringstream again(text);
    GoalBinaryFile file(in, "a.bin");
    EXPECT_EQ(file.Ranks(), 4U);
    EXPECT_EQ(file.CountOf(0), 2U);
    EXPECT_EQ(file.CountOf(1), 0U);
    EXPECT_EQ(file.CountOf(2), 2U);
    EXPECT_EQ(file.Read(2, 1).operation.cpu, 3U);
    EXPECT_EQ(file.Read(2, 1).onStart.length, 1U);
    EXPECT_EQ(file.Waiting(2, 1, file.Read(2, 1).onStart.begin), 0U);
    EXPECT_FALSE(file.Read(0, 1).operation.tag);
    EXPECT_EQ(file.Read(0, 0).before, 1U);
    EXPECT_EQ(file.NumberOf(2, 0), 3U);
    EXPECT_EQ(StreamGoalText(again, "a.goal", NewFile).stream->flows, 3U);
}

// Clauses: [goal-window], [goal-messages]
TEST(GoalSpoolTest, ErrorsNameLinesOfTheText)
{
    EXPECT_EQ(ErrorOf("num_ranks 2\nrank 1 {\ncalc 1\n  recv 8b from 0\n}\n"
                      "rank 0 {\n\n calc 1; send 9b to 1\n}\n"),
              "a.goal:4:3: a recv of 8 bytes for the send in line 8; expected its 9, or more");
    EXPECT_EQ(ErrorOf("num_ranks 2\nrank 1 {\ncalc 1\n  recv 8b from 0\n}\n"),
              "a.goal:4:3: nobody sends for the recv from rank 0, tag 0; expected one more send "
              "there");
    EXPECT_EQ(ErrorOf("num_ranks 2\nrank 1 {\na: calc 1\na: calc 1\n}\n"),
              "a.goal:4:1: label 'a' again, of line 3; expected a new one");
}

// Clauses: [goal-window]
TEST(GoalSpoolTest, ALabelIsKnownForSoManyOperations)
{
    const auto errorWith = [](uint32_t between) {
        std::string text = "num_ranks 2\nrank 1 {\na: calc 1\n";
        for (uint32_t i = 0; i < between; ++i)
        {
            text += "calc 1\n";
        }
        std::istringstream in(text + "b: calc 1\nb requires a\n}\n");
        GoalSpool spool("a.goal", NewFile, 100);
        return test::ThrownText<ParseError>([&] { ParseGoal(in, "a.goal", spool); });
    };
    EXPECT_EQ(errorWith(99), "no error");
    EXPECT_EQ(errorWith(100),
              "a.goal:105:12: 'a'; expected a label of rank 1 that stands above, at most 100 "
              "operations");
}

// Clauses: [goal-window]
TEST(GoalSpoolTest, SoManyDependenciesAreHeldAndNoMore)
{
    const auto error = [](const std::string& text) {
        std::istringstream in(text);
        GoalSpool spool("a.goal", NewFile, 10, 100);
        return test::ThrownText<ParseError>([&] { ParseGoal(in, "a.goal", spool); });
    };
    std::string same = "num_ranks 2\nrank 1 {\na: calc 1\nb: calc 1\n";
    for (uint32_t i = 0; i < 100; ++i)
    {
        same += "b requires a\n";
    }
    EXPECT_EQ(error(same + "}\n"), "no error");
    EXPECT_EQ(error(same + "b requires a\n}\n"),
              "a.goal:105:3: more than 100 dependencies of 2 operations; expected fewer");
    std::string chain = "num_ranks 2\nrank 1 {\na0: calc 1\n";
    for (uint32_t i = 1; i < 1000; ++i)
    {
        const std::string next = "a" + std::to_string(i);
        chain += next + ": calc 1\n" + next + " requires a" + std::to_string(i - 1) + "\n";
    }
    EXPECT_EQ(error(chain + "}\n"), "no error") << "those that were written are not held";
}

// Clauses: [goal-window]
TEST(GoalSpoolTest, ALongFileIsAStream)
{
    const std::string path = testing::TempDir() + "mrc-goal-spool-test.goal";
    for (const bool isLong : {false, true})
    {
        std::ofstream out(path);
        out << "num_ranks 2\nrank 1 {\n";
        for (uint64_t i = 0; i < GOAL_MOST_HELD + (isLong ? 1 : 0); ++i)
        {
            out << "calc 1\n";
        }
        out << "}\n";
        out.close();
        const ConnectionMatrix matrix = ReadTrafficFile(path);
        EXPECT_EQ(matrix.nodes, 2U);
        EXPECT_EQ(matrix.stream != nullptr, isLong);
        EXPECT_EQ(matrix.stream ? matrix.stream->flows : matrix.transfers.size(),
                  GOAL_MOST_HELD + (isLong ? 1 : 0));
    }
    std::remove(path.c_str());
}

// Clauses: [goal-window]
TEST(GoalSpoolTest, FilesThatCannotBeWrittenAreTold)
{
    const auto broken = [] {
        const auto file = std::make_shared<std::stringstream>();
        file->setstate(std::ios::badbit);
        return file;
    };
    std::istringstream in("num_ranks 2\nrank 1 {\ncalc 1\n}\n");
    EXPECT_EQ(
        test::ThrownText<ParseError>([&] { StreamGoalText(in, "a.goal", broken); }),
        "a.goal:1:1: a temporary file of the operations cannot be written; expected more room "
        "in the folder of temporary files (TMPDIR)");
}

} // namespace
} // namespace mrc
} // namespace ns3
