/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-test-topology.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return a leaf-spine fabric at 100 Gb/s with four NICs and two T1s in each group */
TopologySpec
LeafSpine(uint32_t nics, uint32_t planes)
{
    TopologySpec spec = SmallFabric(nics, 4, 2, planes);
    spec.name = "test";
    return spec;
}

/** What to run. */
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
};

/** What came of it. */
struct Outcome
{
    RunEnd end;
    std::string explanation;
    std::vector<Row> rows;
    uint64_t fingerprint;
    uint64_t retired;
    uint64_t resurrected;
    uint64_t fabricTrims;
    uint64_t linkDrops;
    uint32_t leftOver; //!< packets that exist when all events are over
    std::vector<uint64_t> placed;
    std::string progress;
};

/** @return the matrix whose lines these are */
ConnectionMatrix
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
std::vector<Row>
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
        NS_ABORT_MSG_IF(fields.size() != 14, "14 columns expected in " << line);
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
                        number(11)});
    }
    return rows;
}

/** @return the network that a scenario needs */
Ptr<Network>
BuildNetwork(const Scenario& scenario)
{
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType", StringValue(scenario.simulator));
    GlobalValue::Bind("SchedulerType", StringValue(scenario.scheduler));
    Simulator::Now(); // makes it, or the helper would choose the fast one
    RngSeedManager::SetRun(scenario.run);
    FabricHelper fabric;
    fabric.SetTopology(scenario.topology);
    fabric.SetFabricAttribute("WireMode", BooleanValue(scenario.wireMode));
    if (scenario.retriesEnd)
    {
        fabric.SetQpAttribute("ExponentialRetries", UintegerValue(0));
    }
    fabric.AssignStreams(11);
    Ptr<Network> network = fabric.Install();
    network->ScheduleFaults(scenario.faults);
    return network;
}

/** Runs a scenario to its end, and then until nothing is left to do. */
Outcome
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
        run.ShowProgress(progress, false);
        if (!scenario.signalAt.IsZero())
        {
            Simulator::Schedule(scenario.signalAt, [] { std::raise(SIGINT); });
        }
        outcome.end = run.Run();
        outcome.explanation = run.Explain();
        outcome.fingerprint = network->GetFabric().Fingerprint();
        Simulator::Stop(MilliSeconds(20)); // EVs on links that stay down are probed for ever
        Simulator::Run();
    }
    outcome.progress = progress.str();
    outcome.rows = RowsOf(csv.str());
    Fabric& fabric = network->GetFabric();
    outcome.leftOver = fabric.Pool().Live();
    outcome.linkDrops = fabric.Drops(DropReason::LINK_DOWN);
    for (PortIndex port = 0; port < fabric.PortCount(); ++port)
    {
        outcome.fabricTrims += fabric.Counters(port).trims;
    }
    for (const Ptr<Qp>& qp : network->GetQueuePairs())
    {
        outcome.retired += qp->Counters().pathsRetired;
        outcome.resurrected += qp->Counters().pathsResurrected;
        outcome.placed.push_back(qp->PeerCounters().placedBytes);
    }
    network = nullptr;
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
    GlobalValue::Bind("SchedulerType", StringValue("ns3::MapScheduler"));
    RngSeedManager::SetRun(1);
    return outcome;
}

/** A case that runs scenarios and holds every run to what must always be true. */
class ScenarioTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /** @return what came of a scenario that must finish */
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

/** One flow on an empty fabric, to the picosecond. */
class AloneTestCase : public ScenarioTestCase
{
  public:
    AloneTestCase()
        : ScenarioTestCase("a flow alone takes its closed form to the picosecond")
    {
    }

