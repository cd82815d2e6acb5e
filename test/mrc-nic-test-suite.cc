/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-test-network.h"

#include "ns3/mrc-fabric.h"
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
    return MakeNetwork(SmallFabric(nics, nics, 0, 2), 11);
}

/**
 * A queue pair with a peer that has one plane left fills that plane, although the other port is
 * idle.
 */
// Clauses: [late-choice]
class OnePlaneLeftTestCase : public TestCase
{
  public:
    OnePlaneLeftTestCase()
        : TestCase("a queue pair that needs the port that is busy keeps its turn")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = MakeNics(2);
        network->ScheduleFaults("port:1.1@20us");
        Ptr<Qp> qp = network->Connect(0, 1);
        Instant done;
        NoteCompletion(qp, done);
        qp->Write(1000000); // hears of the lost port from the SACKs
        Simulator::Schedule(MicroSeconds(1000), [qp] { qp->Write(4000000); });
        Simulator::Run();
        // 977 packets of 340.96 ns, host overhead both ways, a round trip.
        NS_TEST_EXPECT_MSG_GT(done.Ps(), 1333000000, "at most the rate of one port");
        NS_TEST_EXPECT_MSG_LT(done.Ps(), 1355000000, "nearly the rate of one port");
        NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Pool().Live(), 0, "nothing is left over");
        Simulator::Destroy();
    }
};

/** The only port of a NIC comes back: waiting packets go on at once. */
// Clauses: [port-detection]
class LastPortTestCase : public TestCase
{
  public:
    LastPortTestCase()
        : TestCase("a NIC without ports goes on when one comes back")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = MakeNics(3);
        network->ScheduleFaults("port:0.0@20us..2ms,port:0.1@30us..2ms");
        Ptr<Qp> qp = network->Connect(0, 1);
        Instant done;
        NoteCompletion(qp, done);
        qp->Write(4000000);
        Simulator::Run();
        // 160 us of data; the ports are seen 10 us after they came back.
        NS_TEST_EXPECT_MSG_GT(done.Ps(), 2000000000, "after the outage");
        NS_TEST_EXPECT_MSG_LT(done.Ps(), int64_t{2200000000}, "and at once");
        Simulator::Destroy();
    }
};

/** A queue pair that is connected while ports are down knows of the ports. */
// Clauses: [new-pair-ports]
class LateConnectionTestCase : public TestCase
{
  public:
    LateConnectionTestCase()
        : TestCase("a queue pair that is made while ports are down heeds that")
    {
    }

  private:
    void DoRun() override
    {
        CheckSender();
        CheckReceiver();
    }

    /** All ports of the source are down: the pair waits for them. */
    void CheckSender()
    {
        Ptr<Network> network = MakeNics(2);
        network->ScheduleFaults("port:0.0@20us..2ms,port:0.1@20us..2ms");
        Instant done;
        Simulator::Schedule(MilliSeconds(1), [&] {
            Ptr<Qp> qp = network->Connect(0, 1);
            NoteCompletion(qp, done);
            qp->Write(4000000);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(done.Ps(), 2000000000, "after the outage");
        NS_TEST_EXPECT_MSG_LT(done.Ps(), int64_t{2200000000}, "and at once");
        Simulator::Destroy();
    }

    /** A port of the destination is down: its first SACK says so. */
    void CheckReceiver()
    {
        Ptr<Network> network = MakeNics(2);
        network->ScheduleFaults("port:1.1@20us");
        Ptr<Qp> qp;
        Simulator::Schedule(MilliSeconds(1), [&] {
            qp = network->Connect(0, 1);
            qp->Write(4000000);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(qp->Peer()->Counters().placedBytes, 4000000, "all arrives");
        NS_TEST_EXPECT_MSG_EQ(qp->Counters().pathsRetired, 0, "no EV is blamed for the port");
        Simulator::Destroy();
    }
};

/** Queue pairs of one NIC take turns, packet by packet. */
// Clauses: [late-choice]
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
        AddTestCase(new OnePlaneLeftTestCase);
        AddTestCase(new LastPortTestCase);
        AddTestCase(new LateConnectionTestCase);
        AddTestCase(new RoundRobinTestCase);
    }
};

NicTestSuite g_nicTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
