/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-deal.h"
#include "path-log.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

// Clauses: [ev-sets], [ev-deal], [carrier-of-ev]
TEST(PathTable, DealsEvenlyOverPlanesAndUplinks)
{
    PathTable table(Config(128, 128), Deal(8, 16));
    EXPECT_EQ(table.Active(), 16U);
    std::set<uint32_t> all;
    for (PlaneId plane = 0; plane < 8; ++plane)
    {
        std::map<uint32_t, int> active;
        for (uint32_t i = 0; i < 32; ++i)
        {
            const Path& path = table.At(plane, i);
            EXPECT_EQ(path.ev.Plane(), plane);
            EXPECT_EQ(path.ev.Uplink() / 16, i / 16) << "one number behind the other";
            active[path.ev.Uplink() % 16] += i < 16;
            all.insert(path.ev.value);
        }
        for (const auto& [uplink, count] : active)
        {
            EXPECT_EQ(count, 1) << uplink; // each uplink once in the rotation, once in reserve
        }
    }
    EXPECT_EQ(all.size(), 256U); // EVs are distinct, also where they name the same path
}

// Clauses: [ev-deal]
TEST(PathTable, SeedDecidesTheOrder)
{
    PathTable one(Config(8, 0), Deal(1, 64, 1));
    PathTable same(Config(8, 0), Deal(1, 64, 1));
    PathTable other(Config(8, 0), Deal(1, 64, 2));
    int differences = 0;
    for (uint32_t i = 0; i < 8; ++i)
    {
        EXPECT_EQ(one.At(0, i).ev, same.At(0, i).ev);
        differences += one.At(0, i).ev != other.At(0, i).ev;
    }
    EXPECT_GE(differences, 5);
}

// Clauses: [ev-deal]
TEST(PathTable, RandomDealStillGivesDistinctEvs)
{
    EvConfig config = Config(64, 64);
    config.randomDeal = true;
    PathTable table(config, Deal(1, 16));
    std::set<uint32_t> evs;
    std::map<uint32_t, int> uplinks;
    for (uint32_t i = 0; i < 128; ++i)
    {
        evs.insert(table.At(0, i).ev.value);
        ++uplinks[table.At(0, i).ev.Uplink() % 16];
    }
    EXPECT_EQ(evs.size(), 128U);
    bool uneven = false;
    for (const auto& [uplink, count] : uplinks)
    {
        uneven = uneven || count != 8;
    }
    EXPECT_TRUE(uneven);
}

// Clauses: [carrier-of-ev]
TEST(PathTable, OneUplinkHasAllItsEvs)
{
    PathTable table(Config(16, 16), Deal(2, 1));
    EXPECT_EQ(table.Active(), 8U);
    EXPECT_EQ(table.Usable(0), 8U);
    EXPECT_TRUE(table.SamePath(table.At(0, 0).ev, table.At(0, 7).ev));
    EXPECT_FALSE(table.SamePath(table.At(0, 0).ev, table.At(1, 0).ev));
}

// Clauses: [ev-retire]
TEST(PathTable, LossRetiresAndABackupOfThePlaneTakesTheSeat)
{
    PathTable table(Config(8, 8), Deal(2, 4));
    const Ev lost = table.At(1, 2).ev;
    EXPECT_EQ(table.OnLoss(lost, PathCause::GAP, 0b11, At(RTT)), LossOutcome::RETIRED);
    EXPECT_EQ(table.Find(lost)->state, PathState::ASSUMED_BAD);
    EXPECT_EQ(table.At(1, 2).ev.Plane(), 1);
    EXPECT_EQ(table.At(1, 2).state, PathState::GOOD);
    // a sibling of the lost EV would fail too
    EXPECT_FALSE(table.SamePath(table.At(1, 2).ev, lost));
    EXPECT_EQ(table.Usable(1), 4U);
    EXPECT_EQ(table.OnLoss(lost, PathCause::GAP, 0b11, At(RTT)),
              LossOutcome::UNKNOWN); // the EV is retired already
    EXPECT_EQ(table.OnLoss(Ev::Of(5, 1), PathCause::GAP, 0b11, At(RTT)), LossOutcome::UNKNOWN);
}