  private:
    void DoRun() override
    {
        struct Alone
        {
            uint32_t planes;
            uint64_t bytes;
        };

        // On two planes those whose last packet is last: ties are decided by a seeded draw. All are
        // over before the first answer to a probe takes line time.
        const Alone cases[] = {
            {1, 1},
            {1, 1152},
            {1, 4096},
            {1, 4097},
            {1, 5248},
            {1, 8192},
            {1, 12000},
            {2, 1},
            {2, 4096},
            {2, 4097},
            {2, 12288},
            {2, 12000},
            {2, 20480},
        };
        for (const Alone& alone : cases)
        {
            for (const uint32_t destination : {1, 7})
            {
                Scenario scenario;
                scenario.topology = LeafSpine(8, alone.planes);
                scenario.connections = "0->" + std::to_string(destination) + " start 0 size " +
                                       std::to_string(alone.bytes) + "\n";
                const Row row = RowOf(Finish(scenario), 1);
                NS_TEST_EXPECT_MSG_EQ(row.finish - row.start,
                                      row.ideal,
                                      alone.bytes << " B to NIC " << destination << " on "
                                                  << alone.planes << " planes");
            }
        }
    }
};

/** One flow that is long enough to share its ports with answers to probes. */
class LongTestCase : public ScenarioTestCase
{
  public:
    LongTestCase()
        : ScenarioTestCase("a long flow alone loses the line time of the answers to probes only")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t planes : {1, 2, 4, 8})
        {
            Scenario scenario;
            scenario.topology = LeafSpine(8, planes);
            scenario.connections = "0->7 start 0 size 8000000\n";
            const Row row = RowOf(Finish(scenario), 1);
            NS_TEST_EXPECT_MSG_LT(row.slowdown, 1.003, "on " << planes << " planes");
            NS_TEST_EXPECT_MSG_EQ(row.packets, 1954, "no packet twice");
            NS_TEST_EXPECT_MSG_EQ(row.retransmissions + row.trims + row.marks, 0, "no trouble");
        }
    }
};

/** Both directions at once. */
class BothWaysTestCase : public ScenarioTestCase
{
  public:
    BothWaysTestCase()
        : ScenarioTestCase("two flows in opposite directions do not hurt each other")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.connections = "0->7 id 1 start 0 size 2000000\n7->0 id 2 start 0 size 2000000\n";
        const Outcome outcome = Finish(scenario);
        for (const uint64_t flow : {1, 2})
        {
            NS_TEST_EXPECT_MSG_LT(RowOf(outcome, flow).slowdown, 1.02, "flow " << flow);
        }
    }
};

/** Start times and triggers of a matrix. */
class OrderTestCase : public ScenarioTestCase
{
  public:
    OrderTestCase()
        : ScenarioTestCase("flows start at their time or when those they wait for are done")
    {
    }

  private:
    void DoRun() override
    {
        Chain();
        Barrier();
    }

    void Chain()
    {
        Scenario scenario;
        scenario.connections = "0->1 id 5 start 1234567 size 10000 send_done_trigger 1\n"
                               "1->2 id 6 trigger 1 size 100000 recv_done_trigger 2\n"
                               "2->3 id 7 trigger 2 size 10000\n";
        scenario.triggers = "trigger id 1 oneshot\ntrigger id 2 oneshot\n";
        const Outcome outcome = Finish(scenario);
        const Row first = RowOf(outcome, 5);
        const Row second = RowOf(outcome, 6);
        const Row third = RowOf(outcome, 7);
        NS_TEST_EXPECT_MSG_EQ(first.start, 1235000, "ps, at the next tick of ns-3");
        NS_TEST_EXPECT_MSG_EQ(second.start, first.finish, "the sender's completion starts it");
        NS_TEST_EXPECT_MSG_GT(third.start, second.start, "all bytes placed");
        // The Transport ACK has 2 x 20 ns, 600 ns and 2 x 11.68 ns to go, the host 4,450 ns.
        NS_TEST_EXPECT_MSG_GT_OR_EQ(second.finish - third.start, 5113360, "and not later");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(second.finish - third.start, 5130160, "and not earlier");
    }

    void Barrier()
    {
        Scenario scenario;
        scenario.connections = "0->4 id 1 start 0 size 10000 send_done_trigger 9\n"
                               "1->5 id 2 start 0 size 500000 send_done_trigger 9\n"
                               "4->0 id 3 trigger 9 size 10000\n"
                               "5->1 id 4 trigger 9 size 10000\n";
        scenario.triggers = "trigger id 9 barrier count 2\n";
        const Outcome outcome = Finish(scenario);
        const int64_t last = std::max(RowOf(outcome, 1).finish, RowOf(outcome, 2).finish);
        NS_TEST_EXPECT_MSG_EQ(RowOf(outcome, 3).start, last, "with the slower of both");
        NS_TEST_EXPECT_MSG_EQ(RowOf(outcome, 4).start, last, "with the slower of both");
    }
};

