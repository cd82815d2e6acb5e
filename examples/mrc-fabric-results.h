/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What mrc-fabric writes of a run.

#ifndef MRC_FABRIC_RESULTS_H
#define MRC_FABRIC_RESULTS_H

#include "mrc-fabric-claims.h"
#include "mrc-fabric-options.h"

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
