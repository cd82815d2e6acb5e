/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The watchers of a run of mrc-fabric.

#ifndef MRC_FABRIC_WATCHERS_H
#define MRC_FABRIC_WATCHERS_H

#include "mrc-fabric-options.h"

#include <iostream>
#include <memory>

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

#endif /* MRC_FABRIC_WATCHERS_H */
