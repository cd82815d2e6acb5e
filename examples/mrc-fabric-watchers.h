/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The watchers of a run of mrc-fabric.

#ifndef MRC_FABRIC_WATCHERS_H
#define MRC_FABRIC_WATCHERS_H

#include "mrc-fabric-options.h"

#include <iostream>
#include <memory>
#include <unistd.h>
#include <vector>

/** @return the writer of the samples of --sample, null without it */
inline std::unique_ptr<ns3::mrc::Sampler>
MakeSampler(const Options& o, ns3::Ptr<ns3::mrc::Network> network)
{
    if (o.sampleOf.empty())
    {
        return nullptr;
    }
    return std::make_unique<ns3::mrc::Sampler>(network,
                                               ns3::mrc::ReadSampleList(o.sampleOf, *network),
                                               o.sample,
                                               o.csv);
}

/** @return the Clustermapper of --clustermapper, which probes links; null without the option */
inline std::unique_ptr<ns3::mrc::Clustermapper>
MakeClustermapper(const Options& o, ns3::Ptr<ns3::mrc::Network> network)
{
    if (o.clustermapper.IsZero())
    {
        return nullptr;
    }
    ns3::mrc::ClustermapperConfig config;
    config.period = config.reportDelay = o.clustermapper;
    config.verdict = [](const ns3::mrc::LoopLink& link, bool bad) {
        std::cerr << ns3::Simulator::Now().GetMicroSeconds() << " us: the Clustermapper calls "
                  << ns3::mrc::TextOf(link) << (bad ? " bad" : " good") << '\n';
    };
    return std::make_unique<ns3::mrc::Clustermapper>(network, config);
}

/** Says which faults the fabric suffers, and shows progress. */
inline void
ShowRun(const Options& o, ns3::mrc::WorkloadRun& run, const std::vector<ns3::mrc::Fault>& faults)
{
    using Style = ns3::mrc::ProgressStyle;
    if (!o.isFirst)
    {
        run.ShowProgress(std::clog, Style::LINES);
        return;
    }
    for (const ns3::mrc::Fault& fault : faults)
    {
        std::cerr << "fault " << ns3::mrc::DescribeFault(fault, run.GetNetwork().GetTopology())
                  << '\n';
    }
    run.ShowProgress(std::cerr, isatty(STDERR_FILENO) != 0 ? Style::TERMINAL : Style::LINES);
}

/**
 * Has the run write rows of flows and show progress. All ranks do so alike, and all but the first
 * for nobody.
 */
inline void
WriteAndShow(const Options& o,
             ns3::mrc::WorkloadRun& run,
             const std::vector<ns3::mrc::Fault>& faults)
{
    if (!o.isFirst)
    {
        std::clog.setstate(std::ios::badbit);
    }
    if (!o.csv.empty() && o.isFirst)
    {
        run.WriteFlows(o.csv);
    }
    else if (!o.csv.empty())
    {
        run.WriteFlows(std::clog);
    }
    if (!o.quiet)
    {
        ShowRun(o, run, faults);
    }
}

#endif /* MRC_FABRIC_WATCHERS_H */
