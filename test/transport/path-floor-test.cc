/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The least number of EVs that a plane keeps while something comes through it.

#include "path-deal.h"
#include "path-log.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr PlaneMask ALL = 0b11;

/** @return all EVs of a plane, the rotation first */
std::vector<Ev>
EvsOf(PathTable& table, PlaneId plane)
{
    std::vector<Ev> evs;
    for (const Path& path : table.All())
    {
        if (path.ev.Plane() == plane)
        {
            evs.push_back(path.ev);
        }
    }
    return evs;
}

/** Each EV of plane 0 loses one packet, a microsecond apart. @return how many were retired */
uint32_t
LoseOneEach(PathTable& table, PlanesInUse planes)
{
    uint32_t retired = 0;
    int64_t us = 100;
    for (const Ev ev : EvsOf(table, 0))
    {
        retired +=
            table.OnLoss(ev, PathCause::GAP, planes, At(Micros(us++))) == LossOutcome::RETIRED;
    }
    return retired;
}

// Clauses: [ev-floor]
TEST(PathFloor, AQuarterOfTheSeatsOfAPlaneThatIsAliveStays)
{
    PathTable table(Config(32, 16), Deal(2, 4)); // 16 seats and 8 in reserve
    EXPECT_EQ(LoseOneEach(table, ALL), 20U);
    EXPECT_EQ(table.Usable(0), 4U);
    EXPECT_EQ(table.Usable(1), 16U);
}

// Clauses: [ev-floor]
TEST(PathFloor, OneStaysInAPlaneThatIsNotAlive)
{
    PathTable table(Config(32, 16), Deal(2, 4));
    EXPECT_EQ(LoseOneEach(table, {ALL, 0b10}), 23U);
    EXPECT_EQ(table.Usable(0), 1U);
}

// Clauses: [ev-floor]
TEST(PathFloor, TwoLossesRunningAreBorneThreeAreNot)
{
    for (const bool answered : {true, false})
    {
        PathTable table(Config(32, 16), Deal(2, 4));
        LoseOneEach(table, ALL);
        const Ev held = table.At(0, 0).ev;
        for (int loss = 2; loss <= 3; ++loss)
        {
            // all others lose as much, so that none of them is better
            for (const Ev ev : EvsOf(table, 0))
            {
                if (ev != held)
                {
                    table.OnLoss(ev, PathCause::GAP, ALL, At(Micros(200)));
                }
            }
            if (answered && loss == 3)
            {
                table.OnAnswer(held, At(Micros(250)));
            }
            table.OnLoss(held, PathCause::GAP, ALL, At(Micros(300)));
            EXPECT_EQ(table.Find(held)->IsUsable(), answered || loss < 3) << loss;
        }
    }
}

// Clauses: [ev-floor]
TEST(PathFloor, WhoWasAnsweredLastIsKept)
{
    test::PathLog log;
    const QueuePairWatch watch{&log};
    PathDeal deal = Deal(2, 4);
    deal.watch = &watch;
    PathTable table(Config(32, 16), deal);
    LoseOneEach(table, ALL);
    std::vector<Ev> bad;
    for (const Ev ev : EvsOf(table, 0))
    {
        if (table.Find(ev)->IsBad())
        {
            bad.push_back(ev);
        }
    }
    const Ev held = table.At(0, 0).ev;
    table.OnAnswer(bad[5], At(Micros(400))); // a probe, the first of three
    table.OnAnswer(bad[3], At(Micros(399)));
    log.Take();
    EXPECT_EQ(table.OnLoss(held, PathCause::GAP, ALL, At(Micros(500))), LossOutcome::RETIRED);
    EXPECT_EQ(log.Take(), "SKIP to BAD by gap, BAD to GOOD by floor");
    EXPECT_EQ(log.latest.ev, bad[5]);
    EXPECT_EQ(table.Usable(0), 4U);
}

// Clauses: [ev-floor]
TEST(PathFloor, OneStaysHoweverManyAllHaveLost)
{
    PathTable table(Config(8, 8), Deal(1, 4));
    for (int i = 0; i < 50; ++i)
    {
        for (const Ev ev : EvsOf(table, 0))
        {
            table.OnLoss(ev, PathCause::GAP, 0b1, At(Micros(i)));
        }
        ASSERT_GE(table.Usable(0), 1U);
    }
    EXPECT_EQ(table.Usable(0), 1U);
}

TEST(PathFloor, OnlyPlanesWithUsableEvsInTroubleAreTold)
{
    EvConfig config = Config(32, 16);
    config.lossesToRetire = 2;
    PathTable table(config, Deal(2, 4));
    const Ev ev = table.At(1, 0).ev;
    EXPECT_EQ(table.Troubled(), 0U);
    table.OnLoss(ev, PathCause::GAP, ALL, At(RTT));
    EXPECT_EQ(table.Troubled(), 0b10U);
    table.OnAnswer(ev, At(RTT * 2));
    EXPECT_EQ(table.Troubled(), 0U);
    EXPECT_EQ(table.OnLoss(ev, PathCause::GAP, ALL, At(RTT * 3)), LossOutcome::RETIRED);
    EXPECT_EQ(table.Troubled(), 0U); // the probes of the EV tell of its return
}

} // namespace
