/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/global-value.h"
#include "ns3/mrc-flow-monitor-helper.h"
#include "ns3/mrc-loss-code.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Posts what a scenario is about, and whatever else it needs. */
using Workload = std::function<void(Network&)>;

/** What to run; six NICs on two T0s and two T1s in each of two planes. */
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

/** What is left of a run. */
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

Ptr<Network>
MakeNetwork(const FlowScenario& scenario)
{
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType", StringValue(scenario.simulator));
    FabricHelper helper;
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
    return helper.Install();
}

FlowRun
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
void
PostTwo(Network& network)
{
    network.Connect(0, 1)->Write(1000000);
    network.Connect(2, 3)->Write(1000000);
}

/** Queue pairs that are made while the simulation runs, and both directions of one pair of NICs. */
void
PostLater(Network& network)
{
    PostTwo(network);
    Simulator::Schedule(MicroSeconds(30), [&network] {
        network.Connect(1, 0)->WriteWithImmediate(12345, 9);
        network.Connect(0, 1)->Write(1);
    });
}

/** One link loses frames to an ErrorModel, which needs bytes. */
void
PostOverBadLink(Network& network)
{
    const Faces& faces = network.GetFaces();
    Ptr<RateErrorModel> model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(0.05);
    model->AssignStreams(3);
    faces.PortAt(0)->GetChannel()->SetAttribute("ErrorModelUp", PointerValue(model));
    PostTwo(network);
}

constexpr auto CODE = LossCodeOf;

std::vector<FlowScenario>
Scenarios()
{
    using D = DropReason;
    std::vector<FlowScenario> all;
    const auto add = [&all](const char* name, Workload workload, std::vector<uint32_t> losses) {
        FlowScenario scenario;
        scenario.name = name;
        scenario.workload = std::move(workload);
        scenario.losses = std::move(losses);
        all.push_back(scenario);
        return &all.back();
    };
    add("clean", PostTwo, {});
    add("queue pairs made later", PostLater, {});
    add("incast with trims", PostIncast, {TRIMMED_CODE});
    add("incast in wire mode", PostIncast, {TRIMMED_CODE})->wireMode = true;
    FlowScenario* untrimmed = add("incast without trimming", PostIncast, {CODE(D::DATA_OVERFLOW)});
    untrimmed->trimming = false;
    untrimmed->limits = {{"UntrimmedLimit", 0.5}};
    add("incast that loses trimmed packets", PostIncast, {CODE(D::TRIMMED_OVERFLOW), TRIMMED_CODE})
        ->limits = {{"TrimmedLimit", 0.01}, {"TrimmedShare", 0.05}};
    add("stopped in mid-flight", PostIncast, {TRIMMED_CODE})->stop = MicroSeconds(60);
    add("a NIC's port fails", PostTwo, {CODE(D::LINK_DOWN)})->faults = "port:0.1@20us..300us";
    add("a link inside fails", PostTwo, {CODE(D::LINK_DOWN)})->faults = "link:0.0.1@20us..300us";
    add("a switch fails", PostTwo, {CODE(D::SWITCH_DOWN)})->faults = "t1:1.0@20us..300us";
    add("a bad link", PostOverBadLink, {CODE(D::CORRUPTED)})->faces = "All";
    FlowScenario* slow = add("ns-3's simulator", PostIncast, {TRIMMED_CODE});
    slow->simulator = "ns3::DefaultSimulatorImpl";
    slow->hostDelay = Time(0);
    return all;
}

template <typename T>
uint64_t
SumOf(const std::vector<T>& numbers)
{
    return std::accumulate(numbers.begin(), numbers.end(), uint64_t{0});
}

uint32_t
LossesOf(const FlowMonitor::FlowStats& stats, uint32_t code)
{
    return code < stats.packetsDropped.size() ? stats.packetsDropped[code] : 0;
}

/** @return the flow that the source of a network's i-th connection sends */
FlowId
FlowOfConnection(std::size_t i)
{
    return static_cast<FlowId>(2 * i + 1);
}

/** A run with a FlowMonitor is the run without, and what it counts is what the transport counts. */
class FlowCountsTestCase : public TestCase
{
  public:
    explicit FlowCountsTestCase(const FlowScenario& scenario)
        : TestCase("flows equal the transport's counters: " + scenario.name),
          m_scenario(scenario)
    {
    }

