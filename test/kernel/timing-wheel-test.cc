/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-hash.h"
#include "ns3/mrc-timing-wheel.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr int64_t BUCKET = TimingWheel::BucketWidth().Ps();
constexpr int64_t SPAN = TimingWheel::Reach().Ps();

bool
Equal(const HotEvent& a, const HotEvent& b)
{
    return a.at == b.at && a.key == b.key && a.arg == b.arg;
}

/** Takes the first event out of a wheel that has one. */
HotEvent
TakeFirst(TimingWheel& wheel)
{
    EXPECT_TRUE(wheel.Fill(Instant::Never()));
    const HotEvent event = *wheel.Head();
    wheel.Pop();
    return event;
}

/** Inserts the events, reads them all back and expects their order. */
void
ExpectSorted(std::vector<HotEvent> events)
{
    TimingWheel wheel;
    for (const HotEvent& event : events)
    {
        wheel.Insert(event);
    }
    std::sort(events.begin(), events.end(), EarlierHotEvent());
    for (std::size_t i = 0; i < events.size(); ++i)
    {
        EXPECT_EQ(wheel.Earliest(), events[i].at);
        ASSERT_TRUE(Equal(TakeFirst(wheel), events[i])) << "event " << i;
    }
    EXPECT_TRUE(wheel.IsEmpty());
    EXPECT_FALSE(wheel.Fill(Instant::Never()));
}

/** How far ahead the events of a random program go. */
struct Program
{
    const char* name;
    uint32_t pending; // events that wait at the start
    int64_t nearPs;   // most events go up to so far ahead
    int64_t farPs;    // one in a hundred goes up to so far ahead
    uint32_t burst;   // so many have the same instant
    uint32_t limits;  // one fill in so many has a limit short of the next event
};

void
PrintTo(const Program& program, std::ostream* os)
{
    *os << program.name;
}

class RandomProgram : public testing::TestWithParam<Program>
{
};

