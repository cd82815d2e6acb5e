/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Several classes of data at the ports of switches: words, shares, limits, marks, drops.

#include "../mrc-fabric-rig.h"
#include "../mrc-thrown-text.h"

#include "ns3/integer.h"
#include "ns3/mrc-data-class-words.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/uinteger.h"

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

constexpr uint8_t GOLD = 8;
constexpr uint8_t BULK = 16;
constexpr uint32_t PACKET = 4242; //!< bytes of a frame with 4,096 of payload

// Clauses: [data-classes]
TEST(DataClassWords, SayWhatAClassIs)
{
    EXPECT_FALSE(ReadDataClasses("none", false).Any());
    const DataClassPlan plan =
        ReadDataClasses("dscp=8-10,20 weight=3 limit=50000; dscp=16 ecn=1000..2000:0.5 "
                        "wred=3000..3000;dscp=others weight=2",
                        false);
    ASSERT_EQ(plan.classes.size(), 3U);
    for (const unsigned dscp : {8U, 9U, 10U, 20U})
    {
        EXPECT_EQ(plan.Of(static_cast<uint8_t>(dscp)), 1U);
    }
    EXPECT_EQ(plan.Of(16), 2U);
    EXPECT_EQ(plan.Of(11), 0U);
    EXPECT_EQ(plan.classes[0].weight, 2);
    EXPECT_EQ(plan.classes[1].weight, 3);
    EXPECT_EQ(plan.classes[1].limit, 50000U);
    EXPECT_EQ(plan.classes[2].weight, 1);
    EXPECT_EQ(plan.classes[2].limit, UINT32_MAX);
    EXPECT_EQ(plan.classes[2].marker->Minimum(), 1000U);
    EXPECT_EQ(plan.classes[2].marker->Maximum(), 2000U);
    EXPECT_NEAR(plan.classes[2].marker->Probability(), 0.5, 1e-9);
    EXPECT_TRUE(plan.DropsEarly());
    EXPECT_TRUE(plan.classes[2].wred->Judges(TrafficClass::DATA, Ecn::NOT_ECT, 3001));
    EXPECT_FALSE(plan.classes[2].wred->Judges(TrafficClass::DATA, Ecn::ECT0, 3001));
    EXPECT_FALSE(plan.classes[1].marker);
}

// Clauses: [data-classes]
TEST(DataClassWords, MistakesAreNamed)
{
    struct Row
    {
        const char* words;
        const char* error;
    };

    const Row rows[] = {
        {"", "''; expected 'none', or a class with DSCPs of its own"},
        {"weight=3", "'weight=3'; expected 'dscp=' and DSCPs such as 8-15,20, or 'dscp=others'"},
        {"dscp=64", "'64'; expected a whole number of 0 .. 63"},
        {"dscp=9-8", "'8'; expected a whole number of 9 .. 63"},
        {"dscp=", "'dscp='; expected at least one DSCP, and each in one class"},
        {"dscp=8;dscp=7-9", "'dscp=7-9'; expected at least one DSCP, and each in one class"},
        {"dscp=8 weight=0", "'0'; expected a whole number of 1 .. 255"},
        {"dscp=8 limit=-1", "'-1'; expected a whole number of 1 .. 1073741824"},
        {"dscp=8 ecn=5",
         "'5'; expected depths in bytes such as 30000..120000, or "
         "30000..120000:0.1"},
        {"dscp=8 ecn=5..4", "'4'; expected a whole number of 5 .. 1073741824"},
        {"dscp=8 wred=5..6:2", "'2'; expected a probability of 0 .. 1"},
        {"dscp=8 trim=no", "'trim=no'; expected 'weight=', 'limit=', 'ecn=' or 'wred='"},
        {"dscp=8 weight=2 weight=9", "'weight=9'; expected that word once in a class"},
        {"dscp=others limit=9;dscp=others", "'dscp=others'; expected 'dscp=others' once"},
        {"dscp=others weight=3",
         "'dscp=others weight=3'; expected 'none', or a class with DSCPs "
         "of its own"},
    };
    for (const Row& row : rows)
    {
        EXPECT_EQ(ThrownText<std::invalid_argument>([&] { ReadDataClasses(row.words, false); }),
                  row.error);
    }
    std::string many = "dscp=0";
    for (int i = 1; i < 8; ++i)
    {
        many += ";dscp=" + std::to_string(i);
    }
    EXPECT_NE(ThrownText<std::invalid_argument>([&] {
                  ReadDataClasses(many, false);
              }).find("expected at most 8 classes"),
              std::string::npos);
}

