/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which files of SimAI are read, and which are refused?

#include "../mrc-thrown-text.h"
#include "data-file.h"
#include "simai-text.h"

#include "ns3/mrc-parse-error.h"
#include "ns3/mrc-simai-plan.h"
#include "ns3/mrc-traffic-file.h"

#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

std::string
SimaiError(const std::string& text)
{
    return ThrownText<ParseError>([&] { ReadText(text); });
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
    EXPECT_NE(ThrownText<std::invalid_argument>([&] {
                  PlanSimai(many);
              }).find("operations; expected at most 10000000: fewer ranks or rows"),
              std::string::npos);
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
        return ThrownText<ParseError>([&] { WithStages(head + "\n1\n" + QUIET_ROW); });
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
    EXPECT_EQ(ThrownText<std::invalid_argument>([&] {
                  PlanSimai(WithStages(many + "\n1\nrow -1 0 NONE 0 0 NONE 0 0 NONE 0 0\n"));
              }),
              "a.txt: 4000000000 micro-batches; expected at most 10000000 passes of stages");
    std::string idle = POLICY + "model_parallel_NPU_group: 1 ep: 1 ga: 4000000 all_gpus: 2\n200\n";
    for (int row = 0; row < 200; ++row)
    {
        idle += "row -1 0 NONE 0 0 NONE 0 0 NONE 0 0\n";
    }
    EXPECT_EQ(ThrownText<std::invalid_argument>([&] { PlanSimai(WithStages(idle)); }),
              "a.txt: 200 rows in each of 4000000 micro-batches; expected at most 10^9 rows in "
              "all passes");
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
    EXPECT_EQ(ThrownText<std::invalid_argument>([&] { PlanSimai(workload); }),
              "a.txt: 1.2e+07 operations; expected at most 10000000: fewer ranks or rows");
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
    EXPECT_EQ(ThrownText<ParseError>([] { ReadSimaiWorkloadFile("no/such.txt"); }),
              "no/such.txt:1:1: cannot open the file; expected a workload of SimAI");
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
