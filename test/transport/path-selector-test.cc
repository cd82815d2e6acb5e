/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-deal.h"

#include "ns3/mrc-path-selector.h"
#include "ns3/mrc-sprayer.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

// Clauses: [rotation-order]
TEST(PathSelector, EveryRotationVisitsEachEvOnce)
{
    for (uint16_t active : {1, 5, 16})
    {
        PathTable table(Config(active, 0), Deal(1, 16));
        PathSelector selector(PATH_SELECTION_MRC, KeyedDraws(7));
        std::set<uint32_t> firsts;
        for (int rotation = 0; rotation < 50; ++rotation)
        {
            std::set<uint32_t> seen;
            for (uint16_t i = 0; i < active; ++i)
            {
                const Ev ev = selector.Next(table, 0, At(RTT))->ev;
                seen.insert(ev.value);
                if (i == 0)
                {
                    firsts.insert(ev.value);
                }
            }
            EXPECT_EQ(seen.size(), active);
        }
        EXPECT_GT(firsts.size(), active / 2U); // the mask is redrawn
    }
}

// Clauses: [skip-length]
TEST(PathSelector, SkipCostsOneTurn)
{
    PathTable table(Config(4, 0), Deal(1, 4));
    PathSelector selector(PATH_SELECTION_MRC, KeyedDraws(7));
    const Ev ev = table.At(0, 2).ev;
    const Instant now = At(RTT);
    selector.OnFeedback(table, ev, PathSelector::Feedback::MARKED, now);
    int uses = 0;
    for (int i = 0; i < 3; ++i) // the rotation has three others
    {
        uses += selector.Next(table, 0, now)->ev == ev;
    }
    EXPECT_EQ(uses, 0);
    for (int i = 0; i < 4; ++i)
    {
        uses += selector.Next(table, 0, now)->ev == ev;
    }
    EXPECT_EQ(uses, 1);
}

// Clauses: [skip-length]
TEST(PathSelector, SkipLapsesAfterOneBaseRtt)
{
    for (bool lapsed : {false, true})
    {
        PathTable table(Config(1, 0), Deal(1, 4));
        const Ev ev = table.At(0, 0).ev;
        table.OnCongestion(ev, PathCause::MARK, At(Nanos(128)));
        const Instant at = At(Nanos(128) + RTT - (lapsed ? Span() : Span(1)));
        EXPECT_EQ(table.HasLapsed(*table.Find(ev), at), lapsed);
    }
}

// Clauses: [skip-consumption]
TEST(PathSelector, AtMostOneSkipIsConsumedForEachPacket)
{
    std::map<int, int> left; // by SKIPs: of how many rotations they are left
    for (uint64_t key = 1; key <= 32; ++key)
    {
        PathTable table(Config(4, 0), Deal(1, 4));
        PathSelector selector(PATH_SELECTION_MRC, KeyedDraws(key));
        const Instant now = At(RTT);
        const Ev good = table.At(0, 3).ev;
        for (uint32_t i = 0; i < 3; ++i)
        {
            table.OnCongestion(table.At(0, i).ev, PathCause::MARK, now);
        }
        EXPECT_EQ(selector.Next(table, 0, now)->ev, good);
        int skips = 0;
        for (uint32_t i = 0; i < 4; ++i)
        {
            skips += table.At(0, i).state == PathState::SKIP;
        }
        ++left[skips];
    }
    EXPECT_GT(left[2], 8) << "one is consumed";
    EXPECT_GT(left[3], 0) << "none is, where the good one comes first";
    EXPECT_EQ(left[2] + left[3], 32);
}

// Clauses: [skip-consumption]
TEST(Sprayer, RetransmissionConsumesAtMostOneSkip)
{
    // Two EVs on each plane, one of them skipped. Whatever the rotation begins with, the first draw
    // may consume the SKIP of plane 0 and hit the EV to avoid. The second goes to plane 1.
    const Instant now = Instant() + Micros(100);
    for (uint64_t key = 1; key <= 64; ++key)
    {
        EvConfig config;
        config.active = 4;
        config.backup = 0;
        Sprayer sprayer(config, {2, 2, Micros(12), KeyedDraws(key)});
        PathTable& table = sprayer.Table();
        for (PlaneId plane : {0, 1})
        {
            sprayer.OnFeedback(table.At(plane, 1).ev, PathSelector::Feedback::MARKED, now);
        }
        const Ev avoid = table.At(0, 0).ev;
        EXPECT_NE(*sprayer.NextOther(3, avoid, PathStrikes(), now), avoid);
        const int skips =
            (table.At(0, 1).state == PathState::SKIP) + (table.At(1, 1).state == PathState::SKIP);
        EXPECT_GE(skips, 1) << "key " << key;
    }
}

