/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "../workload/data-file.h"

#include "ns3/mrc-graph-reader.h"
#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-topo-reader.h"
#include "ns3/mrc-topology-tiers.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <set>
#include <sstream>
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

constexpr uint64_t GIGA = 1000000000;

TopologySpec
Parse(const std::string& text)
{
    std::istringstream in(text);
    return ReadGraph(in, "g.dot");
}

const char* const GOOD = "graph g {\n"
                         "  node [role=nic]; n0; n1; n2; n3; n4\n"
                         "  node [role=switch, shape=box]\n"
                         "  edge [rate=100Gbps]\n"
                         "  leaf0 -- n1; leaf0 -- n0; leaf1 -- n2 -- leaf9 /* joined */ ; # why\n"
                         "  leaf1 -- n3; leaf1 -- n4\n"
                         "}\n";

// Clauses: [graph-files]
TEST(GraphReader, ARegularGraphHasNoRules)
{
    const TopologySpec spec = Parse("strict graph \"a fabric\" {\n"
                                    "rankdir=TB; graph [label=\"x y\"]\n"
                                    "h0 [role=nic] h1 [role=nic] h2 [role=\"nic\"] h3 [role=nic];\n"
                                    "edge [rate=\"100Gbps\" delay=30ns; color=red]\n"
                                    "h0 -- t0 -- h1\nh2 -- t1 -- h3\n"
                                    "edge [rate=400Gbps, delay=1us]\n"
                                    "t0 -- s0 -- t1 -- s1 -- t0\n"
                                    "}");
    EXPECT_EQ(spec.name, "g.dot");
    EXPECT_EQ(spec.nics, 4U);
    EXPECT_EQ(spec.planes, 1U);
    EXPECT_EQ(spec.nicsPerT0, 2U);
    EXPECT_EQ(spec.nicLinkRate, 100 * GIGA);
    EXPECT_EQ(spec.fabricLinkRate, 400 * GIGA);
    EXPECT_EQ(spec.nicLinkDelay, Nanos(30));
    EXPECT_EQ(spec.fabricLinkDelay, Nanos(1000));
    EXPECT_TRUE(spec.links.empty());
    EXPECT_FALSE(Topology(spec).Lines().AnyDiffers());
}

// Planes that the file does not have would be ports without links.
// Clauses: [graph-files]
TEST(GraphReader, PlanesAndNicsAreThoseOfTheFile)
{
    const TopologySpec spec = ReadTopologyFile(DataFile("two_planes.dot"));
    EXPECT_NO_THROW(spec.Validate());
    for (const uint32_t planes : {1U, 3U, 8U})
    {
        TopologySpec other = spec;
        other.planes = planes;
        EXPECT_EQ(ThrownText([&] { other.Validate(); }),
                  "topology '" + spec.name + "': planes of a graph = " + std::to_string(planes) +
                      "; expected 2 .. 2");
    }
    TopologySpec fewer = spec;
    fewer.nics = 15;
    EXPECT_EQ(ThrownText([&] { fewer.Validate(); }),
              "topology '" + spec.name + "': nics of a graph = 15; expected 16 .. 16");
}

// Clauses: [graph-files], [parallel-links]
TEST(GraphReader, AnIrregularOneIsKeptAsItIs)
{
    const TopologySpec spec = ReadTopologyFile(DataFile("two_planes.dot"));
    EXPECT_EQ(spec.nics, 16U);
    EXPECT_EQ(spec.planes, 2U);
    EXPECT_EQ(spec.nicsPerT0, 8U);
    const Topology topology(spec);
    EXPECT_EQ(topology.PortCount() / 2, 32U + 6 + 5);

    struct Row
    {
        const char* near;
        const char* far;
        std::vector<std::pair<uint64_t, int>> lines; // Gb/s and ns
    };

    const Row rows[] = {
        {"a0", "as0", {{400, 125}, {400, 125}}},
        {"as1", "a1", {{200, 125}}},
        {"a0", "as1", {{400, 125}}},
        {"b1", "bs0", {{400, 500}, {400, 125}}},
        {"bs1", "b0", {{400, 125}}},
        {"bs1", "b1", {}},
        {"nic3", "b0", {{100, 20}}},
    };
    for (const Row& row : rows)
    {
        std::vector<std::pair<uint64_t, int>> lines;
        for (const uint32_t port : PortsOf(topology, *FindNode(topology, row.near)))
        {
            if (NodeName(topology, topology.NodeOf(topology.Peer(port))) == row.far)
            {
                lines.push_back(
                    {LineOf(topology, port).rate / GIGA, LineOf(topology, port).delay.Ps() / 1000});
            }
        }
        EXPECT_EQ(lines, row.lines) << row.near << " to " << row.far;
    }
}

