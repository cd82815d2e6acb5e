/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The first sends of each rank: what stays of a workload, and holds together.

#include "data-file.h"

#include "ns3/mrc-goal-binary-file.h"
#include "ns3/mrc-goal-stream.h"
#include "ns3/mrc-traffic-file.h"
#include "ns3/mrc-trigger-graph.h"
#include "ns3/mrc-workload-words.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

ConnectionMatrix
ReadCm(const std::string& text)
{
    std::istringstream in(text);
    return ReadConnectionMatrix(in, "a.cm");
}

/** @return numbers of the transfers that stay; their triggers have to hold together */
std::vector<uint32_t>
IdsOf(const ConnectionMatrix& matrix)
{
    const TriggerGraph graph(matrix.transfers, matrix.triggers, matrix.name);
    EXPECT_FALSE(graph.StartedByTime().empty());
    std::vector<uint32_t> ids;
    for (const Transfer& transfer : matrix.transfers)
    {
        ids.push_back(transfer.id);
    }
    return ids;
}

/** @return the stream of a text in GOAL, of which the first sends stay */
ConnectionMatrix
StreamText(const std::string& text, uint64_t mostSends)
{
    std::istringstream in(text);
    return StreamGoalText(
        in,
        "a.goal",
        [] { return std::make_shared<std::stringstream>(); },
        mostSends);
}

using Ids = std::vector<uint32_t>;

// Clauses: [first-sends]
TEST(FirstSendsTest, LaterSendsOfARankAreLeftOut)
{
    const ConnectionMatrix matrix = ReadCm("Nodes 3\nConnections 4\n0->1 id 1 start 5 size 9\n"
                                           "1->2 id 2 start 5 size 9\n0->2 id 3 start 1 size 9\n"
                                           "0->1 id 4 start 1 size 9\n");
    EXPECT_EQ(IdsOf(FirstSends(matrix, 1)), (Ids{1, 2})) << "in the order of the file";
    EXPECT_EQ(IdsOf(FirstSends(matrix, 2)), (Ids{1, 2, 3}));
    EXPECT_EQ(IdsOf(FirstSends(matrix, 3)), (Ids{1, 2, 3, 4}));
    EXPECT_EQ(IdsOf(FirstSends(matrix, 0)), (Ids{1, 2, 3, 4})) << "all";
    EXPECT_EQ(FirstSends(matrix, 2).mostSends, 2U);
    EXPECT_EQ(FirstSends(matrix, 2).nodes, 3U);
}

// NIC 1 hands on what it got once it has sent twice itself. With one send each it never does.
// Clauses: [first-sends], [own-part]
TEST(FirstSendsTest, WhatWaitsAtAGateStaysIfTheGateOpens)
{
    ConnectionMatrix matrix =
        ReadCm("Nodes 4\nConnections 5\nTriggers 2\n0->1 id 1 start 0 size 9 recv_done_trigger 2\n"
               "1->2 id 2 trigger 2 size 9\n1->3 id 3 start 0 size 9 send_done_trigger 1\n"
               "1->0 id 4 start 0 size 9 send_done_trigger 1\n3->0 id 5 start 0 size 9\n"
               "trigger id 1 barrier count 2\ntrigger id 2 oneshot\n");
    EXPECT_EQ(IdsOf(FirstSends(matrix, 1)), (Ids{1, 2, 5}));
    matrix.triggers[1].gate = 1;
    for (const TriggerKind kind : {TriggerKind::BARRIER, TriggerKind::MULTISHOT})
    {
        matrix.triggers[0].kind = kind;
        EXPECT_EQ(IdsOf(FirstSends(matrix, 1)), (Ids{1, 5}));
        EXPECT_EQ(IdsOf(FirstSends(matrix, 2)), (Ids{1, 3, 5})) << "one of two openings";
        EXPECT_EQ(IdsOf(FirstSends(matrix, 3)), (Ids{1, 2, 3, 4, 5}));
        // The last one in the list is looked at first, so that transfer 2 is held.
        ConnectionMatrix early = matrix;
        std::rotate(early.transfers.begin(), early.transfers.begin() + 1, early.transfers.end());
        EXPECT_EQ(IdsOf(FirstSends(early, 3)), (Ids{2, 3, 4, 5, 1}));
    }
}

