/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WORKLOAD_SCENARIO_H
#define MRC_WORKLOAD_SCENARIO_H

#include "mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return a leaf-spine fabric at 100 Gb/s with four NICs and two T1s in each group */
inline TopologySpec
LeafSpine(uint32_t nics, uint32_t planes)
{
    TopologySpec spec = SmallFabric(nics, 4, 2, planes);
    spec.name = "test";
    return spec;
}

/** The scenario of a run. */
struct Scenario
{
    std::string connections; //!< lines of a traffic matrix
    std::string triggers;    //!< lines of a traffic matrix
    TopologySpec topology{LeafSpine(8, 2)};
    uint32_t repeat{1};
    std::string faults;
    std::string simulator{"ns3::mrc::FastSimulatorImpl"};
    std::string scheduler{"ns3::MapScheduler"};
    bool wireMode{false};
    bool retriesEnd{false}; //!< give up after the linear retries
    uint32_t run{1};
    RunLimits limits;
    Time signalAt; //!< when Ctrl-C is pressed; 0: never
    Time sleepAt;  //!< when the machine is busy for a while; 0: never
};

/** A line of flows.csv; times in ps. */
struct Row
{
    uint64_t flow;
    uint32_t source;
    uint32_t destination;
    uint64_t bytes;
    int64_t start;
    int64_t finish; //!< -1: none
    int64_t ideal;
    double slowdown;
    uint64_t packets;
    uint64_t retransmissions;
    uint64_t trims;
    uint64_t marks;
    int64_t time; //!< -1: none
    std::string status;
};

/** The outcome of a run. */
struct Outcome
{
    RunEnd end;
    std::string explanation;
    std::vector<Row> rows;
    int64_t endedAt; //!< simulated ps at which the run ended
    uint64_t fingerprint;
    uint64_t retired;
    uint64_t resurrected;
    uint64_t fabricTrims;
    uint64_t linkDrops;
    uint32_t leftOver; //!< packets that exist when all events are over
    std::vector<uint64_t> placed;
    std::string progress;
};

/** @return the matrix of these lines */
inline ConnectionMatrix
MatrixOf(const Scenario& scenario)
{
    const auto lines = [](const std::string& text) {
        return std::to_string(std::count(text.begin(), text.end(), '\n'));
    };
    std::istringstream in("Nodes " + std::to_string(scenario.topology.nics) + "\nConnections " +
                          lines(scenario.connections) + "\nTriggers " + lines(scenario.triggers) +
                          "\n" + scenario.connections + scenario.triggers);
    return ReadConnectionMatrix(in, "test.cm");
}

/** @return the fields of flows.csv, checked to be as many as there are columns */
inline std::vector<Row>
RowsOf(const std::string& csv)
{
    std::vector<Row> rows;
    std::istringstream in(csv);
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line))
    {
        std::vector<std::string> fields;
        std::istringstream words(line);
        for (std::string field; std::getline(words, field, ',');)
        {
            fields.push_back(field);
        }
        NS_ABORT_MSG_IF(fields.size() != 16, "16 columns expected in " << line);
        const auto number = [&fields](unsigned i) { return std::stoull(fields[i]); };
        const auto ps = [&fields](unsigned i) {
            std::string digits = fields[i];
            digits.erase(std::remove(digits.begin(), digits.end(), '.'), digits.end());
            return digits.empty() ? int64_t{-1} : int64_t{std::stoll(digits)};
        };
        rows.push_back({number(0),
                        static_cast<uint32_t>(number(1)),
                        static_cast<uint32_t>(number(2)),
                        number(3),
                        ps(4),
                        ps(5),
                        ps(6),
                        fields[7].empty() ? 0 : std::stod(fields[7]),
                        number(8),
                        number(9),
                        number(10),
                        number(11),
                        ps(14),
                        fields[15]});
    }
    return rows;
}

/** @return the network that a scenario needs */
inline Ptr<Network>
BuildNetwork(const Scenario& scenario)
{
    FabricHelper fabric = HelperUnder(scenario.simulator, scenario.scheduler);
    RngSeedManager::SetRun(scenario.run);
    fabric.SetTopology(scenario.topology);
    fabric.SetFabricAttribute("WireMode", BooleanValue(scenario.wireMode));
    if (scenario.retriesEnd)
    {
        fabric.SetQpAttribute("ExponentialRetries", UintegerValue(0));
    }
    fabric.AssignStreams(11);
    Ptr<Network> network = Audited(fabric.Install());
    network->ScheduleFaults(scenario.faults);
    return network;
}

