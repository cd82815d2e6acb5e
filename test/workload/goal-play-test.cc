/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Schedules in GOAL that are read as they go on: what starts, what is refused, what the window is.

#include "../mrc-thrown-text.h"
#include "goal-bytes.h"

#include "ns3/mrc-goal-limits.h"
#include "ns3/mrc-goal-play.h"
#include "ns3/mrc-goal-stream.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using test::BinaryOf;
using test::Bytes;
using test::GoalBytes;

/** @return the matrix of a binary that is read as the run goes on */
ConnectionMatrix
Stream(const std::string& binary)
{
    return StreamGoal(std::make_shared<std::istringstream>(binary), "a.bin");
}

std::string
PlayErrorOf(const std::string& binary)
{
    return test::ThrownText<ParseError>([&] { Stream(binary); });
}

/** @return the binary of a schedule of two ranks with these statements */
std::string
Pair(const std::string& first, const std::string& second)
{
    std::istringstream in("num_ranks 2\nrank 0 {\n" + first + "\n}\nrank 1 {\n" + second + "\n}\n");
    return BinaryOf(ReadGoal(in, "a.goal"));
}

GoalBytes
Work()
{
    GoalBytes work;
    work.operation.size = 1;
    return work;
}

/** @return the binary with work for two ranks, one of which may have a dependency */
std::string
WorkOf(uint32_t count, uint32_t before, uint32_t waiting)
{
    std::vector<GoalBytes> first(count, Work());
    first[waiting].before = 1;
    first[before].lists[0].push_back(waiting);
    return BinaryOf({first, {Work()}});
}

/** A binary, and what plays it. */
struct Played
{
    explicit Played(const std::string& binary, uint32_t reach = GOAL_REACH)
        : in(binary),
          file(in, "a.bin"),
          play(file, reach)
    {
        play.Begin();
    }

    /** Starts all that can start. @return the places of those of rank 0 */
    std::vector<uint32_t> Turns()
    {
        std::vector<uint32_t> places;
        for (GoalTurn turn; play.Next(turn);)
        {
            if (turn.at.rank == 0)
            {
                places.push_back(turn.at.place);
            }
            play.Started(turn.at);
        }
        return places;
    }

    std::istringstream in;
    GoalBinaryFile file;
    GoalPlay play;
};

using Places = std::vector<uint32_t>;

// Clauses: [goal-files], [goal-messages], [goal-processors]
TEST(GoalPlayTest, OperationsStartBehindThoseThatTheyWaitFor)
{
    Played played(Pair("w: calc 5; s: send 7b to 1; r: recv 9b from 1; x: calc 1; y: calc 2\n"
                       "x requires r; x irequires w; y requires x",
                       "send 9b to 0; recv 7b from 0"));
    EXPECT_EQ(played.Turns(), (Places{1, 0})) << "messages first; a recv that starts it is read";
    played.play.Ended({0, 0});
    EXPECT_EQ(played.Turns(), Places());
    played.play.Arrived({1, 0});
    EXPECT_EQ(played.Turns(), Places{3});
    played.play.Ended({0, 3});
    EXPECT_EQ(played.Turns(), Places{4});
}

// Clauses: [goal-messages]
TEST(GoalPlayTest, ALateRecvIsDoneAtOnce)
{
    Played played(Pair("w: calc 5; r: recv 9b from 1; x: calc 1; r requires w; x requires r",
                       "send 9b to 0"));
    EXPECT_EQ(played.Turns(), Places{0});
    played.play.Arrived({1, 0});
    EXPECT_EQ(played.Turns(), Places());
    played.play.Ended({0, 0});
    EXPECT_EQ(played.Turns(), (Places{1, 2}));
}

