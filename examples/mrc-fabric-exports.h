/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What mrc-fabric writes for other programs, or for runs to come, without a run.

#ifndef MRC_FABRIC_EXPORTS_H
#define MRC_FABRIC_EXPORTS_H

#include "mrc-fabric-input.h"
#include "mrc-fabric-options.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

/** Writes a file. What the writer refuses leaves an earlier file alone. */
inline void
Export(const Options& o, const std::string& path, const std::function<void(std::ostream&)>& write)
{
    std::ofstream nowhere("/dev/null");
    write(nowhere);
    ns3::mrc::ResultClaim claim = o.claim;
    claim.Add(path);
    ns3::mrc::OutputFile out(path);
    claim.Record();
    write(out.Stream());
    out.Close();
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
    const ns3::mrc::Topology topology(spec);
    Export(o, o.evs, [&](std::ostream& out) { ns3::mrc::WriteEvFile(out, topology); });
}

/** Writes transfers as uet-htsim's .cm, or else as flow.txt. */
inline void
WriteFlowList(const Options& o, ns3::mrc::ConnectionMatrix matrix)
{
    const std::string ending = std::filesystem::path(o.flowList).extension();
    if (ending == ".gz")
    {
        throw std::invalid_argument("--flowList=" + o.flowList +
                                    ": expected a file that is not compressed");
    }
    matrix.nodes = std::max(matrix.nodes, o.nics); // as many as uet-htsim's .topo has to have
    const auto write = ending == ".cm" ? ns3::mrc::WriteConnectionMatrix : ns3::mrc::WriteFlowList;
    Export(o, o.flowList, [&](std::ostream& out) { write(out, matrix); });
}

/** Writes a fabric as uet-htsim's .topo. */
inline void
WriteTopology(const Options& o, const ns3::mrc::TopologySpec& spec)
{
    Export(o, o.writeTopology, [&](std::ostream& out) { ns3::mrc::WriteTopology(out, spec); });
}

/** Writes what is asked for. @return whether anything is, so that nothing is to run */
inline bool
WriteExports(const Options& o, const ns3::mrc::ConnectionMatrix& matrix)
{
    for (const auto& [one, other] :
         {std::pair(o.flowList, o.writeTopology), {o.flowList, o.evs}, {o.writeTopology, o.evs}})
    {
        if (!one.empty() && one == other)
        {
            throw std::invalid_argument("two files with the name " + one +
                                        " are asked for; expected two names");
        }
    }
    if (!o.flowList.empty())
    {
        WriteFlowList(o, matrix);
    }
    if (!o.writeTopology.empty() || !o.evs.empty())
    {
        const ns3::mrc::TopologySpec spec = ReadTopology(o, matrix);
        if (!o.writeTopology.empty())
        {
            WriteTopology(o, spec);
        }
        if (!o.evs.empty())
        {
            WriteEvs(o, spec);
        }
    }
    return !o.flowList.empty() || !o.writeTopology.empty() || !o.evs.empty();
}

#endif /* MRC_FABRIC_EXPORTS_H */
