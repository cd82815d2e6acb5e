/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Structured EVs in graphs: each switch chooses by a digit of the path's number.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "graph-samples.h"
#include "graph-text.h"
#include "shaped-fabric.h"
#include "topology-shapes.h"

#include "ns3/mrc-carrier-template.h"
#include "ns3/mrc-denylist.h"
#include "ns3/mrc-ecmp-tables.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-graph-segments.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-stev-digits.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
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

/** @return the ports by which switches send a packet of an EV, down to its NIC */
std::vector<uint32_t>
PortsByTables(const Topology& topology,
              const std::vector<EcmpForwarder>& tables,
              uint32_t source,
              uint32_t destination,
              Ev ev)
{
    Frame frame;
    frame.source = source;
    frame.destination = CarrierTemplate::Direct(destination, 0, 0).For(ev);
    frame.entropy = ev.value;
    std::vector<uint32_t> ports;
    uint32_t port = topology.NicPort(source, ev.Plane());
    for (int hops = 0; hops < 20; ++hops)
    {
        const uint32_t node = topology.NodeOf(topology.Peer(port));
        if (node < topology.Spec().nics)
        {
            EXPECT_EQ(node, destination);
            break;
        }
        port = tables.at(node - topology.Spec().nics).Decide(frame).port;
        ports.push_back(port);
    }
    return ports;
}

/** Packets from A had two choices before the switches m and k, packets from B three. */
const char* const UNEQUAL_CHOICES =
    "graph { edge [rate=100Gbps]; node [role=nic]; a; b; c; node [role=switch]\n"
    "a -- A; b -- B; c -- C; A -- m; A -- k; B -- m; B -- k; B -- q\n"
    "m -- n1 -- C; m -- n2 -- C; k -- n1; k -- n2; q -- n1; q -- n2 }";

/** @return fabrics that need a digit for each distance */
std::vector<TopologySpec>
GraphsWithoutDigits()
{
    return {ParseDot(THICK), ParseDot(UNEQUAL_CHOICES)};
}

/** @return a line of two NICs over bundles of so many links each */
std::string
LineOfBundles(const std::vector<uint32_t>& links)
{
    std::string text = "graph { edge [rate=100Gbps]; node [role=nic]; a; b; node [role=switch]\n"
                       "a -- s0; b -- s" +
                       std::to_string(links.size()) + "\n";
    for (std::size_t i = 0; i < links.size(); ++i)
    {
        for (uint32_t link = 0; link < links[i]; ++link)
        {
            text += "s" + std::to_string(i) + " -- s" + std::to_string(i + 1) + "\n";
        }
    }
    return text + "}";
}

/** @return a spec as a network with structured EVs has it */
TopologySpec
Numbered(TopologySpec spec)
{
    spec.graph = WithStevNumbers(spec.graph);
    return spec;
}

/** @return fabrics of which one digit for each switch is enough */
std::vector<TopologySpec>
GraphsWithDigits()
{
    return {ParseDot(FourTiers()),
            ParseDot(RING),
            ParseDot(DotOf(Topology(InPods(SpecOf(37, 2, 3, 2), {4, 3})))),
            PresetTopology("rails8-1x400g", 16),
            PresetTopology("clos4-1x800g", 128),
            FourTiersOf(2)};
}

// Clauses: [stev-choice], [graph-paths]
TEST(StevGraph, SwitchesTakeThePathsOfSrv6)
{
    for (const TopologySpec& spec : GraphsWithDigits())
    {
        const Topology topology(Numbered(spec));
        ASSERT_EQ(topology.Spec().graph, spec.graph) << "paths keep their numbers";
        const GraphShape& shape = *topology.Spec().graph;
        const auto tables = EcmpTables(topology, EV_FORMAT_STEV, ECMP_SEED_SWITCH, KeyedDraws(3));
        for (uint32_t nic = 1; nic < spec.nics; nic += 1 + spec.nics / 11)
        {
            for (uint32_t value = 0; value < 70; ++value)
            {
                const Ev ev = Ev::Of(static_cast<PlaneId>(value % spec.planes), value);
                for (const auto& [from, to] : {std::pair{0U, nic}, std::pair{nic, 0U}})
                {
                    ASSERT_EQ(PortsByTables(topology, tables, from, to, ev),
                              SwitchPortsOfPath(shape, from, to, ev))
                        << spec.name << " " << from << " " << to << " " << value;
                }
            }
        }
    }
}