// Clauses: [ev-return]
TEST(PathTable, ResurrectionRestoresTheDeal)
{
    PathTable table(Config(8, 8), Deal(2, 4));
    std::set<uint32_t> before;
    std::set<uint32_t> after;
    for (uint32_t i = 0; i < 4; ++i)
    {
        before.insert(table.At(0, i).ev.value);
    }
    const Ev first = table.At(0, 0).ev;
    const Ev second = table.At(0, 3).ev;
    table.OnLoss(first, PathCause::GAP, 0b11, At(RTT));
    table.OnLoss(second, PathCause::GAP, 0b11, At(RTT));
    table.Resurrect(second, false, At(RTT));
    table.Resurrect(first, false, At(RTT));
    for (uint32_t i = 0; i < 4; ++i)
    {
        after.insert(table.At(0, i).ev.value);
        EXPECT_EQ(table.At(0, i).state, PathState::GOOD);
    }
    EXPECT_EQ(before, after);
}

// Clauses: [marked-probe]
TEST(PathTable, MarkedProbeAnswerResurrectsToSkip)
{
    PathTable table(Config(4, 0), Deal(1, 4));
    const Ev ev = table.At(0, 1).ev;
    table.OnLoss(ev, PathCause::GAP, 1, At(RTT));
    EXPECT_EQ(table.Usable(0), 3U); // no reserve: the seat stays empty
    EXPECT_TRUE(table.Resurrect(ev, true, At(RTT)));
    EXPECT_EQ(table.Find(ev)->state, PathState::SKIP); // [marked-probe]
    EXPECT_EQ(table.Usable(0), 4U);
}

/** @return a configuration that counts as the OCP API does */
EvConfig
CountingAll(uint16_t active, uint16_t backup)
{
    EvConfig config = Config(active, backup);
    config.minActiveScope = MIN_ACTIVE_QUEUE_PAIR;
    return config;
}

// Clauses: [ev-floor]
TEST(PathTable, AQuarterIsNeverRetired)
{
    PathTable table(CountingAll(16, 16), Deal(2, 4));
    uint32_t retired = 0;
    for (PlaneId plane = 0; plane < 2; ++plane)
    {
        std::vector<Ev> evs;
        for (uint32_t i = 0; i < 16; ++i)
        {
            evs.push_back(table.At(plane, i).ev);
        }
        for (Ev ev : evs)
        {
            retired += table.OnLoss(ev, PathCause::GAP, 0b11, At(RTT)) == LossOutcome::RETIRED;
        }
    }
    EXPECT_EQ(retired, 24U); // of 32 EVs 8 stay [ev-floor]
}

TEST(PathTable, TheLastOneIsNeverRetired)
{
    for (const uint16_t evs : {1, 2, 3})
    {
        PathTable table(Config(evs, 0), Deal(1, 4));
        for (uint32_t i = 0; i < evs; ++i)
        {
            const LossOutcome outcome =
                table.OnLoss(table.At(0, i).ev, PathCause::GAP, 0b1, At(RTT));
            EXPECT_EQ(outcome == LossOutcome::RETIRED, i + 1U < evs) << i << " of " << evs;
        }
    }
}

// Clauses: [ev-floor-scope]
TEST(PathTable, EvsOfAPlaneThatIsDownDoNotCountForTheQuarter)
{
    PathTable table(CountingAll(16, 16), Deal(2, 4));
    std::vector<Ev> evs;
    for (uint32_t i = 0; i < 16; ++i)
    {
        evs.push_back(table.At(0, i).ev);
    }
    uint32_t retired = 0;
    for (Ev ev : evs)
    {
        retired += table.OnLoss(ev, PathCause::GAP, 0b01, At(RTT)) == LossOutcome::RETIRED;
    }
    EXPECT_EQ(retired, 12U); // a quarter of the 16 that are in use must stay
}

// Clauses: [ev-retire]
TEST(PathTable, LossesToRetireIsAKnob)
{
    EvConfig config = Config(8, 8);
    config.lossesToRetire = 2;
    PathTable table(config, Deal(1, 8));
    const Ev ev = table.At(0, 0).ev;
    EXPECT_EQ(table.OnLoss(ev, PathCause::GAP, 1, At(RTT)), LossOutcome::TOLERATED);
    EXPECT_EQ(table.Find(ev)->state, PathState::SKIP);
    EXPECT_EQ(table.OnLoss(ev, PathCause::GAP, 1, At(RTT)), LossOutcome::RETIRED);
}

