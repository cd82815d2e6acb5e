/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Pauses that do not end: storms, deadlocks, and the watchdog.

#include "../network/graph-text.h"
#include "pfc-rig.h"

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

/** Five switches in a ring, each with a NIC. */
const char* const RING = "graph { edge [rate=100Gbps]; node [role=nic]; n0; n1; n2; n3; n4\n"
                         "node [role=switch]\n"
                         "n0 -- s0; n1 -- s1; n2 -- s2; n3 -- s3; n4 -- s4\n"
                         "s0 -- s1 -- s2 -- s3 -- s4 -- s0 [delay=100ns] }";

/** Each NIC of the ring sends to the one after the next, so that links wait for each other. */
class Ring : public PfcRig
{
  public:
    explicit Ring(const PfcWay& way)
        : PfcRig(ParseDot(RING), way)
    {
        for (uint32_t nic = 0; nic < 5; ++nic)
        {
            Stream(nic, (nic + 2) % 5, COUNT);
        }
    }

    static constexpr uint32_t COUNT = 400;
};

// Clauses: [pfc-response], [graph-paths]
TEST(PfcStorm, ARingOfSwitchesComesToADeadlock)
{
    PfcWay way;
    Ring rig(way);
    rig.RunTo(Micros(1000)); // 400 packets of two on a link take 273 us
    const std::size_t then = rig.hits.size();
    EXPECT_LT(then, 5U * Ring::COUNT / 2);
    rig.RunTo(Micros(3000));
    EXPECT_EQ(rig.hits.size(), then) << "nothing moves any more";
    EXPECT_EQ(rig.AllDrops(), 0U) << "and nothing is lost";
    EXPECT_GT(rig.fabric.Pool().Live(), 0U);
    uint32_t held = 0;
    for (PortIndex port = 0; port < rig.topology.PortCount(); ++port)
    {
        held += rig.fabric.State().pauses.Port(port).held;
    }
    EXPECT_GE(held, 5U + 5U) << "the ring one way round, and the NICs";
}

// Clauses: [pfc-watchdog], [drop-reasons], [pfc-counters]
TEST(PfcStorm, TheWatchdogBreaksADeadlock)
{
    PfcWay way;
    way.detect = Micros(100);
    way.restore = Micros(50);
    Ring rig(way);
    rig.RunTo(Micros(20000)); // a deadlock would repeat pauses for ever
    const uint64_t lost = rig.Drops(DropReason::PFC_WATCHDOG);
    EXPECT_GT(lost, 0U);
    EXPECT_EQ(rig.hits.size() + lost, 5U * Ring::COUNT);
    EXPECT_EQ(rig.AllDrops(), lost);
    EXPECT_LT(rig.hits.back().at, Instant() + Micros(6000)) << "bounded in time";
    uint32_t storms = 0;
    for (PortIndex port = 0; port < rig.topology.PortCount(); ++port)
    {
        const PauseCounters counters = rig.Pauses(port);
        storms += counters.storms;
        EXPECT_EQ(counters.restored, counters.storms) << port;
    }
    EXPECT_GE(storms, 1U);
    rig.ExpectEmpty();
}

// Clauses: [pfc-storm], [pfc-response]
TEST(PfcStorm, AStormStopsItsSwitchAndSpreads)
{
    PfcRig rig(SmallFabric(8, 4, 1), PfcWay{});
    rig.fabric.Faults().BeginStorm(rig.Up(4), Instant());
    // NIC 0 sends to the NIC that pauses, NIC 2 to another one below the same T0.
    for (uint32_t nic : {0U, 2U})
    {
        rig.Stream(nic, nic == 0 ? 4 : 6, 200);
    }
    rig.Stream(5, 7, 200);
    rig.RunTo(Micros(1000));
    EXPECT_TRUE(rig.fabric.State().pauses.Port(rig.Down(4)).held);
    EXPECT_TRUE(rig.fabric.State().pauses.Port(rig.Up(0)).held);
    EXPECT_TRUE(rig.fabric.State().pauses.Port(rig.Up(2)).held) << "which sends elsewhere";
    EXPECT_LT(rig.HitsOf(6), 100U);
    EXPECT_EQ(rig.HitsOf(7), 200U) << "its way shares no link";
    EXPECT_EQ(rig.HitsOf(4), 0U);
    EXPECT_GE(rig.Pauses(rig.Up(4)).sent, 5U) << "each 168 us";
    EXPECT_EQ(rig.AllDrops(), 0U);
    rig.fabric.Faults().EndStorm(rig.Up(4));
    rig.RunTo();
    EXPECT_EQ(rig.hits.size(), 600U);
    rig.ExpectEmpty();
}