// Clauses: [skip-length]
TEST(PathSelector, SkipOfNoTurnsLastsUntilItLapses)
{
    EvConfig config = Config(2, 0);
    config.skipTurns = 0;
    PathTable table(config, Deal(1, 2));
    PathSelector selector(PATH_SELECTION_MRC, KeyedDraws(7));
    const Ev skipped = table.At(0, 0).ev;
    table.OnCongestion(skipped, PathCause::MARK, At(RTT));
    for (uint32_t i = 0; i < 100; ++i)
    {
        ASSERT_NE(selector.Next(table, 0, At(RTT + RTT / 2))->ev, skipped) << i;
    }
    uint32_t used = 0;
    for (uint32_t i = 0; i < 100; ++i)
    {
        used += selector.Next(table, 0, At(RTT + RTT))->ev == skipped;
    }
    EXPECT_NEAR(used, 50, 1);
}

/** @return packets of 1,000 until an EV that is marked before each of some loses its seat */
uint32_t
PacketsUntilExchange(uint8_t skipsToExchange, uint32_t packetsPerMark)
{
    EvConfig config = Config(2, 2);
    config.skipsToExchange = skipsToExchange;
    PathTable table(config, Deal(1, 2));
    PathSelector selector(PATH_SELECTION_MRC, KeyedDraws(7));
    const Ev marked = table.At(0, 0).ev;
    const Ev other = table.At(0, 1).ev;
    for (uint32_t i = 0; i < 1000; ++i)
    {
        if (i % packetsPerMark == 0)
        {
            table.OnCongestion(marked, PathCause::MARK, At(RTT));
        }
        selector.Next(table, 0, At(RTT));
        if (!table.InRotation(*table.Find(marked)))
        {
            EXPECT_TRUE(table.SamePath(table.At(0, 0).ev, other)) << "not its own path's other EV";
            EXPECT_EQ(table.Usable(0), 2U);
            return i + 1;
        }
    }
    return 1000;
}

// Clauses: [skip-exchange]
TEST(PathSelector, AnEvThatIsSkippedTurnAfterTurnLosesItsSeat)
{
    const uint32_t soon = PacketsUntilExchange(3, 1);
    EXPECT_GE(soon, 3U) << "a skipped turn leaves one packet of two";
    EXPECT_LE(soon, 20U) << "of three turns running it may be used in the first, by chance";
    EXPECT_EQ(PacketsUntilExchange(0, 1), 1000U) << "an option, off";
    EXPECT_EQ(PacketsUntilExchange(3, 8), 1000U) << "in turns between them it was used";
    EXPECT_LE(PacketsUntilExchange(1, 8), 2U);
}

// Clauses: [skip-exchange]
TEST(PathSelector, AnEvWithoutAnotherPathInReserveKeepsItsSeat)
{
    EvConfig config = Config(1, 1);
    config.skipsToExchange = 1;
    PathTable table(config, Deal(1, 1));
    PathSelector selector(PATH_SELECTION_MRC, KeyedDraws(7));
    const Ev only = table.At(0, 0).ev;
    table.OnCongestion(only, PathCause::MARK, At(RTT));
    EXPECT_EQ(selector.Next(table, 0, At(RTT))->ev, only);
}

// Clauses: [skip-consumption]
TEST(PathSelector, AllSkippedIsStillUsable)
{
    EvConfig config = Config(4, 0);
    config.skipTurns = 9;
    PathTable table(config, Deal(1, 4));
    PathSelector selector(PATH_SELECTION_MRC, KeyedDraws(7));
    for (uint32_t i = 0; i < 4; ++i)
    {
        table.OnCongestion(table.At(0, i).ev, PathCause::MARK, At(RTT));
    }
    EXPECT_NE(selector.Next(table, 0, At(RTT)), nullptr);
}

