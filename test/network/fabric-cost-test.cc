/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The cost of fabrics of any shape, beside the arithmetic of those with switches that are alike.

#include "graph-text.h"
#include "topology-shapes.h"

#include "ns3/mrc-fabric-cost.h"
#include "ns3/mrc-link-rule.h"
#include "ns3/mrc-shape-planner.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return the share that the loss of a part takes; nothing if there is no such part */
BlastRadius
LossOf(const FabricCost& cost, const std::string& part)
{
    for (const PartLoss& each : cost.losses)
    {
        if (each.part == part)
        {
            return each.loss;
        }
    }
    ADD_FAILURE() << "no " << part;
    return {};
}

void
ExpectAlike(const BlastRadius& counted, const BlastRadius& computed, const std::string& what)
{
    EXPECT_NEAR(counted.planeShare, computed.planeShare, 1e-9) << what;
    EXPECT_NEAR(counted.nicShare, computed.nicShare, 1e-9) << what;
    EXPECT_EQ(counted.nics, computed.nics) << what;
}

/** Compares the counts of nodes and links with the results of the numbers. */
void
CompareWithShape(const Topology& topology, const ClosShape& shape, const std::string& what)
{
    const FabricCost cost = CostOf(topology, 1);
    EXPECT_EQ(cost.nics, shape.nics) << what;
    EXPECT_EQ(cost.planes, shape.planes) << what;
    EXPECT_EQ(cost.Switches(), shape.Switches()) << what;
    EXPECT_EQ(cost.Links(), shape.Links()) << what;
    EXPECT_EQ(cost.longestPath, shape.LongestPath()) << what;
    EXPECT_EQ(cost.mostLocal, shape.tiers[0].nicsBelow) << what;
    const DeviceFigures figures{500, 10000, 15, 400, 20, 400 * GIGA};
    EXPECT_EQ(cost.Watts(figures), shape.Watts(figures)) << what;
    EXPECT_EQ(cost.Price(figures), shape.Price(figures)) << what;
    ASSERT_EQ(cost.switches.size(), shape.tiers.size()) << what;
    EXPECT_EQ(cost.losses.size(), 2 * shape.tiers.size()) << what;
    for (std::size_t tier = 0; tier < shape.tiers.size(); ++tier)
    {
        EXPECT_EQ(cost.switches[tier], shape.tiers[tier].switches * shape.planes) << what << tier;
        const std::string upper = "T" + std::to_string(tier);
        const std::string lower = tier == 0 ? "NIC" : "T" + std::to_string(tier - 1);
        const std::string link = lower + "-" + upper + " link";
        ExpectAlike(LossOf(cost, link), shape.LossOfLink(tier), what + " " + link);
        ExpectAlike(LossOf(cost, upper), shape.LossOfSwitch(tier), what + " " + upper);
    }
}

// With two T0s, or pods, those below the other one lose as much; with one nothing goes up.
// Clauses: [cost-of-graphs], [cost-table]
TEST(FabricCost, IsThatOfTheShapeWhereSwitchesAreAlike)
{
    const TopologySpec specs[] = {
        SpecOf(32, 2, 8, 8),
        SpecOf(37, 8, 16, 16),
        SpecOf(15, 3, 3, 5),
        SpecOf(16, 4, 16, 0),
        SpecOf(23, 5, 2, 1),
        Bundled(SpecOf(16, 2, 4, 3), 2),
        Bundled(SpecOf(37, 3, 5, 2), 4),
        InPods(SpecOf(128, 1, 4, 4), {4, 4}),
        InPods(SpecOf(37, 2, 3, 2), {4, 3}),
    };
    for (const TopologySpec& spec : specs)
    {
        const Topology topology(spec);
        const std::string what = std::to_string(spec.nics) + " NICs";
        CompareWithShape(topology, ShapeOfTopology(spec), what);
        CompareWithShape(Topology(ParseDot(DotOf(topology))), ShapeOfTopology(spec), what + " dot");
    }
}

// Clauses: [cost-of-graphs]
TEST(FabricCost, OfAMissingLinkTheOthersCarryMore)
{
    TopologySpec spec = SpecOf(16, 1, 4, 3);
    spec.links = ReadLinkRules("link:0.0.1/missing", spec);
    const FabricCost cost = CostOf(Topology(spec), 1);
    EXPECT_EQ(cost.Links(), 16U + 12 - 1);
    EXPECT_EQ(cost.radix, 7U);
    ExpectAlike(LossOf(cost, "T0-T1 link"), {0.5, 0.5, 0, 4}, "one of the two that are left");
    ExpectAlike(LossOf(cost, "T1"), {0.5, 0.5, 0, 4}, "T1 0 or 2");
    ExpectAlike(LossOf(cost, "T0"), {1, 1, 0, 4}, "T0");
}

