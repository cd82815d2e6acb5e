/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which operations does a workload of SimAI become?

#include "plan-amounts.h"
#include "play-transfers.h"
#include "simai-text.h"

#include "ns3/mrc-simai-plan.h"

#include <cstddef>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

// A ring of n sends the buffer n - 1 times for a part of the sums, twice as often for all of them.
// In an exchange each rank keeps a part. Clauses: [simai-step]
TEST(SimaiTest, EachPartHasItsBytesAndItsTime)
{
    const SimaiWorkload workload =
        ReadText(HEAD + "\n2\n"
                        "a -1 1000 ALLREDUCE 400 2000 ALLGATHER 600 3000 ALLREDUCE 4000 50\n"
                        "b -1 1000 ALLTOALL_EP 800 2000 NONE 0 3000 REDUCESCATTER_DP_EP 200 60\n");
    const TrainingPlan plan = PlanSimai(workload);
    EXPECT_EQ(plan.matrix.nodes, 8U);
    EXPECT_EQ(plan.matrix.node.gpus, 8U);
    std::map<TrainingPart, uint64_t> amounts = AmountsOf(plan);
    EXPECT_EQ(amounts[TrainingPart::FORWARD], 8 * 2000U);
    EXPECT_EQ(amounts[TrainingPart::BACKWARD], 8 * 10000U);
    EXPECT_EQ(amounts[TrainingPart::OPTIMIZER], 8 * 110U);
    EXPECT_EQ(amounts[TrainingPart::TENSOR], 4 * (2 * 400 + 600U)) << "of four pairs";
    EXPECT_EQ(amounts[TrainingPart::EXPERT], 4 * 2 * 400U);
    EXPECT_EQ(amounts[TrainingPart::GRADIENT], 2 * 2 * 3 * 4000 + 4 * 200U);
    EXPECT_EQ(static_cast<double>(plan.operations.size()), SimaiOperations(workload));
    EXPECT_EQ(PlayTransfers(plan.matrix).acrossNics, 0U);
}

// Passes are those of each micro-batch, sums of weights those of the last one.
// Clauses: [simai-stages]
TEST(SimaiTest, EachMicroBatchHasItsPasses)
{
    const SimaiWorkload workload =
        WithStages(PIPELINE + "pp_comm: 500\n2\n"
                              "a -1 1000 ALLREDUCE 400 2000 ALLGATHER 600 3000 ALLREDUCE 4000 50\n"
                              "b -1 1000 NONE 0 2000 NONE 0 3000 REDUCESCATTER_DP_EP 200 60\n");
    const TrainingPlan plan = PlanSimai(workload);
    EXPECT_EQ(plan.matrix.nodes, 16U);
    std::map<TrainingPart, uint64_t> amounts = AmountsOf(plan);
    EXPECT_EQ(amounts[TrainingPart::FORWARD], 16 * 3 * 2000U);
    EXPECT_EQ(amounts[TrainingPart::BACKWARD], 16 * 3 * 10000U);
    EXPECT_EQ(amounts[TrainingPart::TENSOR], 8 * 3 * (2 * 400 + 600U)) << "of eight pairs";
    EXPECT_EQ(amounts[TrainingPart::PIPELINE], 8 * 3 * 2 * 500U) << "forward and back";
    EXPECT_EQ(amounts[TrainingPart::OPTIMIZER], 16 * 110U);
    EXPECT_EQ(amounts[TrainingPart::GRADIENT], 4 * 2 * 3 * 4000 + 8 * 200U);
    EXPECT_EQ(static_cast<double>(plan.operations.size()), SimaiOperations(workload));
    EXPECT_EQ(PlayTransfers(plan.matrix).acrossNics, 0U);
}

