/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "../workload/data-file.h"

#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-topo-reader.h"
#include "ns3/mrc-topology.h"

#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr uint64_t GIGA = 1000000000;

const char* const GOOD = "# comment\n"
                         "Nodes 32\n"
                         "Tiers 2\n"
                         "Podsize 32\n"
                         "\n"
                         "Tier 0\n"
                         "Downlink_speed_Gbps 100\n"
                         "Radix_Down 8\n"
                         "RADIX_UP 4\n"
                         "Downlink_Latency_ns 20\n"
                         "Switch_Latency_ns 600\n"
                         "Oversubscribed 1\n"
                         "Bundle 1\n"
                         "Tier 1\n"
                         "downlink_speed_gbps 200\n"
                         "Radix_Down 4\n"
                         "Downlink_Latency_ns 125\n"
                         "Switch_Latency_ns 700\n";

const char* const THREE = "Nodes 64\n"
                          "Tiers 3\n"
                          "Podsize 16\n"
                          "Tier 0\n"
                          "Downlink_speed_Gbps 100\n"
                          "Radix_Down 4\n"
                          "Radix_Up 2\n"
                          "Downlink_Latency_ns 20\n"
                          "Oversubscribed 2\n"
                          "Tier 1\n"
                          "Downlink_speed_Gbps 100\n"
                          "Radix_Down 4\n"
                          "Radix_Up 2\n"
                          "Downlink_Latency_ns 125\n"
                          "Switch_Latency_ns 700\n"
                          "Tier 2\n"
                          "Downlink_speed_Gbps 200\n"
                          "Radix_Down 4\n"
                          "Downlink_Latency_ns 500\n"
                          "Switch_Latency_ns 800\n";

TopologySpec
Parse(const std::string& text)
{
    std::istringstream in(text);
    return ReadTopology(in, "f.topo");
}

std::string
ErrorOf(const std::string& text)
{
    return test::ThrownText<ParseError>([&] { Parse(text); });
}

/** A good text with one of its lines replaced; no new text takes the line out. */
std::string
With(unsigned line, const std::string& text, const char* good = GOOD)
{
    std::istringstream in(good);
    std::string result;
    std::string old;
    for (unsigned n = 1; std::getline(in, old); ++n)
    {
        const std::string kept = n == line ? text : old;
        result += kept + "\n";
    }
    return result;
}

TEST(TopoReaderTest, ReadsEverySetting)
{
    const TopologySpec spec = Parse(GOOD);
    EXPECT_EQ(spec.name, "f.topo");
    EXPECT_EQ(spec.nics, 32u);
    EXPECT_EQ(spec.planes, 1u);
    EXPECT_EQ(spec.nicsPerT0, 8u);
    EXPECT_EQ(spec.t1Count, 4u);
    EXPECT_EQ(spec.nicLinkRate, 100 * GIGA);
    EXPECT_EQ(spec.fabricLinkRate, 200 * GIGA);
    EXPECT_EQ(spec.nicLinkDelay, Nanos(20));
    EXPECT_EQ(spec.fabricLinkDelay, Nanos(125));
    EXPECT_EQ(spec.t0Latency, Nanos(600));
    EXPECT_EQ(spec.t1Latency, Nanos(700));
}

TEST(TopoReaderTest, SwitchLatencyOversubscriptionAndBundleHaveDefaults)
{
    const TopologySpec spec = Parse("Nodes 3\nTiers 2\nPodsize 3\n"
                                    "Tier 1\nDownlink_speed_Gbps 50\nRadix_Down 2\n"
                                    "Downlink_Latency_ns 0\n"
                                    "Tier 0\nDownlink_speed_Gbps 100\nRadix_Down 2\nRadix_Up 4\n"
                                    "Downlink_Latency_ns 1");
    EXPECT_EQ(spec.t0Latency, Span());
    EXPECT_EQ(spec.t1Latency, Span());
    EXPECT_EQ(spec.T0sPerPlane(), 2u) << "the last one is partly filled";
}

