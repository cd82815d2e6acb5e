/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Runs a traffic matrix over a multi-plane fabric whose links fail, and reports how it went.

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <filesystem>
#include <iostream>
#include <unistd.h>

using namespace ns3;

struct Options
{
    std::string words; //!< the command line itself
    std::string matrix, topology, fail, csv;
    uint32_t planes{0}, nics{0}, repeat{0};
    bool wireMode{false}, quiet{false};
    mrc::RunLimits limits;
};

static Options
ReadOptions(int argc, char* argv[])
{
    Options o;
    CommandLine cmd(__FILE__);
    cmd.Usage("Runs a traffic matrix over a multi-plane fabric. Without --matrix and --topology:\n"
              "--matrix=perm_32n_32c_2MB.cm --topology=ls32_100.topo --planes=2 --repeat=100\n"
              "--fail=link:0.1.7@1ms..2ms. Attributes are options too, such as\n"
              "--ns3::mrc::FabricProfile::TrimSize=256 (--PrintGroup=Mrc lists them).");
    cmd.AddValue("matrix", "Traffic matrix, FILE.cm", o.matrix);
    cmd.AddValue("topology", "Name of a preset, or FILE.topo, which is one plane", o.topology);
    cmd.AddValue("planes", "How many such planes; 0: the preset's, or 1", o.planes);
    cmd.AddValue("nics", "NICs; 0: as many as the matrix has nodes", o.nics);
    cmd.AddValue("repeat", "Times that each transfer is done, in a row; 0: once", o.repeat);
    cmd.AddValue("fail",
                 "none, or link:PLANE.T0.T1@DOWN..UP, t0:PLANE.T0@, t1:PLANE.T1@, port:NIC.PLANE@",
                 o.fail);
    cmd.AddValue("csv", "Folder for flows.csv and summary.csv", o.csv);
    cmd.AddValue("wireMode", "Make the bytes of every packet on every hop", o.wireMode);
    cmd.AddValue("quiet", "Show no progress", o.quiet);
    cmd.AddValue("stop", "Simulated time to stop at; 0: none", o.limits.stop);
    cmd.AddValue("timeLimit", "Seconds of wall time to stop after; 0: none", o.limits.wallSeconds);
    cmd.AddValue("stallLimit",
                 "Simulated time without a byte after which to give up; 0: never",
                 o.limits.stall);
    cmd.Parse(argc, argv);
    for (int i = 1; i < argc; ++i)
    {
        o.words += (i > 1 ? " " : "") + std::string(argv[i]);
    }
    if (o.matrix.empty() && o.topology.empty())
    {
        o.planes = o.planes == 0 ? 2 : o.planes;
        o.repeat = o.repeat == 0 ? 100 : o.repeat;
        o.fail = o.fail.empty() ? "link:0.1.7@1ms..2ms" : o.fail;
    }
    o.matrix = o.matrix.empty() ? "perm_32n_32c_2MB.cm" : o.matrix;
    o.topology = o.topology.empty() ? "ls32_100.topo" : o.topology;
    o.repeat = std::max(o.repeat, 1U);
    o.fail = o.fail.empty() ? "none" : o.fail;
    return o;
}

/** @return a file of the user, or else of examples/data */
static std::string
DataFile(const std::string& name)
{
    const std::string shipped = std::string(MRC_DATA_DIR) + "/" + name;
    return !std::filesystem::exists(name) && std::filesystem::exists(shipped) ? shipped : name;
}

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

static int
Run(const Options& o)
{
    const mrc::ConnectionMatrix matrix = mrc::ReadConnectionMatrixFile(DataFile(o.matrix));
    mrc::FabricHelper fabric;
    fabric.SetTopology(ReadTopology(o, matrix));
    if (o.wireMode)
    {
        fabric.SetFabricAttribute("WireMode", BooleanValue(true));
    }
    Ptr<mrc::Network> network = fabric.Install();
    network->ScheduleFaults(o.fail == "none" ? "" : o.fail);

    mrc::WorkloadRun run(network, matrix, o.repeat);
    run.SetLimits(o.limits);
    if (!o.csv.empty())
    {
        run.WriteFlows(o.csv);
    }
    if (!o.quiet)
    {
        run.ShowProgress(std::cerr, isatty(STDERR_FILENO) != 0);
    }
    const mrc::RunEnd end = run.Run();

    mrc::RunSummary summary;
    summary.Add("arguments", o.words.empty() ? "none" : o.words);
    summary.Add("faults", o.fail);
    run.Summarize(summary);
    summary.Print(std::cout);
    if (!o.csv.empty())
    {
        summary.WriteCsv(o.csv);
    }
    if (end != mrc::RunEnd::FINISHED)
    {
        std::cout.flush();
        std::cerr << "mrc-fabric: " << mrc::RunEndName(end) << ": " << run.Explain() << '\n';
    }
    Simulator::Destroy();
    return mrc::ExitCodeOf(end);
}

int
main(int argc, char* argv[])
{
    try
    {
        return Run(ReadOptions(argc, argv));
    }
    catch (const std::exception& error)
    {
        std::cerr << "mrc-fabric: error: " << error.what() << '\n';
        return 1;
    }
}
