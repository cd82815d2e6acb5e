/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "data-file.h"
#include "play-transfers.h"

#include "ns3/mrc-parse-error.h"
#include "ns3/mrc-simai-plan.h"
#include "ns3/mrc-traffic-file.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

const std::string POLICY = "HYBRID_TRANSFORMER_FWD_IN_BCKWD ";
const std::string HEAD = POLICY + "model_parallel_NPU_group: 2 ep: 2 all_gpus: 8";
const std::string QUIET_ROW = "row -1 1 NONE 0 1 NONE 0 1 NONE 0 1\n";

SimaiWorkload
ReadText(const std::string& text)
{
    std::istringstream in(text);
    return ReadSimaiWorkload(in, "a.txt");
}

std::string
SimaiError(const std::string& text)
{
    return test::ThrownText<ParseError>([&] { ReadText(text); });
}

/** @return the error of a file with this first line and a row */
std::string
HeadError(const std::string& head)
{
    return SimaiError(head + "\n1\n" + QUIET_ROW);
}

/** @return the error of a file with this row */
std::string
RowError(const std::string& row)
{
    return SimaiError(HEAD + "\n1\n" + row);
}

// Clauses: [simai-files]
TEST(SimaiTest, ReadsGroupsAndRows)
{
    const SimaiWorkload workload =
        ReadText(POLICY + "model_parallel_NPU_group: 2 ep: 2 pp: 12 vpp: 8 ga: 24 all_gpus: 16 "
                          "checkpoints: 0 checkpoint_initiates: 0 pp_comm 4096\r\n"
                          "2\r\n"
                          "a\t-1 10 ALLREDUCE 11 12 ALLGATHER_EP 13 14 REDUCESCATTER 15 16\r\n"
                          "b 0 20 NONE 0 22 ALLTOALL_DP_EP 23 24 ALLREDUCE_DP_EP 25 26\r\n");
    EXPECT_EQ(workload.job.Ranks(), 16U);
    EXPECT_EQ(workload.job.tensor, 2U);
    EXPECT_EQ(workload.job.data, 8U);
    EXPECT_EQ(workload.job.expert, 2U);
    EXPECT_EQ(workload.SizeOf(SimaiGroup::REPLICA), 4U);
    ASSERT_EQ(workload.rows.size(), 2U);
    const SimaiRow& a = workload.rows[0];
    EXPECT_EQ(a.forwardNs, 10U);
    EXPECT_EQ(a.forward.kind, SimaiKind::ALL_REDUCE);
    EXPECT_EQ(a.forward.group, SimaiGroup::TENSOR) << "without a suffix";
    EXPECT_EQ(a.forward.bytes, 11U);
    EXPECT_EQ(a.inputNs, 12U);
    EXPECT_EQ(a.input.kind, SimaiKind::ALL_GATHER);
    EXPECT_EQ(a.input.group, SimaiGroup::EXPERT);
    EXPECT_EQ(a.weightNs, 14U);
    EXPECT_EQ(a.weight.kind, SimaiKind::REDUCE_SCATTER);
    EXPECT_EQ(a.weight.group, SimaiGroup::DATA) << "without a suffix";
    EXPECT_EQ(a.updateNs, 16U);
    const SimaiRow& b = workload.rows[1];
    EXPECT_FALSE(workload.Sends(b.forward));
    EXPECT_EQ(b.input.kind, SimaiKind::ALL_TO_ALL);
    EXPECT_EQ(b.input.group, SimaiGroup::REPLICA);
    EXPECT_EQ(b.weight.group, SimaiGroup::REPLICA);
    EXPECT_EQ(workload.Describe(),
              "a.txt: 2 rows of SimAI on 16 ranks (data 8, tensor 2, expert 2), 8 GPUs in a "
              "node; one stage of 12, one micro-batch of 24");
}

