/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Runs a traffic matrix over a multi-plane fabric with links that fail, and reports the outcome.

#include "mrc-fabric-command-line.h"
#include "mrc-fabric-exports.h"
#include "mrc-fabric-input.h"
#include "mrc-fabric-results.h"
#include "mrc-fabric-watchers.h"

#include <filesystem>
#include <iostream>
#include <memory>

using namespace ns3;

/** @return the faults of --fail and --faults, scheduled */
static std::vector<mrc::Fault>
ScheduleFaults(const Options& o, mrc::Network& network)
{
    const mrc::Topology& topology = network.GetTopology();
    std::vector<mrc::Fault> faults = mrc::ReadFaultList(o.fail, topology);
    if (!o.faults.empty())
    {
        const std::vector<mrc::Fault> more = mrc::ReadFaultFile(o.faults, topology);
        faults.insert(faults.end(), more.begin(), more.end());
    }
    network.ScheduleFaults(faults);
    return faults;
}

static int
Run(int argc, char* argv[])
{
    Options o = ReadOptions(argc, argv);
    mrc::RunRecord record(argc, argv);
    if (o.workload == "help")
    {
        std::cout << mrc::WorkloadHelp();
        return 0;
    }
    mrc::ConnectionMatrix matrix = ReadTransfers(o);
    if (WriteExports(o, matrix))
    {
        return 0;
    }
    const mrc::TopologySpec spec = ReadTopology(o, matrix);
    mrc::FabricHelper fabric;
    fabric.SetTopology(spec);
    if (o.wireMode)
    {
        fabric.SetFabricAttribute("WireMode", BooleanValue(true));
    }
    Ptr<mrc::Network> network = fabric.Install();
    o.isFirst = mrc::IsFirstRank(*network);
    const std::vector<mrc::Fault> faults = ScheduleFaults(o, *network);
    const NetDeviceContainer captured =
        o.pcap.empty() ? NetDeviceContainer() : network->GetFaces().CreatePorts(o.pcapPorts);
    TimelineFile timeline;
    timeline.Watch(o, matrix);
    mrc::WorkloadRun run(network, matrix, o.repeat);
    run.SetLimits(o.limits);
    record.AddWorkload(matrix, o.repeat);
    // What these two refuse leaves the files of an earlier run alone.
    const std::unique_ptr<mrc::Clustermapper> mapper = MakeClustermapper(o, network);
    const mrc::SampleTargets targets = ReadSamples(o, *network);
    if (o.isFirst)
    {
        ClaimResults(o);
        timeline.Open(o);
        WritePlan(o, faults);
    }
    if (!o.pcap.empty())
    {
        fabric.EnablePcap(o.pcap, captured);
    }
    mrc::FlowMonitorHelper monitor;
    if (!o.flowmon.empty())
    {
        monitor.InstallAll(network);
    }
    const std::unique_ptr<mrc::Sampler> sampler =
        MakeSampler(o, network, targets, o.csv, "mrc-fabric");
    WriteAndShow(o, run, faults);
    run.Run();
    const bool written = WriteResults(o, faults, run, monitor, record);
    timeline.Close();
    if (sampler)
    {
        FinishSamples(*sampler, *network, "mrc-fabric");
    }
    Simulator::Destroy();
    return written || run.ExitCode() != 0 ? run.ExitCode() : 1;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
