/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A workload of SimAI is read, or refused with the place. Every operation of a workload that was
// read starts once all operations before it are done. Long ones are left out.

#include "mrc-fuzz.h"

#include "ns3/mrc-parse-error.h"
#include "ns3/mrc-simai-plan.h"
#include "ns3/mrc-training-times.h"
#include "ns3/mrc-trigger-graph.h"

#include <sstream>
#include <string>
#include <vector>

using namespace ns3::mrc;

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const bool hasStages = size % 2 != 0;
    try
    {
        std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
        const SimaiWorkload workload =
            ReadSimaiWorkload(in, "a.txt", hasStages ? SimaiStages::AS_GIVEN : SimaiStages::ONE);
        Expect(workload.job.Ranks() >= 2 && !workload.rows.empty());
        const double operations = SimaiOperations(workload);
        if (operations > 20000 || workload.job.microbatches > 20000)
        {
            return 0;
        }
        const TrainingPlan plan = PlanSimai(workload);
        Expect(static_cast<double>(plan.operations.size()) == operations);
        // The constructor plays the workload to its end, or throws.
        const TriggerGraph graph(plan.matrix.transfers, plan.matrix.triggers, plan.matrix.name);
        Expect(graph.CountAcrossNics() == 0);
        const auto times = [](uint32_t) { return OperationTime{Instant(), Instant() + Nanos(1)}; };
        Expect(JudgeTraining(plan, times).size() == 1);
    }
    catch (const ParseError& error)
    {
        const std::string text = error.what();
        Expect(error.At().line >= 1 && error.At().column >= 1);
        Expect(text.find("expected") != std::string::npos);
    }
    return 0;
}
