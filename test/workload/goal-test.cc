/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Schedules in GOAL: what is read, what is refused, and what waits for what.

#include "../mrc-thrown-text.h"
#include "data-file.h"
#include "play-transfers.h"

#include "ns3/mrc-goal-schedule.h"
#include "ns3/mrc-traffic-file.h"

#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

GoalSchedule
Read(const std::string& text)
{
    std::istringstream in(text);
    return ReadGoal(in, "a.goal");
}

ConnectionMatrix
Matrix(const std::string& text)
{
    return GoalMatrix(Read(text));
}

/** @return a schedule of two ranks with these statements */
std::string
Pair(const std::string& first, const std::string& second)
{
    return "num_ranks 2\nrank 0 {\n" + first + "\n}\nrank 1 {\n" + second + "\n}\n";
}

/** @return the text of the error of reading a schedule, or of making a matrix of it */
std::string
ErrorOf(const std::string& text)
{
    return test::ThrownText<ParseError>([&] { Matrix(text); });
}

// Clauses: [goal-files]
TEST(GoalTest, ReadsOperationsAndDependencies)
{
    const GoalSchedule schedule = Read("num_ranks 3 // three\n"
                                       "rank 1 {\n"
                                       "l1: send 10b to 0 tag 3 cpu 2 nic 0\n"
                                       "  recv 7 b from 2 tag -1; l3 : calc 100 cpu 1\n"
                                       "/* no\nl3 requires l9 */ l3 requires l1\n"
                                       "l1 irequires l3 }\n"
                                       "rank 0 {\n"
                                       "l1: calc 0\n"
                                       "}");
    EXPECT_EQ(schedule.name, "a.goal");
    EXPECT_EQ(schedule.ranks, 3U);
    ASSERT_EQ(schedule.operations.size(), 4U);
    const GoalOperation& send = schedule.operations[0];
    EXPECT_EQ(send.kind, GoalKind::SEND);
    EXPECT_EQ(send.rank, 1U);
    EXPECT_EQ(send.peer, 0U);
    EXPECT_EQ(send.size, 10U);
    EXPECT_EQ(send.tag, 3U);
    EXPECT_EQ(send.cpu, 2U);
    EXPECT_EQ(send.at.line, 3U);
    EXPECT_EQ(send.at.column, 5U);
    EXPECT_EQ(schedule.operations[1].kind, GoalKind::RECV);
    EXPECT_FALSE(schedule.operations[1].tag);
    EXPECT_EQ(schedule.operations[2].kind, GoalKind::CALC);
    EXPECT_EQ(schedule.operations[2].size, 100U);
    EXPECT_EQ(schedule.operations[2].cpu, 1U);
    EXPECT_EQ(schedule.operations[3].rank, 0U);
    ASSERT_EQ(schedule.dependencies.size(), 2U);
    EXPECT_EQ(schedule.dependencies[0].operation, 2U);
    EXPECT_EQ(schedule.dependencies[0].before, 0U);
    EXPECT_FALSE(schedule.dependencies[0].onStart);
    EXPECT_TRUE(schedule.dependencies[1].onStart);
}

// Clauses: [goal-files]
TEST(GoalTest, WrongTextsAreTold)
{
    const std::string range = "; expected a whole number, ";
    const std::pair<std::string, std::string> cases[] = {
        {"", "1:1: no operations; expected rank R { ... } with some"},
        {"num_ranks 1", "1:11: number of ranks is '1'" + range + "2 .. 1048576"},
        {"num_ranks 2 3", "1:13: '3'; expected the end of the statement"},
        {"rank 0 {", "1:1: 'rank'; expected num_ranks N"},
        {"num_ranks 2\nnum_ranks 2", "2:1: 'num_ranks'; expected rank R {"},
        {"num_ranks 2\nrank 2 {", "2:6: rank is '2'" + range + "0 .. 1"},
        {"num_ranks 2\nrank 0", "2:7: the statement ends; expected {"},
        {"num_ranks 2\nrank 0 {\ncalc 1", "3:7: rank 0 without end; expected }"},
        {"num_ranks 2\nrank 0 { }\nrank 0 { }", "3:6: rank 0 again; expected it once"},
        {"num_ranks 2\n /* all", "2:2: a comment without end; expected */ behind it"},
    };
    for (const auto& [text, error] : cases)
    {
        EXPECT_EQ(ErrorOf(text), "a.goal:" + error) << text;
    }
}

