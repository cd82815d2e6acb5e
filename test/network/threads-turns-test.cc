/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What several threads cannot serve beside each other they serve in turns, with the result of one.

#include "../mrc-thrown-text.h"
#include "../mrc-verbs-rig.h"
#include "ruled-fabric.h"
#include "threads-crowd.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/mrc-ascii-sink.h"
#include "ns3/mrc-custom-selector.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-fatal-errors-throw.h"
#include "ns3/mrc-link.h"
#include "ns3/mrc-own-factories.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-switch.h"
#include "ns3/pointer.h"

#include <functional>
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

/** Whether threads have taken turns, and how often. */
enum class Turns
{
    NEVER,
    SOMETIMES,
    ALWAYS,
};

/** @return whether threads took turns in a run */
Turns
TurnsOf(const Crowd& crowd)
{
    const WindowTally tally = crowd.network->Engine().shards.Pace().Windows();
    return tally.merged == 0 ? Turns::NEVER
                             : (tally.windows == 0 ? Turns::ALWAYS : Turns::SOMETIMES);
}

/** A run on so many threads. @return what it tells, and whether threads took turns */
using TurnsRun = std::function<std::string(uint32_t threads, Turns& turns)>;

/** Expects any number of threads to tell what one does, and to take turns as given. */
void
ExpectTurns(Turns expected, const TurnsRun& run, const std::string& what)
{
    Turns turns{};
    const std::string one = run(1, turns);
    for (const uint32_t threads : {2, 3, 5})
    {
        EXPECT_TRUE(run(threads, turns) == one) << threads << " threads, " << what;
        EXPECT_EQ(turns, expected) << threads << " threads, " << what;
    }
}

/** @return 12 NICs on six T0s in two planes */
TopologySpec
TurnsFabric()
{
    return SmallFabric(12, 2, 3, 2);
}

/** Posts Writes from each NIC to one on the other side. */
void
PostAcross(Crowd& crowd)
{
    for (uint32_t nic = 0; nic < 12; ++nic)
    {
        crowd.Post(nic, (nic + 6) % 12, 100000, 1);
    }
}

/** @return a model that takes some packets; its draws are in the order of all packets it sees */
Ptr<RateErrorModel>
LossyModel(double rate)
{
    const auto model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(rate);
    model->AssignStreams(3);
    return model;
}

/** Gives every third link one model for all of them. */
void
GiveModel(Network& network, double rate)
{
    const auto model = LossyModel(rate);
    for (PortIndex port = 0; port < network.GetTopology().PortCount(); port += 3)
    {
        const Ptr<Channel> link = network.GetFaces().PortAt(port)->GetChannel();
        link->SetAttribute(port % 2 == 0 ? "ErrorModelUp" : "ErrorModelDown", PointerValue(model));
    }
}

/** @return has a run with faults that last get models at a time */
TurnsRun
LossyRun(const Time& from)
{
    return [from](uint32_t threads, Turns& turns) {
        Crowd crowd(TurnsFabric(), threads);
        crowd.network->GetFaces().Create();
        crowd.network->ScheduleFaults("t1:0.1@25us,link:1.2.2/loss=1%@10us");
        if (from.IsZero())
        {
            GiveModel(*crowd.network, 0.02);
        }
        else
        {
            Simulator::Schedule(from, [&crowd] { GiveModel(*crowd.network, 0.02); });
        }
        PostAcross(crowd);
        Simulator::Stop(MilliSeconds(30));
        crowd.Run();
        EXPECT_GT(crowd.network->Engine().fabric.Tally().Drops(DropReason::CORRUPTED), 20U);
        turns = TurnsOf(crowd);
        return crowd.told.str();
    };
}

// Clauses: [several-threads]
TEST(ThreadsTurns, LinksShareAnErrorModel)
{
    ExpectTurns(Turns::ALWAYS, LossyRun(Time(0)), "from the start");
    ExpectTurns(Turns::SOMETIMES, LossyRun(MicroSeconds(9)), "amid the run");
}

