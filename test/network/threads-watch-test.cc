/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Those that look at a network on several threads see what they see of one.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-ascii-sink.h"
#include "ns3/mrc-fatal-errors-throw.h"
#include "ns3/mrc-flow-monitor-helper.h"
#include "ns3/mrc-run-summary.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/uinteger.h"

#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** A network with Writes from each NIC to one on the other side, and to NIC 0. */
class WatchedRun
{
  public:
    explicit WatchedRun(uint32_t threads, const std::string& faults = "")
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(7);
        helper.SetTopology(SmallFabric(12, 2, 3, 2));
        helper.SetFabricAttribute("Threads", UintegerValue(threads));
        helper.SetFabricAttribute("Faces", StringValue("Named"));
        network = Audited(helper.Install());
        if (!faults.empty())
        {
            network->ScheduleFaults(faults);
        }
        for (uint32_t nic = 0; nic < 12; ++nic)
        {
            network->Connect(nic, (nic + 6) % 12)->Write(200000);
            if (nic != 0)
            {
                network->Connect(nic, 0)->Write(20000);
            }
        }
    }

    ~WatchedRun()
    {
        network = nullptr;
        Simulator::Destroy();
    }

    /** Calls a function with each port. */
    void ForEachPort(const std::function<void(Ptr<Port>)>& call)
    {
        const Faces& faces = network->GetFaces().Create();
        for (PortIndex port = 0; port < network->GetTopology().PortCount(); ++port)
        {
            call(faces.PortAt(port));
        }
    }

    Ptr<Network> network;
    std::ostringstream told;
};

const char* const LINK_FAULTS = "link:0.0.0@20us..60us,t1:0.1@25us..70us,"
                                "link:1.1.1/silent@10us..40us,link-up:0.1.1/loss=2%@0us";

/** @return the ascii trace of all ports, from a time on */
std::string
TraceOf(uint32_t threads, int64_t microseconds)
{
    WatchedRun run(threads, LINK_FAULTS);
    const auto stream = Create<OutputStreamWrapper>(&run.told);
    run.network->GetFaces().Create(); // nodes have ordinary events
    Simulator::Schedule(MicroSeconds(microseconds), [&run, stream] {
        run.ForEachPort([stream](Ptr<Port> port) { AsciiSink::Watch(*port, stream); });
    });
    Simulator::Stop(MicroSeconds(200));
    Simulator::Run();
    return run.told.str();
}

// Clauses: [several-threads]
TEST(ThreadsWatch, TracesOfAllPortsAreThoseOfOneThread)
{
    std::string all;
    for (const int64_t microseconds : {0, 30}) // before the first frame, and with frames on links
    {
        const std::string one = TraceOf(1, microseconds);
        EXPECT_NE(one.find("\nr "), std::string::npos);
        all += one;
        for (const uint32_t threads : {2, 3, 5})
        {
            EXPECT_TRUE(TraceOf(threads, microseconds) == one) << threads << " threads";
        }
    }
    for (const char* letter : {"\n+ ", "\n- ", "\nr ", "\nm ", "\nt ", "\nd "})
    {
        EXPECT_NE(all.find(letter), std::string::npos) << letter;
    }
}

/** @return what trace sources of all ports tell, with the packets that they hand over */
std::string
PacketsOf(uint32_t threads)
{
    WatchedRun run(threads);
    run.ForEachPort([&run](Ptr<Port> port) {
        for (const char* source : {"Enqueue", "PhyTxBegin", "PhyRxEnd"})
        {
            const auto tell = [&run, source, own = PeekPointer(port)](Ptr<const Packet> packet) {
                uint8_t bytes[80];
                uint64_t sum = packet->CopyData(bytes, sizeof(bytes));
                for (const uint8_t byte : bytes)
                {
                    sum = sum * 31 + byte;
                }
                run.told << source << ' ' << own->Name() << ' ' << Simulator::Now().GetTimeStep()
                         << ' ' << packet->GetSize() << ' ' << sum << '\n';
            };
            port->TraceConnectWithoutContext(source, CallbackOf<Ptr<const Packet>>(tell));
        }
    });
    Simulator::Run();
    return run.told.str();
}