// Clauses: [three-tiers], [htsim-files]
TEST(TopoReaderTest, ReadsThreeTiers)
{
    const TopologySpec spec = Parse(THREE);
    EXPECT_EQ(spec.nics, 64u);
    EXPECT_EQ(spec.planes, 1u);
    EXPECT_EQ(spec.nicsPerT0, 4u);
    EXPECT_EQ(spec.t1Count, 2u) << "of a pod";
    EXPECT_EQ(spec.t0sPerPod, 4u);
    EXPECT_EQ(spec.t1Uplinks, 2u);
    EXPECT_EQ(spec.PodsPerPlane(), 4u);
    EXPECT_EQ(spec.T2sPerPlane(), 4u);
    EXPECT_EQ(spec.fabricLinkRate, 100 * GIGA);
    EXPECT_EQ(spec.upperLinkRate, 200 * GIGA);
    EXPECT_EQ(spec.fabricLinkDelay, Nanos(125));
    EXPECT_EQ(spec.upperLinkDelay, Nanos(500));
    EXPECT_EQ(spec.t0Latency, Span());
    EXPECT_EQ(spec.t1Latency, Nanos(700));
    EXPECT_EQ(spec.t2Latency, Nanos(800));
}

// Clauses: [htsim-files]
TEST(TopoReaderTest, ReadsTheShippedFileOfThreeTiers)
{
    const TopologySpec spec = ReadTopologyFile(DataFile("fat_tree_128_1os.topo"));
    EXPECT_EQ(spec.nics, 128u);
    EXPECT_EQ(spec.T0sPerPlane(), 32u);
    EXPECT_EQ(spec.PodsPerPlane(), 8u);
    EXPECT_EQ(spec.T1sPerPlane(), 32u);
    EXPECT_EQ(spec.T2sPerPlane(), 16u);
    EXPECT_EQ(spec.upperLinkRate, 100 * GIGA);
    EXPECT_EQ(spec.upperLinkDelay, Nanos(1000));
}

// Clauses: [parallel-links]
TEST(TopoReaderTest, ABundleIsSeveralLinksToEachT1)
{
    std::string text = With(13, "");
    text += "Bundle 2\n";
    EXPECT_EQ(ErrorOf(text),
              "f.topo:16:12: Radix_Down of Tier 1 is 4; expected 2 links to each of the 4 switches "
              "of Tier 0");
    text.replace(text.rfind("Radix_Down 4"), 12, "Radix_Down 8");
    const TopologySpec spec = Parse(text);
    EXPECT_EQ(spec.t1Count, 2u);
    EXPECT_EQ(spec.t1Links, 2u);
    EXPECT_EQ(spec.T0Uplinks(), 4u);
    text.replace(text.rfind("Bundle 2"), 8, "Bundle 3");
    EXPECT_EQ(ErrorOf(text),
              "f.topo:9:10: Radix_Up of Tier 0 is 4; expected a multiple of Bundle of Tier 1 = 3");
    EXPECT_EQ(ErrorOf(std::string(THREE) + "Bundle 2\n"),
              "f.topo:21:8: Bundle is 2 with three tiers; expected 1");
}

// Clauses: [three-tiers]
TEST(TopoReaderTest, TheLastPodMayBePartlyFilled)
{
    const std::string text = With(1, "Nodes 41", THREE);
    std::string error = ErrorOf(text);
    EXPECT_EQ(error,
              "f.topo:18:12: Radix_Down of Tier 2 is 4; expected one link to each of the 3 pods");
    std::string three = text;
    three.replace(three.rfind("Radix_Down 4"), 12, "Radix_Down 3");
    const TopologySpec spec = Parse(three);
    EXPECT_EQ(spec.PodsPerPlane(), 3u);
    EXPECT_EQ(spec.T0sPerPlane(), 11u) << "four, four and three, of which the last has one NIC";
}