// Clauses: [stev-choice]
TEST(StevGraph, DigitsByHand)
{
    const TopologySpec spec = ParseDot(FourTiers());
    const std::vector<uint32_t> divisors = StevDivisors(*spec.graph, 0).value();
    ASSERT_EQ(divisors.size(), 32U);
    for (uint32_t i = 0; i < 32; ++i)
    {
        // Each tier up has two ways, and the way down from a T3 is one.
        const uint32_t expected[] = {1, 2, 4, 1};
        EXPECT_EQ(divisors[i], expected[i / 8]) << i;
    }
}

// Clauses: [stev-choice], [graph-paths]
TEST(StevGraph, WhereOneDigitIsNotEnoughDistancesTellWhich)
{
    for (const TopologySpec& spec : GraphsWithoutDigits())
    {
        const Topology topology(Numbered(spec));
        ASSERT_NE(topology.Spec().graph, spec.graph);
        const GraphShape& shape = *topology.Spec().graph;
        const auto tables = EcmpTables(topology, EV_FORMAT_STEV, ECMP_SEED_SWITCH, KeyedDraws(3));
        for (uint32_t from = 0; from < spec.nics; ++from)
        {
            for (uint32_t to = 0; to < spec.nics; ++to)
            {
                const uint32_t near = shape.SwitchOf(from, 0);
                const uint32_t far = shape.SwitchOf(to, 0);
                const uint32_t numbers = shape.Paths().Count(near, far);
                std::set<std::vector<uint32_t>> found;
                for (uint32_t value = 0; from != to && value < 3 * numbers; ++value)
                {
                    const Ev ev = Ev::Of(0, value);
                    const auto ports = PortsByTables(topology, tables, from, to, ev);
                    ASSERT_EQ(ports, SwitchPortsOfPath(shape, from, to, ev)) << value;
                    found.insert(ports);
                }
                // As many as there are, each of which has a number.
                EXPECT_EQ(found.size(), from == to ? 0 : spec.graph->Paths().Count(near, far))
                    << spec.graph->NameOf(from) << spec.graph->NameOf(to);
            }
        }
    }
}

// Clauses: [stev-choice]
TEST(StevGraph, DigitsOfDistancesByHand)
{
    const TopologySpec spec = Numbered(ParseDot(THICK));
    const GraphPaths& paths = spec.graph->Paths();
    const auto at = [&spec](const char* name) { return *spec.graph->Find(name); };
    // The last switch has one, two or three ways; the first one four or three: 6 times 12 numbers.
    EXPECT_EQ(paths.Divisor(at("x"), at("right")), 1U);
    EXPECT_EQ(paths.Divisor(at("y"), at("left")), 1U);
    EXPECT_EQ(paths.Divisor(at("left"), at("right")), 6U);
    EXPECT_EQ(paths.Divisor(at("right"), at("left")), 6U);
    EXPECT_EQ(paths.Count(at("left"), at("right")), 72U);
    EXPECT_EQ(paths.Count(at("left"), at("left")), 1U);
    EXPECT_EQ(spec.PathsPerPlane(), 72U);
    EXPECT_EQ(paths.MostDifferent(), 7U) << "three links times two, and one over y";
    std::map<uint32_t, uint32_t> uses; // of the first link
    for (uint32_t path = 0; path < 72; ++path)
    {
        ++uses[paths.PortsOf(at("left"), at("right"), path).front()];
    }
    ASSERT_EQ(uses.size(), 4U);
    for (const auto& [port, times] : uses)
    {
        EXPECT_EQ(times, 18U) << port << ": a switch's ways are as often taken";
    }
}