  private:
    void DoRun() override
    {
        const FlowRun bare = RunScenario(m_scenario, Depth::NONE);
        const uint64_t reference = bare.network->GetFabric().Fingerprint();
        for (const Depth depth : {Depth::NICS, Depth::ALL})
        {
            const FlowRun run = RunScenario(m_scenario, depth);
            NS_TEST_EXPECT_MSG_EQ(run.network->GetFabric().Fingerprint(), reference, "same bits");
            NS_TEST_EXPECT_MSG_EQ(run.end, bare.end, "it ends when it would have");
            const auto& flows = run.helper->GetMonitor()->GetFlowStats();
            const auto& qps = run.network->GetQueuePairs();
            NS_TEST_ASSERT_MSG_EQ(flows.size(), qps.size(), "a flow for each that has sent");
            for (std::size_t i = 0; i < qps.size(); ++i)
            {
                CheckFlow(flows.at(FlowOfConnection(i)), *qps[i]);
                CheckDscps(*run.helper->GetClassifier()->FindFlow(FlowOfConnection(i)), *qps[i]);
            }
            CheckLosses(*run.network, flows);
            CheckProbes(run, depth);
        }
        Simulator::Destroy();
    }

    void CheckFlow(const FlowMonitor::FlowStats& stats, const Qp& qp)
    {
        const QueuePairCounters& peer = qp.PeerCounters();
        NS_TEST_EXPECT_MSG_EQ(stats.txPackets, qp.Counters().sentPackets, "transmissions");
        NS_TEST_EXPECT_MSG_EQ(stats.rxPackets, peer.receivedPackets, "deliveries");
        NS_TEST_EXPECT_MSG_EQ(LossesOf(stats, TRIMMED_CODE), peer.trims, "trims");
        NS_TEST_EXPECT_MSG_EQ(stats.lostPackets, SumOf(stats.packetsDropped), "with reasons");
        const uint64_t ended = stats.rxPackets + stats.lostPackets;
        const uint64_t endedBytes = stats.rxBytes + SumOf(stats.bytesDropped);
        if (m_scenario.stop.IsStrictlyPositive())
        {
            NS_TEST_EXPECT_MSG_LT(ended, stats.txPackets, "some are under way");
            NS_TEST_EXPECT_MSG_LT(endedBytes, stats.txBytes, "some bytes are under way");
            return;
        }
        NS_TEST_EXPECT_MSG_EQ(ended, stats.txPackets, "each packet ends once");
        NS_TEST_EXPECT_MSG_EQ(endedBytes, stats.txBytes, "each byte ends once");
    }

    void CheckDscps(const QpFlowClassifier::Flow& flow, const Qp& qp)
    {
        const DscpPlan plan;
        const auto again = flow.byDscp.find(plan.trimmableRetx);
        uint64_t retransmissions = 0;
        for (const uint64_t byCause : qp.Counters().retransmissions)
        {
            retransmissions += byCause;
        }
        NS_TEST_EXPECT_MSG_EQ((again == flow.byDscp.end() ? 0 : again->second),
                              retransmissions,
                              "retransmissions have a code point of their own");
        NS_TEST_EXPECT_MSG_EQ(flow.source, qp.Source(), "source");
        NS_TEST_EXPECT_MSG_EQ(flow.destination, qp.Destination(), "destination");
    }

    void CheckLosses(Network& network, const FlowMonitor::FlowStatsContainer& flows)
    {
        std::vector<uint64_t> losses(LOSS_CODES);
        for (const auto& [id, stats] : flows)
        {
            for (uint32_t code = 0; code < LOSS_CODES; ++code)
            {
                losses[code] += LossesOf(stats, code);
            }
        }
        for (uint32_t code = 0; code < DROP_REASONS; ++code)
        {
            // the fabric counts control packets too
            NS_TEST_EXPECT_MSG_LT_OR_EQ(losses[code],
                                        network.GetFabric().Drops(static_cast<DropReason>(code)),
                                        LossCodeName(code));
        }
        for (uint32_t code = 0; code < LOSS_CODES; ++code)
        {
            const bool named = std::count(m_scenario.losses.begin(), m_scenario.losses.end(), code);
            if (named || m_scenario.faults.empty())
            {
                NS_TEST_EXPECT_MSG_EQ((losses[code] > 0), named, LossCodeName(code));
            }
        }
    }

