/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The options of mrc-fabric, and the rules for options that go together.

#ifndef MRC_FABRIC_OPTIONS_H
#define MRC_FABRIC_OPTIONS_H

#include "mrc-data-file.h"
#include "mrc-sample-options.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

/** The options that the user gave; empty and 0 where one was not given and has no default. */
struct Options : SampleOptions
{
    std::string words; //!< the command line itself
    std::string routing, matrix, workload, topology, links, fail, faults, csv, pcap, pcapPorts,
        flowmon, chakraTimeline, evs, flowList, writeTopology, qp, transport, plan, loop, partition;
    ns3::Time clustermapper;
    uint64_t sends{0};
    double gpuTflops{0};
    uint32_t planes{0}, nics{0}, repeat{0}, qps{0}, ranks{1};
    bool wireMode{false}, quiet{false};
    bool isFirst{true};                          //!< of the ranks: the one that speaks and writes
    std::optional<ns3::mrc::TopologySpec> shape; //!< a file of --topology, once it has been read
    ns3::mrc::RunLimits limits;
    ns3::mrc::ResultClaim claim{"", false}; //!< of this run
};

/** @return the words of a command line, as a shell takes them */
inline std::string
WordsOf(int argc, char* argv[])
{
    std::string words;
    for (int i = 1; i < argc; ++i)
    {
        const std::string word = argv[i];
        const std::string quote = word.find(' ') == std::string::npos ? "" : "'";
        words += (i == 1 ? "" : " ") + quote + word + quote;
    }
    return argc > 1 ? words : "none";
}

/** @throws std::invalid_argument if options do not go together, or one has a wrong value */
inline void
CheckOptions(const Options& o)
{
    if (o.qps > 16)
    {
        throw std::invalid_argument("--qps=" + std::to_string(o.qps) + "; expected 1 .. 16");
    }
    if (o.ranks < 1 || o.ranks > 1024)
    {
        throw std::invalid_argument("--ranks=" + std::to_string(o.ranks) + "; expected 1 .. 1024");
    }
    if (o.pcap.empty() && !o.pcapPorts.empty())
    {
        throw std::invalid_argument("--pcapPorts=" + o.pcapPorts + " without --pcap=PREFIX");
    }
    CheckSamples(o, o.csv);
    if (!o.workload.empty() && !o.matrix.empty())
    {
        throw std::invalid_argument("--workload and --matrix; expected one of them");
    }
}

/** Fills in options that were not given: the main job without --matrix and --topology. */
inline void
FillOptions(Options& o, const ns3::mrc::ProgramOptions& cmd)
{
    if (o.matrix.empty() && o.topology.empty() && o.workload.empty())
    {
        o.planes = o.planes == 0 ? 2 : o.planes;
        o.repeat = cmd.IsGiven("repeat") ? o.repeat : 100;
        o.fail = o.fail.empty() && o.faults.empty() ? "link:0.1.7@1ms..2ms" : o.fail;
    }
    const std::filesystem::path matrix(o.matrix);
    const std::filesystem::path kind =
        (matrix.extension() == ".gz" ? matrix.stem() : matrix).extension();
    const std::set<std::filesystem::path> sizeless{".txt", ".goal", ".bin", ".et"};
    const bool fitsAny = !o.workload.empty() || sizeless.count(kind) != 0;
    o.matrix = o.matrix.empty() ? "perm_32n_32c_2MB.cm" : o.matrix;
    o.topology = o.topology.empty() ? "ls32_100.topo" : o.topology;
    if (fitsAny && o.nics == 0 && IsTopologyFile(o.topology))
    {
        o.shape = ns3::mrc::ReadTopologyFile(DataFile(o.topology)); // a pipe can be read only once
        o.nics = o.shape->nics;
    }
    o.repeat = std::max(o.repeat, 1U);
}

#endif /* MRC_FABRIC_OPTIONS_H */
