/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "../workload/data-file.h"
#include "pods-of-four.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-ideal.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-qp-paths.h"
#include "ns3/mrc-topo-reader.h"

#include <gtest/gtest.h>
#include <map>
#include <string>

// A network of three tiers beside one of two.

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return data and control frames that each switch has sent, by the switch's name */
std::map<std::string, uint64_t>
FramesOfSwitches(Network& network)
{
    const Topology& topology = network.GetTopology();
    std::map<std::string, uint64_t> frames;
    for (uint32_t node = topology.Spec().nics; node < topology.NodeCount(); ++node)
    {
        for (const uint32_t port : PortsOf(topology, node))
        {
            frames[NodeName(topology, node)] +=
                network.Engine().fabric.Tally().Counters(port).frames;
        }
    }
    return frames;
}

// Clauses: [base-rtt], [three-tiers]
TEST(Pods, BaseRttByHand)
{
    TopologySpec spec = PodsOfFour(16);
    // 6 * 340,960 and 6 * 14,240 on the lines; two ways of 40 + 250 + 250 ns of fibre and 5 * 600
    // ns
    EXPECT_EQ(BaseRtt(Topology(spec), 0, 15, {}).Ps(), 6 * 355200 + 2 * 3540000);
    EXPECT_EQ(BaseRtt(Topology(spec), 0, 3, {}).Ps(), 5600800) << "two tiers within a pod";
    spec.upperLinkRate = 400000000000;
    spec.upperLinkDelay = Nanos(500);
    spec.t2Latency = Nanos(700);
    EXPECT_EQ(BaseRtt(Topology(spec), 0, 15, {}).Ps(),
              4 * 355200 + 2 * 355200 / 4 + 2 * (3540000 + 2 * 375000 + 100000));
}

// Clauses: [three-tiers], [carrier-pods]
TEST(Pods, AFlowSpreadsOverAllT2sAndNoneWithinAPod)
{
    const Ptr<Network> network = MakeNetwork(PodsOfFour(16));
    network->Connect(0, 15)->Write(1000000);
    Simulator::Run();
    std::map<std::string, uint64_t> frames = FramesOfSwitches(*network);
    for (const char* name : {"p0.t2.0", "p0.t2.1", "p0.t2.2", "p0.t2.3"})
    {
        EXPECT_GT(frames[name], 40U) << name;
    }
    EXPECT_EQ(frames["p0.t1.2"], 0U) << "of the second pod";
    const Ptr<Network> pod = MakeNetwork(PodsOfFour(16));
    pod->Connect(0, 3)->Write(1000000);
    Simulator::Run();
    frames = FramesOfSwitches(*pod);
    EXPECT_EQ(frames["p0.t2.0"] + frames["p0.t2.3"], 0U);
    EXPECT_GT(frames["p0.t1.0"], 80U);
    EXPECT_GT(frames["p0.t1.1"], 80U);
    Simulator::Destroy();
}

// Clauses: [ev-denied], [carrier-pods]
TEST(Pods, NothingTakesADeniedUplink)
{
    const Ptr<Network> network = MakeNetwork(PodsOfFour(16));
    network->GetDenylist().Deny(0, 1);
    const Ptr<Qp> qp = network->Connect(0, 15);
    qp->Write(1000000);
    Simulator::Run();
    EXPECT_EQ(qp->Peer()->Counters().placedBytes, 1000000U);
    std::map<std::string, uint64_t> frames = FramesOfSwitches(*network);
    for (const char* name : {"p0.t1.1", "p0.t1.7", "p0.t2.2", "p0.t2.3"})
    {
        EXPECT_EQ(frames[name], 0U) << name << " is above the second uplink of a T0";
    }
    EXPECT_GT(frames["p0.t2.0"], 80U);
    EXPECT_GT(frames["p0.t2.1"], 80U);
    Simulator::Destroy();
}

TEST(Pods, NodesHaveNames)
{
    const Topology topology(PodsOfFour(16));
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        EXPECT_EQ(FindNode(topology, NodeName(topology, node)), node);
    }
    EXPECT_EQ(ThrownText([&] { NodesNamed(topology, "p0.t2.4"); }),
              "'p0.t2.4' is no node of this fabric; expected nic0 .. nic15, p0.t0.0 .. p0.t0.7, "
              "p0.t1.0 .. p0.t1.7 or p0.t2.0 .. p0.t2.3");
}

TEST(Pods, TheDescriptionSaysWhatThereIs)
{
    const std::string text = DescribeNetwork(*MakeNetwork(PodsOfFour(16)));
    for (const char* part : {"planes 1 of 8 T0s and 8 T1s in 4 pods below 4 T2s",
                             "paths of a pair 4 (1 below one T0)",
                             "links 100 Gb/s to NICs, 100 Gb/s in pods and 100 Gb/s between them",
                             "base RTT 9.211 us"})
    {
        EXPECT_NE(text.find(part), std::string::npos) << part << " in: " << text;
    }
    Simulator::Destroy();
}

// Clauses: [ev-modes]
TEST(Pods, EvsNamePaths)
{
    const auto install = [](const std::string& evs) {
        Simulator::Destroy();
        FabricHelper helper;
        helper.SetTopology(PodsOfFour(16));
        helper.SetEvAttribute("Mode", StringValue("Explicit"));
        helper.SetEvAttribute("Evs", StringValue(evs));
        Audited(helper.Install());
    };
    EXPECT_EQ(ThrownText([&] { install("1:0-3"); }), "no error");
    EXPECT_NE(ThrownText([&] { install("1:0-4"); }).find("expected paths 0 .. 3"),
              std::string::npos)
        << ThrownText([&] { install("1:0-4"); });
    Simulator::Destroy();
}

// The largest shipped file: htsim's 1,024 hosts behind 128 T0s, 128 T1s and 64 T2s.
// Clauses: [three-tiers], [htsim-files]
TEST(Pods, APermutationOfAThousandNicsCompletes)
{
    const Ptr<Network> network = MakeNetwork(ReadTopologyFile(DataFile("fat_tree_1024_1os.topo")));
    const uint32_t nics = network->GetTopology().Spec().nics;
    ASSERT_EQ(nics, 1024U);
    constexpr uint64_t BYTES = 100000;
    std::vector<Ptr<Qp>> qps;
    uint32_t completed = 0;
    for (uint32_t nic = 0; nic < nics; ++nic)
    {
        qps.push_back(network->Connect(nic, (37 * nic + 517) % nics)); // never itself: 517 is odd
        CountSuccess(qps.back(), completed);
        qps.back()->Write(BYTES);
    }
    Simulator::Run();
    EXPECT_EQ(completed, nics);
    EXPECT_EQ(SumOf(*network, &PortCounters::trims), 0U);
    const std::map<std::string, uint64_t> frames = FramesOfSwitches(*network);
    EXPECT_EQ(frames.size(), 128U + 128U + 64U);
    for (const auto& [name, count] : frames)
    {
        EXPECT_GT(count, 0U) << name;
    }
    Simulator::Destroy();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
