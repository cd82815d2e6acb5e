/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"

#include "ns3/mrc-source-routing.h"
#include "ns3/mrc-topology.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

using test::ThrownText;

constexpr uint64_t GIGA = 1000000000;

TopologySpec
SpecOf(uint32_t nics, uint32_t planes, uint32_t nicsPerT0, uint32_t t1Count)
{
    TopologySpec spec;
    spec.name = "test";
    spec.nics = nics;
    spec.planes = planes;
    spec.nicsPerT0 = nicsPerT0;
    spec.t1Count = t1Count;
    spec.nicLinkRate = 100 * GIGA;
    spec.fabricLinkRate = 100 * GIGA;
    return spec;
}

/** Shapes of every kind: full, partly filled, odd, one T0 without T1s, more T1s than T0s, one NIC.
 */
const TopologySpec SHAPES[] = {
    SpecOf(32, 2, 8, 8),
    SpecOf(37, 8, 16, 16),
    SpecOf(7, 3, 3, 5),
    SpecOf(5, 4, 16, 0),
    SpecOf(1, 1, 1, 1),
    SpecOf(16, 1, 4, 4),
    SpecOf(23, 5, 2, 1),
};

std::vector<TopologySpec>
RandomShapes()
{
    std::vector<TopologySpec> shapes(std::begin(SHAPES), std::end(SHAPES));
    std::minstd_rand draw(7);
    for (int i = 0; i < 60; ++i)
    {
        const auto nics = static_cast<uint32_t>(1 + draw() % 90);
        const auto planes = static_cast<uint32_t>(1 + draw() % 8);
        const auto perT0 = static_cast<uint32_t>(1 + draw() % 20);
        const auto t1s = static_cast<uint32_t>(1 + draw() % 12);
        shapes.push_back(SpecOf(nics, planes, perT0, t1s));
    }
    return shapes;
}

TEST(TopologyTest, CountsByHand)
{
    // 37 NICs on T0s of 16: three T0s, the last with 5; per plane 37 access and 48 trunk links.
    const Topology topology(SpecOf(37, 8, 16, 16));
    EXPECT_EQ(topology.T0sPerPlane(), 3u);
    EXPECT_EQ(topology.NodeCount(), 37u + 8 * (3 + 16));
    EXPECT_EQ(topology.PortCount(), 2u * 8 * (37 + 48));
    EXPECT_EQ(topology.DownlinksOf(0), 16u);
    EXPECT_EQ(topology.DownlinksOf(2), 5u);
}

struct NamedPort
{
    uint32_t port;
    uint32_t peer;
    const char* name;
    const char* node;
    uint32_t interface;
};

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
        EXPECT_EQ(topology.PortName(c.port), c.name);
        EXPECT_EQ(topology.Peer(c.port), c.peer) << c.name;
        EXPECT_EQ(topology.NodeName(topology.NodeOf(c.port)), c.node) << c.name;
        EXPECT_EQ(topology.InterfaceOf(c.port), c.interface) << c.name;
    }
    EXPECT_EQ(topology.NodeName(7), "p0.t0.0");
    EXPECT_EQ(topology.NodeName(10), "p1.t0.0");
    EXPECT_EQ(topology.NodeName(13), "p0.t1.0");
    EXPECT_EQ(topology.NodeName(16), "p1.t1.1");
    EXPECT_EQ(topology.NodeCount(), 17u);
}

TEST(TopologyTest, LinksHaveRateAndDelayOfTheirTier)
{
    TopologySpec spec = SpecOf(7, 2, 3, 2);
    spec.fabricLinkRate = 400 * GIGA;
    const Topology topology(spec);
    for (const uint32_t port : {0u, 13u, 14u, 27u})
    {
        EXPECT_EQ(topology.RateOf(port), 100 * GIGA);
        EXPECT_EQ(topology.DelayOf(port), Nanos(20));
    }
    for (const uint32_t port : {28u, 39u, 40u, 51u})
    {
        EXPECT_EQ(topology.RateOf(port), 400 * GIGA);
        EXPECT_EQ(topology.DelayOf(port), Nanos(125));
    }
}

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
            ASSERT_EQ(topology.RateOf(peer), topology.RateOf(port));
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
            uint32_t interface = 0;
            for (const uint32_t port : topology.PortsOf(node))
            {
                ASSERT_EQ(topology.NodeOf(port), node);
                ASSERT_EQ(topology.InterfaceOf(port), interface++);
                ++seen[port];
            }
        }
        ASSERT_TRUE(std::all_of(seen.begin(), seen.end(), [](uint32_t n) { return n == 1; }));
    }
}

