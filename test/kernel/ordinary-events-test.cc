/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/make-event.h"
#include "ns3/mrc-ordinary-events.h"

#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr uint32_t LAST_UID = std::numeric_limits<uint32_t>::max() - 1;

class OrdinaryEventsTest : public testing::TestWithParam<const char*>
{
  protected:
    void SetUp() override
    {
        ObjectFactory factory;
        factory.SetTypeId(std::string("ns3::") + GetParam());
        m_events.SetScheduler(factory);
    }

    /** Inserts an event at a tick while tick 10 is current. */
    EventId Insert(uint64_t tick)
    {
        const Ptr<EventImpl> event(MakeEvent([]() {}), false);
        event->Ref(); // the events' own
        return EventId(event, tick, 0, m_events.Insert(10, tick, 0, PeekPointer(event)));
    }

    /** Makes the next insertion the last one before a wrap and the one after that wrap. */
    void Wrap()
    {
        m_events.SetNextUid(LAST_UID);
        m_wrapped.push_back(Insert(10));
        m_wrapped.push_back(Insert(10));
    }

    /** @return whether the next event is this one, which hereby has run */
    bool RunsNext(const EventId& id)
    {
        const Scheduler::Event event = m_events.TakeNext();
        event.impl->Unref();
        return event.impl == id.PeekEventImpl();
    }

    OrdinaryEvents m_events;
    std::vector<EventId> m_wrapped;
};

// A place is that of an event which is scheduled when the place is taken, also through wraps.
TEST_P(OrdinaryEventsTest, ComeWhereTheirPlacesAre)
{
    const EventId first = Insert(20);
    const auto place = m_events.Reserve(10, 20);
    const auto unused = m_events.Reserve(10, 20);
    const auto later = m_events.Reserve(10, 21);
    const EventId second = Insert(20);
    Wrap();
    const auto last = m_events.Reserve(10, 20);
    const EventId third = Insert(21);
    Wrap();
    EXPECT_TRUE(m_events.IsAhead(*place, 10));
    std::vector<EventId> placed;
    for (const auto& one : {last, later, place})
    {
        const Ptr<EventImpl> event(MakeEvent([]() {}), false);
        event->Ref(); // the events' own
        m_events.InsertIn(*one, 0, PeekPointer(event));
        placed.emplace_back(event, one->tick, 0, one->uid);
    }
    for (const EventId& id : m_wrapped)
    {
        EXPECT_TRUE(RunsNext(id));
    }
    EXPECT_EQ(m_events.NextTick(), 20);
    EXPECT_TRUE(RunsNext(first));
    EXPECT_TRUE(RunsNext(placed[2]));
    EXPECT_TRUE(m_events.IsAhead(*unused, 20));
    EXPECT_TRUE(m_events.IsPending(second, 20));
    EXPECT_TRUE(RunsNext(second));
    EXPECT_FALSE(m_events.IsAhead(*unused, 20));
    EXPECT_TRUE(RunsNext(placed[0]));
    EXPECT_TRUE(RunsNext(placed[1]));
    EXPECT_TRUE(RunsNext(third));
    EXPECT_TRUE(m_events.IsEmpty());
}

// Most places are never used, and go in another order than they came.
TEST_P(OrdinaryEventsTest, ForgetPlacesThatAreGone)
{
    const auto first = m_events.Reserve(10, 20);
    auto second = m_events.Reserve(10, 20);
    const auto third = m_events.Reserve(10, 20);
    auto fourth = m_events.Reserve(10, 20);
    fourth.reset();
    second.reset();
    Wrap();
    EXPECT_EQ(first->uid + 1, third->uid) << "nobody else takes a new uid";
    EXPECT_EQ(third->uid + 1, m_wrapped.back().GetUid()) << "nor behind them";
}

TEST(OrdinaryEventsPlace, MayOutliveTheEvents)
{
    std::shared_ptr<OrdinaryPlace> first;
    std::shared_ptr<OrdinaryPlace> second;
    {
        OrdinaryEvents events;
        first = events.Reserve(10, 20);
        second = events.Reserve(10, 21);
    }
    first.reset();
    EXPECT_EQ(second->tick, 21U);
}

TEST_P(OrdinaryEventsTest, KeepTheirOrderAndNamesThroughTwoWraps)
{
    const EventId first = Insert(20);
    Wrap();
    const EventId second = Insert(20);
    const EventId removed = Insert(20);
    Wrap();
    const EventId third = Insert(20);
    for (const EventId& id : {first, second, removed, third})
    {
        EXPECT_TRUE(m_events.IsPending(id, 10));
        EXPECT_FALSE(m_events.IsPending(id, 21));
    }
    m_events.Remove(removed);
    EXPECT_FALSE(m_events.IsPending(removed, 10));
    EXPECT_EQ(m_events.NextTick(), 10);
    for (const EventId& id : m_wrapped)
    {
        EXPECT_TRUE(m_events.IsPending(id, 10));
        EXPECT_TRUE(RunsNext(id));
        EXPECT_FALSE(m_events.IsPending(id, 10));
    }
    EXPECT_EQ(m_events.NextTick(), 20);
    for (const EventId& id : {first, second, third})
    {
        EXPECT_TRUE(m_events.IsPending(id, 19));
        EXPECT_TRUE(RunsNext(id));
        EXPECT_FALSE(m_events.IsPending(id, 20));
    }
    EXPECT_TRUE(m_events.IsEmpty());
}

TEST_P(OrdinaryEventsTest, HaveRunWhereTheWrapCameLaterInTheirTick)
{
    m_events.SetNextUid(1000);
    const EventId before = Insert(10);
    EXPECT_TRUE(RunsNext(before));
    Wrap();
    EXPECT_FALSE(m_events.IsPending(before, 10));
    // As many events as make an uid come again: another event.
    m_events.SetNextUid(before.GetUid());
    const EventId after = Insert(10);
    EXPECT_EQ(after.GetUid(), before.GetUid());
    EXPECT_FALSE(m_events.IsPending(before, 10));
    EXPECT_TRUE(m_events.IsPending(after, 10));
}

INSTANTIATE_TEST_SUITE_P(Kernel,
                         OrdinaryEventsTest,
                         testing::Values("MapScheduler",
                                         "HeapScheduler",
                                         "ListScheduler",
                                         "CalendarScheduler",
                                         "PriorityQueueScheduler"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
} // namespace mrc
} // namespace ns3
