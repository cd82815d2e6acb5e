/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-callback-of.h"
#include "mrc-test-cases.h"
#include "mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-nic.h"
#include "ns3/mrc-port-queue.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <set>
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

constexpr uint32_t SENDERS = 5;

/** Posts the incast and counts the Writes that end well. */
void
PostCounted(Network& network, uint32_t& completed)
{
    for (const Ptr<Qp>& qp : PostIncast(network))
    {
        CountSuccess(qp, completed);
    }
}

/** @return the port of the T0 towards NIC 0 in plane 0, which the incast fills */
Ptr<Port>
HotPort(Network& network)
{
    return network.GetFaces().PortAt(network.GetTopology().Peer(0));
}

const std::string QUEUES = "/NodeList/*/DeviceList/*/$ns3::mrc::Port/Queue/";

/** Config paths reach queues and queue pairs, and the values that they set take effect. */
// Clauses: [queue-limits]
class PathsTestCase : public TestCase
{
  public:
    PathsTestCase()
        : TestCase("Config paths reach ports, queues, NICs and queue pairs")
    {
    }

  private:
    /**
     * @return trims of the incast after a change that is made in the middle of the incast, if at
     * all
     */
    uint64_t TrimsAfter(const std::string& attribute, const AttributeValue& value)
    {
        Ptr<Network> network = MakeNetwork();
        uint32_t completed = 0;
        PostCounted(*network, completed);
        Config::Set(QUEUES + attribute, value);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(completed, SENDERS, attribute << ": the transport goes on");
        return SumOf(*network, &PortCounters::trims);
    }

