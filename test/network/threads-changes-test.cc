/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Several threads tell what one tells where scripts change delays and latencies, or lead queue
// pairs through their states.

#include "../mrc-verbs-rig.h"
#include "ruled-fabric.h"
#include "threads-crowd.h"
#include "threads-turns.h"

#include "ns3/mrc-ascii-sink.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-switch.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Sets the delay of all links, and the latency of all switches. */
void
SetTimes(Network& network, const char* delay, const char* latency)
{
    const Faces& faces = network.GetFaces();
    for (PortIndex port = 0; port < network.GetTopology().PortCount(); ++port)
    {
        faces.PortAt(port)->GetChannel()->SetAttribute("Delay", StringValue(delay));
    }
    for (uint32_t node = network.GetTopology().Spec().nics;
         node < network.GetTopology().NodeCount();
         ++node)
    {
        faces.NodeAt(node)->GetObject<Switch>()->SetAttribute("Latency", StringValue(latency));
    }
}

/** @return has a run with faults change delays twice, and to the last ones at last */
TurnsRun
DelaysRun(const char* delay, const char* latency)
{
    return [delay, latency](uint32_t threads, Turns& turns) {
        Crowd crowd(TurnsFabric(), threads);
        Network& network = *crowd.network;
        network.GetFaces().Create();
        network.ScheduleFaults("link:0.0.0@12us..40us,t1:1.1@20us");
        const auto change = [&network](int64_t us, const char* ofLinks, const char* ofSwitches) {
            Simulator::Schedule(MicroSeconds(us), [&network, ofLinks, ofSwitches] {
                SetTimes(network, ofLinks, ofSwitches);
            });
        };
        change(10, "60ns", "40ns");
        change(15, "1us", "900ns");
        change(22, delay, latency);
        PostAcross(crowd);
        const Ptr<Port> port = network.GetFaces().PortAt(31);
        AsciiSink::Watch(*port, Create<OutputStreamWrapper>(&crowd.told));
        Simulator::Stop(MilliSeconds(20));
        crowd.Run();
        turns = TurnsOf(crowd);
        return crowd.told.str();
    };
}

/** A sink makes all links long or short with every eighth packet. @return what the run tells */
std::string
ShortenersTell(uint32_t threads, Turns& turns)
{
    Crowd crowd(TurnsFabric(), threads);
    Network& network = *crowd.network;
    network.GetFaces().Create();
    GiveModel(network, 0.01); // so threads take turns, and sinks may act
    PostAcross(crowd);
    const Ptr<Port> port = network.GetFaces().PortAt(30);
    uint32_t packets = 0;
    const auto change = [&network, &packets](Ptr<const Packet>) {
        if (++packets % 8 == 0)
        {
            const bool isShort = packets % 16 == 0;
            SetTimes(network, isShort ? "1ns" : "2us", isShort ? "0ns" : "1us");
        }
    };
    port->TraceConnectWithoutContext("PhyRxEnd", CallbackOf<Ptr<const Packet>>(change));
    AsciiSink::Watch(*network.GetFaces().PortAt(31), Create<OutputStreamWrapper>(&crowd.told));
    Simulator::Stop(MilliSeconds(20));
    crowd.Run();
    EXPECT_GT(packets, 32U);
    turns = TurnsOf(crowd);
    return crowd.told.str();
}

// Clauses: [several-threads]
TEST(ThreadsTurns, ASinkMakesLinksShorterWithinAWindow)
{
    ExpectTurns(Turns::ALWAYS, ShortenersTell, "sinks that shorten links");
}

// Clauses: [several-threads]
TEST(ThreadsTurns, DelaysAndLatenciesChange)
{
    ExpectTurns(Turns::NEVER, DelaysRun("30ns", "0ns"), "short");
    ExpectTurns(Turns::SOMETIMES, DelaysRun("0ns", "0ns"), "none");
}

/** @return what is told of links without delay from the start */
std::string
NoDelayTells(uint32_t threads, Turns& turns)
{
    Crowd crowd(Ruled("plane:0/delay=0ns", TurnsFabric()), threads);
    crowd.network->GetFaces().Create();
    SetTimes(*crowd.network, "0ns", "0ns");
    PostAcross(crowd);
    crowd.network->ScheduleFaults("link:0.0.0@12us");
    crowd.Run();
    turns = TurnsOf(crowd);
    return crowd.told.str();
}

// Clauses: [several-threads]
TEST(ThreadsTurns, LinksTakeNoTime)
{
    ExpectTurns(Turns::ALWAYS, NoDelayTells, "no delay");
}

/** @return what is told of links with jitter, faults and a latency that changes */
std::string
JitterTells(uint32_t threads, Turns& turns)
{
    Crowd crowd(Ruled("plane:0/jitter=300ns,plane:1/jitter=2us", TurnsFabric()), threads);
    Network& network = *crowd.network;
    network.GetFaces().Create();
    network.ScheduleFaults("link:0.0.0@12us..30us,t1:0.1@14us..22us,link:1.1.2/flap=3us@10us..60us,"
                           "t1:1.2@20us");
    Simulator::Schedule(MicroSeconds(16), [&network] { SetTimes(network, "400ns", "100ns"); });
    for (PortIndex port = 30; port < 40; ++port)
    {
        AsciiSink::Watch(*network.GetFaces().PortAt(port),
                         Create<OutputStreamWrapper>(&crowd.told));
    }
    PostAcross(crowd);
    Simulator::Stop(MilliSeconds(20));
    crowd.Run();
    turns = TurnsOf(crowd);
    return crowd.told.str();
}

