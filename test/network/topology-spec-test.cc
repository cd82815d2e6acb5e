/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "topology-shapes.h"

#include "ns3/mrc-topology.h"

#include <functional>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

using namespace test;

struct Broken
{
    std::function<void(TopologySpec&)> damage;
    const char* message;
};

TEST(TopologySpecTest, ValidationNamesFieldValueAndExpectation)
{
    const Broken cases[] = {
        {[](TopologySpec& s) { s.planes = 0; }, "planes = 0; expected 1 .. 8"},
        {[](TopologySpec& s) { s.planes = 9; }, "planes = 9; expected 1 .. 8"},
        {[](TopologySpec& s) { s.nicsPerT0 = 0; }, "nicsPerT0 = 0; expected 1 .. 2048"},
        {[](TopologySpec& s) { s.nicsPerT0 = 2049; }, "nicsPerT0 = 2049; expected 1 .. 2048"},
        {[](TopologySpec& s) { s.nics = 0; }, "nics = 0; expected 1 .. 16384"},
        {[](TopologySpec& s) { s.nics = 16385; }, "nics = 16385; expected 1 .. 16384"},
        {[](TopologySpec& s) { s.t1Count = 2049; }, "t1Count = 2049; expected 0 .. 2048"},
        {[](TopologySpec& s) { s.t1Links = 0; }, "t1Links = 0; expected 1 .. 2048"},
        {[](TopologySpec& s) { s.t1Links = 2048; }, "uplinks of a T0 = 16384; expected 0 .. 2048"},
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
    const Broken inPods[] = {
        {[](TopologySpec& s) { s.t0sPerPod = 0; },
         "t1Uplinks without t0sPerPod = 4; expected 0 .. 0"},
        {[](TopologySpec& s) { s.t0sPerPod = 2049; }, "t0sPerPod = 2049; expected 1 .. 2048"},
        {[](TopologySpec& s) { s.t1Count = 0; }, "t1Count with pods = 0; expected 1 .. 2048"},
        {[](TopologySpec& s) { s.t1Uplinks = 0; }, "t1Uplinks = 0; expected 1 .. 2047"},
        {[](TopologySpec& s) { s.upperLinkRate = 0; },
         "upperLinkRate = 0; expected 1000000 .. 3200000000000"},
        {[](TopologySpec& s) { s.t1Uplinks = 512; }, "T2s of a plane = 2048; expected 1 .. 2047"},
        {[](TopologySpec& s) { s.t1Count = 257; }, "T1s of a plane = 2056; expected 1 .. 2048"},
        {[](TopologySpec& s) { s.upperLinkDelay = Span(-1); },
         "upperLinkDelay = -1 ps; expected 0 .. 1000000000000 ps"},
        {[](TopologySpec& s) { s.t2Latency = Span(-1); },
         "t2Latency = -1 ps; expected 0 .. 1000000000000 ps"},
    };
    for (const auto& c : inPods)
    {
        TopologySpec spec = InPods(SpecOf(128, 1, 4, 4), {4, 4});
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

// Clauses: [cluster-presets], [full-fan-out]
TEST(TopologySpecTest, Presets)
{
    const PresetCase cases[] = {
        {"clos-8x100g", 32, 32, 8, 16, 16, 100 * GIGA},
        {"clos-8x100g", 32768, 32768, 8, 16, 16, 100 * GIGA},
        {"clos-4x200g", 17, 17, 4, 16, 16, 200 * GIGA},
        {"clos-4x100g", 64, 64, 4, 16, 16, 100 * GIGA},
        {"clos-8x100g-256", 131072, 131072, 8, 256, 256, 100 * GIGA},
        {"clos-4x200g-128", 300, 300, 4, 128, 128, 200 * GIGA},
        {"clos-4x100g-256", 64, 64, 4, 256, 256, 100 * GIGA},
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
    EXPECT_EQ(TopologyPresetNames().size(), 12u);
}

// Clauses: [three-tier-presets]
TEST(TopologySpecTest, PresetsOfThreeTiers)
{
    // the paper's fabric: 64 pods of 1,024 NICs below 1,024 T2s
    const TopologySpec spec = PresetTopology("clos3-1x800g-32", 65536);
    EXPECT_EQ(spec.planes, 1u);
    EXPECT_EQ(spec.T0sPerPlane(), 2048u);
    EXPECT_EQ(spec.PodsPerPlane(), 64u);
    EXPECT_EQ(spec.T1sPerPlane(), 2048u);
    EXPECT_EQ(spec.T2sPerPlane(), 1024u);
    EXPECT_EQ(spec.PathsPerPlane(), 1024u);
    EXPECT_EQ(spec.nicLinkRate, 800 * GIGA);
    EXPECT_EQ(spec.fabricLinkRate, 800 * GIGA);
    EXPECT_EQ(spec.upperLinkRate, 800 * GIGA);
    EXPECT_EQ(PresetTopology("clos3-1x800g", 64).PodsPerPlane(), 4u);
    EXPECT_EQ(PresetTopology("clos3-1x800g", 64).T2sPerPlane(), 16u);
    EXPECT_EQ(PresetTopology("clos-8x100g", 64).T2sPerPlane(), 0u);
}

TEST(TopologySpecTest, PresetErrors)
{
    EXPECT_EQ(ThrownText<std::invalid_argument>([] { PresetTopology("clos", 32); }),
              "unknown topology preset 'clos'; expected one of clos-8x100g, clos-4x200g, "
              "clos-4x100g, clos-8x100g-256, clos-4x200g-128, clos-4x100g-256, leaf-spine-16x400g, "
              "clos3-1x800g, clos3-1x800g-32, rails8-1x400g, clos4-1x800g, clos4-1x800g-8");
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
