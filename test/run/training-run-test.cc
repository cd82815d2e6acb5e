/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Training steps over an idle fabric, beside their closed forms.

#include "../mrc-thrown-text.h"
#include "../workload/data-file.h"
#include "message-way.h"
#include "training-rows.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

// Of p stages and m micro-batches each is idle for p - 1 of m + p - 1 passes. Messages between
// stages take some 11 us, of passes of 3 ms.
// Clauses: [training-recompute], [training-schedule], [training-times]
TEST(TrainingRunTest, APipelineIsIdleForItsBubble)
{
    for (const auto& [stages, microbatches] :
         std::vector<std::pair<uint32_t, uint32_t>>{{2, 1}, {4, 8}, {8, 8}})
    {
        TrainingJob job = SmallJob(8);
        job.layerUs = 10000. * stages / 8;
        job.pipeline = stages;
        job.microbatches = microbatches;
        job.steps = 2;
        const std::vector<Row> steps = StepsOf(job);
        ASSERT_EQ(steps.size(), 2U);
        const double passes = microbatches + stages - 1;
        const double bubble = 100. * (stages - 1) / passes;
        for (const Row& step : steps)
        {
            EXPECT_NEAR(Of(step, "idle_percent"), bubble, 0.01 * bubble) << stages;
            EXPECT_NEAR(Of(step, "time_us"), passes * 30000, 0.01 * passes * 30000);
        }
        job.recomputes = true; // four times a forward pass instead of three [training-recompute]
        EXPECT_NEAR(Of(StepsOf(job).at(0), "time_us"), passes * 40000, 0.01 * passes * 40000);
    }
}

/** Two layers on two replicas, across T1s: the time of gradients. */
struct TwoLayers
{
    TrainingJob job = SmallJob(2);
    double packets{0}; //!< of half a layer's gradients

    explicit TwoLayers(double forwardUs)
    {
        job.data = 2;
        job.hidden = 1024;
        job.feedForward = 4096;
        job.layerUs = forwardUs;
        job.optimizerUs = 1000;
        packets = 12. * 1024 * 1024 * 2 / 2 / 4096;
    }

    /** @return us of one step of the sum's two */
    double Step() const
    {
        return Way::Local().Step(packets) * 1e-6;
    }

    /** @return us that the line is busy with the packets */
    double Line() const
    {
        return (packets / Way::PLANES - 1) * Way::PacketTime() * 1e-6;
    }
};

// The sums of the second layer go on during the backward pass of the first one, of which only the
// own sums are left. Clauses: [training-step], [training-times]
TEST(TrainingRunTest, TwoLayersExposeTheSumsOfTheFirst)
{
    const TwoLayers two(3000);
    const std::vector<Row> steps = StepsOf(two.job);
    ASSERT_EQ(steps.size(), 1U);
    const double exposed = 2 * two.Step();
    EXPECT_NEAR(Of(steps[0], "exposed_us"), exposed, 0.01 * exposed);
    const double time = 6 * 3000 + exposed + 1000;
    EXPECT_NEAR(Of(steps[0], "time_us"), time, 0.01 * time);
    EXPECT_EQ(steps[0].at("held_by"), "gradient");
}

// The first layer's sums begin while the second's are on the line, wait for those, and take twice
// their time. Clauses: [training-step], [training-times]
TEST(TrainingRunTest, SumsThatDoNotFitIntoThePassExposeTheRest)
{
    const double backward = 1.5 * TwoLayers(0).Step();
    const TwoLayers two(backward / 2);
    const std::vector<Row> steps = StepsOf(two.job);
    ASSERT_EQ(steps.size(), 1U);
    const double latency = two.Step() - two.Line();
    const double exposed = 4 * two.Line() + 3 * latency - backward;
    EXPECT_NEAR(Of(steps[0], "exposed_us"), exposed, 0.01 * exposed);
}

// Clauses: [training-step], [training-times]
TEST(TrainingRunTest, SumsAfterThePassExposeAll)
{
    TwoLayers two(3000);
    two.job.gradientTime = GradientTime::AFTER_BACKWARD;
    two.job.bucketLayers = 2;
    two.packets *= 2; // of both layers
    const std::vector<Row> steps = StepsOf(two.job);
    const double exposed = 2 * two.Step();
    EXPECT_NEAR(Of(steps.at(0), "exposed_us"), exposed, 0.01 * exposed);
}

// A link that loses packets holds the step: the transfer over it is named, with the packets that
// were sent again. Clauses: [training-times]
TEST(TrainingRunTest, TheTransferThatHoldsAStepIsNamed)
{
    TwoLayers two(1000);
    two.job.data = 4;
    const std::vector<Row> clean = StepsOf(two.job);
    const std::vector<Row> lossy = StepsOf(two.job, "nic:2/loss=2%@0ns");
    EXPECT_EQ(clean.at(0).at("held_retransmissions"), "0");
    EXPECT_LT(Of(clean[0], "held_slowdown"), 1.1);
    const Row& held = lossy.at(0);
    EXPECT_TRUE(held.at("held_source") == "2" || held.at("held_destination") == "2");
    EXPECT_GT(Of(held, "held_retransmissions"), 0);
    EXPECT_GT(Of(held, "time_us"), Of(clean[0], "time_us"));
}

// Clauses: [training-ranks], [node-links]
TEST(TrainingRunTest, WhatIsInANodeDoesNotCrossTheFabric)
{
    TrainingJob job = SmallJob(2);
    job.tensor = 4;
    job.data = 2;
    job.gpus = 4;
    job.hidden = 256;
    job.layerUs = 10;
    const double inside = Of(StepsOf(job).at(0), "time_us");
    job.order = {TrainingAxis::DATA, TrainingAxis::TENSOR, TrainingAxis::PIPELINE};
    EXPECT_GT(Of(StepsOf(job).at(0), "time_us"), 2 * inside) << "layers are shared between nodes";
}

// Clauses: [node-links]
TEST(TrainingRunTest, GpusOfANodeDivideTheRanks)
{
    const auto errorOf = [](const std::string& file, uint32_t gpus) {
        const std::string error =
            ThrownText<std::invalid_argument>([&] { TrainingRun(DataFile(file), {gpus}); });
        return error.substr(error.rfind(": ") + 2);
    };
    EXPECT_EQ(errorOf("simai_8.txt", 3), "3 GPUs in a node; expected a divisor of 8, its ranks");
    EXPECT_EQ(errorOf("simai_8.txt", 16), "16 GPUs in a node; expected a divisor of 8, its ranks");
    EXPECT_EQ(errorOf("gpt-7b.job", 5), "5 GPUs in a node; expected a divisor of 32, its ranks");
    TrainingJob job = SmallJob(8);
    job.gpus = job.data = 4;
    const std::string text = TrainingRun(job).Describe();
    EXPECT_EQ(text.substr(text.rfind(", ")), ", 4 GPUs in a node");
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
