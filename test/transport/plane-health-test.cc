/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-loss-runs.h"
#include "ns3/mrc-plane-health.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

constexpr Span LIMIT = Micros(2000);
constexpr Span PAUSE = Micros(262);
constexpr Instant START = Instant() + Micros(10000);

// Clauses: [silent-plane]
TEST(PlaneHealth, IsSilentOnceTheOldestUnansweredPacketIsTooOld)
{
    PlaneHealth health(LIMIT, PAUSE);
    health.OnSent(1, START);
    health.OnSent(1, START + Micros(1000)); // a later one does not count
    EXPECT_FALSE(health.IsSilent(1, START + LIMIT));
    EXPECT_TRUE(health.IsSilent(1, START + LIMIT + Span(1)));
    EXPECT_FALSE(health.IsSilent(0, START + LIMIT * 9)); // nothing was sent there
}

// Clauses: [silent-plane]
TEST(PlaneHealth, FourRoundTripsAreNeverTooLong)
{
    PlaneHealth health(LIMIT, PAUSE);
    health.SetRoundTrip(LIMIT);
    health.OnSent(0, START);
    EXPECT_FALSE(health.IsSilent(0, START + LIMIT * 4));
    EXPECT_TRUE(health.IsSilent(0, START + LIMIT * 4 + Span(1)));
    health.SetRoundTrip(Micros(10));
    EXPECT_TRUE(health.IsSilent(0, START + LIMIT + Span(1)));
}

TEST(PlaneHealth, AnAnswerToAnythingEndsTheWaiting)
{
    PlaneHealth health(LIMIT, PAUSE);
    health.OnSent(0, START);
    health.OnSent(1, START);
    const Instant answered = START + LIMIT;
    health.OnAnswered(0b01, START, answered);
    EXPECT_FALSE(health.IsSilent(0, START + LIMIT * 9)); // nothing waits
    EXPECT_TRUE(health.IsSilent(1, START + LIMIT * 9));
    health.OnSent(0, answered + Micros(500));
    EXPECT_FALSE(health.IsSilent(0, answered + Micros(500) + LIMIT));
    EXPECT_TRUE(health.IsSilent(0, answered + Micros(500) + LIMIT + Span(1)));
}

TEST(PlaneHealth, IsAliveSoLongAfterWhatWasAnsweredHadLeft)
{
    PlaneHealth health(LIMIT, PAUSE);
    EXPECT_FALSE(health.IsAlive(0, START)); // nothing came back yet
    health.OnSent(0, START);
    health.OnAnswered(0b1, START, START + Micros(10));
    EXPECT_TRUE(health.IsAlive(0, START + LIMIT));
    EXPECT_FALSE(health.IsAlive(0, START + LIMIT + Span(1)));
    EXPECT_FALSE(health.IsAlive(1, START + Micros(10)));
}

// Clauses: [silent-plane]
TEST(PlaneHealth, IdleTimeDoesNotCount)
{
    PlaneHealth health(LIMIT, PAUSE);
    health.OnSent(0, START); // lost; the data of the packet went elsewhere
    health.OnAnswered(0b10, START, START + Micros(100));
    const Instant later = START + LIMIT * 100;
    health.Resume(later);
    EXPECT_FALSE(health.IsSilent(0, later + LIMIT - Micros(100)));
    EXPECT_TRUE(health.IsSilent(0, later + LIMIT - Micros(100) + Span(1)));
    EXPECT_FALSE(health.IsSilent(1, later + LIMIT * 9));
}

TEST(PlaneHealth, TimeWithoutThePortDoesNotCount)
{
    PlaneHealth health(LIMIT, PAUSE);
    health.OnSent(0, START);
    health.OnSent(1, START);
    health.Forget(0b01);
    EXPECT_FALSE(health.IsSilent(0, START + LIMIT * 9));
    EXPECT_TRUE(health.IsSilent(1, START + LIMIT * 9));
}

// Clauses: [all-planes-silent]
TEST(PlaneHealth, SilentPlanesSendOnceInAPause)
{
    PlaneHealth health(LIMIT, PAUSE);
    EXPECT_FALSE(health.Pauses().AreOn());
    health.BeginPauses();
    EXPECT_TRUE(health.Pauses().AreOn());
    EXPECT_EQ(health.Pauses().Rested(START) & 0b11, 0b11U);
    health.Pauses().OnSent(1, START);
    EXPECT_EQ(health.Pauses().Rested(START) & 0b11, 0b01U);
    EXPECT_EQ(health.Pauses().Rested(START + PAUSE - Span(1)) & 0b11, 0b01U);
    EXPECT_EQ(health.Pauses().Rested(START + PAUSE) & 0b11, 0b11U);
    health.OnAnswered(0b1, START, START + Micros(1));
    EXPECT_FALSE(health.Pauses().AreOn());
}

// Clauses: [all-planes-silent]
TEST(PlaneHealth, AnAnswerEndsPausesThatWereSettledMeanwhile)
{
    PlaneHealth health(LIMIT, PAUSE);
    health.Settle(0b11, START); // no doubt for some time
    EXPECT_FALSE(health.IsInDoubt(START + LIMIT));
    health.BeginPauses();
    health.Settle(0b11, START + PAUSE); // while planes pause there is doubt at any time
    EXPECT_TRUE(health.IsInDoubt(START + PAUSE));
    health.OnAnswered(0b1, START, START + PAUSE);
    EXPECT_FALSE(health.Pauses().AreOn());
}

TEST(LossRuns, ThreeRunningAreDeadUnlessAnAnswerComesBetween)
{
    LossRuns runs;
    const Ev ev = Ev::Of(0, 3);
    EXPECT_EQ(runs.Of(ev).losses, 0);
    EXPECT_EQ(runs.Of(ev).answeredAt, Instant::Never());
    runs.OnLoss(ev, START);
    runs.OnLoss(ev, START + Micros(1));
    EXPECT_LT(runs.Of(ev).losses, LossRuns::DEAD);
    EXPECT_EQ(runs.Of(ev).answeredAt, START);
    runs.OnAnswer(ev, START + Micros(2));
    runs.OnLoss(ev, START + Micros(3));
    runs.OnLoss(ev, START + Micros(4));
    EXPECT_LT(runs.Of(ev).losses, LossRuns::DEAD);
    EXPECT_EQ(runs.Of(ev).answeredAt, START + Micros(2));
    runs.OnLoss(ev, START + Micros(5));
    runs.OnLoss(ev, START + Micros(6));
    EXPECT_EQ(runs.Of(ev).losses, LossRuns::DEAD);
    runs.Forget(ev);
    EXPECT_TRUE(runs.All().empty());
}

} // namespace
