/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-scenario.h"

#include "ns3/simulator.h"
#include "ns3/string.h"

#include <utility>

namespace ns3
{
namespace mrc
{

Scenario
WithFixedWindow(Scenario scenario)
{
    scenario.configure = [configure = std::move(scenario.configure)](FabricHelper& fabric) {
        if (configure)
        {
            configure(fabric);
        }
        fabric.SetCcAttribute("Algorithm", StringValue("fixed"));
    };
    return scenario;
}

Measured
Run(const Scenario& scenario)
{
    FabricHelper fabric;
    fabric.AssignStreams(0); // the same whatever ran before
    fabric.SetTopology(scenario.topology);
    if (scenario.configure)
    {
        scenario.configure(fabric);
    }
    Measured measured;
    {
        const Ptr<Network> network = fabric.Install();
        if (scenario.installed)
        {
            scenario.installed(*network);
        }
        network->ScheduleFaults(scenario.faults);
        if (!scenario.pcap.empty())
        {
            fabric.EnablePcap(scenario.pcap, network->GetFaces().CreatePorts("nic0"));
        }
        StreamBenchmark benchmark(network, scenario.load);
        measured.flows = benchmark.Run(scenario.sampling);
        measured.record = benchmark.Record();
        measured.gaps = benchmark.Recovery().Of(RetransmitCause::GAP);
        measured.timeouts = benchmark.Recovery().Of(RetransmitCause::TIMEOUT);
    }
    Simulator::Destroy();
    return measured;
}

} // namespace mrc
} // namespace ns3
