/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Traces of Chakra as a step of a job: what waits for what, and what is work.

#include "../mrc-thrown-text.h"
#include "chakra-files.h"

#include "ns3/mrc-chakra-message.h"
#include "ns3/mrc-chakra-plan.h"
#include "ns3/mrc-training-times.h"

#include <gtest/gtest.h>
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

using test::CHAKRA_COLL;
using test::CHAKRA_COMP;
using test::CHAKRA_RECV;
using test::CHAKRA_SEND;
using Ranks = std::vector<std::vector<test::ChakraNodeText>>;

TrainingPlan
Plan(const Ranks& ranks)
{
    ChakraFiles files;
    files.name = "a.%d.et";
    files.ranks = static_cast<uint32_t>(ranks.size());
    files.open = [&ranks](uint32_t rank) {
        return std::make_shared<std::istringstream>(test::ChakraTrace(ranks[rank]));
    };
    return PlanChakra(files, {[] { return std::make_shared<std::stringstream>(); }});
}

/** @return purposes in words, behind the places of those that an operation waits for */
std::vector<std::string>
PartsOf(const TrainingPlan& plan)
{
    std::vector<std::string> parts;
    for (uint32_t i = 0; i < plan.operations.size(); ++i)
    {
        std::string text = ToString(plan.operations[i].part);
        for (const uint32_t before : plan.before.Of(i))
        {
            text += " " + std::to_string(before);
        }
        parts.push_back(text);
    }
    return parts;
}

/** @return a message, as its sender or its receiver has it */
test::ChakraNodeText
Message(uint64_t id, uint32_t kind, const std::vector<uint64_t>& before)
{
    const std::string peer = kind == CHAKRA_SEND ? "comm_dst" : "comm_src";
    return {id, kind, before, 0, {{peer, kind == CHAKRA_SEND ? 1U : 0U}, {"comm_size", 9}}};
}

OperationTime
Between(int64_t from, int64_t until)
{
    return {Instant() + Micros(from), Instant() + Micros(until)};
}

/** @return what tells times of a list, which changes are seen in */
OperationTimes
ListedTimes(const std::vector<OperationTime>& times)
{
    return [&times](uint32_t operation) { return times.at(operation); };
}

// Clauses: [chakra-step], [chakra-work]
TEST(ChakraPlanTest, ReceiversWaitForData)
{
    const TrainingPlan plan = Plan({{{1, CHAKRA_COMP, {}, 30}, Message(2, CHAKRA_SEND, {1})},
                                    {Message(1, CHAKRA_RECV, {}), {2, CHAKRA_COMP, {1}, 20}}});
    EXPECT_EQ(PartsOf(plan), (std::vector<std::string>{"work", "message 0", "work 1"}));
    EXPECT_EQ(plan.matrix.nodes, 2U);
    EXPECT_FALSE(plan.endsWithWork);
    EXPECT_EQ(plan.matrix.transfers[0].bytes, 30000U);
    EXPECT_EQ(plan.matrix.transfers[1].bytes, 9U);
}

// Clauses: [chakra-step], [training-times]
TEST(ChakraPlanTest, AStepEndsWithTheLastOperation)
{
    const TrainingPlan plan = Plan({{{1, CHAKRA_COMP, {}, 30}, Message(2, CHAKRA_SEND, {1})},
                                    {{1, CHAKRA_COMP, {}, 10}, Message(2, CHAKRA_RECV, {1})}});
    std::vector<OperationTime> times(plan.operations.size(), Between(0, 0));
    uint32_t message = 0;
    for (uint32_t i = 0; i < times.size(); ++i)
    {
        const Transfer& transfer = plan.matrix.transfers[i];
        const bool isMessage = transfer.source != transfer.destination;
        message = isMessage ? i : message;
        times[i] = isMessage              ? Between(30, 50)
                   : transfer.bytes == 0U ? Between(10, 10)
                   : transfer.source == 0 ? Between(0, 30)
                                          : Between(0, 10);
    }
    const std::vector<TrainingStep> steps = JudgeTraining(plan, ListedTimes(times));
    ASSERT_EQ(steps.size(), 1U);
    const TrainingStep& step = steps[0];
    EXPECT_EQ(step.time, Micros(50));
    EXPECT_DOUBLE_EQ(step.idleShare, 0.6);
    ASSERT_EQ(step.ranks.size(), 2U);
    EXPECT_DOUBLE_EQ(step.ranks[0].idleShare, 0.4);
    EXPECT_DOUBLE_EQ(step.ranks[1].idleShare, 0.8);
    EXPECT_EQ(step.ranks[1].exposed, Micros(20));
    EXPECT_EQ(step.slowestRank, 0U) << "whose message ended last";
    EXPECT_EQ(step.heldBy, message);
}

/** @return the node that begins a step, without dependencies or time */
test::ChakraNodeText
Mark(uint64_t id, uint32_t number)
{
    test::ChakraNodeText node{id, 1};
    node.name = "ProfilerStep#" + std::to_string(number);
    return node;
}