/** Posts at another NIC, reads counters there and schedules at once when a message has arrived. */
class TurnsActor : public RequestorListener
{
  public:
    explicit TurnsActor(Crowd& crowd)
        : m_crowd(crowd)
    {
    }

    void Completed(const Completion&) override
    {
    }

    void Delivered(const Delivery&) override
    {
        if (++m_heard > 8)
        {
            return;
        }
        const auto& pairs = m_crowd.network->GetQueuePairs();
        const Ptr<Qp> other = pairs[m_heard % pairs.size()];
        const Requestor& ends = *other;
        m_crowd.told << "placed " << ends.PeerCounters().placedBytes << '\n';
        other->Write(30000);
        Simulator::ScheduleNow([this] { m_crowd.told << "now " << Simulator::Now() << '\n'; });
        if (m_heard == 4)
        {
            Simulator::Stop();
        }
    }

  private:
    Crowd& m_crowd;
    uint32_t m_heard{0};
};

/** @return what sinks tell that act at any event, in a run that goes on once it is stopped */
std::string
ActorsTell(uint32_t threads, Turns& turns)
{
    Crowd crowd(TurnsFabric(), threads);
    crowd.network->GetFaces().Create();
    crowd.network->ScheduleFaults("link:0.1.1@15us");
    GiveModel(*crowd.network, 0.01); // so threads take turns, and sinks may act
    PostAcross(crowd);
    TurnsActor actor(crowd);
    for (const Ptr<Qp>& qp : crowd.network->GetQueuePairs())
    {
        static_cast<Requestor&>(*qp).Tell(actor);
    }
    const Ptr<Port> port = crowd.network->GetFaces().PortAt(30);
    const auto look = [&crowd, own = PeekPointer(port)](Ptr<const Packet>) {
        const PortCounters counters = own->Counters();
        UintegerValue waiting;
        own->GetQueue()->GetAttribute("DataBytes", waiting);
        crowd.told << counters.frames << ' ' << counters.marks << ' ' << waiting.Get() << '\n';
    };
    port->TraceConnectWithoutContext("PhyRxEnd", CallbackOf<Ptr<const Packet>>(look));
    port->TraceConnectWithoutContext("Enqueue", CallbackOf<Ptr<const Packet>>(look));
    Simulator::Stop(MilliSeconds(20));
    crowd.Run();
    crowd.told << "goes on\n";
    crowd.Run();
    for (const Ptr<Qp>& qp : crowd.network->GetQueuePairs())
    {
        static_cast<Requestor&>(*qp).Forget(actor);
    }
    turns = TurnsOf(crowd);
    return crowd.told.str();
}

// Clauses: [several-threads]
TEST(ThreadsTurns, SinksActWhereThreadsTakeTurns)
{
    ExpectTurns(Turns::ALWAYS, ActorsTell, "sinks that act");
}

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

/** Takes EVs in turns, which all selectors of a factory share. */
class SharedTurns : public CustomSelector
{
  public:
    explicit SharedTurns(uint32_t& turn)
        : m_turn(turn)
    {
    }

    uint32_t Choose(const PathSeats& paths, PlaneId plane, Instant) override
    {
        return m_turn++ % paths.Usable(plane);
    }

  private:
    uint32_t& m_turn;
};

/** Makes these, and says nothing of what they share. */
struct SharedTurnsFactory : SelectorFactory
{
    std::unique_ptr<CustomSelector> Create(KeyedDraws) const override
    {
        return std::make_unique<SharedTurns>(turn);
    }

    mutable uint32_t turn{0};
};

/** @return what is told of selectors that share a turn; those of all connections, or of some */
TurnsRun
SharedRun(bool areAll)
{
    return [areAll](uint32_t threads, Turns& turns) {
        const auto factory = CreateObject<SharedTurnsFactory>();
        Crowd crowd(TurnsFabric(), threads, [areAll, factory](FabricHelper& helper) {
            if (areAll)
            {
                helper.SetEvAttribute("SelectorFactory", PointerValue(factory));
            }
        });
        crowd.network->ScheduleFaults("t1:0.1@25us,link:1.2.2/loss=1%@10us");
        PostAcross(crowd);
        const Ptr<EvProfile> own = CreateObject<EvProfile>();
        own->SetAttribute("SelectorFactory", PointerValue(factory));
        for (uint32_t nic = 0; nic < 12; ++nic)
        {
            crowd.network->Connect(nic, (nic + 5) % 12, own)->Write(200000);
        }
        Simulator::Stop(MilliSeconds(30));
        crowd.Run();
        EXPECT_GT(factory->turn, 500U);
        turns = TurnsOf(crowd);
        return crowd.told.str();
    };
}

