/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-topology.h"
#include "../mrc-thrown-text.h"
#include "graph-samples.h"
#include "graph-text.h"
#include "pods-of-four.h"

#include "ns3/mrc-ev-file.h"
#include "ns3/mrc-ev-list.h"
#include "ns3/mrc-ev-templates.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-ideal.h"
#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-path-ports.h"
#include "ns3/mrc-round-trips.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/mrc-uneven-ideal.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Which paths does a fabric have that is a graph? Those of a Clos network are compared with the
// paths of the same fabric by its numbers.

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return 8 NICs in two pods, two T0s each with two NICs, over two T1s with two T2s each */
TopologySpec
TwoPods()
{
    TopologySpec spec = PodsOfFour(8, 2);
    spec.upperLinkRate = 400000000000;
    spec.upperLinkDelay = Nanos(300);
    return spec;
}

std::vector<std::string>
NamesOfPath(const Topology& topology, uint32_t from, uint32_t to, Ev ev)
{
    std::vector<std::string> names;
    for (const uint32_t port : PortsOfPath(topology, from, to, ev))
    {
        names.push_back(NodeName(topology, topology.NodeOf(topology.Peer(port))));
    }
    return names;
}

// Clauses: [graph-files], [graph-paths], [closed-forms]
TEST(GraphPaths, AClosInDotIsTheSameFabric)
{
    for (const TopologySpec& spec : {SixNics(), SmallFabric(3, 4, 0), TwoPods()})
    {
        const Topology clos(spec);
        const Topology graph(ParseDot(DotOf(clos)));
        ASSERT_EQ(graph.PortCount(), clos.PortCount());
        ASSERT_EQ(graph.NodeCount(), clos.NodeCount());
        EXPECT_EQ(graph.Spec().PathsPerPlane(), spec.PathsPerPlane());
        EXPECT_FALSE(graph.Lines().AnyDiffers());
        const SourceRouting ofClos(clos);
        const SourceRouting ofGraph(graph);
        for (uint32_t from = 0; from < spec.nics; ++from)
        {
            for (uint32_t to = 0; to < spec.nics; ++to)
            {
                if (from == to)
                {
                    continue;
                }
                const CarrierTemplate way = ofClos.TemplateFor(from, to);
                EXPECT_EQ(ofGraph.TemplateFor(from, to).PathsPerPlane(), way.PathsPerPlane());
                EXPECT_EQ(ofGraph.TemplateFor(from, to).IsLocal(), way.IsLocal());
                for (uint32_t path = 0; path < 2 * way.PathsPerPlane(); ++path)
                {
                    const Ev ev = Ev::Of(spec.planes - 1, path);
                    EXPECT_EQ(NamesOfPath(graph, from, to, ev), NamesOfPath(clos, from, to, ev));
                }
                for (const uint64_t bytes : {0, 1, 4096, 5000, 100000, 1000003})
                {
                    EXPECT_EQ(IdealCompletion(graph, from, to, bytes, {}),
                              IdealCompletion(clos, from, to, bytes, {}))
                        << from << " to " << to << ", " << bytes << " bytes";
                }
                EXPECT_EQ(BaseRtt(graph, from, to, {}), BaseRtt(clos, from, to, {}));
            }
        }
    }
}

// Clauses: [graph-paths], [parallel-links], [closed-forms]
TEST(GraphPaths, BundlesInDotHaveMorePathsThanByNumbers)
{
    TopologySpec spec = SmallFabric(6, 2, 2);
    spec.t1Links = 3;
    const Topology clos(spec);
    const Topology graph(ParseDot(DotOf(clos)));
    EXPECT_EQ(graph.PortCount(), clos.PortCount());
    EXPECT_EQ(spec.PathsPerPlane(), 6U) << "down by the link of the number that a packet came by";
    EXPECT_EQ(graph.Spec().PathsPerPlane(), 18U) << "down by any";
    for (const uint64_t bytes : {0, 1, 4096})
    {
        EXPECT_EQ(IdealCompletion(graph, 0, 5, bytes, {}), IdealCompletion(clos, 0, 5, bytes, {}));
    }
    EXPECT_EQ(BaseRtt(graph, 0, 5, {}), BaseRtt(clos, 0, 5, {}));
}

// Clauses: [base-rtt], [graph-paths]
TEST(GraphPaths, TheLongestRoundTripIsThatOfSomePair)
{
    for (const std::string& text :
         {std::string(RING), std::string(THICK), DotOf(Topology(TwoPods()))})
    {
        const Topology topology(ParseDot(text));
        Span longest;
        for (uint32_t from = 0; from < topology.Spec().nics; ++from)
        {
            for (uint32_t to = 0; to < topology.Spec().nics; ++to)
            {
                longest =
                    from == to ? longest : std::max(longest, LatestRtt(topology, from, to, {}));
            }
        }
        EXPECT_EQ(RoundTrips(topology).Longest(4096), longest);
    }
}

/** @return all carriers of a pair in a plane, each once */
std::set<std::pair<uint64_t, uint64_t>>
CarriersOf(const SourceRouting& routing, uint32_t from, uint32_t to, PlaneId plane)
{
    std::set<std::pair<uint64_t, uint64_t>> carriers;
    for (uint32_t path = 0; path < routing.TemplateFor(from, to).PathsPerPlane(); ++path)
    {
        const UsidCarrier carrier = routing.Carrier(from, to, Ev::Of(plane, path));
        carriers.insert({carrier.High(), carrier.Low()});
    }
    return carriers;
}

