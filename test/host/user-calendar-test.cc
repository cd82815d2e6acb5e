/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-allocated-bytes.h"
#include "calendar-rig.h"

#include "ns3/mrc-ordinary-place.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** A calendar, of which one side is enough, and the acts that were made. */
class UserCalendarTest : public testing::Test, public CalendarRig
{
  public:
    UserCalendarTest()
        : m_held(NewCalendar()),
          m_calendar(*m_held)
    {
        m_loop.Clock().limit = Instant::Never();
    }

    void ScheduleIn(const OrdinaryPlace& place, std::function<void()> call) override
    {
        m_loop.At(TimeStep(place.tick), std::move(call));
    }

    bool IsStopped() const override
    {
        return m_isStopped;
    }

  protected:
    /** Enters acts of 100 owners each. */
    void EnterAll(Instant tick)
    {
        for (const char& owner : m_owners)
        {
            m_calendar.Enter(tick, &owner, [this, &owner] {
                m_made += std::to_string(&owner - m_owners.data()) + ' ';
            });
        }
    }

    /** Forgets acts of all owners but one. */
    void ForgetAllBut(const char& kept)
    {
        for (const char& owner : m_owners)
        {
            if (&owner != &kept)
            {
                m_calendar.Forget(&owner);
            }
        }
    }

    const std::shared_ptr<UserCalendar> m_held;
    UserCalendar& m_calendar;
    std::string m_owners = std::string(100, ' ');
    std::string m_made;
    bool m_isStopped{false};
};

// Clause: [several-threads]
TEST_F(UserCalendarTest, ForgetsActsOfOneOwner)
{
    const UserMoment moment = m_calendar.MomentOf(Instant() + Nanos(50));
    EnterAll(moment.At());
    ForgetAllBut(m_owners[42]);
    m_news.latest[moment] = moment.At();
    m_calendar.CallOf(moment).tell();
    EXPECT_EQ(m_made, "42 ");
    EXPECT_EQ(m_calendar.Next(), Instant::Never());
}

// Also those that have become ordinary events meanwhile. Clause: [several-threads]
TEST_F(UserCalendarTest, ForgetsActsThatAreOrdinaryEvents)
{
    EnterAll(Instant() + Nanos(50));
    m_calendar.Merge();
    ForgetAllBut(m_owners[7]);
    m_loop.Run(Instant() + Nanos(100));
    EXPECT_EQ(m_made, "7 ");
}

/** Counts the hints that were taken. @param count of them */
HintStep
CountHint(const void* count, uint32_t)
{
    ++*const_cast<int*>(static_cast<const int*>(count));
    return {};
}

// Memory is asked for before the acts that touch it, and never for an owner that is gone.
TEST_F(UserCalendarTest, HintsAtWhatActsTouch)
{
    int hints = 0;
    int acts = 0;
    const UserMoment moment = m_calendar.MomentOf(Instant() + Nanos(50));
    for (const char& owner : m_owners)
    {
        const auto act = [&hints, &acts] { EXPECT_GT(hints, acts++); };
        m_calendar.Enter(moment.At(), &owner, act, {&CountHint, &hints});
    }
    for (int i = 0; i < 30; ++i)
    {
        m_calendar.Forget(&m_owners[i]);
    }
    m_news.latest[moment] = moment.At();
    m_calendar.CallOf(moment).tell();
    EXPECT_EQ(acts, 70);
    EXPECT_EQ(hints, 70);
}

// Most moments have one act, so calls of several moments hint at their acts side by side.
TEST_F(UserCalendarTest, CallsHintAtTheActOfTheirMoment)
{
    int hints = 0;
    const Instant tick = Instant() + Nanos(50);
    m_calendar.Enter(tick, &m_owners[0], [this] { m_made += "act "; }, {&CountHint, &hints});
    m_calendar.Enter(tick + Nanos(1), &m_owners[1], [] {}, {&CountHint, &hints});
    m_calendar.Forget(&m_owners[1]);
    m_calendar.Foresee(m_calendar.MomentOf(tick + Nanos(2))); // without an act
    HintBatch<3> batch;
    for (const int64_t later : {0, 1, 2})
    {
        batch.Add(m_calendar.CallOf(m_calendar.MomentOf(tick + Nanos(later))).hint);
    }
    batch.Go();
    EXPECT_EQ(hints, 1) << "the second owner is gone, and the third moment has no act";
    const UserMoment moment = m_calendar.MomentOf(tick);
    m_news.latest[moment] = moment.At();
    m_calendar.CallOf(moment).tell();
    EXPECT_EQ(m_made, "act ");
    EXPECT_EQ(hints, 1) << "nobody asks a second time";
}