// Clauses: [link-rules], [missing-links]
TEST(TopoReaderTest, ReadsPlanesAndLinksThatDiffer)
{
    const std::string text = std::string(GOOD) + "Planes 2\n";
    EXPECT_NE(ErrorOf(text), "no error") << "behind a tier";
    const std::string links = "Planes 2\nLink plane:1/delay=2us\n" + std::string(GOOD) +
                              "link link:0.1.3/rate=25%/jitter=7ns\nLink t1:1.0/missing\n";
    const TopologySpec spec = Parse(links);
    EXPECT_EQ(spec.planes, 2u);
    ASSERT_EQ(spec.links.size(), 3u);
    const Topology topology(spec);
    EXPECT_EQ(LineOf(topology, topology.NicPort(3, 1)).delay, Nanos(2000));
    EXPECT_EQ(LineOf(topology, topology.PortAt({PortKind::T0_UP, 0, 1, 3})).rate, 50 * GIGA);
    EXPECT_TRUE(LineOf(topology, topology.PortAt({PortKind::T1_DOWN, 1, 0, 2})).missing);
    EXPECT_EQ(topology.Lines().Missing().size(), 8u) << "both ends of four links";
}

// Clauses: [link-rules], [missing-links]
TEST(TopoReaderTest, NamesTheLinkThatCannotBe)
{
    const char* const cases[][2] = {
        {"Link", "19:5: 'Link' with 0 values; expected one"},
        {"Link link:1.0.0/missing", "19:11: expected a plane, 0 .. 0"},
        {"Link link:0.4.0/missing", "19:13: expected a T0, 0 .. 3"},
        {"Link plane:0/rate=50%,",
         "19:22: expected '/' and another property, or the end of the line"},
        {"Link plane:0/missing",
         "19:6: topology 'f.topo': the link rule 'plane:0/missing' takes away what is no link "
         "between switches; expected 'link:', 'upper-link:', 't1:' or 't2:', or a fault from the "
         "start on, as 'port:3.1@0ns'"},
        {"Link t1:0.0/missing\nLink t1:0.1/missing\nLink link:0.2.2/missing\n"
         "Link link:0.3.3/missing\nLink plane:0/delay=1us\n",
         "22:6: topology 'f.topo': missing links leave no path between p0.t0.2 and p0.t0.3; "
         "expected one at least in each plane"},
    };
    for (const auto& c : cases)
    {
        EXPECT_EQ(ErrorOf(std::string(GOOD) + c[0]), std::string("f.topo:") + c[1]);
    }
}

struct ShippedFile
{
    const char* name;
    uint32_t nics;
    uint32_t nicsPerT0;
    uint32_t t1Count;
    uint64_t rate;
    int64_t delayNs;
};

// Clauses: [htsim-files]
TEST(TopoReaderTest, ReadsTheShippedFiles)
{
    const ShippedFile files[] = {
        {"leaf_spine_1024.topo", 1024, 32, 32, 100 * GIGA, 1000},
        {"leaf_spine_tiny.topo", 32, 8, 2, 100 * GIGA, 1000},
        {"ls32_100.topo", 32, 8, 8, 100 * GIGA, 500},
        {"ls32_400.topo", 32, 8, 8, 400 * GIGA, 500},
    };
    for (const auto& file : files)
    {
        const TopologySpec spec = ReadTopologyFile(DataFile(file.name));
        EXPECT_EQ(spec.nics, file.nics) << file.name;
        EXPECT_EQ(spec.nicsPerT0, file.nicsPerT0) << file.name;
        EXPECT_EQ(spec.t1Count, file.t1Count) << file.name;
        EXPECT_EQ(spec.nicLinkRate, file.rate) << file.name;
        EXPECT_EQ(spec.fabricLinkRate, file.rate) << file.name;
        EXPECT_EQ(spec.nicLinkDelay, Nanos(file.delayNs)) << file.name;
        EXPECT_EQ(spec.fabricLinkDelay, Nanos(file.delayNs)) << file.name;
    }
}

struct ErrorCase
{
    unsigned line;
    const char* text;
    const char* error;
};

