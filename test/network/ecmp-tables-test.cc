/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-topology.h"
#include "topology-shapes.h"

#include "ns3/mrc-ecmp-tables.h"
#include "ns3/mrc-flow-hash.h"
#include "ns3/mrc-path-ports.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/mrc-topology-tiers.h"
#include "ns3/mrc-usable-paths.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return a packet without SRv6 */
Frame
DirectFrame(uint32_t source, uint32_t destination, Ev ev)
{
    Frame frame;
    frame.source = source;
    frame.destination = CarrierTemplate::Direct(destination, 0, 0).For(ev);
    frame.entropy = ev.value;
    return frame;
}

/** @return the nodes of a packet's way behind its NIC, until it reaches a NIC or has no way on */
std::vector<uint32_t>
Walk(const Topology& topology, const std::vector<EcmpForwarder>& tables, Frame frame)
{
    std::vector<uint32_t> nodes;
    const Ev ev{frame.entropy};
    uint32_t port = topology.NicPort(frame.source, ev.Plane());
    while (nodes.size() < 9)
    {
        nodes.push_back(topology.NodeOf(topology.Peer(port)));
        if (nodes.back() < topology.Spec().nics)
        {
            break;
        }
        const ForwardDecision decision =
            tables.at(nodes.back() - topology.Spec().nics).Decide(frame);
        if (decision.port == NO_PORT)
        {
            break;
        }
        EXPECT_EQ(topology.NodeOf(decision.port), nodes.back()) << "a port of the switch itself";
        port = decision.port;
    }
    return nodes;
}

/** @return switches between two NICs that hang on these T0s */
std::size_t
SwitchesBetween(const Topology& topology, uint32_t from, uint32_t to)
{
    const uint32_t a = topology.Tiers().T0Of(from);
    const uint32_t b = topology.Tiers().T0Of(to);
    return a == b ? 1 : topology.Tiers().PodOf(a) == topology.Tiers().PodOf(b) ? 3 : 5;
}

// Clauses: [ecmp-tables]
TEST(EcmpTables, LeadToEachNicByAShortestWay)
{
    for (const TopologySpec& spec : RandomShapes())
    {
        const Topology topology(spec);
        for (const EvFormat format : {EV_FORMAT_UDP, EV_FORMAT_STEV})
        {
            if (spec.t1Links != 1 && format == EV_FORMAT_STEV)
            {
                continue; // refused
            }
            const auto tables = EcmpTables(topology, format, ECMP_SEED_SWITCH, KeyedDraws(3));
            for (uint32_t i = 0; i < 200; ++i)
            {
                const uint32_t from = KeyedDraws(4).Below(spec.nics, i);
                const uint32_t to = KeyedDraws(5).Below(spec.nics, i);
                const Ev ev = Ev::Of(static_cast<PlaneId>(i % spec.planes), i * 37);
                const auto nodes = Walk(topology, tables, DirectFrame(from, to, ev));
                ASSERT_EQ(nodes.back(), to) << from << " " << spec.nics;
                ASSERT_EQ(nodes.size(), SwitchesBetween(topology, from, to) + 1);
            }
        }
    }
}

/** @return links that a pair's packets take, each as the port that they leave by */
std::set<uint32_t>
PortsTaken(const Topology& topology, uint32_t from, uint32_t to)
{
    const auto tables = EcmpTables(topology, EV_FORMAT_UDP, ECMP_SEED_SWITCH, KeyedDraws(3));
    std::set<uint32_t> taken;
    for (uint32_t i = 0; i < 2000; ++i)
    {
        const Ev ev = Ev::Of(static_cast<PlaneId>(i % topology.Spec().planes), i);
        Frame frame = DirectFrame(from, to, ev);
        uint32_t node = topology.NodeOf(topology.Peer(topology.NicPort(from, ev.Plane())));
        while (node >= topology.Spec().nics)
        {
            const uint32_t port = tables.at(node - topology.Spec().nics).Decide(frame).port;
            taken.insert(port);
            node = topology.NodeOf(topology.Peer(port));
        }
        EXPECT_EQ(node, to);
    }
    return taken;
}

/** @return the same by the paths that EVs of SRv6 name: those of which all links are there */
std::set<uint32_t>
PortsOfPaths(const Topology& topology, uint32_t from, uint32_t to)
{
    const UsablePaths paths(topology);
    std::set<uint32_t> all;
    for (uint32_t i = 0; i < topology.Spec().planes * topology.Spec().PathsPerPlane(); ++i)
    {
        const Ev ev =
            Ev::Of(static_cast<PlaneId>(i % topology.Spec().planes), i / topology.Spec().planes);
        std::vector<uint32_t> ports = PortsOfPath(topology, from, to, ev);
        if (paths.Has(from, to, ev))
        {
            all.insert(ports.begin() + 1, ports.end()); // without the NIC's own
        }
    }
    return all;
}

