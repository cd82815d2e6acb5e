/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-scenario.h"
#include "mrc-test-cases.h"

#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-loss-code.h"
#include "ns3/mrc-qp-flow-classifier.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iterator>
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
TotalOf(const std::vector<T>& numbers)
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

/** A run with a FlowMonitor is the run without, and its counts are those of the transport. */
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
        const uint64_t reference = bare.network->Engine().fabric.Tally().Fingerprint();
        for (const Depth depth : {Depth::NICS, Depth::ALL})
        {
            const FlowRun run = RunScenario(m_scenario, depth);
            NS_TEST_EXPECT_MSG_EQ(run.network->Engine().fabric.Tally().Fingerprint(),
                                  reference,
                                  "same bits");
            NS_TEST_EXPECT_MSG_EQ(run.end, bare.end, "it ends when it would have");
            const auto& flows = run.helper->GetMonitor()->GetFlowStats();
            const auto& qps = run.network->GetQueuePairs();
            NS_TEST_ASSERT_MSG_EQ(flows.size(), qps.size(), "a flow for each that has sent");
            for (std::size_t i = 0; i < qps.size(); ++i)
            {
                CheckFlow(flows.at(FlowOfConnection(i)), *qps[i]);
                NS_TEST_EXPECT_MSG_EQ(FlowMonitorHelper::FlowOf(*qps[i]),
                                      FlowOfConnection(i),
                                      "its");
                const auto classifier = run.helper->GetClassifier();
                const auto& flows = dynamic_cast<const QpFlowClassifier&>(*classifier);
                CheckDscps(*flows.FindFlow(FlowOfConnection(i)), *qps[i]);
            }
            CheckLosses(*run.network, flows);
            CheckProbes(run, depth);
        }
        Simulator::Destroy();
    }

    void CheckFlow(const FlowMonitor::FlowStats& stats, const Qp& qp)
    {
        const QueuePairCounters& peer = static_cast<const Requestor&>(qp).PeerCounters();
        NS_TEST_EXPECT_MSG_EQ(stats.txPackets, qp.Counters().sentPackets, "transmissions");
        NS_TEST_EXPECT_MSG_EQ(stats.rxPackets, peer.receivedPackets, "deliveries");
        NS_TEST_EXPECT_MSG_EQ(LossesOf(stats, TRIMMED_CODE), peer.trims, "trims");
        NS_TEST_EXPECT_MSG_EQ(stats.lostPackets, TotalOf(stats.packetsDropped), "with reasons");
        const uint64_t ended = stats.rxPackets + stats.lostPackets;
        const uint64_t endedBytes = stats.rxBytes + TotalOf(stats.bytesDropped);
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
        NS_TEST_EXPECT_MSG_EQ(flow.source, qp.Query().nic, "source");
        NS_TEST_EXPECT_MSG_EQ(flow.destination, qp.Query().peerNic, "destination");
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
            NS_TEST_EXPECT_MSG_LT_OR_EQ(
                losses[code],
                network.Engine().fabric.Tally().Drops(static_cast<DropReason>(code)),
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

    /** The counts of all nodes add up to those of the flows. */
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
                    lost += TotalOf(found->second.packetsDropped);
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
        for (TestCase* testCase : FlowMonitorLifeCases())
        {
            AddTestCase(testCase);
        }
    }
};

FlowMonitorTestSuite g_flowMonitorTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
