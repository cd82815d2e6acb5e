/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topology-shapes.h"

#include "ns3/mrc-node-names.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/mrc-topology.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <set>

namespace ns3
{
namespace mrc
{
namespace
{

using namespace test;

// Clauses: [carrier-across], [carrier-local]
TEST(SourceRoutingTest, CarriersByHand)
{
    const Topology topology(SpecOf(7, 2, 3, 2));
    const SourceRouting routing(topology);
    // NIC 1 (T0 0) to NIC 5 (T0 1, downlink 2) in plane 1 by uplink 7 mod 2 = 1. Kinds: T0 0x4000,
    // T1 0x8000, NIC 0xc000; plane 1: 0x0800.
    EXPECT_TRUE(routing.Carrier(1, 5, Ev::Of(1, 7)) ==
                UsidCarrier(0xfcbbbb0048008801, 0x4801c80200000000));
    EXPECT_TRUE(routing.Carrier(1, 5, Ev::Of(0, 4)) ==
                UsidCarrier(0xfcbbbb0040008000, 0x4001c00200000000));
    // Within T0 1: NIC 3 to NIC 5.
    EXPECT_TRUE(routing.Carrier(3, 5, Ev::Of(1, 3)) == UsidCarrier(0xfcbbbb004801c802, 0));
    EXPECT_TRUE(routing.TemplateFor(3, 5).IsLocal());
    EXPECT_EQ(routing.TemplateFor(3, 5).PathsPerPlane(), 1u);
    EXPECT_EQ(routing.TemplateFor(1, 5).PathsPerPlane(), 2u);
    EXPECT_TRUE(SourceRouting(topology, 0x20010db8).Carrier(3, 5, Ev::Of(0, 0)) ==
                UsidCarrier(0x20010db84001c002, 0));
}

// Clauses: [carrier-pods]
TEST(SourceRoutingTest, CarriersBetweenPodsByHand)
{
    const Topology topology(InPods(SpecOf(7, 1, 2, 2), {3, 2}));
    const SourceRouting routing(topology);
    EXPECT_EQ(routing.TemplateFor(1, 6).PathsPerPlane(), 4u);
    EXPECT_EQ(routing.TemplateFor(1, 6).UplinkOf(Ev::Of(0, 2)), 0u);
    EXPECT_EQ(routing.TemplateFor(1, 6).UplinkOf(Ev::Of(0, 7)), 1u);
    // NIC 1 (T0 0) to NIC 6 (T0 3, downlink 0). Path 3: uplink 1, there uplink 1, so T1 1, T2 3 and
    // T1 3. T2s are counted from 1.
    EXPECT_TRUE(routing.Carrier(1, 6, Ev::Of(0, 3)) ==
                UsidCarrier(0xfcbbbb0040008001, 0x000480034003c000));
    // Path 6 mod 4 = 2: uplink 0, there uplink 1.
    EXPECT_TRUE(routing.Carrier(1, 6, Ev::Of(0, 6)) ==
                UsidCarrier(0xfcbbbb0040008000, 0x000280024003c000));
    EXPECT_TRUE(routing.Carrier(6, 1, Ev::Of(0, 0)) ==
                UsidCarrier(0xfcbbbb0040038002, 0x000180004000c001));
    // Within the pod the way is one of two tiers.
    EXPECT_EQ(routing.TemplateFor(0, 3).PathsPerPlane(), 2u);
    EXPECT_TRUE(routing.Carrier(0, 3, Ev::Of(0, 1)) ==
                UsidCarrier(0xfcbbbb0040008001, 0x4001c00100000000));
}

// Clauses: [carrier-pods], [usid-layout]
TEST(SourceRoutingTest, PodsReachTheHighestBits)
{
    // 1,024 pods of two T0s and two T1s, 2,046 T2s; plane 7 is 0x3800
    const Topology topology(InPods(SpecOf(4096, 8, 2, 2), {2, 1023}));
    const SourceRouting routing(topology);
    EXPECT_TRUE(routing.Carrier(4095, 1, Ev::Of(7, 2045)) ==
                UsidCarrier(0xfcbbbb007fffbfff, 0x3ffeb8017800f801));
}

// Clauses: [carrier-pods]
TEST(SourceRoutingTest, PathsBetweenPodsAreAllThereAre)
{
    const Topology topology(InPods(SpecOf(16, 1, 2, 2), {2, 3}));
    const SourceRouting routing(topology);
    std::set<std::pair<uint64_t, uint64_t>> carriers;
    for (uint32_t path = 0; path < 12; ++path)
    {
        const UsidCarrier carrier = routing.Carrier(0, 15, Ev::Of(0, path));
        carriers.insert({carrier.High(), carrier.Low()});
    }
    EXPECT_EQ(carriers.size(), 6u) << "two uplinks of the T0, three of each T1";
}

// Clauses: [carrier-of-ev]
TEST(SourceRoutingTest, PlaneAndUplinkReachTheirHighestBits)
{
    const Topology topology(SpecOf(4096, 8, 2, 2048));
    const SourceRouting routing(topology);
    // T0 2047 = 0x47ff + plane 7 (0x3800) = 0x7fff; T1 2047: 0xbfff; NIC downlink 1: 0xf801.
    EXPECT_TRUE(routing.Carrier(4095, 1, Ev::Of(7, 2047)) ==
                UsidCarrier(0xfcbbbb007fffbfff, 0x7800f80100000000));
    EXPECT_TRUE(routing.Carrier(1, 4095, Ev::Of(7, 2048)) ==
                UsidCarrier(0xfcbbbb007800b800, 0x7ffff80100000000));
}

/** Follows a carrier as uN and the static tables do; returns the node where it ends. */
uint32_t
Walk(const Topology& topology, const SourceRouting& routing, uint32_t port, UsidCarrier carrier)
{
    for (int hop = 0; hop < 8; ++hop)
    {
        const uint32_t node = topology.NodeOf(topology.Peer(port));
        if (topology.PlaceOf(node).kind == NodeKind::NIC)
        {
            return node;
        }
        const uint32_t part = routing.PartOf(topology.Peer(port));
        EXPECT_TRUE(carrier.Active() == routing.UsidOfSwitch(node, part));
        EXPECT_TRUE(carrier.HasArgument());
        carrier = carrier.Shifted();
        const auto table = routing.TableOf(node, part);
        const auto match = std::find_if(table.begin(), table.end(), [&](const UsidRoute& route) {
            return route.usid == carrier.Active();
        });
        if (match == table.end())
        {
            ADD_FAILURE() << "no route at " << NodeName(topology, node);
            return node;
        }
        EXPECT_EQ(topology.NodeOf(match->port), node);
        port = match->port;
    }
    ADD_FAILURE() << "the carrier loops";
    return topology.NodeOf(port);
}

// Clauses: [carrier-across], [carrier-local], [carrier-pods], [static-routing]
TEST(SourceRoutingTest, CarriersReachTheirNicHopByHop)
{
    std::minstd_rand draw(11);
    for (const auto& spec : RandomShapes())
    {
        const Topology topology(spec);
        const SourceRouting routing(topology);
        for (int i = 0; i < 40 && spec.nics > 1; ++i)
        {
            const auto source = static_cast<uint32_t>(draw() % spec.nics);
            const auto hop = static_cast<uint32_t>(1 + draw() % (spec.nics - 1));
            const uint32_t destination = (source + hop) % spec.nics;
            const auto plane = static_cast<PlaneId>(draw() % spec.planes);
            const Ev ev = Ev::Of(plane, static_cast<uint32_t>(draw()));
            const UsidCarrier carrier = routing.Carrier(source, destination, ev);
            const uint32_t start = topology.NicPort(source, plane);
            ASSERT_EQ(Walk(topology, routing, start, carrier), destination);
        }
    }
}

// Clauses: [usid-layout]
TEST(SourceRoutingTest, UsidsAreInjective)
{
    for (const auto& spec : RandomShapes())
    {
        const Topology topology(spec);
        const SourceRouting routing(topology);
        std::set<uint16_t> switches;
        for (uint32_t node = spec.nics; node < topology.NodeCount(); ++node)
        {
            for (uint32_t part = 0; part < routing.PartsOf(node); ++part)
            {
                const Usid usid = routing.UsidOfSwitch(node, part);
                ASSERT_NE(usid.value, 0);
                ASSERT_TRUE(switches.insert(usid.value).second) << NodeName(topology, node);
                std::set<uint16_t> routes;
                for (const auto& route : routing.TableOf(node, part))
                {
                    ASSERT_TRUE(routes.insert(route.usid.value).second) << NodeName(topology, node);
                }
            }
        }
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
