/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-callback-of.h"
#include "mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/mrc-fabric.h"
#include "ns3/node-list.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <functional>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return six NICs on two T0s and two T1s, two planes: nodes 0 .. 13, ports 0 .. 55 */
Ptr<Network>
MakeNetwork(const std::string& policy, const std::string& names = "")
{
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(SixNics());
    helper.SetFabricAttribute("Faces", StringValue(policy));
    helper.AddFaces(names);
    return Audited(helper.Install());
}

/** Which nodes have faces follows from the number of NICs, the attribute and the names. */
class PolicyTestCase : public TestCase
{
  public:
    PolicyTestCase()
        : TestCase("up to 4,096 NICs have faces everywhere, more where the script says")
    {
    }

  private:
    struct Row
    {
        uint32_t nics;
        const char* policy;
        const char* names;
        uint32_t nodes; //!< of ns-3
    };

    void DoRun() override
    {
        const Row rows[] = {
            {4, "Auto", "", 8},       // two T0s, two T1s
            {4, "All", "", 8},        //
            {4, "Named", "", 0},      //
            {4, "Named", "nic3", 1},  //
            {4, "Auto", "nic3", 8},   // has this face already
            {4096, "Auto", "", 4100}, // just all
            {4097, "Auto", "", 0},    // just none
            {4097, "All", "", 4102},  // three T0s
            {4097, "Auto", "nic4096,p0.t0.2,p0.t1.1,nic4096", 3},
        };
        for (const Row& row : rows)
        {
            Simulator::Destroy();
            FabricHelper helper;
            helper.SetTopology(SmallFabric(row.nics, row.nics == 4 ? 2 : 2048, 2));
            helper.SetFabricAttribute("Faces", StringValue(row.policy));
            helper.AddFaces(row.names);
            Ptr<Network> network = Audited(helper.Install());
            NS_TEST_EXPECT_MSG_EQ(NodeList::GetNNodes(),
                                  row.nodes,
                                  row.nics << " NICs, " << row.policy << ", '" << row.names << "'");
            NS_TEST_EXPECT_MSG_EQ(network->GetFaces().Nodes().GetN(), row.nodes, "all known");
        }
        Simulator::Destroy();
    }
};

/** Events, and their names, do not depend on faces or on nodes of the script. */
class NumbersTestCase : public TestCase
{
  public:
    NumbersTestCase()
        : TestCase("the fabric's own numbers and its fingerprint do not depend on faces")
    {
    }

  private:
    uint64_t FingerprintOf(const std::string& policy, const std::string& names, uint32_t foreign)
    {
        Simulator::Destroy();
        NodeContainer others;
        FabricHelper helper; // selects the simulator before the first node
        others.Create(foreign);
        Ptr<Network> network = MakeNetwork(policy, names);
        network->ScheduleFaults("link:0.0.1@30us..60us,port:2.1@10us");
        PostIncast(*network);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(network->GetQueuePairs()[4]->Query().nic, 5, "NIC 5 is NIC 5");
        return network->Engine().fabric.Tally().Fingerprint();
    }

    void DoRun() override
    {
        const uint64_t bare = FingerprintOf("Named", "", 0);
        NS_TEST_EXPECT_MSG_EQ(FingerprintOf("Named", "", 3), bare, "nodes of the script");
        NS_TEST_EXPECT_MSG_EQ(FingerprintOf("All", "", 0), bare, "faces");
        NS_TEST_EXPECT_MSG_EQ(FingerprintOf("All", "", 3), bare, "both");
        NS_TEST_EXPECT_MSG_EQ(FingerprintOf("Named", "nic2,p1.t0.0", 3), bare, "two faces");

        Simulator::Destroy();
        FabricHelper helper;
        NodeContainer others;
        others.Create(3);
        Ptr<Network> network = MakeNetwork("Named", "p1.t0.0,nic2");
        const Faces& faces = network->GetFaces();
        NS_TEST_EXPECT_MSG_EQ(faces.NodeAt(2)->GetId(), 4, "ns-3 counts as nodes are made");
        NS_TEST_EXPECT_MSG_EQ(faces.NodeAt(8)->GetId(), 3, "ns-3 counts as nodes are made");
        NS_TEST_EXPECT_MSG_EQ(faces.Nodes().Get(0), faces.NodeAt(2), "in the fabric's order");
        NS_TEST_EXPECT_MSG_EQ(faces.PortAt(5)->GetNode(), faces.NodeAt(2), "NIC 2, plane 1");
        NS_TEST_EXPECT_MSG_EQ(faces.PortAt(5)->GetIfIndex(), 1, "NIC 2, plane 1");
        Simulator::Destroy();
    }
};

/** A link of which one end has a face works in both directions, and is one channel with two. */
class OneEndTestCase : public TestCase
{
  public:
    OneEndTestCase()
        : TestCase("a link works whose other end has no face")
    {
    }

  private:
    void CheckDevices()
    {
        Simulator::Destroy();
        Ptr<Network> network = MakeNetwork("Named", "p0.t0.0");
        const Faces& faces = network->GetFaces();
        const PortIndex upper = network->GetTopology().Peer(0);
        Ptr<Channel> link = faces.PortAt(upper)->GetChannel();
        NS_TEST_EXPECT_MSG_EQ(link->GetNDevices(), 1, "one end");
        NS_TEST_EXPECT_MSG_EQ(link->GetDevice(0), faces.PortAt(upper), "which is the only device");
        network->GetFaces().Create("nic0");
        NS_TEST_EXPECT_MSG_EQ(faces.PortAt(0)->GetChannel(), link, "the same channel");
        NS_TEST_EXPECT_MSG_EQ(link->GetNDevices(), 2, "two ends");
        NS_TEST_EXPECT_MSG_EQ(link->GetDevice(0), faces.PortAt(0), "the lower one first");
        NS_TEST_EXPECT_MSG_EQ(link->GetDevice(1), faces.PortAt(upper), "then the upper one");
    }

