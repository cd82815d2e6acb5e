/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Selectors that keep a flow to one path: flowlets and PLB.

#include "path-deal.h"

#include "ns3/mrc-flowlet-selector.h"
#include "ns3/mrc-plb-selector.h"
#include "ns3/mrc-single-selector.h"
#include "ns3/mrc-sprayer.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>

namespace ns3
{
namespace mrc
{
namespace
{

using test::At;
using test::Config;
using test::Deal;
using F = PathFeedback;

/** A selector, and the EVs of a fabric of two planes that it chooses among. */
template <class Selector, class Rules>
struct Rig
{
    explicit Rig(const Rules& rules, uint64_t key = 1)
        : table(Config(32, 0), Deal(2, 32)),
          selector(rules, KeyedDraws(key))
    {
    }

    /** @return the EV of a packet that leaves now */
    Ev Send(Instant now)
    {
        const auto plane = static_cast<PlaneId>(__builtin_ctz(selector.Planes(table, 0b11, now)));
        return table.UsableAt(plane, selector.Choose(table, plane, now)).ev;
    }

    /** Hears of so many packets, so many of them marked, and has a round end behind them. */
    void Round(Ev ev, uint32_t packets, uint32_t marks)
    {
        now = now + Micros(10);
        Send(now); // or the flow would be idle
        now = now + Micros(10);
        Send(now);
        for (uint32_t i = 0; i < packets; ++i)
        {
            selector.OnFeedback(ev, i < marks ? F::MARKED : F::CLEAN, now);
        }
    }

