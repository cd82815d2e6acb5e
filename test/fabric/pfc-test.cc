/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Priority flow control: what it keeps, and when it pauses.

#include "pfc-rig.h"

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

// Clauses: [pfc-lossless], [pfc-accounting], [pfc-threshold]
TEST(Pfc, AnIncastLosesNothingAndPausesItsSenders)
{
    PfcWay way;
    way.xoff = 50000; // bytes that wait last until the paused senders are heard again
    PfcRig rig(SmallFabric(3, 3, 0), way);
    TwoToOne(rig);
    EXPECT_EQ(rig.hits.size(), 400U);
    EXPECT_EQ(rig.AllDrops(), 0U);
    EXPECT_EQ(rig.Sum(&PortCounters::trims), 0U);
    for (const uint32_t nic : {0U, 1U})
    {
        const PauseCounters told = rig.Pauses(rig.Down(nic));
        const PauseCounters obeyed = rig.Pauses(rig.Up(nic));
        EXPECT_GT(told.sent, 1U);
        EXPECT_EQ(told.ended * 2, told.sent) << "each pause ends by a frame";
        EXPECT_EQ(obeyed.received, told.sent);
        EXPECT_GT(obeyed.paused, Micros(20));
        EXPECT_LT(obeyed.paused, Micros(120));
        EXPECT_GT(rig.Use(rig.Up(nic)).peak, 0U);
    }
    EXPECT_EQ(rig.Pauses(rig.Down(2)).sent, 0U) << "nothing comes from there";
    EXPECT_EQ(rig.Pauses(rig.Up(2)).paused, Span());
    // The line to the third NIC was never idle: 400 packets, one behind the other.
    const Span whole = rig.hits.back().at - rig.hits.front().at;
    EXPECT_EQ(whole, PACKET_TIME * 399);
    rig.ExpectEmpty();
}

// Clauses: [pfc-lossless], [queue-limits]
TEST(Pfc, OtherDataIsDroppedOrTrimmedAsEver)
{
    for (const char* lossless : {"none", "27"})
    {
        PfcWay way;
        way.lossless = lossless;
        PfcRig rig(SmallFabric(3, 3, 0), way);
        TwoToOne(rig);
        EXPECT_GT(rig.Drops(DropReason::DATA_OVERFLOW), 0U) << lossless;
        EXPECT_EQ(rig.Pauses(rig.Down(0)).sent, 0U) << lossless;
        EXPECT_EQ(rig.Pauses(rig.Up(0)).received, 0U) << lossless;
    }
}

// Clauses: [pfc-threshold], [shared-buffer]
TEST(Pfc, DynamicThresholdsComeToRestWhereTheFormulaSays)
{
    struct Row
    {
        int exponent;
        uint32_t senders;
        uint64_t each;
    };

    for (const Row& row :
         {Row{0, 1, 500000}, Row{0, 2, 333333}, Row{-3, 1, 111111}, Row{-3, 2, 100000}})
    {
        PfcWay way;
        way.xoff = 0;
        way.buffer = 1000000;
        way.threshold = row.exponent;
        PfcRig rig(SmallFabric(3, 3, 0), way);
        rig.fabric.Faults().BeginStorm(rig.Up(2), Instant());
        for (uint32_t nic = 0; nic < row.senders; ++nic)
        {
            rig.Stream(nic, 2, 300);
        }
        rig.RunTo(Micros(300));
        uint64_t used = 0;
        for (uint32_t nic = 0; nic < row.senders; ++nic)
        {
            EXPECT_NEAR(rig.Use(rig.Up(nic)).shared, row.each, 2 * 4242) << row.exponent;
            EXPECT_GT(rig.Use(rig.Up(nic)).headroom, 0U);
            EXPECT_TRUE(rig.Use(rig.Up(nic)).paused);
            used += rig.Use(rig.Up(nic)).shared;
        }
        // Headroom lies beside the buffer.
        EXPECT_EQ(rig.fabric.Onlookers().Buffer(rig.Down(2), rig.kernel.Now())->Used(), used);
        EXPECT_EQ(rig.AllDrops(), 0U);
        rig.fabric.Faults().EndStorm(rig.Up(2));
        rig.RunTo();
        EXPECT_EQ(rig.hits.size(), 300U * row.senders);
        rig.ExpectEmpty();
    }
}

// Clauses: [pfc-threshold]
TEST(Pfc, APauseEndsBelowTheThreshold)
{
    // With an offset of 0 a pause ends as soon as one packet has left, with a large one at the end.
    const auto ends = [](uint32_t offset) {
        PfcWay way;
        way.offset = offset;
        PfcRig rig(SmallFabric(3, 3, 0), way);
        TwoToOne(rig);
        EXPECT_EQ(rig.hits.size(), 400U);
        rig.ExpectEmpty();
        return rig.Pauses(rig.Down(0)).ended;
    };
    const uint64_t early = ends(0);
    const uint64_t late = ends(1 << 20);
    EXPECT_GT(early, late);
    EXPECT_GT(late, 0U);
}

// Clauses: [pfc-lossless], [wred-drops]
TEST(Pfc, LosslessPacketsAreNotDroppedEarly)
{
    const Ptr<FabricProfile> profile = PfcProfile(PfcWay{});
    profile->SetAttribute("DataWredMinimum", UintegerValue(1000));
    profile->SetAttribute("DataWredMaximum", UintegerValue(1000));
    profile->SetAttribute("WredDropsEct", BooleanValue(true));
    FabricRig rig(SmallFabric(3, 3, 0), profile);
    for (uint32_t nic = 0; nic < 2; ++nic)
    {
        for (int i = 0; i < 10; ++i)
        {
            rig.Shoot({Instant(), nic, 2, Ev::Of(0, 0), 4096, LOSSLESS});
            rig.Shoot({Instant(), nic, 2, Ev::Of(0, 0), 4096, 1});
        }
    }
    Simulator::Run();
    EXPECT_GT(rig.fabric.Tally().Drops(DropReason::WRED), 0U);
    uint32_t lossless = 0;
    for (const Hit& hit : rig.hits)
    {
        lossless += hit.frame.dscp == LOSSLESS;
    }
    EXPECT_EQ(lossless, 20U);
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