TEST(ThreadsWatch, PacketsOfTraceSourcesAreThoseOfOneThread)
{
    const std::string one = PacketsOf(1);
    EXPECT_FALSE(one.empty());
    EXPECT_TRUE(PacketsOf(2) == one);
    EXPECT_TRUE(PacketsOf(3) == one);
}

/** @return the file of a FlowMonitor, less the line with the command */
std::string
FlowsOf(uint32_t threads)
{
    WatchedRun run(threads, LINK_FAULTS);
    FlowMonitorHelper helper;
    helper.InstallAll(run.network);
    Simulator::Stop(MicroSeconds(300));
    Simulator::Run();
    return helper.SerializeToXmlString(0, true, true);
}

TEST(ThreadsWatch, AFlowMonitorCountsWhatItCountsOfOneThread)
{
    const std::string one = FlowsOf(1);
    EXPECT_NE(one.find("packetsDropped"), std::string::npos);
    EXPECT_TRUE(FlowsOf(2) == one);
    EXPECT_TRUE(FlowsOf(5) == one);
}

// Clauses: [several-threads]
TEST(ThreadsWatch, ThoseThatLookMakeNoWindowShort)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(SmallFabric(12, 2, 3, 2));
    helper.SetFabricAttribute("Threads", UintegerValue(3));
    const Ptr<Network> network = helper.Install();
    FlowMonitorHelper flows;
    flows.InstallAll(network);
    std::ostringstream told;
    for (PortIndex port = 30; port < 36; ++port)
    {
        AsciiSink::Watch(*network->GetFaces().PortAt(port), Create<OutputStreamWrapper>(&told));
    }
    network->ScheduleFaults("t1:0.1@50us");
    for (uint32_t nic = 0; nic < 12; ++nic)
    {
        network->Connect(nic, (nic + 6) % 12)->Write(10000000);
    }
    Simulator::Stop(MicroSeconds(400)); // a FlowMonitor looks for ever
    Simulator::Run();
    ShardPace& pace = network->Engine().shards.Pace();
    const WindowTally windows = pace.Windows();
    EXPECT_FALSE(told.str().empty());
    EXPECT_GT(pace.CutFrames(), 1000U);
    EXPECT_GT(windows.windows, 300U);
    EXPECT_GT(windows.length.Ps(),
              0.9 * static_cast<double>(windows.windows) *
                  static_cast<double>(pace.Pace().lookAhead.Ps()));
}

/** @return the marks that a summary has of a run that is stopped */
uint64_t
MarksAt(uint32_t threads, int64_t microseconds)
{
    WatchedRun run(threads);
    Simulator::Stop(MicroSeconds(microseconds));
    Simulator::Run();
    RunSummary().AddNetwork(*run.network);
    uint64_t marks = 0;
    const FabricTally tally = run.network->Engine().fabric.Tally();
    for (PortIndex port = 0; port < tally.PortCount(); ++port)
    {
        marks += tally.Counters(port).marks;
    }
    return marks;
}

// Clauses: [several-threads] [marks-so-far]
TEST(ThreadsWatch, AStopAmidMarksCountsThoseOfOneThread)
{
    uint64_t before = 0;
    for (int64_t microseconds = 10; microseconds < 40; microseconds += 3)
    {
        const uint64_t one = MarksAt(1, microseconds);
        EXPECT_LE(before, one);
        EXPECT_EQ(MarksAt(2, microseconds), one) << microseconds;
        EXPECT_EQ(MarksAt(3, microseconds), one) << microseconds;
        before = one;
    }
    EXPECT_LT(0U, before);
}

// A report is told late: counters would be those of later.
TEST(ThreadsWatch, RefuseToShowCountersOfLater)
{
    WatchedRun run(2);
    run.network->GetFaces().Create();
    const Ptr<Port> port = run.network->GetFaces().PortAt(0);
    port->TraceConnectWithoutContext(
        "PhyTxBegin",
        CallbackOf<Ptr<const Packet>>([&port](Ptr<const Packet>) { port->Counters(); }));
    const FatalErrorsThrow thrower;
    const std::string said = ThrownText<FatalError>([] { Simulator::Run(); });
    EXPECT_NE(said.find("while an earlier event was told"), std::string::npos) << said;
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