// Clauses: [goal-messages]
TEST(GoalPlayTest, TheFileDecidesWhichMessageARecvTakes)
{
    // The any-tag recv leaves the second send to the first recv.
    Played played(Pair("a: recv 9b from 1 tag 2; b: recv 9b from 1 tag -1; x: calc 1; y: calc 1\n"
                       "x requires a; y requires b",
                       "send 9b to 0 tag 1; send 8b to 0 tag 2"));
    EXPECT_EQ(played.Turns(), Places());
    played.play.Arrived({1, 1});
    EXPECT_EQ(played.Turns(), Places{2});
    played.play.Arrived({1, 0});
    EXPECT_EQ(played.Turns(), Places{3});
}

/** @return the error of a play to the end of a binary with work */
std::string
ErrorWithin(uint32_t reach, const std::string& binary)
{
    return test::ThrownText<ParseError>([&] {
        Played played(binary, reach);
        for (Places turns = played.Turns(); !turns.empty(); turns = played.Turns())
        {
            for (const uint32_t place : turns)
            {
                played.play.Ended({0, place});
            }
        }
        played.play.Ended({1, 0});
        played.play.CheckEnd();
    });
}

// Clauses: [goal-window]
TEST(GoalPlayTest, ADependencyReachesSoFarAndNoFarther)
{
    EXPECT_EQ(GOAL_REACH, 1000000U);
    EXPECT_EQ(ErrorWithin(100, WorkOf(101, 0, 100)), "no error");
    EXPECT_EQ(ErrorWithin(100, WorkOf(102, 0, 101)),
              "a.bin:102:1: an operation waits for line 1, 101 operations away; expected at most "
              "100");
    EXPECT_EQ(ErrorWithin(100, WorkOf(102, 99, 0)), "no error");
    EXPECT_EQ(ErrorWithin(100, WorkOf(102, 100, 0)),
              "a.bin:1:1: this operation waits for others without end: in a cycle, for more than "
              "name it, or for one 100 operations behind it; expected operations that can all "
              "start");
}

// Clauses: [goal-window]
TEST(GoalPlayTest, AnOperationStartsInsideTheWindow)
{
    // Operation 0 holds the window; those behind it wait for nothing.
    Played played(WorkOf(102, 100, 101), 100);
    const Places turns = played.Turns();
    ASSERT_EQ(turns.size(), 100U);
    EXPECT_EQ(turns.back(), 99U);
    played.play.Ended({0, 1});
    EXPECT_EQ(played.Turns(), Places());
    played.play.Ended({0, 0});
    EXPECT_EQ(played.Turns(), (Places{100})) << "now 2 is the first that is not done";
    played.play.Ended({0, 100});
    EXPECT_EQ(played.Turns(), Places{101});
}

// Clauses: [goal-window], [goal-messages]
TEST(GoalPlayTest, WhatNeverStartsIsTold)
{
    EXPECT_EQ(PlayErrorOf(Pair("a: calc 1; b: calc 1; a requires b; b requires a", "calc 1")),
              "a.bin:1:1: this operation waits for others without end: in a cycle, for more than "
              "name it, or for one 1000000 operations behind it; expected operations that can all "
              "start");
    EXPECT_EQ(PlayErrorOf(Pair("send 9b to 1 tag 4", "calc 1")),
              "a.bin:1:1: nobody receives the send to rank 1, tag 4; expected one more recv there");
    EXPECT_EQ(PlayErrorOf(Pair("calc 1", "recv 9b from 0 tag -1")),
              "a.bin:2:1: nobody sends for the recv from rank 0, any tag; expected one more send "
              "there");
    EXPECT_EQ(PlayErrorOf(Pair("send 9b to 1", "calc 1; recv 8b from 0")),
              "a.bin:3:1: a recv of 8 bytes for the send in line 1; expected its 9, or more");
}