TEST(TopoReaderTest, Errors)
{
    const ErrorCase cases[] = {
        {3, "Tiers 4", "3:7: Tiers is '4'; expected a whole number, 2 .. 3"},
        {3, "Tiers 3", "18:22: no 'radix_up' in Tier 1; expected one"},
        {2, "Nodes 0", "2:7: Nodes is '0'; expected a whole number, 1 .. 4194304"},
        {2, "Nodes 32x", "2:7: Nodes is '32x'; expected a whole number, 1 .. 4194304"},
        {2, "Nodes", "2:6: 'Nodes' with 0 values; expected one"},
        {2, "Nodes 32 33", "2:10: 'Nodes' with 2 values; expected one"},
        {2, "", "18:22: no 'nodes' in the header; expected one"},
        {3, "", "18:22: no 'tiers' in the header; expected one"},
        {4, "", "18:22: no 'podsize' in the header; expected one"},
        {4,
         "Podsize 16",
         "4:9: Podsize 16 makes pods that two tiers do not join; expected Nodes = 32"},
        {5, "Nodes 32", "5:1: second 'Nodes'; expected one"},
        {5,
         "Hosts 32",
         "5:1: unknown word 'Hosts' in the header; expected 'Nodes', 'Tiers', 'Podsize', 'Planes', "
         "'Link' or 'Tier'"},
        {6, "Tier 2", "6:6: tier is '2'; expected a whole number, 0 .. 1"},
        {13, "Tier 0", "13:6: tier 0 a second time; expected it once"},
        {7, "", "18:22: no 'downlink_speed_gbps' in Tier 0; expected one"},
        {7,
         "Downlink_speed_Gbps 3201",
         "7:21: Downlink_speed_Gbps is '3201'; expected a whole number, 1 .. 3200"},
        {8, "Radix_Down 2049", "8:12: Radix_Down is '2049'; expected a whole number, 1 .. 2048"},
        {8,
         "Radix_Down 16",
         "16:12: Radix_Down of Tier 1 is 4; expected one link to each of the 2 switches of Tier 0"},
        {9,
         "Radix_Up 8",
         "9:10: a switch of Tier 0 has 800 Gb/s below and 1600 Gb/s above; expected a ratio of 1 "
         "(Oversubscribed)"},
        {10,
         "Downlink_Latency_ns 1000000001",
         "10:21: Downlink_Latency_ns is '1000000001'; expected a whole number, 0 .. 1000000000"},
        {10,
         "Downlink_Latency_ns 0.5",
         "10:21: Downlink_Latency_ns is '0.5'; expected a whole number, 0 .. 1000000000"},
        {10,
         "Downlink_Latency_ns 99999999999999999999",
         "10:21: Downlink_Latency_ns is '99999999999999999999'; expected a whole number, 0 .. "
         "1000000000"},
        {10, "", "18:22: no 'downlink_latency_ns' in Tier 0; expected one"},
        {11, "Radix_Down 8", "11:1: second 'Radix_Down'; expected one"},
        {12,
         "Oversubscribed 2",
         "9:10: a switch of Tier 0 has 800 Gb/s below and 800 Gb/s above; expected a ratio of 2 "
         "(Oversubscribed)"},
        {13, "Bundle 2", "13:8: Bundle is '2'; expected 1"},
        {13,
         "Queue_Up 100000",
         "13:1: queue sizes of a topology are not supported; expected 'Downlink_speed_Gbps', "
         "'Radix_Down', 'Radix_Up', 'Downlink_Latency_ns', 'Switch_Latency_ns', 'Oversubscribed', "
         "'Bundle', 'Link' or 'Tier'"},
        {13,
         "Nodes 3",
         "13:1: unknown word 'Nodes'; expected 'Downlink_speed_Gbps', 'Radix_Down', 'Radix_Up', "
         "'Downlink_Latency_ns', 'Switch_Latency_ns', 'Oversubscribed', 'Bundle', 'Link' or "
         "'Tier'"},
        {16,
         "Radix_Down 5",
         "16:12: Radix_Down of Tier 1 is 5; expected one link to each of the 4 switches of Tier 0"},
        {16, "", "18:22: no 'radix_down' in Tier 1; expected one"},
        {18, "Radix_Up 4", "18:10: Radix_Up is '4'; expected 0"},
        {18, "Oversubscribed 2", "18:16: Oversubscribed is '2'; expected 1"},
    };
    for (const auto& c : cases)
    {
        EXPECT_EQ(ErrorOf(With(c.line, c.text)), std::string("f.topo:") + c.error);
    }
    EXPECT_EQ(ErrorOf(""), "f.topo:1:1: no 'nodes' in the header; expected one");
}

