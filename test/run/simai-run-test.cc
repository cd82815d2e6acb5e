/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Workloads of SimAI over an idle fabric, beside their closed forms.

#include "message-way.h"
#include "training-rows.h"

#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

constexpr uint64_t PACKETS = 1024; // of a transfer

/** @return the one step of a workload of SimAI with these lines, and a node for each NIC */
Row
StepOf(const std::string& groups, const std::string& rows)
{
    const std::string path = testing::TempDir() + "mrc-simai-run.txt";
    std::ofstream(path) << "HYBRID_TRANSFORMER_FWD_IN_BCKWD " << groups << '\n' << rows;
    const std::vector<Row> steps = RowsOf(LinesOfFile(path, 1).table);
    EXPECT_EQ(steps.size(), 1U);
    return steps.at(0);
}

/** @return bytes of a buffer of which each of so many ranks has that many packets */
std::string
BytesOf(uint32_t ranks)
{
    return std::to_string(ranks * PACKETS * 4096);
}

// Pairs of a tensor group are below one T0: their sums take two steps of a ring, all others one.
// Clauses: [simai-step]
TEST(SimaiRunTest, WorkWaitsForTheOperationsOfPasses)
{
    const std::string bytes = BytesOf(2);
    const Row step = StepOf("model_parallel_NPU_group: 2 ep: 1 all_gpus: 8",
                            "2\n"
                            "a -1 1000000 ALLREDUCE " +
                                bytes + " 2000000 ALLGATHER " + bytes +
                                " 500000 NONE 0 0\n"
                                "b -1 1000000 REDUCESCATTER " +
                                bytes + " 2000000 ALLTOALL " + bytes + " 500000 NONE 0 0\n");
    const double exposed = 5 * Way::Local().Step(PACKETS) * 1e-6;
    EXPECT_NEAR(Of(step, "exposed_us"), exposed, 0.01 * exposed);
    const double time = 7000 + exposed;
    EXPECT_NEAR(Of(step, "time_us"), time, 0.01 * time);
    const double idle = 100 * exposed / time;
    EXPECT_NEAR(Of(step, "idle_percent"), idle, 0.01 * idle);
    EXPECT_EQ(step.at("held_by"), "tensor");
}

// The sums of the last row go on beside the work of the first one. Those of the first row are
// exposed, and the update behind them is work. Clauses: [simai-step], [training-times]
TEST(SimaiRunTest, SumsOfWeightsGoOnBesideWork)
{
    const std::string bytes = BytesOf(2);
    const Row step = StepOf("model_parallel_NPU_group: 1 ep: 1 all_gpus: 2",
                            "2\n"
                            "a -1 1000000 NONE 0 3000000 NONE 0 3000000 ALLREDUCE " +
                                bytes +
                                " 400000\n"
                                "b -1 1000000 NONE 0 3000000 NONE 0 3000000 ALLREDUCE " +
                                bytes + " 400000\n");
    const double exposed = 2 * Way::Local().Step(PACKETS) * 1e-6;
    EXPECT_NEAR(Of(step, "exposed_us"), exposed, 0.01 * exposed);
    const double time = 14000 + exposed + 400;
    EXPECT_NEAR(Of(step, "time_us"), time, 0.01 * time);
    // The other update was beside work, and took no time of the GPU's own.
    const double idle = 100 * exposed / time;
    EXPECT_NEAR(Of(step, "idle_percent"), idle, 0.01 * idle);
    EXPECT_EQ(step.at("held_by"), "gradient");
}

// A stage is idle for (p - 1) / (m + p - 1) of a step, but for what handing on takes.
// Clauses: [simai-stages], [training-schedule]
TEST(SimaiRunTest, APipelineHasItsBubble)
{
    const std::string path = testing::TempDir() + "mrc-simai-run.txt";
    const std::string rows = "1\na -1 1000000 NONE 0 1000000 NONE 0 1000000 NONE 0 0\n";
    for (const uint32_t microbatches : {1, 6})
    {
        std::ofstream(path) << "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 1 ep: 1 "
                               "pp: 4 vpp: 1 ga: "
                            << microbatches << " all_gpus: 4 pp_comm: 4096\n"
                            << rows;
        TrainingChoices choices;
        choices.gpus = 1;
        choices.hasStages = true;
        const std::vector<Row> steps = RowsOf(LinesOfFile(path, choices).table);
        ASSERT_EQ(steps.size(), 1U);
        const double time = (microbatches + 3) * 3000;
        EXPECT_NEAR(Of(steps[0], "time_us"), time, 0.01 * time);
        const double idle = 100. * 3 / (microbatches + 3);
        EXPECT_NEAR(Of(steps[0], "idle_percent"), idle, 0.01 * idle + 0.5);
        EXPECT_EQ(steps[0].at("held_by"), "pipeline");
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
