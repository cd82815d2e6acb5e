/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Trains a model on a multi-plane fabric with links that may fail. Says for each step how long the
// step took, and which transfer delayed the step (doc/training.rst).

#include "mrc-data-file.h"
#include "mrc-training-results.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <iostream>
#include <unistd.h>
#include <vector>

using namespace ns3;

static int
Run(int argc, char* argv[])
{
    std::string job = "gpt-7b.job";
    std::string topology = "clos-4x100g";
    std::string transport = "api";
    std::string faults;
    std::string folder;
    SampleOptions samples;
    mrc::TrainingChoices choices;
    std::string beside;
    uint32_t apart = 1;
    bool isQuiet = false;
    bool hasRanks = false;
    mrc::RunLimits limits;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.Usage("Runs the steps of a training job over a multi-plane fabric, a NIC for each GPU.");
    cmd.AddValue("job",
                 "What is trained, and how: FILE.job, or a workload of SimAI, FILE.txt, or\n"
                 "traces of Chakra, PREFIX.0.et",
                 job);
    cmd.AddValue("gpus",
                 "GPUs of a node, a divisor of the ranks; 0: as FILE.job says, or 8, of traces 1",
                 choices.gpus);
    cmd.AddValue("gpuTflops",
                 "10^12 operations a second of a GPU, for work of traces without a duration;\n"
                 "0: such work is refused",
                 choices.gpuTflops,
                 0,
                 1e9);
    cmd.AddValue(
        "stages",
        "Of a workload of SimAI: its pp stages and ga micro-batches; without it one of each",
        choices.hasStages);
    cmd.AddValue("ranks", "Print a second table, with a line for each rank of each step", hasRanks);
    cmd.AddValue("topology",
                 "Name of a preset, or FILE.topo, FILE.dot, FILE.gv or FILE.graphml; NICs beyond\n"
                 "the ranks stay idle",
                 topology);
    cmd.AddValue(
        "transport",
        "Preset of queue pairs: api or nccl, which are MRC; roce, roce-lossless or metaroce-like",
        transport);
    cmd.AddValue("fail", "Faults, as of mrc-fabric, or none", faults);
    cmd.AddValue("csv",
                 "Folder for flows.csv, steps.csv, ranks.csv, collectives.csv, summary.csv and\n"
                 "run.json",
                 folder);
    AddSamples(cmd, samples);
    cmd.AddForce();
    cmd.AddValue("beside", "Matrix of other traffic on the fabric, FILE.cm; empty: none", beside);
    cmd.AddValue("apart", "Have every so many-th node of NICs work on the job", apart, 1, 1048576);
    cmd.AddValue("stallLimit", "Give up after so much simulated time without a byte", limits.stall);
    cmd.AddValue("quiet", "Show no progress, and no reasons in words", isQuiet);
    cmd.AddValue("timeLimit", "Seconds of wall time to stop after; 0: none", limits.wallSeconds);
    cmd.AddThreads();
    cmd.Parse(argc, argv);
    mrc::RunRecord record(argc, argv);
    TrainingFolder results(folder, cmd.Claim(), samples);

    mrc::TrainingRun training(DataFile(job), choices);
    mrc::ConnectionMatrix matrix = mrc::SpreadNodes(training.Matrix(), apart);
    if (!beside.empty())
    {
        matrix = mrc::Beside(matrix, mrc::ReadTrafficFile(DataFile(beside)));
    }
    mrc::FabricHelper::SetQpDefaults(transport);
    mrc::FabricHelper fabric;
    fabric.SetTopology(FabricOf(topology, matrix.nodes));
    Ptr<mrc::Network> network = fabric.Install();
    const mrc::FirstRankSpeaks speaker(*network); // with ./mrc run --ranks=N one process prints
    const bool isFirst = mrc::IsFirstRank(*network);
    std::cout << training.Describe() << '\n';
    const std::vector<mrc::Fault> list = mrc::ReadFaultList(faults, network->GetTopology());
    network->ScheduleFaults(list);
    if (!list.empty())
    {
        std::cout << "failure mode: " << mrc::DescribeFailureMode(*network) << '\n';
    }
    mrc::WorkloadRun run(network, matrix, 1);
    run.SetLimits(limits);
    record.AddWorkload(matrix, 1);
    record.AddLimits(limits);
    const auto sampler = results.Begin(run, network);
    std::ostream& news = isFirst ? std::cerr : std::cout; // all ranks do alike, most for nobody
    if (!isQuiet)
    {
        const bool isTerminal = isatty(STDERR_FILENO) != 0;
        run.ShowProgress(news,
                         isTerminal ? mrc::ProgressStyle::TERMINAL : mrc::ProgressStyle::LINES);
    }
    training.Watch(run);
    run.Run();
    if (isQuiet)
    {
        training.WriteSteps(run, std::cout);
    }
    else
    {
        training.WriteSteps(run, std::cout, news);
    }
    if (hasRanks)
    {
        training.WriteRanks(run, std::cout);
    }
    const std::string why = run.Explain();
    if (run.ExitCode() != 0 && isFirst)
    {
        std::cerr << "mrc-training: " << mrc::RunEndName(run.End()) << ": " << why << '\n';
    }
    results.End(training, run, list, record);
    if (sampler)
    {
        FinishSamples(*sampler, *network, "mrc-training");
    }
    Simulator::Destroy();
    return run.ExitCode();
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