    void CheckQueues()
    {
        const uint64_t plain = TrimsAfter("ControlLimit", UintegerValue(100000));
        NS_TEST_EXPECT_MSG_GT(plain, 0, "the case has trims");
        NS_TEST_EXPECT_MSG_EQ(TrimsAfter("Trimming", BooleanValue(false)), 0, "trimming off");
        NS_TEST_EXPECT_MSG_EQ(TrimsAfter("DataLimit", UintegerValue(100000000)), 0, "no limit");
        NS_TEST_EXPECT_MSG_GT(TrimsAfter("DataLimit", UintegerValue(10000)), plain, "a low limit");

        Ptr<Network> network = MakeNetwork();
        uint32_t completed = 0;
        PostCounted(*network, completed);
        const auto queue = DynamicCast<PortQueue>(HotPort(*network)->GetQueue());
        UintegerValue limit;
        queue->GetAttribute("DataLimit", limit);
        uint64_t most = 0;
        for (int us = 10; us < 100; ++us)
        {
            Simulator::Schedule(MicroSeconds(us), [&most, queue] {
                UintegerValue bytes;
                queue->GetAttribute("DataBytes", bytes);
                most = std::max(most, bytes.Get());
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(most, limit.Get() / 2, "the queue fills");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(most, limit.Get() + 4262, "up to its limit, and a packet");
    }

    void CheckQueuePairs()
    {
        Ptr<Network> network = MakeNetwork();
        network->Connect(3, 0)->Write(4096);
        network->Connect(3, 1)->Write(4096);
        network->Connect(4, 1)->Write(4096);
        Config::Connect("/NodeList/*/$ns3::mrc::Nic/QueuePairs/*/Completed",
                        MakeCallback(&PathsTestCase::Completed, this));
        network->Connect(3, 2)->Write(4096); // too late
        Simulator::Run();
        const std::set<std::string> expected{
            "/NodeList/3/$ns3::mrc::Nic/QueuePairs/0/Completed",
            "/NodeList/3/$ns3::mrc::Nic/QueuePairs/1/Completed",
            "/NodeList/4/$ns3::mrc::Nic/QueuePairs/0/Completed",
        };
        NS_TEST_EXPECT_MSG_EQ((m_contexts == expected), true, "those that there were");
        Ptr<Nic> nic = network->GetFaces().FindNic(3);
        NS_TEST_EXPECT_MSG_EQ(nic->GetQueuePairs().size(), 3, "of this NIC");
        NS_TEST_EXPECT_MSG_EQ(nic->GetQueuePairs()[2]->Query().peerNic, 2, "in order");
        NS_TEST_EXPECT_MSG_EQ(network->GetFaces().FindNic(0)->GetQueuePairs().size(), 0, "sources");
        network->GetFaces().Create();
        NS_TEST_EXPECT_MSG_EQ(nic->GetQueuePairs().size(), 3, "each once");
    }

    void DoRun() override
    {
        CheckQueues();
        CheckQueuePairs();
        Config::SetDefault("ns3::mrc::FabricProfile::Trimming", BooleanValue(false));
        Ptr<Network> network = MakeNetwork();
        uint32_t completed = 0;
        PostCounted(*network, completed);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(SumOf(*network, &PortCounters::trims), 0, "defaults count");
        Config::Reset();
        Simulator::Destroy();
    }

    void Completed(std::string context, const Completion&)
    {
        m_contexts.insert(context);
    }

    std::set<std::string> m_contexts;
};

/** A switch's latency that changes in mid-run loses no frame and no trace of one. */
class SwitchLatencyTestCase : public TestCase
{
  public:
    SwitchLatencyTestCase()
        : TestCase("a latency may change while frames are in flight, watched or not")
    {
    }

  private:
    /** When frames were received, in ns-3's time steps, and the outcome of the run. */
    struct Outcome
    {
        std::vector<int64_t> arrivals;
        uint64_t frames{0};
        uint64_t fingerprint{0};
    };

    static void ChangeAt(int us, const std::string& path, int ns)
    {
        Simulator::Schedule(MicroSeconds(us),
                            [path, ns] { Config::Set(path, TimeValue(NanoSeconds(ns))); });
    }

    /** @return the outcome of an incast with changes in its middle, with a sink of these traces */
    Outcome Run(const std::vector<std::string>& traces)
    {
        Ptr<Network> network = MakeNetwork();
        const std::string ports = "/NodeList/*/DeviceList/*/$ns3::mrc::Port/";
        Outcome outcome;
        for (const std::string& trace : traces)
        {
            Config::ConnectWithoutContext(
                ports + trace,
                CallbackOf<Ptr<const Packet>>([&outcome, &trace](Ptr<const Packet>) {
                    if (trace == "PhyRxEnd")
                    {
                        outcome.arrivals.push_back(Simulator::Now().GetTimeStep());
                    }
                }));
        }
        uint32_t completed = 0;
        PostCounted(*network, completed);
        const std::pair<int, int> changes[] = // nanoseconds of latency, then of delay
            {{1600, 300}, {100, 5000}, {0, 600}, {600, 0}, {5000, 100}, {300, 1600}};
        int us = 5;
        for (const auto& [latency, delay] : changes)
        {
            us += 5;
            ChangeAt(us, "/NodeList/*/$ns3::mrc::Switch/Latency", latency);
            ChangeAt(us + 2, "/ChannelList/*/$ns3::mrc::Link/Delay", delay);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(completed, SENDERS, "complete");
        NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Pool().Live(), 0, "nothing is left behind");
        outcome.frames = SumOf(*network, &PortCounters::frames);
        outcome.fingerprint = network->Engine().fabric.Tally().Fingerprint();
        return outcome;
    }

    void CheckArrivals()
    {
        const Outcome plain = Run({});
        const Outcome alone = Run({"PhyRxEnd"});
        const Outcome both = Run({"PhyRxEnd", "PhyTxBegin"});
        NS_TEST_EXPECT_MSG_EQ(plain.fingerprint, alone.fingerprint, "the same bits");
        NS_TEST_EXPECT_MSG_EQ(plain.fingerprint, both.fingerprint, "the same bits");
        NS_TEST_EXPECT_MSG_EQ(alone.arrivals.size(), plain.frames, "each is seen, once");
        NS_TEST_EXPECT_MSG_EQ((alone.arrivals == both.arrivals), true, "and in time");
        NS_TEST_EXPECT_MSG_EQ(std::is_sorted(alone.arrivals.begin(), alone.arrivals.end()),
                              true,
                              "and in order");
    }

    /** A line that gets free earlier or later than planned is seen to begin in time. */
    void CheckService()
    {
        Ptr<Network> network = MakeNetwork();
        std::vector<Time> begins;
        uint64_t late = 0;
        HotPort(*network)->TraceConnectWithoutContext(
            "PhyTxBegin",
            CallbackOf<Ptr<const Packet>>([&begins](Ptr<const Packet> packet) {
                const uint32_t bytes = packet->GetSize() + LINE_OVERHEAD_BYTES;
                begins.push_back(Simulator::Now() + NanoSeconds(bytes * 8 / 100));
            }));
        std::size_t received = 0;
        network->GetFaces().PortAt(0)->TraceConnectWithoutContext(
            "PhyRxEnd",
            CallbackOf<Ptr<const Packet>>([&](Ptr<const Packet>) {
                const Time delay = Simulator::Now() - begins.at(received++);
                const bool isLong = delay > NanoSeconds(4997) && delay < NanoSeconds(5003);
                late += !isLong && (delay < NanoSeconds(17) || delay > NanoSeconds(23));
            }));
        uint32_t completed = 0;
        PostCounted(*network, completed);
        ChangeAt(10, "/ChannelList/*/$ns3::mrc::Link/Delay", 5000);
        ChangeAt(30, "/ChannelList/*/$ns3::mrc::Link/Delay", 20);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(received, 600, "the path is used");
        NS_TEST_EXPECT_MSG_EQ(late, 0, "a delay is one of the two");
    }

    void DoRun() override
    {
        CheckArrivals();
        CheckService();
        Ptr<Network> network = MakeNetwork();
        Ptr<Channel> link = network->GetFaces().PortAt(0)->GetChannel();
        for (int ns = 0; ns < 70000; ++ns) // more than configurations that a fabric can hold
        {
            link->SetAttribute("Delay", TimeValue(NanoSeconds(ns)));
        }
        TimeValue delay;
        link->GetAttribute("Delay", delay);
        NS_TEST_EXPECT_MSG_EQ(delay.Get(), NanoSeconds(69999), "the last one");
        network->GetFaces().PortAt(1)->GetChannel()->GetAttribute("Delay", delay);
        NS_TEST_EXPECT_MSG_EQ(delay.Get(), NanoSeconds(20), "others keep theirs");
        Simulator::Destroy();
    }
};

/** The suite of attributes and Config paths. */
class ConfigTestSuite : public TestSuite
{
  public:
    ConfigTestSuite()
        : TestSuite("mrc-config", TestSuite::Type::UNIT)
    {
        AddTestCase(new PathsTestCase);
        AddTestCase(new SwitchLatencyTestCase);
        for (TestCase* testCase : ConfigTypeCases())
        {
            AddTestCase(testCase);
        }
    }
};

ConfigTestSuite g_configTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
