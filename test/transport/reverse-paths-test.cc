/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-reverse-paths.h"

#include <gtest/gtest.h>
#include <set>

using namespace ns3::mrc;

namespace
{

constexpr uint32_t UPLINKS = 4;
constexpr PlaneMask BOTH = 0b11;
const Instant NOW = Instant() + Micros(1000);

ReversePaths
Make(uint64_t key = 1)
{
    return ReversePaths(UPLINKS, Micros(6), KeyedDraws(key));
}

// Clauses: [reverse-path]
TEST(ReversePaths, TheFirstAnswerTakesTheEvInUse)
{
    ReversePaths reverse = Make();
    reverse.Refresh(Ev::Of(1, 2));
    EXPECT_EQ(reverse.AnswerTo(Ev::Of(1, 3), BOTH, NOW), Ev::Of(1, 2));
    reverse.OnProgress(); // the answer was heard
    EXPECT_EQ(reverse.AnswerTo(Ev::Of(1, 3), BOTH, NOW), Ev::Of(1, 2));
}

// Clauses: [reverse-search]
TEST(ReversePaths, ProbesThatFollowAreAnsweredByTheirOwnWayAndAnotherInTurns)
{
    ReversePaths reverse = Make();
    reverse.Refresh(Ev::Of(0, 1));
    EXPECT_EQ(reverse.AnswerTo(Ev::Of(0, 3), BOTH, NOW), Ev::Of(0, 1));
    EXPECT_EQ(reverse.AnswerTo(Ev::Of(1, 3), BOTH, NOW), Ev::Of(1, 3)); // as the request came
    EXPECT_EQ(reverse.AnswerTo(Ev::Of(0, 3), BOTH, NOW).Plane(), 0);    // at random
    EXPECT_EQ(reverse.AnswerTo(Ev::Of(1, 2), BOTH, NOW), Ev::Of(1, 2));
}

/* However many there are: every other answer in that plane. */
// Clauses: [reverse-search]
TEST(ReversePaths, ProbesOfOnePlaneAreAnsweredByTheirOwnWayToo)
{
    ReversePaths reverse = Make();
    for (int n = 0; n < 100; ++n)
    {
        uint32_t own = 0;
        for (int i = 0; i < 4; ++i)
        {
            own += reverse.AnswerTo(Ev::Of(0, 3), BOTH, NOW) == Ev::Of(0, 3);
        }
        EXPECT_GE(own, 1U) << n;
    }
}

/* Data that follows after two base RTTs says nothing: a timer may have run out. */
// Clauses: [reverse-search]
TEST(ReversePaths, AnAnswerThatDataFollowsHasBeenHeard)
{
    for (const bool soon : {true, false})
    {
        ReversePaths reverse = Make();
        reverse.AnswerTo(Ev::Of(0, 0), BOTH, NOW);
        reverse.AnswerTo(Ev::Of(0, 0), BOTH, NOW);
        const Ev heard = reverse.AnswerTo(Ev::Of(0, 0), BOTH, NOW);
        reverse.OnRepetition(NOW + Micros(12) + Span(soon ? 0 : 1));
        const Ev next = reverse.AnswerTo(Ev::Of(heard.Plane(), heard.Uplink() + 1), BOTH, NOW);
        EXPECT_EQ(next == heard, soon);
    }
}

// Clauses: [reverse-search]
TEST(ReversePaths, NoAnswerTakesThePlaneOfTheOneBefore)
{
    for (uint64_t key = 1; key <= 20; ++key)
    {
        ReversePaths reverse = Make(key);
        PlaneId before = reverse.AnswerTo(Ev::Of(0, 0), BOTH, NOW).Plane();
        for (uint32_t n = 1; n < 40; ++n)
        {
            const Ev probe = Ev::Of((key >> (n % 4)) & 1, n % UPLINKS);
            const PlaneId plane = reverse.AnswerTo(probe, BOTH, NOW).Plane();
            EXPECT_NE(plane, before) << key << " " << n;
            before = plane;
        }
    }
}

TEST(ReversePaths, OnOnePlaneNoAnswerTakesTheUplinkOfTheOneBefore)
{
    for (uint64_t key = 1; key <= 20; ++key)
    {
        ReversePaths reverse = Make(key);
        std::set<uint32_t> taken;
        Ev before = reverse.AnswerTo(Ev::Of(0, 0), 0b01, NOW);
        for (uint32_t n = 1; n < 40; ++n)
        {
            const Ev ev = reverse.AnswerTo(Ev::Of(0, 2), 0b01, NOW);
            EXPECT_NE(ev.Uplink() % UPLINKS, before.Uplink() % UPLINKS) << key << " " << n;
            EXPECT_EQ(reverse.Of(0), ev) << "in use from now on";
            taken.insert(ev.Uplink() % UPLINKS);
            before = ev;
        }
        EXPECT_EQ(taken.size(), UPLINKS);
    }
}

// Clauses: [reverse-path]
TEST(ReversePaths, AnswersLeaveOverPlanesThatAreUsable)
{
    ReversePaths reverse = Make();
    for (int n = 0; n < 10; ++n)
    {
        EXPECT_EQ(reverse.AnswerTo(Ev::Of(0, 1), 0b10, NOW).Plane(), 1);
    }
}

// Clauses: [reverse-path]
TEST(ReversePaths, NoAnswerTakesADeniedPath)
{
    for (uint64_t key = 1; key <= 10; ++key)
    {
        ReversePaths reverse = Make(key);
        reverse.Administer(Ev::Of(0, 2), PathOrder::DENY);
        reverse.Administer(Ev::Of(1, 3), PathOrder::DENY);
        for (uint32_t n = 0; n < 40; ++n)
        {
            const Ev ev =
                reverse.AnswerTo(n % 2 == 0 ? Ev::Of(0, 2) : Ev::Of(1, 3 + UPLINKS), BOTH, NOW);
            EXPECT_NE(ev.Uplink() % UPLINKS, ev.Plane() == 0 ? 2U : 3U) << key << " " << n;
        }
    }
}

TEST(ReversePaths, ThePathThatIsLeftIsTakenAgain)
{
    ReversePaths reverse = Make();
    for (uint32_t uplink : {0, 1, 3})
    {
        reverse.Administer(Ev::Of(0, uplink), PathOrder::DENY);
    }
    for (int n = 0; n < 10; ++n)
    {
        EXPECT_EQ(reverse.AnswerTo(Ev::Of(0, 2), 0b01, NOW), Ev::Of(0, 2));
    }
}

TEST(ReversePaths, ProbesWithoutDataInBetweenPutThePathsInDoubt)
{
    ReversePaths reverse = Make();
    EXPECT_FALSE(reverse.IsConfirmed());
    reverse.Refresh(Ev::Of(0, 1));
    EXPECT_TRUE(reverse.IsConfirmed());
    reverse.AnswerTo(Ev::Of(0, 3), BOTH, NOW);
    EXPECT_TRUE(reverse.IsConfirmed()); // the answer may be on its way
    reverse.AnswerTo(Ev::Of(0, 3), BOTH, NOW);
    EXPECT_FALSE(reverse.IsConfirmed());
    reverse.OnProgress();
    EXPECT_TRUE(reverse.IsConfirmed());
}

TEST(ReversePaths, AProbeThatIsDueStaysDueWhenDataIsSent)
{
    ReversePaths reverse = Make();
    reverse.Probes().OnDataSent(NOW);
    reverse.Probes().OnDataReceived(NOW + Micros(6) - Nanos(1), 0);
    EXPECT_FALSE(reverse.Probes().Due()); // the SACK of that data will prove a path
    reverse.Probes().OnDataReceived(NOW + Micros(6), 0);
    EXPECT_TRUE(reverse.Probes().Due());
    reverse.Probes().OnDataSent(NOW + Micros(7));
    EXPECT_TRUE(reverse.Probes().Due());
    reverse.TakeProbe(0, NOW + Micros(8));
    EXPECT_FALSE(reverse.Probes().Due());
    reverse.Probes().OnDataReceived(NOW + Micros(14) - Nanos(1), 0);
    EXPECT_FALSE(reverse.Probes().Due());
}

TEST(ReversePaths, ProbesWaitForTheQueueThatTheLatestPacketSaw)
{
    const Span queues[] = {Span(), Nanos(128 * 40), Nanos(128 * 100)};
    for (const Span queue : queues)
    {
        ReversePaths reverse = Make();
        const Instant sent = Instant() + Nanos(128 * 1000);
        reverse.Probes().OnDataReceived(sent + Micros(3),
                                        TimestampOf(sent)); // the least that was seen
        reverse.TakeProbe(0, sent + Micros(3));
        const Instant later = sent + Nanos(128 * 100);
        const Instant arrival = later + Micros(3) + queue;
        reverse.Probes().OnDataReceived(arrival, TimestampOf(later));
        ASSERT_TRUE(reverse.Probes().Due());
        reverse.TakeProbe(0, arrival);
        const Instant due = arrival + Micros(6) + queue;
        reverse.Probes().OnDataReceived(due - Nanos(1), TimestampOf(due));
        EXPECT_FALSE(reverse.Probes().Due()) << queue.Ps();
        reverse.Probes().OnDataReceived(due, TimestampOf(due));
        EXPECT_TRUE(reverse.Probes().Due()) << queue.Ps();
    }
}

} // namespace
