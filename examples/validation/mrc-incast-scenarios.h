/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INCAST_SCENARIOS_H
#define MRC_INCAST_SCENARIOS_H

// Bursts into NIC 0 of four racks of eight, as scenarios: see doc/validation.rst.

#include "mrc-incast-series.h"
#include "mrc-incast-targets.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <string>

namespace ns3
{

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
