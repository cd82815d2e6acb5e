/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Several classes of data at the ports of switches, of which PFC pauses some.

#include "class-rig.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

constexpr uint8_t LOSSLESS_DSCP = 26;

/** @return a way with a lossless class, one that is trimmed, and all others */
ClassWay
WithPfc()
{
    ClassWay way;
    way.classes = "dscp=26; dscp=8";
    way.trimmable = "8";
    way.lossless = "26";
    way.xoff = 20000;
    return way;
}

/** The receiver pauses the lossless class of its port for 50 us; others go on as if nothing were.
 */
// Clauses: [data-classes], [pfc-response], [wire-mode], [same-seed]
TEST(DataClassesPfc, APauseHoldsTheLosslessClassAlone)
{
    uint64_t first = 0;
    for (const uint32_t weight : {0U, 5U})
    {
        first = 0;
        for (const uint8_t flags : {uint8_t{0}, uint8_t{PORT_WATCHED}, uint8_t{PORT_EAGER}})
        {
            for (const bool wireMode : {false, true})
            {
                ClassWay way = WithPfc();
                way.weight = weight;
                way.flags = flags;
                way.wireMode = wireMode;
                ClassRig rig(4, way);
                const PortIndex fromLast = rig.topology.NicPort(rig.to, 0);
                rig.fabric.Faults().BeginStorm(fromLast, Instant());
                Simulator::Schedule(MicroSeconds(50),
                                    [&] { rig.fabric.Faults().EndStorm(fromLast); });
                rig.Stream(0, 20, LOSSLESS_DSCP);
                for (const uint32_t nic : {1U, 2U})
                {
                    for (uint32_t i = 0; i < 60; ++i)
                    {
                        const Instant at =
                            Instant() + Micros(5) + Span(int64_t{FULL_FRAME + 20} * 80) * i;
                        rig.Shoot({at,
                                   nic,
                                   rig.to,
                                   Ev::Of(0, 0),
                                   4096,
                                   nic == 1 ? GOLD_DSCP : BULK_DSCP});
                    }
                }
                Simulator::Run();
                Instant lossless = Instant::Never(); // the first that came after the pause
                Instant others;
                uint32_t held = 0;
                for (const Hit& hit : rig.hits)
                {
                    const bool isHeld = rig.shots[hit.shot].dscp == LOSSLESS_DSCP;
                    held += isHeld && hit.at > Instant() + Micros(50);
                    lossless = isHeld && hit.at > Instant() + Micros(10)
                                   ? std::min(lossless, hit.at)
                                   : lossless;
                    others = isHeld ? others : std::max(others, hit.at);
                }
                EXPECT_GT(held, 10U);
                EXPECT_GT(lossless, Instant() + Micros(50));
                // Two streams of 60 packets take the line for 41 us.
                EXPECT_LT(others, Instant() + Micros(53));
                EXPECT_EQ(rig.WholeOf(LOSSLESS_DSCP), 20U) << "none is lost or cut";
                EXPECT_EQ(rig.hits.size() + rig.Sum(&PortCounters::drops), 140U);
                const uint64_t print = rig.fabric.Tally().Fingerprint();
                first = first == 0 ? print : first;
                EXPECT_EQ(print, first) << +flags << wireMode << weight;
                rig.ExpectEmpty();
            }
        }
    }
}

/** Seven lossless senders and a stream that is trimmed meet at one port, with a shared buffer and
 * without. */
// Clauses: [data-classes], [pfc-lossless], [pfc-accounting], [shared-buffer]
TEST(DataClassesPfc, AnIncastOfTheLosslessClassLosesNothing)
{
    for (const uint32_t buffer : {0U, 2000000U})
    {
        ClassWay way = WithPfc();
        way.buffer = buffer;
        way.markAt = buffer == 0 ? "Enqueue" : "Dequeue";
        ClassRig rig(9, way);
        for (uint32_t nic = 0; nic < 6; ++nic)
        {
            rig.Stream(nic, 100, LOSSLESS_DSCP);
        }
        rig.Stream(6, 200, GOLD_DSCP);
        rig.Stream(7, 200, GOLD_DSCP);
        Simulator::Run();
        EXPECT_EQ(rig.WholeOf(LOSSLESS_DSCP), 600U) << buffer;
        EXPECT_EQ(rig.fabric.Tally().Drops(DropReason::HEADROOM_OVERFLOW), 0U);
        EXPECT_GT(rig.fabric.Tally()
                      .Pauses(rig.topology.Peer(rig.topology.NicPort(0, 0)), rig.kernel.Now())
                      .sent,
                  0U)
            << "senders were told to pause";
        EXPECT_GT(rig.WholeOf(GOLD_DSCP), 100U);
        EXPECT_EQ(rig.hits.size() + rig.Sum(&PortCounters::drops), 1000U);
        rig.ExpectEmpty();
    }
}

// Clauses: [data-classes], [pfc-response], [link-outage]
TEST(DataClassesPfc, NothingIsLeftOfAPausedPortThatGoesDown)
{
    ClassRig rig(4, WithPfc());
    const PortIndex fromLast = rig.topology.NicPort(rig.to, 0);
    rig.fabric.Faults().BeginStorm(fromLast, Instant());
    Simulator::Schedule(MicroSeconds(12), [&] { rig.fabric.Faults().EndStorm(fromLast); });
    rig.Stream(0, 20, LOSSLESS_DSCP);
    rig.Stream(1, 40, GOLD_DSCP);
    rig.Stream(2, 40, BULK_DSCP);
    rig.Cut(rig.Last(), MicroSeconds(10), MicroSeconds(14));
    Simulator::Run();
    EXPECT_GT(rig.fabric.Tally().Drops(DropReason::LINK_DOWN), 10U);
    EXPECT_EQ(rig.hits.size() + rig.Sum(&PortCounters::drops), 100U);
    rig.ExpectEmpty();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