    PathTable table;
    Selector selector;
    Instant now;
};

using FlowletRig = Rig<FlowletSelector, FlowletConfig>;
using PlbRig = Rig<PlbSelector, PlbConfig>;

// Clauses: [kept-path]
TEST(KeptPath, IsThatOfSingleUntilARehash)
{
    std::set<uint32_t> evs;
    int moved = 0;
    for (uint64_t key = 1; key <= 50; ++key)
    {
        PathTable table(Config(32, 0), Deal(2, 32));
        SingleSelector single{KeyedDraws(key)};
        KeptPath path{KeyedDraws(key)};
        const PlaneMask mask = path.Plane(table, 0b11);
        ASSERT_EQ(mask, single.Planes(table, 0b11));
        const auto plane = static_cast<PlaneId>(__builtin_ctz(mask));
        const Ev ev = table.UsableAt(plane, path.Among(table, plane)).ev;
        EXPECT_EQ(ev, single.Next(table, plane, At(Span()))->ev);
        path.Rehash();
        evs.insert(table.UsableAt(plane, path.Among(table, plane)).ev.value);
        moved += path.Plane(table, 0b11) != mask;
    }
    EXPECT_GT(evs.size(), 20U);
    EXPECT_NEAR(moved, 25, 15);
}

// Clauses: [kept-path]
TEST(KeptPath, TheNextUsableSeatStandsIn)
{
    for (uint64_t key = 1; key <= 40; ++key)
    {
        PathTable table(Config(4, 0), Deal(1, 4));
        const SingleSelector single{KeyedDraws(key)};
        SingleSelector other = single;
        const KeptPath path{KeyedDraws(key)};
        for (uint32_t denied = 0; denied < 3; ++denied)
        {
            table.Administer(table.UsableAt(0, path.Among(table, 0)).ev,
                             PathOrder::DENY,
                             At(Span()));
            EXPECT_EQ(table.UsableAt(0, path.Among(table, 0)).ev,
                      other.Next(table, 0, At(Span()))->ev);
        }
        table.Administer(table.UsableAt(0, 0).ev, PathOrder::DENY, At(Span()));
        EXPECT_EQ(path.Plane(table, 0b1), 0U);
    }
}

// Clauses: [flowlet-gap]
TEST(Flowlet, APauseAsLongAsTheGapKeepsThePath)
{
    FlowletRig rig({Micros(50)});
    const Ev first = rig.Send(At(Micros(100)));
    EXPECT_EQ(rig.Send(At(Micros(150))), first);
    EXPECT_EQ(rig.Send(At(Micros(200))), first);
    EXPECT_EQ(rig.selector.Rehashes(), 0U);
    rig.Send(At(Micros(250) + Span(1)));
    EXPECT_EQ(rig.selector.Rehashes(), 1U);
}

// Clauses: [flowlet-gap]
TEST(Flowlet, EachPauseDrawsAgain)
{
    FlowletRig rig({Micros(50)});
    std::set<uint32_t> evs;
    std::set<uint32_t> planes;
    for (int i = 1; i <= 40; ++i)
    {
        const Ev ev = rig.Send(At(Micros(100 * i)));
        EXPECT_EQ(rig.Send(At(Micros(100 * i + 1))), ev);
        // feedback that the selector does not heed
        rig.selector.OnFeedback(ev, F::MARKED, At(Micros(100 * i + 2)));
        evs.insert(ev.value);
        planes.insert(ev.Plane());
    }
    EXPECT_EQ(rig.selector.Rehashes(), 39U);
    EXPECT_GT(evs.size(), 20U);
    EXPECT_EQ(planes.size(), 2U);
}

// Clauses: [flowlet-gap]
TEST(Flowlet, AQuestionWithoutAPacketChangesNothing)
{
    FlowletRig rig({Micros(50)});
    rig.Send(At(Micros(1)));
    const PlaneMask asked = rig.selector.Planes(rig.table, 0b11, At(Micros(100)));
    EXPECT_EQ(rig.selector.Planes(rig.table, 0b11, At(Micros(100))), asked);
    EXPECT_EQ(PlaneMask{1} << rig.Send(At(Micros(100))).Plane(), asked);
}

// Clauses: [plb-rounds]
TEST(PlbRounds, HalfOfTheMarksMakeARoundCongested)
{
    PlbRounds rounds{PlbConfig()};
    Instant now;
    const auto round = [&](int packets, int marks) {
        for (int i = 0; i < packets; ++i)
        {
            rounds.OnAnswer(i < marks, now);
        }
        now = now + Micros(20);
    };
    round(4, 2);
    EXPECT_EQ(rounds.Congested(), 0U); // the round has not ended
    round(5, 3);
    EXPECT_EQ(rounds.Congested(), 1U);
    round(1, 1);
    EXPECT_EQ(rounds.Congested(), 2U);
    round(5, 2);
    EXPECT_EQ(rounds.Congested(), 3U);
    round(1, 1);
    EXPECT_EQ(rounds.Congested(), 0U); // two of five are less than half
    rounds.Clear();
    round(1, 1);
    EXPECT_EQ(rounds.Congested(), 0U);
}

TEST(PlbRounds, LastFromTheirFirstAnswer)
{
    PlbRounds rounds{PlbConfig()};
    rounds.OnAnswer(true, At(Micros(7)));
    rounds.OnAnswer(true, At(Micros(27) - Span(1)));
    EXPECT_EQ(rounds.Congested(), 0U);
    rounds.OnAnswer(false, At(Micros(27)));
    EXPECT_EQ(rounds.Congested(), 1U);
}

// Clauses: [plb-rehash]
TEST(Plb, LeavesAfterTwelveCongestedRounds)
{
    PlbRig rig({});
    const Ev ev = rig.Send(rig.now);
    for (int i = 0; i < 12; ++i)
    {
        rig.Round(ev, 10, 5);
    }
    EXPECT_EQ(rig.Send(rig.now), ev); // eleven have ended
    rig.Round(ev, 10, 5);
    EXPECT_EQ(rig.selector.Rehashes(), 0U);
    rig.Send(rig.now);
    EXPECT_EQ(rig.selector.Rehashes(), 1U);
}

TEST(Plb, ARoundWithFewMarksBeginsAgain)
{
    PlbRig rig({});
    const Ev ev = rig.Send(rig.now);
    for (int i = 0; i < 40; ++i)
    {
        rig.Round(ev, 10, i % 12 == 11 ? 4 : 10);
    }
    rig.Send(rig.now);
    EXPECT_EQ(rig.selector.Rehashes(), 0U);
}

TEST(Plb, LeavesAfterThreeWhenIdle)
{
    PlbRig rig({});
    const Ev ev = rig.Send(rig.now);
    for (int i = 0; i < 4; ++i)
    {
        rig.Round(ev, 10, 10);
    }
    rig.Send(rig.now + Micros(20) - Span(1));
    EXPECT_EQ(rig.selector.Rehashes(), 0U);
    rig.Send(rig.now + Micros(40) - Span(1));
    EXPECT_EQ(rig.selector.Rehashes(), 1U);
}

TEST(Plb, MarksOfTheOldPathDoNotCount)
{
    PlbRig rig({});
    const Ev ev = rig.Send(rig.now);
    const Ev stranger{ev.value + 1};
    for (int i = 0; i < 40; ++i)
    {
        rig.Round(stranger, 10, 10);
    }
    rig.Send(rig.now);
    EXPECT_EQ(rig.selector.Rehashes(), 0U);
}

TEST(Plb, ALossMovesTheFlowAndHoldsItThere)
{
    PlbConfig config;
    config.suspend = Micros(10000);
    PlbRig rig(config);
    const Ev ev = rig.Send(rig.now);
    rig.selector.OnFeedback(ev, F::LATE, rig.now);
    EXPECT_EQ(rig.selector.Rehashes(), 0U);
    rig.selector.OnFeedback(ev, F::LOST, rig.now);
    rig.selector.OnFeedback(ev, F::LOST, rig.now); // of the same path: once is enough
    EXPECT_EQ(rig.selector.Rehashes(), 1U);
    const Ev second = rig.Send(rig.now);
    while (rig.now < At(Micros(10000)))
    {
        rig.Round(second, 10, 10);
    }
    EXPECT_EQ(rig.selector.Rehashes(), 1U);
    while (rig.now < At(Micros(20100)))
    {
        rig.Round(second, 10, 10);
    }
    EXPECT_EQ(rig.selector.Rehashes(), 2U);
}

/** @return the EVs of a queue pair with such a selector */
template <class Selector, class Rules>
EvConfig
EvsWith(const Rules& rules)
{
    EvConfig config = Config(16, 16);
    config.custom = std::make_shared<const SelectorMaker>(
        [rules](KeyedDraws draws) { return std::make_unique<Selector>(rules, draws); });
    return config;
}

// Clauses: [kept-path]
TEST(KeptPath, WaitsForItsPort)
{
    for (uint64_t key = 1; key <= 20; ++key)
    {
        const EvConfig config = EvsWith<FlowletSelector>(FlowletConfig());
        Sprayer sprayer(config, Deal(2, 8, key));
        const Ev ev = *sprayer.Next(0b11, At(Micros(6)));
        const PlaneMask own = PlaneMask{1} << ev.Plane();
        EXPECT_FALSE(sprayer.Next(0b11 ^ own, At(Micros(7))));
        EXPECT_EQ(*sprayer.Next(0b11, At(Micros(8))), ev);
        sprayer.SetLocalUp(0b11 ^ own);
        EXPECT_NE(sprayer.Next(0b11, At(Micros(9)))->Plane(), ev.Plane());
    }
}

TEST(KeptPath, LeavesAnEvThatIsRetired)
{
    const EvConfig config = EvsWith<PlbSelector>(PlbConfig());
    Sprayer sprayer(config, Deal(2, 8));
    const Ev ev = *sprayer.Next(0b11, At(Micros(6)));
    sprayer.OnLoss(ev, PathCause::GAP, At(Micros(7)));
    EXPECT_NE(*sprayer.Next(0b11, At(Micros(8))), ev);
}

} // namespace
} // namespace mrc
} // namespace ns3
