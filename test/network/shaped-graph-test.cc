/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Shapes that are planned or described by hand, as fabrics that run: of four tiers too.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "shaped-fabric.h"
#include "topology-shapes.h"

#include "ns3/mrc-fabric-cost.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/uinteger.h"

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

/** Compares the nodes and links of a fabric with the numbers of the shape. */
void
CompareCounts(const ClosShape& shape, const std::string& what)
{
    const TopologySpec spec = TopologyOfShape(shape, what);
    const FabricCost cost = CostOf(Topology(spec), 1);
    EXPECT_EQ(cost.nics, shape.nics) << what;
    EXPECT_EQ(cost.planes, shape.planes) << what;
    EXPECT_EQ(cost.Switches(), shape.Switches()) << what;
    EXPECT_EQ(cost.Links(), shape.Links()) << what;
    EXPECT_EQ(cost.longestPath, shape.LongestPath()) << what;
    ASSERT_EQ(cost.switches.size(), shape.tiers.size()) << what;
    for (std::size_t tier = 0; tier < shape.tiers.size(); ++tier)
    {
        EXPECT_EQ(cost.switches[tier], shape.tiers[tier].switches * shape.planes) << what << tier;
    }
}

// Clauses: [shaped-graphs], [planned-shapes]
TEST(ShapedGraph, HasTheSwitchesAndLinksOfThePlan)
{
    for (const uint32_t planes : {1U, 2U, 8U})
    {
        CompareCounts(PlannedFourTiers(32, planes, 4), std::to_string(planes) + " planes");
    }
    CompareCounts(PlannedFourTiers(512, 1, 8), "radix 8, full");
    CompareCounts(PlannedFourTiers(300, 1, 8), "the last pods partly filled");
}

// A shape of two or three tiers makes the fabric that its numbers make.
// Clauses: [shaped-graphs], [graph-paths]
TEST(ShapedGraph, IsTheSameNetworkAsByItsNumbers)
{
    for (const TopologySpec& spec : {SpecOf(32, 2, 8, 8),
                                     Bundled(SpecOf(37, 3, 5, 2), 4),
                                     SpecOf(16, 4, 16, 0),
                                     InPods(SpecOf(128, 1, 4, 4), {4, 4}),
                                     InPods(SpecOf(37, 2, 3, 2), {4, 3})})
    {
        const Topology numbered(spec);
        const Topology graph(TopologyOfShape(ShapeOfTopology(spec), "graph"));
        ASSERT_EQ(graph.NodeCount(), numbered.NodeCount());
        ASSERT_EQ(graph.PortCount(), numbered.PortCount());
        for (uint32_t nic = 0; nic < spec.nics; ++nic)
        {
            EXPECT_EQ(graph.NodeOf(graph.Peer(graph.NicPort(nic, 0))),
                      numbered.NodeOf(numbered.Peer(numbered.NicPort(nic, 0))));
        }
        if (spec.t1Links == 1) // in a graph each link side by side makes a path there and back
        {
            EXPECT_EQ(graph.Spec().PathsPerPlane(), numbered.Spec().PathsPerPlane());
        }
    }
}

/** @return the fingerprint of a permutation and an incast over four tiers */
uint64_t
RunFourTiers(uint32_t planes, bool inBytes)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(FourTiersOf(planes));
    helper.SetFabricAttribute("TrimSize", UintegerValue(132));
    helper.SetFabricAttribute("WireMode", BooleanValue(inBytes));
    const Ptr<Network> network = Audited(helper.Install());
    std::vector<Ptr<Qp>> qps;
    for (uint32_t nic = 0; nic < 32; ++nic)
    {
        qps.push_back(network->Connect(nic, 31 - nic)); // all of them over the highest tier
        qps.back()->Write(300000);
        if (nic != 5)
        {
            qps.push_back(network->Connect(nic, 5));
            qps.back()->Write(100000);
        }
    }
    Simulator::Run();
    for (std::size_t i = 0; i < qps.size(); ++i)
    {
        EXPECT_GE(qps[i]->Peer()->Counters().placedBytes, 100000U) << i;
    }
    EXPECT_GT(SumOf(*network, &PortCounters::trims), 0U);
    const Topology& topology = network->GetTopology();
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        EXPECT_GT(network->Engine().fabric.Tally().Counters(port).frames, 0U)
            << PortName(topology, port);
    }
    const uint64_t fingerprint = network->Fingerprint();
    Simulator::Destroy();
    return fingerprint;
}

