/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-thrown-text.h"
#include "graph-text.h"
#include "topology-shapes.h"

#include "ns3/mrc-clos-shape.h"
#include "ns3/mrc-link-rule.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

using namespace test;

constexpr uint64_t GIGABIT = 1000000000;

/** The paper's fabric of 8 planes of 100 Gb/s with switches of 512 ports. */
ClosShape
EightPlanes()
{
    return {131072,
            8,
            1,
            100 * GIGABIT,
            {{512, 1, 256, 256, 256, 100 * GIGABIT}, {256, 256, 131072, 512, 0, 0}}};
}

/** The fabric that the paper compares with: one plane of 800 Gb/s, switches of 64 ports. */
ClosShape
ThreeTiers()
{
    return {65536,
            1,
            1,
            800 * GIGABIT,
            {{2048, 1, 32, 32, 32, 800 * GIGABIT},
             {2048, 32, 1024, 32, 32, 800 * GIGABIT},
             {1024, 1024, 65536, 64, 0, 0}}};
}

/** A fabric with its counts, and their publisher. */
struct Published
{
    const char* source;
    ClosShape shape;
    uint64_t switches;
    uint64_t links;
    uint32_t path;
    double oversubscription; //!< of T0s
};

// Clauses: [cost-table]
TEST(ClosShapeTest, CountsAreThoseOfTheSource)
{
    const uint64_t rate = GIGABIT;
    const Published rows[] = {
        {"the MRC paper, 2: two tiers of 8 planes", EightPlanes(), 6144, 2 * 1048576, 3, 1},
        {"the MRC paper, 2: three tiers of one plane", ThreeTiers(), 5120, 3 * 65536, 5, 1},
        // k pods of k/2 edge and k/2 aggregation switches, k^2/4 cores: 5 k^2 / 4 and k^3 / 4 hosts
        {"Al-Fares et al., SIGCOMM 2008, 3.2: k = 48",
         {27648,
          1,
          1,
          rate,
          {{1152, 1, 24, 24, 24, rate},
           {1152, 24, 576, 24, 24, rate},
           {576, 576, 27648, 48, 0, 0}}},
         2880,
         3 * 27648,
         5,
         1},
        // 15 groups of 8 T0s, one for each rail; of a T0 128 ports of 200G look down, 60 of 400G up
        {"by hand: two planes, 8 rails, oversubscribed",
         {15360,
          2,
          8,
          200 * rate,
          {{120, 1, 128, 128, 60, 400 * rate}, {60, 60, 15360, 120, 0, 0}}},
         2 * (120 + 60),
         2 * (15360 + 120 * 60),
         3,
         1.067},
    };
    for (const Published& row : rows)
    {
        EXPECT_EQ(row.shape.Switches(), row.switches) << row.source;
        EXPECT_EQ(row.shape.Links(), row.links) << row.source;
        EXPECT_EQ(row.shape.LongestPath(), row.path) << row.source;
        EXPECT_NEAR(row.shape.Oversubscription(0), row.oversubscription, 0.0005) << row.source;
        EXPECT_EQ(row.shape.Links(row.shape.tiers.size()), 0U) << "nothing above the highest tier";
        EXPECT_EQ(row.shape.Oversubscription(row.shape.tiers.size() - 1), 0) << row.source;
    }
}

/** @return counts of switches, links, and switches on the longest path, in words */
std::string
CountsOf(const TopologySpec& spec)
{
    const ClosShape shape = ShapeOfTopology(spec);
    return std::to_string(shape.Switches()) + " switches, " + std::to_string(shape.Links()) +
           " links, " + std::to_string(shape.LongestPath()) + " on a path";
}

// Clauses: [cost-table]
TEST(ClosShapeTest, OfATopologyCountsItsPorts)
{
    for (const TopologySpec& spec : SHAPES)
    {
        const Topology topology(spec);
        const ClosShape shape = ShapeOfTopology(spec);
        EXPECT_EQ(shape.Switches(), topology.NodeCount() - spec.nics);
        EXPECT_EQ(2 * shape.Links(), topology.PortCount());
    }
    EXPECT_EQ(CountsOf(PresetTopology("clos-8x100g-256", 131072)),
              "6144 switches, 2097152 links, 3 on a path");
    // two planes of four T0s, each with two links to each of three T1s
    EXPECT_EQ(CountsOf(Bundled(SpecOf(16, 2, 4, 3), 2)), "14 switches, 80 links, 3 on a path");
    // 8 pods of 4 T0s and 4 T1s, each T1 below four of 16 T2s
    const TopologySpec pods = InPods(SpecOf(128, 1, 4, 4), {4, 4});
    EXPECT_EQ(CountsOf(pods), "80 switches, 384 links, 5 on a path");
    EXPECT_EQ(ShapeOfTopology(pods).LossOfSwitch(2).planeShare, 1.0 / 16);
    EXPECT_EQ(CountsOf(SpecOf(5, 4, 16, 0)), "4 switches, 20 links, 1 on a path");
}