// Clauses: [pfc-watchdog], [pfc-storm]
TEST(PfcStorm, TheWatchdogConfinesAStorm)
{
    PfcWay way;
    way.detect = Micros(20);
    way.restore = Micros(400);
    PfcRig rig(SmallFabric(8, 4, 1), way);
    rig.fabric.Faults().BeginStorm(rig.Up(4), Instant());
    for (uint32_t nic : {0U, 2U})
    {
        rig.Stream(nic, nic == 0 ? 4 : 6, 200);
    }
    rig.RunTo(Micros(1000));
    EXPECT_EQ(rig.HitsOf(6), 200U) << "the other way is free again";
    EXPECT_EQ(rig.HitsOf(4), 0U);
    EXPECT_EQ(rig.Drops(DropReason::PFC_WATCHDOG), 200U);
    EXPECT_EQ(rig.fabric.Tally().DropsAt(rig.Down(4), DropReason::PFC_WATCHDOG), 200U);
    EXPECT_EQ(rig.Pauses(rig.Down(4)).storms, 1U);
    EXPECT_EQ(rig.Pauses(rig.Down(4)).restored, 0U) << "as long as the NIC pauses";
    rig.fabric.Faults().EndStorm(rig.Up(4));
    rig.RunTo(Micros(1800)); // the last pause takes 336 us, then the watchdog waits
    EXPECT_EQ(rig.Pauses(rig.Down(4)).restored, 1U);
    for (uint32_t i = 0; i < 5; ++i)
    {
        rig.Shoot({Instant() + Micros(1900) + Micros(i), 0, 4, Ev::Of(0, 0), 4096, LOSSLESS});
    }
    rig.RunTo();
    EXPECT_EQ(rig.HitsOf(4), 5U);
    EXPECT_EQ(rig.Pauses(rig.Down(4)).storms, 1U);
    rig.ExpectEmpty();
}

// Clauses: [pfc-watchdog]
TEST(PfcStorm, NoDataIsNoStormAndAShortPauseIsNone)
{
    PfcWay way;
    way.detect = Micros(20);
    {
        PfcRig rig(SmallFabric(3, 3, 0), way);
        rig.fabric.Faults().BeginStorm(rig.Up(2), Instant()); // nobody sends there
        rig.RunTo(Micros(300));
        EXPECT_TRUE(rig.fabric.State().pauses.Port(rig.Down(2)).held);
        EXPECT_EQ(rig.Pauses(rig.Down(2)).storms, 0U);
        rig.Stream(0, 2, 20); // from now on
        rig.RunTo(Micros(400));
        EXPECT_EQ(rig.Pauses(rig.Down(2)).storms, 1U);
    }
    PfcRig brief(SmallFabric(8, 4, 1), way);
    for (const uint32_t nic : {0U, 5U})
    {
        brief.Stream(nic, 4, 200);
    }
    brief.RunTo(Micros(20000));
    Span paused;
    for (PortIndex port = 0; port < brief.topology.PortCount(); ++port)
    {
        EXPECT_EQ(brief.Pauses(port).storms, 0U) << "NICs have no watchdog";
        const bool isOfSwitch = brief.topology.NodeOf(port) >= brief.topology.Spec().nics;
        paused = isOfSwitch ? paused + brief.Pauses(port).paused : paused;
    }
    EXPECT_GT(paused, Micros(20)) << "in parts";
    EXPECT_EQ(brief.HitsOf(4), 400U);
    brief.ExpectEmpty();
}

// Clauses: [pfc-watchdog], [same-seed], [wire-mode]
TEST(PfcStorm, StormsAreTheSameWatchedAndInWireMode)
{
    uint64_t first = 0;
    for (const uint8_t flags : {uint8_t{0}, uint8_t{PORT_EAGER}})
    {
        for (const uint32_t buffer : {0U, 200000U})
        {
            PfcWay way;
            way.detect = Micros(100);
            way.buffer = buffer;
            way.flags = flags;
            way.wireMode = flags != 0;
            Ring rig(way);
            rig.RunTo(Micros(20000));
            rig.ExpectEmpty();
            if (buffer == 0)
            {
                const uint64_t print = rig.fabric.Tally().Fingerprint();
                first = first == 0 ? print : first;
                EXPECT_EQ(print, first);
            }
        }
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
