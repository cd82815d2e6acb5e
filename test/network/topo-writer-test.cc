/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "../workload/data-file.h"

#include "ns3/mrc-topo-reader.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

std::string
TopoText(const TopologySpec& spec)
{
    std::ostringstream out;
    WriteTopology(out, spec);
    return out.str();
}

/** Reads what was written, and expects the same numbers. */
void
ExpectSameTopo(const TopologySpec& a)
{
    std::istringstream in(TopoText(a));
    const TopologySpec b = ReadTopology(in, "again.topo");
    const auto numbers = [](const TopologySpec& spec) {
        return std::vector<uint64_t>{spec.nics,
                                     spec.planes,
                                     spec.nicsPerT0,
                                     spec.t1Count,
                                     spec.t1Links,
                                     spec.t0sPerPod,
                                     spec.t1Uplinks,
                                     spec.nicLinkRate,
                                     spec.fabricLinkRate,
                                     spec.HasPods() ? spec.upperLinkRate : 0};
    };
    const auto times = [](const TopologySpec& spec) {
        return std::vector<int64_t>{spec.nicLinkDelay.Ps(),
                                    spec.fabricLinkDelay.Ps(),
                                    spec.HasPods() ? spec.upperLinkDelay.Ps() : 0,
                                    spec.t0Latency.Ps(),
                                    spec.t1Latency.Ps(),
                                    spec.HasPods() ? spec.t2Latency.Ps() : 0};
    };
    EXPECT_EQ(numbers(a), numbers(b));
    EXPECT_EQ(times(a), times(b));
}

/** @return why a preset cannot be written, once it was changed */
template <typename Change>
std::string
TopoRefusalOf(const Change& change, const char* preset = "clos-8x100g")
{
    TopologySpec spec = PresetTopology(preset, 64);
    spec.planes = 1;
    change(spec);
    std::ostringstream out;
    const std::string text =
        test::ThrownText<std::invalid_argument>([&] { WriteTopology(out, spec); });
    EXPECT_EQ(out.str(), "") << "nothing is written";
    return text;
}

} // namespace

// Clauses: [htsim-files]
TEST(TopoWriter, WritesALineForEachNumber)
{
    TopologySpec spec = PresetTopology("clos-8x100g", 64);
    spec.planes = 1;
    spec.t1Count = 4;
    spec.t1Links = 2;
    EXPECT_EQ(TopoText(spec),
              "# htsim_uec needs -linkspeed 100000 beside this file.\n"
              "Nodes 64\nTiers 2\nPodsize 64\n\n"
              "Tier 0\nDownlink_speed_Gbps 100\nRadix_Down 16\nRadix_Up 8\nOversubscribed 2\n"
              "Downlink_Latency_ns 20\nSwitch_Latency_ns 600\n\n"
              "Tier 1\nDownlink_speed_Gbps 100\nRadix_Down 8\nDownlink_Latency_ns 125\n"
              "Switch_Latency_ns 600\nBundle 2\n");
}

TEST(TopoWriter, ShippedFilesReadTheSameAgain)
{
    for (const char* name : {"leaf_spine_tiny.topo",
                             "leaf_spine_1024.topo",
                             "fat_tree_128_1os.topo",
                             "fat_tree_1024_1os.topo",
                             "ls32_100.topo",
                             "ls32_400.topo"})
    {
        SCOPED_TRACE(name);
        ExpectSameTopo(ReadTopologyFile(DataFile(name)));
    }
}

TEST(TopoWriter, PresetsReadTheSameAgain)
{
    for (const char* name :
         {"clos-8x100g", "clos-4x200g", "clos-4x100g", "leaf-spine-16x400g", "clos3-1x800g"})
    {
        SCOPED_TRACE(name);
        TopologySpec spec = PresetTopology(name, name[0] == 'l' ? 16 : 64);
        spec.planes = 1;
        ExpectSameTopo(spec);
    }
}

TEST(TopoWriter, WhatTheFormatCannotSayIsNamed)
{
    EXPECT_EQ(
        TopoRefusalOf([](TopologySpec& s) { s.links = ReadLinkRules("link:0.0.1/rate=50%", s); }),
        "topology clos-8x100g: has links that differ; expected all links of a tier to be "
        "alike");
    EXPECT_EQ(TopoRefusalOf([](TopologySpec& s) { s.planes = 8; }),
              "topology clos-8x100g: has 8 planes; expected one, as uet-htsim takes no more");
    EXPECT_NE(TopoRefusalOf([](TopologySpec&) {}, "rails8-1x400g").find("is a graph"),
              std::string::npos);
    EXPECT_EQ(TopoRefusalOf([](TopologySpec& s) {
                  s.nics = 16;
                  s.t1Count = 0;
              }),
              "topology clos-8x100g: has one T0 and no T1s; expected two or three tiers");
    EXPECT_EQ(TopoRefusalOf([](TopologySpec& s) { s.nics = 63; }),
              "topology clos-8x100g: 63 NICs leave the last T0 partly filled; expected a multiple "
              "of 16, as uet-htsim takes no other");
    EXPECT_EQ(TopoRefusalOf([](TopologySpec& s) { s.t0sPerPod = 3; }, "clos3-1x800g").substr(0, 80),
              "topology clos3-1x800g: 64 NICs leave the last pod partly filled; expected a mult");
    EXPECT_EQ(TopoRefusalOf([](TopologySpec& s) { s.fabricLinkRate = 200'000'000'000; }),
              "topology clos-8x100g: T0s have 100000000000 bit/s to NICs and 200000000000 bit/s to "
              "T1s; expected one rate, as uet-htsim takes no other");
    EXPECT_EQ(TopoRefusalOf([](TopologySpec& s) { s.t1Count = 12; }),
              "topology clos-8x100g: T0s: 1600 Gb/s below and 1200 Gb/s above; expected a whole "
              "ratio");
    EXPECT_EQ(TopoRefusalOf([](TopologySpec& s) { s.t1Count = 32; }),
              "topology clos-8x100g: T0s: 1600 Gb/s below and 3200 Gb/s above; expected a whole "
              "ratio");
    EXPECT_EQ(
        TopoRefusalOf([](TopologySpec& s) { s.nicLinkRate = s.fabricLinkRate = 2'500'000'000; }),
        "topology clos-8x100g: T0s: links of 2500000000 bit/s; expected whole Gb/s");
    EXPECT_EQ(TopoRefusalOf([](TopologySpec& s) { s.t1Latency = Span(600'500); }),
              "topology clos-8x100g: T1s: 600500 ps; expected whole nanoseconds");
    EXPECT_EQ(TopoRefusalOf([](TopologySpec& s) { s.nicLinkDelay = Span(); }),
              "topology clos-8x100g: T0s: links without a delay; expected at least 1 ns, as "
              "uet-htsim takes no other");
}

} // namespace mrc
} // namespace ns3