    /** What each node counted adds up to what the flows counted. */
    void CheckProbes(const FlowRun& run, Depth depth)
    {
        const auto& probes = run.helper->GetMonitor()->GetAllProbes();
        const uint32_t nics = run.network->GetTopology().Spec().nics;
        NS_TEST_ASSERT_MSG_EQ(probes.size(), run.network->GetTopology().NodeCount(), "one each");
        for (const auto& [id, flow] : run.helper->GetMonitor()->GetFlowStats())
        {
            uint64_t atNics = 0;
            uint64_t atSwitches = 0;
            uint64_t lost = 0;
            for (uint32_t node = 0; node < probes.size(); ++node)
            {
                const FlowProbe::Stats stats = probes[node]->GetStats();
                const auto found = stats.find(id);
                if (found != stats.end())
                {
                    (node < nics ? atNics : atSwitches) += found->second.packets;
                    lost += SumOf(found->second.packetsDropped);
                }
            }
            NS_TEST_EXPECT_MSG_EQ(atNics, flow.txPackets + flow.rxPackets, "at both ends");
            NS_TEST_EXPECT_MSG_EQ(lost, flow.lostPackets, "all losses have a place");
            // of packets that were delivered; the switches also saw others
            NS_TEST_EXPECT_MSG_LT_OR_EQ(flow.timesForwarded, atSwitches, "forwarded");
            NS_TEST_EXPECT_MSG_EQ((atSwitches > 0), (depth == Depth::ALL), "where asked for");
        }
    }

    FlowScenario m_scenario;
};

/** Sizes, delays and hops of an idle fabric are those that can be worked out by hand. */
class FlowFiguresTestCase : public TestCase
{
  public:
    FlowFiguresTestCase()
        : TestCase("sizes, delays, jitter and hops of single packets")
    {
    }

  private:
    void DoRun() override
    {
        FlowScenario scenario;
        scenario.workload = [](Network& network) {
            network.Connect(0, 1)->Write(4096);
            network.Connect(2, 3)->Write(1);
            Ptr<Qp> far = network.Connect(2, 4);
            Simulator::Schedule(MicroSeconds(100), [far] {
                far->Write(4096);
                far->Write(1);
            });
        };
        const FlowRun run = RunScenario(scenario, Depth::ALL);
        const auto& flows = run.helper->GetMonitor()->GetFlowStats();
        // IPv6 twice, UDP, BTH, METH, TSETH, RETH and ICRC: 40 + 40 + 8 + 12 + 4 + 4 + 16 + 4; 100
        // Gb/s. Ethernet and the gap make them 38 B longer on the line.
        const auto& near = flows.at(1);
        NS_TEST_EXPECT_MSG_EQ(near.txBytes, 4224, "outer IPv6 packet");
        NS_TEST_EXPECT_MSG_EQ(near.rxBytes, 4224, "outer IPv6 packet");
        NS_TEST_EXPECT_MSG_EQ(near.timesForwarded, 1, "one T0");
        // twice 340.96 on a link and 20 to its end, and 600 in the T0
        NS_TEST_EXPECT_MSG_EQ_TOL(near.delaySum.GetNanoSeconds(), 1321, 1, "floor of 1321.92 ns");
        NS_TEST_EXPECT_MSG_EQ(near.timeFirstTxPacket, scenario.hostDelay, "as the NIC sends");
        const auto& across = flows.at(3);
        NS_TEST_EXPECT_MSG_EQ(across.rxBytes, 132, "padded to four bytes");
        NS_TEST_EXPECT_MSG_EQ(across.timesForwarded, 3, "two T0s and a T1");
        CheckJitter(flows.at(5));
        Simulator::Destroy();
    }

