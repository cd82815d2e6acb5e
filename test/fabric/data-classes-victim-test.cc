/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The packet that is cut where data has several classes: one of the arriving packet's own class.

#include "class-rig.h"

#include <algorithm>
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

/** Frames of two classes that wait at one port. */
class VictimQueues : public ::testing::Test
{
  protected:
    /** @return a frame that waits in a class from now on */
    FrameIndex Push(unsigned which, uint16_t size)
    {
        const FrameIndex frame = m_pool.Allocate();
        m_pool.At(frame) = Frame();
        m_pool.At(frame).size = size;
        m_queues.Push(m_port, m_pool, frame, which);
        return frame;
    }

    /** @return the frames of the port's data, first to last */
    std::vector<FrameIndex> All()
    {
        std::vector<FrameIndex> all;
        constexpr TrafficClass data = TrafficClass::DATA;
        for (FrameIndex i = m_port.head[data]; i != NO_FRAME; i = m_pool.At(i).next)
        {
            all.push_back(i);
        }
        if (!all.empty())
        {
            EXPECT_EQ(m_port.tail[data], all.back());
        }
        return all;
    }

    PortState m_port;
    FramePool m_pool;
    DataQueues m_queues;
};

// Clauses: [data-classes], [trim-victim]
TEST_F(VictimQueues, TheNewestOfAClassIsTaken)
{
    const FrameIndex a = Push(0, 100);
    const FrameIndex x = Push(1, 1000);
    const FrameIndex b = Push(0, 200);
    const FrameIndex y = Push(1, 2000);
    EXPECT_EQ(m_queues.Newest(2), NO_FRAME);
    EXPECT_EQ(m_queues.Newest(0), b);
    m_queues.TakeNewest(m_port, m_pool, 0);
    EXPECT_EQ(All(), (std::vector<FrameIndex>{a, x, y}));
    EXPECT_EQ(m_queues.Newest(1), y);
    m_queues.TakeNewest(m_port, m_pool, 1);
    EXPECT_EQ(All(), (std::vector<FrameIndex>{a, x}));
    EXPECT_EQ(m_queues.Bytes(0), 100U);
    EXPECT_EQ(m_queues.Bytes(1), 1000U);
    m_queues.TakeNewest(m_port, m_pool, 1);
    EXPECT_EQ(m_queues.Newest(1), NO_FRAME);
    EXPECT_EQ(All(), (std::vector<FrameIndex>{a}));
    const FrameIndex z = Push(1, 3000);
    EXPECT_EQ(All(), (std::vector<FrameIndex>{a, z}));
    m_queues.TakeNewest(m_port, m_pool, 0);
    m_queues.TakeNewest(m_port, m_pool, 1);
    EXPECT_TRUE(All().empty());
    EXPECT_EQ(m_port.bytes[TrafficClass::DATA], 0U);
    const FrameIndex last = Push(0, 50);
    EXPECT_EQ(All(), (std::vector<FrameIndex>{last}));
}

// Clauses: [data-classes], [trim-victim]
TEST_F(VictimQueues, AClassThatWasChosenForAShorterPacketIsChosenAnew)
{
    DataClassPlan plan;
    plan.classes.resize(2);
    const FrameIndex first = Push(0, 200); // a turn has 256 bytes
    const FrameIndex other = Push(1, 200);
    EXPECT_EQ(m_queues.Choose(m_port, m_pool, plan), first);
    m_queues.TakeNewest(m_port, m_pool, 0);
    Push(0, 4000);
    EXPECT_EQ(m_queues.Choose(m_port, m_pool, plan), other) << "4,000 bytes need 16 turns";
}

// Clauses: [data-classes], [trim-victim]
TEST_F(VictimQueues, AClassThatWasChosenForItsFirstPacketStaysSo)
{
    DataClassPlan plan;
    plan.classes.resize(2);
    const FrameIndex first = Push(0, 200);
    Push(0, 200);
    Push(1, 200);
    EXPECT_EQ(m_queues.Choose(m_port, m_pool, plan), first);
    m_queues.TakeNewest(m_port, m_pool, 0);
    Push(0, 4000);
    EXPECT_EQ(m_queues.Choose(m_port, m_pool, plan), first);
}

