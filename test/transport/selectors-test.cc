/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-deal.h"
#include "selections.h"

#include "ns3/mrc-path-selector.h"
#include "ns3/mrc-sprayer.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** @return how often each EV is taken in so many draws */
std::map<uint32_t, uint32_t>
Uses(PathSelector& selector, PathTable& table, uint32_t draws, Instant now = At(RTT))
{
    std::map<uint32_t, uint32_t> uses;
    for (uint32_t i = 0; i < draws; ++i)
    {
        ++uses[selector.Next(table, 0, now)->ev.value];
    }
    return uses;
}

// Clauses: [other-selectors]
TEST(Selectors, NoneUsesAnEvThatIsBadOrDenied)
{
    for (PathSelection selection : ALL_SELECTIONS)
    {
        EvConfig config = Config(8, 4);
        config.minActive = 1;
        PathTable table(config, Deal(1, 16));
        PathSelector selector(selection, KeyedDraws(7));
        std::vector<Ev> evs;
        for (uint32_t i = 0; i < 12; ++i)
        {
            evs.push_back(table.At(0, i).ev);
        }
        for (uint32_t gone = 0; gone < 12; ++gone)
        {
            for (const auto& [ev, uses] : Uses(selector, table, 50))
            {
                EXPECT_TRUE(table.Find(Ev{ev})->IsUsable()) << selection;
                selector.OnFeedback(table, Ev{ev}, PathFeedback::CLEAN, At(RTT));
            }
            if (gone % 2 == 0)
            {
                table.Administer(evs[gone], PathOrder::DENY, At(RTT));
            }
            else
            {
                table.OnLoss(evs[gone], PathCause::GAP, 1, At(RTT));
            }
            selector.OnFeedback(table, evs[gone], PathFeedback::LOST, At(RTT));
        }
        table.Administer(evs[11], PathOrder::DENY, At(RTT)); // the last one is never assumed bad
        EXPECT_EQ(selector.Next(table, 0, At(RTT)), nullptr) << selection;
    }
}

// Clauses: [other-selectors]
TEST(Selectors, ObliviousHeedsNothing)
{
    PathTable table(Config(8, 0), Deal(1, 8));
    PathSelector selector(PATH_SELECTION_OBLIVIOUS, KeyedDraws(7));
    for (PathFeedback feedback : {PathFeedback::MARKED, PathFeedback::TRIMMED, PathFeedback::LOST})
    {
        selector.OnFeedback(table, table.At(0, 3).ev, feedback, At(RTT));
    }
    for (const auto& [ev, uses] : Uses(selector, table, 80))
    {
        EXPECT_EQ(uses, 10U); // each once in a rotation
    }
}

// Clauses: [other-selectors]
TEST(Selectors, RandomDrawsEachPacketByItself)
{
    PathTable table(Config(8, 0), Deal(1, 8));
    PathSelector selector(PATH_SELECTION_RANDOM, KeyedDraws(7));
    bool uneven = false;
    for (const auto& [ev, uses] : Uses(selector, table, 8000))
    {
        EXPECT_NEAR(uses, 1000U, 120U); // four standard deviations
        uneven = uneven || uses != 1000;
    }
    EXPECT_TRUE(uneven);
    table.Administer(table.At(0, 2).ev, PathOrder::DENY, At(RTT));
    for (const auto& [ev, uses] : Uses(selector, table, 7000))
    {
        EXPECT_NEAR(uses, 1000U, 120U);
    }
}

// Clauses: [other-selectors]
TEST(Selectors, BitmapPenaltiesAddUpToFifteenTurns)
{
    struct Case
    {
        std::vector<PathFeedback> heard;
        int turns;
    };

    using F = PathFeedback;
    const Case cases[] = {
        {{F::CLEAN}, 0},
        {{F::MARKED}, 1},
        {{F::TRIMMED}, 4},
        {{F::MARKED, F::TRIMMED, F::CLEAN}, 5},
        {{F::LOST}, 15},
        {{F::TRIMMED, F::TRIMMED, F::TRIMMED, F::MARKED, F::MARKED}, 14},
        {{F::TRIMMED, F::TRIMMED, F::TRIMMED, F::TRIMMED}, 15},
    };
    for (const Case& c : cases)
    {
        PathTable table(Config(4, 0), Deal(1, 4));
        PathSelector selector(PATH_SELECTION_BITMAP, KeyedDraws(7));
        const Ev ev = table.At(0, 2).ev;
        for (PathFeedback feedback : c.heard)
        {
            selector.OnFeedback(table, ev, feedback, At(RTT));
        }
        // the EV loses a turn in each rotation of four, two if the turns end one rotation and begin
        // the next
        int packets = 0;
        while (selector.Next(table, 0, At(RTT * 100))->ev != ev)
        {
            ++packets;
        }
        EXPECT_GE(packets, 3 * c.turns);
        EXPECT_LE(packets, 4 * (c.turns + 1));
    }
}