// Clauses: [plane-turns]
TEST(PathTable, PlanSaysWhereEvsSit)
{
    SeatPlan plan;
    PathTable table(Config(4, 0), Deal(2, 8), &plan);
    EXPECT_EQ(plan.Active(), table.Active());
    EXPECT_EQ(plan.RotationMask(), table.RotationMask());
    EXPECT_EQ(&plan.At(1, 1), &table.At(1, 1));
    EXPECT_TRUE(plan.HasTurn(0) && plan.HasTurn(1));
    EXPECT_EQ(plan.troubled, 0U);
    // a loss that is tolerated troubles the plane; an answer ends that
    EvConfig patient = Config(4, 0);
    patient.lossesToRetire = 2;
    SeatPlan other;
    PathTable lossy(patient, Deal(2, 8), &other);
    lossy.OnLoss(lossy.At(1, 0).ev, PathCause::GAP, 3, At(RTT));
    EXPECT_EQ(other.troubled, lossy.Troubled());
    EXPECT_EQ(other.troubled, 2U);
    lossy.OnAnswer(lossy.At(1, 0).ev, At(RTT));
    EXPECT_EQ(other.troubled, 0U);
    // without an EV a plane has no turn, and with one it has
    const Ev first = table.At(1, 0).ev;
    const Ev second = table.At(1, 1).ev;
    table.Administer(first, PathOrder::DENY, At(RTT));
    EXPECT_TRUE(plan.HasTurn(1));
    table.Administer(second, PathOrder::DENY, At(RTT));
    EXPECT_FALSE(plan.HasTurn(1));
    EXPECT_TRUE(plan.HasTurn(0));
    table.Administer(second, PathOrder::ALLOW, At(RTT));
    EXPECT_TRUE(plan.HasTurn(1));
}

// Clauses: [ev-denied]
TEST(PathTable, DeniedEvsAreOutOfTheRotation)
{
    PathTable table(Config(4, 4), Deal(1, 8));
    const Ev ev = table.At(0, 0).ev;
    table.Administer(ev, PathOrder::DENY, At(RTT));
    EXPECT_EQ(table.Find(ev)->state, PathState::DENIED);
    EXPECT_NE(table.At(0, 0).ev, ev);
    table.OnCongestion(ev, PathCause::MARK, At(RTT));
    EXPECT_EQ(table.Find(ev)->state, PathState::DENIED);
    EXPECT_FALSE(table.Resurrect(ev, false, At(RTT)));
    EXPECT_EQ(table.Find(ev)->state, PathState::DENIED);
    table.Administer(ev, PathOrder::ALLOW, At(RTT));
    EXPECT_EQ(table.Find(ev)->state, PathState::GOOD);
}

// Clauses: [ev-denied]
TEST(PathTable, EvIsAfterDenialWhatItWasBefore)
{
    struct Case
    {
        PathState before;
        PathState denied;
        PathState after;
        const char* told;
    };

    const Case cases[] = {
        {PathState::GOOD,
         PathState::DENIED,
         PathState::GOOD,
         "GOOD to DENIED by administrator, DENIED to GOOD by administrator"},
        {PathState::SKIP,
         PathState::DENIED,
         PathState::GOOD,
         "SKIP to DENIED by administrator, DENIED to GOOD by administrator"},
        {PathState::ASSUMED_BAD,
         PathState::DENIED_BAD,
         PathState::ASSUMED_BAD,
         "BAD to DENIED_BAD by administrator, DENIED_BAD to BAD by administrator"},
    };
    for (const Case& c : cases)
    {
        for (uint16_t backup : {0, 4})
        {
            test::PathLog log;
            const QueuePairWatch watch{&log};
            PathDeal deal = Deal(1, 8);
            deal.watch = &watch;
            PathTable table(Config(4, backup), deal);
            const Ev ev = table.At(0, 1).ev;
            if (c.before == PathState::SKIP)
            {
                table.OnCongestion(ev, PathCause::TRIM, At(RTT));
            }
            else if (c.before == PathState::ASSUMED_BAD)
            {
                table.OnLoss(ev, PathCause::TIMEOUT, 1, At(RTT));
            }
            EXPECT_EQ(table.Find(ev)->state, c.before);
            log.Take();
            EXPECT_TRUE(table.Administer(ev, PathOrder::DENY, At(RTT)));
            EXPECT_EQ(table.Find(ev)->state, c.denied);
            EXPECT_EQ(table.Usable(0), backup == 0 ? 3U : 4U);
            EXPECT_TRUE(table.Administer(ev, PathOrder::ALLOW, At(RTT)));
            EXPECT_EQ(table.Find(ev)->state, c.after);
            EXPECT_EQ(table.Usable(0), backup == 0 && c.after != PathState::GOOD ? 3U : 4U);
            EXPECT_EQ(log.Take(), c.told);
            EXPECT_FALSE(table.Administer(Ev::Of(3, 1), PathOrder::DENY, At(RTT)));
        }
    }
}

