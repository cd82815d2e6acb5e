/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-deal.h"

#include "ns3/mrc-path-prober.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

// Clauses: [ev-probing]
TEST(PathProber, AsksAtJitteredIntervalsUntilThreeAnswersInARow)
{
    EvConfig config;
    PathProber prober(config, KeyedDraws(3));
    EXPECT_EQ(prober.NextDue(), Instant::Never());
    const Ev ev = Ev::Of(0, 5);
    prober.Add(ev, Instant());
    Instant due = prober.NextDue();
    EXPECT_GE(due, At(config.probeStart * 3 / 4));
    EXPECT_LE(due, At(config.probeStart * 5 / 4));
    EXPECT_FALSE(prober.TakeDue(1, 1, due - Span(1)));
    const bool answered[] = {true, true, false, true, true, true};
    uint16_t id = 0;
    for (bool answer : answered)
    {
        due = prober.NextDue();
        EXPECT_EQ(prober.TakeDue(1, ++id, due), ev);
        EXPECT_GE(prober.NextDue() - due, config.probeInterval * 3 / 4);
        EXPECT_LE(prober.NextDue() - due, config.probeInterval * 5 / 4);
        // not the id of the probe
        EXPECT_FALSE(prober.OnResponse(ev, static_cast<uint16_t>(id + 1)));
        if (answer)
        {
            EXPECT_EQ(prober.OnResponse(ev, id), id == 6);
        }
    }
    EXPECT_EQ(prober.NextDue(), Instant::Never());
}

// Clauses: [ev-probing]
TEST(PathProber, BeginsAfreshWithAnEvThatIsProbedAlready)
{
    EvConfig config;
    config.probeSuccesses = 2;
    PathProber prober(config, KeyedDraws(3));
    const Ev ev = Ev::Of(0, 5);
    prober.Add(ev, Instant());
    EXPECT_EQ(prober.TakeDue(1, 1, prober.NextDue()), ev);
    EXPECT_FALSE(prober.OnResponse(ev, 1));

    const Instant again = prober.NextDue();
    prober.Add(ev, again);
    EXPECT_GT(prober.NextDue(), again); // the probe that was due then is not
    EXPECT_EQ(prober.TakeDue(1, 2, prober.NextDue()), ev);
    EXPECT_FALSE(prober.OnResponse(ev, 2)); // the earlier answer does not count
    EXPECT_EQ(prober.TakeDue(1, 3, prober.NextDue()), ev);
    EXPECT_TRUE(prober.OnResponse(ev, 3));
    EXPECT_EQ(prober.NextDue(), Instant::Never()); // there was one patient
}

// Clauses: [ev-probing]
TEST(PathProber, WaitsForAPlaneThatIsUp)
{
    PathProber prober(EvConfig(), KeyedDraws(3));
    prober.Add(Ev::Of(1, 5), Instant());
    const Instant due = prober.NextDue();
    EXPECT_FALSE(prober.TakeDue(0b01, 1, due));
    EXPECT_GT(prober.NextDue(), due);
    EXPECT_TRUE(prober.TakeDue(0b11, 1, prober.NextDue()));
}

// Clauses: [ev-resurrection]
TEST(PathProber, AnAnswerCountsOnce)
{
    PathProber prober(EvConfig(), KeyedDraws(3));
    const Ev ev = Ev::Of(0, 5);
    prober.Add(ev, Instant());
    EXPECT_EQ(prober.TakeDue(1, 1, prober.NextDue()), ev);
    for (int copies = 0; copies < 5; ++copies)
    {
        EXPECT_FALSE(prober.OnResponse(ev, 1));
    }
    EXPECT_TRUE(prober.Has(ev));
}

} // namespace
