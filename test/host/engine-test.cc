/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A program runs the engine without a Simulator: two NICs, a switch, and a loop of its own.

#include "engine-rig.h"
#include "own-loop.h"

#include "ns3/default-simulator-impl.h"
#include "ns3/global-value.h"
#include "ns3/mrc-simulator-calendar.h"
#include "ns3/mrc-simulator-host.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <functional>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using test::EngineRig;
using test::OwnLoop;

uint32_t g_simulators{0}; //!< made so far

/** A simulator that is counted. */
class CountedSimulatorImpl : public DefaultSimulatorImpl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::mrc::test::CountedSimulatorImpl")
                                .SetParent<DefaultSimulatorImpl>()
                                .AddConstructor<CountedSimulatorImpl>();
        return tid;
    }

    CountedSimulatorImpl()
    {
        ++g_simulators;
    }
};

NS_OBJECT_ENSURE_REGISTERED(CountedSimulatorImpl);

/** From here on simulators are counted; none is there. */
void
CountSimulators()
{
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType",
                      StringValue("ns3::mrc::test::CountedSimulatorImpl"));
    g_simulators = 0;
}

void
CountNoMore()
{
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
}

/** Two Writes; a tenth of the packets is lost for a while, then the link is down for a while. */
void
Load(EngineRig& rig)
{
    Outage lossy;
    lossy.down = MicroSeconds(10);
    lossy.up = MicroSeconds(40);
    lossy.ports = {EngineRig::FROM_FIRST};
    lossy.impairment = {FaultEffect::LOSS, 0.1};
    rig.Break(lossy);
    Outage down;
    down.down = MicroSeconds(60);
    down.up = MicroSeconds(90);
    down.ports = {EngineRig::FROM_FIRST, EngineRig::TO_FIRST};
    rig.Break(down);
    rig.Post(1, 1000000);
    rig.Post(2, 0);
}

constexpr int64_t END_US = 20000;

/** @return the reports of a run with this seed, without a Simulator */
std::string
StoryOf(uint64_t seed)
{
    OwnLoop loop;
    EngineRig rig(seed, loop, loop);
    Load(rig);
    loop.Run(Instant() + Micros(END_US));
    EXPECT_GT(rig.user.resent, 0U);
    return rig.Story();
}

TEST(Engine, RunsWithoutASimulator)
{
    CountSimulators();
    const std::string story = StoryOf(1);
    EXPECT_EQ(g_simulators, 0U);
    EXPECT_NE(story.find("delivered 1000000"), std::string::npos) << story;
    EXPECT_NE(story.find("completed 1 at"), std::string::npos) << story;
    EXPECT_NE(story.find("completed 2 at"), std::string::npos) << story;
    CountNoMore();
}

/** @return the connection in a slot, which has been used */
Connection&
ConnectionOf(EngineRig& rig, SlotIndex slot)
{
    return dynamic_cast<Connection&>(rig.GetNics().Seats().AdminOf(slot));
}

TEST(Engine, CallsTheOnlyRole)
{
    OwnLoop loop;
    EngineRig rig(1, loop, loop);
    rig.Post(1, 100000);
    loop.Run(Instant() + Micros(10));
    Connection& first = ConnectionOf(rig, 0);
    Connection& second = ConnectionOf(rig, 1);
    ASSERT_TRUE(first.HasSender() && second.HasReceiver());
    const std::vector<QueuePairSlot>& slots = rig.GetNics().Store().slots;
    EXPECT_EQ(slots[0].pair, &first.GetSender());
    EXPECT_EQ(slots[1].pair, &second.GetReceiver());

    const auto script = rig.GetFabric().ActFromOutside();
    rig.GetNics().Seats().ObserverOf(1).WayChanged(first, first);
    EXPECT_EQ(slots[1].pair, &second.GetReceiver()) << "not of the pair that has the slot";
    first.GetReceiver();
    EXPECT_EQ(slots[0].pair, &first);
}

TEST(Engine, SeedIsHandedIn)
{
    EXPECT_EQ(StoryOf(1), StoryOf(1));
    EXPECT_NE(StoryOf(1), StoryOf(2));
}

/** A NIC that gets a packet does something at another NIC. */
class Trespasser : public PacketFollower
{
  public:
    Trespasser(EngineRig& rig, std::function<void(EngineRig&)> trespass)
        : m_rig(rig),
          m_trespass(std::move(trespass))
    {
        rig.GetFabric().Onlookers().SetFollower(this);
        rig.GetFabric().Onlookers().Follow(EngineRig::TO_SECOND, PORT_FOLLOWED);
    }

    void Sent(PortIndex, FrameIndex) override
    {
    }

    void Forwarded(PortIndex, FrameIndex) override
    {
    }

    void Received(PortIndex, FrameIndex) override
    {
        m_trespass(m_rig);
    }

    void Lost(PortIndex, FrameIndex, DropReason) override
    {
    }

  private:
    EngineRig& m_rig;
    std::function<void(EngineRig&)> m_trespass;
};

void
SendByAnothersPort(EngineRig& rig)
{
    Fabric& fabric = rig.GetFabric();
    fabric.Enqueue(EngineRig::FROM_FIRST, fabric.Pool().Allocate(), Instant());
}

void
CompleteAtAnother(EngineRig& rig)
{
    rig.GetNics().Host().Complete(0, Completion());
}

TEST(Engine, ANodeKeepsToItself)
{
#ifndef MRC_CHECK_OWNERS
    GTEST_SKIP() << "a build without MRC_CHECK_OWNERS looks after no owners";
#endif
    for (const auto trespass : {SendByAnothersPort, CompleteAtAnother})
    {
        OwnLoop loop;
        EngineRig rig(1, loop, loop);
        const Trespasser trespasser(rig, trespass);
        rig.Post(1, 1000);
        EXPECT_DEATH(loop.Run(Instant() + Micros(END_US)), "NIC 1 touches what NIC 0 owns");
    }
}

TEST(Engine, DoesTheSameUnderASimulator)
{
    CountSimulators();
    {
        SimulatorCalendar calendar;
        EngineRig rig(1, SimulatorHost, calendar);
        EXPECT_EQ(g_simulators, 1U);
        Load(rig);
        Simulator::Stop(MicroSeconds(END_US));
        Simulator::Run();
        EXPECT_EQ(rig.Story(), StoryOf(1));
    }
    CountNoMore();
}

} // namespace
} // namespace mrc
} // namespace ns3
