/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The traffic and the fabric that mrc-fabric reads.

#ifndef MRC_FABRIC_INPUT_H
#define MRC_FABRIC_INPUT_H

#include "mrc-data-file.h"
#include "mrc-fabric-options.h"

#include <stdexcept>
#include <string>
#include <vector>

/** @return the transfers of --workload, or of --matrix */
inline ns3::mrc::ConnectionMatrix
ReadTransfers(const Options& o)
{
    const uint64_t seed = ns3::RngSeedManager::GetSeed();
    const ns3::mrc::WorkloadDefaults defaults{o.nics,
                                              seed << 32 | ns3::RngSeedManager::GetRun(),
                                              MRC_DATA_DIR};
    const ns3::mrc::TrafficLoop loop = ns3::mrc::ReadTrafficLoop(o.loop);
    if (o.workload.empty())
    {
        return ns3::mrc::ReadTrafficFile(DataFile(o.matrix),
                                         {o.nics, o.sends, loop, o.gpuTflops, o.repeat > 1});
    }
    const ns3::mrc::ConnectionMatrix all = ns3::mrc::ReadWorkload(o.workload, defaults);
    return ns3::mrc::InLoop(ns3::mrc::FirstSends(all, o.sends), loop);
}

/** @return the fabric of --topology, --planes and --links */
inline ns3::mrc::TopologySpec
ReadTopology(const Options& o, const ns3::mrc::ConnectionMatrix& matrix)
{
    const uint32_t nics = o.nics == 0 ? matrix.nodes : o.nics;
    ns3::mrc::TopologySpec spec = o.shape ? *o.shape : FabricOf(o.topology, nics);
    if (spec.nics != nics)
    {
        throw std::invalid_argument("--topology=" + o.topology + " has " +
                                    std::to_string(spec.nics) + " NICs; expected " +
                                    std::to_string(nics) +
                                    ": nodes of the matrix, or --nics; a preset, such as "
                                    "--topology=clos-4x100g, has as many as that");
    }
    spec.planes = o.planes == 0 ? spec.planes : o.planes;
    spec.Validate();
    const std::vector<ns3::mrc::LinkRule> rules = ns3::mrc::ReadLinkRules(o.links, spec);
    spec.links.insert(spec.links.end(), rules.begin(), rules.end());
    return spec;
}

#endif /* MRC_FABRIC_INPUT_H */
