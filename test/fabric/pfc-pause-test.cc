/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Priority flow control: frames that pause, and ports that are paused.

#include "pfc-rig.h"

#include "ns3/mrc-shared-buffer.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

// Clauses: [pfc-frame], [class-weights]
TEST(Pfc, PausesAreAheadOfClassesWithWeightsToo)
{
    // The line to NIC 0 is full of data as the switch has NIC 0 stop.
    const auto peak = [](uint32_t weight) {
        PfcWay way;
        way.weight = weight;
        way.headroom = 1000000;
        PfcRig rig(SmallFabric(4, 4, 0), way);
        rig.fabric.Faults().BeginStorm(rig.Up(1), Instant());
        rig.Stream(2, 0, 200);
        rig.Stream(3, 0, 200);
        rig.Stream(0, 1, 200);
        rig.RunTo(Micros(100));
        const uint32_t most = rig.Use(rig.Up(0)).peak;
        rig.fabric.Faults().EndStorm(rig.Up(1));
        rig.RunTo();
        return most;
    };
    EXPECT_GT(peak(0), 0U);
    EXPECT_EQ(peak(200), peak(0));
}

/** NICs 0 and 5 send to NIC 4, and NIC 2 a little to NIC 6, by the same links as NIC 0. */
Instant
EndOfVictim(const char* lossless)
{
    PfcWay way;
    way.lossless = lossless;
    PfcRig rig(SmallFabric(8, 4, 1), way);
    for (uint32_t nic : {0U, 5U})
    {
        rig.Stream(nic, 4, 300);
    }
    for (uint32_t i = 0; i < 20; ++i)
    {
        rig.Shoot({Instant() + Micros(20) + Micros(2) * i, 2, 6, Ev::Of(0, 0), 1024, LOSSLESS});
    }
    rig.RunTo();
    EXPECT_EQ(rig.HitsOf(6), 20U);
    const bool hasPfc = std::string(lossless) != "none";
    EXPECT_EQ(rig.AllDrops() == 0, hasPfc);
    if (hasPfc)
    {
        const PortIndex uplink = rig.topology.NicPort(0, 0);
        EXPECT_GT(rig.Pauses(uplink).paused, Span()) << "it spreads to the sender's own rack";
        EXPECT_EQ(rig.HitsOf(4), 600U);
        rig.ExpectEmpty();
    }
    return rig.LastOf(2);
}

// Clauses: [pfc-response]
TEST(Pfc, AVictimWaitsBehindThoseWhoArePaused)
{
    const Instant alone = EndOfVictim("none");
    const Instant behind = EndOfVictim("26");
    EXPECT_GT(behind - alone, Micros(5)) << "head-of-line blocking";
}

// Clauses: [pfc-response], [class-order]
TEST(Pfc, ControlAndTrimmedPacketsGoOn)
{
    PfcRig rig(SmallFabric(3, 3, 0), PfcWay{});
    rig.fabric.Faults().BeginStorm(rig.Up(1), Instant());
    const DscpPlan dscp;
    for (const uint8_t code : {LOSSLESS, dscp.control, dscp.trimmed, dscp.noTrim})
    {
        rig.Shoot({Instant() + Micros(20), 0, 1, Ev::Of(0, 0), 0, code});
    }
    rig.RunTo(Micros(100));
    ASSERT_EQ(rig.hits.size(), 2U);
    EXPECT_EQ(rig.hits[0].frame.dscp, dscp.control);
    EXPECT_EQ(rig.hits[1].frame.dscp, dscp.trimmed);
    EXPECT_EQ(rig.fabric.Onlookers().Backlog(rig.Down(1), TrafficClass::DATA, rig.kernel.Now()),
              2U * 146);
    rig.fabric.Faults().EndStorm(rig.Up(1));
    rig.RunTo();
    EXPECT_EQ(rig.hits.size(), 4U) << "the rest is not lost";
    EXPECT_EQ(rig.hits[2].frame.dscp, LOSSLESS) << "in the order of the data class";
    rig.ExpectEmpty();
}