/** Repetitions. */
class RepeatTestCase : public ScenarioTestCase
{
  public:
    RepeatTestCase()
        : ScenarioTestCase("every repetition is a flow that follows the one before it")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.connections = "0->4 id 2 start 0 size 10000 send_done_trigger 1\n"
                               "1->5 id 10 trigger 1 size 4096\n";
        scenario.triggers = "trigger id 1 oneshot\n";
        scenario.repeat = 3;
        const Outcome outcome = Finish(scenario);
        const uint64_t flows[] = {2, 12, 22, 10, 20, 30}; // the ids, and 10 more for each turn
        for (unsigned i = 1; i < std::size(flows); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(RowOf(outcome, flows[i]).start,
                                  RowOf(outcome, flows[i - 1]).finish,
                                  "flow " << flows[i]);
            NS_TEST_EXPECT_MSG_EQ(RowOf(outcome, flows[i]).packets,
                                  (i < 3 ? 3 : 1),
                                  "its own packets");
        }
    }
};

/** Congestion at a receiver. */
class IncastTestCase : public ScenarioTestCase
{
  public:
    IncastTestCase()
        : ScenarioTestCase("an incast trims, and all of it arrives")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        for (const uint32_t source : {1, 2, 3, 4, 5, 6, 7})
        {
            scenario.connections += std::to_string(source) + "->0 start 0 size 1000000\n";
        }
        const Outcome outcome = Finish(scenario);
        uint64_t trims = 0;
        uint64_t again = 0;
        int64_t last = 0;
        for (const Row& row : outcome.rows)
        {
            trims += row.trims;
            again += row.retransmissions;
            last = std::max(last, row.finish);
        }
        NS_TEST_EXPECT_MSG_GT(outcome.fabricTrims, 0, "the buffers are small");
        NS_TEST_EXPECT_MSG_EQ(trims, outcome.fabricTrims, "each trim is some flow's");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(again, trims, "each trim is repaired");
        NS_TEST_EXPECT_MSG_GT(last, 280000000, "7 MB at 2 x 100 Gb/s take 280 us");
    }
};

/** A link that fails and comes back. */
class OutageTestCase : public ScenarioTestCase
{
  public:
    OutageTestCase()
        : ScenarioTestCase("flows survive a link's outage, EVs retire and come back")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.connections = "0->4 start 0 size 4000000\n5->1 start 0 size 4000000\n";
        scenario.repeat = 4;
        scenario.faults = "link:0.0.1@50us..400us";
        const Outcome outcome = Finish(scenario);
        NS_TEST_EXPECT_MSG_GT(outcome.linkDrops, 0, "packets were lost");
        NS_TEST_EXPECT_MSG_GT(outcome.retired, 0, "paths over the link");
        NS_TEST_EXPECT_MSG_EQ(outcome.resurrected, outcome.retired, "all of them");
        uint64_t again = 0;
        for (const Row& row : outcome.rows)
        {
            again += row.retransmissions;
        }
        NS_TEST_EXPECT_MSG_GT(again, 0, "what was lost is sent again");

        scenario.faults = "port:0.1@50us..400us,t1:1.0@100us..300us";
        Finish(scenario);
    }
};

/** The same result whoever runs it. */
class SameTestCase : public ScenarioTestCase
{
  public:
    SameTestCase()
        : ScenarioTestCase("results depend on the seed alone")
    {
    }