// Clauses: [simai-files]
TEST(SimaiTest, WrongFirstLinesAreTold)
{
    EXPECT_EQ(SimaiError(""),
              "a.txt:1:1: no workload; expected HYBRID_TRANSFORMER_FWD_IN_BCKWD or "
              "HYBRID_TRANSFORMER");
    EXPECT_EQ(HeadError("HYBRID_CUSTOMIZED"),
              "a.txt:1:1: 'HYBRID_CUSTOMIZED'; expected HYBRID_TRANSFORMER_FWD_IN_BCKWD or "
              "HYBRID_TRANSFORMER");
    EXPECT_EQ(HeadError("HYBRID_TRANSFORMER model_parallel_NPU_group: 2 all_gpus: 8"),
              "a.txt:1:59: no ep; expected ep: N");
    EXPECT_EQ(HeadError("HYBRID_TRANSFORMER tp: 2"),
              "a.txt:1:20: 'tp:'; expected one of model_parallel_NPU_group:, ep:, all_gpus:, pp:, "
              "vpp:, ga:, pp_comm:, checkpoints:, checkpoint_initiates:");
    EXPECT_EQ(HeadError("HYBRID_TRANSFORMER ep: 0"),
              "a.txt:1:24: ep is '0'; expected a whole number, 1 .. 1048576");
    EXPECT_EQ(HeadError("HYBRID_TRANSFORMER ep: 1 ep: 1"),
              "a.txt:1:26: ep again; expected it once");
    EXPECT_EQ(HeadError("HYBRID_TRANSFORMER ep:"), "a.txt:1:23: ep ends; expected a number more");
    EXPECT_EQ(HeadError("HYBRID_TRANSFORMER model_parallel_NPU_group: 3 ep: 1 all_gpus: 8"),
              "a.txt:1:46: model_parallel_NPU_group is 3; expected a divisor of all_gpus, 8");
    EXPECT_EQ(HeadError("HYBRID_TRANSFORMER model_parallel_NPU_group: 2 ep: 3 all_gpus: 8"),
              "a.txt:1:52: ep is 3; expected a divisor of all_gpus / model_parallel_NPU_group, 4");
    EXPECT_EQ(HeadError(HEAD + " checkpoints: 2 0"),
              "a.txt:1:95: checkpoints ends; expected a number more");
    EXPECT_EQ(HeadError(HEAD + " checkpoints: 1 1"), "a.txt:1:94: row, from 0 is '1'; expected 0");
    EXPECT_EQ(HeadError(HEAD + " checkpoint_initiates: 1 0"),
              "a.txt:1:101: row 0 without a checkpoint; expected one at it or before it");
}

// Clauses: [simai-files]
TEST(SimaiTest, WrongRowsAreTold)
{
    EXPECT_EQ(SimaiError(HEAD), "a.txt:1:78: the end; expected the number of rows");
    EXPECT_EQ(SimaiError(HEAD + "\n0\n"),
              "a.txt:2:1: number of rows is '0'; expected a whole number, 1 .. 1000000");
    EXPECT_EQ(SimaiError(HEAD + "\n1 2\n"), "a.txt:2:3: '2'; expected the end of the line");
    EXPECT_EQ(SimaiError(HEAD + "\n2\n" + QUIET_ROW),
              "a.txt:3:36: the end behind 1 rows; expected 2");
    EXPECT_EQ(SimaiError(HEAD + "\n1\n" + QUIET_ROW + QUIET_ROW),
              "a.txt:4:1: a row more; expected 1, as the second line says");
    EXPECT_EQ(RowError("row -1 1 NONE 0 1 NONE 0 1 NONE 0"),
              "a.txt:3:1: a row of 11 fields; expected 12: NAME, -1, three times NS KIND BYTES, "
              "NS");
    EXPECT_EQ(RowError("row - 1 NONE 0 1 NONE 0 1 NONE 0 1"),
              "a.txt:3:5: dependency is '-'; expected a whole number");
    EXPECT_EQ(RowError("row -1 4294967296 NONE 0 1 NONE 0 1 NONE 0 1"),
              "a.txt:3:8: time, ns is '4294967296'; expected a whole number, 0 .. 4294967295");
    EXPECT_EQ(RowError("row -1 1 BROADCAST 0 1 NONE 0 1 NONE 0 1"),
              "a.txt:3:10: 'BROADCAST'; expected NONE, ALLREDUCE, ALLGATHER, REDUCESCATTER or "
              "ALLTOALL, also with _EP or _DP_EP");
    EXPECT_NE(RowError("row -1 1 NONE_EP 0 1 NONE 0 1 NONE 0 1").find("a.txt:3:10: 'NONE_EP'"),
              std::string::npos);
    EXPECT_NE(RowError("row -1 1 ALLTOALL_TP 0 1 NONE 0 1 NONE 0 1").find("a.txt:3:10: "),
              std::string::npos);
}

