/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Several classes of data at the ports of switches: shares, limits, marks, drops.

#include "class-rig.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

// Clauses: [data-classes], [same-seed], [wire-mode]
TEST(DataClasses, ShareTheLineByTheirWeights)
{
    for (const uint32_t weight : {0U, 5U})
    {
        uint64_t first = 0;
        for (const uint8_t flags : {uint8_t{0}, uint8_t{PORT_WATCHED}, uint8_t{PORT_EAGER}})
        {
            for (const bool wireMode : {false, true})
            {
                ClassWay way;
                way.weight = weight;
                way.flags = flags;
                way.wireMode = wireMode;
                way.trimmable = "8";
                ClassRig rig(5, way);
                rig.Stream(0, 300, GOLD_DSCP);
                rig.Stream(1, 300, GOLD_DSCP);
                rig.Stream(2, 300, BULK_DSCP);
                rig.Stream(3, 300, BULK_DSCP);
                Simulator::Run();
                rig.ExpectEmpty();
                // The first ones come while not yet both classes wait, and each takes whole turns.
                EXPECT_NEAR(rig.WholeOf(GOLD_DSCP, 240), 180, 8);
                EXPECT_NEAR(rig.WholeOf(BULK_DSCP, 240), 60, 8);
                EXPECT_EQ(rig.hits.size() + rig.Sum(&PortCounters::drops), 1200U);
                EXPECT_GT(rig.Sum(&PortCounters::trims), 100U) << "gold is cut";
                EXPECT_GT(rig.fabric.Tally().Drops(DropReason::DATA_OVERFLOW), 100U)
                    << "bulk is not";
                EXPECT_EQ(rig.Queues().Counters(1).trims, rig.Sum(&PortCounters::trims));
                EXPECT_EQ(rig.Queues().Counters(2).drops,
                          rig.fabric.Tally().Drops(DropReason::DATA_OVERFLOW));
                EXPECT_EQ(rig.Queues().Counters(2).trims + rig.Queues().Counters(1).drops, 0U);
                const uint64_t print = rig.fabric.Tally().Fingerprint();
                first = first == 0 ? print : first;
                EXPECT_EQ(print, first) << +flags << wireMode << weight;
                EXPECT_EQ(rig.observer.outOfOrder, 0U);
            }
        }
    }
}

// Clauses: [data-classes]
TEST(DataClasses, AClassKeepsToItsLimitAndLeavesOthersTheirs)
{
    ClassWay way;
    way.classes = "dscp=8 limit=8484; dscp=16 limit=42420"; // two packets, and ten
    way.trimmable = "none";
    ClassRig rig(8, way);
    for (uint32_t nic = 0; nic < 4; ++nic)
    {
        rig.Stream(nic, 1, GOLD_DSCP);
    }
    for (uint32_t nic = 4; nic < 7; ++nic)
    {
        rig.Stream(nic, 1, BULK_DSCP);
    }
    Simulator::Run();
    // All come at once: one goes into service, the others wait or find no room.
    EXPECT_EQ(rig.WholeOf(BULK_DSCP), 3U);
    EXPECT_NEAR(rig.WholeOf(GOLD_DSCP), 2.5, 0.5) << "two wait, and one if it is first";
    EXPECT_EQ(rig.hits.size() + rig.fabric.Tally().Drops(DropReason::DATA_OVERFLOW), 7U);
    rig.ExpectEmpty();
}

