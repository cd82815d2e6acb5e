/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Steps of training on several threads: tables and instants are those of one thread.

#include "../workload/data-file.h"
#include "threads-tale.h"
#include "training-rows.h"

#include "ns3/mrc-training-run.h"
#include "ns3/mrc-workload-run.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
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

constexpr uint32_t TRAINING_NICS = 20;

using TrainingMaker = std::function<std::unique_ptr<TrainingRun>()>;

/** @return tables of a job on so many threads */
ThreadsTale
TaleOfTraining(const TrainingMaker& make, uint32_t threads)
{
    const Ptr<Network> network = NetworkOnThreads(SmallFabric(TRAINING_NICS, 4, 4, 2),
                                                  threads,
                                                  {"", "link:0.0.0/loss=1%@10us"});
    const std::unique_ptr<TrainingRun> training = make();
    std::ostringstream out;
    {
        WorkloadRun run(network, training->Matrix(), 1);
        training->Watch(run);
        run.WriteFlows(out);
        EXPECT_EQ(run.Run(), RunEnd::FINISHED) << run.Explain();
        training->WriteSteps(run, out, out);
        training->WriteRanks(run, out);
        training->WriteCollectives(run, out);
    }
    return EndedTale(*network, out);
}

void
ExpectTheSameTraining(const TrainingMaker& make, const std::string& what)
{
    const std::string one = TaleOfTraining(make, 1).told;
    for (const uint32_t threads : {2, 3, 5})
    {
        const ThreadsTale tale = TaleOfTraining(make, threads);
        EXPECT_TRUE(tale.told == one) << threads << " threads, " << what;
        EXPECT_GT(tale.windows.windows, 0U) << what;
        EXPECT_EQ(tale.windows.merged, 0U) << what;
    }
}

/** @return a step with sums, exchanges and stages, on 16 NICs */
TrainingJob
BusyJob()
{
    TrainingJob job = SmallJob(4);
    job.hidden = 512;
    job.feedForward = 1024;
    job.sequence = 64;
    job.layerUs = 20;
    job.optimizerUs = 3;
    job.data = 4;
    job.tensor = 2;
    job.pipeline = 2;
    job.expert = 2;
    job.experts = 4;
    job.activeExperts = 2;
    job.microbatches = 2;
    return job;
}

// Clauses: [several-threads] [training-step] [exchange-window]
TEST(ThreadsTraining, StepsAreTheSame)
{
    TrainingJob exchanging = BusyJob();
    exchanging.tensor = 1;
    exchanging.data = 8;
    exchanging.expert = 8;
    exchanging.experts = 8;
    exchanging.exchangeWindow = 3;
    TrainingJob inside = BusyJob();
    inside.gpus = 4;
    TrainingJob quick = BusyJob();
    quick.layerUs = 0.3; // less than a window
    for (const TrainingJob& job : {BusyJob(), exchanging, inside, quick})
    {
        ExpectTheSameTraining([&job] { return std::make_unique<TrainingRun>(job); },
                              std::to_string(job.gpus) + " GPUs of a node");
    }
}

// Clauses: [several-threads] [chakra-step] [simai-step]
TEST(ThreadsTraining, TracesOfStepsAreTheSame)
{
    TrainingChoices choices;
    choices.gpus = 2;
    for (const char* name : {"step_4.0.et", "simai_8.txt"})
    {
        ExpectTheSameTraining(
            [&] { return std::make_unique<TrainingRun>(DataFile(name), choices); },
            name);
    }
}

// Clauses: [several-threads] [training-step] [node-links]
TEST(ThreadsTraining, StepsLeaveWindowsLong)
{
    TrainingJob inside = BusyJob();
    inside.gpus = 4;
    TrainingJob quick = BusyJob();
    quick.layerUs = 0.3; // less than a window
    for (const TrainingJob& job : {BusyJob(), inside, quick})
    {
        ExpectLongWindows(TaleOfTraining([&job] { return std::make_unique<TrainingRun>(job); }, 2),
                          std::to_string(job.gpus) + " GPUs of a node");
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