TEST_P(RandomProgram, ReadsTheOrderOfASet)
{
    const Program& program = GetParam();
    uint64_t draws = 0;
    const auto draw = [&draws]() { return Mix(draws++); };
    TimingWheel wheel;
    std::multiset<HotEvent, EarlierHotEvent> expected;
    const auto insert = [&](int64_t now, int64_t reach) {
        const Instant at(now + static_cast<int64_t>(draw() % static_cast<uint64_t>(reach + 1)));
        for (uint32_t i = 0; i < program.burst; ++i)
        {
            const HotEvent event{at,
                                 static_cast<uint32_t>(draw() % 4),
                                 static_cast<uint32_t>(draw() % 1000)};
            wheel.Insert(event);
            expected.insert(event);
        }
    };
    for (uint32_t i = 0; i < program.pending; ++i)
    {
        insert(0, i % 100 == 0 ? program.farPs : program.nearPs);
    }
    for (int step = 0; step < 100000 && !expected.empty(); ++step)
    {
        const HotEvent first = *expected.begin();
        if (draw() % program.limits == 0)
        {
            // Nothing is before the limit; an event at the limit still comes first if it is first.
            const Instant limit(first.at.Ps() - static_cast<int64_t>(draw() % 3));
            ASSERT_FALSE(wheel.Fill(limit));
        }
        ASSERT_EQ(wheel.Earliest(), first.at);
        ASSERT_TRUE(Equal(TakeFirst(wheel), first)) << "step " << step;
        expected.erase(expected.begin());
        if (step % static_cast<int>(program.burst) == 0)
        {
            insert(first.at.Ps(), step % 100 == 0 ? program.farPs : program.nearPs);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    TimingWheel,
    RandomProgram,
    testing::Values(Program{"OneEvent", 1, 2 * BUCKET, 3 * SPAN, 1, 3},
                    Program{"Sparse", 20, 5000000, SPAN + BUCKET, 1, 10},
                    Program{"ALink", 1000, 1400000, 262000000, 1, 50},
                    Program{"Dense", 20000, 1400000, 262000000, 1, 50},
                    Program{"VeryDense", 100000, 3 * BUCKET, 2 * SPAN, 1, 100},
                    Program{"WithinTheRun", 2000, 100, 1000, 1, 1000},
                    Program{"SameInstants", 50, 1000, 4 * SPAN, 300, 10},
                    Program{"FarFuture", 100, int64_t{1} << 50, int64_t{1} << 55, 1, 2}),
    testing::PrintToStringParamName());

TEST(TimingWheel, ComparesInstantThenKeyThenArg)
{
    ExpectSorted({{Instant(5), 1, 1},
                  {Instant(5), 1, 0},
                  {Instant(5), 0, 9},
                  {Instant(4), 9, 9},
                  {Instant(5), 0xffffffff, 0},
                  {Instant(5), 0x80000000, 0xffffffff}});
}

TEST(TimingWheel, KeepsEqualEvents)
{
    ExpectSorted(std::vector<HotEvent>(1000, HotEvent{Instant(77), 3, 4}));
}

TEST(TimingWheel, SortsAcrossEveryBoundary)
{
    std::vector<HotEvent> events;
    for (const int64_t edge : {BUCKET, 64 * BUCKET, SPAN, SPAN + BUCKET, 2 * SPAN, 100 * SPAN})
    {
        for (const int64_t offset : {1, 0, -1})
        {
            events.push_back({Instant(edge + offset), 0, 0});
        }
    }
    ExpectSorted(events);
}

TEST(TimingWheel, TakesInstantsUpTo2To62)
{
    const int64_t last = int64_t{1} << 62;
    ExpectSorted({{Instant(last), 0, 0},
                  {Instant(0), 0, 0},
                  {Instant(last - 1), 0, 0},
                  {Instant(last - SPAN), 0, 0}});
}

TEST(TimingWheel, IsEmptyAtFirst)
{
    TimingWheel wheel;
    EXPECT_TRUE(wheel.IsEmpty());
    EXPECT_EQ(wheel.Earliest(), Instant::Never());
    EXPECT_FALSE(wheel.Fill(Instant::Never()));
    EXPECT_EQ(wheel.RunLength(), 0u);
}

TEST(TimingWheel, ARunEndsWithWhatIsNoEvent)
{
    TimingWheel wheel;
    for (const int64_t ps : {1000, 2000, 300000})
    {
        wheel.Insert({Instant(ps), 0, 0});
        EXPECT_TRUE(wheel.Fill(Instant::Never()));
        const HotEvent* end = wheel.Head() + wheel.RunLength();
        EXPECT_EQ(end->at, Instant::Never());
        EXPECT_EQ(end->key, ~0U);
        EXPECT_EQ(end->arg, ~0U);
        wheel.Pop();
    }
}

TEST(TimingWheel, FillsUpToTheLimitOnly)
{
    TimingWheel wheel;
    wheel.Insert({Instant(1000), 0, 0});
    EXPECT_FALSE(wheel.Fill(Instant(1000)));
    EXPECT_TRUE(wheel.Fill(Instant(1001)));
    EXPECT_EQ(wheel.RunLength(), 1u);
    EXPECT_FALSE(wheel.Fill(Instant(1000)));
}

TEST(TimingWheel, PutsAnEarlierEventBeforeTheRun)
{
    TimingWheel wheel;
    for (int64_t ps = 100; ps < 200; ++ps)
    {
        wheel.Insert({Instant(ps), 0, 0});
    }
    ASSERT_EQ(TakeFirst(wheel).at, Instant(100));
    wheel.Insert({Instant(100), 5, 0});
    wheel.Insert({Instant(100), 4, 0});
    EXPECT_EQ(TakeFirst(wheel).key, 4u);
    EXPECT_EQ(TakeFirst(wheel).key, 5u);
    EXPECT_EQ(TakeFirst(wheel).at, Instant(101));
}

TEST(TimingWheel, ShowsTheRunInOrder)
{
    TimingWheel wheel;
    for (uint32_t i = 0; i < 5000; ++i)
    {
        const uint64_t draw = Mix(i) >> 32;
        wheel.Insert({Instant(static_cast<int64_t>(draw % BUCKET)), i % 3, i});
    }
    ASSERT_TRUE(wheel.Fill(Instant::Never()));
    ASSERT_GE(wheel.RunLength(), 256u);
    EXPECT_TRUE(std::is_sorted(wheel.Head(), wheel.Head() + wheel.RunLength(), EarlierHotEvent()));
    EXPECT_EQ(wheel.Head()[wheel.RunLength()].at, Instant::Never());
}

/** Reads so many events, each of which is followed by another one, and expects their order. */
void
Follow(TimingWheel& wheel, std::multiset<HotEvent, EarlierHotEvent>& waiting, int64_t reach)
{
    for (uint64_t step = 0; step < 40000; ++step)
    {
        const HotEvent first = *waiting.begin();
        ASSERT_TRUE(Equal(TakeFirst(wheel), first)) << "step " << step;
        waiting.erase(waiting.begin());
        const auto ahead = static_cast<int64_t>(Mix(step) % static_cast<uint64_t>(reach));
        const HotEvent next{first.at + Span(ahead), static_cast<uint32_t>(step % 3), 7};
        wheel.Insert(next);
        waiting.insert(next);
    }
}

TEST(TimingWheel, BucketsAreWiderWhereEventsAreThin)
{
    TimingWheel wheel;
    std::multiset<HotEvent, EarlierHotEvent> waiting;
    const auto add = [&](uint32_t count) {
        const Instant now = waiting.empty() ? Instant() : waiting.begin()->at;
        for (uint32_t i = 0; i < count; ++i)
        {
            const HotEvent event{now + Span(static_cast<int64_t>(Mix(i) % SPAN)), 0, i};
            wheel.Insert(event);
            waiting.insert(event);
        }
    };
    EXPECT_EQ(wheel.CurrentWidth().Ps(), BUCKET);
    add(20);
    Follow(wheel, waiting, 500 * BUCKET);
    EXPECT_GT(wheel.CurrentWidth().Ps(), BUCKET);
    // some thirty for each bucket as wide as at first, then more than are sorted at once
    for (const uint32_t more : {30U * 500U, 3000U * 50U})
    {
        add(more);
        Follow(wheel, waiting, 500 * BUCKET);
        EXPECT_EQ(wheel.CurrentWidth().Ps(), BUCKET) << more;
    }
}

/** Has buckets become wide by some events that lie far apart, and reads all but one of these. */
HotEvent
Widen(TimingWheel& wheel)
{
    std::multiset<HotEvent, EarlierHotEvent> waiting;
    for (uint32_t i = 0; i < 20; ++i)
    {
        waiting.insert({Instant(i * BUCKET), 0, i});
        wheel.Insert({Instant(i * BUCKET), 0, i});
    }
    Follow(wheel, waiting, 500 * BUCKET);
    EXPECT_GT(wheel.CurrentWidth().Ps(), BUCKET);
    for (std::size_t left = waiting.size(); left > 1; --left)
    {
        TakeFirst(wheel);
    }
    return *waiting.rbegin();
}

// Narrow buckets reach 33.5 us ahead, wide ones further.
TEST(TimingWheel, ManyEventsAtOneInstantBehindAGapAreFound)
{
    for (const int64_t gap : {SPAN - BUCKET, SPAN, SPAN + BUCKET, 2 * SPAN, 3 * SPAN, 30 * SPAN})
    {
        TimingWheel wheel;
        const HotEvent last = Widen(wheel);
        const Instant together = last.at + Span(gap);
        for (uint32_t i = 0; i < 3000; ++i)
        {
            wheel.Insert({together, 3000 - i, i});
        }
        ASSERT_EQ(TakeFirst(wheel).at, last.at);
        for (uint32_t key = 1; key <= 3000; ++key)
        {
            ASSERT_EQ(TakeFirst(wheel).key, key) << gap;
        }
        EXPECT_TRUE(wheel.IsEmpty());
    }
}

TEST(TimingWheel, LimitsDoNotKeepBucketsNarrow)
{
    TimingWheel wheel;
    std::multiset<HotEvent, EarlierHotEvent> waiting{{Instant(5), 0, 0}};
    wheel.Insert(*waiting.begin());
    Instant limit;
    for (uint64_t step = 0; step < 20000; ++step)
    {
        while (!wheel.Fill(limit))
        {
            limit = limit + Micros(1); // as the windows of several threads
        }
        ASSERT_EQ(wheel.Head()->at, waiting.begin()->at) << "step " << step;
        const auto ahead = static_cast<int64_t>(Mix(step) % 600000);
        const HotEvent next{waiting.begin()->at + Span(ahead), 0, 7};
        wheel.Pop();
        waiting.erase(waiting.begin());
        wheel.Insert(next);
        waiting.insert(next);
    }
    EXPECT_GT(wheel.CurrentWidth().Ps(), BUCKET);
}

TEST(TimingWheel, ClearMakesBucketsNarrowAgain)
{
    TimingWheel wheel;
    std::multiset<HotEvent, EarlierHotEvent> waiting{{Instant(5), 0, 0}};
    wheel.Insert(*waiting.begin());
    Follow(wheel, waiting, 500 * BUCKET);
    EXPECT_GT(wheel.CurrentWidth().Ps(), BUCKET);
    wheel.Clear();
    EXPECT_EQ(wheel.CurrentWidth().Ps(), BUCKET);
    wheel.Insert({Instant(2 * SPAN), 0, 1});
    wheel.Insert({Instant(SPAN - 1), 0, 2});
    EXPECT_EQ(TakeFirst(wheel).arg, 2U);
    EXPECT_EQ(TakeFirst(wheel).arg, 1U);
}

TEST(TimingWheel, CountsEventsThatWereTakenOut)
{
    TimingWheel wheel;
    EXPECT_EQ(wheel.PoppedCount(), 0U);
    // two in one run, one that comes to the run later, one of another bucket, one of the heap
    wheel.Insert({Instant(10), 0, 0});
    wheel.Insert({Instant(30), 0, 0});
    wheel.Insert({Instant(SPAN / 2), 0, 0});
    wheel.Insert({Instant(2 * SPAN), 0, 0});
    EXPECT_EQ(wheel.PoppedCount(), 0U);
    TakeFirst(wheel);
    EXPECT_EQ(wheel.PoppedCount(), 1U);
    wheel.Insert({Instant(20), 0, 0});
    for (uint64_t count = 2; count <= 5; ++count)
    {
        TakeFirst(wheel);
        EXPECT_EQ(wheel.PoppedCount(), count);
    }
    // those that are dropped were never taken out, whether they were in the run or not
    wheel.Insert({Instant(3 * SPAN), 0, 0});
    wheel.Insert({Instant(3 * SPAN), 1, 0});
    TakeFirst(wheel);
    wheel.Insert({Instant(4 * SPAN), 0, 0});
    wheel.Clear();
    EXPECT_EQ(wheel.PoppedCount(), 6U);
    wheel.Insert({Instant(10), 0, 0});
    TakeFirst(wheel);
    EXPECT_EQ(wheel.PoppedCount(), 7U);
}

TEST(TimingWheel, ClearTurnsBackToTheBeginning)
{
    TimingWheel wheel;
    for (int64_t i = 0; i < 1000; ++i)
    {
        wheel.Insert({Instant(SPAN + i * 37), 0, 0});
        wheel.Insert({Instant(i * SPAN), 0, 0});
    }
    TakeFirst(wheel);
    TakeFirst(wheel);
    wheel.Clear();
    EXPECT_TRUE(wheel.IsEmpty());
    wheel.Insert({Instant(3), 0, 0});
    wheel.Insert({Instant(2), 0, 0});
    EXPECT_EQ(TakeFirst(wheel).at, Instant(2));
    EXPECT_EQ(TakeFirst(wheel).at, Instant(3));
    EXPECT_TRUE(wheel.IsEmpty());
}

} // namespace
} // namespace mrc
} // namespace ns3