// Clauses: [goal-files]
TEST(GoalTest, WrongStatementsAreTold)
{
    const std::string range = "; expected a whole number, ";
    const std::pair<std::string, std::string> cases[] = {
        {"put 1b to 1",
         "1: 'put'; expected send, recv, calc, LABEL requires LABEL, LABEL irequires LABEL, or }"},
        {"send 0b to 1", "6: size in bytes is '0'" + range + "1 .. 4294967295"},
        {"send 1 to 1", "8: 'to'; expected b"},
        {"send 1b from 1", "9: 'from'; expected to"},
        {"send 1b to 2", "12: rank is '2'" + range + "0 .. 1"},
        {"send 1b to 0", "12: a message of rank 0 to itself; expected another rank"},
        {"send 1b to", "11: the statement ends; expected a rank"},
        {"recv 1b from -1", "14: a recv from any rank (-1); expected one rank"},
        {"send 1b to -1", "12: rank is '-1'" + range + "0 .. 1"},
        {"send 1b to 1 tag -1", "18: tag is '-1'" + range + "0 .. 4294967294"},
        {"send 1b to 1 nic 1", "18: nic, of which a rank has one, is '1'; expected 0"},
        {"send 1b to 1 cpu 256", "18: cpu is '256'" + range + "0 .. 255"},
        {"send 1b to 1 cpu 1 cpu 1",
         "20: 'cpu' again; expected tag, cpu, nic, or the end of the statement"},
        {"calc 1 tag 1", "8: 'tag'; expected cpu, or the end of the statement"},
        {"calc 4294967296", "6: time in ns is '4294967296'" + range + "0 .. 4294967295"},
        {"1a: calc 1", "1: label '1a'; expected a letter, and letters, digits or _ behind it"},
        {"a: calc 1; a: calc 2", "12: label 'a' again, of line 3; expected a new one"},
        {"a: calc 1; a requires b", "23: 'b'; expected a label of rank 0 that stands above"},
        {"a: calc 1; a requires a", "14: an operation waits for itself; expected another label"},
        {"a: calc 1; a requires", "22: the statement ends; expected a label"},
    };
    for (const auto& [text, error] : cases)
    {
        EXPECT_EQ(ErrorOf(Pair(text, "")), "a.goal:3:" + error) << text;
    }
}

// Clauses: [goal-messages]
TEST(GoalTest, MessagesNeedBothSides)
{
    EXPECT_EQ(ErrorOf(Pair("send 1b to 1 tag 3", "recv 1b from 0 tag 4")),
              "a.goal:6:1: nobody sends for the recv from rank 0, tag 4; expected one more send "
              "there");
    EXPECT_EQ(ErrorOf(Pair("send 1b to 1; send 1b to 1", "recv 1b from 0")),
              "a.goal:3:15: nobody receives the send to rank 1, tag 0; expected one more recv "
              "there");
    EXPECT_EQ(ErrorOf(Pair("calc 1", "recv 1b from 0 tag -1")),
              "a.goal:6:1: nobody sends for the recv from rank 0, any tag; expected one more send "
              "there");
    EXPECT_EQ(ErrorOf(Pair("send 9b to 1", "recv 8b from 0")),
              "a.goal:6:1: a recv of 8 bytes for the send in line 3; expected its 9, or more");
}

// The third recv gets what the first two leave. Clauses: [goal-messages]
TEST(GoalTest, RecvsTakeSendsInTheOrderOfTheFile)
{
    const auto error = [](const std::string& recvs) {
        return ErrorOf(Pair("send 1b to 1 tag 5; send 2b to 1 tag 6; send 3b to 1 tag 5", recvs));
    };
    EXPECT_EQ(error("recv 2b from 0 tag 6; recv 1b from 0 tag -1; recv 3b from 0 tag -1"),
              "no error");
    EXPECT_EQ(error("recv 1b from 0 tag -1; recv 3b from 0 tag 5; recv 2b from 0 tag -1"),
              "no error");
    EXPECT_EQ(error("recv 1b from 0 tag 5; recv 2b from 0 tag 5; recv 2b from 0 tag 6"),
              "a.goal:6:23: a recv of 2 bytes for the send in line 3; expected its 3, or more");
}

