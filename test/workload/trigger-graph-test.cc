/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-allocated-bytes.h"
#include "../mrc-thrown-text.h"
#include "data-file.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-trigger-graph.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using List = std::vector<uint32_t>;

ConnectionMatrix
Matrix(const std::string& connections, const std::string& triggers)
{
    const auto lines = [](const std::string& text) {
        return std::to_string(std::count(text.begin(), text.end(), '\n'));
    };
    std::istringstream in("Nodes 9\nConnections " + lines(connections) + "\nTriggers " +
                          lines(triggers) + "\n" + connections + triggers);
    return ReadConnectionMatrix(in, "m.cm");
}

TriggerGraph
Graph(const std::string& connections, const std::string& triggers)
{
    const ConnectionMatrix matrix = Matrix(connections, triggers);
    return TriggerGraph(matrix.transfers, matrix.triggers, matrix.name);
}

/** @return the transfers of these starts */
List
Transfers(const std::vector<TriggeredStart>& starts)
{
    List transfers;
    for (const TriggeredStart& start : starts)
    {
        transfers.push_back(start.transfer);
    }
    return transfers;
}

List
SendDone(TriggerGraph& graph, uint32_t transfer)
{
    return Transfers(graph.OnSendDone(transfer, Instant()));
}

List
ReceiveDone(TriggerGraph& graph, uint32_t transfer)
{
    return Transfers(graph.OnReceiveDone(transfer, Instant()));
}

std::string
ErrorOf(const std::string& connections, const std::string& triggers)
{
    return test::ThrownText<std::invalid_argument>([&] { Graph(connections, triggers); });
}

TEST(TriggerGraphTest, OneshotStartsAllThatWait)
{
    TriggerGraph graph = Graph("0->1 id 5 start 0 size 1 send_done_trigger 1\n"
                               "1->2 id 6 trigger 1 size 1\n"
                               "2->3 id 7 trigger 1 size 1\n",
                               "trigger id 1 oneshot\n");
    EXPECT_EQ(graph.StartedByTime(), List{0});
    EXPECT_EQ(graph.WaitsFor(2), "trigger 1, activated 0 of 1 times by transfers 5");
    EXPECT_EQ(graph.WaitsFor(0), "its start time");
    EXPECT_EQ(ReceiveDone(graph, 0), List{}) << "it waits for the sender's completion";
    EXPECT_EQ(SendDone(graph, 0), (List{1, 2}));
    EXPECT_EQ(SendDone(graph, 1), List{});
}

TEST(TriggerGraphTest, MultishotStartsOneByOne)
{
    TriggerGraph graph = Graph("0->1 start 0 size 1 recv_done_trigger 1\n"
                               "1->2 trigger 1 size 1 recv_done_trigger 1\n"
                               "2->3 trigger 1 size 1 recv_done_trigger 1\n",
                               "trigger id 1 multishot\n");
    EXPECT_EQ(SendDone(graph, 0), List{}) << "it waits for the receiver";
    EXPECT_EQ(ReceiveDone(graph, 0), List{1});
    EXPECT_EQ(ReceiveDone(graph, 1), List{2});
    EXPECT_EQ(ReceiveDone(graph, 2), List{}) << "everybody has started";
}

TEST(TriggerGraphTest, BarrierWaitsForItsCount)
{
    TriggerGraph graph = Graph("0->1 id 1 start 0 size 1 send_done_trigger 3\n"
                               "1->2 id 2 start 9 size 1 send_done_trigger 3 recv_done_trigger 3\n"
                               "2->3 id 3 trigger 3 size 1\n",
                               "trigger id 3 barrier count 3\n");
    EXPECT_EQ(graph.StartedByTime(), (List{0, 1}));
    EXPECT_EQ(ReceiveDone(graph, 1), List{});
    EXPECT_EQ(SendDone(graph, 0), List{});
    EXPECT_EQ(graph.WaitsFor(2), "trigger 3, activated 2 of 3 times by transfers 1, 2, 2");
    EXPECT_EQ(SendDone(graph, 1), List{2});
}

using Starts = std::vector<std::pair<uint32_t, int64_t>>; //!< transfers, and when, in us

/** @return the transfers that an activation starts */
Starts
StartsOf(const std::vector<TriggeredStart>& starts)
{
    Starts found;
    for (const TriggeredStart& start : starts)
    {
        found.emplace_back(start.transfer, start.at.Ps() / 1000000);
    }
    return found;
}

