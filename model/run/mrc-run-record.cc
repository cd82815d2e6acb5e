/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-run-record.h"

#include "mrc-flow-table.h"
#include "mrc-graph-record.h"
#include "mrc-json-writer.h"
#include "mrc-run-summary.h"
#include "mrc-workload-run.h"

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-goal-stream.h"
#include "ns3/mrc-ideal.h"
#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-network-plan.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-output-file.h"
#include "ns3/mrc-qp-profile.h"
#include "ns3/mrc-traffic-file.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>

#ifndef MRC_VERSION // from the build
#define MRC_VERSION "unknown"
#endif

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t FORMAT = 1; // grows when a member changes the meaning or goes

/** @return a number with decimals, as many as are asked for */
std::string
Decimals(double number, int decimals)
{
    char text[64];
    std::snprintf(text, sizeof(text), "%.*f", decimals, number);
    return text;
}

/** Folders are the user's own: two users with the same run get the same record. */
std::string
FileName(const std::string& path)
{
    return std::filesystem::path(path).filename().string();
}

/** @return whether flows.csv leaves some flows out: work, and those inside nodes [node-links] */
bool
HasFlowsWithoutRows(const ConnectionMatrix& matrix)
{
    const bool hasStream = matrix.stream && !matrix.stream->working.empty();
    return hasStream ||
           std::any_of(matrix.transfers.begin(),
                       matrix.transfers.end(),
                       [&](const Transfer& transfer) {
                           return matrix.node.Holds(transfer.source, transfer.destination);
                       });
}

/** Asked of the profile: queue pairs make their transport when they are first used. */
std::string
TransportOf(Network& network)
{
    StringValue transport;
    network.Engine().profiles.qp->GetAttribute("Transport", transport);
    return transport.Get() == "none" ? "MRC" : transport.Get();
}

} // namespace

RunRecord::RunRecord(int argc, char* argv[])
    : m_begin(std::chrono::steady_clock::now()),
      // The record is written into memory first: a run that fails leaves no half file.
      m_json(std::make_unique<JsonWriter>(m_text))
{
    m_json->Count("format", FORMAT);
    m_json->Text("program", FileName(argc > 0 ? argv[0] : "program"));
    m_json->BeginArray("arguments");
    for (int i = 1; i < argc; ++i)
    {
        m_json->Text("", argv[i]);
    }
    m_json->End();
    m_json->Count("seed", RngSeedManager::GetSeed());
    m_json->Count("run", RngSeedManager::GetRun());
    m_json->BeginObject("versions");
    m_json->Text("mrc", MRC_VERSION);
    m_json->Text("ns-3", Ns3Version());
    m_json->End();
}

RunRecord::~RunRecord() = default;

void
RunRecord::AddWorkload(const ConnectionMatrix& matrix, uint32_t repeat)
{
    m_json->BeginObject("workload");
    m_json->Text("name", FileName(matrix.name));
    m_json->Count("nodes", matrix.nodes);
    m_json->Count("repeat", repeat);
    m_json->Text("loop", ToString(LoopOf(matrix)));
    m_json->Count("first_sends", matrix.mostSends);
    m_json->Flag("flows_without_rows", HasFlowsWithoutRows(matrix));
    m_json->End();
    if (matrix.collective.busFactor != 0)
    {
        m_json->BeginObject("collective");
        m_json->Count("buffer_bytes", matrix.collective.bytes);
        m_json->Number("bus_factor", Decimals(matrix.collective.busFactor, 9));
        m_json->End();
    }
}

void
RunRecord::AddLimits(const RunLimits& limits)
{
    m_json->BeginObject("limits");
    m_json->Count("stop_ns", limits.stop.GetNanoSeconds());
    m_json->Number("wall_limit_seconds", Decimals(limits.wallSeconds, 3));
    m_json->Count("stall_ns", limits.stall.GetNanoSeconds());
    m_json->End();
}

void
RunRecord::AddNetwork(Network& network)
{
    AddTopology(network);
    WriteGraphRecord(*m_json, network.GetTopology());
    AddLinks(network);
    m_json->Text("transport", TransportOf(network));
    m_json->Count("payload_bytes", network.Unloaded().Payload());
    m_json->Count("queue_pairs", network.GetQueuePairs().size());
    m_json->Flag("pfc", network.Engine().fabric.State().pauses.Any());
    m_json->Text("failure_mode", DescribeFailureMode(network));
    m_json->Text("fabric", DescribeNetwork(network));
}