// Clauses: [graph-files], [missing-links]
TEST(GraphReader, AnIrregularFabricCarriesAllTraffic)
{
    const Ptr<Network> network = MakeNetwork(ReadTopologyFile(DataFile("two_planes.dot")));
    uint32_t completed = 0;
    std::vector<Ptr<Qp>> qps;
    for (uint32_t nic = 0; nic < 16; ++nic)
    {
        qps.push_back(network->Connect(nic, (nic + 8) % 16));
        CountSuccess(qps.back(), completed);
        qps.back()->Write(500000);
    }
    Simulator::Run();
    EXPECT_EQ(completed, 16U);
    uint64_t lost = 0;
    for (uint32_t port = 0; port < network->GetTopology().PortCount(); ++port)
    {
        const PortCounters counters = network->Engine().fabric.Tally().Counters(port);
        lost += counters.drops;
        EXPECT_TRUE(!LineOf(network->GetTopology(), port).missing || counters.frames == 0) << port;
    }
    EXPECT_EQ(lost, 0U);
    Simulator::Destroy();
}

// Clauses: [graph-files]
TEST(GraphReader, NicsKeepTheOrderOfTheText)
{
    const TopologySpec spec =
        Parse("graph { edge [rate=1Gbps]; node [role=nic]; a; b; c; "
              "node [role=switch]; t0 -- a; t1 -- b; t1 -- c; t0 -- s -- t1 }");
    EXPECT_EQ(spec.nicsPerT0, 2U);
    EXPECT_EQ(spec.nics, 3U);
    const Topology topology(spec);
    EXPECT_EQ(NodeName(topology, 0), "a");
    EXPECT_EQ(NodeName(topology, 2), "c");
    EXPECT_EQ(topology.Tiers().T0Of(0), 0U);
    EXPECT_EQ(topology.Tiers().T0Of(2), 1U);
    EXPECT_EQ(topology.Tiers().DownlinksOfT0(0), 1U);
    EXPECT_EQ(topology.Tiers().DownlinksOfT0(1), 2U);
}

// Clauses: [graph-files]
TEST(GraphReader, TheLanguageIsThatOfGraphviz)
{
    const TopologySpec spec =
        Parse("STRICT Graph { Node [role=nic]; -1; -.5; \"a\" + \"b\"; \"node\"\n"
              "NODE [role=switch] EDGE [rate=1Gbps]; s -- -1; s -- \"-.5\"; s -- ab -- s\n"
              "s -- \"node\" [delay=3ns]; \"node\" -- s }");
    const Topology topology(spec);
    EXPECT_EQ(spec.nics, 4U);
    EXPECT_EQ(topology.PortCount(), 8U) << "of a strict graph an edge counts once";
    EXPECT_EQ(NodeName(topology, 0), "-1");
    EXPECT_EQ(NodeName(topology, 1), "-.5");
    EXPECT_EQ(NodeName(topology, 2), "ab");
    EXPECT_EQ(NodeName(topology, 3), "node");
    EXPECT_EQ(LineOf(topology, 3).delay, Nanos(3));
    EXPECT_EQ(Parse("\xEF\xBB\xBFgraph { a [role=nic]; b [role=nic]; s [role=switch]\n"
                    "a -- s [rate=1Gbps]; b -- s [rate=1Gbps] }")
                  .nics,
              2U)
        << "behind a byte-order mark";
}

// Clauses: [graph-files]
TEST(GraphReader, AnEdgeWithoutDelayDoesNotAskForTheOthers)
{
    for (const char* const order : {"n -- s [delay=9ns]; m -- s; s -- t [delay=1us]; t -- u",
                                    "m -- s; n -- s [delay=9ns]; t -- u; s -- t [delay=1us]"})
    {
        const Topology topology(
            Parse(std::string("graph { n [role=nic]; m [role=nic]; o [role=nic] edge [rate=1Gbps]"
                              " o -- u; ") +
                  order + "}"));
        EXPECT_EQ(LineOf(topology, 0).delay, Nanos(9));
        EXPECT_EQ(LineOf(topology, 1).delay, Nanos(20));
        const uint32_t t = *FindNode(topology, "t");
        std::set<int64_t> delays;
        for (const uint32_t port : PortsOf(topology, t))
        {
            delays.insert(LineOf(topology, port).delay.Ps());
        }
        EXPECT_EQ(delays, (std::set<int64_t>{125000, 1000000}));
    }
}

struct BadGraph
{
    const char* text;
    const char* said;
};