// Clauses: [data-classes]
TEST(DataClasses, WhatDoesNotGoTogetherIsRefused)
{
    const auto error = [](const std::vector<std::pair<const char*, const char*>>& values) {
        const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
        for (const auto& [name, value] : values)
        {
            profile->SetAttribute(name, StringValue(value));
        }
        return ThrownText<std::invalid_argument>([&] { profile->Format(); });
    };
    const std::string name = "ns3::mrc::FabricProfile::DataClasses ";
    const std::string mixed =
        " beside others in one class; expected a class of LosslessDscps alone, which a pause holds";
    EXPECT_EQ(error({{"DataClasses", "dscp=8"}, {"LosslessDscps", "26"}}),
              name + "has lossless DSCP 26" + mixed);
    EXPECT_EQ(error({{"DataClasses", "dscp=26,27"}, {"LosslessDscps", "27"}}),
              name + "has lossless DSCP 27" + mixed);
    EXPECT_EQ(error({{"DataClasses", "dscp=26;dscp=27"}, {"LosslessDscps", "26,27"}}), "no error");
    EXPECT_EQ(error({{"DataClasses", "dscp=8"}, {"TrimVictim", "Either"}}),
              name + "with TrimVictim=Either; expected Arriving: no switch that is sold cuts a "
                     "packet that waits");
    const std::string retx = std::to_string(DscpPlan().trimmableRetx);
    EXPECT_EQ(error({{"DataClasses", "dscp=8"}, {"RetxFirst", "true"}}), "no error");
    EXPECT_EQ(error({{"DataClasses", ("dscp=" + retx).c_str()}, {"RetxFirst", "true"}}),
              name + "with RetxFirst and a class of retransmissions alone; expected false: the "
                     "weight of that class decides");
    EXPECT_EQ(error({{"DataClasses", "dscp=40-50"}}),
              name + "has DSCP 48 of control or trimmed packets; expected DSCPs of data");
    EXPECT_EQ(error({{"DataClasses", "dscp=8 weight=x"}}),
              name + "has 'x'; expected a whole number of 1 .. 255");
}

/** Classes of data at a switch of one T0. */
struct ClassWay
{
    const char* classes{"dscp=8 weight=3; dscp=16"};
    const char* trimmable{"8,16"};
    uint32_t buffer{0}; //!< bytes that ports share; 0: none
    int threshold{0};   //!< exponent
    uint32_t weight{0}; //!< of all three classes of a port; 0: strict priority
    const char* markAt{"Dequeue"};
    uint8_t flags{0}; //!< of those that watch all ports
    bool wireMode{false};
    const char* lossless{"none"};
    uint32_t xoff{0};
    bool retxFirst{false};
};