// Clauses: [goal-binary], [goal-window]
TEST(GoalPlayTest, WrongListsAreTold)
{
    const std::string good = Pair("a: calc 1; b: calc 1; b requires a", "calc 1");
    constexpr std::size_t rank = 14 + 2 * 16;
    constexpr std::size_t first = rank + 8 + 4; // one operation waits for nothing
    const auto with = [&](std::size_t at, const std::string& bytes) {
        std::string binary = good;
        return PlayErrorOf(binary.replace(at, bytes.size(), bytes));
    };
    EXPECT_EQ(with(rank + 8, Bytes(2, 4)),
              "a.bin:1:1: operation 2 of the rank, from 0, is next in the list of those that wait "
              "for nothing; expected one behind this, of 2");
    EXPECT_EQ(with(rank + 8, Bytes(1, 4)),
              "a.bin:2:1: an operation waits for more or fewer others than name it; expected as "
              "many");
    EXPECT_EQ(with(first + 39, Bytes(0, 4)),
              "a.bin:2:1: an operation waits for more or fewer others than name it; expected as "
              "many");
    EXPECT_EQ(with(first + 39 + 31, Bytes(1, 4) + Bytes(1, 4)),
              "a.bin:2:1: rank 0: 2 dependencies; expected as many as there are bytes for");
}

/** @return the error when so many sends are there before their recvs start, of 3 */
std::string
ErrorOfEarly(uint32_t early)
{
    return test::ThrownText<ParseError>([&] {
        GoalMailboxes mailboxes("a.goal", 3);
        for (uint32_t i = 0; i < 100; ++i)
        {
            const GoalOperation send{GoalKind::SEND, 0, 0, 1, 9, 0, {i + 1, 1}};
            const GoalOperation recv{GoalKind::RECV, 0, 1, 0, 9, 0, {}};
            mailboxes.Add(send, i);
            mailboxes.Add(recv, i);
            EXPECT_FALSE(mailboxes.Arrived({0, i}));
            if (i + 1 >= early)
            {
                EXPECT_TRUE(mailboxes.Started({1, i + 1 - early}));
            }
        }
    });
}

// Clauses: [goal-window], [goal-messages]
TEST(GoalPlayTest, SoManySendsAreThereBeforeTheirRecvsAndNoMore)
{
    EXPECT_EQ(GOAL_MOST_EARLY, 1000000U);
    EXPECT_EQ(ErrorOfEarly(3), "no error");
    EXPECT_EQ(ErrorOfEarly(4),
              "a.goal:4:1: more than 3 sends are there before their recvs start, with this one; "
              "expected fewer");
}

// Clauses: [goal-binary]
TEST(GoalPlayTest, SurvivesDamagedFiles)
{
    std::mt19937 draw(7);
    const std::string good = Pair("a: calc 5; b: send 7b to 1; c: recv 9b from 1 cpu 1; d: calc 1\n"
                                  "b requires a; d irequires b; d requires c",
                                  "a: send 9b to 0; b: recv 7b from 0; c: calc 1; c requires b");
    uint32_t refused = 0;
    for (uint32_t i = 0; i < 5000; ++i)
    {
        std::string binary = good.substr(0, i % 5 == 0 ? draw() % good.size() : good.size());
        for (uint32_t edits = binary.empty() ? 0 : 1 + draw() % 3; edits != 0; --edits)
        {
            binary[draw() % binary.size()] =
                static_cast<char>(draw() % 3 == 0 ? draw() : draw() % 4);
        }
        const std::string error = PlayErrorOf(binary);
        refused += error != "no error";
        EXPECT_TRUE(error == "no error" || error.find("; expected ") != std::string::npos) << error;
    }
    EXPECT_GT(refused, 2500U);
}

// Clauses: [goal-window]
TEST(GoalPlayTest, AStreamKnowsWhatItHas)
{
    const ConnectionMatrix matrix =
        Stream(Pair("a: calc 5 cpu 3; send 7b to 1", "recv 7b from 0; calc 2"));
    EXPECT_EQ(matrix.nodes, 2U);
    EXPECT_TRUE(matrix.sharesPairs);
    EXPECT_TRUE(matrix.transfers.empty());
    EXPECT_EQ(matrix.stream->flows, 3U);
    EXPECT_EQ(matrix.stream->bytes, 14U);
    EXPECT_EQ(matrix.stream->working.count({0, 3}), 1U);
    EXPECT_EQ(matrix.stream->working.count({0, 0}), 0U);
}

} // namespace
} // namespace mrc
} // namespace ns3