// Memory of moments that are over serves others. Clause: [several-threads]
TEST_F(UserCalendarTest, ActsOfOneMomentComeOnce)
{
    for (const int64_t tick : {50, 60, 70})
    {
        m_made.clear();
        m_owners.resize(100 - tick); // at each moment fewer
        const UserMoment moment = m_calendar.MomentOf(Instant() + Nanos(tick));
        EnterAll(moment.At());
        ForgetAllBut(m_owners[7]);
        m_news.latest[moment] = moment.At();
        m_calendar.CallOf(moment).tell();
        EXPECT_EQ(m_made, "7 ");
    }
    EXPECT_EQ(m_calendar.Next(), Instant::Never());
}

// A job has millions of moments, and some of these have thousands of acts.
// Clause: [several-threads]
TEST_F(UserCalendarTest, KeepsLittleOfMomentsThatAreOver)
{
    m_made.reserve(1 << 20);
    const uint64_t before = AllocatedBytes();
    for (int64_t tick = 50; tick < 1050; ++tick)
    {
        EnterAll(Instant() + Nanos(tick));
    }
    if (AllocatedBytes() < before + 10000000) // acts of 100 owners, 1,000 times
    {
        GTEST_SKIP() << "the allocator does not say what is in use";
    }
    for (int64_t tick = 50; tick < 1050; ++tick)
    {
        m_made.clear();
        const UserMoment moment = m_calendar.MomentOf(Instant() + Nanos(tick));
        m_news.latest[moment] = moment.At();
        m_calendar.CallOf(moment).tell();
    }
    EXPECT_LT(AllocatedBytes(), before + 2500000) << "8,192 acts, and what this test notes";
}

// The next run has the others, in their order. Those behind hot events are still behind them then.
// Clause: [several-threads]
TEST_F(UserCalendarTest, ActsBehindAStopWaitForTheNextRun)
{
    for (const bool isEnd : {false, true})
    {
        m_made.clear();
        const Instant tick = m_loop.OrdinaryNow() + (isEnd ? Span() : Nanos(50));
        m_loop.Clock().firing = isEnd;
        const UserMoment moment = m_calendar.MomentOf(tick);
        ASSERT_EQ(moment.IsEnd(), isEnd);
        for (const char* const name : {"before ", "stop ", "behind ", "last "})
        {
            m_calendar.Enter(tick, name, [this, name, isEnd] {
                m_made += name;
                m_isStopped = std::string(name) == "stop ";
                EXPECT_EQ(m_calendar.Told() && m_calendar.Told()->IsEnd(), isEnd) << name;
            });
        }
        m_loop.Clock().firing = false;
        m_news.latest[moment] = moment.At();
        m_calendar.CallOf(moment).tell();
        EXPECT_EQ(m_made, "before stop ");
        EXPECT_EQ(m_calendar.Next(), Instant::Never());
        m_isStopped = false;
        m_loop.Run(tick + Nanos(10));
        EXPECT_EQ(m_made, "before stop behind last ");
        EXPECT_FALSE(m_calendar.Told());
        m_loop.Clock().limit = Instant::Never();
    }
}

// Those behind hot events become ordinary events too, and so do those that they add: all come in
// the order of their entries. Clause: [several-threads]
TEST_F(UserCalendarTest, ActsComeAmongOrdinaryEventsOfTheirTick)
{
    const Instant tick = m_loop.OrdinaryNow();
    m_loop.Clock().firing = true;
    const UserMoment moment = m_calendar.MomentOf(tick);
    const auto add = [this, tick](const char* name) {
        m_calendar.Enter(tick, this, [this, name] { m_made += name; });
    };
    m_calendar.Enter(tick, this, [&] {
        m_made += "first ";
        m_loop.At(ToTime(tick), [this] { m_made += "event "; });
        m_loop.Clock().limit = moment.Cut();
        add("behind ");
    });
    m_calendar.Enter(tick, this, [&] {
        m_made += "second ";
        EXPECT_FALSE(m_calendar.Foresee(moment));
        add("last ");
    });
    m_loop.Clock().firing = false;
    m_news.latest[moment] = moment.At();
    m_calendar.CallOf(moment).tell();
    EXPECT_EQ(m_made, "first ");
    m_loop.Run(tick + Nanos(1));
    EXPECT_EQ(m_made, "first event second behind last ") << "in the order of the loop";
    EXPECT_EQ(m_calendar.Next(), Instant::Never());
}

// Clause: [several-threads]
TEST_F(UserCalendarTest, RefusesActsThatShardsHavePassed)
{
    m_news.reached = Instant() + Nanos(60);
    EXPECT_THROW(EnterAll(Instant() + Nanos(50)), std::logic_error);
    EnterAll(Instant() + Nanos(60));
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
