/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topology-shapes.h"

#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-topology-tiers.h"
#include "ns3/mrc-topology.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using namespace test;

// Clauses: [two-tiers]
TEST(TopologyTest, CountsByHand)
{
    // 37 NICs on T0s of 16: three T0s, the last with 5; per plane 37 access and 48 trunk links.
    const Topology topology(SpecOf(37, 8, 16, 16));
    EXPECT_EQ(topology.Tiers().T0sPerPlane(), 3u);
    EXPECT_EQ(topology.NodeCount(), 37u + 8 * (3 + 16));
    EXPECT_EQ(topology.PortCount(), 2u * 8 * (37 + 48));
    EXPECT_EQ(topology.Tiers().DownlinksOfT0(0), 16u);
    EXPECT_EQ(topology.Tiers().DownlinksOfT0(2), 5u);
}

struct NamedPort
{
    uint32_t port;
    uint32_t peer;
    const char* name;
    const char* node;
    uint32_t interface;
};

// Clauses: [two-tiers]
TEST(TopologyTest, NumbersByHand)
{
    // 7 NICs on T0s of 3 (3, 3, 1), 2 planes, 2 T1s. Ports: 14 NIC, 14 down, 12 up, 12 T1 down.
    const Topology topology(SpecOf(7, 2, 3, 2));
    const NamedPort cases[] = {
        {0, 14, "nic0.p0", "nic0", 0},
        {1, 21, "nic0.p1", "nic0", 1},
        {9, 25, "nic4.p1", "nic4", 1},
        {14, 0, "p0.t0.0.down0", "p0.t0.0", 0},
        {20, 12, "p0.t0.2.down0", "p0.t0.2", 0},
        {25, 9, "p1.t0.1.down1", "p1.t0.1", 1},
        {28, 40, "p0.t0.0.up0", "p0.t0.0", 3},
        {33, 45, "p0.t0.2.up1", "p0.t0.2", 2},
        {34, 46, "p1.t0.0.up0", "p1.t0.0", 3},
        {40, 28, "p0.t1.0.down0", "p0.t1.0", 0},
        {45, 33, "p0.t1.1.down2", "p0.t1.1", 2},
        {51, 39, "p1.t1.1.down2", "p1.t1.1", 2},
    };
    ASSERT_EQ(topology.PortCount(), 52u);
    for (const auto& c : cases)
    {
        EXPECT_EQ(PortName(topology, c.port), c.name);
        EXPECT_EQ(topology.Peer(c.port), c.peer) << c.name;
        EXPECT_EQ(NodeName(topology, topology.NodeOf(c.port)), c.node) << c.name;
        EXPECT_EQ(PortsOf(topology, topology.NodeOf(c.port)).at(c.interface), c.port) << c.name;
    }
    EXPECT_EQ(NodeName(topology, 7), "p0.t0.0");
    EXPECT_EQ(NodeName(topology, 10), "p1.t0.0");
    EXPECT_EQ(NodeName(topology, 13), "p0.t1.0");
    EXPECT_EQ(NodeName(topology, 16), "p1.t1.1");
    EXPECT_EQ(topology.NodeCount(), 17u);
}

