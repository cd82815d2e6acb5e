/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_SCENARIO_H
#define MRC_FLOW_SCENARIO_H

#include "mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mrc-flow-monitor-helper.h"
#include "ns3/string.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Posts the Writes of a scenario, and whatever else it needs. */
using Workload = std::function<void(Network&)>;

/** The scenario of a run; six NICs on two T0s and two T1s in each of two planes. */
struct FlowScenario
{
    std::string name;
    Workload workload;
    std::vector<uint32_t> losses; //!< codes that must occur; no others may, where nothing fails
    std::string faults;
    std::vector<std::pair<std::string, double>> limits; //!< attributes of queues
    std::string faces{"Named"};                         //!< All or Named, which is none
    bool trimming{true};
    bool wireMode{false};
    std::string simulator{"ns3::mrc::FastSimulatorImpl"};
    Time hostDelay{MicroSeconds(4)};
    Time stop; //!< 0: when nothing is left to do
};

/** The results of a run. */
struct FlowRun
{
    Ptr<Network> network;
    std::unique_ptr<FlowMonitorHelper> helper; //!< null: none was installed
    Time end;
};

/** Which monitor to install. */
enum class Depth
{
    NONE,
    NICS,
    ALL,
};

/** @return the network of a scenario */
inline Ptr<Network>
MakeNetwork(const FlowScenario& scenario)
{
    FabricHelper helper = HelperUnder(scenario.simulator);
    helper.AssignStreams(7);
    helper.SetTopology(SixNics());
    for (const auto& [name, limit] : scenario.limits)
    {
        helper.SetFabricAttribute(name, DoubleValue(limit));
    }
    helper.SetFabricAttribute("Faces", StringValue(scenario.faces));
    helper.SetFabricAttribute("Trimming", BooleanValue(scenario.trimming));
    helper.SetFabricAttribute("WireMode", BooleanValue(scenario.wireMode));
    helper.SetFabricAttribute("HostDelay", TimeValue(scenario.hostDelay));
    return Audited(helper.Install());
}

/** Runs a scenario to its end. */
inline FlowRun
RunScenario(const FlowScenario& scenario, Depth depth)
{
    FlowRun run;
    run.network = MakeNetwork(scenario);
    run.network->ScheduleFaults(scenario.faults);
    if (depth != Depth::NONE)
    {
        run.helper = std::make_unique<FlowMonitorHelper>();
        depth == Depth::ALL ? run.helper->InstallAll(run.network)
                            : run.helper->Install(run.network);
    }
    scenario.workload(*run.network);
    if (scenario.stop.IsStrictlyPositive())
    {
        Simulator::Stop(scenario.stop);
    }
    Simulator::Run();
    run.end = Simulator::Now();
    return run;
}

/** One long Write to a neighbour and one to the other T0. */
inline void
PostTwo(Network& network)
{
    network.Connect(0, 1)->Write(1000000);
    network.Connect(2, 3)->Write(1000000);
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_SCENARIO_H */
