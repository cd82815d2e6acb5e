/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What an operation of a training step takes. A mixture of 1,024 experts has 8.4 million of them.

#include "../mrc-allocated-bytes.h"
#include "data-file.h"
#include "deaf-pair.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-training-job.h"
#include "ns3/mrc-training-plan.h"
#include "ns3/mrc-training-times.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** moe-1024.job with fewer ranks. Of each ordered pair it has 8 operations, as with 1,024. */
class OperationMemoryTest : public ::testing::Test
{
  protected:
    static constexpr uint32_t RANKS = 96;
    static constexpr uint64_t OPERATIONS_OF_PAIR = 8;

    void SetUp() override
    {
        if (AllocatedBytes() == 0)
        {
            GTEST_SKIP() << "the allocator does not count";
        }
        TrainingJob job = ReadTrainingJobFile(DataFile("moe-1024.job"));
        job.experts = RANKS;
        job.expert = RANKS;
        job.data = RANKS;
        const uint64_t before = AllocatedBytes();
        m_plan = PlanTraining(job);
        m_planBytes = AllocatedBytes() - before;
        m_operations = m_plan.matrix.transfers.size();
        EXPECT_GE(m_operations, OPERATIONS_OF_PAIR * RANKS * (RANKS - 1));
    }

    TrainingPlan m_plan;
    uint64_t m_planBytes{0};
    uint64_t m_operations{0};
};

TEST_F(OperationMemoryTest, APlanKeepsEachOnce)
{
    EXPECT_LT(m_planBytes, m_operations * 80);
    const uint64_t before = AllocatedBytes();
    const ConnectionMatrix copy = m_plan.matrix;
    EXPECT_LT(AllocatedBytes(), before + 1000U) << "copies share the transfers";
    EXPECT_EQ(copy.transfers.size(), m_operations);
}

TEST_F(OperationMemoryTest, ADriverKeepsProgressAlone)
{
    DeafPair pair;
    DeafObserver observer;
    const auto connect = [&pair](const Transfer&) -> Requestor& { return pair; };
    const uint64_t before = AllocatedBytes();
    const FlowDriver driver(m_plan.matrix, 1, connect, observer, TriggerTimes{});
    EXPECT_LT(AllocatedBytes(), before + m_operations * 70);
    EXPECT_EQ(driver.SeatCount(), RANKS * RANKS)
        << "one for each pair, and one for each rank's work";
}

TEST_F(OperationMemoryTest, AJudgeKeepsNoList)
{
    const uint64_t before = AllocatedBytes();
    uint64_t most = before;
    uint32_t asked = 0;
    const auto times = [&](uint32_t operation) {
        most = ++asked % 1000 == 0 ? std::max(most, AllocatedBytes()) : most;
        return OperationTime{Instant(), Instant() + Nanos(1 + operation)};
    };
    EXPECT_EQ(JudgeTraining(m_plan, times).size(), 1U);
    EXPECT_GE(asked, m_plan.operations.size());
    // Times of all would take 16 each, and their places four.
    EXPECT_LT(most - before, m_operations * 3);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
