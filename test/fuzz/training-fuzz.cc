/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A training job is read, or refused with the place. Every operation of a job that was read starts
// once all operations before it are done. Jobs that are refused for their length or size are left
// out.

#include "mrc-fuzz.h"

#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-training-plan.h"
#include "ns3/mrc-training-times.h"
#include "ns3/mrc-trigger-graph.h"

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3::mrc;

/** @return whether the job's steps have some 100,000 operations at the most */
static bool
IsSmall(const TrainingJob& job)
{
    const double passes = 1. * job.steps * job.microbatches * job.layers;
    const double peers = job.tensor + job.expert + job.data;
    return job.Ranks() < 100 && passes * job.Ranks() * peers * 4 < 100000;
}

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    try
    {
        std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
        const TrainingJob job = ReadTrainingJob(in, "a.job");
        Expect(job.Ranks() >= 2 && job.layers % job.pipeline == 0);
        Expect(job.place.empty() || job.place.size() == job.Ranks());
        if (!IsSmall(job))
        {
            return 0;
        }
        const TrainingPlan plan = PlanTraining(job);
        // The constructor plays the job to its end, or throws.
        const TriggerGraph graph(plan.matrix.transfers, plan.matrix.triggers, plan.matrix.name);
        Expect(graph.CountAcrossNics() == 0);
        Expect(plan.operations.size() <= plan.matrix.transfers.size());
        const auto times = [](uint32_t) { return OperationTime{Instant(), Instant() + Nanos(1)}; };
        Expect(JudgeTraining(plan, times).size() == job.steps);
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column >= 1);
    }
    catch (const std::invalid_argument& error) // too long, or too many bytes at once
    {
        const std::string text = error.what();
        Expect(text.find("expected") != std::string::npos);
        Expect(text.find("trigger") == std::string::npos);
    }
    return 0;
}
