/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "graph-samples.h"
#include "graph-text.h"
#include "idle-paths.h"

#include "ns3/mrc-denylist.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-ideal.h"
#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-tick.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

// What do networks carry in fabrics that are graphs, and how fast?

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return directed links that carried nothing */
std::set<std::string>
IdlePorts(Network& network)
{
    std::set<std::string> idle;
    for (uint32_t port = 0; port < network.GetTopology().PortCount(); ++port)
    {
        if (network.Engine().fabric.Tally().Counters(port).frames == 0)
        {
            idle.insert(PortName(network.GetTopology(), port));
        }
    }
    return idle;
}

/** @return a network with switches that hash EVs */
Ptr<Network>
MakeHashed(const TopologySpec& spec)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetFabricAttribute("Encapsulation", StringValue("Ipv6"));
    helper.SetEvAttribute("Format", StringValue("Udp"));
    helper.SetTopology(spec);
    return Audited(helper.Install());
}

// Clauses: [graph-paths], [parallel-links]
TEST(GraphFabric, UnequalBundlesLeaveNoLinkIdle)
{
    const Ptr<Network> network = MakeNetwork(ParseDot(THICK));
    std::vector<Ptr<Qp>> qps{network->Connect(0, 2), network->Connect(3, 1)};
    for (const Ptr<Qp>& qp : qps)
    {
        qp->Write(1000000);
    }
    Simulator::Run();
    for (const Ptr<Qp>& qp : qps)
    {
        EXPECT_EQ(qp->Peer()->Counters().placedBytes, 1000000U);
    }
    EXPECT_EQ(IdlePorts(*network), std::set<std::string>());
    Simulator::Destroy();
}

// Clauses: [graph-files], [closed-forms]
TEST(GraphFabric, AnyGraphCarriesAllPairsInTheirIdealTimes)
{
    for (const char* const text : {RING, THICK})
    {
        const TopologySpec spec = ParseDot(text);
        for (uint32_t from = 0; from < spec.nics; ++from)
        {
            for (uint32_t to = 0; to < spec.nics; ++to)
            {
                if (from == to)
                {
                    continue;
                }
                const Ptr<Network> network = MakeNetwork(spec);
                const Ptr<Qp> qp = network->Connect(from, to);
                Instant done;
                NoteCompletion(qp, done);
                qp->Write(4096);
                Simulator::Run();
                // The ideal time is a lower bound. The ACK waits for the SACK, 22 ns, and the Write
                // may go over the plane of the ring that has longer ways. The time of one packet on
                // each path is exact: IdlePathsTakeTheClosedForm.
                const int64_t ideal = network->Unloaded().IdealBetween(from, to, 4096).Ps();
                EXPECT_GE(done.Ps() + 1000, ideal) << from << " to " << to;
                EXPECT_LE(done.Ps(), ideal + (text == RING ? 12000000 : 23000));
            }
        }
    }
    Simulator::Destroy();
}

// Clauses: [graph-files], [graph-paths], [closed-forms]
TEST(GraphFabric, IdlePathsTakeTheClosedForm)
{
    for (const char* const text : {RING, THICK})
    {
        const TopologySpec spec = ParseDot(text);
        for (uint32_t pair = 0; pair < spec.nics * spec.nics; ++pair)
        {
            if (pair / spec.nics != pair % spec.nics)
            {
                CompareIdlePaths(spec, pair / spec.nics, pair % spec.nics);
            }
        }
    }
}

/** @return the fingerprint of two Writes over THICK while links and a switch are down */
uint64_t
FaultyRun(bool inBytes)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetFabricAttribute("WireMode", BooleanValue(inBytes));
    helper.SetTopology(ParseDot(THICK));
    const Ptr<Network> network = Audited(helper.Install());
    network->ScheduleFaults("t1:0.1@20us,link:0.0.0@10us..60us"); // y for good, the first to x
    std::vector<Ptr<Qp>> qps{network->Connect(0, 2), network->Connect(3, 1)};
    for (const Ptr<Qp>& qp : qps)
    {
        qp->Write(3000000);
    }
    Simulator::Stop(MilliSeconds(5));
    Simulator::Run();
    for (const Ptr<Qp>& qp : qps)
    {
        EXPECT_EQ(qp->Peer()->Counters().placedBytes, 3000000U);
    }
    EXPECT_GT(SumOf(*network, &PortCounters::drops), 0U);
    const uint64_t fingerprint = network->Fingerprint();
    Simulator::Destroy();
    return fingerprint;
}