// Clauses: [data-classes], [ecn-marking], [ecn-mark-at]
TEST(DataClasses, MarksGoByTheDepthOfTheOwnClass)
{
    for (const char* const markAt : {"Dequeue", "Enqueue"})
    {
        for (const bool isDeep : {false, true})
        {
            ClassWay way;
            way.markAt = markAt;
            way.classes = "dscp=8 ecn=12725..12725; dscp=16 ecn=1000000..1000000"; // three packets
            ClassRig rig(11, way);
            const uint32_t gold = isDeep ? 6 : 3;
            for (uint32_t nic = 0; nic < 10; ++nic)
            {
                rig.Stream(nic, 1, nic < gold ? GOLD_DSCP : BULK_DSCP);
            }
            Simulator::Run();
            uint32_t marked = 0;
            for (const Hit& hit : rig.hits)
            {
                EXPECT_TRUE(hit.frame.ecn != Ecn::CE || rig.shots[hit.shot].dscp == GOLD_DSCP);
                marked += hit.frame.ecn == Ecn::CE;
            }
            // Of five that wait at least, two have three others behind or before them. Of three
            // none has.
            EXPECT_EQ(marked > 0, isDeep) << markAt;
            EXPECT_EQ(rig.Queues().Counters(1).marks, marked);
            EXPECT_EQ(rig.Queues().Counters(2).marks, 0U);
            EXPECT_EQ(rig.hits.size(), 10U);
            rig.ExpectEmpty();
        }
    }
}

// Clauses: [data-classes], [wred-drops]
TEST(DataClasses, EarlyDropsGoByTheDepthOfTheOwnClass)
{
    for (const uint32_t minimum : {3U * FULL_FRAME, 3U * FULL_FRAME - 1})
    {
        ClassWay way;
        const std::string classes =
            "dscp=8 wred=" + std::to_string(minimum) + ".." + std::to_string(minimum) + "; dscp=16";
        way.classes = classes.c_str();
        ClassRig rig(12, way);
        for (uint32_t nic = 0; nic < 11; ++nic)
        {
            // Bulk comes first, so that all of the other class wait.
            const bool isBulk = nic < 7;
            rig.Shoot({Instant() + Nanos(isBulk ? 0 : 10),
                       nic,
                       rig.to,
                       Ev::Of(0, 0),
                       4096,
                       isBulk ? BULK_DSCP : GOLD_DSCP,
                       Ecn::NOT_ECT});
        }
        Simulator::Run();
        const uint64_t drops = rig.fabric.Tally().Drops(DropReason::WRED);
        EXPECT_EQ(rig.WholeOf(BULK_DSCP), 7U) << "however deep they are";
        EXPECT_EQ(rig.WholeOf(GOLD_DSCP) + drops, 4U);
        EXPECT_EQ(drops, minimum == 3 * FULL_FRAME ? 0U : 1U) << "the fourth finds three";
        EXPECT_EQ(rig.Queues().Counters(1).wredDrops, drops);
        rig.ExpectEmpty();
    }
}

/** B.7 of the vectors of dynamic thresholds: two queues of one port share a buffer as two ports do.
 */
// Clauses: [data-classes], [shared-buffer]
TEST(DataClasses, HaveDynamicThresholdsOfTheirOwn)
{
    struct Row
    {
        int exponent;
        bool both;
        uint32_t each;
    };

    for (const Row& row : {Row{0, false, 500000},
                           Row{0, true, 333333},
                           Row{-3, false, 111111},
                           Row{-3, true, 100000}})
    {
        ClassWay way;
        way.classes = "dscp=8; dscp=16";
        way.trimmable = "none";
        way.buffer = 1000000;
        way.threshold = row.exponent;
        ClassRig rig(9, way);
        for (uint32_t nic = 0; nic < 8; ++nic)
        {
            rig.Stream(nic, 120, row.both && nic % 2 == 0 ? BULK_DSCP : GOLD_DSCP);
        }
        Simulator::Stop(MicroSeconds(30));
        Simulator::Run();
        EXPECT_NEAR(rig.Queues().Bytes(1), row.each, 3 * FULL_FRAME) << row.exponent;
        EXPECT_NEAR(rig.Queues().Bytes(2), row.both ? row.each : 0, 3 * FULL_FRAME) << row.exponent;
        const SharedBuffer* buffer = rig.fabric.Onlookers().Buffer(rig.Last(), rig.kernel.Now());
        EXPECT_EQ(buffer->Used(), rig.Queues().Bytes(1) + rig.Queues().Bytes(2));
        Simulator::Run();
        EXPECT_EQ(rig.hits.size() + rig.Sum(&PortCounters::drops), 960U);
        rig.ExpectEmpty();
    }
}

