/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-callback-of.h"
#include "mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-switch.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Trace sources by Config path agree with the counters, and change nothing. */
// Clauses: [drop-reasons]
class TraceTestCase : public TestCase
{
  public:
    TraceTestCase()
        : TestCase("traces of ports see what the counters count, and change nothing")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> bare = MakeNetwork();
        PostIncast(*bare);
        Simulator::Run();
        const uint64_t reference = bare->Engine().fabric.Tally().Fingerprint();
        NS_TEST_ASSERT_MSG_GT(SumOf(*bare, &PortCounters::trims), 0, "the case has trims");

        Ptr<Network> network = MakeNetwork();
        const std::string ports = "/NodeList/*/DeviceList/*/$ns3::mrc::Port/";
        Config::ConnectWithoutContext(ports + "Trim", MakeCallback(&TraceTestCase::Trim, this));
        Config::ConnectWithoutContext(ports + "Mark", MakeCallback(&TraceTestCase::Mark, this));
        Config::ConnectWithoutContext(ports + "Drop", MakeCallback(&TraceTestCase::Drop, this));
        Config::ConnectWithoutContext(ports + "PhyTxBegin", MakeCallback(&TraceTestCase::Tx, this));
        Config::ConnectWithoutContext(ports + "PhyRxEnd", MakeCallback(&TraceTestCase::Rx, this));
        PostIncast(*network);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Tally().Fingerprint(),
                              reference,
                              "the same bits");
        NS_TEST_EXPECT_MSG_EQ(m_trims, SumOf(*network, &PortCounters::trims), "trims");
        NS_TEST_EXPECT_MSG_EQ(m_marks, SumOf(*network, &PortCounters::marks), "marks");
        NS_TEST_EXPECT_MSG_EQ(m_drops, SumOf(*network, &PortCounters::drops), "drops");
        NS_TEST_EXPECT_MSG_EQ(m_received, SumOf(*network, &PortCounters::frames), "frames");
        NS_TEST_EXPECT_MSG_EQ(m_sent, m_received, "what left has arrived");
        NS_TEST_EXPECT_MSG_EQ(m_outOfOrder, 0, "in the order of time");

        Ptr<Port> port = network->GetFaces().PortAt(0);
        NS_TEST_EXPECT_MSG_EQ(
            port->TraceDisconnectWithoutContext("PhyTxBegin",
                                                MakeCallback(&TraceTestCase::Tx, this)),
            true,
            "disconnects");

        m_network = MakeNetwork();
        Config::ConnectWithoutContext(ports + "Mark", MakeCallback(&TraceTestCase::Look, this));
        PostIncast(*m_network);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_network->Engine().fabric.Tally().Fingerprint(),
                              reference,
                              "looking is free");
        NS_TEST_EXPECT_MSG_GT(m_mostBytes, 0, "queues are seen from within a sink");
        m_network = nullptr;
        Simulator::Destroy();
    }

    void InOrder()
    {
        m_outOfOrder += Simulator::Now() < m_last;
        m_last = Simulator::Now();
    }

    void Trim(Ptr<const Packet> packet, uint32_t before)
    {
        InOrder();
        m_trims += packet->GetSize() == 146 && before > 146;
    }

    void Mark(Ptr<const Packet>)
    {
        InOrder();
        ++m_marks;
    }

    void Look(Ptr<const Packet>)
    {
        for (PortIndex p = 0; p < m_network->Engine().fabric.Tally().PortCount(); ++p)
        {
            PointerValue queue; // to look at a queue brings its port up to date
            m_network->GetFaces().PortAt(p)->GetAttribute("Queue", queue);
            UintegerValue bytes;
            queue.Get<Object>()->GetAttribute("DataBytes", bytes);
            m_mostBytes = std::max<uint64_t>(m_mostBytes, bytes.Get());
        }
    }

    void Drop(Ptr<const Packet>, DropReason)
    {
        InOrder();
        ++m_drops;
    }

    void Tx(Ptr<const Packet>)
    {
        InOrder();
        ++m_sent;
    }

    void Rx(Ptr<const Packet>)
    {
        InOrder();
        ++m_received;
    }

    uint64_t m_trims{0};
    uint64_t m_marks{0};
    uint64_t m_drops{0};
    uint64_t m_sent{0};
    uint64_t m_received{0};
    uint64_t m_outOfOrder{0};
    uint64_t m_mostBytes{0}; //!< seen in a queue when a packet got a mark
    Time m_last;
    Ptr<Network> m_network;
};