// Clauses: [ecmp-tables], [missing-links]
TEST(EcmpTables, TakeAllLinksOfThePathsThatLackNone)
{
    TopologySpec holes = SpecOf(32, 2, 8, 4);
    holes.links = ReadLinkRules("link:0.0.1/missing,link:0.3.2/missing,t1:1.3/missing", holes);
    TopologySpec pods = InPods(SpecOf(32, 2, 4, 2), {2, 3});
    pods.links = ReadLinkRules("upper-link:0.0.1/missing,link:0.7.0/missing", pods);
    for (const TopologySpec& spec : {holes, pods, SpecOf(16, 1, 4, 4)})
    {
        const Topology topology(spec);
        for (const auto& [from, to] : {std::pair(0U, spec.nics - 1), {spec.nics - 1, 0U}, {9U, 2U}})
        {
            EXPECT_EQ(PortsTaken(topology, from, to), PortsOfPaths(topology, from, to))
                << from << " to " << to;
        }
    }
}

// Clauses: [ecmp-tables], [parallel-links]
TEST(EcmpTables, HashOverAllLinksOfABundle)
{
    const Topology topology(Bundled(SpecOf(16, 2, 4, 3), 2));
    // Six uplinks of a plane, two downlinks of each of its three T1s, and the NIC's.
    EXPECT_EQ(PortsTaken(topology, 0, 15).size(), 2U * (6 + 6 + 1));
}

/** @return the nodes of a carrier's way, by its uSIDs */
std::vector<uint32_t>
WalkByUsids(const Topology& topology, uint32_t from, uint32_t to, Ev ev)
{
    std::vector<uint32_t> nodes;
    const SourceRouting routing(topology);
    UsidCarrier carrier = routing.Carrier(from, to, ev);
    for (; carrier.Active().Kind() != UsidKind::NIC; carrier = carrier.Shifted())
    {
        for (uint32_t node = topology.Spec().nics; node < topology.NodeCount(); ++node)
        {
            if (routing.UsidOfSwitch(node) == carrier.Active())
            {
                nodes.push_back(node);
            }
        }
    }
    nodes.push_back(to);
    return nodes;
}

// Clauses: [stev-choice]
TEST(EcmpTables, StructuredEvsTakeTheWaysOfSrv6)
{
    for (const TopologySpec& spec : SHAPES)
    {
        if (spec.t1Links != 1)
        {
            continue; // refused with this format
        }
        const Topology topology(spec);
        const auto tables = EcmpTables(topology, EV_FORMAT_STEV, ECMP_SEED_SWITCH, KeyedDraws(3));
        const uint32_t last = spec.nics - 1;
        for (uint32_t path = 0; path < 40 && last != 0; ++path)
        {
            const Ev ev = Ev::Of(static_cast<PlaneId>(path % spec.planes), path);
            // several EVs name one path, and the way back has its own numbers
            EXPECT_EQ(Walk(topology, tables, DirectFrame(0, last, ev)),
                      WalkByUsids(topology, 0, last, ev));
            EXPECT_EQ(Walk(topology, tables, DirectFrame(last, 0, ev)),
                      WalkByUsids(topology, last, 0, ev));
        }
    }
}

// Clauses: [ecmp-tables]
TEST(EcmpTables, WithSrv6ThereAreNone)
{
    EXPECT_TRUE(
        EcmpTables(Topology(SixNics()), EV_FORMAT_SRV6, ECMP_SEED_SWITCH, KeyedDraws(3)).empty());
}

// Clauses: [ecmp-tables], [usid-hop-limit]
TEST(EcmpForwarder, DropsWhatHasNoWay)
{
    const Topology topology(SixNics());
    const auto tables = EcmpTables(topology, EV_FORMAT_UDP, ECMP_SEED_SWITCH, KeyedDraws(3));
    const uint32_t t1 = topology.NodeAt({NodeKind::T1, 0, 0}) - 6;
    Frame frame = DirectFrame(0, 5, Ev::Of(0, 1));
    frame.hopLimit = 2;
    EXPECT_NE(tables[t1].Decide(frame).port, NO_PORT);
    EXPECT_EQ(frame.hopLimit, 1);
    ForwardDecision decision = tables[t1].Decide(frame);
    EXPECT_EQ(decision.port, NO_PORT);
    EXPECT_EQ(decision.reason, DropReason::HOP_LIMIT);
    EXPECT_EQ(frame.hopLimit, 1) << "of a packet that ends here nothing changes";

    frame = DirectFrame(0, 6, Ev::Of(0, 1)); // no such NIC
    decision = tables[t1].Decide(frame);
    EXPECT_EQ(decision.port, NO_PORT) << "the highest tier has no way up";
    EXPECT_EQ(decision.reason, DropReason::NO_ROUTE);
    EXPECT_EQ(frame.hopLimit, INITIAL_HOP_LIMIT);

    frame.destination = UsidCarrier(0xfcbbbb004801c803ULL, 0);
    EXPECT_EQ(tables[0].Decide(frame).port, NO_PORT) << "a carrier of uSIDs";
}

