/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The stock packets that wait, and the path that a packet takes.

#include "ns3/mrc-stock-paths.h"
#include "ns3/mrc-stock-queue.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

// Clauses: [stock-queue]
TEST(StockQueue, TakesNoMoreThanEitherLimit)
{
    const StockPacket packet{std::vector<uint8_t>(100), nullptr, 1};
    StockQueue byPackets({2, 1000});
    StockQueue byBytes({10, 250});
    for (StockQueue* queue : {&byPackets, &byBytes})
    {
        EXPECT_TRUE(queue->HasRoom(100));
        queue->Push(0, {&packet, 1, 1});
        queue->Push(3, {&packet, 1, 1});
        EXPECT_FALSE(queue->HasRoom(100));
        EXPECT_EQ(queue->Packets(), 2);
        queue->Pop(3);
        EXPECT_TRUE(queue->HasRoom(100));
    }
    EXPECT_TRUE(byBytes.HasRoom(150));
    EXPECT_FALSE(byBytes.HasRoom(151));
}

TEST(StockQueue, ServesTheOldestOfTheLanes)
{
    const StockPacket packet{std::vector<uint8_t>(100), nullptr, 1};
    StockQueue queue({10, 10000});
    EXPECT_FALSE(queue.Oldest(0xff).has_value());
    for (uint32_t i = 0; i < 4; ++i)
    {
        queue.Push(i % 2 == 0 ? 5 : 2, {&packet, i, 0});
    }
    EXPECT_EQ(queue.Oldest(0xff), 5);
    EXPECT_EQ(queue.Oldest(0x04), 2);
    EXPECT_FALSE(queue.Oldest(0x01).has_value());
    EXPECT_EQ(queue.First(2).destination, 1);
    EXPECT_EQ(queue.Pop(5).destination, 0);
    EXPECT_EQ(queue.Oldest(0xff), 2);
    uint32_t wanted = 1;
    for (const StockEntry& entry : queue.TakeAll())
    {
        EXPECT_EQ(entry.destination, wanted++);
    }
    EXPECT_EQ(wanted, 4);
    EXPECT_EQ(queue.Packets(), 0);
    EXPECT_TRUE(queue.HasRoom(10000));
}

/** @return NICs with four paths on each of their planes */
NicPlan
FourPaths()
{
    NicPlan plan;
    plan.route = [](uint32_t, uint32_t) {
        return CarrierTemplate::Across(UsidCarrier::DEFAULT_BLOCK, 0, 1, 0, 4);
    };
    return plan;
}

// Clauses: [stock-path]
TEST(StockPaths, AFlowKeepsToItsPathAndFlowsSpread)
{
    const NicPlan plan = FourPaths();
    const OwnPaths own(plan);
    StockPaths paths(own, 0, STOCK_BY_FLOW, KeyedDraws(1));
    EXPECT_EQ(paths.LanesFor(0x6), 0x6);
    std::map<PlaneId, unsigned> planes;
    std::map<uint32_t, unsigned> uplinks;
    for (uint64_t flow = 0; flow < 4000; ++flow)
    {
        const PlaneId lane = paths.LaneOf(flow, 0x25);
        EXPECT_EQ(paths.LaneOf(flow, 0x25), lane);
        EXPECT_EQ(paths.PlaneOf(lane, 1, 0), lane); // whatever ports are idle
        const Ev ev = paths.PathOf(1, flow, lane);
        EXPECT_EQ(ev.Plane(), lane);
        EXPECT_EQ(paths.PathOf(1, flow, lane), ev);
        ++planes[lane];
        ++uplinks[ev.Uplink()];
    }
    EXPECT_EQ(planes.size(), 3);
    for (const PlaneId plane : {0, 2, 5})
    {
        EXPECT_NEAR(planes[plane], 4000 / 3, 130) << +plane;
    }
    EXPECT_EQ(uplinks.size(), 4);
    for (const auto& [uplink, count] : uplinks)
    {
        EXPECT_LT(uplink, 4);
        EXPECT_NEAR(count, 1000, 110);
    }
    EXPECT_EQ(paths.LaneOf(1, 0), 0);
    EXPECT_EQ(paths.LaneOf(1, 0x80), 7);
}