// Clauses: [pfc-response]
TEST(Pfc, APacketThatHasBegunGoesOnAndTheNextWaits)
{
    // The pause of NIC 1 acts at the switch's port in the middle of a packet.
    PfcWay way;
    way.quanta = 1000; // 5.12 us
    PfcRig rig(SmallFabric(3, 3, 0), way);
    rig.Stream(0, 1, 40);
    rig.Shoot({Instant(), 1, 2, Ev::Of(0, 0), 4096, LOSSLESS});
    Simulator::Schedule(NanoSeconds(3000), [&rig] {
        rig.fabric.Faults().BeginStorm(rig.Up(1), rig.kernel.Now());
        rig.fabric.Faults().EndStorm(rig.Up(1)); // a single pause of 65,535 quanta: 335.5 us
    });
    rig.RunTo();
    ASSERT_EQ(rig.HitsOf(1), 40U);
    const PortConfig& up = rig.fabric.State().ConfigOf(rig.Up(1));
    const Instant acts = Instant() + Nanos(3000) + up.rate.Serialize(84) + up.propagation +
                         std::max(up.rate.Serialize(394 * 64), up.farLatency);
    std::vector<Instant> begins; // of transmissions to NIC 1
    for (const Hit& hit : rig.hits)
    {
        if (hit.nic == 1)
        {
            const PortConfig& down = rig.fabric.State().ConfigOf(rig.Down(1));
            begins.push_back(hit.at - PACKET_TIME - down.propagation - down.farLatency);
        }
    }
    uint32_t before = 0;
    while (before < begins.size() && begins[before] <= acts)
    {
        ++before;
    }
    ASSERT_GT(before, 0U);
    ASSERT_LT(before, 40U);
    EXPECT_LT(acts - begins[before - 1], PACKET_TIME) << "it was sending up to then";
    EXPECT_EQ(begins[before], acts + Span(65535LL * 64 * 80)) << "to the picosecond";
    EXPECT_EQ(rig.Pauses(rig.Down(1)).paused, Span(65535LL * 64 * 80));
    rig.ExpectEmpty();
}

// Clauses: [pfc-frame]
TEST(Pfc, APauseIsRepeatedBeforeItRunsOut)
{
    PfcWay way;
    way.quanta = 100; // 512 ns
    PfcRig rig(SmallFabric(3, 3, 0), way);
    rig.fabric.Faults().BeginStorm(rig.Up(2), Instant()); // for 335.5 us
    rig.fabric.Faults().EndStorm(rig.Up(2));
    rig.Stream(0, 2, 100);
    rig.RunTo(Micros(300));
    EXPECT_TRUE(rig.Use(rig.Up(0)).paused);
    EXPECT_GT(rig.Pauses(rig.Down(0)).sent, 500U) << "one each 256 ns";
    EXPECT_GT(rig.Pauses(rig.Up(0)).paused, Micros(250)) << "without a gap";
    EXPECT_EQ(rig.AllDrops(), 0U);
    rig.RunTo();
    EXPECT_EQ(rig.hits.size(), 100U);
    rig.ExpectEmpty();
}

// Clauses: [pfc-frame]
TEST(Pfc, APauseWhoseRepetitionsAreLostRunsOut)
{
    PfcWay way;
    way.quanta = 2000; // 10.24 us
    way.headroom = 1;
    PfcRig rig(SmallFabric(3, 3, 0), way);
    rig.fabric.Faults().BeginStorm(rig.Up(2), Instant());
    rig.fabric.Faults().EndStorm(rig.Up(2));
    rig.Stream(0, 2, 100);
    Simulator::Schedule(MicroSeconds(20), [&rig] {
        EXPECT_TRUE(rig.fabric.State().pauses.Port(rig.Up(0)).held);
        HiddenLoss loss;
        loss.silent = true; // from now on nothing comes back to NIC 0
        rig.fabric.Faults().SetHiddenLoss(rig.Down(0), loss);
    });
    rig.RunTo(Micros(100));
    EXPECT_FALSE(rig.fabric.State().pauses.Port(rig.Up(0)).held);
    EXPECT_GT(rig.Drops(DropReason::HEADROOM_OVERFLOW), 50U) << "the NIC sends again";
    EXPECT_GT(rig.Drops(DropReason::SILENT_FAULT), 5U) << "the pauses";
    EXPECT_TRUE(rig.Use(rig.Up(0)).paused);
    rig.fabric.Faults().SetHiddenLoss(rig.Down(0), HiddenLoss());
    rig.RunTo();
    EXPECT_EQ(rig.hits.size() + rig.Drops(DropReason::HEADROOM_OVERFLOW), 100U);
    rig.ExpectEmpty();
}