// Clauses: [graph-files], [wire-mode], [link-outage]
TEST(GraphFabric, FaultsThatLastLeaveTheOtherPaths)
{
    EXPECT_EQ(FaultyRun(false), FaultyRun(true));
}

// Clauses: [graph-files], [link-rules]
TEST(GraphFabric, ALongLinkMakesNoQueueLarger)
{
    std::string longer = THICK;
    longer.insert(longer.find("y -- right") + 10, " [delay=100us]");
    const Ptr<Network> one = MakeNetwork(ParseDot(THICK));
    std::vector<uint32_t> limits;
    const uint32_t ports = one->GetTopology().PortCount();
    for (uint32_t port = 0; port < ports; ++port)
    {
        limits.push_back(one->Engine().fabric.State().ConfigOf(port).Limit(TrafficClass::DATA));
    }
    const Ptr<Network> other = MakeNetwork(ParseDot(longer));
    for (uint32_t port = 0; port < ports; ++port)
    {
        EXPECT_EQ(other->Engine().fabric.State().ConfigOf(port).Limit(TrafficClass::DATA),
                  limits[port])
            << port;
    }
    EXPECT_GT(*std::max_element(limits.begin(), limits.end()), 0U);
    EXPECT_GT(other->Unloaded().BaseRttBetween(0, 2).Ps(), 200 * 1000000);
    Simulator::Destroy();
}

// Clauses: [graph-files]
TEST(GraphFabric, NamesAreThoseOfTheGraph)
{
    const Ptr<Network> network = MakeNetwork(ParseDot(RING));
    const Topology& topology = network->GetTopology();
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        EXPECT_EQ(FindNode(topology, NodeName(topology, node)), node);
        for (const uint32_t port : PortsOf(topology, node))
        {
            EXPECT_EQ(topology.NodeOf(port), node);
            EXPECT_EQ(topology.PortAt(topology.PortPlaceOf(port)), port);
            EXPECT_EQ(topology.Peer(topology.Peer(port)), port);
        }
        EXPECT_EQ(topology.NodeAt(topology.PlaceOf(node)), node);
    }
    EXPECT_EQ(NodeName(topology, 5), "s0");
    EXPECT_EQ(PortName(topology, PortsOf(topology, 5)[1]), "s0.up0");
    EXPECT_EQ(PortName(topology, 0), "n0.p0");
    EXPECT_EQ(ThrownText([&] { NodesNamed(topology, "nic0"); }),
              "'nic0' is no node of g.dot; expected a name of that graph, such as 's0'");
    const std::string text = DescribeNetwork(*network);
    EXPECT_NE(
        text.find(
            "5 NICs, a graph of 7 switches (7 T0s) in 2 planes, paths of a pair at most 1 in a "
            "plane, links 100 Gb/s to NICs and 100 Gb/s between switches"),
        std::string::npos)
        << text;
    Simulator::Destroy();
}

// Clauses: [graph-paths], [ecmp-tables], [closed-forms]
TEST(GraphFabric, SwitchesHashOverAllShortestPaths)
{
    const Ptr<Network> network = MakeHashed(ParseDot(THICK));
    const Ptr<Qp> there = network->Connect(0, 2);
    const Ptr<Qp> back = network->Connect(3, 1);
    Instant done;
    NoteCompletion(there, done);
    there->Write(4096);
    Simulator::Run();
    const int64_t ideal = network->Unloaded().IdealBetween(0, 2, 4096).Ps();
    EXPECT_GE(done.Ps() + 1000, ideal);
    EXPECT_LE(done.Ps(), ideal + 19000) << "the ACK waits for the SACK, which is not counted";
    there->Write(1000000);
    back->Write(1000000);
    network->Connect(0, 1)->Write(4096); // below one switch
    Simulator::Run();
    EXPECT_EQ(there->Peer()->Counters().placedBytes, 1004096U);
    EXPECT_EQ(back->Peer()->Counters().placedBytes, 1000000U);
    EXPECT_EQ(IdlePorts(*network), std::set<std::string>());
    EXPECT_EQ(SumOf(*network, &PortCounters::drops), 0U);
    Simulator::Destroy();
}

