/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "data-file.h"

#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-training-job.h"

#include <cmath>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

const std::string LEAST = "layers 4\nhidden 8\nfeed-forward 32\nsequence 16\n";

TrainingJob
Read(const std::string& text)
{
    std::istringstream in(text);
    return ReadTrainingJob(in, "a.job");
}

std::string
ErrorOf(const std::string& text)
{
    return test::ThrownText<ParseError>([&] { Read(text); });
}

// Clauses: [training-file]
TEST(TrainingJobTest, KeysHaveDefaults)
{
    const TrainingJob job = Read("# a comment\n" + LEAST + "data 2\n");
    EXPECT_EQ(job.Ranks(), 2U);
    EXPECT_EQ(job.steps, 1U);
    EXPECT_EQ(job.order[0], TrainingAxis::TENSOR);
    EXPECT_EQ(job.Size(), 4 * (4 * 64 + 2 * 8 * 32U));
    const TrainingJob more = Read(LEAST + "data 2\ntensor 2\norder pipeline data tensor\n"
                                          "place 3 1 2 0\ngradients after-backward\nlayer-us 2.5\n"
                                          "shrink 5\nrecompute layers\n");
    EXPECT_EQ(job.exchangeWindow, 0U) << "all messages at a time";
    EXPECT_EQ(Read(LEAST + "data 2\nexchange-window 3\n").exchangeWindow, 3U); // [exchange-window]
    EXPECT_FALSE(job.recomputes);
    EXPECT_TRUE(more.recomputes);
    EXPECT_FALSE(Read(LEAST + "data 2\nrecompute none\n").recomputes);
    EXPECT_EQ(more.order[2], TrainingAxis::TENSOR);
    EXPECT_EQ(more.place, (std::vector<uint32_t>{3, 1, 2, 0}));
    EXPECT_EQ(more.gradientTime, GradientTime::AFTER_BACKWARD);
    EXPECT_DOUBLE_EQ(more.ForwardNs(), 500);
}

// Clauses: [training-file]
TEST(TrainingJobTest, TheLargestJobHasItsSize)
{
    const TrainingJob job = Read("layers 10000\nhidden 1048576\nkey-hidden 1\n"
                                 "feed-forward 1048576\nfeed-forward-matrices 2\nexperts 4096\n"
                                 "sequence 16\ndata 2\n");
    EXPECT_NEAR(job.Size() / (1e4 * 4096 * 2 * std::pow(2, 40)), 1, 1e-3) << "more than 64 bits";
}

// 2 x 768 operations for each of 16 tokens, and 4 x 16 x 8 for the products of tokens with each
// other. Clauses: [training-file]
TEST(TrainingJobTest, TimeComesFromOperations)
{
    const TrainingJob job = Read(LEAST + "data 2\ngpu-tflops 0.5\nmicrobatch-size 3\n");
    EXPECT_DOUBLE_EQ(job.ForwardNs(), 3 * 16 * (2 * 768 + 4 * 16 * 8) / 500.);
    const TrainingJob half = Read(LEAST + "tensor 2\ngpu-tflops 0.5\nmicrobatch-size 3\n");
    EXPECT_DOUBLE_EQ(half.ForwardNs(), job.ForwardNs() / 2);
}

// Within 4 % of the name: embeddings are left out.
// Clauses: [training-file]
TEST(TrainingJobTest, TheShippedJobsHaveTheSizesOfTheirNames)
{
    const auto billions = [](const std::string& name) {
        return ReadTrainingJobFile(DataFile(name)).Size() * 1e-9;
    };
    EXPECT_NEAR(billions("gpt-7b.job"), 6.7, 0.04 * 6.7);
    EXPECT_NEAR(billions("gpt-13b.job"), 13, 0.04 * 13);
    EXPECT_NEAR(billions("gpt-13b-1024.job"), 13, 0.04 * 13);
    EXPECT_NEAR(billions("llama-70b.job"), 69, 0.04 * 69);
    EXPECT_NEAR(billions("gpt-175b.job"), 175, 0.04 * 175);
    EXPECT_NEAR(billions("mixtral-8x7b.job"), 46.7, 0.04 * 46.7);
    EXPECT_NEAR(billions("mixtral-8x22b.job"), 141, 0.04 * 141);
    EXPECT_NEAR(billions("moe-32x22b.job"), 141 + 24 * 56 * 3 * 6144e-9 * 16384, 0.04 * 546);
}

