/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which transfers of a training step are one collective, and when that begins and ends.

#include "ns3/mrc-training-collectives.h"
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

/** A plan, and the times of its operations. */
struct Carried
{
    TrainingPlan plan;
    std::vector<OperationTime> times;

    void Add(TrainingOperation operation, uint32_t from, uint32_t to, int64_t begin, int64_t end)
    {
        Transfer transfer;
        transfer.source = from;
        transfer.destination = to;
        transfer.bytes = 100;
        plan.matrix.transfers.push_back(transfer);
        plan.operations.push_back(operation);
        times.push_back({At(begin), At(end)});
    }

    std::vector<TrainingCollective> Collectives(uint32_t most) const
    {
        return CollectivesOf(
            plan,
            [this](uint32_t i) { return times.at(i); },
            most);
    }
};

/** @return two sums of tensors with work between, one of gradients, and one of the next step */
Carried
FourSums()
{
    Carried carried;
    carried.Add({0, TrainingPart::FORWARD}, 2, 2, 0, 10);
    carried.Add({0, TrainingPart::TENSOR}, 3, 2, 12, 20);
    carried.Add({0, TrainingPart::TENSOR}, 2, 2, 1, 90); // what a rank has for itself
    carried.Add({0, TrainingPart::TENSOR}, 2, 3, 10, 18);
    carried.Add({0, TrainingPart::TENSOR}, 3, 2, 18, 19);
    carried.Add({0, TrainingPart::BACKWARD}, 2, 2, 20, 30);
    carried.Add({0, TrainingPart::TENSOR}, 2, 3, 30, 40);
    carried.Add({0, TrainingPart::GRADIENT}, 0, 1, 35, 70);
    carried.Add({1, TrainingPart::GRADIENT}, 0, 1, 80, 85);
    return carried;
}

TEST(TrainingCollectivesTest, TransfersInARowAreOne)
{
    const std::vector<TrainingCollective> all = FourSums().Collectives(4);
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[0].part, TrainingPart::TENSOR);
    EXPECT_EQ(all[0].begin, At(10)) << "the first post is no rank's own part";
    EXPECT_EQ(all[0].end, At(20));
    EXPECT_EQ(all[0].firstRank, 2U);
    EXPECT_EQ(all[0].lastRank, 3U);
    EXPECT_EQ(all[0].transfers, 3U);
    EXPECT_EQ(all[0].bytes, 300U);
    EXPECT_EQ(all[1].begin, At(30)) << "work is between";
    EXPECT_EQ(all[2].part, TrainingPart::GRADIENT);
    EXPECT_EQ(all[2].step, 0U);
    EXPECT_EQ(all[3].step, 1U);
    EXPECT_EQ(all[3].count, 1U);
}

TEST(TrainingCollectivesTest, TooManyAreJoinedByStepAndPurpose)
{
    const std::vector<TrainingCollective> all = FourSums().Collectives(3);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].count, 2U);
    EXPECT_EQ(all[0].begin, At(10));
    EXPECT_EQ(all[0].end, At(40));
    EXPECT_EQ(all[0].bytes, 400U);
    EXPECT_EQ(all[1].part, TrainingPart::GRADIENT);
    EXPECT_EQ(all[2].step, 1U);
}

TEST(TrainingCollectivesTest, ThatWithoutAnEndIsNone)
{
    Carried carried = FourSums();
    carried.times[3].finish = Instant::Never();
    const std::vector<TrainingCollective> all = carried.Collectives(4);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].begin, At(30));
}

} // namespace
} // namespace mrc
} // namespace ns3
