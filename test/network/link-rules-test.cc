/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Links that differ by rules: the effects of rules, and the rules that are refused.

#include "../mrc-thrown-text.h"
#include "ruled-fabric.h"

#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"

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

// Clauses: [link-rules]
TEST(LinkRules, SaySomethingOfALinkOrAPlane)
{
    const Topology topology(
        Ruled("link:1.0.1/rate=25%/delay=3us,plane:1/rate=40Gbps/delay=1us/jitter=50ns,"
              "link-up:0.1.0/jitter=7ns,port:2.0/rate=250Mbps"));
    const uint32_t single = topology.PortAt({PortKind::T0_UP, 1, 0, 1});
    for (const uint32_t port : {single, topology.Peer(single)})
    {
        EXPECT_EQ(LineOf(topology, port).rate, 10000000000U)
            << "a quarter of the plane's, though first";
        EXPECT_EQ(LineOf(topology, port).delay, Micros(3));
        EXPECT_EQ(LineOf(topology, port).jitter, Nanos(50));
    }
    const uint32_t other = topology.PortAt({PortKind::T1_DOWN, 1, 0, 0});
    EXPECT_EQ(LineOf(topology, other).rate, 40000000000U);
    EXPECT_EQ(LineOf(topology, other).delay, Micros(1));
    EXPECT_EQ(LineOf(topology, topology.NicPort(0, 1)).rate, 40000000000U);
    const uint32_t up = topology.PortAt({PortKind::T0_UP, 0, 1, 0});
    EXPECT_EQ(LineOf(topology, up).jitter, Nanos(7));
    EXPECT_EQ(LineOf(topology, topology.Peer(up)).jitter, Span()) << "one direction only";
    EXPECT_EQ(LineOf(topology, up).rate, 100000000000U);
    EXPECT_EQ(LineOf(topology, topology.NicPort(2, 0)).rate, 250000000U);
    EXPECT_EQ(LineOf(topology, topology.NicPort(2, 0)).delay, Nanos(20)) << "as the tier's";
}

// Clauses: [link-rules] [transceiver-links]
TEST(LinkRules, OfATransceiverHoldForItsLinksInTheirPlanes)
{
    const Topology topology(
        Ruled("nic:2/delay=5us,plane:1/rate=40Gbps,transceiver:1.0.0/jitter=1ns"));
    for (const PlaneId plane : {0, 1})
    {
        const uint32_t port = topology.NicPort(2, plane);
        EXPECT_EQ(LineOf(topology, port).delay, Micros(5));
        EXPECT_EQ(LineOf(topology, topology.Peer(port)).rate,
                  plane == 0 ? 100000000000U : 40000000000U);
        EXPECT_EQ(LineOf(topology, topology.NicPort(0, plane)).jitter, Span(plane == 0 ? 0 : 1000));
    }
    EXPECT_EQ(LineOf(topology, topology.NicPort(1, 0)).delay, Nanos(20));
}

// Clauses: [link-rules]
TEST(LinkRules, TheLaterShareCountsAlone)
{
    const Topology topology(Ruled("t1:0.1/rate=50%,link:0.0.1/rate=25%,plane:1/rate=50%,"
                                  "link:1.0.1/rate=20%,port:2.0/rate=40%,port:2.0/rate=10Gbps"));
    const LinkLine& twice = LineOf(topology, topology.PortAt({PortKind::T0_UP, 0, 0, 1}));
    EXPECT_EQ(twice.rate, 25000000000U);
    EXPECT_EQ(twice.whole, 100000000000U);
    EXPECT_EQ(LineOf(topology, topology.PortAt({PortKind::T0_UP, 0, 1, 1})).rate, 50000000000U);
    EXPECT_EQ(LineOf(topology, topology.PortAt({PortKind::T0_UP, 1, 0, 1})).rate, 20000000000U);
    EXPECT_EQ(LineOf(topology, topology.PortAt({PortKind::T0_UP, 1, 0, 0})).rate, 50000000000U);
    EXPECT_EQ(LineOf(topology, topology.NicPort(2, 0)).rate, 10000000000U)
        << "another kind of link";
}

// Clauses: [link-rules]
TEST(LinkRules, OfASwitchHoldForAllItsLinks)
{
    const Topology topology(Ruled("t1:0.2/delay=9us,upper-link:0.0.1/rate=50%,"
                                  "t2:0.3/jitter=1us",
                                  PodsOfFour(16)));
    for (const uint32_t port : PortsOf(topology, topology.NodeAt({NodeKind::T1, 0, 2})))
    {
        EXPECT_EQ(LineOf(topology, port).delay, Micros(9)) << PortName(topology, port);
        EXPECT_EQ(LineOf(topology, topology.Peer(port)).delay, Micros(9))
            << PortName(topology, port);
    }
    const uint32_t upper = topology.PortAt({PortKind::T1_UP, 0, 0, 1});
    EXPECT_EQ(LineOf(topology, upper).rate, 50000000000U);
    EXPECT_EQ(LineOf(topology, topology.PortAt({PortKind::T2_DOWN, 0, 3, 1})).jitter, Micros(1));
}

struct BadRules
{
    const char* rules;
    const char* said;
};

