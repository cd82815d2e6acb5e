/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfc-rig.h"

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** A sender knows its last frame without a look at the link; these are the cases of doubt. */
class LinkPipeDoubts : public ::testing::Test
{
  protected:
    /** A packet goes, and arrives, before the test does anything. */
    LinkPipeDoubts()
        : m_rig(SmallFabric(3, 3, 0), PfcWay())
    {
        m_rig.Stream(0, 1, 1);
        m_rig.RunTo();
        EXPECT_EQ(m_rig.HitsOf(1), 1U);
    }

    /** Others go: they arrive too. */
    void ExpectNextToArrive()
    {
        const uint32_t before = m_rig.HitsOf(1);
        m_rig.Stream(0, 1, 2);
        m_rig.RunTo();
        EXPECT_EQ(m_rig.HitsOf(1), before + 2);
        m_rig.ExpectEmpty();
    }

    /** Gives the link of NIC 0 another length. */
    void SetPropagation(Span propagation)
    {
        PortConfig config = m_rig.fabric.State().ConfigOf(m_rig.Up(0));
        config.propagation = propagation;
        m_rig.fabric.Settings().Configure(m_rig.Up(0), config, m_rig.kernel.Now());
    }

    PfcRig m_rig;
};

TEST_F(LinkPipeDoubts, LinkThatBecomesLongerHasNoOldFrame)
{
    SetPropagation(Micros(100)); // by that the packet before would be on its way still
    ExpectNextToArrive();
}

TEST_F(LinkPipeDoubts, LinkThatBecomesShorterKeepsTheOrder)
{
    SetPropagation(Micros(50));
    m_rig.Stream(0, 1, 1);
    m_rig.RunTo(m_rig.kernel.Now() - Instant() + Micros(2));
    EXPECT_EQ(m_rig.HitsOf(1), 1U) << "the second is on its way";
    SetPropagation(Nanos(100));
    m_rig.Stream(0, 1, 2);
    m_rig.RunTo();
    ASSERT_EQ(m_rig.hits.size(), 4U);
    for (std::size_t i = 0; i < m_rig.hits.size(); ++i)
    {
        EXPECT_EQ(m_rig.hits[i].shot, i);
    }
    m_rig.ExpectEmpty();
}

TEST_F(LinkPipeDoubts, FramesThatAreLostHaveNoneBehindThem)
{
    const PortIndex up = m_rig.Up(0);
    m_rig.Stream(0, 1, 3);
    m_rig.RunTo(m_rig.kernel.Now() - Instant() + PACKET_TIME + Nanos(50));
    m_rig.fabric.Faults().TakeDown(up, DropReason::LINK_DOWN, m_rig.kernel.Now());
    m_rig.fabric.Faults().BringUp(up, m_rig.kernel.Now());
    EXPECT_GT(m_rig.Drops(DropReason::LINK_DOWN), 0U);
    m_rig.RunTo();
    ExpectNextToArrive();
}

TEST_F(LinkPipeDoubts, PortWithoutLinkTakesTimeAndSendsNothing)
{
    const PortIndex up = m_rig.Up(0);
    m_rig.fabric.Faults().TakeDown(up, DropReason::LINK_DOWN, m_rig.kernel.Now());
    m_rig.Stream(0, 1, 1);
    m_rig.RunTo();
    m_rig.fabric.Faults().BringUp(up, m_rig.kernel.Now());
    ExpectNextToArrive();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