// A transfer has a rank's part of the bytes, at most 2^32 - 1. Clauses: [simai-files]
TEST(SimaiTest, AmountsThatAreTooLongAreTold)
{
    EXPECT_EQ(RowError("row -1 1 NONE 9223372036854775808 1 NONE 0 1 NONE 0 1"),
              "a.txt:3:15: size, bytes is '9223372036854775808'; expected a whole number, 0 .. "
              "9223372036854775807");
    const std::string last = "row -1 1 NONE 0 1 NONE 0 1 ALLREDUCE ";
    EXPECT_EQ(ReadText(HEAD + "\n1\n" + last + "17179869180 1").rows[0].weight.bytes,
              uint64_t{17179869180});
    EXPECT_EQ(RowError(last + "17179869181 1"),
              "a.txt:3:38: 17179869181 bytes for 4 ranks; expected at most 4294967295 for each");
    EXPECT_NO_THROW(ReadText(POLICY + "model_parallel_NPU_group: 8 ep: 1 all_gpus: 8\n1\n" + last +
                             "9223372036854775807 1"))
        << "a rank alone sends nothing";
    const std::string row = "row -1 1 NONE 0 1 NONE 0 1 ALLREDUCE 1 1";
    const SimaiWorkload many =
        ReadText(POLICY + "model_parallel_NPU_group: 1 ep: 1 all_gpus: 1048576\n1\n" + row);
    EXPECT_NE(test::ThrownText<std::invalid_argument>([&] {
                  PlanSimai(many);
              }).find("operations; expected at most 10000000: fewer ranks or rows"),
              std::string::npos);
}

/** @return bytes, or ns of work, of each part of a plan */
std::map<TrainingPart, uint64_t>
AmountsOf(const TrainingPlan& plan)
{
    std::map<TrainingPart, uint64_t> amounts;
    for (std::size_t i = 0; i < plan.operations.size(); ++i)
    {
        amounts[plan.operations[i].part] += plan.matrix.transfers[i].bytes;
    }
    return amounts;
}

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
    EXPECT_EQ(test::PlayTransfers(plan.matrix).acrossNics, 0U);
}

const std::string PIPELINE = POLICY + "model_parallel_NPU_group: 2 ep: 2 pp: 2 vpp: 4 ga: 3 "
                                      "all_gpus: 16 checkpoints: 0 checkpoint_initiates: 0 ";

SimaiWorkload
WithStages(const std::string& text)
{
    std::istringstream in(text);
    return ReadSimaiWorkload(in, "a.txt", SimaiStages::AS_GIVEN);
}

// Clauses: [simai-stages]
TEST(SimaiTest, StagesShareTheRanks)
{
    const std::string rows = "pp_comm: 4096.0\n1\n" + QUIET_ROW;
    const SimaiWorkload one = ReadText(PIPELINE + rows);
    EXPECT_EQ(one.job.pipeline, 1U);
    EXPECT_EQ(one.job.microbatches, 1U);
    EXPECT_EQ(one.job.data, 8U);
    EXPECT_EQ(one.Describe(),
              "a.txt: 1 rows of SimAI on 16 ranks (data 8, tensor 2, expert 2), 8 GPUs in a node; "
              "one stage of 2, one micro-batch of 3");
    const SimaiWorkload all = WithStages(PIPELINE + rows);
    EXPECT_EQ(all.job.Ranks(), 16U);
    EXPECT_EQ(all.job.pipeline, 2U);
    EXPECT_EQ(all.job.microbatches, 3U);
    EXPECT_EQ(all.job.data, 4U);
    EXPECT_EQ(all.job.expert, 2U);
    EXPECT_EQ(all.handedBytes, 4096U);
    EXPECT_EQ(all.Describe(),
              "a.txt: 1 rows of SimAI on 16 ranks (data 4, tensor 2, expert 2, pipeline 2), 3 "
              "micro-batches, stages not interleaved, 8 GPUs in a node");
}

