/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-topology.h"
#include "soak-paths.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace soak
{
namespace test
{

namespace
{

constexpr double GBPS = 1e9 / 8; //!< in bytes per second

/** Two T0s of four NICs and four T1s, NIC links at 100G; a pair from NIC 0 to NIC 4. */
class SoakPathsTest : public ::testing::Test
{
  protected:
    SoakPathsTest()
    {
        SetPlanes(1);
        transfers.push_back(FlowOf(0, 4));
    }

    void SetPlanes(uint32_t planes)
    {
        spec = mrc::test::SmallFabric(8, 4, 4, planes);
        spec.fabricLinkRate = 50000000000;
        pair.source = 0;
        pair.destination = 4;
        pair.planes.assign(planes, {{0, 1, 2, 3}, 4});
    }

    static Transfer FlowOf(uint32_t source, uint32_t destination)
    {
        Transfer transfer;
        transfer.source = source;
        transfer.destination = destination;
        return transfer;
    }

    /** Adds a fault from 1 us on. */
    SoakFault& Break(FaultSite site, uint32_t index, uint32_t t1 = 0, PlaneId plane = 0)
    {
        SoakFault fault;
        fault.site = site;
        fault.index = index;
        fault.t1 = t1;
        fault.plane = plane;
        fault.from = Instant(Micros(1).Ps());
        faults.push_back(fault);
        return faults.back();
    }

    std::vector<Stretch> All(Span blackout = Span()) const
    {
        const Topology topology(spec);
        return StretchesOf(topology,
                           LinkEpochs(topology, faults),
                           FairShares(topology, transfers),
                           pair,
                           blackout);
    }

    /** @return the stretch that holds for good */
    Stretch Last() const
    {
        return All().back();
    }

    TopologySpec spec;
    PairDeal pair;
    std::vector<Transfer> transfers;
    std::vector<SoakFault> faults;
};

TEST_F(SoakPathsTest, TheRateIsThatOfTheNarrowestStage)
{
    EXPECT_DOUBLE_EQ(Last().rate, 100 * GBPS); // the NICs' links
    Break(FaultSite::LINK, 0, 0);
    Break(FaultSite::LINK, 1, 1); // of the other T0: a path has both links of its T1
    EXPECT_DOUBLE_EQ(Last().rate, 100 * GBPS);
    Break(FaultSite::LINK_UP, 0, 2);
    EXPECT_DOUBLE_EQ(Last().rate, 50 * GBPS);
    EXPECT_TRUE(Last().event);
    EXPECT_TRUE(Last().hurt);
}

TEST_F(SoakPathsTest, FlowsThatMayMeetShareAStage)
{
    transfers.push_back(FlowOf(0, 1)); // meets this flow on the link from the NIC only
    EXPECT_DOUBLE_EQ(Last().rate, 50 * GBPS);
    transfers.back() = FlowOf(5, 4); // on the link to the NIC
    EXPECT_DOUBLE_EQ(Last().rate, 50 * GBPS);
    transfers.back() = FlowOf(1, 5); // on the uplinks
    EXPECT_DOUBLE_EQ(Last().rate, 100 * GBPS);
    Break(FaultSite::T1, 0);
    EXPECT_DOUBLE_EQ(Last().rate, 75 * GBPS);
    transfers.back() = FlowOf(4, 0); // nowhere: this flow goes the other way
    EXPECT_DOUBLE_EQ(Last().rate, 100 * GBPS);
}

TEST_F(SoakPathsTest, EvsThatShareAnUplinkShareItsRate)
{
    pair.planes[0] = {{0, 0, 0, 1}, 4};
    EXPECT_DOUBLE_EQ(Last().rate, 50 * GBPS * 4 / 3);
    pair.planes[0].active = 2; // at worst two that name uplink 0
    EXPECT_DOUBLE_EQ(Last().rate, 50 * GBPS);
    pair.planes[0] = {{0, 1, 2, 3}, 4};
    pair.isSingle = true;
    EXPECT_DOUBLE_EQ(Last().rate, 50 * GBPS);
}

TEST_F(SoakPathsTest, PlanesTakeEqualTurns)
{
    SetPlanes(2);
    EXPECT_DOUBLE_EQ(Last().rate, 200 * GBPS);
    SoakFault& slow = Break(FaultSite::PORT, 0);
    slow.effect = FaultEffect::RATE;
    slow.millipercent = 25000;
    EXPECT_DOUBLE_EQ(Last().rate, 50 * GBPS); // twice the worst
    slow.effect = FaultEffect::SILENT;
    EXPECT_DOUBLE_EQ(Last().rate, 100 * GBPS); // the other plane's
    pair.isSingle = true;
    EXPECT_DOUBLE_EQ(Last().rate, 50 * GBPS);
}

TEST_F(SoakPathsTest, AWayBackNeedNotBeDealt)
{
    pair.planes[0] = {{0}, 1};
    for (const uint32_t t1 : {0U, 1U, 2U})
    {
        Break(FaultSite::LINK_DOWN, 0, t1); // to the source's T0
    }
    EXPECT_EQ(Last().life, Life::LIVE);
    Break(FaultSite::LINK_UP, 1, 3); // the way back over T1 3
    EXPECT_EQ(Last().life, Life::DEAD);
}

TEST_F(SoakPathsTest, AWayThereMustBeDealt)
{
    pair.planes[0] = {{1, 2}, 1};
    Break(FaultSite::T1, 1);
    EXPECT_EQ(Last().life, Life::LIVE);
    Break(FaultSite::LINK_UP, 0, 2);
    EXPECT_EQ(Last().life, Life::DEAD);
    pair.destination = 1; // under the same T0: no T1 matters
    EXPECT_EQ(Last().life, Life::LIVE);
}

TEST_F(SoakPathsTest, ThereAndBackInDifferentPlanesIsSplit)
{
    SetPlanes(2);
    Break(FaultSite::PORT_UP, 0, 0, 0);
    Break(FaultSite::PORT_UP, 4, 0, 1);
    EXPECT_EQ(Last().life, Life::SPLIT);
    faults.back().plane = 0;
    EXPECT_EQ(Last().life, Life::LIVE);
    faults.back() = faults.front();
    faults.back().plane = 1;
    EXPECT_EQ(Last().life, Life::DEAD);
}

TEST_F(SoakPathsTest, TheLossIsThatOfTheWorstWholePath)
{
    SoakFault& first = Break(FaultSite::PORT, 0);
    first.effect = FaultEffect::LOSS;
    first.millipercent = 10000;
    EXPECT_NEAR(Last().loss, 0.1, 1e-12);
    SoakFault& second = Break(FaultSite::LINK, 0, 3);
    second.effect = FaultEffect::LOSS;
    second.millipercent = 50000;
    EXPECT_NEAR(Last().loss, 1 - 0.9 * 0.5, 1e-12);
    Break(FaultSite::T1, 3); // a path that is dead loses nothing
    EXPECT_NEAR(Last().loss, 0.1, 1e-12);
}

TEST_F(SoakPathsTest, WhatAPairDoesNotUseIsNoEvent)
{
    Break(FaultSite::PORT, 1);
    EXPECT_FALSE(Last().event);
    EXPECT_FALSE(Last().hurt);
}

TEST_F(SoakPathsTest, ALostPortBlacksOutThoseWhoSeeIt)
{
    SetPlanes(2);
    SoakFault& port = Break(FaultSite::PORT, 4);
    const std::vector<Stretch> seen = All(Micros(10));
    ASSERT_EQ(seen.size(), 3U);
    EXPECT_EQ(seen[1].life, Life::BLACKOUT);
    EXPECT_EQ(seen[1].until, Instant(Micros(11).Ps()));
    EXPECT_TRUE(seen[1].event);
    EXPECT_EQ(seen[2].life, Life::LIVE);
    EXPECT_FALSE(seen[2].event);
    port.effect = FaultEffect::SILENT;
    EXPECT_EQ(All(Micros(10)).size(), 2U);
    port.effect = FaultEffect::DOWN;
    port.index = 1; // of a third NIC
    EXPECT_EQ(All(Micros(10)).back().life, Life::LIVE);
    EXPECT_EQ(All(Micros(10)).size(), 2U);
}

} // namespace

} // namespace test
} // namespace soak
} // namespace mrc
} // namespace ns3