Ptr<FabricProfile>
ProfileOf(const ClassWay& way)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("DataClasses", StringValue(way.classes));
    profile->SetAttribute("TrimmableDscps", StringValue(way.trimmable));
    profile->SetAttribute("BufferSize", UintegerValue(way.buffer));
    profile->SetAttribute("DataThreshold", IntegerValue(way.threshold));
    profile->SetAttribute("ControlWeight", UintegerValue(way.weight));
    profile->SetAttribute("TrimmedWeight", UintegerValue(way.weight));
    profile->SetAttribute("DataWeight", UintegerValue(way.weight));
    profile->SetAttribute("EcnMarkAt", StringValue(way.markAt));
    profile->SetAttribute("EcnOnLastHop", BooleanValue(true));
    profile->SetAttribute("WireMode", BooleanValue(way.wireMode));
    profile->SetAttribute("LosslessDscps", StringValue(way.lossless));
    profile->SetAttribute("PfcXoff", UintegerValue(way.xoff));
    profile->SetAttribute("RetxFirst", BooleanValue(way.retxFirst));
    return profile;
}

/** NICs below one T0; all send to the last one. */
class ClassRig : public FabricRig
{
  public:
    ClassRig(uint32_t nics, const ClassWay& way)
        : FabricRig(SmallFabric(nics, nics, 0), ProfileOf(way)),
          to(nics - 1)
    {
        WatchAll(way.flags);
    }

    ~ClassRig()
    {
        Simulator::Destroy();
    }

