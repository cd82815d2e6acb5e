/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "play-transfers.h"

#include "ns3/mrc-operation-list.h"

#include <gtest/gtest.h>

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
    list.After(d, a);
    list.After(d, b);
    const ConnectionMatrix matrix = list.Take();
    ASSERT_EQ(matrix.transfers.size(), 8U);
    EXPECT_EQ(matrix.transfers[4].bytes, 0U);
    const test::Play play = test::PlayTransfers(matrix);
    EXPECT_EQ(play.rounds[c], 2U);
    EXPECT_EQ(play.rounds[d], 2U);
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
