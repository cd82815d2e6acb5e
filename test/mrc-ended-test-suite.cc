/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-callback-of.h"
#include "mrc-test-network.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return six NICs on two T0s and two T1s, two planes, with five Writes to NIC 0 on their way */
Ptr<Network>
MakeEndedIncast()
{
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(SixNics());
    Ptr<Network> network = Audited(helper.Install());
    PostIncast(*network);
    return network;
}

/** Runs a network with watched ports, and another one when its simulation is over. */
class EndedTestCase : public TestCase
{
  public:
    /** @param stop when the simulation ends; the incast takes some 220 us */
    explicit EndedTestCase(Time stop)
        : TestCase("a network ends with its simulation, at " +
                   std::to_string(stop.GetNanoSeconds()) + " ns"),
          m_stop(stop)
    {
    }

  private:
    void DoRun() override
    {
        Simulator::Destroy();
        Ptr<Network> alone = MakeEndedIncast();
        Simulator::Run();
        const uint64_t fingerprint = alone->Engine().fabric.Tally().Fingerprint();
        const uint64_t fired = alone->Engine().kernel.FiredCount();
        alone = nullptr;
        Simulator::Destroy();

        Ptr<Network> ended = MakeEndedIncast();
        const PortIndex watched = ended->GetTopology().Peer(0); // where the incast waits
        Ptr<Port> port = ended->GetFaces().PortAt(watched);
        uint64_t seen = 0;
        const auto see = CallbackOf<Ptr<const Packet>>([&seen](Ptr<const Packet>) { ++seen; });
        port->TraceConnectWithoutContext("PhyTxBegin", see);
        port->TraceConnectWithoutContext("PhyRxEnd", see);
        Simulator::Stop(m_stop);
        Simulator::Run();
        const uint64_t seenInTime = seen;
        const uint64_t fingerprintInTime = ended->Engine().fabric.Tally().Fingerprint();
        const Instant end = ended->Engine().kernel.Now();
        UintegerValue backlog;
        port->GetQueue()->GetAttribute("DataBytes", backlog);
        const bool isBusy = backlog.Get() != 0;
        NS_TEST_EXPECT_MSG_EQ(isBusy, (m_stop < MicroSeconds(100)), "bytes wait in the middle");
        Simulator::Destroy();

        Ptr<Network> next = MakeEndedIncast(); // the time of this network goes on beyond the end of
                                               // the other one
        Simulator::Schedule(MilliSeconds(2), [&] {
            // a question brings nothing up to date
            UintegerValue later;
            port->GetQueue()->GetAttribute("DataBytes", later);
            NS_TEST_EXPECT_MSG_EQ(later.Get(), backlog.Get(), "as it was");
            port->TraceDisconnectWithoutContext("PhyRxEnd", see);
            port->TraceConnectWithoutContext("PhyRxEnd", see);
            port->GetQueue()->SetAttribute("EcnMinimum", UintegerValue(1));
            Simulator::Schedule(MilliSeconds(2), [] {});
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ended->Engine().kernel.Now().Ps(), end.Ps(), "its time stands still");
        NS_TEST_EXPECT_MSG_EQ(ended->Engine().fabric.Tally().Fingerprint(),
                              fingerprintInTime,
                              "at rest");
        NS_TEST_EXPECT_MSG_EQ(seen, seenInTime, "nobody is told");
        NS_TEST_EXPECT_MSG_EQ(next->Engine().fabric.Tally().Fingerprint(),
                              fingerprint,
                              "nor disturbed");
        NS_TEST_EXPECT_MSG_EQ(next->Engine().kernel.FiredCount(), fired, "nor disturbed");
        NS_TEST_EXPECT_MSG_EQ(ended->GetFaces().Nodes().GetN(), 0, "ns-3 has disposed of them");
        Simulator::Destroy();
    }

    Time m_stop;
};

/** The suite of networks after Simulator::Destroy. */
class EndedTestSuite : public TestSuite
{
  public:
    EndedTestSuite()
        : TestSuite("mrc-ended", TestSuite::Type::UNIT)
    {
        AddTestCase(new EndedTestCase(MicroSeconds(50)));
        AddTestCase(new EndedTestCase(MilliSeconds(1))); // at rest
    }
};

EndedTestSuite g_endedTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
