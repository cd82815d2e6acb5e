/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which frames go to another process, and which must not.

#include "ns3/mrc-fabric-state.h"
#include "ns3/mrc-rank-mail.h"
#include "ns3/mrc-stock-packet.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Two links from one shard to another. */
class TwoLinks
{
  public:
    TwoLinks()
        : m_state(Plan(), KeyedDraws(1))
    {
        m_state.shards = {&m_state, nullptr}; // the other one is in another process
    }

    /** A frame leaves over a link. @return the datagram of the frame */
    Datagram& Send(PortIndex link, uint32_t digest)
    {
        const FrameIndex index = m_state.pool.Allocate();
        m_state.pool.At(index) = Frame();
        m_state.pool.At(index).digest = digest;
        m_state.pool.DatagramAt(index) = Datagram();
        m_state.cuts->Send(link, index, Instant(1000));
        return m_state.pool.DatagramAt(index);
    }

    RankBytes Pack()
    {
        RankBytes bytes;
        RankMail(m_state).PackFrames(1, bytes);
        return bytes;
    }

  private:
    static FabricPlan Plan()
    {
        FabricPlan plan;
        plan.configs.resize(1);
        plan.ports.resize(2);
        plan.links = {LinkState::ToNic(7, 3), LinkState::ToNic(8, 3)};
        plan.cuts.shards = 2;
        plan.cuts.senders = {0, 0};
        plan.cuts.receivers = {1, 1};
        return plan;
    }

    FabricState m_state;
};

TEST(RankMail, FramesGoOnceInTheOrderOfTheirDepartures)
{
    TwoLinks links;
    links.Send(1, 20);
    links.Send(0, 10).source = 5;
    const RankBytes bytes = links.Pack();
    RankReader reader(bytes);
    EXPECT_EQ(reader.Take<uint32_t>(), 2U) << "frames from the one shard here to the one there";
    EXPECT_EQ(reader.Take<PortIndex>(), 1U);
    EXPECT_EQ(reader.Take<Frame>().digest, 20U);
    reader.Take<Datagram>();
    EXPECT_EQ(reader.Take<PortIndex>(), 0U);
    EXPECT_EQ(reader.Take<Frame>().digest, 10U);
    EXPECT_EQ(reader.Take<Datagram>().source, 5U);
    EXPECT_FALSE(reader.HasMore());
    const RankBytes none = links.Pack();
    RankReader again(none);
    EXPECT_EQ(again.Take<uint32_t>(), 0U);
    EXPECT_FALSE(again.HasMore());
}

// Install refuses stock stacks on ranks. A frame of theirs would name a packet of another process.
TEST(RankMail, StockPacketsStayInTheirProcess)
{
    TwoLinks links;
    links.Send(0, 10).bth.opcode = STOCK_OPCODE;
    EXPECT_THROW(links.Pack(), std::logic_error);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