// Clauses: [simai-stages]
TEST(SimaiTest, StagesThatDoNotFitAreTold)
{
    const auto error = [](const std::string& head) {
        return test::ThrownText<ParseError>([&] { WithStages(head + "\n1\n" + QUIET_ROW); });
    };
    EXPECT_EQ(
        error(PIPELINE),
        "a.txt:1:71: pp is 2 and pp_comm is 0; expected the bytes that a stage hands on, 1 .. "
        "4294967295");
    EXPECT_EQ(error(POLICY + "model_parallel_NPU_group: 2 ep: 1 pp: 3 all_gpus: 16 pp_comm: 1"),
              "a.txt:1:71: pp is 3; expected a divisor of all_gpus / model_parallel_NPU_group, 8");
    EXPECT_EQ(
        error(POLICY + "model_parallel_NPU_group: 2 ep: 8 pp: 2 all_gpus: 16 pp_comm: 1"),
        "a.txt:1:65: ep is 8; expected a divisor of all_gpus / model_parallel_NPU_group / pp, "
        "4");
    EXPECT_NE(error(PIPELINE + "pp_comm: 1.5").find("pp_comm is '1.5'; expected a whole number"),
              std::string::npos);
    const std::string many =
        POLICY + "model_parallel_NPU_group: 1 ep: 1 ga: 4000000000 all_gpus: 2";
    EXPECT_EQ(test::ThrownText<std::invalid_argument>([&] {
                  PlanSimai(WithStages(many + "\n1\nrow -1 0 NONE 0 0 NONE 0 0 NONE 0 0\n"));
              }),
              "a.txt: 4000000000 micro-batches; expected at most 10000000 passes of stages");
    std::string idle = POLICY + "model_parallel_NPU_group: 1 ep: 1 ga: 4000000 all_gpus: 2\n200\n";
    for (int row = 0; row < 200; ++row)
    {
        idle += "row -1 0 NONE 0 0 NONE 0 0 NONE 0 0\n";
    }
    EXPECT_EQ(test::ThrownText<std::invalid_argument>([&] { PlanSimai(WithStages(idle)); }),
              "a.txt: 200 rows in each of 4000000 micro-batches; expected at most 10^9 rows in "
              "all passes");
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
    EXPECT_EQ(test::PlayTransfers(plan.matrix).acrossNics, 0U);
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
            EXPECT_EQ(test::PlayTransfers(plan.matrix).acrossNics, 0U);
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

// Two operations and a signal of each rank and row, which a plan would find too many at its end.
// Clauses: [simai-files]
TEST(SimaiTest, SignalsCountBeforeAnythingIsPlanned)
{
    std::string text = POLICY + "model_parallel_NPU_group: 2 ep: 1 all_gpus: 1000\n4000\n";
    for (uint32_t row = 0; row < 4000; ++row)
    {
        text += "r -1 0 ALLGATHER 4096 0 NONE 0 0 NONE 0 0\n";
    }
    const SimaiWorkload workload = ReadText(text);
    EXPECT_LT(SimaiOperations(workload), 1e7);
    EXPECT_EQ(test::ThrownText<std::invalid_argument>([&] { PlanSimai(workload); }),
              "a.txt: 1.2e+07 operations; expected at most 10000000: fewer ranks or rows");
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

// Clauses: [simai-files]
TEST(SimaiTest, AFileOfTrafficMayBeOne)
{
    const ConnectionMatrix matrix = ReadTrafficFile(DataFile("simai_8.txt"));
    EXPECT_EQ(matrix.nodes, 8U);
    EXPECT_EQ(matrix.transfers[0].bytes, 40000U) << "row 0 has no forward pass";
    const std::string path = testing::TempDir() + "mrc-simai-with-comments.txt";
    std::ofstream(path) << "# a comment\n\n  # and one more\n" + HEAD + "\n1\n" + QUIET_ROW;
    EXPECT_EQ(ReadTrafficFile(path).nodes, 8U);
    std::ofstream(path) << "\xEF\xBB\xBF" + HEAD + "\n1\n" + QUIET_ROW;
    EXPECT_EQ(ReadTrafficFile(path).nodes, 8U) << "behind a byte-order mark";
    std::remove(path.c_str());
    EXPECT_EQ(test::ThrownText<ParseError>([] { ReadSimaiWorkloadFile("no/such.txt"); }),
              "no/such.txt:1:1: cannot open the file; expected a workload of SimAI");
}

} // namespace
} // namespace mrc
} // namespace ns3