/** @return chi-square of counts that ought to be equal */
double
ChiSquare(const std::vector<uint32_t>& counts, double expected)
{
    double sum = 0;
    for (const uint32_t count : counts)
    {
        sum += (count - expected) * (count - expected) / expected;
    }
    return sum;
}

// Clauses: [ecmp-hash]
TEST(FlowHash, ChoosesEachUplinkAsOften)
{
    for (const uint32_t uplinks : {2U, 7U, 8U, 64U})
    {
        for (uint64_t seed = 0; seed < 20; ++seed)
        {
            std::vector<uint32_t> counts(uplinks);
            for (uint32_t path = 0; path < 8192; ++path)
            {
                const Frame frame = DirectFrame(3, 17, Ev::Of(0, path));
                ++counts[Reduced(FlowHash(Mix(seed), frame), uplinks)];
            }
            // 4.5 standard deviations above the mean of a chi-square: one of some 100,000
            const double freedom = uplinks - 1;
            EXPECT_LT(ChiSquare(counts, 8192.0 / uplinks),
                      freedom + 4.5 * std::sqrt(2 * freedom) + 6)
                << uplinks << " " << seed;
        }
    }
}

// Clauses: [ecmp-hash]
TEST(FlowHash, ReadsBothAddressesAndTheEv)
{
    const Frame frame = DirectFrame(3, 17, Ev::Of(0, 5));
    const uint64_t hash = FlowHash(1, frame);
    EXPECT_EQ(FlowHash(1, DirectFrame(3, 17, Ev::Of(0, 5))), hash);
    EXPECT_NE(FlowHash(2, frame), hash);
    EXPECT_NE(FlowHash(1, DirectFrame(4, 17, Ev::Of(0, 5))), hash);
    EXPECT_NE(FlowHash(1, DirectFrame(3, 18, Ev::Of(0, 5))), hash);
    EXPECT_NE(FlowHash(1, DirectFrame(3, 17, Ev::Of(0, 6))), hash);
    EXPECT_NE(FlowHash(1, DirectFrame(17, 3, Ev::Of(0, 5))), hash) << "the way back is another";
    Frame later = frame; // fields that switches change have no part in the choice
    later.hopLimit = 9;
    later.ecn = Ecn::CE;
    later.dscp = 7;
    later.size = 100;
    EXPECT_EQ(FlowHash(1, later), hash);
}

/** @return how many pairs of T0 and T1 uplinks the paths of a pair of NICs in two pods take */
uint32_t
WaysUsed(EcmpSeeds seeds)
{
    const Topology topology(InPods(SpecOf(128, 1, 4, 4), {4, 4}));
    const auto tables = EcmpTables(topology, EV_FORMAT_UDP, seeds, KeyedDraws(9));
    std::vector<bool> used(topology.NodeCount());
    for (uint32_t path = 0; path < 1000; ++path)
    {
        const auto nodes = Walk(topology, tables, DirectFrame(0, 127, Ev::Of(0, path)));
        used.at(nodes.at(2)) = true; // of the T2s each is behind one pair of uplinks
    }
    return static_cast<uint32_t>(std::count(used.begin(), used.end(), true));
}

// Clauses: [ecmp-seeds]
TEST(EcmpTables, OneSeedForAllTiersPolarises)
{
    EXPECT_EQ(WaysUsed(ECMP_SEED_SWITCH), 16U);
    EXPECT_EQ(WaysUsed(ECMP_SEED_TIER), 16U);
    EXPECT_EQ(WaysUsed(ECMP_SEED_FABRIC), 4U) << "a T1 repeats the choice of the T0 below";
}

/** @return whether two T0s choose the same uplink for all packets */
bool
AreAlike(EcmpSeeds seeds)
{
    const Topology topology(SpecOf(16, 1, 4, 4));
    const auto tables = EcmpTables(topology, EV_FORMAT_UDP, seeds, KeyedDraws(9));
    uint32_t same = 0;
    for (uint32_t path = 0; path < 100; ++path)
    {
        Frame frame = DirectFrame(0, 15, Ev::Of(0, path));
        const uint32_t first = topology.PortPlaceOf(tables[0].Decide(frame).port).link;
        same += topology.PortPlaceOf(tables[1].Decide(frame).port).link == first;
    }
    EXPECT_TRUE(same == 100 || same < 50);
    return same == 100;
}

// Clauses: [ecmp-seeds]
TEST(EcmpTables, SwitchesOfATierHashAlikeIfAsked)
{
    EXPECT_FALSE(AreAlike(ECMP_SEED_SWITCH));
    EXPECT_TRUE(AreAlike(ECMP_SEED_TIER));
    EXPECT_TRUE(AreAlike(ECMP_SEED_FABRIC));
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
