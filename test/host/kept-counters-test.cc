/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "calendar-rig.h"
#include "engine-rig.h"

#include "ns3/mrc-kept-counters.h"
#include "ns3/mrc-nic-plan.h"
#include "ns3/mrc-nic-store.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <stdexcept>
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

constexpr uint32_t PAIRS = 50; // the table grows for their two ends

/** Counters of 100 slots, of which those of even number post. */
class KeptCountersTest : public testing::Test, public CalendarRig
{
  public:
    KeptCountersTest()
        : m_store(NicPlan(), m_rig.GetFabric()),
          m_kept(m_store, m_rig.GetNics().Seats())
    {
        m_store.kernel = m_rig.GetNics().Store().kernel;
        m_store.slots.resize(2 * PAIRS);
        m_store.news = &m_news;
        m_news.calendar = NewCalendar();
        for (SlotIndex slot = 2; slot < 2 * PAIRS; slot += 2)
        {
            QueuePairPlan own;
            own.slot = slot;
            own.nic = 0;
            own.peer = 1;
            own.peerOffer = own.qp.Offer();
            QueuePairPlan peer = own;
            peer.slot = slot + 1;
            std::swap(peer.nic, peer.peer);
            m_rig.GetNics().Setup().AddReady(own, peer);
        }
    }

  protected:
    /** Packets of each slot so far. */
    using Packets = std::vector<uint64_t>;

    /** Has each pair send, and waits. @return the packets of all slots */
    Packets Send()
    {
        for (uint32_t pair = 0; pair < PAIRS; ++pair)
        {
            WorkRequest request;
            request.id = m_posts++;
            request.length = 4096 * (1 + pair % 7);
            m_rig.GetNics().Host().Post(2 * pair, request);
        }
        m_now = m_now + Micros(500);
        m_loop.Run(m_now);
        Packets packets;
        for (SlotIndex slot = 0; slot < 2 * PAIRS; ++slot)
        {
            packets.push_back(m_rig.GetNics().Seats().AdminOf(slot).Status().counters.sentPackets);
        }
        return packets;
    }

    /** Keeps counters of all slots. */
    void KeepAll(const UserMoment& moment)
    {
        for (SlotIndex slot = 0; slot < 2 * PAIRS; ++slot)
        {
            m_kept.Keep(slot, moment);
        }
    }

    /** @return the packets that users see, as the shard tells of an event of that instant */
    Packets SeenAt(Instant at)
    {
        const HotClock before = m_loop.Clock();
        m_loop.Clock().firing = true;
        m_loop.Clock().now = at;
        Packets packets;
        for (SlotIndex slot = 0; slot < 2 * PAIRS; ++slot)
        {
            packets.push_back(m_kept.Of(slot).sentPackets);
        }
        m_loop.Clock() = before;
        return packets;
    }

    EngineRig m_rig{1, m_loop, m_loop};
    NicStore m_store;
    KeptCounters m_kept;
    Instant m_now;
    uint64_t m_posts{0};
};

// Clauses: [several-threads]
TEST_F(KeptCountersTest, AreThoseOfEachMoment)
{
    const Packets first = Send();
    const Instant one = m_now;
    KeepAll(one);
    const Packets second = Send();
    ASSERT_EQ(first[12], 7U);
    ASSERT_EQ(second[12], 14U);
    const Instant two = m_now;
    KeepAll(two);
    EXPECT_EQ(SeenAt(one), first);
    EXPECT_EQ(SeenAt(two), second);
    const Packets third = Send();
    EXPECT_EQ(SeenAt(two), second);
    KeepAll(two); // another event of that instant
    EXPECT_EQ(SeenAt(one), first);
    EXPECT_EQ(SeenAt(two), third);
}

// Windows are many: what one has kept is nothing to the next. Clauses: [several-threads]
TEST_F(KeptCountersTest, GoWithTheirWindow)
{
    const Packets before = Send();
    KeepAll(m_now);
    EXPECT_EQ(SeenAt(m_now), before);
    m_kept.Forget();
    EXPECT_NE(ThrownText<std::logic_error>([&] { SeenAt(m_now); }).find("which nobody asked for"),
              std::string::npos);
    m_kept.Keep(5, m_now + Micros(1));
    for (SlotIndex slot = 0; slot < 2 * PAIRS; ++slot)
    {
        EXPECT_THROW(m_kept.Of(slot), std::logic_error) << "slot " << slot;
    }
    const Packets second = Send();
    KeepAll(m_now);
    EXPECT_EQ(SeenAt(m_now), second);
}

// A user acts before the hot events of a tick, and another one amid them.
// Clauses: [several-threads]
TEST_F(KeptCountersTest, TellMomentsOfOneInstantApart)
{
    const Packets first = Send();
    const Instant tick = m_now + Micros(500);
    const UserMoment begin = UserMoment::BeginOf(tick);
    constexpr SlotIndex SLOT = 12;
    uint64_t seen = 0;
    const auto act = [&] { seen = m_kept.Of(SLOT).sentPackets; };
    m_news.calendar->Enter(tick, this, act);
    m_kept.KeepAt(SLOT, begin);
    m_kept.Pass(UserMoment::BeginOf(m_now)); // an earlier one
    m_kept.Pass(begin);
    Send();
    ASSERT_EQ(m_now, tick);
    const Packets second = Send();
    KeepAll(tick);
    KeepAll(UserMoment::EndOf(tick));
    EXPECT_EQ(SeenAt(tick), second);
    m_news.latest[begin] = tick;
    m_loop.Clock().limit = Instant::Never();
    m_news.calendar->CallOf(begin).tell();
    EXPECT_EQ(seen, first[SLOT]);
}

// Clauses: [several-ranks]
TEST_F(KeptCountersTest, AreEmptyInOtherProcesses)
{
    Send();
    m_store.plan.isHere = [](uint32_t) { return false; };
    EXPECT_EQ(SeenAt(m_now), Packets(SlotIndex{2} * PAIRS, 0));
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