void
RunRecord::AddTopology(const Network& network)
{
    const Topology& topology = network.GetTopology();
    const TopologySpec& spec = topology.Spec();
    m_json->BeginObject("topology");
    m_json->Text("name", FileName(spec.name));
    m_json->Count("nics", spec.nics);
    m_json->Count("planes", spec.planes);
    m_json->Count("switches", topology.NodeCount() - spec.nics);
    // Tiers of a graph may differ from plane to plane, so no counts would describe them.
    m_json->Flag("is_graph", spec.graph != nullptr);
    if (!spec.graph)
    {
        m_json->Count("t0s_per_plane", spec.T0sPerPlane());
        m_json->Count("t1s_per_plane", spec.T1sPerPlane());
        m_json->Count("t2s_per_plane", spec.T2sPerPlane());
        m_json->Count("nics_per_t0", spec.nicsPerT0);
        // Without pods the counts for each pod, and of links to T2s, are 0.
        m_json->Count("t0s_per_pod", spec.t0sPerPod);
        m_json->Count("t1s_of_a_t0", spec.t1Count);
        m_json->Count("links_to_each_t1", spec.t1Links);
        m_json->Count("t1_uplinks", spec.t1Uplinks);
    }
    m_json->End();
}

/**
 * There is no round trip where there is one NIC alone, so the members of round trips are left out.
 */
void
RunRecord::AddLinks(const Network& network)
{
    const Topology& topology = network.GetTopology();
    const TopologySpec& spec = topology.Spec();
    m_json->BeginObject("links");
    m_json->Count("nic_bit_per_s", spec.nicLinkRate);
    m_json->Count("t0_t1_bit_per_s", spec.fabricLinkRate);
    m_json->Count("t1_t2_bit_per_s", spec.upperLinkRate);
    m_json->Flag("differ", topology.Lines().AnyDiffers());
    m_json->End();
    if (spec.nics > 1)
    {
        const Span rtt = LongestBaseRtt(network);
        const double bits = rtt.Ps() * 1e-12 * static_cast<double>(RateOfNic(topology, 0));
        m_json->Number("base_rtt_ns", NanosText(rtt));
        m_json->Count("bandwidth_delay_product_bytes",
                      static_cast<uint64_t>(std::llround(bits / 8)));
    }
}

void
RunRecord::AddFaults(const std::vector<Fault>& faults)
{
    m_json->BeginArray("faults");
    for (const Fault& fault : faults)
    {
        m_json->BeginObject("");
        m_json->Text("fault", fault.text);
        m_json->Number("begin_ns", NanosText(fault.down - Instant()));
        m_json->Number("end_ns", fault.up ? NanosText(*fault.up - Instant()) : "never");
        m_json->End();
    }
    m_json->End();
}

void
RunRecord::AddEnd(const WorkloadRun& run)
{
    m_json->BeginObject("end");
    m_json->Text("name", RunEndName(run.End()));
    m_json->Count("status", static_cast<uint64_t>(run.ExitCode()));
    m_json->Text("explanation", run.Explain());
    m_json->Count("simulated_ns", Simulator::Now().GetNanoSeconds());
    m_json->End();
}

void
RunRecord::AddLives(const std::string& path, uint32_t seeds, Time length)
{
    m_json->BeginObject("life");
    m_json->Text("file", FileName(path));
    m_json->Count("seeds", seeds);
    m_json->End();
    m_json->BeginObject("end");
    m_json->Text("name", RunEndName(RunEnd::FINISHED));
    m_json->Count("status", 0);
    m_json->Text("explanation", "");
    m_json->Count("simulated_ns", length.GetNanoSeconds());
    m_json->End();
}

void
RunRecord::AddFigures(const RunSummary& summary)
{
    m_json->BeginArray("figures");
    for (const RunFigure& figure : summary.Figures())
    {
        m_json->BeginObject("");
        m_json->Text("name", figure.name);
        if (figure.isNumber)
        {
            m_json->Number("value", figure.value);
        }
        else
        {
            m_json->Text("value", figure.value);
        }
        m_json->Text("unit", figure.unit);
        m_json->End();
    }
    m_json->End();
}

/** The folder may have tables of an earlier run too, with other options. */
void
RunRecord::AddTables(const std::vector<std::string>& files)
{
    m_json->BeginArray("tables");
    for (const std::string& file : files)
    {
        const std::filesystem::path path(file);
        if (path.extension() == ".csv")
        {
            m_json->Text("", path.stem().string());
        }
    }
    m_json->End();
}

void
RunRecord::Write(std::ostream& out)
{
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - m_begin;
    m_json->Number("wall_seconds", Decimals(wall.count(), 3));
    // Closes the object that the constructor began.
    m_json->End();
    out << m_text.str();
}

void
RunRecord::Write(const std::string& folder)
{
    OutputFile file(folder, "run.json");
    errno = 0;
    Write(file.Stream());
    file.Check(); // at once, while errno is that of the write
    // The destructor would close as well, but could tell nobody of a full disk.
    file.Close();
}

} // namespace mrc
} // namespace ns3
