/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// No node touches what another one owns; a build with MRC_CHECK_OWNERS ends a run in which one
// does.

#include "ns3/mrc-fabric-state.h"
#include "ns3/mrc-fabric-watch.h"
#include "ns3/mrc-link-faults.h"
#include "ns3/mrc-owned-parts.h"
#include "ns3/mrc-port-admission.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

constexpr NodeCode FIRST = LinkState::FAR_NIC | 0;  // sends by port 0
constexpr NodeCode SECOND = LinkState::FAR_NIC | 1; // sends by port 1
constexpr NodeCode SWITCH = 0;                      // gets all that they send

class OwnerCheckTest : public testing::Test
{
  protected:
    void SetUp() override
    {
#ifndef MRC_CHECK_OWNERS
        GTEST_SKIP() << "a build without MRC_CHECK_OWNERS looks after no owners";
#endif
    }

    static FabricPlan Plan()
    {
        FabricPlan plan;
        plan.configs.resize(1);
        plan.ports.resize(2);
        plan.links = {LinkState::ToSwitch(SWITCH, 0), LinkState::ToSwitch(SWITCH, 0)};
        plan.owners = {{FIRST, SWITCH}, {SECOND, SWITCH}};
        return plan;
    }

    FabricState m_state{Plan(), KeyedDraws(1)};
};

} // namespace

TEST_F(OwnerCheckTest, APortOfAnotherNode)
{
    const OwnerCheck::Acting acting(m_state.owners, FIRST);
    const FrameIndex frame = m_state.pool.Allocate();
    EXPECT_DEATH(PortAdmission::Enqueue(m_state, 1, frame, Instant()),
                 "NIC 0 touches what NIC 1 owns");
    EXPECT_DEATH(m_state.FatesOf(1), "NIC 0 touches what NIC 1 owns");
    EXPECT_EQ(m_state.Port(0).last, PortState::UNSURE); // of the NIC itself
}

TEST_F(OwnerCheckTest, TheFarEndOfALink)
{
    {
        const OwnerCheck::Acting acting(m_state.owners, FIRST);
        EXPECT_DEATH(m_state.Link(0), "NIC 0 touches what switch 0 owns");
        EXPECT_EQ(m_state.Across(0).frames, 0U); // to hand a frame over
    }
    const OwnerCheck::Acting acting(m_state.owners, SWITCH);
    EXPECT_EQ(m_state.Link(0).frames, 0U);
    EXPECT_DEATH(m_state.Port(0), "switch 0 touches what NIC 0 owns");
}

TEST_F(OwnerCheckTest, BuffersPausesAndTablesOfAnotherNode)
{
    m_state.switches = SharedArray<UsidForwarder>(std::vector<UsidForwarder>(2));
    m_state.routed.byNumber = SharedArray<RoutedSwitch>(std::vector<RoutedSwitch>(2));
    const OwnerCheck::Acting acting(m_state.owners, FIRST);
    OwnedParts(m_state).Buffers(0); // of the NIC itself
    EXPECT_DEATH(OwnedParts(m_state).Buffers(1), "NIC 0 touches what NIC 1 owns");
    EXPECT_DEATH(OwnedParts(m_state).Paused(1), "NIC 0 touches what NIC 1 owns");
    EXPECT_DEATH(OwnedParts(m_state).Rounds(1), "NIC 0 touches what NIC 1 owns");
    EXPECT_DEATH(OwnedParts(m_state).Jitter(1), "NIC 0 touches what NIC 1 owns");
    EXPECT_DEATH(OwnedParts(m_state).Ingress(0), "NIC 0 touches what switch 0 owns");
    EXPECT_DEATH(OwnedParts(m_state).Usids(0, 1), "NIC 0 touches what switch 0 owns");
    EXPECT_DEATH(OwnedParts(m_state).Hashing(0), "NIC 0 touches what switch 0 owns");
    EXPECT_DEATH(OwnedParts(m_state).Routed(0), "NIC 0 touches what switch 0 owns");
}

TEST_F(OwnerCheckTest, AnEventIsForTheNodeWhereItHappens)
{
    EXPECT_EQ(m_state.NodeOf({Instant(), 0, HotCode::Arg(HotKind::ADMIT, 1)}), SWITCH);
    EXPECT_EQ(m_state.NodeOf({Instant(), 0, HotCode::Arg(HotKind::RX, 1)}), SWITCH);
    EXPECT_EQ(m_state.NodeOf({Instant(), 0, HotCode::Arg(HotKind::SERVICE, 1)}), SECOND);
    EXPECT_EQ(m_state.NodeOf({Instant(), 0, HotCode::Arg(HotKind::NIC_WAKE, 1)}), SECOND);
}

TEST_F(OwnerCheckTest, ScriptsAndFaultsMayTouchAll)
{
    const OwnerCheck::Acting acting(m_state.owners, FIRST);
    FabricWatch(m_state).Follow(1, PORT_FOLLOWED); // a callback asks for the state
    EXPECT_EQ(FabricWatch(m_state).Backlog(1, TrafficClass::DATA, Instant()), 0U);
    LinkFaults(m_state).TakeDown(1, DropReason::LINK_DOWN, Instant());
    LinkFaults(m_state).BringUp(1, Instant());
    EXPECT_DEATH(m_state.Port(1), "NIC 0 touches"); // but not calls after the callback
}

TEST_F(OwnerCheckTest, BetweenEventsNobodyIsAsked)
{
    EXPECT_EQ(m_state.Port(1).last, PortState::UNSURE);
    EXPECT_EQ(m_state.Link(1).frames, 0U);
}
