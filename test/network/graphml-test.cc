/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "../workload/data-file.h"

#include "ns3/mrc-graph-reader.h"
#include "ns3/mrc-graphml.h"
#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-topo-reader.h"
#include "ns3/mrc-topology.h"
#include "ns3/mrc-xml-tags.h"

#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

LabelledGraph
Parse(const std::string& text)
{
    std::istringstream in(text);
    return ReadGraphMl(in, "g.graphml");
}

TopologySpec
Fabric(const std::string& text)
{
    std::istringstream in(text);
    return ReadGraphMlFabric(in, "g.graphml");
}

/** As NetworkX writes a graph. */
const std::string GOOD =
    "<?xml version='1.0' encoding='utf-8'?>\n"
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
    "  <key id=\"d2\" for=\"edge\" attr.name=\"delay\" attr.type=\"string\" />\n"
    "  <key id=\"d1\" for=\"edge\" attr.name=\"rate\" attr.type=\"string\" />\n"
    "  <key id=\"d0\" for=\"node\" attr.name=\"role\" attr.type=\"string\" />\n"
    "  <!-- <node id=\"nobody\"/> -->\n"
    "  <graph edgedefault=\"undirected\">\n"
    "    <node id=\"a&amp;1\"><data key=\"d0\">nic</data></node>\n"
    "    <node id=\"b\"><data key=\"d0\">nic</data></node>\n"
    "    <node id=\"leaf\" />\n"
    "    <edge source=\"a&amp;1\" target=\"leaf\"><data key=\"d1\">100Gbps</data></edge>\n"
    "    <edge target=\"b\" source=\"leaf\">\n"
    "      <data key=\"d1\">200Gbps</data><data key=\"d2\">30ns</data>\n"
    "    </edge>\n"
    "  </graph>\n"
    "</graphml>\n";

/** @return whether this build reads GraphML */
bool
CanRead()
{
    return ThrownText<ParseError>([] { Parse(GOOD); }) == "no error";
}

// Clauses: [graph-files]
TEST(GraphMl, IsReadWithItsNamesAndPlaces)
{
    if (!CanRead())
    {
        GTEST_SKIP() << "a build without Boost.Graph";
    }
    const LabelledGraph graph = Parse(GOOD);
    ASSERT_EQ(graph.nodes.size(), 3U);
    EXPECT_EQ(graph.nodes[0].name, "a&1");
    EXPECT_EQ(graph.nodes[2].name, "leaf");
    EXPECT_EQ(graph.nodes[1].at.line, 9U);
    EXPECT_EQ(graph.nodes[1].at.column, 5U);
    EXPECT_EQ(graph.nodes[1].attributes.at("role"), "nic");
    ASSERT_EQ(graph.edges.size(), 2U);
    EXPECT_EQ(graph.edges[1].at.line, 12U);
    EXPECT_EQ(graph.edges[1].ends[0], 2U);
    EXPECT_EQ(graph.edges[1].attributes.at("delay"), "30ns");
    const Topology topology(Fabric(GOOD));
    EXPECT_EQ(topology.Spec().nics, 2U);
    EXPECT_EQ(LineOf(topology, 1).rate, 200000000000U);
    EXPECT_EQ(NodeName(topology, 2), "leaf");
}

// Boost.Graph makes all nodes before the first edge, wherever the edges stand.
// Clauses: [graph-files]
TEST(GraphMl, EdgesMayStandInFrontOfNodes)
{
    if (!CanRead())
    {
        GTEST_SKIP() << "a build without Boost.Graph";
    }
    std::string text = GOOD;
    const std::size_t nodes = text.find("    <node id=\"a");
    const std::size_t edges = text.find("    <edge source");
    const std::size_t end = text.find("  </graph>");
    text = text.substr(0, nodes) + text.substr(edges, end - edges) +
           text.substr(nodes, edges - nodes) + text.substr(end);
    const LabelledGraph graph = Parse(text);
    ASSERT_EQ(graph.nodes.size(), 3U);
    EXPECT_EQ(graph.nodes[0].name, "a&1");
    EXPECT_EQ(graph.nodes[0].attributes.at("role"), "nic");
    EXPECT_EQ(graph.nodes[2].name, "leaf");
    EXPECT_EQ(NodeName(Topology(Fabric(text)), 2), "leaf");
}