// Clauses: [several-threads] [link-jitter]
TEST(ThreadsTurns, LinksBetweenThreadsHaveJitter)
{
    ExpectTurns(Turns::NEVER, JitterTells, "jitter");
}

/** @return what is told of a fabric with an attribute */
TurnsRun
AttributeRun(const char* name, const char* value)
{
    return [name, value](uint32_t threads, Turns& turns) {
        Crowd crowd(TurnsFabric(), threads, [name, value](FabricHelper& helper) {
            helper.SetFabricAttribute(name, StringValue(value));
        });
        crowd.network->ScheduleFaults("t1:0.1@25us,link:1.2.2/loss=1%@10us");
        PostAcross(crowd);
        Simulator::Stop(MilliSeconds(30));
        crowd.Run();
        turns = TurnsOf(crowd);
        const bool isAlone = crowd.network->Engine().shards.All().size() == 1;
        EXPECT_EQ(isAlone, threads == 1 || turns == Turns::NEVER);
        return crowd.told.str();
    };
}

// Clauses: [several-threads]
TEST(ThreadsTurns, OneThreadDoesAllWithoutAHostDelay)
{
    ExpectTurns(Turns::NEVER, AttributeRun("HostDelay", "0ns"), "no delay of hosts");
    ExpectTurns(Turns::NEVER, AttributeRun("HostDelay", "20ns"), "a short delay of hosts");
    ExpectTurns(Turns::NEVER, AttributeRun("SendIcmp", "true"), "switches that answer");
}

/** A queue pair that a script leads through its states, and what is heard of it. */
class CreatedPair
{
  public:
    CreatedPair(Crowd& crowd, uint32_t from, uint32_t to)
        : m_crowd(crowd),
          m_qp(crowd.network->Create(from, to)),
          m_name(std::to_string(from))
    {
        m_qp->TraceConnectWithoutContext(
            "State",
            CallbackOf<QpState, QpState>([this](QpState before, QpState now) {
                m_crowd.told << Simulator::Now() << ' ' << m_name << " goes from " << before
                             << " to " << now << '\n';
            }));
        m_qp->SetCompletionQueues(m_sent, nullptr);
        m_qp->Peer()->SetCompletionQueues(nullptr, m_received);
    }

    /** Leads it to RTS and posts; the last request may have a wrong key. */
    void Use(bool isWrong)
    {
        BringUp(m_qp);
        const uint32_t rkey = m_qp->Peer()->RegisterMemory(4096, 10000);
        m_qp->Peer()->PostReceive(6);
        for (uint64_t id = 0; id < 6; ++id)
        {
            m_qp->PostSend(RequestTo(4096, isWrong && id == 5 ? rkey + 1 : rkey, id));
        }
    }

    /** Leads it back to RESET, both ends, and on to another use. */
    void UseAgain()
    {
        QpAttributes attributes;
        attributes.state = QpState::RESET;
        m_qp->Modify(attributes);
        m_qp->Peer()->Modify(attributes);
        Use(false);
    }

    /** Tells what its queues hold. */
    void Tell()
    {
        m_crowd.told << m_name << ": " << PollAll(m_sent) << PollAll(m_received)
                     << m_qp->Query().state << '\n';
    }

  private:
    Crowd& m_crowd;
    Ptr<Qp> m_qp;
    std::string m_name;
    Ptr<CompletionQueue> m_sent = CreateObject<CompletionQueue>();
    Ptr<CompletionQueue> m_received = CreateObject<CompletionQueue>();
};

/** @return what is told of queue pairs that are led through their states, beside others */
std::string
CreatedTell(uint32_t threads, Turns& turns)
{
    Crowd crowd(TurnsFabric(), threads);
    crowd.network->ScheduleFaults("port:3.1@8us,t1:0.1@12us");
    PostAcross(crowd);
    std::vector<std::unique_ptr<CreatedPair>> pairs;
    for (uint32_t nic = 0; nic < 12; ++nic)
    {
        pairs.push_back(std::make_unique<CreatedPair>(crowd, nic, (nic + 5) % 12));
    }
    for (uint32_t nic = 0; nic < 12; ++nic)
    {
        CreatedPair& pair = *pairs[nic];
        Simulator::Schedule(MicroSeconds(nic), [&pair, nic] { pair.Use(nic % 4 == 1); });
        Simulator::Schedule(MicroSeconds(400 + nic), [&pair, nic] {
            pair.Tell();
            if (nic % 2 == 1)
            {
                pair.UseAgain();
            }
        });
    }
    Simulator::Stop(MilliSeconds(10));
    crowd.Run();
    for (const auto& pair : pairs)
    {
        pair->Tell();
    }
    turns = TurnsOf(crowd);
    return crowd.told.str();
}

// Clauses: [several-threads]
TEST(ThreadsTurns, ScriptsLeadQueuePairsThroughTheirStates)
{
    ExpectTurns(Turns::NEVER, CreatedTell, "created queue pairs");
    Turns turns{};
    const std::string one = CreatedTell(1, turns);
    EXPECT_NE(one.find("to ERR"), std::string::npos) << one;
    EXPECT_NE(one.find("receive 5"), std::string::npos) << one;
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
