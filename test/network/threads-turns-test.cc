/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What several threads cannot serve beside each other they serve in turns, with the result of one.

#include "../mrc-thrown-text.h"
#include "threads-crowd.h"
#include "threads-turns.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/mrc-custom-selector.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-fatal-errors-throw.h"
#include "ns3/mrc-own-factories.h"
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
