/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a step waited for, by the times of its operations.

#include "ns3/mrc-group-collectives.h"
#include "ns3/mrc-training-plan.h"
#include "ns3/mrc-training-times.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

Instant
At(int64_t us)
{
    return Instant() + Micros(us);
}

/** @return what tells times of a list, which changes are seen in */
OperationTimes
TimesOfList(const std::vector<OperationTime>& times)
{
    return [&times](uint32_t operation) { return times.at(operation); };
}

// Rank 1 has the first sum at 20 us, and hands it on at 100 us, after its own work. So the step
// waited for that work, and not for what came at 20 us. Clauses: [own-part], [training-times]
TEST(TrainingTimesTest, AMemberThatIsLateIsWaitedFor)
{
    OperationList list("late", 3);
    const Group group{{0, 1, 2}, {{list.Work(0, 10)}, {list.Work(1, 100)}, {list.Work(2, 10)}}};
    const Frontier done = AddRing(list, group, 300, RingSteps::REDUCE_SCATTER);
    const uint32_t end = list.Work(2, 10);
    list.After(end, done[2][0]);
    TrainingPlan plan;
    plan.operations.resize(list.Count(), {0, TrainingPart::GRADIENT});
    plan.operations[end].part = TrainingPart::OPTIMIZER;
    plan.matrix = list.Take();
    for (uint32_t i = 0; i < plan.operations.size(); ++i)
    {
        plan.before.Add(list.TakeBefore(i));
    }
    const uint32_t relay = done[2][0];
    ASSERT_EQ(plan.matrix.transfers[relay].source, 1U);
    std::vector<OperationTime> times(plan.operations.size(), {At(10), At(20)});
    times[0] = times[2] = {At(0), At(10)};
    times[1] = {At(0), At(100)};
    times[relay] = {At(100), At(110)};
    times[end] = {At(110), At(120)};
    const std::vector<TrainingStep> steps = JudgeTraining(plan, TimesOfList(times));
    ASSERT_EQ(steps.size(), 1U);
    EXPECT_EQ(steps[0].way, std::vector<uint32_t>{relay});
}

// Rank 0 works until 10 us and sends until 14; rank 1 then works until 20, and again to 25.
// Clauses: [training-times]
TEST(TrainingTimesTest, AStepIsJudgedByItsOperations)
{
    TrainingPlan plan;
    plan.matrix.nodes = 2;
    const auto add = [&plan](uint32_t step, TrainingPart part, uint32_t from, uint32_t to) {
        Transfer t;
        t.source = from;
        t.destination = to;
        plan.matrix.transfers.push_back(t);
        const auto place = static_cast<uint32_t>(plan.operations.size());
        plan.operations.push_back({step, part});
        plan.before.Add(place > 0 ? std::vector<uint32_t>{place - 1} : std::vector<uint32_t>());
    };
    add(0, TrainingPart::FORWARD, 0, 0);
    add(0, TrainingPart::PIPELINE, 0, 1);
    add(0, TrainingPart::OPTIMIZER, 1, 1);
    add(1, TrainingPart::OPTIMIZER, 1, 1);
    std::vector<OperationTime> times{{At(0), At(10)},
                                     {At(10), At(16)},
                                     {At(14), At(20)},
                                     {At(20), At(25)}};
    const std::vector<TrainingStep> steps = JudgeTraining(plan, TimesOfList(times));
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(steps[0].time, Micros(20));
    EXPECT_DOUBLE_EQ(steps[0].idleShare, 1 - 16. / 40);
    EXPECT_EQ(steps[0].exposed, Micros(5)) << "6 us of rank 0, and 4 of rank 1 until its work";
    EXPECT_EQ(steps[0].mostExposed, Micros(6));
    EXPECT_EQ(steps[0].slowestRank, 1U);
    ASSERT_TRUE(steps[0].heldBy);
    EXPECT_EQ(*steps[0].heldBy, 1U);
    EXPECT_EQ(steps[1].time, Micros(5));
    EXPECT_FALSE(steps[1].heldBy);
    times[3].finish = Instant::Never();
    EXPECT_EQ(JudgeTraining(plan, TimesOfList(times)).size(), 1U) << "the other one is not done";
}

TEST(TrainingTimesTest, StretchesOfThousandsAreJoined)
{
    TrainingPlan plan;
    plan.matrix.nodes = 2;
    std::vector<OperationTime> times;
    // A thousand stretches of 6 us, each covered by three transfers, in any order.
    for (uint32_t i = 0; i < 3000; ++i)
    {
        Transfer t;
        t.destination = 1;
        plan.matrix.transfers.push_back(t);
        plan.operations.push_back({0, TrainingPart::EXPERT});
        plan.before.Add({});
        const auto begin = static_cast<int64_t>(10 * (uint64_t{i} * 7919 % 1000));
        times.push_back({At(begin + i % 3), At(begin + 6)});
    }
    plan.matrix.transfers.push_back(Transfer());
    plan.operations.push_back({0, TrainingPart::OPTIMIZER});
    plan.before.Add({});
    times.push_back({At(10000), At(10001)});
    const std::vector<TrainingStep> steps = JudgeTraining(plan, TimesOfList(times));
    ASSERT_EQ(steps.size(), 1U);
    EXPECT_EQ(steps[0].exposed, Micros(6000));
    EXPECT_EQ(steps[0].mostExposed, Micros(6000));
    EXPECT_EQ(steps[0].time, Micros(10001));
}

} // namespace
} // namespace mrc
} // namespace ns3