TriggerGraph
DelayedGraph(const std::string& connections, const std::string& triggers)
{
    const ConnectionMatrix matrix = Matrix(connections, triggers);
    return TriggerGraph(matrix.transfers, matrix.triggers, matrix.name, Micros(10));
}

/** Trigger 2 at NIC 1, with trigger 1 there as its gate. */
const char* const GATED_CONNECTIONS = "1->2 id 1 start 0 size 1 send_done_trigger 1\n"
                                      "0->1 id 2 start 0 size 1 recv_done_trigger 2\n"
                                      "1->3 id 3 trigger 2 size 1\n"
                                      "1->4 id 4 trigger 1 size 1\n"
                                      "1->5 id 5 trigger 2 size 1\n";
const char* const GATED_TRIGGERS = "trigger id 1 oneshot\ntrigger id 2 oneshot\n";

/** @return the graph of connections in which trigger 2 has a gate */
TriggerGraph
GatedGraph(const std::string& connections, const std::string& triggers, uint32_t gate = 1)
{
    ConnectionMatrix matrix = Matrix(connections, triggers);
    matrix.triggers[1].gate = gate;
    return TriggerGraph(matrix.transfers, matrix.triggers, matrix.name);
}

Instant
AtUs(int64_t us)
{
    return Instant() + Micros(us);
}

// Clauses: [own-part]
TEST(TriggerGraphTest, AGateHoldsWhatIsDueUntilItOpens)
{
    TriggerGraph graph = GatedGraph(GATED_CONNECTIONS, GATED_TRIGGERS);
    EXPECT_EQ(StartsOf(graph.OnReceiveDone(1, AtUs(5))), Starts{});
    EXPECT_EQ(graph.WaitsFor(2),
              "trigger 2, activated 1 of 1 times by transfers 2, and trigger 1, activated 0 of 1 "
              "times by transfers 1");
    EXPECT_EQ(StartsOf(graph.OnSendDone(0, AtUs(9))), (Starts{{2, 9}, {3, 9}, {4, 9}}));
}

// Clauses: [own-part]
TEST(TriggerGraphTest, AnOpenGateHoldsNothing)
{
    TriggerGraph graph = GatedGraph(GATED_CONNECTIONS, GATED_TRIGGERS);
    EXPECT_EQ(StartsOf(graph.OnSendDone(0, AtUs(5))), (Starts{{3, 5}}));
    EXPECT_EQ(StartsOf(graph.OnReceiveDone(1, AtUs(9))), (Starts{{2, 9}, {4, 9}}));
}

/** @return the transfers that are foreseen to start, and when, in their order */
Starts
ForeseenStarts(const std::vector<ForeseenStart>& starts)
{
    Starts found;
    for (const ForeseenStart& start : starts)
    {
        found.emplace_back(start.transfer, start.at.At().Ps() / 1000000);
    }
    std::sort(found.begin(), found.end());
    return found;
}

// The opening and what waits for it may be foreseen in any order. Each start is at the later
// moment. Clauses: [own-part], [several-threads]
TEST(TriggerGraphTest, StartsAtAGateAreForeseen)
{
    TriggerGraph late = GatedGraph(GATED_CONNECTIONS, GATED_TRIGGERS);
    EXPECT_EQ(ForeseenStarts(late.ForeseeReceiveDone(1, AtUs(5))), Starts{});
    EXPECT_EQ(ForeseenStarts(late.ForeseeSendDone(0, AtUs(9))), (Starts{{2, 9}, {3, 9}, {4, 9}}));

    TriggerGraph known = GatedGraph(GATED_CONNECTIONS, GATED_TRIGGERS);
    EXPECT_EQ(ForeseenStarts(known.ForeseeSendDone(0, AtUs(9))), (Starts{{3, 9}}));
    EXPECT_EQ(ForeseenStarts(known.ForeseeReceiveDone(1, AtUs(5))), (Starts{{2, 9}, {4, 9}}));

    TriggerGraph early = GatedGraph(GATED_CONNECTIONS, GATED_TRIGGERS);
    EXPECT_EQ(ForeseenStarts(early.ForeseeReceiveDone(1, AtUs(9))), Starts{});
    EXPECT_EQ(ForeseenStarts(early.ForeseeSendDone(0, AtUs(5))), (Starts{{2, 9}, {3, 5}, {4, 9}}));

    TriggerGraph open = GatedGraph(GATED_CONNECTIONS, GATED_TRIGGERS);
    EXPECT_EQ(ForeseenStarts(open.ForeseeSendDone(0, AtUs(5))), (Starts{{3, 5}}));
    EXPECT_EQ(StartsOf(open.OnSendDone(0, AtUs(5))), (Starts{{3, 5}}));
    EXPECT_EQ(ForeseenStarts(open.ForeseeReceiveDone(1, AtUs(9))), (Starts{{2, 9}, {4, 9}}));
}

