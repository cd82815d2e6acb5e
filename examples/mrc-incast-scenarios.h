/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INCAST_SCENARIOS_H
#define MRC_INCAST_SCENARIOS_H

// Bursts into NIC 0 of four racks of eight, as scenarios: see doc/validation.rst.

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <string>
#include <vector>

namespace ns3
{

/** What an incast is judged by. */
enum class Judged : uint8_t
{
    COMPLETIONS, //!< how late the last one is, and how far apart they are
    SHARES,      //!< of the trims, which are equal between equal senders
};

/** One experiment. */
struct IncastScenario
{
    const char* target;
    uint64_t gbps;
    std::vector<uint32_t> senders;
    Judged judged;
    double htsim{0};      //!< last completion of uet-htsim, mean of 10 seeds
    double htsimWorst{0}; //!< the same, the latest of them
    double htsimIndex{0}; //!< Jain's index of uet-htsim, the least of 10 seeds
    bool deep{false};     //!< with queues that hold what all senders may have in flight
};

// From all racks, the target's too.
static const std::vector<uint32_t> FOUR{1, 8, 16, 24};
static const std::vector<uint32_t> EIGHT{1, 8, 16, 24, 2, 9, 17, 25};
static const std::vector<uint32_t> FIFTEEN{1, 8, 16, 24, 2, 9, 17, 25, 3, 10, 18, 26, 4, 11, 19};
// From other racks only, so that all paths are equally long.
static const std::vector<uint32_t> FAR{8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22};

static const IncastScenario INCAST_SCENARIOS[] = {
    {"4:1-100G", 100, FOUR, Judged::COMPLETIONS, 0.992, 1.001, 0.985},
    {"8:1-100G", 100, EIGHT, Judged::COMPLETIONS, 1.022, 1.050, 0.989},
    {"15:1-100G", 100, FIFTEEN, Judged::COMPLETIONS, 1.012, 1.023, 0.992},
    {"4:1-400G", 400, FOUR, Judged::COMPLETIONS, 0.989, 1.041, 0.990},
    {"8:1-400G", 400, EIGHT, Judged::COMPLETIONS, 1.019, 1.034, 0.965},
    {"15:1-400G", 400, FIFTEEN, Judged::COMPLETIONS, 1.032, 1.055, 0.948},
    {"4:1-100G-deep", 100, FOUR, Judged::COMPLETIONS, 0, 0, 0, true},
    {"8:1-100G-deep", 100, EIGHT, Judged::COMPLETIONS, 0, 0, 0, true},
    {"15:1-100G-deep", 100, FIFTEEN, Judged::COMPLETIONS, 0, 0, 0, true},
    {"4:1-400G-deep", 400, FOUR, Judged::COMPLETIONS, 0, 0, 0, true},
    {"8:1-400G-deep", 400, EIGHT, Judged::COMPLETIONS, 0, 0, 0, true},
    {"15:1-400G-deep", 400, FIFTEEN, Judged::COMPLETIONS, 0, 0, 0, true},
    {"15:1-far", 400, FAR, Judged::SHARES},
};

/** @return the names of all targets, as a person lists them */
static std::string
IncastTargets()
{
    std::string names;
    for (const IncastScenario& s : INCAST_SCENARIOS)
    {
        names += (names.empty() ? "" : ", ") + std::string(s.target);
    }
    return names + " or all";
}

/** @return four racks of eight, with a link from each to each of eight T1s */
static mrc::TopologySpec
FourRacks(uint64_t gbps)
{
    mrc::TopologySpec spec;
    spec.name = "4 racks of 8";
    spec.nics = 32;
    spec.nicsPerT0 = 8;
    spec.t1Count = 8;
    spec.nicLinkRate = spec.fabricLinkRate = gbps * 1000000000;
    spec.nicLinkDelay = spec.fabricLinkDelay = mrc::Nanos(500);
    spec.t0Latency = spec.t1Latency = mrc::Nanos(500);
    return spec;
}

/**
 * @param scenario which
 * @param pcap prefix of captures of NIC 0's port, one for each run; empty: none
 * @return its runs, none yet
 */
static mrc::IncastSeries
SeriesOf(const IncastScenario& scenario, const std::string& pcap)
{
    mrc::IncastLoad load;
    load.senders = scenario.senders;
    const uint64_t gbps = scenario.gbps;
    const bool deep = scenario.deep;
    const std::string prefix = pcap.empty() ? "" : pcap + "-" + scenario.target + "-run";
    return {[gbps, deep, prefix] {
                mrc::FabricHelper fabric;
                fabric.AssignStreams(0);
                fabric.SetTopology(FourRacks(gbps));
                fabric.SetFabricAttribute("HostDelay", TimeValue(Time(0)));
                if (deep)
                {
                    fabric.SetFabricAttribute("DataLimit", DoubleValue(480));
                    fabric.SetFabricAttribute("LastHopLimit", DoubleValue(480));
                }
                Ptr<mrc::Network> network = fabric.Install();
                if (!prefix.empty())
                {
                    fabric.EnablePcap(prefix + std::to_string(RngSeedManager::GetRun()),
                                      network->CreatePorts("nic0"));
                }
                return network;
            },
            load};
}

} // namespace ns3

#endif /* MRC_INCAST_SCENARIOS_H */