TEST(TopoReaderTest, ErrorsInThreeTiers)
{
    const ErrorCase cases[] = {
        {3,
         "Podsize 24",
         "18:12: Radix_Down of Tier 2 is 4; expected one link to each of the 3 pods"},
        {3,
         "Podsize 18",
         "3:9: Podsize 18; expected at most Nodes = 64, and a multiple of Radix_Down of Tier 0 = "
         "4"},
        {3,
         "Podsize 68",
         "3:9: Podsize 68; expected at most Nodes = 64, and a multiple of Radix_Down of Tier 0 = "
         "4"},
        {3,
         "Podsize 32",
         "18:12: Radix_Down of Tier 2 is 4; expected one link to each of the 2 pods"},
        {12,
         "Radix_Down 8",
         "12:12: Radix_Down of Tier 1 is 8; expected one link to each of the 4 switches of Tier 0 "
         "in a pod"},
        {13,
         "Radix_Up 4",
         "13:10: a switch of Tier 1 has 400 Gb/s below and 800 Gb/s above; expected a ratio of 1 "
         "(Oversubscribed)"},
        {16, "Tier 3", "16:6: tier is '3'; expected a whole number, 0 .. 2"},
        {19, "Radix_Up 4", "19:10: Radix_Up is '4'; expected 0"},
        {16, "", "17:1: second 'Downlink_speed_Gbps'; expected one"},
    };
    for (const auto& c : cases)
    {
        EXPECT_EQ(ErrorOf(With(c.line, c.text, THREE)), std::string("f.topo:") + c.error);
    }
    const std::string large = "Nodes 8192\nTiers 3\nPodsize 2\n"
                              "Tier 0\nDownlink_speed_Gbps 1\nRadix_Down 2\nRadix_Up 2\n"
                              "Downlink_Latency_ns 0\n"
                              "Tier 1\nDownlink_speed_Gbps 1\nRadix_Down 1\nRadix_Up 1\n"
                              "Downlink_Latency_ns 0\n"
                              "Tier 2\nDownlink_speed_Gbps 1\nRadix_Down 4096\n"
                              "Downlink_Latency_ns 0";
    EXPECT_NE(ErrorOf(large), "no error") << "more switches than uSIDs";
}

TEST(TopoReaderTest, NamesAFileThatCannotBeOpened)
{
    try
    {
        ReadTopologyFile("no/such.topo");
        FAIL();
    }
    catch (const ParseError& e)
    {
        EXPECT_STREQ(e.what(),
                     "no/such.topo:1:1: cannot open the file; expected a topology, .topo, or a "
                     "graph, .dot, .gv or .graphml");
    }
}

TEST(TopoReaderTest, SurvivesDamagedFiles)
{
    const std::string whole = GOOD;
    std::minstd_rand draw(9);
    int accepted = 0;
    for (int i = 0; i < 3000; ++i)
    {
        std::string text = whole.substr(0, i % 3 == 0 ? draw() % whole.size() : whole.size());
        for (int changes = 0; changes < i % 4 && !text.empty(); ++changes)
        {
            text[draw() % text.size()] = static_cast<char>(draw());
        }
        try
        {
            Parse(text).Validate();
            ++accepted;
        }
        catch (const ParseError& e)
        {
            EXPECT_GE(e.At().line, 1u);
        }
    }
    EXPECT_GT(accepted, 100);
    EXPECT_LT(accepted, 1500);
}

} // namespace
} // namespace mrc
} // namespace ns3
