/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "play-transfers.h"

#include "ns3/mrc-collectives.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using test::Play;
using test::PlayTransfers;

/** @return bytes that each rank sends */
std::vector<uint64_t>
SentBytes(const ConnectionMatrix& matrix)
{
    std::vector<uint64_t> sent(matrix.nodes, 0);
    for (const Transfer& t : matrix.transfers)
    {
        sent[t.source] += t.bytes;
    }
    return sent;
}

uint64_t
TotalBytes(const ConnectionMatrix& matrix)
{
    uint64_t total = 0;
    for (const uint64_t sent : SentBytes(matrix))
    {
        total += sent;
    }
    return total;
}

/** @return the trigger that another one waits for */
TriggerId
GateOf(const ConnectionMatrix& matrix, TriggerId waits)
{
    for (const Trigger& trigger : matrix.triggers)
    {
        if (trigger.id == *waits)
        {
            return trigger.gate;
        }
    }
    return {};
}

/** Everybody has heard of everybody, and nobody waits for the knowledge of another NIC. */
void
ExpectAllHeard(const Play& play)
{
    for (const std::set<uint32_t>& heard : play.heard)
    {
        EXPECT_EQ(heard.size(), play.heard.size());
    }
    EXPECT_EQ(play.acrossNics, 0U);
}

// Clauses: [ring-steps], [collective-transfers]
TEST(CollectivesTest, ARingTakesTwiceAllOtherRanksAsSteps)
{
    const ConnectionMatrix matrix = RingAllReduce({5, 1000, 1});
    const Play play = PlayTransfers(matrix);
    ExpectAllHeard(play);
    EXPECT_EQ(matrix.transfers.size(), 2 * 4 * 5U);
    EXPECT_EQ(play.last, 2 * 4 - 1U);
    for (std::size_t i = 0; i < matrix.transfers.size(); ++i)
    {
        const Transfer& t = matrix.transfers[i];
        EXPECT_EQ(t.destination, (t.source + 1) % 5);
        EXPECT_EQ(t.bytes, 200U);
        EXPECT_EQ(play.rounds[i], i / 5) << "each rank sends once in a step";
    }
    EXPECT_TRUE(matrix.sharesPairs);
}

// A part's length follows from the part's number, so lengths show which part goes where. Clauses:
// [ring-steps]
TEST(CollectivesTest, EachPartOfARingGoesRoundTwice)
{
    // 7 bytes over 4 ranks: parts of 2, 2, 2 and 1.
    const ConnectionMatrix matrix = RingAllReduce({4, 7, 1});
    const Play play = PlayTransfers(matrix);
    for (uint32_t step = 0; step < 6; ++step)
    {
        for (const uint32_t i : play.all[step])
        {
            const Transfer& t = matrix.transfers[i];
            // A rank sends the part that it received the step before, at first its own part.
            const uint32_t part = (t.source + 8 - step) % 4;
            EXPECT_EQ(t.bytes, part == 3 ? 1U : 2U) << "rank " << t.source << ", step " << step;
        }
    }
    EXPECT_EQ(TotalBytes(matrix), 2 * 3 * 7U);
}

// Clauses: [ring-steps]
TEST(CollectivesTest, TheRoundsOfARingAreOneAfterTheOther)
{
    const CollectiveSize size{6, 1001, 2};
    const ConnectionMatrix both = RingAllReduce(size);
    const ConnectionMatrix first = RingReduceScatter(size);
    const ConnectionMatrix second = RingAllGather(size);
    ExpectAllHeard(PlayTransfers(first));
    ExpectAllHeard(PlayTransfers(second));
    EXPECT_EQ(PlayTransfers(first).last, 4U);
    EXPECT_EQ(PlayTransfers(second).last, 4U);
    ASSERT_EQ(both.transfers.size(), first.transfers.size() + second.transfers.size());
    for (std::size_t ring = 0; ring < 2; ++ring)
    {
        for (std::size_t i = 0; i < 30; ++i)
        {
            EXPECT_EQ(both.transfers[60 * ring + i].bytes, first.transfers[30 * ring + i].bytes);
            EXPECT_EQ(both.transfers[60 * ring + 30 + i].bytes,
                      second.transfers[30 * ring + i].bytes);
        }
    }
}

// Clauses: [ring-steps]
TEST(CollectivesTest, RingsBesideEachOtherShareTheBuffer)
{
    const ConnectionMatrix matrix = RingAllReduce({4, 1003, 3});
    const Play play = PlayTransfers(matrix);
    EXPECT_EQ(play.last, 5U) << "no ring waits for another";
    EXPECT_EQ(play.all[0].size(), 12U);
    EXPECT_EQ(TotalBytes(matrix), 2 * 3 * 1003U);
}