  private:
    void DoRun() override
    {
        Scenario scenario;
        scenario.connections = "0->4 start 0 size 500000\n1->4 start 0 size 500000\n"
                               "2->4 start 100000 size 500000\n5->0 start 0 size 500000\n"
                               "6->0 start 50000 size 500000\n7->3 start 0 size 500000\n";
        scenario.repeat = 2;
        scenario.faults = "link:0.0.1@20us..90us";
        const Outcome reference = Finish(scenario);

        std::vector<Scenario> same(4, scenario);
        same[1].simulator = "ns3::DefaultSimulatorImpl";
        same[2].simulator = "ns3::DefaultSimulatorImpl";
        same[2].scheduler = "ns3::HeapScheduler";
        same[3].wireMode = true;
        for (const Scenario& way : same)
        {
            const Outcome outcome = Finish(way);
            const std::string name =
                way.simulator + " " + way.scheduler + (way.wireMode ? " wire" : "");
            NS_TEST_EXPECT_MSG_EQ(outcome.fingerprint, reference.fingerprint, name);
            for (std::size_t i = 0; i < reference.rows.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(outcome.rows[i].finish, reference.rows[i].finish, name);
            }
        }
        scenario.run = 2;
        NS_TEST_EXPECT_MSG_NE(Finish(scenario).fingerprint, reference.fingerprint, "another run");
    }
};

/** Runs that do not finish. */
class EndTestCase : public ScenarioTestCase
{
  public:
    EndTestCase()
        : ScenarioTestCase("a run that does not finish says why, and writes what it has")
    {
    }

  private:
    /** Runs a scenario that must end like this. */
    Outcome Expect(const Scenario& scenario, RunEnd end, const std::string& words)
    {
        const Outcome outcome = RunScenario(scenario);
        NS_TEST_EXPECT_MSG_EQ(RunEndName(outcome.end), std::string(RunEndName(end)), "the end");
        NS_TEST_EXPECT_MSG_NE(outcome.explanation.find(words),
                              std::string::npos,
                              "'" << words << "' in '" << outcome.explanation << "'");
        return outcome;
    }

    void DoRun() override
    {
        Scenario scenario;
        scenario.connections = "0->4 id 1 start 0 size 1000000 send_done_trigger 1\n"
                               "1->5 id 2 trigger 1 size 1000000\n";
        scenario.triggers = "trigger id 1 oneshot\n";
        Scenario stopped = scenario;
        stopped.limits.stop.value = MicroSeconds(20);
        const Outcome early = Expect(stopped, RunEnd::STOP_TIME, "0 of 2 flows are complete");
        NS_TEST_ASSERT_MSG_EQ(early.rows.size(), 1, "the flow under way");
        NS_TEST_EXPECT_MSG_EQ(early.rows[0].finish, -1, "no end");
        NS_TEST_EXPECT_MSG_GT(early.rows[0].packets, 10, "but packets");

        Scenario interrupted = scenario;
        interrupted.signalAt = MicroSeconds(20);
        Expect(interrupted, RunEnd::INTERRUPTED, "0 of 2 flows are complete");

        Scenario stalled = scenario;
        stalled.faults = "t0:0.1@20us,t0:1.1@20us";
        stalled.limits.stall.value = MilliSeconds(30);
        const Outcome dead = Expect(stalled, RunEnd::STALLED, "flow 1 (NIC 0 -> 4) lacks ");
        NS_TEST_EXPECT_MSG_NE(dead.explanation.find("transfer 2 waits for trigger 1"),
                              std::string::npos,
                              dead.explanation);
        NS_TEST_EXPECT_MSG_NE(dead.progress.find("warning: 1 flow does not move"),
                              std::string::npos,
                              dead.progress);

        Scenario failed = stalled;
        failed.retriesEnd = true;
        failed.limits.stall.value = Seconds(1);
        const Outcome given = Expect(failed, RunEnd::FLOW_FAILED, "0 of 2 flows are complete");
        NS_TEST_ASSERT_MSG_EQ(given.rows.size(), 1, "the flow that failed");
        NS_TEST_EXPECT_MSG_EQ(given.rows[0].finish, -1, "no end");
    }
};

/** The suite of the main job. */
class WorkloadTestSuite : public TestSuite
{
  public:
    WorkloadTestSuite()
        : TestSuite("mrc-workload", TestSuite::Type::UNIT)
    {
        AddTestCase(new AloneTestCase);
        AddTestCase(new LongTestCase);
        AddTestCase(new BothWaysTestCase);
        AddTestCase(new OrderTestCase);
        AddTestCase(new RepeatTestCase);
        AddTestCase(new IncastTestCase);
        AddTestCase(new OutageTestCase);
        AddTestCase(new SameTestCase);
        AddTestCase(new EndTestCase);
    }
};

WorkloadTestSuite g_workloadTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
