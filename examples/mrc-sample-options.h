/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The options for samples and counters of a run, and the files that these write.

#ifndef MRC_SAMPLE_OPTIONS_H
#define MRC_SAMPLE_OPTIONS_H

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <iostream>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/** What the user wants to have sampled and counted. */
struct SampleOptions
{
    std::string sampleOf;
    ns3::Time sample;
    bool sai{false};
    bool hasPairs{true}; //!< to sample: there are queue pairs before the run
};

/** Adds `--saiCounters`, `--sample` and `--sampleOf`. */
inline void
AddSamples(ns3::mrc::ProgramOptions& cmd, SampleOptions& o)
{
    cmd.AddValue("saiCounters",
                 "Write what switches count under SAI's names into that folder too",
                 o.sai);
    cmd.AddValue("sample",
                 "Write samples into that folder too, each time so much simulated time has passed",
                 o.sample);
    cmd.AddValue("sampleOf",
                 "Of these ports and queue pairs, such as nic3,p0.t0.1.up7,qp:3,qp:0.5; or all",
                 o.sampleOf);
}

/** @throws std::invalid_argument if options do not go together @param folder of `--csv` */
inline void
CheckSamples(const SampleOptions& o, const std::string& folder)
{
    if (o.sai && folder.empty())
    {
        throw std::invalid_argument("--saiCounters without --csv=FOLDER");
    }
    if (o.sample.IsStrictlyPositive() != !o.sampleOf.empty() ||
        (folder.empty() && !o.sampleOf.empty()))
    {
        throw std::invalid_argument(
            "samples need --csv=FOLDER, --sample=TIME and --sampleOf=LIST, such as --sample=10us "
            "--sampleOf=nic3,p0.t0.1.up7,qp:3");
    }
}

/** @return the names of the files that samples and counters write into the folder */
inline std::vector<std::string>
SampleFiles(const SampleOptions& o)
{
    ns3::ObjectFactory profile("ns3::mrc::FabricProfile");
    ns3::UintegerValue ranks;
    profile.Create<ns3::Object>()->GetAttribute("Ranks", ranks);
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
            if (ranks.Get() <= 1)
            {
                samples.insert("path-changes.csv");
            }
        }
    }
    std::vector<std::string> names(samples.begin(), samples.end());
    if (o.sai)
    {
        names.insert(names.begin(), "sai-counters.csv");
    }
    return names;
}

/**
 * Reads what `--sampleOf` lists, before files of an earlier run are taken.
 *
 * @param o without queue pairs behind this, if there are none before the run
 * @param network to be sampled
 * @return the ports and queue pairs, none without `--sampleOf`
 * @throws std::invalid_argument naming what is nothing of this network
 */
inline ns3::mrc::SampleTargets
ReadSamples(SampleOptions& o, const ns3::mrc::Network& network)
{
    if (o.sampleOf.empty())
    {
        return {};
    }
    ns3::mrc::SampleTargets targets = ns3::mrc::ReadSampleList(o.sampleOf, network);
    o.hasPairs = !targets.queuePairs.empty();
    return targets;
}

/** @return writes samples, null without `--sampleOf` @param targets read @param program speaks */
inline std::unique_ptr<ns3::mrc::Sampler>
MakeSampler(const SampleOptions& o,
            ns3::Ptr<ns3::mrc::Network> network,
            const ns3::mrc::SampleTargets& targets,
            const std::string& folder,
            const std::string& program)
{
    if (o.sampleOf.empty())
    {
        return nullptr;
    }
    if (!o.hasPairs && o.sampleOf == "all" && ns3::mrc::IsFirstRank(*network))
    {
        std::cerr << program << ": samples of ports alone: queue pairs come as the run goes on\n";
    }
    return std::make_unique<ns3::mrc::Sampler>(network, targets, o.sample, folder);
}

/** Ends samples. The first rank says what their files do not have. @param program for messages */
inline void
FinishSamples(ns3::mrc::Sampler& sampler, ns3::mrc::Network& network, const std::string& program)
{
    sampler.Finish();
    if (!ns3::mrc::IsFirstRank(network))
    {
        return; // each rank would say the same of the same files
    }
    for (const std::string& line : sampler.LeftOut())
    {
        std::cerr << program << ": " << line << '\n';
    }
}

#endif /* MRC_SAMPLE_OPTIONS_H */