// Clauses: [cost-table]
TEST(ClosShapeTest, OfSwitchesThatAreNotAlikeIsRefused)
{
    TopologySpec spec = SpecOf(16, 2, 4, 3);
    spec.links = ReadLinkRules("link:0.0.1/missing", spec);
    EXPECT_EQ(ThrownText([&] { ShapeOfTopology(spec); }),
              "topology 'test' lacks links; expected all those of a Clos fabric");
    EXPECT_EQ(ThrownText([&] {
                  ShapeOfTopology(ParseDot("graph { edge [rate=100Gbps]\n"
                                           "a [role=nic]; b [role=nic]; "
                                           "a -- s; b -- s }"));
              }),
              "topology 'g.dot' is a graph, whose switches have no tiers; expected a Clos fabric "
              "by its numbers");
}

// Clauses: [cost-table]
TEST(ClosShapeTest, EightPlanesTakeThreeFifthsOfTheSwitchesAndTwoThirdsOfTheOptics)
{
    const ClosShape planes = EightPlanes();
    const ClosShape tiers = ThreeTiers();
    const auto perNic = [](uint64_t count, const ClosShape& shape) {
        return static_cast<double>(count) / static_cast<double>(shape.nics);
    };
    EXPECT_NEAR(perNic(planes.Switches(), planes) / perNic(tiers.Switches(), tiers), 3.0 / 5, 1e-9);
    const uint64_t module = 800 * GIGABIT; // takes one link of 800 Gb/s or eight of 100
    EXPECT_NEAR(perNic(planes.Optics(module), planes) / perNic(tiers.Optics(module), tiers),
                2.0 / 3,
                1e-9);
    EXPECT_EQ(planes.Optics(module), 4U * 131072) << "two at each NIC's link, two above";
}

/** The loss of a part of a fabric. */
struct Lost
{
    const char* what;
    BlastRadius loss;
    double planeShare;
    double nicShare;
    uint64_t nics;
};

// The paper's 3 %, 0.4 % and 12 % are 1/32, 1/256 of one plane and 1/8.
// Clauses: [cost-table]
TEST(ClosShapeTest, LossesAreThePublishedOnes)
{
    const ClosShape planes = EightPlanes();
    const ClosShape tiers = ThreeTiers();
    const Lost rows[] = {
        {"8 planes: port of a NIC", planes.LossOfLink(0), 1, 1.0 / 8, 1},
        {"8 planes: T0-T1 link", planes.LossOfLink(1), 1.0 / 256, 1.0 / 2048, 256},
        {"8 planes: T0", planes.LossOfSwitch(0), 1, 1.0 / 8, 256},
        {"8 planes: T1", planes.LossOfSwitch(1), 1.0 / 256, 1.0 / 2048, 131072},
        {"3 tiers: port of a NIC", tiers.LossOfLink(0), 1, 1, 1},
        {"3 tiers: T0-T1 link", tiers.LossOfLink(1), 1.0 / 32, 1.0 / 32, 32},
        {"3 tiers: T1-T2 link", tiers.LossOfLink(2), 1.0 / 1024, 1.0 / 1024, 1024},
        {"3 tiers: T0", tiers.LossOfSwitch(0), 1, 1, 32},
        {"3 tiers: T1", tiers.LossOfSwitch(1), 1.0 / 32, 1.0 / 32, 1024},
        {"3 tiers: T2", tiers.LossOfSwitch(2), 1.0 / 1024, 1.0 / 1024, 65536},
    };
    for (const Lost& row : rows)
    {
        EXPECT_DOUBLE_EQ(row.loss.planeShare, row.planeShare) << row.what;
        EXPECT_DOUBLE_EQ(row.loss.nicShare, row.nicShare) << row.what;
        EXPECT_DOUBLE_EQ(row.loss.serverShare, row.nicShare) << row.what << ": no rails";
        EXPECT_EQ(row.loss.nics, row.nics) << row.what;
    }
}

TEST(ClosShapeTest, RailsDivideWhatAServerLoses)
{
    ClosShape shape = EightPlanes();
    shape.rails = 4;
    EXPECT_DOUBLE_EQ(shape.LossOfSwitch(0).nicShare, 1.0 / 8);
    EXPECT_DOUBLE_EQ(shape.LossOfSwitch(0).serverShare, 1.0 / 32);
}

TEST(ClosShapeTest, NoMoreNicsAreHitThanThereAre)
{
    ClosShape shape = EightPlanes();
    shape.nics = 100; // of the 256 that the only T0 used has ports for
    EXPECT_EQ(shape.LossOfSwitch(0).nics, 100U);
}

TEST(ClosShapeTest, PowerAndPriceAreTheUsersFigures)
{
    DeviceFigures figures;
    EXPECT_EQ(ThreeTiers().Watts(figures), 0) << "no figure is assumed";
    EXPECT_EQ(ThreeTiers().Price(figures), 0);
    figures = {500, 10000, 15, 400, 20, 400 * GIGABIT};
    const uint64_t modules = 2 * 2 * 3 * 65536; // two of 400 at each end of 800
    EXPECT_EQ(ThreeTiers().Watts(figures), 5120 * 500.0 + modules * 15.0);
    EXPECT_EQ(ThreeTiers().Price(figures), 5120 * 10000.0 + modules * 400.0 + 196608 * 20.0);
}

} // namespace
} // namespace mrc
} // namespace ns3