// Clauses: [halving-doubling]
TEST(CollectivesTest, HalvesGoToEverNearerRanksAndBack)
{
    const ConnectionMatrix matrix = HalvingDoublingAllReduce({8, 800, 1});
    const Play play = PlayTransfers(matrix);
    ExpectAllHeard(play);
    ASSERT_EQ(play.all.size(), 6U);
    const uint32_t distances[] = {4, 2, 1, 1, 2, 4};
    for (std::size_t step = 0; step < 6; ++step)
    {
        EXPECT_EQ(play.all[step].size(), 8U);
        for (const uint32_t i : play.all[step])
        {
            const Transfer& t = matrix.transfers[i];
            EXPECT_EQ(t.destination, t.source ^ distances[step]);
            EXPECT_EQ(t.bytes, 100U * distances[step]);
        }
    }
    for (const uint64_t sent : SentBytes(matrix))
    {
        EXPECT_EQ(sent, 2 * 700U);
    }
}

// Clauses: [halving-doubling]
TEST(CollectivesTest, HalvesOfABufferThatHasNoneLoseNoByte)
{
    // Parts of 3, 3, 2 and 2 bytes. A rank gives away all but its own, and gets all but its own.
    const ConnectionMatrix matrix = HalvingDoublingAllReduce({4, 10, 1});
    std::vector<uint64_t> gathered(4, 0);
    const Play play = PlayTransfers(matrix);
    for (std::size_t i = 0; i < matrix.transfers.size(); ++i)
    {
        const Transfer& t = matrix.transfers[i];
        gathered[t.destination] += play.rounds[i] >= 2 ? t.bytes : 0;
    }
    EXPECT_EQ(gathered, (std::vector<uint64_t>{7, 7, 8, 8}));
    EXPECT_EQ(TotalBytes(matrix), 2 * 3 * 10U);
}

// Clauses: [step-rendezvous]
TEST(CollectivesTest, PartnersSayThatTheyAreReady)
{
    const ConnectionMatrix plain = HalvingDoublingAllReduce({8, 800});
    const ConnectionMatrix matrix = HalvingDoublingAllReduce({8, 800}, StepStart::WITH_PARTNER);
    const Play play = PlayTransfers(matrix);
    ExpectAllHeard(play);
    ASSERT_EQ(play.all.size(), 11U) << "six steps, and five rendezvous between them";
    EXPECT_EQ(TotalBytes(matrix), TotalBytes(plain) + 5 * 8 * 64);
    for (std::size_t step = 1; step < 6; ++step)
    {
        const std::vector<uint32_t>& asked = play.all[2 * step - 1];
        const std::vector<uint32_t>& sent = play.all[2 * step];
        ASSERT_EQ(asked.size(), 8U);
        ASSERT_EQ(sent.size(), 8U);
        for (const uint32_t i : sent)
        {
            const Transfer& data = matrix.transfers[i];
            const auto readyOf = [&](uint32_t rank) {
                const auto ready = std::find_if(asked.begin(), asked.end(), [&](uint32_t each) {
                    return matrix.transfers[each].source == rank;
                });
                return ready == asked.end() ? Transfer() : matrix.transfers[*ready];
            };
            EXPECT_EQ(readyOf(data.destination).bytes, 64U);
            EXPECT_EQ(readyOf(data.destination).recvDoneTrigger, data.startTrigger);
            // What begins the step for the rank itself, as that has data to send on.
            EXPECT_EQ(GateOf(matrix, data.startTrigger), readyOf(data.source).startTrigger);
        }
    }
}

// Clauses: [tree-steps]
TEST(CollectivesTest, SumsGoUpATreeAndDown)
{
    const ConnectionMatrix matrix = TreeAllReduce({7, 500, 1});
    const Play play = PlayTransfers(matrix);
    ExpectAllHeard(play);
    EXPECT_EQ(play.last, 3U) << "two levels up, two down";
    ASSERT_EQ(matrix.transfers.size(), 12U);
    std::map<uint32_t, std::vector<uint32_t>> up; // by round: the senders
    for (std::size_t i = 0; i < matrix.transfers.size(); ++i)
    {
        const Transfer& t = matrix.transfers[i];
        EXPECT_EQ(t.bytes, 500U);
        EXPECT_EQ((std::max(t.source, t.destination) - 1) / 2, std::min(t.source, t.destination));
        up[play.rounds[i]].push_back(t.source);
    }
    for (auto& [round, sources] : up)
    {
        std::sort(sources.begin(), sources.end());
    }
    EXPECT_EQ(up[0], (std::vector<uint32_t>{3, 4, 5, 6}));
    EXPECT_EQ(up[1], (std::vector<uint32_t>{1, 2}));
    EXPECT_EQ(up[2], (std::vector<uint32_t>{0, 0}));
    EXPECT_EQ(up[3], (std::vector<uint32_t>{1, 1, 2, 2}));
}

