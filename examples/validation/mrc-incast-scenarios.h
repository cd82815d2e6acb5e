/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INCAST_SCENARIOS_H
#define MRC_INCAST_SCENARIOS_H

// Bursts into NIC 0 of four racks of eight, as scenarios: see doc/validation.rst.

#include "mrc-comparison.h"
#include "mrc-incast-series.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <string>
#include <vector>

namespace ns3
{

/** The figure that an incast is judged by. */
enum class Judged : uint8_t
{
    COMPLETIONS, //!< how late the last one is, and how far apart they are
    SHARES,      //!< of the trims, which are equal between equal senders
};

/** How queues, marks and base RTTs are set. */
enum class Manner : uint8_t
{
    DEFAULT,  //!< MRC's: [base-rtt] [ecn-marking] [queue-limits]
    DEEP,     //!< queues that hold all bytes that senders may have in flight
    AS_HTSIM, //!< the values of uet-htsim
};

/** Figures of uet-htsim over ten seeds; NOTHING: none to compare with. */
struct HtsimFigures
{
    double mean{mrc::NOTHING};       //!< last completion
    double worst{mrc::NOTHING};      //!< the same, the latest of them
    double meanIndex{mrc::NOTHING};  //!< Jain's index
    double leastIndex{mrc::NOTHING}; //!< the same, the least of them
};

/** One experiment. */
struct IncastScenario
{
    const char* target;
    uint64_t gbps;
    std::vector<uint32_t> senders;
    Judged judged{Judged::COMPLETIONS};
    Manner manner{Manner::DEFAULT};
    HtsimFigures htsim{};
};

// From all racks, the target's too.
static const std::vector<uint32_t> FOUR{1, 8, 16, 24};
static const std::vector<uint32_t> EIGHT{1, 8, 16, 24, 2, 9, 17, 25};
static const std::vector<uint32_t> FIFTEEN{1, 8, 16, 24, 2, 9, 17, 25, 3, 10, 18, 26, 4, 11, 19};
// From other racks only, so that all paths are equally long.
static const std::vector<uint32_t> FAR{8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22};

static const IncastScenario INCAST_SCENARIOS[] = {
    {"4:1-100G", 100, FOUR},
    {"8:1-100G", 100, EIGHT},
    {"15:1-100G", 100, FIFTEEN},
    {"4:1-400G", 400, FOUR},
    {"8:1-400G", 400, EIGHT},
    {"15:1-400G", 400, FIFTEEN},
    {"4:1-100G-deep", 100, FOUR, Judged::COMPLETIONS, Manner::DEEP},
    {"8:1-100G-deep", 100, EIGHT, Judged::COMPLETIONS, Manner::DEEP},
    {"15:1-100G-deep", 100, FIFTEEN, Judged::COMPLETIONS, Manner::DEEP},
    {"4:1-400G-deep", 400, FOUR, Judged::COMPLETIONS, Manner::DEEP},
    {"8:1-400G-deep", 400, EIGHT, Judged::COMPLETIONS, Manner::DEEP},
    {"15:1-400G-deep", 400, FIFTEEN, Judged::COMPLETIONS, Manner::DEEP},
    {"4:1-100G-htsim",
     100,
     FOUR,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {0.992, 1.001, 0.994, 0.985}},
    {"8:1-100G-htsim",
     100,
     EIGHT,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {1.022, 1.050, 0.995, 0.989}},
    {"15:1-100G-htsim",
     100,
     FIFTEEN,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {1.012, 1.023, 0.995, 0.992}},
    {"4:1-400G-htsim",
     400,
     FOUR,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {0.989, 1.041, 0.995, 0.990}},
    {"8:1-400G-htsim",
     400,
     EIGHT,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {1.019, 1.034, 0.979, 0.965}},
    {"15:1-400G-htsim",
     400,
     FIFTEEN,
     Judged::COMPLETIONS,
     Manner::AS_HTSIM,
     {1.032, 1.055, 0.971, 0.948}},
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

/** Sets the values in which a scenario's fabric and congestion control differ from the default. */
static void
Configure(const IncastScenario& scenario, mrc::FabricHelper& fabric)
{
    fabric.SetFabricAttribute("HostDelay", TimeValue(Time(0)));
    if (scenario.manner == Manner::DEEP)
    {
        fabric.SetFabricAttribute("DataLimit", DoubleValue(480));
        fabric.SetFabricAttribute("LastHopLimit", DoubleValue(480));
    }
    if (scenario.manner == Manner::AS_HTSIM)
    {
        fabric.SetFabricAttribute("EcnOnLastHop", BooleanValue(true));
        fabric.SetFabricAttribute("LastHopLimit", DoubleValue(1));
        fabric.SetFabricAttribute("TrimVictim", StringValue("Either"));
        // as uet-htsim prints the value for this fabric
        const int64_t picoseconds = scenario.gbps == 100 ? 8351680 : 7337920;
        fabric.SetCcAttribute("BaseRtt", TimeValue(PicoSeconds(picoseconds)));
        fabric.SetCcAttribute("LearnBaseRtt", BooleanValue(true));
    }
}

/**
 * @param scenario the one to run; must outlive the series
 * @param pcap prefix of captures of NIC 0's port, one for each run; empty: none
 * @return the series without runs yet
 */
static mrc::IncastSeries
SeriesOf(const IncastScenario& scenario, const std::string& pcap)
{
    mrc::IncastLoad load;
    load.senders = scenario.senders;
    const std::string prefix = pcap.empty() ? "" : pcap + "-" + scenario.target + "-run";
    return {[&scenario, prefix] {
                mrc::FabricHelper fabric;
                fabric.AssignStreams(0);
                fabric.SetTopology(FourRacks(scenario.gbps));
                Configure(scenario, fabric);
                Ptr<mrc::Network> network = fabric.Install();
                if (!prefix.empty())
                {
                    fabric.EnablePcap(prefix + std::to_string(RngSeedManager::GetRun()),
                                      network->GetFaces().CreatePorts("nic0"));
                }
                return network;
            },
            load};
}

} // namespace ns3

#endif /* MRC_INCAST_SCENARIOS_H */
