/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "../workload/data-file.h"

#include "ns3/mrc-graph-reader.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-topo-reader.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <sstream>
#include <string>

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
    EXPECT_EQ(spec.t1Count, 2U);
    EXPECT_EQ(spec.t1Links, 1U);
    EXPECT_EQ(spec.nicLinkRate, 100 * GIGA);
    EXPECT_EQ(spec.fabricLinkRate, 400 * GIGA);
    EXPECT_EQ(spec.nicLinkDelay, Nanos(30));
    EXPECT_EQ(spec.fabricLinkDelay, Nanos(1000));
    EXPECT_TRUE(spec.links.empty());
}

// Clauses: [graph-files], [parallel-links], [missing-links]
TEST(GraphReader, AnIrregularOneIsKeptAsItIs)
{
    const TopologySpec spec = ReadTopologyFile(DataFile("two_planes.dot"));
    EXPECT_EQ(spec.nics, 16U);
    EXPECT_EQ(spec.planes, 2U);
    EXPECT_EQ(spec.nicsPerT0, 8U);
    EXPECT_EQ(spec.t1Count, 2U);
    EXPECT_EQ(spec.t1Links, 2U);
    const Topology topology(spec);
    const auto line = [&](PlaneId plane, uint32_t t0, uint32_t uplink) {
        return topology.LineOf(topology.PortAt({PortKind::T0_UP, plane, t0, uplink}));
    };
    EXPECT_EQ(line(0, 0, 0).rate, 400 * GIGA);
    EXPECT_EQ(line(0, 0, 2).rate, 400 * GIGA) << "the second link to the first T1";
    EXPECT_EQ(line(0, 1, 1).rate, 200 * GIGA);
    EXPECT_EQ(line(1, 1, 0).delay, Nanos(500));
    EXPECT_EQ(line(1, 1, 2).delay, Nanos(125));
    const bool missing[2][2][4] = {{{false, false, false, true}, {false, false, false, true}},
                                   {{false, false, false, true}, {false, true, false, true}}};
    for (uint32_t plane = 0; plane < 2; ++plane)
    {
        for (uint32_t t0 = 0; t0 < 2; ++t0)
        {
            for (uint32_t uplink = 0; uplink < 4; ++uplink)
            {
                EXPECT_EQ(line(static_cast<PlaneId>(plane), t0, uplink).missing,
                          missing[plane][t0][uplink])
                    << plane << "." << t0 << "." << uplink;
            }
        }
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
        EXPECT_TRUE(!network->GetTopology().LineOf(port).missing || counters.frames == 0) << port;
    }
    EXPECT_EQ(lost, 0U);
    Simulator::Destroy();
}

// Clauses: [graph-files]
TEST(GraphReader, TheFullestT0ComesFirst)
{
    const TopologySpec spec = Parse("graph { edge [rate=1Gbps]; node [role=nic]; a; b; c; "
                                    "node [role=x]; t0 -- a; t1 -- b; t1 -- c; t0 -- s -- t1 }");
    EXPECT_EQ(spec.nicsPerT0, 2U);
    EXPECT_EQ(spec.T0sPerPlane(), 2U);
    EXPECT_EQ(spec.nics, 3U);
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
         "g.dot:1:9: NIC 'n' has no link to the plane of 's'; expected one to each of 1 planes"},
        {"graph { n [role=nic] m [role=nic]\nn -- s; m -- t }",
         "g.dot:1:9: NIC 'n' has no link to the plane of 't'; expected one to each of 2 planes"},
        {"graph { n [role=nic]\nn -- s -- x -- t; t -- n }",
         "g.dot:2:21: NIC 'n' has links to 's' "},
        {"graph { n [role=nic] m [role=nic]; n -- s -- t -- m }",
         "g.dot:1:43: a link between 's' and 't', on which NICs hang both; expected a T1"},
        {"graph { n [role=nic]; n -- s -- t -- u }",
         "g.dot:1:35: a link between 't' and 'u', on which no NIC hangs; expected two tiers"},
        {"graph { n [role=nic]; n -- s }", "g.dot:1:25: a link without rate; expected one"},
        {"graph { n [role=nic]; n -- s [rate=fast] }", "g.dot:1:25: a link with 'rate=fast'"},
        {"graph { n [role=nic]; n -- s [rate=\"50%\"] }", "g.dot:1:25: a link with 'rate=50%'; "},
        {"graph { n [role=nic]; n -- s [rate=\"1Gbps/missing\"] }", "g.dot:1:25: a link with 'r"},
        {"graph { n [role=nic]; n -- s [rate=1Gbps delay=4s] }", "expected a time of at most 1s"},
        {"graph { edge [rate=1Gbps] node [role=nic] a; b; c; d; e\nnode [role=t]\n"
         "s -- t -- u; s -- a; s -- b; s -- c; w -- t; u -- d; w -- e }",
         "g.dot:3:11: 'u' has 1 NICs; expected 3 as 's', but for one T0 with fewer"},
        {"graph { edge [rate=1Gbps] node [role=nic] a; b; c; d\nnode [role=t]\n"
         "s -- a; s -- b; t -- c; t -- d; s -- x -- t\n"
         "S -- a; S -- c; T -- b; T -- d; S -- X -- T }",
         "g.dot:1:46: NIC 'b' hangs on 'T' with other NICs than in another plane"},
        {"graph { edge [rate=1Gbps] node [role=nic] a; b\nnode [role=t]\n"
         "s -- a; t -- b; s -- x -- u -- y -- t; u -- c; c [role=nic] }",
         "g.dot:3:9: topology 'g.dot': missing links leave no path between p0.t0.0 and p0.t0.1; "
         "expected one at least"},
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