// Clauses: [stev-choice]
TEST(StevGraph, MoreNumbersThanAnEvHasAreRefused)
{
    const auto error = [](const std::vector<uint32_t>& links) {
        const TopologySpec spec = ParseDot(LineOfBundles(links));
        return ThrownText<std::invalid_argument>([&] { Numbered(spec); });
    };
    EXPECT_EQ(error({4, 8, 16, 8, 4}), "no error") << "16,384 in both directions";
    EXPECT_EQ(error({4, 8, 16, 16, 8, 4}),
              "ns3::mrc::EvProfile::Format = Stev in a graph with so many unequal choices that "
              "more than 32768 numbers of paths are needed; expected fewer, or Format Srv6 or Udp");
}

/** @return frames over a link of a graph, in both directions, while NICs write with Stev */
uint64_t
FramesWithStev(const std::string& graph,
               std::pair<const char*, const char*> link,
               const char* denied)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(ParseDot(graph));
    helper.SetFabricAttribute("Encapsulation", StringValue("Ipv6"));
    helper.SetEvAttribute("Format", StringValue("Stev"));
    const Ptr<Network> network = Audited(helper.Install());
    const Topology& topology = network->GetTopology();
    if (denied)
    {
        network->GetDenylist().Deny(std::string(denied));
    }
    const uint32_t nics = topology.Spec().nics;
    for (uint32_t nic = 0; nic < nics; ++nic)
    {
        network->Connect(nic, nics - 1 - nic)->Write(1000000);
    }
    Simulator::Run();
    uint64_t sum = 0;
    for (const uint32_t port : PortsOf(topology, *FindNode(topology, link.first)))
    {
        const uint32_t peer = topology.Peer(port);
        if (NodeName(topology, topology.NodeOf(peer)) == link.second)
        {
            const FabricTally tally = network->Engine().fabric.Tally();
            sum += tally.Counters(port).frames + tally.Counters(peer).frames;
        }
    }
    for (const Ptr<Qp>& qp : network->GetQueuePairs())
    {
        EXPECT_EQ(qp->Peer()->Counters().placedBytes, 1000000U);
    }
    Simulator::Destroy();
    return sum;
}

/** @return what a network of a graph with structured EVs says of its paths */
std::string
PathsSaidOf(const std::string& graph)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(ParseDot(graph));
    helper.SetFabricAttribute("Encapsulation", StringValue("Ipv6"));
    helper.SetEvAttribute("Format", StringValue("Stev"));
    const std::string text = DescribeNetwork(*helper.Install());
    Simulator::Destroy();
    const std::size_t begin = text.find("paths of a pair");
    return text.substr(begin, text.find(", links") - begin);
}

// Clauses: [stev-choice]
TEST(StevGraph, TheNetworkTellsPathsFromTheirNumbers)
{
    EXPECT_EQ(PathsSaidOf(THICK), "paths of a pair at most 7 in a plane, which have 72 EVs");
    EXPECT_EQ(PathsSaidOf(FourTiers()), "paths of a pair at most 8 in a plane");
}

// Clauses: [stev-choice], [ev-denied], [graph-names]
TEST(StevGraph, NothingCrossesADeniedLink)
{
    EXPECT_GT(FramesWithStev(FourTiers(), {"c3", "d3"}, nullptr), 100U);
    EXPECT_EQ(FramesWithStev(FourTiers(), {"c3", "d3"}, "link:c3-d3"), 0U);
    EXPECT_GT(FramesWithStev(THICK, {"y", "right"}, nullptr), 100U);
    EXPECT_EQ(FramesWithStev(THICK, {"y", "right"}, "link:y-right"), 0U);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