// Clauses: [data-classes], [link-outage]
TEST(DataClasses, NothingIsLeftOfAPortThatGoesDown)
{
    ClassRig rig(5, ClassWay{});
    for (uint32_t nic = 0; nic < 4; ++nic)
    {
        rig.Stream(nic, 60, nic % 2 == 0 ? GOLD_DSCP : BULK_DSCP);
    }
    rig.Cut(rig.Last(), MicroSeconds(5), MicroSeconds(9));
    Simulator::Run();
    EXPECT_GT(rig.fabric.Tally().Drops(DropReason::LINK_DOWN), 5U);
    EXPECT_GT(rig.WholeOf(GOLD_DSCP), 10U);
    EXPECT_GT(rig.WholeOf(BULK_DSCP), 10U);
    EXPECT_EQ(rig.hits.size() + rig.Sum(&PortCounters::drops), 240U);
    rig.ExpectEmpty();
}

/** Of the class of all other DSCPs retransmissions go first; those of other classes keep their
 * turn.
 */
// Clauses: [data-classes], [retx-class], [ecn-mark-at]
TEST(DataClasses, RetransmissionsGoFirstInTheirClass)
{
    const DscpPlan dscp;
    for (const char* const markAt : {"Dequeue", "Enqueue"})
    {
        ClassWay way;
        way.classes = "dscp=8";
        way.trimmable = "none";
        way.retxFirst = true;
        way.markAt = markAt;
        ClassRig rig(13, way);
        for (uint32_t nic = 0; nic < 12; ++nic)
        {
            // First the data of both classes, a little later two retransmissions.
            const bool isRetx = nic >= 10;
            const Instant at = Instant() + Nanos(isRetx ? 50 : 0);
            const uint8_t code = isRetx         ? dscp.trimmableRetx
                                 : nic % 2 == 0 ? GOLD_DSCP
                                                : dscp.trimmable;
            rig.Shoot({at, nic, rig.to, Ev::Of(0, 0), 4096, code});
        }
        Simulator::Run();
        std::vector<uint8_t> order; // of the class of all others
        for (const Hit& hit : rig.hits)
        {
            if (rig.shots[hit.shot].dscp != GOLD_DSCP)
            {
                order.push_back(rig.shots[hit.shot].dscp);
            }
        }
        ASSERT_EQ(order.size(), 7U);
        // One packet may have been in service.
        EXPECT_EQ(order[1], dscp.trimmableRetx);
        EXPECT_EQ(order[0] == dscp.trimmableRetx ? order[0] : order[2], dscp.trimmableRetx);
        EXPECT_EQ(rig.hits.size(), 12U);
        rig.ExpectEmpty();
    }
}

// Clauses: [data-classes], [class-order]
TEST(DataClasses, LeaveControlAndTrimmedPacketsTheirPlace)
{
    ClassRig rig(8, ClassWay{});
    const DscpPlan dscp;
    const uint8_t codes[] =
        {GOLD_DSCP, BULK_DSCP, GOLD_DSCP, BULK_DSCP, 1, dscp.trimmed, dscp.control};
    for (uint32_t nic = 0; nic < 7; ++nic)
    {
        rig.Shoot({Instant(), nic, rig.to, Ev::Of(0, 0), 0, codes[nic]});
    }
    Simulator::Run();
    ASSERT_EQ(rig.hits.size(), 7U);
    std::size_t control = 0;
    std::size_t trimmed = 0;
    for (std::size_t i = 0; i < 7; ++i)
    {
        control = rig.hits[i].frame.dscp == dscp.control ? i : control;
        trimmed = rig.hits[i].frame.dscp == dscp.trimmed ? i : trimmed;
    }
    EXPECT_LE(control, 1U) << "behind the one in service at most";
    EXPECT_LE(trimmed, 2U);
    rig.ExpectEmpty();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