// Clauses: [ev-states]
TEST(PathTable, EachChangeIsToldOnce)
{
    test::PathLog log;
    QueuePairWatch watch{&log};
    PathDeal deal = Deal(1, 8);
    deal.watch = &watch;
    PathTable table(Config(4, 0), deal);
    const Ev ev = table.At(0, 1).ev;
    table.OnCongestion(ev, PathCause::MARK, At(RTT));
    table.OnCongestion(ev, PathCause::TRIM, At(RTT)); // the EV is to be skipped already
    EXPECT_EQ(log.Take(), "GOOD to SKIP by mark");
    table.EndSkip(*table.Find(ev), PathCause::LAPSE, At(RTT * 2));
    EXPECT_EQ(log.Take(), "SKIP to GOOD by lapse");
    EXPECT_EQ(log.latest.at, At(RTT * 2));
    table.OnLoss(ev, PathCause::ALWAYS_SKIP, 1, At(RTT));
    table.Resurrect(ev, true, At(RTT));
    EXPECT_EQ(log.Take(), "GOOD to BAD by always, BAD to SKIP by probe");
    watch = {};
    table.OnLoss(ev, PathCause::GAP, 1, At(RTT));
    EXPECT_EQ(log.Take(), "");
}

// Clauses: [skip-length]
TEST(PathTable, SkipHasLapsedHoweverLongAgoItBegan)
{
    EvConfig config = Config(4, 0);
    config.skipTurns = 0;
    PathTable table(config, Deal(1, 4));
    const Ev ev = table.At(0, 1).ev;
    table.OnCongestion(ev, PathCause::MARK, At(RTT));
    EXPECT_FALSE(table.HasLapsed(*table.Find(ev), At(RTT * 2 - Nanos(128))));
    // stamps of 16 bits in units of 128 ns come round
    for (int64_t turns : {0, 1, 2, 100})
    {
        const Span later = RTT * 2 + Nanos(128) * 65536 * turns;
        EXPECT_TRUE(table.HasLapsed(*table.Find(ev), At(later))) << turns;
        EXPECT_TRUE(table.HasLapsed(*table.Find(ev), At(later - RTT / 2)) || turns == 0) << turns;
    }
}

// Clauses: [ev-resurrection]
TEST(PathTable, ResurrectionForgetsLosses)
{
    EvConfig config = Config(8, 8);
    config.lossesToRetire = 2;
    PathTable table(config, Deal(1, 8));
    const Ev ev = table.At(0, 0).ev;
    EXPECT_EQ(table.OnLoss(ev, PathCause::GAP, 1, At(RTT)), LossOutcome::TOLERATED);
    EXPECT_EQ(table.OnLoss(ev, PathCause::GAP, 1, At(RTT)), LossOutcome::RETIRED);
    EXPECT_TRUE(table.Resurrect(ev, false, At(RTT)));
    EXPECT_EQ(table.OnLoss(ev, PathCause::GAP, 1, At(RTT)), LossOutcome::TOLERATED);
}

TEST(PathTable, NoBackupTakesASeatWhosePathIsBad)
{
    for (uint64_t key = 1; key < 9; ++key)
    {
        PathTable table(Config(4, 8), Deal(1, 4, key)); // each path has three EVs
        const Ev first = table.At(0, 0).ev;
        const Ev second = table.At(0, 1).ev;
        table.OnLoss(first, PathCause::GAP, 1, At(RTT));
        table.OnLoss(second, PathCause::GAP, 1, At(RTT));
        EXPECT_FALSE(table.SamePath(table.At(0, 1).ev, first)) << key;
        EXPECT_FALSE(table.SamePath(table.At(0, 1).ev, second)) << key;
    }
}

} // namespace