// Clauses: [goal-messages]
TEST(GoalTest, OperationsThatWaitForEachOtherAreRefused)
{
    const std::string wait = "a: recv 1b from ";
    EXPECT_EQ(
        ErrorOf(Pair(wait + "1\nb: send 1b to 1\nb requires a",
                     wait + "0\nb: send 1b to 0\nb requires a")),
        "a.goal:3:4: this operation waits for line 9, which waits for line 8, which waits for "
        "line 4, which waits for line 3: a cycle; expected operations that can all start");
    // A rank that is ready to receive may send before the message is there.
    EXPECT_EQ(ErrorOf(Pair(wait + "1\nb: send 1b to 1\nb irequires a",
                           wait + "0\nb: send 1b to 0\nb irequires a")),
              "no error");
    EXPECT_EQ(ErrorOf(Pair("a: calc 1; b: calc 1; c: calc 1; a requires b; b irequires a", "")),
              "a.goal:3:4: this operation waits for line 3, which waits for line 3: a cycle; "
              "expected operations that can all start");
}

// Clauses: [goal-messages]
TEST(GoalTest, NobodyWaitsForWhatOnlyAnotherRankKnows)
{
    const test::Play play = test::PlayTransfers(
        Matrix(Pair("a: send 1b to 1; b: recv 1b from 1; c: calc 5; c requires b; c irequires a",
                    "a: calc 3; b: recv 1b from 0; c: send 1b to 0; b requires a; c requires b")));
    EXPECT_EQ(play.acrossNics, 0U);
    EXPECT_EQ(play.heard[0].size(), 2U);
}

// A line that begins with # is no comment of its own amid one of several lines.
TEST(GoalTest, ACommentMayEndBehindAHash)
{
    const std::string text = "num_ranks 2\nrank 0 {\n/* first\n# last */ calc 5\n# none\n"
                             "calc 6 /* other */\n}\n";
    EXPECT_EQ(Read(text).operations.size(), 2U);
    EXPECT_EQ(ErrorOf("num_ranks 2\n/* first\n# last\n"),
              "a.goal:2:1: a comment without end; expected */ behind it");
}

TEST(GoalTest, ADependencyThatIsWrittenTwiceIsOne)
{
    const std::string once = "a: calc 1; b: calc 1; c: calc 1; c requires a; c requires b; ";
    std::string often = once;
    for (int i = 0; i < 100; ++i)
    {
        often += "c requires a; b irequires a; ";
    }
    EXPECT_EQ(Matrix(Pair(often, "")).transfers.size(),
              Matrix(Pair(once + "b irequires a", "")).transfers.size());
}

// Clauses: [goal-files], [goal-messages]
TEST(GoalTest, ARingIsThatOfTheGenerator)
{
    const ConnectionMatrix ring = ReadTrafficFile(DataFile("ring_4.goal"));
    EXPECT_EQ(ring.nodes, 4U);
    EXPECT_EQ(ring.transfers.size(), 24U) << "no work, and no signals";
    EXPECT_TRUE(ring.sharesPairs);
    const test::Play play = test::PlayTransfers(ring);
    EXPECT_EQ(play.last, 5U);
    EXPECT_EQ(test::ThrownText<ParseError>([] { ReadTrafficFile("no/such.goal"); }),
              "no/such.goal:1:1: cannot open the file; expected a schedule in GOAL");
}

// Clauses: [goal-files]
TEST(GoalTest, SurvivesDamagedTexts)
{
    std::mt19937 draw(5);
    const std::string good = Pair("l1: send 10b to 1 tag 3; l2: calc 7 /* x */; l2 requires l1",
                                  "recv 10b from 0 tag 3 // x");
    uint32_t refused = 0;
    for (uint32_t i = 0; i < 2000; ++i)
    {
        std::string text = good;
        for (uint32_t edits = 1 + draw() % 3; edits != 0; --edits)
        {
            const std::size_t at = draw() % text.size();
            switch (draw() % 3)
            {
            case 0:
                text.erase(at, 1 + draw() % 4);
                break;
            case 1:
                text[at] = static_cast<char>(draw());
                break;
            default:
                text.insert(at, text.substr(draw() % text.size(), draw() % 12));
                break;
            }
        }
        const std::string error = ErrorOf(text);
        refused += error != "no error";
        EXPECT_TRUE(error == "no error" || error.find("; expected ") != std::string::npos) << error;
    }
    EXPECT_GT(refused, 1000U);
}

} // namespace
} // namespace mrc
} // namespace ns3