// Clauses: [several-threads]
TEST(ThreadsTurns, SelectorsMayShareState)
{
    ExpectTurns(Turns::ALWAYS, SharedRun(false), "selectors of some connections");
    ExpectTurns(Turns::NEVER, SharedRun(true), "selectors of all: one thread does all");
}

/** @return what all faces say of a run, made by the helper */
std::string
FacesTell(const char* policy, uint32_t threads)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(TurnsFabric());
    helper.SetFabricAttribute("Threads", UintegerValue(threads));
    helper.SetFabricAttribute("Faces", StringValue(policy));
    const Ptr<Network> network = helper.Install();
    network->ScheduleFaults("link:0.0.0@12us");
    for (uint32_t nic = 0; nic < 12; ++nic)
    {
        network->Connect(nic, (nic + 6) % 12)->Write(100000);
    }
    std::ostringstream told;
    told << network->GetFaces().Nodes().GetN() << " nodes\n";
    Config::ConnectWithoutContext("/NodeList/*/DeviceList/*/$ns3::mrc::Port/PhyTxBegin",
                                  CallbackOf<Ptr<const Packet>>([&told](Ptr<const Packet> packet) {
                                      told << Simulator::Now().GetTimeStep() << ' '
                                           << packet->GetSize() << '\n';
                                  }));
    Simulator::Run();
    told << network->Fingerprint() << ' ' << Simulator::GetEventCount();
    return told.str();
}

// Clauses: [several-threads]
TEST(ThreadsTurns, AllNodesHaveFaces)
{
    const std::string one = FacesTell("Auto", 1);
    for (const uint32_t threads : {2, 3, 5})
    {
        EXPECT_TRUE(FacesTell("All", threads) == one) << threads << " threads";
        EXPECT_TRUE(FacesTell("Auto", threads) == one) << threads << " threads";
    }
}

/** @return the error of a run with a sink of round trips, told late, that does something */
std::string
SaidToLateSink(const std::function<void(Network&)>& action)
{
    Crowd crowd(TurnsFabric(), 2);
    crowd.network->GetFaces().Create();
    const Ptr<Qp> qp = crowd.network->Connect(0, 11);
    qp->TraceConnectWithoutContext("Rtt", CallbackOf<const RttSample&>([&](const RttSample&) {
                                       action(*crowd.network);
                                   }));
    qp->Write(10000);
    const FatalErrorsThrow thrower;
    return ThrownText<FatalError>([] { Simulator::Run(); });
}

// All threads are later than the event, so whatever they show or do would be of later.
TEST(ThreadsTurns, RefuseToActAtEarlierEvents)
{
    const std::vector<std::function<void(Network&)>> actions{
        [](Network& network) { network.GetFaces().PortAt(30)->Counters(); },
        [](Network& network) {
            network.GetFaces().PortAt(30)->GetChannel()->SetAttribute("Delay", StringValue("2us"));
        },
        [](Network& network) {
            network.GetFaces().PortAt(30)->GetChannel()->SetAttribute("Up", BooleanValue(false));
        },
        [](Network& network) { GiveModel(network, 0.1); },
        [](Network& network) {
            network.GetFaces().PortAt(30)->TraceConnectWithoutContext(
                "PhyRxEnd",
                CallbackOf<Ptr<const Packet>>([](Ptr<const Packet>) {}));
        },
    };
    for (const auto& action : actions)
    {
        const std::string said = SaidToLateSink(action);
        EXPECT_NE(said.find("while an earlier event was told"), std::string::npos) << said;
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