// Clauses: [shaped-graphs], [carrier-segments], [wire-mode]
TEST(ShapedGraph, FourTiersCarryAPermutationAndAnIncast)
{
    for (const uint32_t planes : {1U, 2U})
    {
        EXPECT_EQ(RunFourTiers(planes, true), RunFourTiers(planes, false)) << planes;
    }
}

// Clauses: [shaped-graphs]
TEST(ShapedGraph, ParallelPlanesHaveNamesOfTheirOwn)
{
    const Topology topology(FourTiersOf(2));
    EXPECT_TRUE(FindNode(topology, "p0.t3.0"));
    EXPECT_TRUE(FindNode(topology, "p1.t3.7"));
    EXPECT_TRUE(FindNode(Topology(FourTiersOf(1)), "t3.7"));
}

// Clauses: [shaped-graphs]
TEST(ShapedGraph, ShapesThatFitNoFabric)
{
    const auto error = [](void (*change)(ClosShape&)) {
        ClosShape shape = PlannedFourTiers(32, 1, 4);
        change(shape);
        return ThrownText<std::invalid_argument>([&] { TopologyOfShape(shape, "s"); });
    };
    EXPECT_EQ(error([](ClosShape& s) { s.tiers.clear(); }),
              "shape 's': tiers = 0; expected 1 .. 8");
    EXPECT_EQ(error([](ClosShape& s) { s.nics = 33; }), "shape 's': nics = 33; expected 1 .. 32");
    EXPECT_EQ(error([](ClosShape& s) { s.planes = 9; }), "shape 's': planes = 9; expected 1 .. 8");
    EXPECT_EQ(error([](ClosShape& s) { s.rails = 3; }),
              "shape 's': nics modulo rails = 2; expected 0 .. 0");
    EXPECT_EQ(error([](ClosShape& s) { s.tiers[1].groupSwitches = 0; }),
              "shape 's': tiers[1].groupSwitches = 0; expected a multiple of 1");
    EXPECT_EQ(error([](ClosShape& s) { s.tiers[2].groupSwitches = 3; }),
              "shape 's': tiers[2].groupSwitches = 3; expected a multiple of 2");
    EXPECT_EQ(error([](ClosShape& s) { s.tiers[1].switches = 12; }),
              "shape 's': tiers[1].switches = 12; expected 16 .. 16");
    EXPECT_EQ(error([](ClosShape& s) { s.tiers[0].up = 1; }),
              "shape 's': tiers[0].up = 1; expected 2 .. 2047");
    EXPECT_EQ(error([](ClosShape& s) { s.tiers[3].switches = 16; }),
              "shape 's': tiers[3].switches = 16; expected 8 .. 8");
    EXPECT_EQ(error([](ClosShape& s) { s.tiers.resize(1); }),
              "shape 's': tiers[0].switches without a tier above = 16; expected 1 .. 1");
    EXPECT_EQ(error([](ClosShape& s) { s.tiers[2].upLinkRate = 0; }),
              "shape 's': tiers[2].upLinkRate = 0; expected 1000000 .. 3200000000000");
    EXPECT_EQ(error([](ClosShape& s) { s.tiers[0].nicsBelow = 8; }),
              "shape 's': tiers[0].nicsBelow = 8; expected 2 .. 2");
    EXPECT_EQ(error([](ClosShape& s) { s.nicLinkRate = 0; }).substr(0, 13), "topology 's':");
    const auto large = [] { TopologyOfShape(PlannedFourTiers(131072, 1, 64), "large"); };
    EXPECT_EQ(ThrownText<std::invalid_argument>(large),
              "shape 'large': tiers[0].switches = 4096; expected 1 .. 2048");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