/** Rate, delay, latency, state and error models of links and switches take effect. */
class LinkTestCase : public TestCase
{
  public:
    LinkTestCase()
        : TestCase("attributes of links and switches take effect")
    {
    }

  private:
    /** @return completion time in ps of one packet from NIC 0 to NIC 1, after a change */
    int64_t TimeOf(std::function<void(const Faces&)> change)
    {
        Ptr<Network> network = MakeNetwork();
        const Faces& faces = network->GetFaces();
        change(faces);
        return TimeOfPacket(*network);
    }

    void DoRun() override
    {
        const int64_t plain = TimeOf([](const Faces&) {});
        const int64_t longer = TimeOf([](const Faces& faces) {
            faces.PortAt(0)->GetChannel()->SetAttribute("Delay", TimeValue(NanoSeconds(120)));
        });
        // NIC 0's first link, out and back: 100 ns more each way.
        NS_TEST_EXPECT_MSG_EQ(longer - plain, 200000, "delay of one link");
        const int64_t slower = TimeOf([](const Faces& faces) {
            const std::string t0 = "/NodeList/6/$ns3::mrc::Switch/Latency";
            Config::Set(t0, TimeValue(NanoSeconds(700)));
            TimeValue latency;
            faces.NodeAt(6)->GetObject<Switch>()->GetAttribute("Latency", latency);
            NS_ASSERT(latency.Get() == NanoSeconds(700));
        });
        NS_TEST_EXPECT_MSG_EQ(slower - plain, 200000, "latency of the T0 of plane 0");
        const int64_t halved = TimeOf([](const Faces& faces) {
            faces.PortAt(0)->GetChannel()->SetAttribute("DataRate", StringValue("50Gbps"));
        });
        // 4,262 B out, SACK (178 B) and Transport ACK (146 B) back, 80 ps more each byte; the ACK
        // waits behind the SACK.
        NS_TEST_EXPECT_MSG_EQ(halved - plain, (4262 + 178 + 146) * 80, "rate of one link");

        Ptr<Network> network = MakeNetwork();
        const Faces& faces = network->GetFaces();
        Ptr<Channel> link = faces.PortAt(0)->GetChannel();
        NS_TEST_EXPECT_MSG_EQ(link->GetNDevices(), 2, "two ends");
        NS_TEST_EXPECT_MSG_EQ(link->GetDevice(0), faces.PortAt(0), "the NIC is the lower end");
        NS_TEST_EXPECT_MSG_EQ(faces.PortAt(0)->GetNode(), faces.NodeAt(0), "owner");
        uint32_t changes = 0;
        faces.PortAt(0)->AddLinkChangeCallback(CallbackOf<>([&changes] { ++changes; }));
        link->SetAttribute("Up", BooleanValue(false));
        NS_TEST_EXPECT_MSG_EQ(faces.PortAt(0)->IsLinkUp(), false, "down");
        BooleanValue up;
        link->GetAttribute("Up", up);
        NS_TEST_EXPECT_MSG_EQ(up.Get(), false, "and says so");
        link->SetAttribute("Up", BooleanValue(false));
        link->SetAttribute("Up", BooleanValue(true));
        NS_TEST_EXPECT_MSG_EQ(faces.PortAt(0)->IsLinkUp(), true, "up");
        link->GetAttribute("Up", up);
        NS_TEST_EXPECT_MSG_EQ(up.Get(), true, "and says so");
        NS_TEST_EXPECT_MSG_EQ(changes, 2, "told of both changes");
        Simulator::Destroy();
    }
};