// Clauses: [graph-paths], [ecmp-tables], [closed-forms]
TEST(GraphFabric, FourTiersRunWhereSwitchesHash)
{
    const Ptr<Network> network = MakeHashed(ParseDot(FourTiers()));
    for (const uint32_t far : {1U, 3U, 5U, 15U}) // below one switch, over b, over c and over d
    {
        const Ptr<Qp> near = network->Connect(0, far);
        const Instant start = Instant() + ToSpan(Simulator::Now());
        Instant done;
        NoteCompletion(near, done);
        near->Write(4096);
        Simulator::Run();
        // On the longest way the ACK waits for the SACK.
        EXPECT_NEAR((done - start).Ps(),
                    network->Unloaded().IdealBetween(0, far, 4096).Ps(),
                    far == 15 ? 10000 : 2000)
            << far;
    }
    const Ptr<Qp> qp = network->Connect(0, 15);
    qp->Write(1000000);
    Simulator::Run();
    EXPECT_EQ(qp->Peer()->Counters().placedBytes, 1000000U);
    const Topology& topology = network->GetTopology();
    for (uint32_t i = 0; i < 8; ++i)
    {
        uint64_t frames = 0;
        for (const uint32_t port : PortsOf(topology, *FindNode(topology, "d" + std::to_string(i))))
        {
            frames += network->Engine().fabric.Tally().Counters(port).frames;
        }
        EXPECT_GT(frames, 0U) << "all switches of the highest tier carry some: d" << i;
    }
    Simulator::Destroy();
}

// Clauses: [ev-denied], [graph-files]
TEST(GraphFabricDeathTest, UplinksOfAGraphHaveNoNumbersInCommon)
{
    const Ptr<Network> network = MakeNetwork(ParseDot(THICK));
    EXPECT_DEATH(network->GetDenylist().Deny(0, 1), "g.dot is a graph, whose switches have no");
    Simulator::Destroy();
}

// Clauses: [hop-latency], [graph-files], [closed-forms]
TEST(GraphFabric, SwitchesMayHaveLatencies)
{
    const std::string plain = "graph { edge [rate=100Gbps]; node [role=nic]; a; z\n"
                              "node [role=switch]; a -- l -- x -- r -- z }";
    std::string other = plain;
    other.insert(other.find("a --"), "l; x [latency=1us]; r [latency=\"0.5ns\"]; ");
    const Topology topology(ParseDot(other));
    const Topology usual(ParseDot(plain));
    // there and back: 400 ns more over x, 599.5 ns less into r
    EXPECT_EQ(BaseRtt(topology, 0, 1, {}).Ps(),
              BaseRtt(usual, 0, 1, {}).Ps() + 2 * (400000 - 599500));
    const Ptr<Network> network = MakeNetwork(ParseDot(other));
    const Ptr<Qp> qp = network->Connect(0, 1);
    Instant done;
    NoteCompletion(qp, done);
    qp->Write(4096);
    Simulator::Run();
    EXPECT_NEAR(done.Ps(), network->Unloaded().IdealBetween(0, 1, 4096).Ps(), 1000);
    for (const char* const bad : {"5", "-1ns", "1us/rate=1Gbps", "9s"})
    {
        std::string text = plain;
        text.insert(text.find("a --"), std::string("x [latency=\"") + bad + "\"]; ");
        EXPECT_NE(ThrownText([&] { ParseDot(text); }).find("a switch with latency '"),
                  std::string::npos)
            << ThrownText([&] { ParseDot(text); });
    }
    Simulator::Destroy();
}

// Clauses: [missing-links]
TEST(GraphFabric, WhatAGraphHasNotIsRefused)
{
    TopologySpec spec = ParseDot(THICK);
    spec.links = ReadLinkRules("link:0.0.1/missing", spec);
    EXPECT_NE(ThrownText([&] {
                  Topology topology(spec);
              }).find("takes a link away; expected a graph without that link"),
              std::string::npos);
    EXPECT_NE(ThrownText([&] { ReadLinkRules("link:0.0.4/rate=50%", spec); }).find("expected a"),
              std::string::npos)
        << "four uplinks";
    spec.links = ReadLinkRules("link:0.1.2/rate=50%,plane:0/delay=9ns", ParseDot(THICK));
    const Topology topology(spec);
    EXPECT_EQ(LineOf(topology, topology.PortAt({PortKind::T0_UP, 0, 1, 2})).rate, 50000000000U);
    EXPECT_EQ(LineOf(topology, 0).delay, Nanos(9));
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