// Clauses: [graph-files]
TEST(GraphMl, CharactersMayStandAsNumbers)
{
    if (!CanRead())
    {
        GTEST_SKIP() << "a build without Boost.Graph";
    }
    // Node and edge may write one name in two ways. U+007F and the like are the ends of what two,
    // three and four bytes hold.
    const std::pair<const char*, const char*> cases[] = {
        {"&#x41;&#66;", "AB"},
        {"&#8594;", "\xe2\x86\x92"},
        {"&#x7f;&#x80;&#x7ff;&#x800;", "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80"},
        {"&#xFFFD;&#x10000;&#x10ffff;", "\xef\xbf\xbd\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"},
        {"&amp;&lt;&gt;&quot;&apos;&#0038;", "&<>\"'&"},
        {"&#00000000000000000065;&#x00000000000000000042;", "AB"},
    };
    for (const auto& [written, name] : cases)
    {
        std::string text = GOOD;
        text.replace(text.find("a&amp;1"), 7, written);
        text.replace(text.find("a&amp;1"), 7, written);
        const LabelledGraph graph = Parse(text);
        EXPECT_EQ(graph.nodes.at(0).name, name) << written;
        EXPECT_EQ(graph.edges.at(0).ends[0], 0U) << written;
    }
    std::string text = GOOD;
    const std::string plain = "<node id=\"b\"><data key=\"d0\">nic";
    text.replace(text.find(plain), plain.size(), "<node id='&#98;'><data key='&#100;0'>n&#x69;c");
    EXPECT_EQ(Topology(Fabric(text)).Spec().nics, 2U);
}

// Clauses: [graph-files]
TEST(GraphMl, ADoctypeAndCommentsMayBeThere)
{
    if (!CanRead())
    {
        GTEST_SKIP() << "a build without Boost.Graph";
    }
    std::string text = GOOD;
    text.insert(
        text.find("<graphml"),
        "<!DOCTYPE graphml SYSTEM \"graphml.dtd'?a&b\">\n<!-- '&' <![CDATA[ -->\n<!--> <x> -->\n");
    EXPECT_EQ(Topology(Fabric(text)).Spec().nics, 2U);
}

// Clauses: [graph-files], [graph-paths]
TEST(GraphMl, ThreeTiersMayBeUneven)
{
    if (!CanRead())
    {
        GTEST_SKIP() << "a build without Boost.Graph";
    }
    const Topology topology(ReadTopologyFile(DataFile("three_tiers.graphml")));
    EXPECT_EQ(topology.Spec().nics, 16U);
    EXPECT_EQ(topology.NodeCount(), 16U + 4 + 4 + 3);
    // From leaf0 2 links over agg0 and 4 over agg1 lead to 3 cores. From all 3 cores 2 links lead
    // to leaf2 over agg2, and from 2 of them 2 over agg3.
    EXPECT_EQ(topology.Spec().PathsPerPlane(), 6U * (3 * 2 + 2 * 2));
}

struct BadText
{
    const char* before; // a part of the good text
    const char* after;
    const char* said;
};