    /** Sends packets of a NIC from an instant on, one after the other. */
    void Stream(uint32_t from, uint32_t count, uint8_t dscp, Ecn ecn = Ecn::ECT0)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            const Instant at = Instant() + Span(int64_t{PACKET + 20} * 80) * i;
            Shoot({at, from, to, Ev::Of(0, 0), 4096, dscp, ecn});
        }
    }

    /** @return the port to the receiver */
    PortIndex Last() const
    {
        return topology.Peer(topology.NicPort(to, 0));
    }

    const DataQueues& Queues() const
    {
        return fabric.State().dataQueues[Last()];
    }

    /** @return of the first packets to arrive whole, those with a DSCP */
    uint32_t WholeOf(uint8_t dscp, std::size_t first = SIZE_MAX) const
    {
        uint32_t count = 0;
        std::size_t all = 0;
        for (const Hit& hit : hits)
        {
            const bool whole = hit.frame.size == hit.frame.fullSize;
            count += whole && all < first && shots[hit.shot].dscp == dscp;
            all += whole;
        }
        return count;
    }

    /** Nothing is left anywhere. */
    void ExpectEmpty()
    {
        EXPECT_EQ(fabric.Pool().Live(), 0U);
        for (PortIndex port = 0; port < topology.PortCount(); ++port)
        {
            const PortState& state = fabric.State().Port(port);
            EXPECT_EQ(state.bytes[TrafficClass::DATA], 0U) << port;
            for (unsigned i = 0; i < DataClassPlan::MOST; ++i)
            {
                EXPECT_EQ(fabric.State().dataQueues[port].Bytes(i), 0U) << port << i;
            }
            if (fabric.State().buffers.Has(port))
            {
                EXPECT_EQ(fabric.Onlookers().Buffer(port, kernel.Now())->Used(), 0U) << port;
            }
        }
    }

    const uint32_t to; //!< the receiver
};

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
                rig.Stream(0, 300, GOLD);
                rig.Stream(1, 300, GOLD);
                rig.Stream(2, 300, BULK);
                rig.Stream(3, 300, BULK);
                Simulator::Run();
                rig.ExpectEmpty();
                // The first ones come while not yet both classes wait, and each takes whole turns.
                EXPECT_NEAR(rig.WholeOf(GOLD, 240), 180, 8);
                EXPECT_NEAR(rig.WholeOf(BULK, 240), 60, 8);
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
        rig.Stream(nic, 1, GOLD);
    }
    for (uint32_t nic = 4; nic < 7; ++nic)
    {
        rig.Stream(nic, 1, BULK);
    }
    Simulator::Run();
    // All come at once: one goes into service, the others wait or find no room.
    EXPECT_EQ(rig.WholeOf(BULK), 3U);
    EXPECT_NEAR(rig.WholeOf(GOLD), 2.5, 0.5) << "two wait, and one if it is first";
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
                rig.Stream(nic, 1, nic < gold ? GOLD : BULK);
            }
            Simulator::Run();
            uint32_t marked = 0;
            for (const Hit& hit : rig.hits)
            {
                EXPECT_TRUE(hit.frame.ecn != Ecn::CE || rig.shots[hit.shot].dscp == GOLD);
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
    for (const uint32_t minimum : {3U * PACKET, 3U * PACKET - 1})
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
                       isBulk ? BULK : GOLD,
                       Ecn::NOT_ECT});
        }
        Simulator::Run();
        const uint64_t drops = rig.fabric.Tally().Drops(DropReason::WRED);
        EXPECT_EQ(rig.WholeOf(BULK), 7U) << "however deep they are";
        EXPECT_EQ(rig.WholeOf(GOLD) + drops, 4U);
        EXPECT_EQ(drops, minimum == 3 * PACKET ? 0U : 1U) << "the fourth finds three";
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
            rig.Stream(nic, 120, row.both && nic % 2 == 0 ? BULK : GOLD);
        }
        Simulator::Stop(MicroSeconds(30));
        Simulator::Run();
        EXPECT_NEAR(rig.Queues().Bytes(1), row.each, 3 * PACKET) << row.exponent;
        EXPECT_NEAR(rig.Queues().Bytes(2), row.both ? row.each : 0, 3 * PACKET) << row.exponent;
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
        rig.Stream(nic, 60, nic % 2 == 0 ? GOLD : BULK);
    }
    rig.Cut(rig.Last(), MicroSeconds(5), MicroSeconds(9));
    Simulator::Run();
    EXPECT_GT(rig.fabric.Tally().Drops(DropReason::LINK_DOWN), 5U);
    EXPECT_GT(rig.WholeOf(GOLD), 10U);
    EXPECT_GT(rig.WholeOf(BULK), 10U);
    EXPECT_EQ(rig.hits.size() + rig.Sum(&PortCounters::drops), 240U);
    rig.ExpectEmpty();
}

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
                            Instant() + Micros(5) + Span(int64_t{PACKET + 20} * 80) * i;
                        rig.Shoot({at, nic, rig.to, Ev::Of(0, 0), 4096, nic == 1 ? GOLD : BULK});
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
        rig.Stream(6, 200, GOLD);
        rig.Stream(7, 200, GOLD);
        Simulator::Run();
        EXPECT_EQ(rig.WholeOf(LOSSLESS_DSCP), 600U) << buffer;
        EXPECT_EQ(rig.fabric.Tally().Drops(DropReason::HEADROOM_OVERFLOW), 0U);
        EXPECT_GT(rig.fabric.Tally()
                      .Pauses(rig.topology.Peer(rig.topology.NicPort(0, 0)), rig.kernel.Now())
                      .sent,
                  0U)
            << "senders were told to pause";
        EXPECT_GT(rig.WholeOf(GOLD), 100U);
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
    rig.Stream(1, 40, GOLD);
    rig.Stream(2, 40, BULK);
    rig.Cut(rig.Last(), MicroSeconds(10), MicroSeconds(14));
    Simulator::Run();
    EXPECT_GT(rig.fabric.Tally().Drops(DropReason::LINK_DOWN), 10U);
    EXPECT_EQ(rig.hits.size() + rig.Sum(&PortCounters::drops), 100U);
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
            const uint8_t code = isRetx ? dscp.trimmableRetx : nic % 2 == 0 ? GOLD : dscp.trimmable;
            rig.Shoot({at, nic, rig.to, Ev::Of(0, 0), 4096, code});
        }
        Simulator::Run();
        std::vector<uint8_t> order; // of the class of all others
        for (const Hit& hit : rig.hits)
        {
            if (rig.shots[hit.shot].dscp != GOLD)
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
    const uint8_t codes[] = {GOLD, BULK, GOLD, BULK, 1, dscp.trimmed, dscp.control};
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