TEST(TopologyTest, CarriersByHand)
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

TEST(TopologyTest, PlaneAndUplinkReachTheirHighestBits)
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
        if (topology.KindOf(node) == NodeKind::NIC)
        {
            return node;
        }
        EXPECT_TRUE(carrier.Active() == routing.UsidOfSwitch(node));
        EXPECT_TRUE(carrier.HasArgument());
        carrier = carrier.Shifted();
        const auto table = routing.TableOf(node);
        const auto match = std::find_if(table.begin(), table.end(), [&](const UsidRoute& route) {
            return route.usid == carrier.Active();
        });
        if (match == table.end())
        {
            ADD_FAILURE() << "no route at " << topology.NodeName(node);
            return node;
        }
        EXPECT_EQ(topology.NodeOf(match->port), node);
        port = match->port;
    }
    ADD_FAILURE() << "the carrier loops";
    return topology.NodeOf(port);
}

TEST(TopologyTest, CarriersReachTheirNicHopByHop)
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

TEST(TopologyTest, UsidsAreInjective)
{
    for (const auto& spec : RandomShapes())
    {
        const Topology topology(spec);
        const SourceRouting routing(topology);
        std::set<uint16_t> switches;
        for (uint32_t node = spec.nics; node < topology.NodeCount(); ++node)
        {
            const Usid usid = routing.UsidOfSwitch(node);
            ASSERT_NE(usid.value, 0);
            ASSERT_TRUE(switches.insert(usid.value).second) << topology.NodeName(node);
            std::set<uint16_t> routes;
            for (const auto& route : routing.TableOf(node))
            {
                ASSERT_TRUE(routes.insert(route.usid.value).second) << topology.NodeName(node);
            }
        }
    }
}

struct Broken
{
    std::function<void(TopologySpec&)> damage;
    const char* message;
};

TEST(TopologyTest, ValidationNamesFieldValueAndExpectation)
{
    const Broken cases[] = {
        {[](TopologySpec& s) { s.planes = 0; }, "planes = 0; expected 1 .. 8"},
        {[](TopologySpec& s) { s.planes = 9; }, "planes = 9; expected 1 .. 8"},
        {[](TopologySpec& s) { s.nicsPerT0 = 0; }, "nicsPerT0 = 0; expected 1 .. 2048"},
        {[](TopologySpec& s) { s.nicsPerT0 = 2049; }, "nicsPerT0 = 2049; expected 1 .. 2048"},
        {[](TopologySpec& s) { s.nics = 0; }, "nics = 0; expected 1 .. 16384"},
        {[](TopologySpec& s) { s.nics = 16385; }, "nics = 16385; expected 1 .. 16384"},
        {[](TopologySpec& s) { s.t1Count = 2049; }, "t1Count = 2049; expected 0 .. 2048"},
        {[](TopologySpec& s) { s.t1Count = 0; },
         "t1Count = 0 with 4 T0s per plane; expected at least 1 T1, or nics <= nicsPerT0 = 8"},
        {[](TopologySpec& s) { s.nicLinkRate = 0; },
         "nicLinkRate = 0; expected 1000000 .. 3200000000000"},
        {[](TopologySpec& s) { s.fabricLinkRate = 3200000000001; },
         "fabricLinkRate = 3200000000001; expected 1000000 .. 3200000000000"},
        {[](TopologySpec& s) { s.nicLinkDelay = Span(-1); },
         "nicLinkDelay = -1 ps; expected 0 .. 1000000000000 ps"},
        {[](TopologySpec& s) { s.fabricLinkDelay = Span(1000000000001); },
         "fabricLinkDelay = 1000000000001 ps; expected 0 .. 1000000000000 ps"},
        {[](TopologySpec& s) { s.t0Latency = Span(-5); },
         "t0Latency = -5 ps; expected 0 .. 1000000000000 ps"},
        {[](TopologySpec& s) { s.t1Latency = Span(-5); },
         "t1Latency = -5 ps; expected 0 .. 1000000000000 ps"},
    };
    for (const auto& c : cases)
    {
        TopologySpec spec = SpecOf(32, 2, 8, 8);
        c.damage(spec);
        EXPECT_EQ(ThrownText<std::invalid_argument>([&] { Topology topology(spec); }),
                  std::string("topology 'test': ") + c.message);
    }
    EXPECT_NO_THROW(Topology(SpecOf(16384, 8, 8, 2048)));
    EXPECT_NO_THROW(Topology(SpecOf(8, 8, 8, 0)));
    EXPECT_NO_THROW(Topology(SpecOf(4194304, 8, 2048, 2048)));
}