    /** @return completion in ps of a packet from NIC 0 to NIC 1, on plane 0 only */
    int64_t TimeOf(const std::string& names, std::function<void(Network&)> change)
    {
        Simulator::Destroy();
        Ptr<Network> network = MakeNetwork("Named", names);
        change(*network);
        return TimeOfPacket(*network);
    }

    /**
     * Counts the frames that the error model at this end takes, in the direction of this attribute.
     */
    uint64_t CorruptedBy(const std::string& names, PortIndex at, const std::string& attribute)
    {
        Simulator::Destroy();
        Ptr<Network> network = MakeNetwork("Named", names);
        Ptr<ReceiveListErrorModel> errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList({0, 2});
        network->GetFaces().PortAt(at)->GetChannel()->SetAttribute(attribute, PointerValue(errors));
        PostIncast(*network);
        Simulator::Run();
        const PortIndex lower = 0;
        const PortIndex from =
            attribute == "ErrorModelUp" ? lower : network->GetTopology().Peer(lower);
        return network->Engine().fabric.Tally().DropsAt(from, DropReason::CORRUPTED);
    }

    void DoRun() override
    {
        CheckDevices();
        const int64_t plain = TimeOf("", [](Network&) {});
        const auto delayAt = [](PortIndex port) {
            return [port](Network& network) {
                network.GetFaces().PortAt(port)->GetChannel()->SetAttribute(
                    "Delay",
                    TimeValue(NanoSeconds(120)));
            };
        };
        Ptr<Network> network = MakeNetwork("Named");
        const PortIndex upper = network->GetTopology().Peer(0);
        NS_TEST_EXPECT_MSG_EQ(TimeOf("nic0", delayAt(0)) - plain, 200000, "lower end");
        NS_TEST_EXPECT_MSG_EQ(TimeOf("p0.t0.0", delayAt(upper)) - plain, 200000, "upper end");

        const struct
        {
            const char* names;
            PortIndex at;
        } ends[] = {{"nic0", 0}, {"p0.t0.0", upper}, {"nic0,p0.t0.0", upper}};

        for (const auto& end : ends)
        {
            for (const char* attribute : {"ErrorModelUp", "ErrorModelDown"})
            {
                NS_TEST_EXPECT_MSG_EQ(CorruptedBy(end.names, end.at, attribute),
                                      2,
                                      attribute << " at " << end.names);
            }
        }
        Simulator::Destroy();
    }
};

/** Faces that exist from the middle of a run on see events from then on, and change nothing.
 */
class LateTestCase : public TestCase
{
  public:
    LateTestCase()
        : TestCase("faces may be made in the middle of a run, and end before the network")
    {
    }

  private:
    void DoRun() override
    {
        Simulator::Destroy();
        Ptr<Network> bare = MakeNetwork("Named");
        PostIncast(*bare);
        Simulator::Run();

        Simulator::Destroy();
        Ptr<Network> network = MakeNetwork("Named");
        PostIncast(*network);
        uint64_t received = 0;
        uint64_t before = 0;
        Simulator::Schedule(MicroSeconds(50), [&] {
            before =
                network->Engine().fabric.Tally().Counters(network->GetTopology().Peer(0)).frames;
            network->GetFaces().Create("nic0").PortAt(0)->TraceConnectWithoutContext(
                "PhyRxEnd",
                CallbackOf<Ptr<const Packet>>([&received](Ptr<const Packet>) { ++received; }));
        });
        Simulator::Run();
        const uint64_t all =
            network->Engine().fabric.Tally().Counters(network->GetTopology().Peer(0)).frames;
        NS_TEST_EXPECT_MSG_GT(before, 0, "the middle");
        NS_TEST_EXPECT_MSG_EQ(received, all - before, "sees the rest");
        NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Tally().Fingerprint(),
                              bare->Engine().fabric.Tally().Fingerprint(),
                              "changes nothing");
        Ptr<Port> port = network->GetFaces().PortAt(0);
        Ptr<Channel> link = port->GetChannel();
        Simulator::Destroy(); // disposes of nodes, devices and channels
        NS_TEST_EXPECT_MSG_EQ((port->GetChannel() == nullptr), true, "the device is disposed of");
        NS_TEST_EXPECT_MSG_EQ(port->Counters().frames,
                              network->Engine().fabric.Tally().Counters(0).frames,
                              "and still reads its network");
        NS_TEST_EXPECT_MSG_EQ(link->GetNDevices(), 0, "without devices");
        network = nullptr;
        NS_TEST_EXPECT_MSG_EQ(port->IsLinkUp(), false, "a face without a network");
        NS_TEST_EXPECT_MSG_EQ(link->GetNDevices(), 0, "a face without a network");
        DataRateValue rate;
        link->GetAttribute("DataRate", rate);
        Simulator::Destroy();
    }
};

/** The suite of the faces of a fabric. */
class FacesTestSuite : public TestSuite
{
  public:
    FacesTestSuite()
        : TestSuite("mrc-faces", TestSuite::Type::UNIT)
    {
        AddTestCase(new PolicyTestCase);
        AddTestCase(new NumbersTestCase);
        AddTestCase(new OneEndTestCase);
        AddTestCase(new LateTestCase);
    }
};

FacesTestSuite g_facesTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