// Clauses: [cost-of-graphs]
TEST(FabricCost, WhatNoNicReachesDoesNotCount)
{
    TopologySpec spec = InPods(SpecOf(4, 1, 2, 2), {2, 2});
    spec.links = ReadLinkRules("link:0.0.0/missing,link:0.1.0/missing", spec);
    const FabricCost cost = CostOf(Topology(spec), 1);
    EXPECT_EQ(cost.switches, (std::vector<uint64_t>{2, 1, 2})) << "without T1 0 and its T2s";
    EXPECT_EQ(cost.Links(), 4U + 2 + 2);
    EXPECT_EQ(cost.losses.size(), 6U);
    ExpectAlike(LossOf(cost, "T1"), {1, 1, 0, 4}, "the only one");
}

// Clauses: [cost-of-graphs]
TEST(FabricCost, OfARingWithoutTiers)
{
    const FabricCost cost =
        CostOf(Topology(ParseDot("graph { edge [rate=100Gbps]; node [role=nic]; a; b; c; d; e\n"
                                 "node [role=switch]; a -- s0; b -- s1; c -- s2; d -- s3; e -- s4\n"
                                 "s0 -- s1 -- s2 -- s3 -- s4 -- s0 }")),
               1);
    EXPECT_EQ(cost.switches, std::vector<uint64_t>{5});
    EXPECT_EQ(cost.longestPath, 3U);
    EXPECT_EQ(cost.losses.size(), 3U);
    // of four others two lie in each direction, for the NICs at either end
    ExpectAlike(LossOf(cost, "T0-T0 link"), {0.5, 0.5, 0, 2}, "link");
    ExpectAlike(LossOf(cost, "T0"), {1, 1, 0, 1}, "switch");
}

// Clauses: [cost-of-graphs]
TEST(FabricCost, PlanesAndBundlesCountByTheirRatesAndLinks)
{
    const FabricCost cost =
        CostOf(Topology(ParseDot("graph { edge [rate=300Gbps]; node [role=nic]; a; b\n"
                                 "node [role=switch]; a -- l -- x -- r -- b; l -- x; l -- y -- r\n"
                                 "edge [rate=100Gbps]; a -- s; b -- s }")),
               1);
    EXPECT_EQ(cost.longestPath, 3U);
    // Links of 300 Gb/s: two of NICs, five between switches; of 100 Gb/s two of NICs.
    EXPECT_EQ(cost.Optics(300 * GIGA), 2U * (2 + 5 + 1));
    EXPECT_EQ(cost.links.size(), 3U);
    // of three paths two go over x, and three quarters of a NIC's bandwidth are of this plane
    ExpectAlike(LossOf(cost, "T1"), {2.0 / 3, 0.5, 0, 2}, "x");
    ExpectAlike(LossOf(cost, "T0-T1 link"), {2.0 / 3, 0.5, 0, 2}, "x to r");
    EXPECT_NEAR(LossOf(cost, "T0").planeShare, 1, 1e-9);
}

// Clauses: [cost-of-graphs], [planned-shapes], [four-tier-presets], [shaped-graphs]
TEST(FabricCost, FourTiersAreThePlannersOwn)
{
    ShapeQuestion question;
    question.nics = 512;
    question.switchCapacity = 8 * 800 * GIGA;
    for (const PlannedShape& entry : PlanShapes(question))
    {
        if (entry.planes == 1 && entry.tiers == 4)
        {
            ASSERT_TRUE(entry.shape);
            EXPECT_EQ(entry.capacity, 512U);
            CompareWithShape(Topology(PresetTopology("clos4-1x800g", 512)), *entry.shape, "clos4");
            CompareWithShape(Topology(TopologyOfShape(*entry.shape, "s")), *entry.shape, "shape");
            return;
        }
    }
    ADD_FAILURE() << "no four tiers";
}

// Clauses: [cost-of-graphs], [rail-optimised]
TEST(FabricCost, RailsDivideWhatAServerLosesByItsT0s)
{
    const FabricCost cost = CostOf(Topology(PresetTopology("rails8-1x400g", 128)), 8);
    EXPECT_EQ(cost.switches, (std::vector<uint64_t>{8, 16}));
    EXPECT_EQ(cost.Links(), 128U + 8 * 16);
    EXPECT_EQ(cost.longestPath, 3U);
    EXPECT_DOUBLE_EQ(LossOf(cost, "NIC-T0 link").serverShare, 1.0 / 8);
    EXPECT_DOUBLE_EQ(LossOf(cost, "T0").nicShare, 1);
    EXPECT_DOUBLE_EQ(LossOf(cost, "T0").serverShare, 1.0 / 8);
    EXPECT_EQ(LossOf(cost, "T0").nics, 16U) << "one of each server";
    EXPECT_DOUBLE_EQ(LossOf(cost, "T1").serverShare, 1.0 / 16) << "all rails cross it";
    // a sixteenth of the bytes that one rail sends, and of those that the others send to this one
    // of seven
    EXPECT_NEAR(LossOf(cost, "T0-T1 link").serverShare, (1 + 7 / 7.0) / 16 / 8, 1e-9);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