// Clauses: [stock-path]
TEST(StockPaths, SprayedPacketsTakePlanesAndPathsInTurn)
{
    const NicPlan plan = FourPaths();
    const OwnPaths own(plan);
    StockPaths paths(own, 0, STOCK_BY_PACKET, KeyedDraws(1));
    EXPECT_EQ(paths.LaneOf(77, 0x25), 0);
    EXPECT_EQ(paths.LanesFor(0x24), 1);
    std::vector<PlaneId> planes;
    for (int i = 0; i < 5; ++i)
    {
        planes.push_back(paths.PlaneOf(0, 1, 0x25).value());
    }
    EXPECT_EQ(planes, (std::vector<PlaneId>{0, 2, 5, 0, 2}));
    EXPECT_FALSE(paths.PlaneOf(0, 1, 0).has_value()); // waits for a port that leads there
    std::set<uint32_t> uplinks;
    for (int i = 0; i < 4; ++i)
    {
        uplinks.insert(paths.PathOf(1, 5, 0).Uplink());
    }
    EXPECT_EQ(uplinks, (std::set<uint32_t>{0, 1, 2, 3}));
    std::map<std::pair<PlaneId, uint32_t>, unsigned> both; // each plane takes all of its paths
    for (int i = 0; i < 80; ++i)
    {
        const PlaneId plane = paths.PlaneOf(0, 1, 0x5).value();
        ++both[{plane, paths.PathOf(1, 5, plane).Uplink()}];
    }
    ASSERT_EQ(both.size(), 8);
    for (const auto& [way, count] : both)
    {
        EXPECT_EQ(count, 10) << +way.first << ' ' << way.second;
    }
}

// Clauses: [stock-path]
TEST(StockPaths, DestinationsInTurnEachTakeAllPlanesAndPaths)
{
    const NicPlan plan = FourPaths();
    const OwnPaths own(plan);
    StockPaths paths(own, 0, STOCK_BY_PACKET, KeyedDraws(1));
    std::map<uint32_t, std::set<std::pair<PlaneId, uint32_t>>> ways;
    for (uint32_t i = 0; i < 16; ++i)
    {
        const uint32_t to = 1 + i % 2;
        const PlaneId plane = paths.PlaneOf(0, to, 0x3).value();
        ways[to].insert({plane, paths.PathOf(to, 5, plane).Uplink()});
    }
    EXPECT_EQ(ways[1].size(), 8);
    EXPECT_EQ(ways[2].size(), 8);
}

// Clauses: [stock-faults]
TEST(StockPaths, AFlowMayWaitForPlanesThatLeadToItsNic)
{
    const NicPlan plan = FourPaths();
    const OwnPaths own(plan);
    const StockPaths byFlow(own, 0, STOCK_BY_FLOW, KeyedDraws(1));
    const StockPaths byPacket(own, 0, STOCK_BY_PACKET, KeyedDraws(1));
    EXPECT_TRUE(byFlow.MayWait(2, 0x4));
    EXPECT_FALSE(byFlow.MayWait(2, 0x3));
    EXPECT_TRUE(byPacket.MayWait(0, 0x4)) << "all sprayed packets wait together";
}

// Clauses: [stock-path]
TEST(StockPaths, LeavesOutWhatIsDenied)
{
    const NicPlan plan = FourPaths();
    OwnPaths own(plan);
    StockPaths paths(own, 0, STOCK_BY_PACKET, KeyedDraws(1));
    own.Administer({1, 2, 0, 8}, PathOrder::DENY);
    own.Administer({1, 3, 0, 8}, PathOrder::DENY);
    unsigned turns[4] = {};
    for (int i = 0; i < 20; ++i)
    {
        ++turns[paths.PathOf(1, 5, 1).Uplink() % 4];
    }
    EXPECT_EQ(std::vector<unsigned>(turns, turns + 4), (std::vector<unsigned>{10, 10, 0, 0}));
    std::set<uint32_t> elsewhere;
    for (int i = 0; i < 4; ++i)
    {
        elsewhere.insert(paths.PathOf(1, 5, 0).Uplink());
    }
    EXPECT_EQ(elsewhere.size(), 4); // the other plane has them all
    own.Administer({1, 0, 0, 8}, PathOrder::DENY);
    own.Administer({1, 1, 0, 8}, PathOrder::DENY);
    EXPECT_LT(paths.PathOf(1, 5, 1).Uplink(), 4); // all denied: any is better than none
    own.Administer({1, 1, 0, 8}, PathOrder::ALLOW);
    for (int i = 0; i < 8; ++i)
    {
        EXPECT_EQ(paths.PathOf(1, 5, 1).Uplink(), 1);
    }
}

// Clauses: [stock-path], [missing-links]
TEST(StockPaths, LeaveOutLinksThatAreMissing)
{
    NicPlan plan = FourPaths();
    plan.hasPath = [](uint32_t, uint32_t, Ev ev) { return ev.Uplink() != 2; };
    const OwnPaths own(plan);
    for (const StockSpread spread : {STOCK_BY_FLOW, STOCK_BY_PACKET})
    {
        StockPaths paths(own, 0, spread, KeyedDraws(1));
        std::set<uint32_t> uplinks;
        for (uint64_t flow = 0; flow < 60; ++flow)
        {
            uplinks.insert(paths.PathOf(1, flow, 0).Uplink());
        }
        EXPECT_EQ(uplinks, (std::set<uint32_t>{0, 1, 3})) << +spread;
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
