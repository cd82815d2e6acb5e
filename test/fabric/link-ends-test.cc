/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-fabric-tally.h"
#include "ns3/mrc-frame-ends.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

/** One link: its ends drop frames. */
class OneLink
{
  public:
    OneLink()
        : m_state(Plan(), KeyedDraws(1))
    {
    }

    /** The sender drops a frame before it is sent. */
    OneLink& Refuse(uint32_t digest)
    {
        FrameEnds(m_state).Refuse(0, Make(digest), DropReason::DATA_OVERFLOW, Instant());
        return *this;
    }

    /** A frame is lost on the link. */
    OneLink& Lose(uint32_t digest)
    {
        FrameEnds(m_state).Lose(0, Make(digest), DropReason::LINK_DOWN, Instant());
        return *this;
    }

    PortCounters Counters() const
    {
        return FabricTally(m_state).Counters(0);
    }

    /** @return the counters of this end of the link */
    const DropTable& Refused() const
    {
        return m_state.refused;
    }

    const DropTable& Lost() const
    {
        return m_state.lost;
    }

    uint64_t Fingerprint() const
    {
        return FabricTally(m_state).Fingerprint();
    }

  private:
    static FabricPlan Plan()
    {
        FabricPlan plan;
        plan.configs.resize(1);
        plan.ports.resize(1);
        plan.links = {LinkState::ToNic(7, 3)};
        return plan;
    }

    FrameIndex Make(uint32_t digest)
    {
        const FrameIndex index = m_state.pool.Allocate();
        m_state.pool.At(index) = Frame();
        m_state.pool.At(index).digest = digest;
        return index;
    }

    FabricState m_state;
};

} // namespace

TEST(LinkEnds, WhatOneEndDoesFirstDoesNotShow)
{
    EXPECT_EQ(OneLink().Refuse(1).Lose(2).Fingerprint(), OneLink().Lose(2).Refuse(1).Fingerprint());
    EXPECT_EQ(OneLink().Refuse(1).Lose(2).Counters().fingerprint,
              OneLink().Lose(2).Refuse(1).Counters().fingerprint);
}

TEST(LinkEnds, TheOrderAtOneEndShows)
{
    EXPECT_NE(OneLink().Refuse(1).Refuse(2).Fingerprint(),
              OneLink().Refuse(2).Refuse(1).Fingerprint());
    EXPECT_NE(OneLink().Lose(1).Lose(2).Fingerprint(), OneLink().Lose(2).Lose(1).Fingerprint());
}

TEST(LinkEnds, AtWhichEndAFrameEndedShows)
{
    EXPECT_NE(OneLink().Refuse(1).Fingerprint(), OneLink().Lose(1).Fingerprint());
    EXPECT_NE(OneLink().Refuse(1).Lose(2).Fingerprint(), OneLink().Refuse(2).Lose(1).Fingerprint());
}

TEST(LinkEnds, DropsOfBothEndsAreCounted)
{
    EXPECT_EQ(OneLink().Refuse(1).Lose(2).Lose(3).Counters().drops, 3U);
}

TEST(LinkEnds, EachEndCountsItsOwnDrops)
{
    OneLink link;
    link.Refuse(1).Lose(2).Lose(3);
    EXPECT_EQ(link.Refused().AllAt(0), 1U);
    EXPECT_EQ(link.Refused().All(DropReason::DATA_OVERFLOW), 1U);
    EXPECT_EQ(link.Lost().AllAt(0), 2U);
    EXPECT_EQ(link.Lost().All(DropReason::LINK_DOWN), 2U);
}

TEST(LinkEnds, ALinkKnowsTheNodeAtItsFarEnd)
{
    LinkState link = LinkState::ToNic(7, 3);
    link.Flag(LinkState::FAR_JUDGED, true);
    EXPECT_TRUE(link.IsToNic());
    EXPECT_EQ(link.Number(), 7U);
    EXPECT_EQ(link.Plane(), 3);
    link.Flag(LinkState::FAR_JUDGED, false);
    EXPECT_EQ(link.far, LinkState::ToNic(7, 3).far);
    EXPECT_FALSE(LinkState::ToSwitch(7, 3).IsToNic());
}
