/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "play-transfers.h"

#include "ns3/mrc-operation-list.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

// Data for two ranks' work, of which one waits for its own work too.
// Clauses: [operation-triggers]
TEST(OperationListTest, AnOperationStartsOnceAllBeforeItAreDone)
{
    OperationList list("job", 2);
    const uint32_t first = list.Work(0, 10);
    const uint32_t other = list.Work(1, 10);
    const uint32_t send = list.Send(0, 1, 1000);
    const uint32_t alone = list.Work(0, 10);
    const uint32_t joined = list.Work(1, 10);
    list.After(send, first);
    list.After(alone, first);
    list.After(joined, send);
    list.After(joined, other);
    const ConnectionMatrix matrix = list.Take();
    EXPECT_TRUE(matrix.sharesPairs);
    const test::Play play = test::PlayTransfers(matrix);
    EXPECT_EQ(play.acrossNics, 0U);
    EXPECT_EQ(play.rounds[first], 0U);
    EXPECT_EQ(play.rounds[send], 1U);
    EXPECT_EQ(play.rounds[alone], 1U);
    EXPECT_EQ(play.rounds[joined], 2U);
    EXPECT_EQ(matrix.transfers.size(), 5U) << "one barrier needs no signal";
}

// Clauses: [operation-triggers]
TEST(OperationListTest, SignalsJoinWhatOneTriggerCannot)
{
    OperationList list("job", 2);
    const uint32_t a = list.Work(0, 10);
    const uint32_t b = list.Work(0, 10);
    const uint32_t c = list.Work(0, 10);
    const uint32_t d = list.Work(0, 10);
    list.After(c, a);
    list.After(c, b);
    const uint32_t e = list.Work(0, 10);
    list.After(d, a);
    list.After(d, b);
    list.After(d, c);
    list.After(e, a);
    const ConnectionMatrix matrix = list.Take();
    // a sets off e, and the barriers of c and d by signals; b does so with both barriers.
    ASSERT_EQ(matrix.transfers.size(), 9U);
    EXPECT_EQ(matrix.transfers[5].bytes, 0U);
    const test::Play play = test::PlayTransfers(matrix);
    EXPECT_EQ(play.rounds[e], 1U);
    EXPECT_EQ(play.rounds[c], 2U);
    EXPECT_EQ(play.rounds[d], 3U);
}

// Two that wait for the same ones start together: neither needs a signal. Work that waits for a
// begin shares with none, as a begin comes earlier than an end. Clauses: [operation-triggers]
TEST(OperationListTest, OperationsThatWaitForTheSameShareABarrier)
{
    for (const bool waitsForBegin : {false, true})
    {
        OperationList list("job", 2);
        const uint32_t a = list.Work(0, 10, 1);
        const uint32_t b = list.Send(1, 0, 10);
        const uint32_t c = list.Work(0, 10);
        const uint32_t d = list.Send(0, 1, 10);
        list.After(c, a);
        list.After(c, b);
        waitsForBegin ? list.AfterBegin(d, a) : list.After(d, a);
        list.After(d, b);
        const ConnectionMatrix matrix = list.Take();
        EXPECT_EQ(matrix.transfers[c].startTrigger == matrix.transfers[d].startTrigger,
                  !waitsForBegin);
        EXPECT_EQ(matrix.transfers.size(), waitsForBegin ? 6U : 4U);
        const test::Play play = test::PlayTransfers(matrix);
        EXPECT_EQ(play.rounds[c], waitsForBegin ? 2U : 1U);
        EXPECT_EQ(play.rounds[d], play.rounds[c]);
    }
}

// Clauses: [operation-triggers]
TEST(OperationListTest, WhatIsSaidTwiceCountsOnce)
{
    OperationList list("job", 2);
    const uint32_t first = list.Work(0, 10);
    const uint32_t other = list.Work(0, 10);
    const uint32_t send = list.Send(0, 1, 1000);
    list.After(send, first);
    list.After(send, other);
    list.After(send, other);
    list.After(send, first);
    const test::Play play = test::PlayTransfers(list.Take());
    EXPECT_EQ(play.rounds[send], 1U);
}

// Rank 1 gets two messages. What it sends for these starts no earlier than its first send could,
// and the work behind them does. Clauses: [own-part]
TEST(OperationListTest, LaterRowsStartNoEarlierThanTheFirstCould)
{
    OperationList list("job", 2);
    const uint32_t early = list.Work(1, 10);
    const uint32_t late = list.Work(1, 10);
    list.After(late, early);
    const uint32_t a = list.Send(0, 1, 10);
    const uint32_t rows = list.Send(1, 0, 10);
    const uint32_t answer = list.Send(1, 0, 10);
    list.After(rows, late);
    list.After(answer, a);
    list.KeepBehindFirst(rows, 1);
    const ConnectionMatrix matrix = list.Take();
    EXPECT_EQ(matrix.transfers.size(), 5U) << "no signal";
    const test::Play play = test::PlayTransfers(matrix);
    EXPECT_EQ(play.rounds[rows], 2U);
    EXPECT_EQ(play.rounds[answer], 2U) << "the message is there after one";
}

// Clauses: [own-part]
TEST(OperationListTest, WhatARowWaitsForNobodyElseWaitsFor)
{
    OperationList list("job", 2);
    const uint32_t a = list.Send(0, 1, 10);
    const uint32_t rows = list.Send(1, 0, 10);
    const uint32_t answer = list.Send(1, 0, 10);
    list.After(answer, a);
    list.KeepBehindFirst(rows, 1);
    list.After(list.Work(1, 10), a);
    EXPECT_EQ(test::ThrownText<std::logic_error>([&] { list.Take(); }),
              "job: operation 2 of a later row; expected one that waits alone for one operation, "
              "and of the rank of its column");
}

