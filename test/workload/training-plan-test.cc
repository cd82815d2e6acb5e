/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "data-file.h"
#include "plan-amounts.h"
#include "play-transfers.h"

#include "ns3/mrc-training-count.h"
#include "ns3/mrc-training-plan.h"
#include "ns3/mrc-training-ranks.h"
#include "ns3/mrc-training-schedule.h"
#include "ns3/mrc-training-times.h"
#include "ns3/mrc-trigger-graph.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

TrainingJob
SmallJob()
{
    TrainingJob job;
    job.layers = 4;
    job.hidden = 8;
    job.feedForward = 32;
    job.sequence = 16;
    job.layerUs = 10;
    return job;
}

using NicGroups = std::vector<std::vector<uint32_t>>;

// Clauses: [training-schedule]
TEST(TrainingPlanTest, AStageGoesAheadAndThenOneForwardOneBackward)
{
    std::map<uint32_t, std::string> order;
    for (const TrainingPass& pass : ScheduleTraining(3, 4))
    {
        order[pass.stage] += (pass.isBackward ? "B" : "F") + std::to_string(pass.microbatch);
    }
    EXPECT_EQ(order[0], "F0F1F2B0F3B1B2B3");
    EXPECT_EQ(order[1], "F0F1B0F2B1F3B2B3");
    EXPECT_EQ(order[2], "F0B0F1B1F2B2F3B3");
    EXPECT_EQ(ScheduleTraining(4, 1).size(), 8U) << "fewer micro-batches than stages";
}

// Clauses: [training-file]
TEST(TrainingPlanTest, TheCountOfOperationsIsThatOfThePlan)
{
    std::vector<TrainingJob> jobs;
    for (const char* name : {"gpt-7b.job", "gpt-13b.job", "mixtral-8x7b.job", "moe-16.job"})
    {
        jobs.push_back(ReadTrainingJobFile(DataFile(name)));
    }
    jobs.push_back(SmallJob()); // of ranks along data alone, with a last bucket that is not full
    jobs.back().data = 3;
    jobs.back().bucketLayers = 3;
    jobs.push_back(SmallJob());
    jobs.back().tensor = 2;
    jobs.back().pipeline = 4;
    jobs.back().microbatches = 5;
    jobs.back().steps = 2;
    jobs.back().recomputes = true;
    jobs.push_back(SmallJob());
    jobs.back().data = 8;
    jobs.back().experts = 4;
    jobs.back().expert = 2;
    jobs.back().exchangeWindow = 1;
    jobs.back().gradientTime = GradientTime::AFTER_BACKWARD;
    for (const uint32_t microbatches : {1, 2, 3, 4, 7})
    {
        jobs.push_back(jobs.back()); // with more passes than stages, as many, and fewer
        jobs.back().name = std::to_string(microbatches) + " micro-batches";
        jobs.back().pipeline = microbatches % 2 == 0 ? 2 : 4;
        jobs.back().tensor = microbatches % 3 == 0 ? 2 : 1;
        jobs.back().microbatches = microbatches;
        jobs.back().steps = 2;
    }
    for (const TrainingJob& job : jobs)
    {
        const TrainingPlan plan = PlanTraining(job);
        std::map<TrainingPart, double> found;
        for (const TrainingOperation& operation : plan.operations)
        {
            ++found[operation.part];
        }
        const TrainingCount count = CountTraining(job);
        EXPECT_EQ(count.tensor, found[TrainingPart::TENSOR]) << job.name;
        EXPECT_EQ(count.exchanges, found[TrainingPart::EXPERT]) << job.name;
        EXPECT_EQ(count.gradients, found[TrainingPart::GRADIENT]) << job.name;
        EXPECT_EQ(count.work,
                  found[TrainingPart::FORWARD] + found[TrainingPart::BACKWARD] +
                      found[TrainingPart::OPTIMIZER] + found[TrainingPart::PIPELINE])
            << job.name;
        EXPECT_EQ(count.All(), static_cast<double>(plan.matrix.transfers.size())) << job.name;
    }
}