// Clauses: [first-sends]
TEST(FirstSendsTest, WhatWaitsForThemIsLeftOutToo)
{
    const std::string head = "Nodes 4\nConnections 5\nTriggers 1\n0->1 id 1 start 0 size 9\n"
                             "0->2 id 2 start 0 size 9 send_done_trigger 1\n"
                             "3->1 id 3 start 0 size 9 recv_done_trigger 1\n";
    const std::string waiting = "2->3 id 4 trigger 1 size 9\n1->0 id 5 trigger 1 size 9\n";
    const ConnectionMatrix barrier = ReadCm(head + waiting + "trigger id 1 barrier count 2\n");
    EXPECT_EQ(IdsOf(FirstSends(barrier, 1)), (Ids{1, 3}));
    EXPECT_TRUE(FirstSends(barrier, 1).triggers.empty());
    EXPECT_FALSE(FirstSends(barrier, 1).transfers[1].recvDoneTrigger);
    EXPECT_EQ(IdsOf(FirstSends(barrier, 2)), (Ids{1, 2, 3, 4, 5}));
    const ConnectionMatrix shots = ReadCm(head + waiting + "trigger id 1 multishot\n");
    EXPECT_EQ(IdsOf(FirstSends(shots, 1)), (Ids{1, 3, 4})) << "one shot is left for two";
    EXPECT_EQ(FirstSends(shots, 1).triggers.size(), 1U);
}

// Clauses: [first-sends]
TEST(FirstSendsTest, APartOfAnOperationHasNoBandwidth)
{
    const ConnectionMatrix ring = ReadWorkload("ring-allreduce size=64KiB", {4, 1, {}});
    ASSERT_NE(ring.collective.busFactor, 0);
    EXPECT_EQ(FirstSends(ring, 6).collective.busFactor, ring.collective.busFactor);
    const ConnectionMatrix part = FirstSends(ring, 2);
    EXPECT_EQ(IdsOf(part).size(), 8U);
    EXPECT_EQ(part.collective.busFactor, 0);
}

// SimAI's work is no send. Clauses: [first-sends]
TEST(FirstSendsTest, WorkStaysUntilItWaitsForASendThatIsLeftOut)
{
    TrafficChoices choices;
    choices.mostSends = 1;
    const ConnectionMatrix part = ReadTrafficFile(DataFile("simai_8.txt"), choices);
    std::map<uint32_t, uint32_t> sent;
    bool hasWork = false;
    for (const Transfer& transfer : part.transfers)
    {
        sent[transfer.source] += transfer.source != transfer.destination ? 1 : 0;
        hasWork = hasWork || transfer.bytes > 1000;
    }
    EXPECT_TRUE(hasWork);
    ASSERT_FALSE(IdsOf(part).empty());
    for (const auto& [rank, count] : sent)
    {
        EXPECT_LE(count, 1U) << rank;
    }
    EXPECT_GE(sent.size(), 4U);
}

// Clauses: [first-sends], [goal-window]
TEST(FirstSendsTest, ARankOfAScheduleEndsBeforeItsNextSend)
{
    const std::string text = "num_ranks 2\n"
                             "rank 0 {\na: send 10b to 1\nb: recv 20b from 1\nc: send 30b to 1\n"
                             "c requires b\nd: calc 40\nd requires a\n}\n"
                             "rank 1 {\ne: recv 10b from 0\nf: send 20b to 0\nf requires e\n"
                             "g: recv 30b from 0\nh: calc 50\nh requires g\ni: calc 60\n}\n";
    const ConnectionMatrix whole = StreamText(text, 0);
    EXPECT_EQ(whole.stream->flows, 6U);
    EXPECT_TRUE(whole.stream->ends.empty());
    const ConnectionMatrix cut = StreamText(text, 1);
    EXPECT_EQ(cut.stream->ends, (Ids{2, 5}));
    EXPECT_EQ(cut.stream->flows, 3U) << "two sends, and work that waits for nothing";
    EXPECT_EQ(cut.stream->bytes, 10U + 20 + 60);
    EXPECT_EQ(cut.mostSends, 1U);
    EXPECT_EQ(StreamText(text, 2).stream->flows, 6U);
}

// Clauses: [first-sends], [goal-files]
TEST(FirstSendsTest, AShortScheduleThatIsCutIsAStream)
{
    TrafficChoices choices;
    choices.mostSends = 2;
    for (const char* name : {"ring_4.goal", "ring_4.bin"})
    {
        const ConnectionMatrix cut = ReadTrafficFile(DataFile(name), choices);
        ASSERT_TRUE(cut.stream) << name;
        EXPECT_EQ(cut.stream->flows, 8U) << name;
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
