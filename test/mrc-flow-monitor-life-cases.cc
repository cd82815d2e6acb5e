/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Flows of single packets, and a FlowMonitor that comes late or goes early.

#include "mrc-flow-scenario.h"
#include "mrc-test-cases.h"

#include "ns3/mrc-fabric.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

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
            RunScenario(scenario, Depth::NONE).network->Engine().fabric.Tally().Fingerprint();
        scenario.stop = MicroSeconds(60);
        FlowRun run = RunScenario(scenario, Depth::ALL);
        run.helper = nullptr;
        NS_TEST_EXPECT_MSG_EQ((run.network->Engine().fabric.Onlookers().Follower() == nullptr),
                              true,
                              "gone");
        FlowMonitorHelper next;
        next.SetMonitorAttribute("DelayBinWidth", DoubleValue(1e-6));
        next.Install(run.network);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(run.network->Engine().fabric.Tally().Fingerprint(),
                              reference,
                              "the same bits");
        auto stats = next.GetMonitor()->GetFlowStats().at(1);
        NS_TEST_EXPECT_MSG_EQ(stats.rxPackets + stats.lostPackets, stats.txPackets, "all end");
        NS_TEST_EXPECT_MSG_EQ(stats.delayHistogram.GetBinWidth(0), 1e-6, "attributes hold");
        NS_TEST_EXPECT_MSG_GT(stats.delayHistogram.GetNBins(), 2, "microseconds");
        Simulator::Destroy();
    }
};

} // namespace

std::vector<TestCase*>
FlowMonitorLifeCases()
{
    return {new FlowFiguresTestCase, new FlowLateTestCase, new FlowGoneTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