// Shards foresee activations in any order. News from another NIC come a delay of 10 us later.
// Clauses: [several-threads] [trigger-delay]
TEST(TriggerGraphTest, NewsFromOtherNicsAreForeseenInAnyOrder)
{
    for (const int64_t far : {1, 5})
    {
        const int64_t times[] = {far, 9, 12};
        List order{0, 1, 2};
        do
        {
            TriggerGraph graph = DelayedGraph("0->1 start 0 size 1 send_done_trigger 1\n"
                                              "2->3 start 0 size 1 send_done_trigger 1\n"
                                              "2->4 start 0 size 1 send_done_trigger 1\n"
                                              "2->5 trigger 1 size 1\n",
                                              "trigger id 1 barrier count 3\n");
            std::vector<ForeseenStart> starts;
            for (const uint32_t transfer : order)
            {
                EXPECT_EQ(ForeseenStarts(starts), Starts{});
                starts = graph.ForeseeSendDone(transfer, AtUs(times[transfer]));
            }
            EXPECT_EQ(ForeseenStarts(starts), (Starts{{3, std::max<int64_t>(12, far + 10)}}));
            EXPECT_EQ(starts[0].at.IsWithin(), far == 1)
                << "with the last activation, or at a tick";
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

// On one shard receives are foreseen and completions are not. Clauses: [own-part]
TEST(TriggerGraphTest, AGateThatOpensUnforeseenForgetsWhatWasForeseenThere)
{
    TriggerGraph graph = GatedGraph(GATED_CONNECTIONS, GATED_TRIGGERS);
    EXPECT_EQ(ForeseenStarts(graph.ForeseeReceiveDone(1, AtUs(5))), Starts{});
    EXPECT_EQ(StartsOf(graph.OnReceiveDone(1, AtUs(5))), Starts{});
    EXPECT_EQ(StartsOf(graph.OnSendDone(0, AtUs(9))), (Starts{{2, 9}, {3, 9}, {4, 9}}));
    EXPECT_EQ(ForeseenStarts(graph.ForeseeSendDone(0, AtUs(9))), (Starts{{3, 9}}));
}

// On one shard nobody foresees the completions of barriers that wait for both. A job has millions.
// Clauses: [several-threads]
TEST(TriggerGraphTest, BarriersThatAreForeseenInPartKeepNothing)
{
    constexpr uint32_t BARRIERS = 2000;
    std::string connections;
    std::string triggers;
    for (uint32_t i = 0; i < BARRIERS; ++i)
    {
        const std::string id = std::to_string(i + 1);
        connections += "1->2 start 0 size 1 send_done_trigger " + id + "\n" +
                       "0->1 start 0 size 1 recv_done_trigger " + id + "\n" + "1->3 trigger " + id +
                       " size 1\n";
        triggers += "trigger id " + id + " barrier count 2\n";
    }
    TriggerGraph graph = Graph(connections, triggers);
    const uint64_t before = test::AllocatedBytes();
    for (uint32_t i = 0; i < BARRIERS; ++i)
    {
        EXPECT_EQ(ForeseenStarts(graph.ForeseeReceiveDone(3 * i + 1, AtUs(5))), Starts{});
        EXPECT_EQ(ReceiveDone(graph, 3 * i + 1), List{});
        EXPECT_EQ(SendDone(graph, 3 * i), List{3 * i + 2});
    }
    EXPECT_LT(test::AllocatedBytes(), before + BARRIERS) << "less than a byte for each";
}

/** @return the error of such a graph */
std::string
GateErrorOf(const std::string& connections, const std::string& triggers, uint32_t gate = 1)
{
    return test::ThrownText<std::invalid_argument>(
        [&] { GatedGraph(connections, triggers, gate); });
}

// Clauses: [own-part]
TEST(TriggerGraphTest, AGateIsAtTheNicOfWhatItHolds)
{
    EXPECT_EQ(GateErrorOf(GATED_CONNECTIONS, GATED_TRIGGERS, 7),
              "m.cm:10:12: trigger 2 has gate 7; expected a trigger that is activated and has no "
              "gate, and none for multishot");
    EXPECT_EQ(GateErrorOf(GATED_CONNECTIONS, GATED_TRIGGERS, 2),
              "m.cm:10:12: trigger 2 has gate 2; expected a trigger that is activated and has no "
              "gate, and none for multishot");
    EXPECT_EQ(GateErrorOf("8->2 id 1 start 0 size 1 send_done_trigger 1\n"
                          "0->1 id 2 start 0 size 1 recv_done_trigger 2\n"
                          "1->3 id 3 trigger 2 size 1\n",
                          GATED_TRIGGERS),
              "m.cm:8:12: trigger 2 of NIC 1 has gate 1, activated at NIC 8; expected one NIC");
}

// Transfer 3 waits at a gate that transfer 3 itself opens. Clauses: [own-part]
TEST(TriggerGraphTest, ACycleMayGoThroughAGate)
{
    EXPECT_EQ(GateErrorOf("0->1 id 2 start 0 size 1 recv_done_trigger 2\n"
                          "1->3 id 3 trigger 2 size 1 send_done_trigger 1\n",
                          GATED_TRIGGERS),
              "m.cm:5:19: transfer 3 (1->3) waits for trigger 1 of transfer 3: a cycle; expected "
              "one of them to have a start time");
}

// Clauses: [trigger-delay]
TEST(TriggerGraphTest, WhatHappensElsewhereIsKnownLater)
{
    TriggerGraph graph =
        DelayedGraph("0->1 start 0 size 1 send_done_trigger 1 recv_done_trigger 2\n"
                     "0->2 trigger 1 size 1\n"
                     "1->2 trigger 1 size 1\n"
                     "1->3 trigger 2 size 1\n"
                     "0->3 trigger 2 size 1 recv_done_trigger 2\n"
                     "4->1 start 0 size 1 recv_done_trigger 2\n",
                     "trigger id 1 oneshot\ntrigger id 2 multishot\n");
    EXPECT_EQ(StartsOf(graph.OnReceiveDone(0, Instant() + Micros(3))), (Starts{{3, 3}}));
    EXPECT_EQ(StartsOf(graph.OnSendDone(0, Instant() + Micros(5))), (Starts{{1, 5}, {2, 15}}));
    EXPECT_EQ(StartsOf(graph.OnReceiveDone(5, Instant() + Micros(7))), (Starts{{4, 17}}));
    EXPECT_EQ(graph.CountAcrossNics(), 3u) << "1->2 by trigger 1, both of trigger 2";
}

// Clauses: [trigger-delay]
TEST(TriggerGraphTest, ABarrierStartsWhereAllOfItIsKnown)
{
    const char* const connections = "0->1 start 0 size 1 send_done_trigger 1\n"
                                    "2->1 start 0 size 1 send_done_trigger 1\n"
                                    "2->3 start 0 size 1 send_done_trigger 1\n"
                                    "2->4 trigger 1 size 1\n"
                                    "0->4 trigger 1 size 1\n";
    const char* const triggers = "trigger id 1 barrier count 3\n";
    TriggerGraph late = DelayedGraph(connections, triggers);
    EXPECT_TRUE(late.OnSendDone(0, Instant() + Micros(1)).empty());
    EXPECT_TRUE(late.OnSendDone(1, Instant() + Micros(2)).empty());
    EXPECT_EQ(StartsOf(late.OnSendDone(2, Instant() + Micros(4))), (Starts{{3, 11}, {4, 14}}))
        << "NIC 2 still waits for what NIC 0 did at 1 us";
    TriggerGraph early = DelayedGraph(connections, triggers);
    EXPECT_TRUE(early.OnSendDone(0, Instant() + Micros(1)).empty());
    EXPECT_TRUE(early.OnSendDone(1, Instant() + Micros(2)).empty());
    EXPECT_EQ(StartsOf(early.OnSendDone(2, Instant() + Micros(40))), (Starts{{3, 40}, {4, 50}}));
}

TEST(TriggerGraphTest, ATriggerThatStartsNothingIsHarmless)
{
    EXPECT_EQ(ErrorOf("0->1 start 0 size 1 send_done_trigger 2\n",
                      "trigger id 1 oneshot\ntrigger id 2 barrier count 7\n"),
              "no error");
}

TEST(TriggerGraphTest, AChainOfTwoHundredTransfersUnrolls)
{
    const auto matrix = ReadConnectionMatrixFile(DataFile("alltoall_serial_16n.cm"));
    TriggerGraph graph(matrix.transfers, matrix.triggers, matrix.name);
    List ready = graph.StartedByTime();
    EXPECT_EQ(ready.size(), 16u);
    size_t done = 0;
    while (!ready.empty())
    {
        const uint32_t transfer = ready.back();
        ready.pop_back();
        ++done;
        for (const uint32_t next : SendDone(graph, transfer))
        {
            EXPECT_EQ(matrix.transfers[next].startTrigger,
                      matrix.transfers[transfer].sendDoneTrigger);
            ready.push_back(next);
        }
    }
    EXPECT_EQ(done, 240u);
}

struct ErrorCase
{
    const char* connections;
    const char* triggers;
    const char* error;
};

TEST(TriggerGraphTest, NamesWhatCannotFinish)
{
    const ErrorCase cases[] = {
        {"0->1 start 0 size 1\n1->2 id 4 trigger 1 size 1\n",
         "trigger id 1 oneshot\n",
         "m.cm:5:19: transfer 4 (1->2) waits for trigger 1, which nobody activates; expected a "
         "transfer with that send_done_trigger or recv_done_trigger"},
        {"0->1 start 0 size 1 send_done_trigger 1 recv_done_trigger 1\n1->2 trigger 1 size 1\n",
         "trigger id 1 oneshot\n",
         "m.cm:6:12: trigger 1 is activated 2 times, by transfers 1, 1; expected 1"},
        {"0->1 start 0 size 1 send_done_trigger 1\n1->2 trigger 1 size 1\n",
         "trigger id 1 barrier count 2\n",
         "m.cm:6:12: trigger 1 is activated 1 times, by transfers 1; expected 2"},
        {"0->1 start 0 size 1 send_done_trigger 1 recv_done_trigger 1\n1->2 trigger 1 size 1\n",
         "trigger id 1 barrier count 1\n",
         "m.cm:6:12: trigger 1 is activated 2 times, by transfers 1, 1; expected 1"},
        {"0->1 start 0 size 1 send_done_trigger 1\n1->2 trigger 1 size 1\n2->3 trigger 1 size 1\n",
         "trigger id 1 multishot\n",
         "m.cm:7:12: trigger 1 starts 2 transfers one by one but is activated 1 times; expected at "
         "least as often"},
        {"0->1 id 3 trigger 1 size 1 send_done_trigger 1\n",
         "trigger id 1 oneshot\n",
         "m.cm:4:19: transfer 3 (0->1) waits for trigger 1 of transfer 3: a cycle; expected one of "
         "them to have a start time"},
        {"5->6 start 0 size 1\n"
         "4->3 id 9 trigger 3 size 1\n" // waits for the cycle, is no part of it
         "0->1 id 3 trigger 1 size 1 send_done_trigger 2\n"
         "1->2 id 4 trigger 2 size 1 send_done_trigger 1 recv_done_trigger 3\n",
         "trigger id 1 oneshot\ntrigger id 2 oneshot\ntrigger id 3 oneshot\n",
         "m.cm:7:19: transfer 4 (1->2) waits for trigger 2 of transfer 3, which waits for trigger "
         "1 "
         "of transfer 4: a cycle; expected one of them to have a start time"},
        {"0->1 id 1 start 0 size 1 send_done_trigger 7\n"
         "1->2 id 2 trigger 7 size 1 send_done_trigger 7\n",
         "trigger id 7 barrier count 2\n",
         "m.cm:5:19: transfer 2 (1->2) waits for trigger 7 of transfer 2: a cycle; expected one of "
         "them to have a start time"},
    };
    for (const auto& c : cases)
    {
        EXPECT_EQ(ErrorOf(c.connections, c.triggers), c.error);
    }
}

TEST(TriggerGraphTest, RejectsUnknownAndDoubleTriggersOfGeneratedWorkloads)
{
    Transfer transfer;
    transfer.id = 1;
    transfer.destination = 1;
    transfer.bytes = 1;
    transfer.recvDoneTrigger = 5;
    try
    {
        TriggerGraph({transfer}, {}, "ring");
        FAIL();
    }
    catch (const std::invalid_argument& e)
    {
        EXPECT_STREQ(e.what(),
                     "ring: transfer 1 (0->1) names trigger 5; expected one that is defined");
    }
    Trigger trigger;
    trigger.id = 5;
    try
    {
        TriggerGraph({transfer}, {trigger, trigger}, "ring");
        FAIL();
    }
    catch (const std::invalid_argument& e)
    {
        EXPECT_STREQ(e.what(), "ring: trigger 5 a second time; expected a new id");
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