// Forward passes of rows 1 and 2 are done once more in front of the backward pass of row 3.
// Clauses: [simai-step]
TEST(SimaiTest, CheckpointsRepeatForwardPasses)
{
    const std::string rest = " model_parallel_NPU_group: 2 ep: 1 all_gpus: 2 checkpoints: 2 1 3 "
                             "checkpoint_initiates: 1 ";
    const std::string rows = "\n4\n"
                             "a -1 1 NONE 0 0 NONE 0 0 NONE 0 0\n"
                             "b -1 10 NONE 0 0 NONE 0 0 NONE 0 0\n"
                             "c -1 100 NONE 0 0 NONE 0 0 NONE 0 0\n"
                             "d -1 1000 NONE 0 0 NONE 0 0 NONE 0 0\n";
    const auto forward = [](const SimaiWorkload& workload) {
        const TrainingPlan plan = PlanSimai(workload);
        EXPECT_EQ(static_cast<double>(plan.operations.size()), SimaiOperations(workload));
        return AmountsOf(plan)[TrainingPart::FORWARD];
    };
    EXPECT_EQ(forward(ReadText(POLICY + rest + "2" + rows)), 2 * (1111 + 10U));
    EXPECT_EQ(forward(ReadText(POLICY + rest + "3" + rows)), 2 * 1111U) << "from there to there";
    EXPECT_EQ(forward(ReadText("HYBRID_TRANSFORMER" + rest + "2" + rows)), 2 * 1111U);
}

// Each rank has one operation to wait for behind an exchange. Clauses: [simai-step]
TEST(SimaiTest, ExchangesInARowTakeOperationsInProportion)
{
    const std::string row = "a -1 0 ALLTOALL 64 0 NONE 0 0 NONE 0 0\n";
    const SimaiWorkload workload =
        ReadText(POLICY + "model_parallel_NPU_group: 64 ep: 1 all_gpus: 64\n3\n" + row + row + row);
    const TrainingPlan plan = PlanSimai(workload);
    EXPECT_EQ(static_cast<double>(plan.operations.size()), SimaiOperations(workload));
    EXPECT_EQ(plan.operations.size(), 64 * (3 * (63 + 1) + 1U));
    EXPECT_LT(plan.matrix.transfers.size(), 3 * plan.operations.size()) << "signals are few";
}

/** Compares what counts before a plan is made with the plan, and its signals too. */
void
CheckCounts(const SimaiWorkload& workload, const TrainingPlan& plan, double leftOut = 0)
{
    EXPECT_EQ(static_cast<double>(plan.operations.size()), SimaiOperations(workload));
    const double signals = SimaiSignals(workload);
    const auto found = static_cast<double>(plan.matrix.transfers.size() - plan.operations.size());
    EXPECT_GE(found, signals);
    EXPECT_LE(found, signals + leftOut + 2. * plan.matrix.nodes) << "up to two of each rank";
}

/** @return the plan of rows that are all alike, for so many groups of as many ranks */
TrainingPlan
PlanOfRows(uint32_t groups, uint32_t rows, const std::string& row)
{
    std::string text = POLICY + "model_parallel_NPU_group: " + std::to_string(groups) +
                       " ep: 1 all_gpus: " + std::to_string(groups * groups) + "\n" +
                       std::to_string(rows) + "\n";
    for (uint32_t i = 0; i < rows; ++i)
    {
        text += "r -1 " + row + "\n";
    }
    const SimaiWorkload workload = ReadText(text);
    const testing::ScopedTrace trace(__FILE__, __LINE__, row);
    TrainingPlan plan = PlanSimai(workload);
    CheckCounts(workload, plan);
    return plan;
}

// Rows without work have nothing else that joins what ranks wait for.
// Clauses: [simai-step], [own-part]
TEST(SimaiTest, OperationsInARowTakeTransfersInProportion)
{
    for (const char* row : {"0 REDUCESCATTER 4096 0 REDUCESCATTER 4096 0 NONE 0 0",
                            "0 ALLGATHER 4096 0 NONE 0 0 NONE 0 0",
                            "0 NONE 0 0 ALLTOALL 4096 0 NONE 0 0",
                            "0 ALLREDUCE 4096 0 ALLREDUCE 4096 0 NONE 0 0",
                            "0 ALLGATHER 4096 0 NONE 0 0 ALLGATHER 4096 0",
                            "0 NONE 0 0 NONE 0 0 REDUCESCATTER 4096 0",
                            "0 NONE 0 0 NONE 0 0 ALLTOALL 4096 9"})
    {
        const auto transfers = [row](uint32_t rows) {
            return PlanOfRows(4, rows, row).matrix.transfers.size();
        };
        const std::size_t few = transfers(10);
        EXPECT_EQ(transfers(30) - transfers(20), transfers(20) - few) << row;
        const std::size_t each = (transfers(20) - few) / 10;
        EXPECT_LE(each, 16 * 2 * (2 * 3U)) << row << ": of each rank, for two operations";
    }
}

