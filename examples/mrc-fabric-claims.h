/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The files of results that mrc-fabric takes for a run.

#ifndef MRC_FABRIC_CLAIMS_H
#define MRC_FABRIC_CLAIMS_H

#include "mrc-fabric-options.h"

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
    const std::vector<std::string> samples = SampleFiles(o);
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

#endif /* MRC_FABRIC_CLAIMS_H */