// Clauses: [link-rules]
TEST(LinkRules, WhatCannotBeIsNamed)
{
    const BadRules cases[] = {
        {"link:0.0.7/rate=1%", "item 1 'link:0.0.7/rate=1%', character 10: expected a T1, 0 .. 1"},
        {"plane:2/delay=1us", "character 7: expected a plane, 0 .. 1"},
        {"plane:0", "character 8: expected '/' and what these links have"},
        {"plane:0/speed=1", "character 9: expected 'rate=', 'delay=', 'jitter=' or 'missing'"},
        {"plane:0/rate=0%", "character 14: expected a part above 0 % and up to 100 %"},
        {"plane:0/rate=101%", "character 14: expected a part above 0 % and up to 100 %"},
        {"plane:0/rate=4000Gbps", "character 14: expected a part such as 25%, or a rate of 1Mbps"},
        {"plane:0/rate=0.5Mbps", "character 14: expected a part such as 25%, or a rate of 1Mbps"},
        {"plane:0/rate=100", "character 14: expected a part such as 25%"},
        {"plane:0/delay=5", "character 16: expected one of the units"},
        {"plane:0/delay=2s", "character 15: expected a time of at most 1s"},
        {"plane:0/rate=40Gbps/rate=25%", "character 21: expected each property once"},
        {"plane:0/delay=1us/delay=2us", "character 19: expected each property once"},
        {"plane:0/jitter=1us/jitter=1us", "character 20: expected each property once"},
        {"t1:0.1/rate=1Mbps/missing", "character 19: expected each property once, or 'missing'"},
        {"t1:0.1/delay=1us/missing", "character 18: expected each property once, or 'missing'"},
        {"t1:0.1/missing/jitter=1us", "character 15: expected ','"},
        {"plane:0/jitter=1us;", "item 2 'plane:0/jitter=1us;', character 19: expected ','"},
        {"plane:0/jitter=1us,", "item 2 '', character 20: expected 'link:'"},
    };
    for (const BadRules& c : cases)
    {
        const std::string said = ThrownText<std::invalid_argument>([&] { Ruled(c.rules); });
        EXPECT_NE(said.find(c.said), std::string::npos) << c.rules << " says: " << said;
    }
}

// Clauses: [link-rules], [queue-limits]
TEST(LinkRules, QueuesOfADegradedLinkAreThoseOfAWholeOne)
{
    const Ptr<Network> network =
        MakeNetwork(Ruled("link:0.0.0/rate=2%,link:0.0.1/rate=50Gbps,plane:1/delay=50us"));
    const Topology& topology = network->GetTopology();
    const auto config = [&](PlaneId plane, uint32_t uplink) {
        return network->Engine().fabric.State().ConfigOf(
            topology.PortAt({PortKind::T0_UP, plane, 0, uplink}));
    };
    const uint32_t whole = config(1, 0).Limit(TrafficClass::DATA);
    EXPECT_EQ(config(0, 0).Limit(TrafficClass::DATA), whole);
    EXPECT_EQ(config(0, 0).rate.BitsPerSecond(), 2000000000U);
    EXPECT_EQ(config(0, 1).Limit(TrafficClass::DATA), whole / 2) << "another kind of link";
    EXPECT_EQ(config(1, 0).propagation, Micros(50));
    const Ptr<Network> even = MakeNetwork();
    EXPECT_EQ(even->Engine().fabric.State().ConfigOf(0).Limit(TrafficClass::TRIMMED),
              network->Engine().fabric.State().ConfigOf(0).Limit(TrafficClass::TRIMMED))
        << "a long link gives switches no more room";
    Simulator::Destroy();
}

// Clauses: [link-rules], [missing-links]
TEST(LinkRules, WhatNoFabricCanHaveIsRefused)
{
    const BadRules cases[] = {
        {"port:3.1/missing", "rule 'port:3.1/missing' takes away what is no link between switches"},
        {"plane:1/missing", "rule 'plane:1/missing' takes away what is no link between switches"},
        {"t0:0.1/missing", "takes away what is no link between switches"},
        {"link-up:0.0.0/missing", "takes away what is no link between switches"},
        {"link:0.0.0/missing,link:0.1.1/missing",
         "topology 'test': missing links leave no path between p0.t0.0 and p0.t0.1"},
        {"t1:1.0/missing,t1:1.1/missing",
         "topology 'test': missing links leave no path between p1.t0.0 and p1.t0.1"},
        {"port:0.0/rate=10Mbps,port:0.0/rate=1%", "gives a link 100000 bit/s; expected 1 Mb/s"},
        {"plane:0/rate=1Gbps", "room for"},
    };
    for (const BadRules& c : cases)
    {
        const std::string said =
            ThrownText<std::invalid_argument>([&] { MakeNetwork(Ruled(c.rules)); });
        EXPECT_NE(said.find(c.said), std::string::npos) << c.rules << " says: " << said;
    }
    LinkRule rule;
    rule.place.kind = FaultKind::T1;
    const auto refusalOf = [](const LinkRule& bad) {
        TopologySpec spec = SixNics();
        spec.links = {bad};
        return ThrownText<std::invalid_argument>([&] { Topology{spec}; });
    };
    EXPECT_EQ(refusalOf(rule), "no error");
    std::vector<LinkRule> faulty(4, rule);
    faulty[0].place.impairment.effect = FaultEffect::LOSS;
    faulty[1].place.impairment.share = 0.5;
    faulty[2].place.down = Instant(1);
    faulty[3].place.up = Instant(1);
    for (const LinkRule& bad : faulty)
    {
        EXPECT_NE(refusalOf(bad).find("effect or the times of a fault"), std::string::npos);
    }
    rule.missing = true;
    EXPECT_EQ(refusalOf(rule), "no error");
    rule.rate = 1000000;
    EXPECT_NE(refusalOf(rule).find("expected 'missing' alone"), std::string::npos);
    TopologySpec byHand = SixNics();
    byHand.links.emplace_back();
    byHand.links.back().place.kind = FaultKind::PLANE;
    byHand.links.back().place.plane = 2;
    EXPECT_NE(ThrownText<std::invalid_argument>([&] {
                  Topology{byHand};
              }).find("is of plane 2; expected 0 .. 1"),
              std::string::npos);
    Simulator::Destroy();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