// Clauses: [graph-files]
TEST(GraphMl, WhatIsNoGraphIsNamed)
{
    const BadText cases[] = {
        {"edgedefault=\"undirected\"",
         "edgedefault=\"directed\"",
         "g.graphml:7:3: a directed graph; expected edgedefault=\"undirected\""},
        {"</graph>", "", "g.graphml:16:1: '</graphml>'; expected '</graph>'"},
        {"</graph>\n</graphml>\n", "", "g.graphml:15:3: the text ends; expected '</graph>'"},
        {"</graphml>\n", "</graphml", "g.graphml:16:1: the text ends in a tag; expected '>'"},
        {"</graphml>", "</graphml></x>", "g.graphml:16:11: '</x>'; expected no more tags"},
        {"<graphml", "<graph", "g.graphml:3:3: a key inside '<graph>', where"},
        {"id=\"b\"", "", "g.graphml:9:5: a tag without id; expected one"},
        {"target=\"b\"", "target=\"leaf\"", "g.graphml:12:5: a link from 'leaf' to itself; "},
        {"200Gbps", "fast", "g.graphml:12:5: a link with 'rate=fast/"},
        {"\"leaf\" />", "\"leaf\" /><node id=\"b\"/>", "g.graphml:10:23: node 'b' a second time; "},
        {"target=\"b\"",
         "target=\"c\"",
         "g.graphml:12:5: an edge of 'c'; expected the id of a node"},
        {"<data key=\"d2\"",
         "<data key=\"d3\"",
         "g.graphml:13:36: data of 'd3'; expected the id of a"},
        {"<edge target", "<hyperedge/><edge target", "g.graphml:12:5: a hyperedge; expected edges"},
        {"\"leaf\" />", "\"leaf\" /><node id=\"x,y\"/>", "a node is called 'x,y'"},
        {" edgedefault=\"undirected\"",
         "",
         "g.graphml:7:3: a tag without edgedefault; expected one"},
        {"<node id=\"leaf\" />",
         "<node id=\"leaf\" /><key id=\"d4\" for=\"edge\"/>",
         "g.graphml:10:23: a key inside '<graph>', where Boost.Graph finds none; expected keys"},
        {"<edge target", "<graph/><edge target", "g.graphml:"},
        {"\"b\"", "\"&c;\"", "g.graphml:9:15: '&' of no character; expected &amp;, &lt;, &gt;, "},
        {"100Gbps", "&rate;", "g.graphml:11:57: '&' of no character"},
        {"100Gbps", "100 & 1", "g.graphml:11:61: '&' of no character"},
        {"a&amp;1", "a&#xd800;", "g.graphml:8:16: '&' of no character"},
        {"a&amp;1", "a&#X41;", "g.graphml:8:16: '&' of no character"},
        {"a&amp;1", "a&#;", "g.graphml:8:16: '&' of no character"},
        {"a&amp;1", "a&#1114112;", "g.graphml:8:16: '&' of no character"},
        {"a&amp;1", "a&#4294967361;", "g.graphml:8:16: '&' of no character"},
        {"a&amp;1", "a&#00000000000000000000;", "g.graphml:8:16: '&' of no character"},
        {"a&amp;1", "a&#4a;", "g.graphml:8:16: '&' of no character"},
        {"<graphml",
         "<!DOCTYPE graphml [ <!-- don't > <node id=\"z\"/> --> ]><graphml",
         "g.graphml:2:1: a declaration; expected none but <!DOCTYPE ...> without '['"},
        {"<graphml",
         "<!ENTITY a \"b\"><graphml",
         "g.graphml:2:1: a declaration; expected none but"},
        {"for=\"edge\" attr.name=\"delay\" attr.type=\"string\" />",
         "for=\"all\" attr.name=\"delay\" attr.type=\"string\"><default>9ms</default></key>",
         "g.graphml:3:63: a default of a key for=\"all\", which Boost.Graph gives to nothing; "},
        {"for=\"edge\"", "", "g.graphml:3:3: a tag without for; expected one"},
    };
    for (const BadText& c : cases)
    {
        std::string text = GOOD;
        text.replace(text.find(c.before), std::string(c.before).size(), c.after);
        const std::string said = ThrownText<ParseError>([&] { Fabric(text); });
        const std::string expected = CanRead() ? c.said : "libboost-graph-dev";
        EXPECT_NE(said.find(expected), std::string::npos) << c.after << " says: " << said;
    }
}

// Clauses: [graph-files]
TEST(GraphMl, SurvivesDamagedTexts)
{
    std::minstd_rand draw(5);
    for (int i = 0; i < 2000; ++i)
    {
        std::string text = GOOD;
        for (int k = 0; k < 1 + i % 3; ++k)
        {
            text[draw() % text.size()] = static_cast<char>(draw() % 256);
        }
        text.resize(i % 4 == 0 ? draw() % text.size() : text.size());
        try
        {
            EXPECT_GE(Fabric(text).nics, 1U);
        }
        catch (const ParseError& error)
        {
            EXPECT_GE(error.At().line, 1U);
        }
    }
}

// Clauses: [graph-files]
TEST(XmlTags, ThatLieTooDeepAreRefused)
{
    const auto deep = [](int count) {
        std::string text;
        for (int i = 0; i < count; ++i)
        {
            text += "<a>";
        }
        for (int i = 0; i < count; ++i)
        {
            text += "</a>";
        }
        return ThrownText<ParseError>([&] { TagsOf(text, "g"); });
    };
    EXPECT_EQ(deep(64), "no error");
    EXPECT_EQ(deep(65), "g:1:193: tags lie more than 64 deep in each other; expected GraphML");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