/** Groups of packets that meet at one port, and which of each group was cut. */
struct VictimRun
{
    std::vector<std::string> cut; //!< by group, the letters of the packets that were cut
    std::vector<std::string> due; //!< as the draws of the port say
    uint64_t fingerprint{0};
};

/**
 * The packets of a group, in the order in which they come. One named a goes into service. Packets
 * e, b and the bulk's d wait, and c finds no room.
 */
struct VictimGroup
{
    uint8_t waits{GOLD_DSCP};
    uint16_t waiting{4096};   //!< bytes of the payload of b
    uint8_t early{BULK_DSCP}; //!< DSCP of e
};

VictimRun
MeetInGroups(const VictimGroup& group, const ClassWay& way)
{
    constexpr uint32_t GROUPS = 64;
    ClassRig rig(6, way);
    // A shorter packet is on the line to the switch for less time.
    const Span later = Span(int64_t{80} * (4096 - group.waiting));
    for (uint32_t k = 0; k < GROUPS; ++k)
    {
        const Instant at = Instant() + Micros(10) * k;
        rig.Shoot({at, 0, rig.to, Ev::Of(0, 0), 4096, GOLD_DSCP});
        rig.Shoot({at + Nanos(50) + later, 1, rig.to, Ev::Of(0, 0), group.waiting, group.waits});
        rig.Shoot({at + Nanos(150), 2, rig.to, Ev::Of(0, 0), 4096, GOLD_DSCP});
        rig.Shoot({at + Nanos(100), 3, rig.to, Ev::Of(0, 0), 4096, BULK_DSCP});
        rig.Shoot({at + Nanos(20), 4, rig.to, Ev::Of(0, 0), 4096, group.early});
    }
    const uint64_t name = uint64_t{rig.Last()} << 32;
    VictimRun run;
    for (uint32_t k = 0; k < GROUPS; ++k)
    {
        run.due.emplace_back((rig.fabric.State().draws.victims.Bits(name ^ k) & 1) != 0 ? "b"
                                                                                        : "c");
    }
    Simulator::Run();
    EXPECT_EQ(rig.hits.size(), 5U * GROUPS);
    run.cut.resize(GROUPS);
    for (const Hit& hit : rig.hits)
    {
        if (hit.frame.size != hit.frame.fullSize)
        {
            run.cut[hit.shot / 5] += static_cast<char>('a' + hit.shot % 5);
        }
    }
    EXPECT_EQ(rig.Queues().Counters(1).trims, rig.Sum(&PortCounters::trims));
    EXPECT_EQ(rig.Queues().Counters(2).trims, 0U) << "bulk is never cut for another class";
    EXPECT_EQ(rig.observer.enqueued, rig.observer.transmitting);
    run.fingerprint = rig.fabric.Tally().Fingerprint();
    rig.ExpectEmpty();
    return run;
}

/** @return a way with room for one packet in the first class */
ClassWay
WithRoomForOne(const char* victim)
{
    ClassWay way;
    way.classes = "dscp=8,9 limit=4300; dscp=16";
    way.trimmable = "8,16";
    way.victim = victim;
    return way;
}

// Clauses: [data-classes], [trim-victim], [wire-mode], [same-seed]
TEST(DataClassesVictim, ChanceDecidesWithinTheClassOfThePacketThatComes)
{
    for (const uint32_t weight : {0U, 5U})
    {
        uint64_t first = 0;
        for (const uint8_t flags : {uint8_t{0}, uint8_t{PORT_WATCHED}, uint8_t{PORT_EAGER}})
        {
            for (const bool wireMode : {false, true})
            {
                ClassWay way = WithRoomForOne("Either");
                way.weight = weight;
                way.flags = flags;
                way.wireMode = wireMode;
                const VictimRun run = MeetInGroups({}, way);
                EXPECT_EQ(run.cut, run.due);
                first = first == 0 ? run.fingerprint : first;
                EXPECT_EQ(run.fingerprint, first) << +flags << wireMode << weight;
            }
        }
    }
}

