/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-network.h"
#include "ns3/simulator.h"
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

/** @return two NICs with two planes of 100 Gb/s */
Ptr<Network>
TwoNics()
{
    TopologySpec topology;
    topology.nics = 2;
    topology.planes = 2;
    topology.nicLinkRate = topology.fabricLinkRate = 100'000'000'000;
    FabricHelper fabric;
    fabric.SetTopology(topology);
    return fabric.Install();
}

/** @return a profile with that many units of MPR */
Ptr<QpProfile>
ProfileWithMpr(uint8_t mpr)
{
    Ptr<QpProfile> profile = CreateObject<QpProfile>();
    profile->SetAttribute("Mpr", UintegerValue(mpr));
    return profile;
}

} // namespace

/** Each end has a profile of its own; a sender stays within what the other one offers. */
class TwoProfilesTestCase : public TestCase
{
  public:
    TwoProfilesTestCase()
        : TestCase("the two ends of a connection may differ")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = TwoNics();
        Ptr<Qp> qp = network->Connect(0, 1, {ProfileWithMpr(8), ProfileWithMpr(1)});
        Ptr<Qp> back = network->Connect(1, 0, {ProfileWithMpr(1), ProfileWithMpr(8)});
        uint32_t completed = 0;
        for (const Ptr<Qp>& each : {qp, back})
        {
            each->TraceConnectWithoutContext(
                "Completed",
                Callback<void, const Completion&>([&completed](const Completion& c) {
                    completed += c.status == CompletionStatus::SUCCESS;
                }));
            each->Write(4000000);
        }
        Simulator::Run();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(completed, 2, "complete");
        for (const Ptr<Qp>& each : {qp, back})
        {
            // a packet beyond the smaller window of the destination would be refused and sent again
            NS_TEST_EXPECT_MSG_EQ(each->Counters().sentPackets, 977, "each packet once");
        }
    }
};

/** The suite "mrc-verbs". */
class VerbsTestSuite : public TestSuite
{
  public:
    VerbsTestSuite()
        : TestSuite("mrc-verbs", TestSuite::Type::UNIT)
    {
        AddTestCase(new TwoProfilesTestCase);
    }
};

static VerbsTestSuite g_verbsTestSuite; //!< registers the suite

} // namespace test
} // namespace mrc
} // namespace ns3