// A message of a stage without operations waits for one that joins all before. Else signals would
// grow with the square of the micro-batches. Clauses: [simai-stages], [own-part]
TEST(SimaiTest, PassesWithoutOperationsTakeTransfersInProportion)
{
    for (const char* row : {"0 NONE 0 0 NONE 0 0 NONE 0 0",
                            "5 NONE 0 0 NONE 0 0 NONE 0 0",
                            "0 NONE 0 5 NONE 0 0 NONE 0 0",
                            "0 NONE 0 0 NONE 0 0 ALLREDUCE 4096 7"})
    {
        const auto transfers = [row](uint32_t microbatches) {
            const SimaiWorkload workload =
                WithStages(POLICY + "model_parallel_NPU_group: 1 ep: 1 pp: 4 pp_comm: 100 ga: " +
                           std::to_string(microbatches) + " all_gpus: 8\n1\nr -1 " + row + "\n");
            const TrainingPlan plan = PlanSimai(workload);
            CheckCounts(workload, plan);
            EXPECT_EQ(PlayTransfers(plan.matrix).acrossNics, 0U);
            return plan.matrix.transfers.size();
        };
        const testing::ScopedTrace trace(__FILE__, __LINE__, row);
        const std::size_t few = transfers(10);
        EXPECT_EQ(transfers(30) - transfers(20), transfers(20) - few) << row;
        // Of each rank and pass: a message, an operation and two signals at most.
        EXPECT_LE(transfers(20) - few, 10 * 8 * 2 * 4U) << row;
    }
}

// Of stages and micro-batches in any number. Clauses: [simai-stages], [own-part]
TEST(SimaiTest, SignalsOfHandoversAreCounted)
{
    const struct
    {
        const char* row;
        double leftOut; //!< signals of each rank and pass
    } cases[] = {{"0 NONE 0 0 NONE 0 0 NONE 0 0", 0},
                 {"5 NONE 0 5 NONE 0 5 NONE 0 0", 0},
                 {"5 ALLREDUCE 64 0 ALLREDUCE 64 0 NONE 0 0", 0},
                 {"5 ALLGATHER 64 5 ALLTOALL 64 0 NONE 0 0", 0},
                 {"0 ALLGATHER 64 0 ALLTOALL 64 0 ALLREDUCE 64 7", 3},
                 {"5 NONE 0 0 REDUCESCATTER 64 5 REDUCESCATTER 64 7", 3}};

    for (const auto& [row, leftOut] : cases)
    {
        for (const uint32_t stages : {1, 2, 3, 4})
        {
            for (const uint32_t microbatches : {1, 2, 3, 4, 9})
            {
                std::ostringstream text;
                text << POLICY << "model_parallel_NPU_group: 3 ep: 1 pp: " << stages
                     << " pp_comm: 100 ga: " << microbatches << " all_gpus: " << stages * 6
                     << "\n1\nr -1 " << row << "\n";
                const testing::ScopedTrace trace(__FILE__, __LINE__, text.str());
                const SimaiWorkload workload = WithStages(text.str());
                CheckCounts(workload, PlanSimai(workload), leftOut * stages * 6 * 2 * microbatches);
            }
        }
    }
}

// What an operation of weights waits for itself, the end of the step waits for as it is.
// Clauses: [simai-step]
TEST(SimaiTest, TheEndOfTheStepWaitsForEachSumOnce)
{
    // One message for each sum: there are two ranks in a group.
    const TrainingPlan plan = PlanOfRows(2, 40, "5 NONE 0 0 NONE 0 5 REDUCESCATTER 4096 0");
    const std::size_t all = plan.operations.size();
    for (std::size_t end = all - 4; end < all; ++end)
    {
        const PlaceLists::List before = plan.before.Of(end);
        EXPECT_EQ(std::distance(before.begin(), before.end()), 40 + 1) << "and the last work";
    }
}

// Clauses: [simai-step]
TEST(SimaiTest, ShortOperationsHaveAByteForEachRank)
{
    const TrainingPlan plan =
        PlanSimai(ReadText(HEAD + "\n1\na -1 0 ALLTOALL_DP_EP 1 0 ALLREDUCE 0 0 ALLGATHER 1 0\n"));
    std::map<TrainingPart, uint64_t> amounts = AmountsOf(plan);
    EXPECT_EQ(amounts[TrainingPart::TENSOR], 0U) << "nothing";
    EXPECT_EQ(amounts[TrainingPart::GRADIENT], 8 + 8 * 3U);
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