struct PresetCase
{
    const char* name;
    uint32_t asked;
    uint32_t nics;
    uint32_t planes;
    uint32_t nicsPerT0;
    uint32_t t1Count;
    uint64_t rate;
};

TEST(TopologyTest, Presets)
{
    const PresetCase cases[] = {
        {"clos-8x100g", 32, 32, 8, 16, 16, 100 * GIGA},
        {"clos-8x100g", 32768, 32768, 8, 16, 16, 100 * GIGA},
        {"clos-4x200g", 17, 17, 4, 16, 16, 200 * GIGA},
        {"clos-4x100g", 64, 64, 4, 16, 16, 100 * GIGA},
        {"leaf-spine-16x400g", 0, 16, 1, 4, 4, 400 * GIGA},
        {"leaf-spine-16x400g", 5, 16, 1, 4, 4, 400 * GIGA},
        {"leaf-spine-16x400g", 16, 16, 1, 4, 4, 400 * GIGA},
    };
    for (const auto& c : cases)
    {
        const TopologySpec spec = PresetTopology(c.name, c.asked);
        EXPECT_EQ(spec.name, c.name);
        EXPECT_EQ(spec.nics, c.nics);
        EXPECT_EQ(spec.planes, c.planes);
        EXPECT_EQ(spec.nicsPerT0, c.nicsPerT0);
        EXPECT_EQ(spec.t1Count, c.t1Count);
        EXPECT_EQ(spec.nicLinkRate, c.rate);
        EXPECT_EQ(spec.fabricLinkRate, c.rate);
        EXPECT_EQ(spec.nicLinkDelay, Nanos(20));
        EXPECT_EQ(spec.fabricLinkDelay, Nanos(125));
        EXPECT_EQ(spec.t0Latency, Nanos(600));
        EXPECT_EQ(spec.t1Latency, Nanos(600));
    }
    EXPECT_EQ(TopologyPresetNames().size(), 4u);
}

TEST(TopologyTest, PresetErrors)
{
    EXPECT_EQ(ThrownText<std::invalid_argument>([] { PresetTopology("clos", 32); }),
              "unknown topology preset 'clos'; expected one of clos-8x100g, clos-4x200g, "
              "clos-4x100g, leaf-spine-16x400g");
    EXPECT_EQ(
        ThrownText<std::invalid_argument>([] { PresetTopology("leaf-spine-16x400g", 17); }),
        "topology 'leaf-spine-16x400g': nics = 17; expected at most 16, which this fabric has");
    EXPECT_EQ(ThrownText<std::invalid_argument>([] { PresetTopology("clos-8x100g", 0); }),
              "topology 'clos-8x100g': nics = 0; expected 1 .. 32768");
    EXPECT_EQ(ThrownText<std::invalid_argument>([] { PresetTopology("clos-8x100g", 32769); }),
              "topology 'clos-8x100g': nics = 32769; expected 1 .. 32768");
}

} // namespace
} // namespace mrc
} // namespace ns3