// Clauses: [other-selectors]
TEST(Selectors, RepsUsesWhatComesBackOnce)
{
    PathTable table(Config(64, 0), Deal(1, 64));
    PathSelector selector(PATH_SELECTION_REPS, KeyedDraws(7));
    using F = PathFeedback;
    for (uint32_t i : {5, 6, 7})
    {
        selector.OnFeedback(table, table.At(0, i).ev, i == 6 ? F::MARKED : F::CLEAN, At(RTT));
    }
    EXPECT_EQ(selector.Next(table, 0, At(RTT))->ev, table.At(0, 5).ev); // the oldest first
    EXPECT_EQ(selector.Next(table, 0, At(RTT))->ev, table.At(0, 7).ev);
    EXPECT_GT(Uses(selector, table, 64).size(), 30U); // then at random: 40 are expected
    for (uint32_t i = 0; i < 12; ++i)
    {
        selector.OnFeedback(table, table.At(0, i).ev, F::CLEAN, At(RTT));
    }
    for (uint32_t i = 4; i < 12; ++i) // the selector remembers the latest eight
    {
        EXPECT_EQ(selector.Next(table, 0, At(RTT))->ev, table.At(0, i).ev);
    }
}

// Clauses: [other-selectors]
TEST(Selectors, RepsFreezesAfterALossAndThaws)
{
    PathTable table(Config(64, 0), Deal(1, 64));
    PathSelector selector(PATH_SELECTION_REPS, KeyedDraws(7));
    using F = PathFeedback;
    std::set<uint32_t> known;
    for (uint32_t i : {5, 6, 7})
    {
        selector.OnFeedback(table, table.At(0, i).ev, F::CLEAN, At(RTT));
        known.insert(table.At(0, i).ev.value);
    }
    selector.OnFeedback(table, table.At(0, 30).ev, F::LOST, At(RTT));
    const Instant thaw = At(RTT + RepsSelector::FREEZE);
    for (int i = 0; i < 30; ++i)
    {
        EXPECT_TRUE(known.count(selector.Next(table, 0, thaw - Span(1))->ev.value));
    }
    // a frozen ring uses the EVs that it hears of; a second loss does not freeze the ring for
    // longer
    selector.OnFeedback(table, table.At(0, 9).ev, F::CLEAN, thaw - Span(1));
    selector.OnFeedback(table, table.At(0, 30).ev, F::LOST, thaw - Span(1));
    EXPECT_EQ(selector.Next(table, 0, thaw - Span(1))->ev, table.At(0, 9).ev);
    // thawed, the selector draws 16 packets whatever comes back, and does not freeze meanwhile
    selector.Next(table, 0, thaw);
    selector.OnFeedback(table, table.At(0, 1).ev, F::CLEAN, thaw);
    selector.OnFeedback(table, table.At(0, 30).ev, F::LOST, thaw);
    EXPECT_GT(Uses(selector, table, RepsSelector::EXPLORE - 1, thaw).size(), 10U);
    EXPECT_EQ(selector.Next(table, 0, thaw)->ev, table.At(0, 1).ev);
    EXPECT_GT(Uses(selector, table, 64, thaw).size(), 30U);
}

// Clauses: [other-selectors]
TEST(Selectors, SingleStaysOnItsPath)
{
    std::map<PlaneId, int> planes;
    std::map<uint32_t, int> uplinks;
    for (uint64_t key = 1; key <= 400; ++key)
    {
        EvConfig config = Config(16, 16);
        config.selector = PATH_SELECTION_SINGLE;
        Sprayer sprayer(config, Deal(2, 8, key));
        const Ev ev = *sprayer.Next(0b11, At(RTT));
        ++planes[ev.Plane()];
        ++uplinks[ev.Uplink() % 8];
        const PlaneMask own = PlaneMask{1} << ev.Plane();
        const PlaneMask other = 0b11 & ~own;
        EXPECT_EQ(*sprayer.Next(0b11, At(RTT)), ev);
        EXPECT_EQ(*sprayer.NextOther(own, ev, PathStrikes(), At(RTT)), ev);
        EXPECT_FALSE(sprayer.Next(other, At(RTT))); // the flow waits for its port
        sprayer.SetLocalUp(other);
        EXPECT_NE(sprayer.Next(0b11, At(RTT))->Plane(), ev.Plane());
        sprayer.SetLocalUp(0b11);
        EXPECT_EQ(*sprayer.Next(0b11, At(RTT)), ev);
        sprayer.OnLoss(ev, PathCause::GAP, At(RTT));
        EXPECT_NE(*sprayer.Next(0b11, At(RTT)), ev); // a backup EV has the seat of this one
        EXPECT_EQ(sprayer.Next(0b11, At(RTT))->Plane(), ev.Plane());
    }
    EXPECT_NEAR(planes[0], 200, 40); // four standard deviations
    for (const auto& [uplink, count] : uplinks)
    {
        EXPECT_NEAR(count, 50, 26);
    }
    EXPECT_EQ(uplinks.size(), 8U);
}

TEST(Selectors, SingleLeavesAPlaneWithoutEvs)
{
    PathTable table(Config(8, 0), Deal(2, 4));
    PathSelector selector(PATH_SELECTION_SINGLE, KeyedDraws(7));
    const PlaneMask own = selector.Planes(table, 0b11, At(RTT));
    std::vector<Ev> evs;
    for (const Path& path : table.All())
    {
        if (PlaneMask{1} << path.ev.Plane() == own)
        {
            evs.push_back(path.ev);
        }
    }
    for (const Ev ev : evs)
    {
        table.Administer(ev, PathOrder::DENY, At(RTT));
    }
    EXPECT_EQ(selector.Planes(table, 0b11, At(RTT)), 0b11 ^ own);
}

} // namespace