// Clauses: [training-file]
TEST(TrainingJobTest, WhatIsWrongIsToldWithItsPlace)
{
    EXPECT_EQ(ErrorOf(""), "a.job:1:1: no layers; expected a line of it");
    EXPECT_EQ(ErrorOf(LEAST + "rings 3\n").substr(0, 44),
              "a.job:5:1: 'rings'; expected one of name, or");
    EXPECT_EQ(ErrorOf("layers 4\nlayers 4\n"), "a.job:2:1: 'layers' again; expected it once");
    EXPECT_EQ(ErrorOf("layers\n"), "a.job:1:1: 'layers' with 0 values; expected KEY VALUE");
    EXPECT_EQ(ErrorOf("layers 1 2\n"), "a.job:1:1: 'layers' with 2 values; expected KEY VALUE");
    EXPECT_EQ(ErrorOf("layers  x\n"),
              "a.job:1:9: layers is 'x'; expected a whole number, 1 .. 10000");
    EXPECT_EQ(ErrorOf("shrink 0.5\n"), "a.job:1:8: shrink is '0.5'; expected a number, 1 .. 1e+09");
    EXPECT_EQ(ErrorOf("gradients late\n"),
              "a.job:1:11: 'late'; expected during-backward or after-backward");
    EXPECT_EQ(ErrorOf("recompute all\n"), "a.job:1:11: 'all'; expected none or layers");
    EXPECT_EQ(ErrorOf("order tensor tensor data\n"),
              "a.job:1:14: 'tensor'; expected each of tensor, data, pipeline");
    EXPECT_EQ(ErrorOf("order tensor\n"),
              "a.job:1:1: an order of 1; expected tensor, data and pipeline, innermost first");
    EXPECT_EQ(ErrorOf("place 0 0\n"), "a.job:1:9: NIC 0 again; expected one for each rank");
    EXPECT_EQ(ErrorOf("place 0 2\n"),
              "a.job:1:9: NIC of a rank is '2'; expected a whole number, 0 .. 1");
    EXPECT_EQ(test::ThrownText<ParseError>([] { ReadTrainingJobFile("/nowhere"); }),
              "/nowhere:1:1: cannot open the file; expected a readable text");
}

// Clauses: [training-file]
TEST(TrainingJobTest, PartsHaveToFitTogether)
{
    EXPECT_EQ(ErrorOf(LEAST + "pipeline 3\n"),
              "a.job:5:1: 4 layers in 3 stages; expected as many in each");
    EXPECT_EQ(ErrorOf(LEAST + "data 4\nexpert 2\n"),
              "a.job:6:1: groups of 2 ranks for 1 experts; expected a divisor of data, 4, and of "
              "experts");
    EXPECT_EQ(ErrorOf(LEAST + "data 4\nactive-experts 2\n"),
              "a.job:6:1: more active experts than experts; expected at most 1");
    EXPECT_EQ(ErrorOf(LEAST),
              "a.job:4:12: data x tensor x pipeline is not 2 .. 1048576 ranks; expected so many");
    EXPECT_EQ(ErrorOf(LEAST + "data 4\nplace 1 0\n"),
              "a.job:6:1: 2 places; expected 4, data x tensor x pipeline");
}

// Before they are planned, which takes half a minute for as many as there may be.
// Clauses: [training-file]
TEST(TrainingJobTest, TooManyOperationsAreToldAtTheirKey)
{
    const std::string rest = "; expected at most 10000000: fewer ranks, micro-batches or steps, or "
                             "more bucket-layers";
    EXPECT_EQ(ErrorOf(LEAST + "data 100000\n"),
              "a.job:5:1: 8.00002e+10 operations in 1 step" + rest);
    EXPECT_EQ(ErrorOf(LEAST + "data 1118\n"), "a.job:5:1: 1.00016e+07 operations in 1 step" + rest);
    EXPECT_NO_THROW(Read(LEAST + "data 1117\n")) << "8 * 1117 * 1117 + 2 * 1117";
    EXPECT_EQ(ErrorOf(LEAST + "steps 9\ntensor 1000\n").substr(0, 36),
              "a.job:6:1: 2.87865e+08 operations in");
    EXPECT_EQ(ErrorOf(LEAST + "data 2\nmicrobatches 100000\nsteps 100\n").substr(0, 9),
              "a.job:6:1");
    EXPECT_EQ(
        ErrorOf(LEAST + "data 4096\nexperts 4096\nexpert 4096\nbucket-layers 4\n").substr(0, 9),
        "a.job:7:1");
}

} // namespace
} // namespace mrc
} // namespace ns3