// Clauses: [tree-steps]
TEST(CollectivesTest, ATreeMayBeOneSidedAndItsPiecesWaitForTheirOwn)
{
    for (const uint32_t ranks : {2U, 3U, 4U, 6U, 16U, 33U})
    {
        const ConnectionMatrix matrix = TreeAllReduce({ranks, 1001, 4});
        const Play play = PlayTransfers(matrix);
        ExpectAllHeard(play);
        EXPECT_EQ(TotalBytes(matrix), uint64_t{2} * (ranks - 1) * 1001);
        uint32_t levels = 0;
        for (uint32_t rank = ranks - 1; rank > 0; rank = (rank - 1) / 2)
        {
            ++levels;
        }
        EXPECT_EQ(play.last + 1, 2 * levels) << "pieces do not wait for one another";
    }
}

// Clauses: [tree-steps]
TEST(CollectivesTest, ABroadcastGoesDownATree)
{
    const ConnectionMatrix matrix = TreeBroadcast({6, 600, 2});
    const Play play = PlayTransfers(matrix);
    EXPECT_EQ(play.acrossNics, 0U);
    EXPECT_EQ(play.last, 1U);
    EXPECT_EQ(TotalBytes(matrix), 5 * 600U);
    for (uint32_t rank = 0; rank < 6; ++rank)
    {
        EXPECT_EQ(play.heard[rank].count(0), 1U);
    }
    EXPECT_EQ(SentBytes(matrix), (std::vector<uint64_t>{1200, 1200, 600, 0, 0, 0}));
}

// Clauses: [all-to-all-window]
TEST(CollectivesTest, AllToAllSendsSoManyAtATimeTheNextRanksFirst)
{
    for (const uint32_t window : {1U, 2U, 3U, 4U})
    {
        const ConnectionMatrix matrix = AllToAll({5, 1000, window});
        const Play play = PlayTransfers(matrix);
        ExpectAllHeard(play);
        EXPECT_EQ(matrix.transfers.size(), 20U);
        EXPECT_EQ(TotalBytes(matrix), 4 * 1000U);
        for (std::size_t i = 0; i < 20; ++i)
        {
            const Transfer& t = matrix.transfers[i];
            const uint32_t ahead = (t.destination + 5 - t.source) % 5;
            EXPECT_EQ(play.rounds[i], (ahead - 1) / window) << "window " << window;
        }
    }
}

// Of two under way the second may end first: the third must not wait for the first one.
// Clauses: [all-to-all-window]
TEST(CollectivesTest, WhicheverEndsStartsTheNextOfAnAllToAll)
{
    const ConnectionMatrix matrix = AllToAll({4, 400, 2});
    TriggerGraph graph(matrix.transfers, matrix.triggers, matrix.name);
    const std::vector<TriggeredStart> starts = graph.OnSendDone(1, Instant());
    ASSERT_EQ(starts.size(), 1U);
    EXPECT_EQ(starts[0].transfer, 2U);
    EXPECT_TRUE(graph.OnSendDone(0, Instant()).empty()) << "nothing is left to start";
}

// Clauses: [collective-transfers]
TEST(CollectivesTest, WhatCannotBeIsRefusedByName)
{
    const auto error = [](const auto& make, const CollectiveSize& size) {
        return test::ThrownText<std::invalid_argument>([&] { make(size); });
    };
    const auto halves = [](const CollectiveSize& size) { return HalvingDoublingAllReduce(size); };
    EXPECT_EQ(error(RingAllReduce, {1, 100, 1}), "ring-allreduce: 1 ranks; expected 2 .. 1048576");
    EXPECT_EQ(error(RingAllGather, {0, 100, 1}), "ring-allgather: 0 ranks; expected 2 .. 1048576");
    EXPECT_EQ(error(RingReduceScatter, {4, 100, 0}),
              "ring-reducescatter: a buffer in 0 pieces; expected 1 or more");
    EXPECT_EQ(error(TreeAllReduce, {4, 100, 0}),
              "tree-allreduce: a buffer in 0 pieces; expected 1 or more");
    EXPECT_EQ(error(TreeBroadcast, {4, 100, 0}),
              "tree-broadcast: a buffer in 0 pieces; expected 1 or more");
    EXPECT_EQ(error(RingAllReduce, {4, 3, 1}),
              "ring-allreduce: a transfer of 0 bytes; expected 1 .. 4294967295: another size, or "
              "other pieces");
    EXPECT_EQ(error(TreeBroadcast, {4, uint64_t{1} << 32, 1}),
              "tree-broadcast: a transfer of 4294967296 bytes; expected 1 .. 4294967295: another "
              "size, or other pieces");
    EXPECT_EQ(error(RingAllReduce, {1 << 20, 1 << 30, 1}),
              "ring-allreduce: 2199021158400 transfers; expected at most 10000000: fewer ranks or "
              "pieces");
    EXPECT_EQ(
        error(halves, {6, 100, 1}),
        "halving-doubling-allreduce: 6 ranks in 1 pieces; expected a power of 2 in one piece");
    EXPECT_EQ(error(AllToAll, {4, 100, 4}), "all-to-all: 4 transfers at a time; expected 1 .. 3");
    EXPECT_EQ(error(AllToAll, {4, 100, 0}), "all-to-all: 0 transfers at a time; expected 1 .. 3");
}

} // namespace
} // namespace mrc
} // namespace ns3