TEST(PathSelector, NothingUsableIsNothing)
{
    EvConfig config = Config(2, 0);
    PathTable table(config, Deal(1, 2));
    table.Administer(table.At(0, 0).ev, PathOrder::DENY, At(RTT));
    table.Administer(table.At(0, 1).ev, PathOrder::DENY, At(RTT));
    PathSelector selector(PATH_SELECTION_MRC, KeyedDraws(7));
    EXPECT_EQ(selector.Next(table, 0, At(RTT)), nullptr);
}

// Clauses: [plane-turns], [late-choice]
TEST(Sprayer, PlanesTakeTurnsAmongThoseThatAreFree)
{
    const EvConfig config = Config(16, 16);
    Sprayer sprayer(config, Deal(4, 4));
    const PlaneMask masks[] = {0b1111, 0b1111, 0b1010, 0b0101, 0b1111, 0b0010, 0b1111};
    const int expected[] = {0, 1, 3, 0, 1, 1, 2};
    for (size_t i = 0; i < 7; ++i)
    {
        EXPECT_EQ(sprayer.Next(masks[i], At(RTT))->Plane(), expected[i]) << i;
    }
    EXPECT_EQ(sprayer.SetLocalUp(0b1011), 0b0100U);
    EXPECT_EQ(sprayer.SetPeerDown(0b0101, Instant()), 0b0001U);
    EXPECT_EQ(sprayer.Ports().Usable(), 0b1010U);
    EXPECT_FALSE(sprayer.Next(0b0101, At(RTT)));
    EXPECT_EQ(sprayer.Next(0b1111, At(RTT))->Plane(), 3);
}

// Clauses: [resend-path]
TEST(Sprayer, RetransmissionTakesAnotherPathIfThereIsOne)
{
    const EvConfig config = Config(16, 16);
    Sprayer sprayer(config, Deal(1, 4));
    const Ev lost = sprayer.Next(1, At(RTT)).value();
    int same = 0;
    for (int i = 0; i < 1000; ++i)
    {
        same += sprayer.Table().SamePath(*sprayer.NextOther(1, lost, PathStrikes(), At(RTT)), lost);
    }
    EXPECT_LT(same, 50); // three draws, each with a chance of a quarter
    Sprayer narrow(config, Deal(1, 1));
    EXPECT_TRUE(narrow.NextOther(1, lost, PathStrikes(), At(RTT)));
}

/* The second one has EVs of three of eight paths, of which one is denied and one bad. */
// Clauses: [probe-search]
TEST(Sprayer, ASearchTakesEachPathInTurn)
{
    const EvConfig many = Config(16, 16);
    Sprayer even(many, Deal(4, 4));
    std::set<uint32_t> paths;
    for (uint32_t i = 0; i < 8; ++i)
    {
        const Ev ev = even.NextInTurn(0b1010, i, At(RTT)).value();
        EXPECT_EQ(ev.Plane(), i % 2 == 0 ? 1 : 3);
        paths.insert(even.PathOf(ev).value);
    }
    EXPECT_EQ(paths.size(), 8U);

    const EvConfig three = Config(3, 0);
    Sprayer few(three, Deal(1, 8));
    const Ev denied = few.Table().At(0, 0).ev;
    few.Administer(denied, PathOrder::DENY, At(RTT));
    few.OnLoss(few.Table().At(0, 1).ev, PathCause::GAP, At(RTT));
    paths.clear();
    for (uint32_t i = 0; i < 8; ++i)
    {
        const Ev ev = few.NextInTurn(1, i, At(RTT)).value();
        EXPECT_NE(ev, denied);
        paths.insert(ev.value);
    }
    EXPECT_EQ(paths.size(), 2U);
    EXPECT_FALSE(few.NextInTurn(0, 0, At(RTT)));
    EXPECT_EQ(few.NextInTurn(1, 8, At(RTT)), few.NextInTurn(1, 0, At(RTT))) << "then again";
}

/* Hashed EVs: a plane has 8,192, of which a queue pair has few. */
// Clauses: [probe-search], [ev-formats]
TEST(Sprayer, ASearchSkipsPathsWithoutAnEv)
{
    const EvConfig config = Config(32, 32);
    Sprayer hashed(config, Deal(2, 8192));
    std::set<uint32_t> evs;
    for (uint32_t i = 0; i < 64; ++i)
    {
        evs.insert(hashed.NextInTurn(0b11, i, At(RTT)).value().value);
    }
    EXPECT_EQ(evs.size(), 64U) << "each once, planes in turn";
}

} // namespace
