/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Presets that are graphs: rail-optimised, and of four tiers.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "idle-paths.h"

#include "ns3/mrc-ev-file.h"
#include "ns3/mrc-ev-list.h"
#include "ns3/mrc-ev-templates.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
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

/** @return the name of the switch that a NIC hangs on */
std::string
SwitchOf(const Topology& topology, uint32_t nic)
{
    return NodeName(topology, topology.NodeOf(topology.Peer(topology.NicPort(nic, 0))));
}

// Clauses: [rail-optimised]
TEST(GraphPresets, NicsOfOneNumberShareARail)
{
    const Topology topology(PresetTopology("rails8-1x400g", 136)); // the 17th server begins T0s
    for (uint32_t nic = 0; nic < 136; ++nic)
    {
        EXPECT_EQ(SwitchOf(topology, nic),
                  "rail" + std::to_string(nic % 8) + (nic < 128 ? ".0" : ".1"));
    }
    const GraphPaths& paths = topology.Spec().graph->Paths();
    const uint32_t rail0 = 136;
    EXPECT_EQ(paths.Count(rail0, rail0 + 2), 16U) << "to another rail over each spine";
    EXPECT_EQ(paths.Hops(rail0, rail0 + 2), 2U);
    EXPECT_EQ(topology.PortCount(), 2U * (136 + 16 * 16));
    EXPECT_EQ(ThrownText<std::invalid_argument>([] { PresetTopology("rails8-1x400g", 12); }),
              "topology 'rails8-1x400g': nics = 12; expected 1 .. 16384, a multiple of 8");
}

// Clauses: [four-tier-presets]
TEST(GraphPresets, FourTiersHaveSevenSwitchesOnTheLongestPath)
{
    const Topology topology(PresetTopology("clos4-1x800g", 128));
    const GraphPaths& paths = topology.Spec().graph->Paths();
    const uint32_t t0 = 128;
    EXPECT_EQ(paths.Hops(t0, t0 + 3), 2U) << "within a pod";
    EXPECT_EQ(paths.Count(t0, t0 + 3), 4U);
    EXPECT_EQ(paths.Hops(t0, t0 + 4), 4U);
    EXPECT_EQ(paths.Count(t0, t0 + 4), 16U);
    EXPECT_EQ(paths.Hops(t0, t0 + 16), 6U);
    EXPECT_EQ(paths.Count(t0, t0 + 16), 64U);
    const Topology large(PresetTopology("clos4-1x800g-8", 513)); // the last NIC has pods of its own
    const GraphPaths& many = large.Spec().graph->Paths();
    EXPECT_EQ(many.Hops(513, 513 + 64), 6U);
    EXPECT_EQ(many.Count(513, 513 + 64), 512U);
    EXPECT_EQ(ThrownText<std::invalid_argument>([] { PresetTopology("clos4-1x800g", 5000); }),
              "topology 'clos4-1x800g': nics = 5000; expected 1 .. 4096");
}

// Clauses: [rail-optimised], [closed-forms]
TEST(GraphPresets, IdlePathsOfRailsTakeTheClosedForm)
{
    const TopologySpec rails = PresetTopology("rails8-1x400g", 32);
    CompareIdlePaths(rails, 0, 31); // from rail to rail over each of 16 spines
    CompareIdlePaths(rails, 0, 1);  // the same within a server
    CompareIdlePaths(rails, 3, 27); // along a rail
}

// Clauses: [four-tier-presets], [closed-forms]
TEST(GraphPresets, IdlePathsBelowTheFourthTierTakeTheClosedForm)
{
    const TopologySpec tiers = PresetTopology("clos4-1x800g", 128);
    CompareIdlePaths(tiers, 0, 63);
    CompareIdlePaths(tiers, 17, 2);
    // FourTiersRunInTheirIdealTimes goes beyond: eight uSIDs take a header that this rig lacks.
}

// Clauses: [rail-optimised]
TEST(GraphPresets, RailsCarryAPermutationAcrossRails)
{
    const Ptr<Network> network = MakeNetwork(PresetTopology("rails8-1x400g", 32));
    std::vector<Ptr<Qp>> qps;
    for (uint32_t nic = 0; nic < 32; ++nic)
    {
        qps.push_back(network->Connect(nic, (nic + 9) % 32)); // the next server, the next rail
        qps.back()->Write(500000);
    }
    Simulator::Run();
    for (const Ptr<Qp>& qp : qps)
    {
        EXPECT_EQ(qp->Peer()->Counters().placedBytes, 500000U);
    }
    EXPECT_EQ(SumOf(*network, &PortCounters::drops), 0U);
    const Topology& topology = network->GetTopology();
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        EXPECT_GT(network->Engine().fabric.Tally().Counters(port).frames, 0U)
            << PortName(topology, port);
    }
    Simulator::Destroy();
}

// Clauses: [four-tier-presets], [closed-forms], [carrier-segments]
TEST(GraphPresets, FourTiersRunInTheirIdealTimes)
{
    for (const uint32_t far : {1U, 4U, 16U, 127U})
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(7);
        helper.SetTopology(PresetTopology("clos4-1x800g", 128));
        helper.SetFabricAttribute("TrimSize", UintegerValue(132));
        const Ptr<Network> network = Audited(helper.Install());
        const Ptr<Qp> qp = network->Connect(0, far);
        Instant done;
        NoteCompletion(qp, done);
        qp->Write(4096);
        Simulator::Run();
        EXPECT_NEAR(done.Ps(), network->Unloaded().IdealBetween(0, far, 4096).Ps(), 1000) << far;
    }
    Simulator::Destroy();
}

// Clauses: [rail-optimised], [ev-templates]
TEST(GraphPresets, RailsCanBeWrittenIntoAFileOfEvs)
{
    const Topology topology(PresetTopology("rails8-1x400g", 16));
    std::stringstream file;
    WriteEvFile(file, topology);
    const EvFile evs = EvFile::Read(file, "rails.json");
    for (const auto& [from, to] : {std::pair{0, 1}, std::pair{0, 15}})
    {
        std::vector<uint32_t> values = ListOf(evs, topology, from, to).planes.at(0);
        std::sort(values.begin(), values.end());
        ASSERT_EQ(values.size(), 16U) << "a path over each spine";
        EXPECT_EQ(values.front(), 0U);
        EXPECT_EQ(std::unique(values.begin(), values.end()), values.end());
    }
    EXPECT_EQ(ListOf(evs, topology, 0, 8).planes.at(0).size(), 1U) << "along the rail";
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