/** Runs a scenario to its end, and then until nothing is left to do. */
inline Outcome
RunScenario(const Scenario& scenario)
{
    Ptr<Network> network = BuildNetwork(scenario);
    Outcome outcome{};
    std::ostringstream csv;
    std::ostringstream progress;
    {
        WorkloadRun run(network, MatrixOf(scenario), scenario.repeat);
        run.SetLimits(scenario.limits);
        run.WriteFlows(csv);
        run.ShowProgress(progress, ProgressStyle::LINES);
        if (!scenario.signalAt.IsZero())
        {
            Simulator::Schedule(scenario.signalAt, [] { std::raise(SIGINT); });
        }
        if (!scenario.sleepAt.IsZero())
        {
            Simulator::Schedule(scenario.sleepAt, [] {
                std::this_thread::sleep_for(std::chrono::milliseconds(300));
            });
        }
        outcome.end = run.Run();
        outcome.endedAt = Simulator::Now().GetPicoSeconds();
        outcome.explanation = run.Explain();
        outcome.fingerprint = network->Engine().fabric.Tally().Fingerprint();
        Simulator::Stop(MilliSeconds(20)); // EVs on links that stay down are probed for ever
        Simulator::Run();
    }
    outcome.progress = progress.str();
    outcome.rows = RowsOf(csv.str());
    Fabric& fabric = network->Engine().fabric;
    outcome.leftOver = fabric.Pool().Live();
    outcome.linkDrops = fabric.Tally().Drops(DropReason::LINK_DOWN);
    for (PortIndex port = 0; port < fabric.Tally().PortCount(); ++port)
    {
        outcome.fabricTrims += fabric.Tally().Counters(port).trims;
    }
    for (const Ptr<Qp>& qp : network->GetQueuePairs())
    {
        outcome.retired += qp->Counters().pathsRetired;
        outcome.resurrected += qp->Counters().pathsResurrected;
        outcome.placed.push_back(qp->Peer()->Counters().placedBytes);
    }
    network = nullptr;
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
    GlobalValue::Bind("SchedulerType", StringValue("ns3::MapScheduler"));
    RngSeedManager::SetRun(1);
    return outcome;
}

/** A case that runs scenarios and holds every run to the rules for any run. */
class ScenarioTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /** @return the outcome of a scenario that must finish */
    Outcome Finish(const Scenario& scenario)
    {
        const Outcome outcome = RunScenario(scenario);
        const ConnectionMatrix matrix = MatrixOf(scenario);
        NS_TEST_EXPECT_MSG_EQ(RunEndName(outcome.end), std::string("finished"), "the end");
        NS_TEST_EXPECT_MSG_EQ(outcome.rows.size(),
                              matrix.transfers.size() * scenario.repeat,
                              "a row for every flow");
        NS_TEST_EXPECT_MSG_EQ(outcome.leftOver, 0, "no packet is left");
        for (std::size_t i = 0; i < outcome.placed.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(outcome.placed[i],
                                  matrix.transfers[i].bytes * scenario.repeat,
                                  "each byte placed once");
        }
        for (const Row& row : outcome.rows)
        {
            NS_TEST_EXPECT_MSG_EQ(row.status, std::string("finished"), "the status");
            NS_TEST_EXPECT_MSG_EQ(row.time, row.finish - row.start, "the completion time");
            NS_TEST_EXPECT_MSG_GT_OR_EQ(row.slowdown, 1, "not faster than alone");
            NS_TEST_EXPECT_MSG_GT_OR_EQ(row.finish - row.start, row.ideal, "not faster than alone");
            NS_TEST_EXPECT_MSG_GT_OR_EQ(row.packets,
                                        (row.bytes + 4095) / 4096,
                                        "all packets were sent");
        }
        return outcome;
    }

    /** @return the row of a flow */
    Row RowOf(const Outcome& outcome, uint64_t flow)
    {
        const auto found = std::find_if(outcome.rows.begin(),
                                        outcome.rows.end(),
                                        [flow](const Row& row) { return row.flow == flow; });
        NS_TEST_EXPECT_MSG_EQ((found != outcome.rows.end()), true, "a row of flow " << flow);
        return found == outcome.rows.end() ? Row{} : *found;
    }
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_WORKLOAD_SCENARIO_H */
