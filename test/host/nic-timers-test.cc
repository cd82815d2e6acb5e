/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The wishes of queue pairs to be woken, as a NIC keeps them.

#include "ns3/mrc-fabric-plan.h"
#include "ns3/mrc-nic-timers.h"

#include <gtest/gtest.h>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace
{

/** The timers of one NIC with two queue pairs. */
class NicTimersTest : public ::testing::Test
{
  protected:
    static NicPlan PlanOfOne()
    {
        NicPlan plan;
        plan.nics.push_back({0, 0});
        return plan;
    }

    NicTimersTest()
        : m_fabric(FabricPlan(), KeyedDraws(1)),
          m_store(PlanOfOne(), m_fabric),
          m_timers(m_store)
    {
        m_store.slots.resize(2);
    }

    void Set(Span at, SlotIndex slot = 0)
    {
        m_timers.Set(m_store.nics[0], slot, Instant() + at);
    }

    SlotIndex TakeDue(Span now)
    {
        return m_timers.TakeDue(m_store.nics[0], Instant() + now);
    }

    std::size_t Count() const
    {
        return m_timers.Count(m_store.nics[0]);
    }

    Fabric m_fabric;
    NicStore m_store;
    NicTimers m_timers;
};

TEST_F(NicTimersTest, TakesAPaceAloneIfNoOtherWishIsDue)
{
    m_timers.SetPace(m_store.nics[0], 0, Instant() + Span(20));
    Set(Span(30), 1);
    const auto take = [this](Span now) {
        return m_timers.TakeOnlyPace(m_store.nics[0], Instant() + now);
    };
    EXPECT_EQ(take(Span(19)), NO_SLOT);
    EXPECT_EQ(take(Span(30)), NO_SLOT); // the other one is due as well
    EXPECT_EQ(take(Span(29)), 0U);
    EXPECT_EQ(take(Span(29)), NO_SLOT); // taken
    EXPECT_EQ(Count(), 1U);
}

TEST_F(NicTimersTest, KeepsOnePaceBesideTheOtherWishes)
{
    Set(Micros(100));
    m_timers.SetPace(m_store.nics[0], 0, Instant() + Micros(10));
    EXPECT_EQ(m_store.nics[0].timerAt, Instant() + Micros(10));
    EXPECT_EQ(m_timers.Earliest(m_store.nics[0]), Instant() + Micros(10));
    Set(Micros(50)); // no wish of its own: the pair is woken before
    EXPECT_EQ(Count(), 2U);
    EXPECT_EQ(TakeDue(Micros(9)), NO_SLOT);
    EXPECT_EQ(TakeDue(Micros(10)), 0U);
    EXPECT_EQ(TakeDue(Micros(99)), NO_SLOT);
    m_timers.SetPace(m_store.nics[0], 0, Instant() + Micros(20));
    m_timers.SetPace(m_store.nics[0], 1, Instant() + Micros(20));
    EXPECT_EQ(TakeDue(Micros(20)), 1U) << "the queue pair that was made last comes first";
    EXPECT_EQ(TakeDue(Micros(20)), 0U);
    EXPECT_EQ(TakeDue(Micros(100)), 0U) << "the timeout";
    EXPECT_EQ(TakeDue(Micros(100)), NO_SLOT);
    EXPECT_EQ(Count(), 0U);
}

// A queue pair below the line's rate wishes to be woken for each packet, and at its timeout after
// the packet. Once each of these left an entry for the whole timeout.
// Clauses: [roce-timeout]
TEST_F(NicTimersTest, PacedPacketsLeaveNoEntriesBehind)
{
    const Span timeout = Micros(67000);
    for (int64_t us = 1; us <= 10000; ++us)
    {
        Set(Micros(us - 1) + timeout);
        Set(Micros(us));
        ASSERT_EQ(TakeDue(Micros(us)), 0U) << us;
        ASSERT_EQ(TakeDue(Micros(us)), NO_SLOT) << us;
    }
    EXPECT_EQ(Count(), 1U);
    // The timeout of the latest packet: the entry of the first one serves, and is set again.
    Set(Micros(10000) + timeout);
    EXPECT_EQ(TakeDue(Micros(66999)), NO_SLOT);
    EXPECT_EQ(TakeDue(Micros(67000)), 0U);
    Set(Micros(10000) + timeout);
    EXPECT_EQ(TakeDue(Micros(76999)), NO_SLOT);
    EXPECT_EQ(TakeDue(Micros(77000)), 0U);
    EXPECT_EQ(Count(), 0U);
}

// Nothing is woken later than the queue pair wished, whatever wishes come and go.
// Clauses: [roce-timeout]
TEST_F(NicTimersTest, NoWishIsMissed)
{
    const KeyedDraws draws(7);
    for (SlotIndex slot : {0U, 1U})
    {
        Instant wish = Instant::Never();
        Instant now;
        for (uint64_t step = 0; step < 5000; ++step)
        {
            now = now + Nanos(static_cast<int64_t>(draws.Bits(3 * step) % 50));
            bool isWoken = false;
            for (SlotIndex due = TakeDue(now - Instant()); due != NO_SLOT;
                 due = TakeDue(now - Instant()))
            {
                isWoken |= due == slot;
            }
            EXPECT_TRUE(isWoken || wish > now) << step;
            wish = wish <= now ? Instant::Never() : wish;
            if (isWoken || draws.Bits(3 * step + 1) % 2 == 0)
            {
                const Instant next =
                    now + Nanos(1 + static_cast<int64_t>(draws.Bits(3 * step + 2) % 1000));
                wish = std::min(wish, next);
                Set(wish - Instant(), slot);
            }
        }
        for (Instant rest = m_timers.Earliest(m_store.nics[0]); rest != Instant::Never();
             rest = m_timers.Earliest(m_store.nics[0]))
        {
            TakeDue(rest - Instant());
        }
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
