/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Runs a traffic matrix over a multi-plane fabric whose links fail, and reports how it went.

#include "mrc-fabric-options.h"

#include <iostream>
#include <unistd.h>

using namespace ns3;

static mrc::TopologySpec
ReadTopology(const Options& o, const mrc::ConnectionMatrix& matrix)
{
    const uint32_t nics = o.nics == 0 ? matrix.nodes : o.nics;
    const bool isFile = std::filesystem::path(o.topology).extension() == ".topo";
    mrc::TopologySpec spec = isFile ? mrc::ReadTopologyFile(DataFile(o.topology))
                                    : mrc::PresetTopology(o.topology, nics);
    if (spec.nics != nics)
    {
        throw std::invalid_argument("--topology=" + o.topology + " has " +
                                    std::to_string(spec.nics) + " NICs; expected " +
                                    std::to_string(nics) + ": nodes of the matrix, or --nics");
    }
    spec.planes = o.planes == 0 ? spec.planes : o.planes;
    spec.Validate();
    return spec;
}

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
    const Options o = ReadOptions(argc, argv);
    const mrc::ConnectionMatrix matrix = mrc::ReadConnectionMatrixFile(DataFile(o.matrix));
    mrc::FabricHelper fabric;
    fabric.SetTopology(ReadTopology(o, matrix));
    if (o.wireMode)
    {
        fabric.SetFabricAttribute("WireMode", BooleanValue(true));
    }
    Ptr<mrc::Network> network = fabric.Install();
    const std::vector<mrc::Fault> faults = ScheduleFaults(o, *network);

    if (!o.pcap.empty())
    {
        fabric.EnablePcap(o.pcap, network->CreatePorts(o.pcapPorts));
    }

    mrc::FlowMonitorHelper monitor;
    if (!o.flowmon.empty())
    {
        monitor.InstallAll(network);
        monitor.SerializeToXmlFile(o.flowmon, true, true); // says now if it cannot be written
    }

    mrc::WorkloadRun run(network, matrix, o.repeat);
    run.SetLimits(o.limits);
    if (!o.csv.empty())
    {
        run.WriteFlows(o.csv);
    }
    if (!o.quiet)
    {
        using Style = mrc::ProgressStyle;
        for (const mrc::Fault& fault : faults)
        {
            std::cerr << "fault " << mrc::DescribeFault(fault, network->GetTopology()) << '\n';
        }
        run.ShowProgress(std::cerr, isatty(STDERR_FILENO) != 0 ? Style::TERMINAL : Style::LINES);
    }
    const mrc::RunEnd end = run.Run();

    mrc::RunSummary summary;
    summary.Add("arguments", o.words);
    summary.Add("faults", mrc::TextOf(faults));
    summary.AddCount("directed links with faults",
                     mrc::CountLinks(faults, network->GetTopology()),
                     "links");
    run.Summarize(summary);
    summary.Print(std::cout);
    if (!o.csv.empty())
    {
        summary.WriteCsv(o.csv);
    }
    if (!o.flowmon.empty())
    {
        monitor.SerializeToXmlFile(o.flowmon, true, true);
    }
    if (end != mrc::RunEnd::FINISHED)
    {
        std::cerr << "mrc-fabric: " << mrc::RunEndName(end) << ": " << run.Explain() << '\n';
    }
    Simulator::Destroy();
    return mrc::ExitCodeOf(end);
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