// Clauses: [graph-paths]
TEST(GraphPaths, EachPathHasACarrierOfItsOwn)
{
    const Topology thick(ParseDot(THICK));
    const SourceRouting routing(thick);
    EXPECT_EQ(thick.Spec().PathsPerPlane(), 7U) << "3 x 2 over x, 1 over y";
    EXPECT_EQ(CarriersOf(routing, 0, 2, 0).size(), 7U);
    EXPECT_EQ(CarriersOf(routing, 0, 1, 0).size(), 1U);
    EXPECT_TRUE(routing.TemplateFor(0, 1).IsLocal());
    const Topology ring(ParseDot(RING));
    const SourceRouting around(ring);
    EXPECT_EQ(CarriersOf(around, 0, 2, 0).size(), 1U) << "the short way round";
    EXPECT_EQ(PortsOfPath(ring, 0, 2, Ev()).size(), 4U);
}

/** @return the ports that a packet with this carrier takes, by the tables of the switches */
std::vector<uint32_t>
PortsByTables(const Topology& topology, uint32_t from, PlaneId plane, UsidCarrier carrier)
{
    const SourceRouting routing(topology);
    std::vector<uint32_t> ports{topology.NicPort(from, plane)};
    while (ports.size() < 9)
    {
        const uint32_t arrival = topology.Peer(ports.back());
        const uint32_t node = topology.NodeOf(arrival);
        if (topology.PlaceOf(node).kind == NodeKind::NIC)
        {
            return ports;
        }
        const uint32_t part = routing.PartOf(arrival);
        EXPECT_EQ(carrier.Active().value, routing.UsidOfSwitch(node, part).value);
        carrier = carrier.Shifted();
        const std::vector<UsidRoute> table = routing.TableOf(node, part);
        const auto route = std::find_if(table.begin(), table.end(), [&](const UsidRoute& each) {
            return each.usid.value == carrier.Active().value;
        });
        if (route == table.end())
        {
            ADD_FAILURE() << NodeName(topology, node) << " knows no " << carrier.Active().value;
            return ports;
        }
        ports.push_back(route->port);
    }
    return ports;
}

// Clauses: [graph-paths], [static-routing]
TEST(GraphPaths, CarriersLeadOverThePortsOfTheirPaths)
{
    for (const std::string& text :
         {std::string(RING), std::string(THICK), DotOf(Topology(TwoPods()))})
    {
        const Topology topology(ParseDot(text));
        const SourceRouting routing(topology);
        const uint32_t planes = topology.Spec().planes;
        const uint32_t nics = topology.Spec().nics;
        for (uint32_t i = 0; i < nics * nics * planes; ++i)
        {
            const uint32_t from = i % nics;
            const uint32_t to = i / nics % nics;
            const auto plane = static_cast<PlaneId>(i / nics / nics);
            const uint32_t paths = from == to ? 0 : routing.TemplateFor(from, to).PathsPerPlane();
            for (uint32_t path = 0; path < paths; ++path)
            {
                const Ev ev = Ev::Of(plane, path);
                EXPECT_EQ(PortsByTables(topology, from, plane, routing.Carrier(from, to, ev)),
                          PortsOfPath(topology, from, to, ev))
                    << from << " to " << to << " by " << ev.value;
            }
        }
    }
}

// Clauses: [graph-paths]
TEST(GraphPaths, WaysAreDealtInTurnAsLongAsTheyLast)
{
    const Topology thick(ParseDot(THICK));
    std::vector<std::string> second;
    for (uint32_t path = 0; path < 7; ++path)
    {
        second.push_back(NamesOfPath(thick, 0, 2, Ev::Of(0, path))[1]);
    }
    // first links first, so y stands before the second link to x, and is used up after one round
    EXPECT_EQ(second, (std::vector<std::string>{"x", "y", "x", "x", "x", "x", "x"}));
    std::map<uint32_t, uint32_t> taken; // by the port of the first switch
    for (uint32_t path = 0; path < 7; ++path)
    {
        ++taken[PortsOfPath(thick, 0, 2, Ev::Of(0, path))[1]];
    }
    EXPECT_EQ(taken.size(), 4U);
    EXPECT_THROW(thick.Spec().graph->Paths().PortsOf(4, 5, 7), std::out_of_range);
}

// Clauses: [ev-templates], [graph-paths]
TEST(GraphPaths, PathsCanBeWrittenIntoAFileOfEvs)
{
    for (const std::string& text : {std::string(THICK), DotOf(Topology(TwoPods()))})
    {
        const Topology topology(ParseDot(text));
        std::stringstream file;
        WriteEvFile(file, topology);
        const EvFile evs = EvFile::Read(file, "g.json");
        const uint32_t last = topology.Spec().nics - 1;
        const EvList list = ListOf(evs, topology, 0, last);
        for (uint32_t plane = 0; plane < topology.Spec().planes; ++plane)
        {
            std::vector<uint32_t> values = list.planes.at(plane);
            std::sort(values.begin(), values.end());
            ASSERT_EQ(values.size(), topology.Spec().PathsPerPlane());
            EXPECT_EQ(values.front(), 0U);
            EXPECT_EQ(values.back(), values.size() - 1) << "each path once";
        }
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
