/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Packets that ports of switches drop early.

#include "../mrc-fabric-rig.h"

#include "ns3/double.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-wred-profile.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

constexpr TrafficClass DATA = TrafficClass::DATA;
constexpr TrafficClass CONTROL = TrafficClass::CONTROL;

// Clauses: [wred-drops]
TEST(Wred, AClassHasItsOwnCurve)
{
    ByClass<EcnMarker> curves;
    curves[DATA] = EcnMarker(1000, 2000, 0.5);
    const WredProfile profile(curves, false);
    EXPECT_TRUE(profile.Any());
    EXPECT_FALSE(WredProfile().Any());
    EXPECT_FALSE(profile.Judges(DATA, Ecn::NOT_ECT, 1000));
    EXPECT_TRUE(profile.Judges(DATA, Ecn::NOT_ECT, 1001));
    EXPECT_FALSE(profile.Judges(CONTROL, Ecn::NOT_ECT, 1000000)) << "it has none";
    constexpr uint32_t quarter = 1U << 30; // of all draws
    EXPECT_TRUE(profile.Drops(DATA, 1500, quarter - 1));
    EXPECT_FALSE(profile.Drops(DATA, 1500, quarter));
    EXPECT_FALSE(profile.Drops(DATA, 1999, UINT32_MAX));
    EXPECT_TRUE(profile.Drops(DATA, 2000, UINT32_MAX));
}

// Clauses: [wred-drops]
TEST(Wred, SparesDataThatCanBeMarked)
{
    ByClass<EcnMarker> curves;
    curves[DATA] = curves[CONTROL] = EcnMarker(10, 10, 1);
    for (const Ecn ecn : {Ecn::ECT0, Ecn::ECT1, Ecn::CE})
    {
        EXPECT_FALSE(WredProfile(curves, false).Judges(DATA, ecn, 11));
        EXPECT_TRUE(WredProfile(curves, true).Judges(DATA, ecn, 11));
        EXPECT_TRUE(WredProfile(curves, false).Judges(CONTROL, ecn, 11)) << "nobody marks it";
    }
}

/** How eight packets meet at the port to a ninth NIC. */
struct WredWay
{
    const char* queue{"Data"}; //!< class that drops early
    uint32_t minimum{10500};
    uint32_t maximum{10500};
    uint8_t dscp{1};
    Ecn ecn{Ecn::NOT_ECT};
    bool dropsEct{false};
    uint8_t flags{0}; //!< of those that watch all ports
    bool wireMode{false};
    uint32_t buffer{0}; //!< bytes that ports share
};

/** The outcome of the arrivals. */
struct WredRun
{
    uint64_t arrived{0};
    uint64_t drops{0};
    uint64_t trims{0};
    uint64_t told{0};
    uint64_t fingerprint{0};
};

WredRun
Meet(const WredWay& way)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    const std::string wred = std::string(way.queue) + "Wred";
    profile->SetAttribute(wred + "Minimum", UintegerValue(way.minimum));
    profile->SetAttribute(wred + "Maximum", UintegerValue(way.maximum));
    profile->SetAttribute("WredDropsEct", BooleanValue(way.dropsEct));
    profile->SetAttribute("WireMode", BooleanValue(way.wireMode));
    profile->SetAttribute("BufferSize", UintegerValue(way.buffer));
    FabricRig rig(SmallFabric(9, 9, 0), profile);
    rig.WatchAll(way.flags);
    for (uint32_t nic = 0; nic < 8; ++nic)
    {
        rig.Shoot({Instant(), nic, 8, Ev::Of(0, 0), 4096, way.dscp, way.ecn});
    }
    Simulator::Run();
    const FabricTally tally = rig.fabric.Tally();
    WredRun run;
    run.arrived = rig.hits.size();
    run.drops = tally.Drops(DropReason::WRED);
    EXPECT_EQ(tally.DropsAt(rig.topology.Peer(rig.topology.NicPort(8, 0)), DropReason::WRED),
              run.drops);
    EXPECT_EQ(rig.Sum(&PortCounters::drops), run.drops) << "there is no other reason";
    run.trims = rig.Sum(&PortCounters::trims);
    run.told = rig.observer.dropped;
    run.fingerprint = tally.Fingerprint();
    EXPECT_EQ(rig.fabric.Pool().Live(), 0U);
    if (way.buffer != 0)
    {
        const PortIndex last = rig.topology.Peer(rig.topology.NicPort(8, 0));
        EXPECT_EQ(rig.fabric.Onlookers().Buffer(last, rig.kernel.Now())->Used(), 0U);
    }
    Simulator::Destroy();
    return run;
}

// Clauses: [wred-drops], [drop-reasons]
TEST(Wred, WhoIsDroppedByHand)
{
    // The first of eight is sent at once, and three of 4,242 bytes wait. Then there are more than
    // 10,500 bytes, and the others are dropped, not trimmed.
    WredWay way;
    WredRun run = Meet(way);
    EXPECT_EQ(run.arrived, 4U);
    EXPECT_EQ(run.drops, 4U);
    EXPECT_EQ(run.trims, 0U);
    way.minimum = way.maximum = 3 * 4242; // just as much may wait
    EXPECT_EQ(Meet(way).drops, 3U);
    way.minimum = 10500;
    way.maximum = 1 << 30;
    EXPECT_EQ(Meet(way).drops, 0U) << "by a small probability";
}