// Clauses: [training-ranks]
TEST(TrainingPlanTest, OrderAndPlacesSayWhoWorksTogether)
{
    TrainingJob job = SmallJob();
    job.tensor = 2;
    job.data = 4;
    job.pipeline = 2;
    job.experts = 2;
    job.expert = 2;
    const TrainingRanks ranks(job);
    EXPECT_EQ(ranks.TensorGroups(0), (NicGroups{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
    EXPECT_EQ(ranks.TensorGroups(1)[0], (std::vector<uint32_t>{8, 9}));
    EXPECT_EQ(ranks.DataGroups(0), (NicGroups{{0, 2, 4, 6}, {1, 3, 5, 7}}));
    EXPECT_EQ(ranks.ExpertGroups(0), (NicGroups{{0, 2}, {4, 6}, {1, 3}, {5, 7}}));
    EXPECT_EQ(ranks.ReplicaGroups(0), (NicGroups{{0, 4}, {2, 6}, {1, 5}, {3, 7}}));
    job.order = {TrainingAxis::PIPELINE, TrainingAxis::TENSOR, TrainingAxis::DATA};
    EXPECT_EQ(ranks.TensorGroups(0)[0], (std::vector<uint32_t>{0, 2}));
    for (uint32_t rank = 0; rank < 16; ++rank)
    {
        job.place.push_back(15 - rank);
    }
    EXPECT_EQ(ranks.TensorGroups(0)[0], (std::vector<uint32_t>{15, 13}));
}

// Clauses: [training-step], [training-sizes]
TEST(TrainingPlanTest, EachPartHasItsBytesAndItsTime)
{
    TrainingJob job = SmallJob();
    job.tensor = 2;
    job.data = 2;
    job.pipeline = 2;
    job.microbatches = 3;
    job.steps = 2;
    job.optimizerUs = 7;
    const TrainingPlan plan = PlanTraining(job);
    EXPECT_EQ(plan.matrix.nodes, 8U);
    std::map<TrainingPart, uint64_t> bytes = test::AmountsOf(plan);
    const uint64_t activations = 16 * 8 * 2;
    // Passes: 2 steps, 3 micro-batches, 4 layers, 2 replicas. A ring of two sends the buffer twice.
    const uint64_t passes = 2 * 3 * 4 * 2;
    EXPECT_EQ(bytes[TrainingPart::FORWARD], passes * 2 * 10000U) << "ns of two ranks";
    EXPECT_EQ(bytes[TrainingPart::BACKWARD], 2 * bytes[TrainingPart::FORWARD]);
    EXPECT_EQ(bytes[TrainingPart::OPTIMIZER], 2 * 8 * 7000U);
    EXPECT_EQ(bytes[TrainingPart::TENSOR], passes * 2 * 2 * 2 * activations);
    EXPECT_EQ(bytes[TrainingPart::PIPELINE], 2 * 3 * 2 * 2 * activations) << "there and back";
    EXPECT_EQ(bytes[TrainingPart::GRADIENT], 2 * 2 * job.Size() * 2) << "of all ranks together";
    EXPECT_EQ(bytes[TrainingPart::EXPERT], 0U);
    const test::Play play = test::PlayTransfers(plan.matrix);
    EXPECT_EQ(play.acrossNics, 0U);
}

// Clauses: [training-sizes]
TEST(TrainingPlanTest, TokensGoToExpertsAndBack)
{
    TrainingJob job = SmallJob();
    job.data = 4;
    job.experts = 8;
    job.activeExperts = 2;
    job.expert = 2;
    const TrainingPlan plan = PlanTraining(job);
    std::map<TrainingPart, uint64_t> bytes = test::AmountsOf(plan);
    // Of each token's 2 experts one is with the other rank: 4 ranks, 4 layers, 4 exchanges.
    EXPECT_EQ(bytes[TrainingPart::EXPERT], 4 * 4 * 4 * uint64_t{16 * 8 * 2} * 2 / 2);
    const uint64_t dense = 4 * job.AttentionSize() * 2;
    const uint64_t experts = 4 * job.ExpertSize() * 4 * 2; // 4 of 8 on a rank
    EXPECT_EQ(bytes[TrainingPart::GRADIENT], 2 * 3 * dense + 2 * 2 * experts);
}

/** @return most messages of one NIC to experts that start in a round */
std::size_t
MostAtATime(const TrainingPlan& plan)
{
    const test::Play play = test::PlayTransfers(plan.matrix);
    std::size_t most = 0;
    for (const std::vector<uint32_t>& round : play.all)
    {
        std::map<uint32_t, std::size_t> sent;
        for (const uint32_t i : round)
        {
            const bool isMessage = i < plan.operations.size() && // signals are behind them
                                   plan.operations[i].part == TrainingPart::EXPERT;
            most = std::max(most, isMessage ? ++sent[plan.matrix.transfers[i].source] : 0);
        }
    }
    return most;
}

// A window changes when messages leave, and neither their sizes nor what waits for them.
// Clauses: [exchange-window]
TEST(TrainingPlanTest, AWindowHasMessagesOfAnExchangeLeaveOneAfterTheOther)
{
    TrainingJob job = SmallJob();
    job.layers = 1;
    job.data = 8;
    job.experts = 8;
    job.expert = 8;
    job.gpus = 1;
    const TrainingPlan all = PlanTraining(job);
    EXPECT_EQ(MostAtATime(all), 7U);
    const uint32_t rounds = test::PlayTransfers(all.matrix).last;
    for (const uint32_t window : {1U, 3U, 6U})
    {
        job.exchangeWindow = window;
        const TrainingPlan some = PlanTraining(job);
        EXPECT_EQ(MostAtATime(some), window);
        EXPECT_EQ(test::AmountsOf(some), test::AmountsOf(all));
        EXPECT_EQ(some.operations.size(), all.operations.size());
        // Four exchanges, each in as many rounds as the window needs for 7 messages.
        const uint32_t more = 4 * ((7 + window - 1) / window - 1);
        EXPECT_EQ(test::PlayTransfers(some.matrix).last, rounds + more);
        EXPECT_EQ(test::PlayTransfers(some.matrix).acrossNics, 0U);
    }
    for (const uint32_t window : {7U, 8U})
    {
        job.exchangeWindow = window;
        EXPECT_EQ(PlanTraining(job).matrix.triggers.size(), all.matrix.triggers.size());
    }
}

// What a layer's forward pass does is done once more, so there are three passes with sums of
// activations and tokens instead of two. Clauses: [training-recompute]
TEST(TrainingPlanTest, RecomputingRepeatsForwardPassesWithTheirTransfers)
{
    TrainingJob job = SmallJob();
    job.tensor = 2;
    job.data = 2;
    job.experts = 2;
    job.expert = 2;
    job.pipeline = 2;
    job.microbatches = 3;
    std::map<TrainingPart, uint64_t> kept = test::AmountsOf(PlanTraining(job));
    job.recomputes = true;
    const TrainingPlan plan = PlanTraining(job);
    std::map<TrainingPart, uint64_t> again = test::AmountsOf(plan);
    EXPECT_EQ(again[TrainingPart::FORWARD], 2 * kept[TrainingPart::FORWARD]);
    EXPECT_EQ(2 * again[TrainingPart::TENSOR], 3 * kept[TrainingPart::TENSOR]);
    EXPECT_EQ(2 * again[TrainingPart::EXPERT], 3 * kept[TrainingPart::EXPERT]);
    for (const TrainingPart part :
         {TrainingPart::BACKWARD, TrainingPart::PIPELINE, TrainingPart::GRADIENT})
    {
        EXPECT_GT(kept[part], 0U);
        EXPECT_EQ(again[part], kept[part]);
    }
    EXPECT_EQ(test::PlayTransfers(plan.matrix).acrossNics, 0U);
}

/** Times of all operations where transfers take as long as chance has it, as after faults. */
std::vector<OperationTime>
PlayWithDelays(const TrainingPlan& plan, uint32_t seed)
{
    const SharedList<Transfer>& transfers = plan.matrix.transfers;
    TriggerGraph graph(transfers, plan.matrix.triggers, "play");
    std::vector<OperationTime> times(transfers.size());
    std::mt19937 random(seed);
    std::multimap<Instant, uint32_t> ends;
    const auto start = [&](uint32_t i, Instant at) {
        const Transfer& t = transfers[i];
        const bool isWork = t.source == t.destination;
        // One in eight is held up for longer than all work of a step lasts.
        const Span delay = random() % 8 == 0 ? Micros(900) : Nanos(1 + random() % 999);
        times[i] = {at, at + (isWork ? Nanos(static_cast<int64_t>(t.bytes)) : delay)};
        ends.emplace(times[i].finish, i);
    };
    for (const uint32_t i : graph.StartedByTime())
    {
        start(i, Instant());
    }
    while (!ends.empty())
    {
        const auto [at, i] = *ends.begin();
        ends.erase(ends.begin());
        for (const auto& next : {graph.OnReceiveDone(i, at), graph.OnSendDone(i, at)})
        {
            for (const TriggeredStart& one : next)
            {
                start(one.transfer, one.at);
            }
        }
    }
    return times;
}

/** @return how often work of a rank starts before the work that the plan has before has ended */
uint32_t
OverlapsOf(const TrainingPlan& plan, const std::vector<OperationTime>& times)
{
    std::map<uint32_t, std::vector<std::pair<Instant, Instant>>> works;
    for (std::size_t i = 0; i < plan.operations.size(); ++i)
    {
        if (IsWork(plan.operations[i].part))
        {
            const uint32_t rank = plan.matrix.transfers[i].source;
            works[rank].emplace_back(times[i].start, times[i].finish);
        }
    }
    uint32_t overlaps = 0;
    for (auto& [rank, all] : works)
    {
        for (std::size_t i = 1; i < all.size(); ++i)
        {
            overlaps += all[i].first < all[i - 1].second;
        }
    }
    return overlaps;
}

/** @return jobs with sums of four ranks in their layers, exchanges, or both */
std::vector<TrainingJob>
JobsThatWaitForOthers()
{
    TrainingJob sums = SmallJob();
    sums.tensor = 4;
    sums.data = 2;
    sums.pipeline = 2;
    sums.microbatches = 3;
    sums.steps = 2;
    TrainingJob exchanges = SmallJob();
    exchanges.data = 4;
    exchanges.expert = 4;
    exchanges.experts = 4;
    TrainingJob turns = exchanges;
    turns.exchangeWindow = 1;
    TrainingJob both = exchanges;
    both.tensor = 4;
    return {sums, exchanges, turns, both};
}

// A GPU does one work after the other, however late messages come. Clauses: [own-part],
// [training-step]
TEST(TrainingPlanTest, WorkOfARankNeverOverlaps)
{
    for (const TrainingJob& job : JobsThatWaitForOthers())
    {
        const TrainingPlan plan = PlanTraining(job);
        for (uint32_t seed = 1; seed < 6; ++seed)
        {
            const std::vector<OperationTime> times = PlayWithDelays(plan, seed);
            EXPECT_EQ(OverlapsOf(plan, times), 0U) << "seed " << seed;
            const std::vector<TrainingStep> steps =
                JudgeTraining(plan, [&times](uint32_t i) { return times.at(i); });
            EXPECT_EQ(steps.size(), job.steps);
        }
    }
}

// Clauses: [training-step]
TEST(TrainingPlanTest, BucketsAndTheirTimeDoNotChangeSizes)
{
    TrainingJob job = SmallJob();
    job.data = 2;
    const TrainingPlan one = PlanTraining(job);
    job.bucketLayers = 3;
    const TrainingPlan three = PlanTraining(job);
    job.gradientTime = GradientTime::AFTER_BACKWARD;
    const TrainingPlan late = PlanTraining(job);
    EXPECT_EQ(test::AmountsOf(one), test::AmountsOf(three));
    EXPECT_EQ(test::AmountsOf(one), test::AmountsOf(late));
    EXPECT_GT(one.operations.size(), three.operations.size());
    EXPECT_EQ(three.operations.size(), late.operations.size());
    const auto first = [](const TrainingPlan& plan) {
        const test::Play play = test::PlayTransfers(plan.matrix);
        uint32_t round = play.last;
        for (std::size_t i = 0; i < plan.operations.size(); ++i)
        {
            round = plan.operations[i].part == TrainingPart::GRADIENT
                        ? std::min(round, play.rounds[i])
                        : round;
        }
        return round;
    };
    EXPECT_EQ(first(one), 5U) << "behind four forward works and a backward one";
    EXPECT_EQ(first(three), 7U);
    EXPECT_EQ(first(late), 8U);
}

/** @return the largest model that a file may describe, with steps of two ranks */
TrainingJob
LargestJob()
{
    TrainingJob job;
    job.layers = 10000;
    job.hidden = job.feedForward = job.sequence = 1U << 20;
    job.feedForwardMatrices = 3;
    job.experts = job.activeExperts = 4096;
    job.elementBytes = job.gradientBytes = 8;
    job.microbatchSize = 100000;
    job.data = 2;
    job.layerUs = 1;
    job.bucketLayers = 10000;
    return job;
}

std::string
ErrorOf(const TrainingJob& job)
{
    return test::ThrownText<std::invalid_argument>([&] { PlanTraining(job); });
}

// Clauses: [training-sizes]
TEST(TrainingPlanTest, AmountsBeyond63BitsAreRefusedWithTheirPart)
{
    TrainingJob job = LargestJob();
    EXPECT_EQ(
        ErrorOf(job),
        "job: a transfer of 175921860444160000 bytes; expected 1 .. 4294967295: another size, "
        "or other pieces")
        << "gradients of attention, which come first, have 58 bits";
    job.expert = 2;
    EXPECT_EQ(ErrorOf(job),
              "job: expert of 1.80144e+21 bytes; expected operations of at most 4294967295 bytes");
    job.layerUs = 0;
    job.gpuTflops = 0.001;
    EXPECT_EQ(ErrorOf(job),
              "job: forward of 1.4174e+27 ns; expected operations of at most 4294967295 ns");
    EXPECT_THROW(WholeOf({TrainingPart::FORWARD, std::pow(2, 63), "ns"}, "job"),
                 std::invalid_argument);
    EXPECT_EQ(WholeOf({TrainingPart::FORWARD, std::pow(2, 63) - 1024, "ns"}, "job"),
              (uint64_t{1} << 63) - 1024);
    EXPECT_EQ(WholeOf({TrainingPart::FORWARD, 0.5, "ns"}, "job"), 1U);
}

} // namespace
} // namespace mrc
} // namespace ns3