/**
 * An ErrorModel of one direction takes frames there and only there; the transport repairs the
 * losses.
 */
class ErrorModelTestCase : public TestCase
{
  public:
    ErrorModelTestCase()
        : TestCase("an ErrorModel judges one direction of a link")
    {
    }

  private:
    void DoRun() override
    {
        Ptr<Network> network = MakeNetwork();
        const Faces& faces = network->GetFaces();
        Ptr<RateErrorModel> errors = CreateObject<RateErrorModel>();
        errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        errors->SetRate(0.05);
        errors->AssignStreams(3);
        faces.PortAt(0)->GetChannel()->SetAttribute("ErrorModelUp", PointerValue(errors));
        uint32_t corrupted = 0;
        // The receiver of NIC 0's first link: the T0's port towards it.
        const PortIndex far = network->GetTopology().Peer(0);
        faces.PortAt(far)->TraceConnectWithoutContext(
            "Drop",
            CallbackOf<Ptr<const Packet>, DropReason>(
                [&corrupted](Ptr<const Packet>, DropReason reason) {
                    corrupted += reason == DropReason::CORRUPTED;
                }));
        Ptr<Qp> qp = network->Connect(0, 5);
        uint32_t completed = 0;
        CountSuccess(qp, completed);
        qp->Write(2000000);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(completed, 1, "the transport repairs it");
        NS_TEST_EXPECT_MSG_GT(corrupted, 2, "some were taken");
        NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Tally().Drops(DropReason::CORRUPTED),
                              corrupted,
                              "all");
        NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Tally().DropsAt(0, DropReason::CORRUPTED),
                              corrupted,
                              "on this link and direction only");
        NS_TEST_EXPECT_MSG_GT(
            network->Engine().nics.Seats().AdminOf(0).Status().counters.pathsRetired,
            0,
            "EVs retired");
        Simulator::Destroy();
    }
};

/** Each direction of a link asks its own of two error models. */
class TwoErrorModelsTestCase : public TestCase
{
  public:
    TwoErrorModelsTestCase()
        : TestCase("each direction of a link has its own ErrorModel")
    {
    }

  private:
    static Ptr<ErrorModel> Losing(const std::list<uint32_t>& packets)
    {
        Ptr<ReceiveListErrorModel> errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList(packets);
        return errors;
    }

    void DoRun() override
    {
        Ptr<Network> network = MakeNetwork();
        Ptr<Channel> link = network->GetFaces().PortAt(0)->GetChannel();
        link->SetAttribute("ErrorModelUp", PointerValue(Losing({0, 1, 4})));
        link->SetAttribute("ErrorModelDown", PointerValue(Losing({2})));
        for (const auto& [from, to] : {std::pair(0, 5), {5, 0}})
        {
            network->Connect(from, to)->Write(500000);
        }
        Simulator::Run();
        const Fabric& fabric = network->Engine().fabric;
        const PortIndex far = network->GetTopology().Peer(0);
        NS_TEST_EXPECT_MSG_EQ(fabric.Tally().DropsAt(0, DropReason::CORRUPTED), 3, "from the NIC");
        NS_TEST_EXPECT_MSG_EQ(fabric.Tally().DropsAt(far, DropReason::CORRUPTED), 1, "to the NIC");
        Simulator::Destroy();
    }
};

/** The suite of the ns-3 faces. */
class PortTestSuite : public TestSuite
{
  public:
    PortTestSuite()
        : TestSuite("mrc-port", TestSuite::Type::UNIT)
    {
        AddTestCase(new TraceTestCase);
        AddTestCase(new LinkTestCase);
        AddTestCase(new ErrorModelTestCase);
        AddTestCase(new TwoErrorModelsTestCase);
    }
};

PortTestSuite g_portTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