// Clauses: [data-classes], [trim-victim]
TEST(DataClassesVictim, IsTheOneThatComesIfNoExchangeMakesRoom)
{
    const std::vector<std::string> comes(64, "c");
    EXPECT_EQ(MeetInGroups({}, WithRoomForOne("Arriving")).cut, comes) << "the default";
    ClassWay narrow = WithRoomForOne("Either");
    narrow.classes = "dscp=8,9 limit=4242; dscp=16";
    const VictimGroup smaller{GOLD_DSCP, 3000};
    EXPECT_EQ(MeetInGroups(smaller, narrow).cut, MeetInGroups({}, narrow).due) << "just fits";
    // With e 4,242 bytes wait, and 1,146 of b. The place of b is not enough for c.
    ClassWay wider = WithRoomForOne("Either");
    wider.classes = "dscp=8,9 limit=5388; dscp=16";
    const VictimGroup small{GOLD_DSCP, 1000, GOLD_DSCP};
    EXPECT_EQ(MeetInGroups(small, wider).cut, comes) << "too short";
    wider.classes = "dscp=8,9 limit=8484; dscp=16";
    EXPECT_EQ(MeetInGroups(small, wider).cut, MeetInGroups(small, wider).due) << "just enough";
    const VictimGroup fixed{9};
    EXPECT_EQ(MeetInGroups(fixed, WithRoomForOne("Either")).cut, comes) << "9 may not be cut";
}

/** Two senders at line rate into one class, one a little behind the other; a third class waits. */
// Clauses: [data-classes], [trim-victim]
TEST(DataClassesVictim, SendersOfAClassLoseAlikeWhateverTheirPhase)
{
    const auto trims = [](const char* victim) {
        ClassWay way;
        way.victim = victim;
        ClassRig rig(4, way);
        constexpr uint32_t EACH = 1000;
        for (uint32_t k = 0; k < EACH; ++k)
        {
            const Instant at = Instant() + Span(int64_t{FULL_FRAME + 20} * 80) * k;
            rig.Shoot({at, 0, rig.to, Ev::Of(0, 0), 4096, GOLD_DSCP});
            rig.Shoot({at + Nanos(100), 1, rig.to, Ev::Of(0, 0), 4096, GOLD_DSCP});
            if (k % 8 == 0)
            {
                rig.Shoot({at + Nanos(50), 2, rig.to, Ev::Of(0, 0), 4096, BULK_DSCP});
            }
        }
        Simulator::Run();
        std::vector<double> bySender(3);
        for (const Hit& hit : rig.hits)
        {
            bySender[hit.frame.source] += hit.frame.size != hit.frame.fullSize;
        }
        EXPECT_EQ(bySender[2], 0);
        EXPECT_EQ(bySender[0] + bySender[1], rig.Queues().Counters(1).trims);
        rig.ExpectEmpty();
        return bySender;
    };
    const std::vector<double> arriving = trims("Arriving");
    EXPECT_GT(std::max(arriving[0], arriving[1]), 1.5 * std::min(arriving[0], arriving[1]));
    const std::vector<double> either = trims("Either");
    EXPECT_GT(either[0] + either[1], 500);
    EXPECT_NEAR(either[0], either[1], 0.1 * (either[0] + either[1]));
}

// Clauses: [data-classes], [trim-victim], [pfc-lossless]
TEST(DataClassesVictim, LosslessClassesHaveNone)
{
    ClassWay way;
    way.classes = "dscp=26; dscp=8";
    way.trimmable = "8";
    way.lossless = "26";
    way.xoff = 20000;
    way.victim = "Either";
    ClassRig rig(5, way);
    rig.Stream(0, 200, 26);
    rig.Stream(1, 200, 26);
    rig.Stream(2, 200, GOLD_DSCP);
    rig.Stream(3, 200, GOLD_DSCP);
    Simulator::Run();
    EXPECT_EQ(rig.WholeOf(26), 400U);
    EXPECT_GT(rig.Queues().Counters(2).trims, 100U);
    EXPECT_EQ(rig.hits.size() + rig.Sum(&PortCounters::drops), 800U);
    rig.ExpectEmpty();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