// Clauses: [chakra-step]
TEST(ChakraPlanTest, MarksOfTheProfilerBeginSteps)
{
    const std::vector<test::ChakraNodeText> rank = {{1, CHAKRA_COMP, {}, 5},
                                                    Mark(2, 7),
                                                    {3, CHAKRA_COMP, {}, 30},
                                                    Mark(4, 8),
                                                    {5, CHAKRA_COMP, {3}, 20}};
    const TrainingPlan plan = Plan({rank, rank});
    std::vector<uint32_t> steps;
    for (uint32_t i = 0; i < plan.operations.size(); ++i)
    {
        if (plan.operations[i].part == TrainingPart::WORK)
        {
            steps.push_back(plan.operations[i].step);
        }
    }
    EXPECT_EQ(steps, (std::vector<uint32_t>{0, 0, 1, 0, 0, 1}));
    // Rank 1 is late: both steps end with rank 1.
    std::vector<OperationTime> times(plan.operations.size(), Between(0, 0));
    uint32_t place = 0;
    const OperationTime works[] = {Between(0, 5),
                                   Between(5, 35),
                                   Between(35, 55),
                                   Between(0, 5),
                                   Between(9, 39),
                                   Between(40, 60)};
    for (uint32_t i = 0; i < times.size(); ++i)
    {
        if (plan.operations[i].part == TrainingPart::WORK)
        {
            times[i] = works[place++];
        }
    }
    const std::vector<TrainingStep> judged = JudgeTraining(plan, ListedTimes(times));
    ASSERT_EQ(judged.size(), 2U);
    EXPECT_EQ(judged[0].time, Micros(39));
    EXPECT_EQ(judged[1].time, Micros(21));
    EXPECT_EQ(judged[1].slowestRank, 1U);
    for (uint32_t i = 0; i < times.size(); ++i)
    {
        times[i].finish = plan.operations[i].step == 1 ? Instant::Never() : times[i].finish;
    }
    EXPECT_EQ(JudgeTraining(plan, ListedTimes(times)).size(), 1U)
        << "a step that is not done has no times";
}

// Steps of ranks overlap: the second one may end first. Clauses: [chakra-step]
TEST(ChakraPlanTest, AStepThatEndsBeforeTheOneBeforeTakesNoTime)
{
    const TrainingPlan plan = Plan({{Mark(1, 0), {2, CHAKRA_COMP, {}, 50}, Mark(3, 1)},
                                    {Mark(1, 0), Mark(2, 1), {3, CHAKRA_COMP, {}, 5}}});
    std::vector<OperationTime> times(plan.operations.size(), Between(0, 0));
    for (uint32_t i = 0; i < times.size(); ++i)
    {
        const auto us = static_cast<int64_t>(plan.matrix.transfers[i].bytes / 1000);
        times[i] = Between(0, us);
    }
    const std::vector<TrainingStep> steps = JudgeTraining(plan, ListedTimes(times));
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(steps[0].time, Micros(50));
    EXPECT_EQ(steps[1].time, Span());
    EXPECT_DOUBLE_EQ(steps[1].idleShare, 0);
}

// Clauses: [chakra-step]
TEST(ChakraPlanTest, RanksHaveAsManySteps)
{
    EXPECT_EQ(test::ThrownText<ChakraError>([] {
                  Plan({{Mark(1, 0)}, {{1, CHAKRA_COMP, {}, 5}}});
              }),
              "a.1.et:0: 0 nodes named ProfilerStep#...; expected 1, as rank 0 has");
}

// Clauses: [chakra-step]
TEST(ChakraPlanTest, WorkIsThatOfGpus)
{
    const test::ChakraNodeText
        sum{2, CHAKRA_COLL, {1}, 0, {{"comm_type", 0}, {"comm_size", 8}}, "", {}};
    const test::ChakraNodeText meet{3, CHAKRA_COLL, {2}, 0, {{"comm_type", 9}}, "", {}};
    const test::ChakraNodeText host{1, CHAKRA_COMP, {}, 4, {{"is_cpu_op", 1}}, "", {}};
    uint32_t hosts = 0;
    uint32_t sums = 0;
    uint32_t others = 0;
    for (const std::string& part : PartsOf(Plan({{host, sum, meet}, {host, sum, meet}})))
    {
        hosts += part.rfind("host", 0) == 0 ? 1 : 0;
        sums += part.rfind("reduction", 0) == 0 ? 1 : 0;
        others += part.rfind("exchange", 0) == 0 ? 1 : 0;
        EXPECT_NE(part.rfind("work", 0), 0U);
    }
    EXPECT_GE(hosts, 2U + 8) << "also where collectives begin and end";
    EXPECT_EQ(sums, 4U) << "of a ring of two";
    EXPECT_EQ(others, 2U) << "of a barrier of two";
}

// Clauses: [chakra-step], [chakra-files]
TEST(ChakraPlanTest, ErrorsNameNodes)
{
    EXPECT_EQ(test::ThrownText([] {
                  Plan({{{1, CHAKRA_COMP}, Message(5, CHAKRA_SEND, {})}, {}});
              }),
              "a.0.et:17: node 5: nobody receives the send to rank 1, tag 0; expected one more "
              "recv there");
}

} // namespace
} // namespace mrc
} // namespace ns3