// The same numbers at another rank are other waits: each rank hears of a message in its own time.
// Clauses: [operation-triggers]
TEST(OperationListTest, BarriersAreThoseOfARank)
{
    OperationList list("job", 2);
    const uint32_t a = list.Send(0, 1, 10);
    const uint32_t b = list.Send(0, 1, 10);
    const uint32_t sent = list.Work(0, 10);
    const uint32_t received = list.Work(1, 10);
    for (const uint32_t operation : {sent, received})
    {
        list.After(operation, a);
        list.After(operation, b);
    }
    const ConnectionMatrix matrix = list.Take();
    EXPECT_NE(matrix.transfers[sent].startTrigger, matrix.transfers[received].startTrigger);
    EXPECT_EQ(test::PlayTransfers(matrix).acrossNics, 0U);
}

// Clauses: [operation-triggers]
TEST(OperationListTest, NobodyWaitsForWhatItsRankDoesNotKnow)
{
    OperationList list("job", 3);
    const uint32_t send = list.Send(0, 1, 1);
    const uint32_t work = list.Work(2, 1);
    const std::string text = test::ThrownText<std::logic_error>([&] { list.After(work, send); });
    EXPECT_EQ(text, "job: operation 1 waits for 0; expected an earlier one of its rank");
    EXPECT_EQ(test::ThrownText<std::logic_error>([&] { list.After(send, send); }),
              "job: operation 0 waits for 0; expected an earlier one of its rank");
    EXPECT_EQ(test::ThrownText([&] { list.Work(0, 1ULL << 32); }),
              "job: work of 4294967296 ns; expected at most 4294967295");
    EXPECT_EQ(
        test::ThrownText([&] { list.Send(0, 1, 0); }),
        "job: a transfer of 0 bytes; expected 1 .. 4294967295: another size, or other pieces");
    EXPECT_EQ(test::ThrownText([] { OperationList("job", 1); }),
              "job: 1 ranks; expected 2 .. 1048576");
}

// Clauses: [exchange-window]
TEST(OperationListTest, SendsTakeTurns)
{
    OperationList list("job", 6);
    const uint32_t work = list.Work(0, 10);
    std::vector<uint32_t> sends;
    for (uint32_t to = 1; to < 6; ++to)
    {
        sends.push_back(list.Send(0, to, 1000));
    }
    list.After(sends[0], work);
    list.After(sends[1], work);
    list.TakeTurns(sends, 2);
    const uint32_t arrived = list.Work(5, 10);
    list.After(arrived, sends[4]);
    EXPECT_EQ(list.Before(sends[2]), std::vector<uint32_t>{sends[0]});
    EXPECT_EQ(list.Before(sends[4]), std::vector<uint32_t>{sends[2]});
    const ConnectionMatrix matrix = list.Take();
    const test::Play play = test::PlayTransfers(matrix);
    EXPECT_EQ(play.all[1], (std::vector<uint32_t>{sends[0], sends[1]}));
    EXPECT_EQ(play.all[2], (std::vector<uint32_t>{sends[2], sends[3]}));
    EXPECT_EQ(play.all[3], std::vector<uint32_t>{sends[4]});
    EXPECT_EQ(play.rounds[arrived], 4U);
    EXPECT_EQ(play.acrossNics, 0U);
    EXPECT_EQ(list.TakeBefore(sends[3]), std::vector<uint32_t>{sends[1]});
    EXPECT_TRUE(list.Before(sends[3]).empty()) << "given up";
}

// A completion sets off one trigger: that of the turns, or that of an operation that waits.
// Clauses: [exchange-window]
TEST(OperationListTest, NobodyWaitsForASendThatTakesTurns)
{
    OperationList list("job", 3);
    const uint32_t first = list.Send(0, 1, 1);
    const uint32_t second = list.Send(0, 2, 1);
    list.TakeTurns({first, second}, 1);
    const uint32_t work = list.Work(0, 10);
    list.After(work, second);
    EXPECT_EQ(test::ThrownText<std::logic_error>([&] { list.Take(); }),
              "job: operation 1 takes turns and is waited for; expected one of both");
}

// Clauses: [goal-processors]
TEST(OperationListTest, TheBeginOfWorkIsThatOfAProcessor)
{
    OperationList list("job", 2);
    const uint32_t work = list.Work(0, 10, 3);
    const uint32_t early = list.Work(0, 20);
    const uint32_t late = list.Work(0, 30);
    const uint32_t other = list.Work(1, 40);
    list.AfterBegin(early, work);
    list.After(late, work);
    const std::string expected = "; expected earlier work of its rank, and of a processor";
    const auto error = [&](uint32_t operation, uint32_t before) {
        return test::ThrownText<std::logic_error>([&] { list.AfterBegin(operation, before); });
    };
    EXPECT_EQ(error(other, work), "job: operation 3 waits for the begin of 0" + expected);
    EXPECT_EQ(error(late, early), "job: operation 2 waits for the begin of 1" + expected);
    EXPECT_EQ(error(work, work), "job: operation 0 waits for the begin of 0" + expected);
    const ConnectionMatrix matrix = list.Take();
    EXPECT_EQ(matrix.transfers[work].cpu, 3U);
    EXPECT_FALSE(matrix.transfers[early].cpu);
    EXPECT_EQ(matrix.transfers[early].startTrigger, matrix.transfers[work].recvDoneTrigger);
    EXPECT_EQ(matrix.transfers[late].startTrigger, matrix.transfers[work].sendDoneTrigger);
}

} // namespace
} // namespace mrc
} // namespace ns3