// Clauses: [graph-files]
TEST(GraphReader, WhatIsNoFabricIsNamed)
{
    const BadGraph cases[] = {
        {"", "g.dot:1:1: the text ends; expected 'graph', as links have no direction"},
        {"digraph {}", "g.dot:1:1: 'digraph' stands here; expected 'graph', as links have no "},
        {"graph {", "g.dot:1:8: the text ends; expected a node, an edge, or '}'"},
        {"graph {\n /* ", "g.dot:2:2: the text ends before '*/'; expected one"},
        {"graph { \"a ", "g.dot:1:9: the text ends in quotation marks; expected them closed"},
        {"graph { a -> b }", "g.dot:1:11: '->' stands here; expected '--'"},
        {"graph { a [role nic] }", "g.dot:1:17: 'nic' stands here; expected '=' and a value"},
        {"graph { subgraph c { a } }", "g.dot:1:9: a subgraph; expected nodes and edges alone"},
        {"graph { a } b", "g.dot:1:13: 'b' stands here; expected the end: one graph"},
        {"graph { a -- b }", "g.dot:1:1: no NIC in the graph; expected nodes with role=nic"},
        {"graph {\n n [role=nic] }", "g.dot:2:2: NIC 'n' without a switch; expected a link to one"},
        {"graph { n [role=nic]; n -- n }", "g.dot:1:25: a link from 'n' to itself; expected"},
        {"graph { n [role=nic] m [role=nic]\nn -- m }", "g.dot:2:3: a link between NICs 'n' and"},
        {"graph { n [role=nic]\ns }",
         "g.dot:2:1: no NIC can reach switch 's'; expected a NIC on one of the switches that"},
        {"graph { edge [rate=1Gbps] n [role=nic]; n -- s; t -- u }",
         "g.dot:1:49: no NIC can reach switch 't'"},
        {"graph { n [role=nic] m [role=nic]\nn -- s }",
         "g.dot:1:22: NIC 'm' without a switch; expected a link to one in each plane"},
        {"graph { n [role=nic]\n m [role=nci]; n -- m }",
         "g.dot:2:2: a node with role='nci'; expected role=nic, role=switch, or no role, which is "
         "a switch"},
        {"graph { node [role=\"\"]; n }", "g.dot:1:25: a node with role=''; expected role=nic, "},
        {"graph { \"a,b\" [role=nic] }", "g.dot:1:9: a node is called 'a,b'; expected a name "},
        {"graph { \"../a\" [role=nic] }", "g.dot:1:9: a node is called '../a'; expected a name "},
        {"graph { \"\" [role=nic] }", "g.dot:1:9: a node is called ''; expected a name"},
        {"graph { \"a\" + b }", "g.dot:1:15: '+' behind a string; expected another one in quot"},
        {"\"graph\" { }", "g.dot:1:1: 'graph' stands here; expected 'graph', as links have no"},
        {"graph { n [role=nic] m [role=nic]\nn -- s; m -- t }",
         "g.dot:1:9: NIC 'n' has no link to the plane of 't'; expected one to each of 2 planes"},
        {"graph { n [role=nic]\nn -- s -- x -- t; t -- n }",
         "g.dot:2:21: NIC 'n' has links to 's' "},
        {"graph { n [role=nic]; n -- s }", "g.dot:1:25: a link without rate; expected one"},
        {"graph { n [role=nic]; n -- s [rate=fast] }", "g.dot:1:25: a link with 'rate=fast'"},
        {"graph { n [role=nic]; n -- s [rate=\"50%\"] }", "g.dot:1:25: a link with 'rate=50%'; "},
        {"graph { n [role=nic]; n -- s [rate=\"1Gbps/missing\"] }",
         "g.dot:1:25: a link with rate '1Gbps/missing'; expected one value, such as 100Gbps"},
        {"graph { n [role=nic]; n -- s [rate=\"9000Gbps\"] }",
         "g.dot:1:25: a link with 'rate=9000"},
        {"graph { n [role=nic]; n -- s [rate=1Gbps delay=4s] }", "expected a time of at most 1s"},
    };
    for (const BadGraph& c : cases)
    {
        const std::string said = ThrownText<ParseError>([&] { Parse(c.text); });
        EXPECT_NE(said.find(c.said), std::string::npos) << c.text << " says: " << said;
    }
    EXPECT_NE(ThrownText<ParseError>([] {
                  Parse(GOOD);
              }).find("g.dot:2:20: NIC 'n0' has no link to the plane of 'leaf1'"),
              std::string::npos);
}

// Clauses: [graph-files]
// Clauses: [usid-layout]
TEST(GraphReader, ASwitchHasAsManyNicsAsAUsidCanName)
{
    const auto star = [](unsigned nics) {
        std::ostringstream text;
        text << "graph { edge [rate=100Gbps]; node [role=nic];";
        for (unsigned i = 0; i < nics; ++i)
        {
            text << 'n' << i << ';';
        }
        text << " s [role=switch];";
        for (unsigned i = 0; i < nics; ++i)
        {
            text << "s -- n" << i << ';';
        }
        return text.str() + "}";
    };
    EXPECT_EQ(Parse(star(2048)).nics, 2048U);
    EXPECT_NE(ThrownText<ParseError>([&] { Parse(star(2049)); }).find("expected at most 2048"),
              std::string::npos);
}

TEST(GraphReader, SurvivesDamagedTexts)
{
    std::minstd_rand draw(5);
    std::ifstream in(DataFile("two_planes.dot"));
    const std::string whole{std::istreambuf_iterator<char>(in), {}};
    for (int i = 0; i < 3000; ++i)
    {
        std::string text = whole;
        for (int k = 0; k < 1 + i % 3; ++k)
        {
            text[draw() % text.size()] = static_cast<char>(draw() % 256);
        }
        text.resize(i % 4 == 0 ? draw() % text.size() : text.size());
        try
        {
            EXPECT_GE(Parse(text).nics, 1U);
        }
        catch (const ParseError& error)
        {
            EXPECT_GE(error.At().line, 1U);
        }
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
