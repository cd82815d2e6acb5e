/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The files and texts that mrc-fabric writes.

#ifndef MRC_FABRIC_RESULTS_H
#define MRC_FABRIC_RESULTS_H

#include "mrc-fabric-options.h"

#include <functional>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

/** @return the names of the files that a run writes into the folder of --csv */
inline std::vector<std::string>
FilesOf(const Options& o)
{
    std::vector<std::string> names;
    if (!o.csv.empty())
    {
        names = {"flows.csv", "summary.csv", "run.json"};
    }
    if (o.sai)
    {
        names.push_back("sai-counters.csv");
    }
    std::istringstream targets(o.sampleOf);
    std::set<std::string> samples; // a file without any is not made
    for (std::string target; std::getline(targets, target, ',');)
    {
        const bool isQp = target.compare(0, 3, "qp:") == 0;
        if (!isQp)
        {
            samples.insert("sample-ports.csv");
        }
        if (isQp || (target == "all" && o.hasPairs))
        {
            samples.insert("sample-qps.csv");
            if (o.ranks == 1)
            {
                samples.insert("path-changes.csv");
            }
        }
    }
    names.insert(names.end(), samples.begin(), samples.end());
    return names;
}

/** Takes the files of results, which must be nobody else's, and makes them: empty until the end */
inline void
ClaimResults(const Options& o)
{
    ns3::mrc::ResultClaim claim = o.claim;
    for (const std::string& name : FilesOf(o))
    {
        claim.Add(o.csv + "/" + name);
    }
    for (const std::string& file : {o.flowmon, o.plan, o.chakraTimeline})
    {
        if (!file.empty())
        {
            claim.Add(file);
        }
    }
    if (!o.pcap.empty())
    {
        claim.AddAll(o.pcap, ".pcap");
    }
    if (!o.csv.empty())
    {
        ns3::mrc::OutputFile(o.csv, "flows.csv").Close();
        ns3::mrc::OutputFile(o.csv, "summary.csv").Close();
        ns3::mrc::OutputFile(o.csv, "run.json").Close();
    }
    if (!o.flowmon.empty())
    {
        ns3::mrc::OutputFile(o.flowmon).Close();
    }
    claim.Record();
}

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

/** Writes transfers as flow.txt. */
inline void
WriteFlowList(const Options& o, const ns3::mrc::ConnectionMatrix& matrix)
{
    ns3::mrc::ResultClaim claim = o.claim;
    claim.Add(o.flowList);
    ns3::mrc::OutputFile out(o.flowList);
    claim.Record();
    ns3::mrc::WriteFlowList(out.Stream(), matrix);
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