    /** The second packet is shorter: its delay differs by the line time of the difference. */
    void CheckJitter(const FlowMonitor::FlowStats& pair)
    {
        NS_TEST_EXPECT_MSG_EQ(pair.rxPackets, 2, "two packets");
        // four links less 4092 B at 100 Gb/s each: 327.36 ns
        NS_TEST_EXPECT_MSG_EQ_TOL(pair.jitterSum.GetNanoSeconds(), 1309, 2, "|D2 - D1|");
        const Time other = pair.delaySum - pair.lastDelay;
        NS_TEST_EXPECT_MSG_EQ(pair.jitterSum, Abs(other - pair.lastDelay), "of these two delays");
    }
};

/** A FlowMonitor that comes when packets are under way counts those that are sent from then on. */
class FlowLateTestCase : public TestCase
{
  public:
    FlowLateTestCase()
        : TestCase("a FlowMonitor installed while the simulation runs")
    {
    }

  private:
    void DoRun() override
    {
        for (const char* simulator : {"ns3::mrc::FastSimulatorImpl", "ns3::DefaultSimulatorImpl"})
        {
            FlowMonitorHelper helper;
            uint64_t before = 0;
            FlowScenario scenario;
            scenario.simulator = simulator;
            scenario.faults = "port:1.0@35us..200us";
            scenario.workload = [&](Network& network) {
                PostTwo(network);
                Simulator::Schedule(MicroSeconds(30), [&] {
                    before = network.GetQueuePairs()[0]->Counters().sentPackets;
                    helper.Install(Ptr<Network>(&network));
                });
            };
            const FlowRun run = RunScenario(scenario, Depth::NONE);
            const auto& stats = helper.GetMonitor()->GetFlowStats().at(1);
            const uint64_t all = run.network->GetQueuePairs()[0]->Counters().sentPackets;
            NS_TEST_EXPECT_MSG_GT(before, 0, "it had begun");
            NS_TEST_EXPECT_MSG_EQ(stats.txPackets, all - before, "from then on");
            NS_TEST_EXPECT_MSG_GT(stats.lostPackets, 0, "some are lost");
            NS_TEST_EXPECT_MSG_EQ(stats.rxPackets + stats.lostPackets, stats.txPackets, "all end");
        }
        Simulator::Destroy();
    }
};

/** A FlowMonitor that goes leaves a network that runs on; the next one may come. */
class FlowGoneTestCase : public TestCase
{
  public:
    FlowGoneTestCase()
        : TestCase("a helper that is destroyed while packets are under way")
    {
    }

  private:
    void DoRun() override
    {
        FlowScenario scenario;
        scenario.workload = PostIncast;
        const uint64_t reference =
            RunScenario(scenario, Depth::NONE).network->GetFabric().Fingerprint();
        scenario.stop = MicroSeconds(60);
        FlowRun run = RunScenario(scenario, Depth::ALL);
        run.helper = nullptr;
        NS_TEST_EXPECT_MSG_EQ((run.network->GetFabric().Follower() == nullptr), true, "gone");
        FlowMonitorHelper next;
        next.SetMonitorAttribute("DelayBinWidth", DoubleValue(1e-6));
        next.Install(run.network);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(run.network->GetFabric().Fingerprint(), reference, "the same bits");
        auto stats = next.GetMonitor()->GetFlowStats().at(1);
        NS_TEST_EXPECT_MSG_EQ(stats.rxPackets + stats.lostPackets, stats.txPackets, "all end");
        NS_TEST_EXPECT_MSG_EQ(stats.delayHistogram.GetBinWidth(0), 1e-6, "attributes hold");
        NS_TEST_EXPECT_MSG_GT(stats.delayHistogram.GetNBins(), 2, "microseconds");
        Simulator::Destroy();
    }
};

/** The suite of FlowMonitor. */
class FlowMonitorTestSuite : public TestSuite
{
  public:
    FlowMonitorTestSuite()
        : TestSuite("mrc-flow-monitor", TestSuite::Type::UNIT)
    {
        for (const FlowScenario& scenario : Scenarios())
        {
            AddTestCase(new FlowCountsTestCase(scenario));
        }
        AddTestCase(new FlowFiguresTestCase);
        AddTestCase(new FlowLateTestCase);
        AddTestCase(new FlowGoneTestCase);
    }
};

FlowMonitorTestSuite g_flowMonitorTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