// Clauses: [three-tiers]
TEST(TopologyTest, NumbersInPodsByHand)
{
    // 7 NICs on T0s of 2 (2, 2, 2, 1) in pods of 3 (3, 1) with 2 T1s each, which have 2 T2s each.
    // Ports: 7 NIC, 7 down, 8 T0 up, 8 T1 down (3, 3, 1, 1), 8 T1 up, 8 T2 down.
    const Topology topology(InPods(SpecOf(7, 1, 2, 2), {3, 2}));
    const NamedPort cases[] = {
        {14, 22, "p0.t0.0.up0", "p0.t0.0", 2},
        {17, 26, "p0.t0.1.up1", "p0.t0.1", 3},
        {21, 29, "p0.t0.3.up1", "p0.t0.3", 2},
        {27, 19, "p0.t1.1.down2", "p0.t1.1", 2},
        {28, 20, "p0.t1.2.down0", "p0.t1.2", 0},
        {30, 38, "p0.t1.0.up0", "p0.t1.0", 3},
        {33, 44, "p0.t1.1.up1", "p0.t1.1", 4},
        {34, 39, "p0.t1.2.up0", "p0.t1.2", 1},
        {45, 37, "p0.t2.3.down1", "p0.t2.3", 1},
    };
    EXPECT_EQ(topology.PortCount(), 46u);
    EXPECT_EQ(topology.NodeCount(), 7u + 4 + 4 + 4);
    EXPECT_EQ(topology.Tiers().T1sPerPlane(), 4u);
    EXPECT_EQ(topology.Tiers().T2sPerPlane(), 4u);
    EXPECT_EQ(topology.Tiers().PodOf(2), 0u);
    EXPECT_EQ(topology.Tiers().PodOf(3), 1u);
    for (const auto& c : cases)
    {
        EXPECT_EQ(PortName(topology, c.port), c.name);
        EXPECT_EQ(topology.Peer(c.port), c.peer) << c.name;
        EXPECT_EQ(NodeName(topology, topology.NodeOf(c.port)), c.node) << c.name;
        EXPECT_EQ(PortsOf(topology, topology.NodeOf(c.port)).at(c.interface), c.port) << c.name;
    }
}

// Clauses: [link-rates]
TEST(TopologyTest, LinksHaveRateAndDelayOfTheirTier)
{
    TopologySpec spec = SpecOf(7, 2, 3, 2);
    spec.fabricLinkRate = 400 * GIGA;
    const Topology topology(spec);
    for (const uint32_t port : {0u, 13u, 14u, 27u})
    {
        EXPECT_EQ(LineOf(topology, port).rate, 100 * GIGA);
        EXPECT_EQ(LineOf(topology, port).delay, Nanos(20));
    }
    for (const uint32_t port : {28u, 39u, 40u, 51u})
    {
        EXPECT_EQ(LineOf(topology, port).rate, 400 * GIGA);
        EXPECT_EQ(LineOf(topology, port).delay, Nanos(125));
    }
    TopologySpec pods = InPods(SpecOf(7, 1, 2, 2), {3, 2});
    pods.upperLinkRate = 800 * GIGA;
    pods.upperLinkDelay = Nanos(500);
    for (const uint32_t port : {30u, 37u, 38u, 45u})
    {
        EXPECT_EQ(LineOf(Topology(pods), port).rate, 800 * GIGA);
        EXPECT_EQ(LineOf(Topology(pods), port).delay, Nanos(500));
    }
    EXPECT_EQ(LineOf(Topology(pods), 29).rate, 100 * GIGA);
}

// Clauses: [two-tiers], [three-tiers]
TEST(TopologyTest, PeersAreAnInvolutionAndPlacesRoundTrip)
{
    for (const auto& spec : RandomShapes())
    {
        const Topology topology(spec);
        for (uint32_t port = 0; port < topology.PortCount(); ++port)
        {
            const uint32_t peer = topology.Peer(port);
            ASSERT_LT(peer, topology.PortCount());
            ASSERT_NE(peer, port);
            ASSERT_EQ(topology.Peer(peer), port);
            ASSERT_EQ(topology.PortAt(topology.PortPlaceOf(port)), port);
            ASSERT_EQ(topology.PortPlaceOf(peer).plane, topology.PortPlaceOf(port).plane);
            ASSERT_EQ(LineOf(topology, peer).rate, LineOf(topology, port).rate);
        }
        for (uint32_t node = 0; node < topology.NodeCount(); ++node)
        {
            ASSERT_EQ(topology.NodeAt(topology.PlaceOf(node)), node);
        }
    }
}

TEST(TopologyTest, EveryPortIsTheInterfaceOfExactlyOneNode)
{
    for (const auto& spec : RandomShapes())
    {
        const Topology topology(spec);
        std::vector<uint32_t> seen(topology.PortCount(), 0);
        for (uint32_t node = 0; node < topology.NodeCount(); ++node)
        {
            for (const uint32_t port : PortsOf(topology, node))
            {
                ASSERT_EQ(topology.NodeOf(port), node);
                ++seen[port];
            }
        }
        ASSERT_TRUE(std::all_of(seen.begin(), seen.end(), [](uint32_t n) { return n == 1; }));
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
