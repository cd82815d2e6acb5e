/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What mrc-fabric writes.

#ifndef MRC_FABRIC_RESULTS_H
#define MRC_FABRIC_RESULTS_H

#include "mrc-fabric-claims.h"
#include "mrc-fabric-options.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/** Writes the plan of faults, before they happen. */
inline void
WritePlan(const Options& o, const std::vector<ns3::mrc::Fault>& faults)
{
    if (!o.plan.empty())
    {
        ns3::mrc::OutputFile out(o.plan);
        ns3::mrc::WriteFaultLines(out.Stream(), faults);
        out.Close();
    }
}

/** Writes the EVs of a fabric. */
inline void
WriteEvs(const Options& o, const ns3::mrc::TopologySpec& spec)
{
    ns3::StringValue format;
    ns3::CreateObject<ns3::mrc::EvProfile>()->GetAttribute("Format", format);
    if (format.Get() != "Srv6")
    {
        throw std::invalid_argument("--evs=" + o.evs +
                                    ": such a file has carriers of uSIDs; expected "
                                    "ns3::mrc::EvProfile::Format = Srv6");
    }
    ns3::mrc::ResultClaim claim = o.claim;
    claim.Add(o.evs);
    ns3::mrc::OutputFile out(o.evs);
    claim.Record();
    ns3::mrc::WriteEvFile(out.Stream(), ns3::mrc::Topology(spec));
    out.Close();
}

/** Writes transfers as uet-htsim's .cm, or else as flow.txt. */
inline void
WriteFlowList(const Options& o, ns3::mrc::ConnectionMatrix matrix)
{
    ns3::mrc::ResultClaim claim = o.claim;
    claim.Add(o.flowList);
    ns3::mrc::OutputFile out(o.flowList);
    claim.Record();
    matrix.nodes = std::max(matrix.nodes, o.nics); // as many as uet-htsim's .topo has to have
    const bool isMatrix = std::filesystem::path(o.flowList).extension() == ".cm";
    (isMatrix ? ns3::mrc::WriteConnectionMatrix : ns3::mrc::WriteFlowList)(out.Stream(), matrix);
    out.Close();
}

/** Writes a fabric as uet-htsim's .topo. */
inline void
WriteTopology(const Options& o, const ns3::mrc::TopologySpec& spec)
{
    ns3::mrc::ResultClaim claim = o.claim;
    claim.Add(o.writeTopology);
    ns3::mrc::OutputFile out(o.writeTopology);
    claim.Record();
    ns3::mrc::WriteTopology(out.Stream(), spec);
    out.Close();
}

/** @return whether a file of results could be written; else the user knows why not */
inline bool
Write(const std::function<void()>& write)
{
    try
    {
        write();
        return true;
    }
    catch (const ns3::mrc::WriteError& error)
    {
        std::cerr << "mrc-fabric: error: " << error.what() << '\n';
        return false;
    }
}

/** Prints and writes the results. @return whether all could be written */
inline bool
WriteResults(const Options& o,
             const std::vector<ns3::mrc::Fault>& faults,
             ns3::mrc::WorkloadRun& run,
             ns3::mrc::FlowMonitorHelper& monitor,
             ns3::mrc::RunRecord& record)
{
    ns3::mrc::RunSummary summary;
    summary.Add("arguments", o.words);
    summary.Add("faults", ns3::mrc::TextOf(faults));
    summary.Add("failure mode", ns3::mrc::DescribeFailureMode(run.GetNetwork()));
    summary.AddCount("directed links with faults",
                     ns3::mrc::CountLinks(faults, run.GetNetwork().GetTopology()),
                     "links");
    run.Summarize(summary);
    const std::string why = run.Explain();
    if (o.isFirst)
    {
        summary.Print(std::cout);
        std::cout.flush();
    }
    if (o.isFirst && !why.empty())
    {
        std::cerr << "mrc-fabric: " << ns3::mrc::RunEndName(run.End()) << ": " << why << '\n';
    }
    record.AddLimits(o.limits);
    record.AddNetwork(run.GetNetwork());
    record.AddFaults(faults);
    record.AddEnd(run);
    record.AddFigures(summary);
    record.AddTables(FilesOf(o));
    if (!o.isFirst)
    {
        std::ostringstream rows; // the other ranks have asked all that the first one asks
        if (o.sai)
        {
            ns3::mrc::WriteSaiCounters(rows, run.GetNetwork());
        }
        return true;
    }
    const bool table = o.csv.empty() || Write([&] { summary.WriteCsv(o.csv); });
    const bool told = o.csv.empty() || Write([&] { record.Write(o.csv); });
    const bool counters =
        !o.sai || Write([&] { ns3::mrc::WriteSaiCounters(o.csv, run.GetNetwork()); });
    const bool flows =
        o.flowmon.empty() || Write([&] { monitor.SerializeToXmlFile(o.flowmon, true, true); });
    return table && told && counters && flows;
}

#endif /* MRC_FABRIC_RESULTS_H */