// Clauses: [pfc-response], [link-outage]
TEST(Pfc, ALinkThatGoesDownWhilePausedForgets)
{
    for (const uint32_t buffer : {0U, 400000U})
    {
        PfcWay way;
        way.buffer = buffer;
        PfcRig rig(SmallFabric(3, 3, 0), way);
        rig.fabric.Faults().BeginStorm(rig.Up(2), Instant());
        rig.fabric.Faults().EndStorm(rig.Up(2));
        rig.Stream(0, 2, 100);
        for (const PortIndex port : {rig.Up(2), rig.Down(2)})
        {
            rig.Cut(port, MicroSeconds(60), MicroSeconds(70));
        }
        rig.RunTo(Micros(65));
        EXPECT_FALSE(rig.fabric.State().pauses.Port(rig.Down(2)).held);
        EXPECT_GT(rig.Drops(DropReason::LINK_DOWN), 5U) << "what waited there";
        EXPECT_EQ(rig.Use(rig.Up(0)).shared + rig.Use(rig.Up(0)).headroom, 0U);
        rig.RunTo();
        // NIC 0 was let go on; some of its packets met the port while the port was down.
        EXPECT_EQ(rig.hits.size() + rig.Drops(DropReason::LINK_DOWN), 100U);
        EXPECT_GT(rig.hits.size(), 10U);
        EXPECT_EQ(rig.AllDrops(), rig.Drops(DropReason::LINK_DOWN));
        rig.ExpectEmpty();
    }
}

// Clauses: [pfc-frame], [link-outage]
TEST(Pfc, ALinkThatComesUpIsToldAgain)
{
    PfcWay way;
    way.headroom = 1000000;
    PfcRig rig(SmallFabric(3, 3, 0), way);
    rig.fabric.Faults().BeginStorm(rig.Up(2), Instant());
    rig.Stream(0, 2, 100);
    for (const PortIndex port : {rig.Up(0), rig.Down(0)})
    {
        rig.Cut(port, MicroSeconds(20), MicroSeconds(21));
    }
    rig.RunTo(Micros(20) + Nanos(500));
    EXPECT_TRUE(rig.Use(rig.Up(0)).paused);
    EXPECT_FALSE(rig.fabric.State().pauses.Port(rig.Up(0)).held);
    rig.RunTo(Micros(30));
    EXPECT_TRUE(rig.fabric.State().pauses.Port(rig.Up(0)).held) << "long before the repetition";
    EXPECT_EQ(rig.Drops(DropReason::HEADROOM_OVERFLOW), 0U);
    rig.fabric.Faults().EndStorm(rig.Up(2));
    rig.RunTo();
    EXPECT_EQ(rig.hits.size() + rig.Drops(DropReason::LINK_DOWN), 100U);
    rig.ExpectEmpty();
}

// Clauses: [pfc-response], [shared-buffer], [queue-limits]
TEST(Pfc, ACutPacketThatLeavesAPausedPortHoldsNoBuffer)
{
    // Data waits behind the pause until the port's share of the buffer is used up. What comes then
    // is cut, and goes on at once.
    PfcWay way;
    way.buffer = 100000;
    PfcRig rig(SmallFabric(3, 3, 0), way);
    rig.fabric.Faults().BeginStorm(rig.Up(1), Instant());
    rig.Stream(2, 1, 40, 1);
    rig.RunTo(Micros(100));
    EXPECT_GT(rig.Sum(&PortCounters::trims), 10U);
    EXPECT_GT(rig.HitsOf(1), 10U) << "what was cut, and what came before the pause";
    const SharedBuffer* buffer = rig.fabric.Onlookers().Buffer(rig.Down(1), rig.kernel.Now());
    EXPECT_EQ(buffer->Used(), (40 - rig.HitsOf(1)) * 4242);
    rig.fabric.Faults().EndStorm(rig.Up(1));
    rig.RunTo();
    EXPECT_EQ(rig.HitsOf(1), 40U);
    rig.ExpectEmpty();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
