/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-bound.h"
#include "soak-judge.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace soak
{
namespace test
{

namespace
{

/** @return a stretch with R = 1 GB/s, to the end of time */
Stretch
LiveFrom(int64_t us)
{
    Stretch stretch;
    stretch.from = Instant(Micros(us).Ps());
    stretch.rate = 1e9;
    return stretch;
}

/** Adds a stretch that begins then, like the last one. */
Stretch&
Then(std::vector<Stretch>& stretches, int64_t us)
{
    Stretch next = stretches.back();
    next.from = Instant(Micros(us).Ps());
    next.event = false;
    stretches.back().until = next.from;
    stretches.push_back(next);
    return stretches.back();
}

/** @return the deadline, in us, of 1 MB that is posted then, in us; -1: never */
int64_t
Due(const std::vector<Stretch>& stretches, int64_t us = 0)
{
    const Instant due = DeadlineOf(stretches, Instant(Micros(us).Ps()), 1000000, Allowance());
    return due == Instant::Never() ? -1 : due.Ps() / Micros(1).Ps();
}

TEST(SoakBoundTest, ThreeTimesTheFairShareAndFiveMilliseconds)
{
    EXPECT_EQ(Due({LiveFrom(0)}), 8000);
    EXPECT_EQ(Due({LiveFrom(0)}, 700), 8700);
}

TEST(SoakBoundTest, EventsBeforeTheDeadlineCount)
{
    std::vector<Stretch> stretches{LiveFrom(0)};
    Then(stretches, 7999).event = true;
    EXPECT_EQ(Due(stretches), 11000);
    stretches.back().event = false; // somebody else's
    EXPECT_EQ(Due(stretches), 8000);
    stretches = {LiveFrom(0)};
    Then(stretches, 8001).event = true;
    EXPECT_EQ(Due(stretches), 8000);
}

TEST(SoakBoundTest, WhatWasBrokenBeforeTheStartIsOneEvent)
{
    std::vector<Stretch> stretches{LiveFrom(0)};
    Then(stretches, 1000).event = true;
    EXPECT_EQ(Due(stretches, 5999), 5999 + 11000); // EVs are on probation
    EXPECT_EQ(Due(stretches, 6000), 6000 + 8000);
    stretches.back().hurt = true;
    EXPECT_EQ(Due(stretches, 5999), 5999 + 11000);
    EXPECT_EQ(Due(stretches, 6000), 6000 + 11000);
}

TEST(SoakBoundTest, TheRateOfEachTimeCounts)
{
    std::vector<Stretch> stretches{LiveFrom(0)};
    Then(stretches, 6500).rate = 0.5e9; // half of the flow is done by then
    EXPECT_EQ(Due(stretches), 9500);
}

TEST(SoakBoundTest, LossAsksForLess)
{
    std::vector<Stretch> stretches{LiveFrom(0)};
    const auto with = [&stretches](double loss) {
        stretches[0].loss = loss;
        return Due(stretches);
    };
    EXPECT_EQ(with(0.01), 8000);
    EXPECT_EQ(with(0.0101), 11000);
    EXPECT_EQ(with(0.05), 11000);
    EXPECT_EQ(with(0.0501), 25000);
    EXPECT_EQ(with(0.1), 25000);
    EXPECT_EQ(with(0.1001), 1000000);
    stretches[0].rate = 1e9 / 50 + 1;
    EXPECT_EQ(with(0.1001), 1000000);
    stretches[0].rate = 1e9 / 51;
    EXPECT_EQ(with(0.1001), 1020000);
    stretches[0].rate = 1e9;
    Then(stretches, 2000).loss = 0;
    EXPECT_EQ(Due(stretches), 2000 + 5000 + 2700); // a tenth of the flow is done by then
}

TEST(SoakBoundTest, SpansWithoutAPathPass)
{
    std::vector<Stretch> stretches{LiveFrom(0)};
    Stretch& dead = Then(stretches, 1000);
    dead.life = Life::DEAD;
    dead.event = true;
    EXPECT_EQ(Due(stretches), -1);
    Stretch& back = Then(stretches, 21000);
    back.life = Life::LIVE;
    EXPECT_EQ(Due(stretches), 8000 + 20000 + 3000 + 3000);
    back.event = true;
    EXPECT_EQ(Due(stretches), 8000 + 20000 + 6000 + 3000);
}

/** A flow of 1 MB that was posted at 0 and may take until 8 ms. */
class SoakJudgeTest : public ::testing::Test
{
  protected:
    SoakJudgeTest()
    {
        outcome.stretches = {{LiveFrom(0)}};
        outcome.end = Instant(Micros(30000).Ps());
        outcome.flows.resize(1);
        outcome.flows[0].record.bytes = 1000000;
    }

    Verdict EndAt(Instant finish, CompletionStatus status = CompletionStatus::SUCCESS)
    {
        outcome.flows[0].ended = true;
        outcome.flows[0].record.finish = finish;
        outcome.flows[0].record.status = status;
        return JudgeCase(plan, outcome)[0].verdict;
    }

    Verdict Open()
    {
        outcome.flows[0].ended = false;
        return JudgeCase(plan, outcome)[0].verdict;
    }

    SoakCase plan;
    CaseOutcome outcome;
};

TEST_F(SoakJudgeTest, AFlowIsCompleteInTimeOrNot)
{
    const Instant deadline(Micros(8000).Ps());
    EXPECT_EQ(EndAt(deadline), Verdict::DONE);
    EXPECT_EQ(EndAt(deadline + Span(1)), Verdict::LATE);
    EXPECT_EQ(Open(), Verdict::STUCK);
    outcome.end = deadline + Span(-1);
    EXPECT_EQ(Open(), Verdict::OPEN);
}

TEST_F(SoakJudgeTest, OnlyWhoIsCutOffMayFail)
{
    const Instant at(Micros(7000).Ps());
    plan.retriesEnd = true;
    EXPECT_EQ(EndAt(at, CompletionStatus::RETRY_EXC_ERR), Verdict::FAILED);
    Then(outcome.stretches[0], 6000).life = Life::DEAD;
    Then(outcome.stretches[0], 6500).life = Life::LIVE;
    EXPECT_EQ(EndAt(at, CompletionStatus::RETRY_EXC_ERR), Verdict::CUT_OFF);
    plan.retriesEnd = false;
    EXPECT_EQ(EndAt(at, CompletionStatus::RETRY_EXC_ERR), Verdict::FAILED);
}

TEST_F(SoakJudgeTest, WithoutAPathForGoodNothingIsComplete)
{
    Then(outcome.stretches[0], 1000).life = Life::DEAD;
    EXPECT_EQ(Open(), Verdict::CUT_OFF);
    EXPECT_EQ(EndAt(Instant(Micros(1999).Ps())), Verdict::DONE); // the packet was in flight
    EXPECT_EQ(EndAt(Instant(Micros(2000).Ps())), Verdict::GHOST);
    outcome.stretches[0].back().life = Life::SPLIT;
    EXPECT_EQ(EndAt(Instant(Micros(2000).Ps())), Verdict::DONE);
}

} // namespace

} // namespace test
} // namespace soak
} // namespace mrc
} // namespace ns3
