/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-fabric-helper.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return NICs on one T0 in each of two planes */
Ptr<Network>
MakeNics(uint32_t nics)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(11);
    TopologySpec spec;
    spec.nics = nics;
    spec.planes = 2;
    spec.nicsPerT0 = nics;
    spec.t1Count = 0;
    spec.nicLinkRate = spec.fabricLinkRate = 100000000000;
    helper.SetTopology(spec);
    return helper.Install();
}

} // namespace

/** A queue pair whose peer has one plane left waits for that port, beside one that fills both. */
class BusyPortTestCase : public TestCase
{
  public:
    BusyPortTestCase()
        : TestCase("a queue pair that needs the port that is busy keeps its turn")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = MakeNics(3);
        Outage outage;
        outage.down = MicroSeconds(20);
        outage.ports = {network->GetTopology().NicPort(2, 1),
                        network->GetTopology().Peer(network->GetTopology().NicPort(2, 1))};
        network->Schedule(outage);

        network->Connect(0, 1)->Write(40000000); // fills both ports to the end
        uint32_t done = 0;
        for (int i = 0; i < 8; ++i)
        {
            Ptr<Qp> modest = network->Connect(0, 2);
            modest->TraceConnectWithoutContext(
                "Completed",
                Callback<void, const Completion&>([&done](const Completion& completion) {
                    done += completion.status == CompletionStatus::SUCCESS;
                }));
            modest->Write(100000); // hears of the lost port from its SACKs
            // Nothing of this queue pair is under way then: no timer will help it.
            Simulator::Schedule(NanoSeconds(900000 + 1003 * i), [modest] { modest->Write(4096); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(done, 16, "none is forgotten");
        NS_TEST_EXPECT_MSG_EQ(network->GetFabric().Pool().Live(), 0, "nothing is left over");
        Simulator::Destroy();
    }
};

/** Queue pairs of one NIC take turns, packet by packet. */
class RoundRobinTestCase : public TestCase
{
  public:
    RoundRobinTestCase()
        : TestCase("queue pairs of one NIC share its ports")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = MakeNics(5);
        std::vector<Ptr<Qp>> qps;
        for (uint32_t peer = 1; peer < 5; ++peer)
        {
            qps.push_back(network->Connect(0, peer));
            qps.back()->Write(10000000);
        }
        Simulator::Stop(MicroSeconds(500));
        Simulator::Run();
        uint64_t least = UINT64_MAX;
        uint64_t most = 0;
        for (const Ptr<Qp>& qp : qps)
        {
            least = std::min(least, qp->Counters().sentPackets);
            most = std::max(most, qp->Counters().sentPackets);
        }
        NS_TEST_EXPECT_MSG_GT(least, 650, "at line rate together");
        NS_TEST_EXPECT_MSG_LT(most - least, 8, "in turns");
        Simulator::Destroy();
    }
};

/** The suite of the NIC. */
class NicTestSuite : public TestSuite
{
  public:
    NicTestSuite()
        : TestSuite("mrc-nic", TestSuite::Type::UNIT)
    {
        AddTestCase(new BusyPortTestCase);
        AddTestCase(new RoundRobinTestCase);
    }
};

static NicTestSuite g_nicTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
