/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * What a training step takes: a job of examples/data, or lighter, on a fabric of 8 planes.
 *
 * Fabric and transport have their default attributes, nothing fails, and nobody listens. Options
 * other than the file's make the job lighter, so that instructions can be counted. The difference
 * of two sizes leaves out what plan and fabric take. A packet-hop is one frame received whole at
 * the far end of a link. Bytes are those placed at a NIC; what stays in a node is none of them.
 *
 *   mrc-bench-step --job=examples/data/gpt-13b-1024.job --threads=1
 *
 * Prints one line of JSON.
 */

#include "mrc-bench-totals.h"

#include "ns3/command-line.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-training-job.h"
#include "ns3/mrc-training-run.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

using namespace ns3;
using namespace ns3::mrc;

namespace
{

/** The run; 0: as the file says. */
struct Options
{
    std::string job;
    std::string topology{"clos-8x100g"};
    uint32_t layers{0};
    uint32_t microbatches{0};
    uint32_t data{0};
    uint32_t window{0};
    double shrink{0};
    uint32_t threads{1};
};

Options
Parse(int argc, char* argv[])
{
    Options options;
    CommandLine cmd(__FILE__);
    cmd.AddValue("job", "What is trained, FILE.job", options.job);
    cmd.AddValue("topology", "Name of a preset", options.topology);
    cmd.AddValue("layers", "Layers instead of the file's; 0: the file's", options.layers);
    cmd.AddValue("microbatches", "Likewise, micro-batches", options.microbatches);
    cmd.AddValue("data",
                 "Likewise, ranks along data; a group of experts of all of them grows along",
                 options.data);
    cmd.AddValue("window",
                 "Likewise, messages of an exchange that a rank sends at a time",
                 options.window);
    cmd.AddValue("shrink", "Likewise, what divides times and bytes", options.shrink);
    cmd.AddValue("threads", "Threads that share the run", options.threads);
    cmd.Parse(argc, argv);
    return options;
}

TrainingJob
JobOf(const Options& options)
{
    TrainingJob job = ReadTrainingJobFile(options.job);
    job.layers = options.layers != 0 ? options.layers : job.layers;
    job.microbatches = options.microbatches != 0 ? options.microbatches : job.microbatches;
    job.exchangeWindow = options.window != 0 ? options.window : job.exchangeWindow;
    job.shrink = options.shrink > 0 ? options.shrink : job.shrink;
    if (options.data != 0)
    {
        if (job.expert == job.data)
        {
            job.experts = job.experts / job.expert * options.data;
            job.expert = options.data;
        }
        job.data = options.data;
    }
    if (job.layers % job.pipeline != 0)
    {
        throw std::invalid_argument(std::to_string(job.layers) + " layers; expected as many in " +
                                    "each of " + std::to_string(job.pipeline) + " stages");
    }
    return job;
}

/** Plans, builds, runs and measures. @return for main */
int
Run(const Options& options)
{
    const uint64_t empty = ResidentBytes();
    const double begin = WallSeconds();
    const auto training = std::make_unique<TrainingRun>(JobOf(options));
    const ConnectionMatrix& matrix = training->Matrix();
    const uint64_t planBytes = ResidentBytes() - empty;
    const uint64_t planPeak = StatusBytes("VmHWM");
    const double planned = WallSeconds();
    FabricHelper helper;
    helper.SetTopology(options.topology, matrix.nodes);
    helper.SetFabricAttribute("Threads", UintegerValue(options.threads));
    const Ptr<Network> network = helper.Install();
    auto run = std::make_unique<WorkloadRun>(network, matrix, 1);
    uint64_t bytes = 0; // of all NICs over the fabric
    for (const Transfer& transfer : matrix.transfers)
    {
        bytes += matrix.node.Holds(transfer.source, transfer.destination) ? 0 : transfer.bytes;
    }
    const uint64_t buildPeak = StatusBytes("VmHWM");
    const double built = WallSeconds();
    const double spent = CpuSeconds();
    const RunEnd end = run->Run();
    const double cpu = CpuSeconds() - spent;
    const double ended = WallSeconds();
    const uint64_t held = AllocatedBytes(); // before the steps are judged
    const uint64_t runPeak = StatusBytes("VmHWM");
    std::ostringstream steps;
    training->WriteSteps(*run, steps);
    JsonLine line;
    line.Add("nics", matrix.nodes)
        .Add("threads", options.threads)
        .Add("operations", matrix.transfers.size())
        .Add("queuePairs", network->GetQueuePairs().size())
        .Add("bytesPerNic", bytes / matrix.nodes)
        .Add("planSeconds", planned - begin)
        .Add("buildSeconds", built - planned)
        .Add("runSeconds", ended - built)
        .Add("runCpuSeconds", cpu)
        .Add("planBytes", planBytes)
        .Add("planPeakBytes", planPeak)
        .Add("buildPeakBytes", buildPeak)
        .Add("runPeakBytes", runPeak)
        .Add("heldBytes", held)
        .Add("peakBytes", StatusBytes("VmHWM"))
        .Add("simulatedSeconds", Simulator::Now().GetSeconds());
    AddTotals(line, TotalsOf(*network));
    line.AddText("end", RunEndName(end)).Print();
    std::cerr << steps.str() << run->Explain();
    run.reset();
    Simulator::Destroy();
    return end == RunEnd::FINISHED ? 0 : 1;
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        return Run(Parse(argc, argv));
    }
    catch (const std::exception& error)
    {
        std::cerr << "mrc-bench-step: " << error.what() << '\n';
        return 1;
    }
}