// Clauses: [wred-drops]
TEST(Wred, WhatHasLeftWaitsNoMore)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("DataWredMinimum", UintegerValue(10500));
    profile->SetAttribute("DataWredMaximum", UintegerValue(10500));
    FabricRig rig(SmallFabric(16, 8, 1), profile);
    for (uint32_t nic = 0; nic < 8; ++nic)
    {
        rig.Shoot({Instant(), nic, 8, Ev::Of(0, 0), 4096, 1, Ecn::NOT_ECT});
    }
    // A packet takes 341 ns. Three wait at the T0, until the second one of them begins to leave.
    rig.Shoot({Instant() + Nanos(511), 1, 8, Ev::Of(0, 0), 4096, 1, Ecn::NOT_ECT});
    rig.Shoot({Instant() + Nanos(512), 2, 8, Ev::Of(0, 0), 4096, 1, Ecn::NOT_ECT});
    Simulator::Run();
    // The last of these finds three again.
    EXPECT_EQ(rig.fabric.Tally().Drops(DropReason::WRED), 4U + 1U);
    EXPECT_EQ(rig.hits.size(), 5U);
    Simulator::Destroy();
}

// Clauses: [wred-drops]
TEST(Wred, EcnCapableDataIsDroppedWhereThatIsAskedFor)
{
    WredWay way;
    way.ecn = Ecn::ECT0;
    EXPECT_EQ(Meet(way).drops, 0U);
    way.dropsEct = true;
    EXPECT_EQ(Meet(way).drops, 4U);
}

// Clauses: [wred-drops]
TEST(Wred, OtherClasses)
{
    const DscpPlan dscp;
    WredWay way;
    way.queue = "Control";
    EXPECT_EQ(Meet(way).drops, 0U) << "it is data";
    way.dscp = dscp.control;
    way.ecn = Ecn::ECT0;
    EXPECT_EQ(Meet(way).drops, 4U);
    way.queue = "Trimmed";
    EXPECT_EQ(Meet(way).drops, 0U) << "it is control";
    way.dscp = dscp.trimmed;
    EXPECT_EQ(Meet(way).drops, 4U);
}

// Clauses: [wred-drops], [shared-buffer]
TEST(Wred, BeforeASharedBuffer)
{
    WredWay way;
    way.buffer = 1000000;
    EXPECT_EQ(Meet(way).drops, 4U);
}

// Clauses: [wred-drops], [same-seed]
TEST(Wred, IsTheSameWatchedAndInWireMode)
{
    WredWay way;
    way.minimum = 1;
    way.maximum = 40000;
    const WredRun lazy = Meet(way);
    EXPECT_GT(lazy.drops, 0U);
    EXPECT_GT(lazy.arrived, 4U) << "by chance: the seventh finds more than half of the maximum";
    for (const uint8_t flags : {PORT_WATCHED, PORT_EAGER})
    {
        for (const bool wireMode : {false, true})
        {
            way.flags = flags;
            way.wireMode = wireMode;
            const WredRun other = Meet(way);
            EXPECT_EQ(other.fingerprint, lazy.fingerprint);
            EXPECT_EQ(other.drops, lazy.drops);
            EXPECT_EQ(other.told, lazy.drops);
        }
    }
}

// Clauses: [wred-drops]
TEST(Wred, DrawsForEachPacket)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("DataWredMaximum", UintegerValue(40000));
    profile->SetAttribute("DataWredProbability", DoubleValue(0.8));
    FabricRig rig(SmallFabric(65, 65, 0), profile);
    rig.WatchAll(PORT_WATCHED);
    rig.WatchAll(0); // the end of watching takes nothing with it
    // Four packets of 4,242 bytes come first. Then 60 of 162 bytes come at one instant, and find
    // 12,726 bytes and some more. Of each a quarter or a little more is to be expected to go.
    for (uint32_t nic = 0; nic < 64; ++nic)
    {
        const bool isLong = nic < 4;
        rig.Shoot({Instant() + (isLong ? Span() : Nanos(330)),
                   nic,
                   64,
                   Ev::Of(0, 0),
                   static_cast<uint16_t>(isLong ? 4096 : 16),
                   1,
                   Ecn::NOT_ECT});
    }
    Simulator::Run();
    const uint64_t drops = rig.fabric.Tally().Drops(DropReason::WRED);
    EXPECT_GE(drops, 8U);
    EXPECT_LE(drops, 28U);
    EXPECT_EQ(rig.hits.size(), 64 - drops);
    Simulator::Destroy();
}

// Clauses: [wred-drops]
TEST(Wred, NotAtNics)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("DataWredMaximum", UintegerValue(1));
    FabricRig rig(SmallFabric(2, 2, 0), profile);
    for (uint32_t i = 0; i < 8; ++i)
    {
        rig.Shoot({Instant(), 0, 1, Ev::Of(0, 0), 4096, 1, Ecn::NOT_ECT});
    }
    Simulator::Run();
    EXPECT_EQ(rig.hits.size(), 8U);
    Simulator::Destroy();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
