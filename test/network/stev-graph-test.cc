/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Structured EVs in graphs: each switch chooses by a digit of the path's number.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "graph-samples.h"
#include "graph-text.h"
#include "shaped-fabric.h"
#include "topology-shapes.h"

#include "ns3/mrc-carrier-template.h"
#include "ns3/mrc-denylist.h"
#include "ns3/mrc-ecmp-tables.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-graph-segments.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-stev-digits.h"

#include <algorithm>
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

/** @return the ports by which switches send a packet of an EV, down to its NIC */
std::vector<uint32_t>
PortsByTables(const Topology& topology,
              const std::vector<EcmpForwarder>& tables,
              uint32_t source,
              uint32_t destination,
              Ev ev)
{
    Frame frame;
    frame.source = source;
    frame.destination = CarrierTemplate::Direct(destination, 0, 0).For(ev);
    frame.entropy = ev.value;
    std::vector<uint32_t> ports;
    uint32_t port = topology.NicPort(source, ev.Plane());
    for (int hops = 0; hops < 20; ++hops)
    {
        const uint32_t node = topology.NodeOf(topology.Peer(port));
        if (node < topology.Spec().nics)
        {
            EXPECT_EQ(node, destination);
            break;
        }
        port = tables.at(node - topology.Spec().nics).Decide(frame).port;
        ports.push_back(port);
    }
    return ports;
}

/** @return fabrics of which one digit for each switch is enough */
std::vector<TopologySpec>
GraphsWithDigits()
{
    return {ParseDot(FourTiers()),
            ParseDot(RING),
            ParseDot(DotOf(Topology(InPods(SpecOf(37, 2, 3, 2), {4, 3})))),
            PresetTopology("rails8-1x400g", 16),
            PresetTopology("clos4-1x800g", 128),
            FourTiersOf(2)};
}

// Clauses: [stev-choice], [graph-paths]
TEST(StevGraph, SwitchesTakeThePathsOfSrv6)
{
    for (const TopologySpec& spec : GraphsWithDigits())
    {
        const Topology topology(spec);
        const GraphShape& shape = *topology.Spec().graph;
        const auto tables = EcmpTables(topology, EV_FORMAT_STEV, ECMP_SEED_SWITCH, KeyedDraws(3));
        for (uint32_t nic = 1; nic < spec.nics; nic += 1 + spec.nics / 11)
        {
            for (uint32_t value = 0; value < 70; ++value)
            {
                const Ev ev = Ev::Of(static_cast<PlaneId>(value % spec.planes), value);
                for (const auto& [from, to] : {std::pair{0U, nic}, std::pair{nic, 0U}})
                {
                    ASSERT_EQ(PortsByTables(topology, tables, from, to, ev),
                              SwitchPortsOfPath(shape, from, to, ev))
                        << spec.name << " " << from << " " << to << " " << value;
                }
            }
        }
    }
}

// Clauses: [stev-choice]
TEST(StevGraph, DigitsByHand)
{
    const TopologySpec spec = ParseDot(FourTiers());
    const std::vector<uint32_t> divisors = StevDivisors(*spec.graph, 0);
    ASSERT_EQ(divisors.size(), 32U);
    for (uint32_t i = 0; i < 32; ++i)
    {
        // Each tier up has two ways, and the way down from a T3 is one.
        const uint32_t expected[] = {1, 2, 4, 1};
        EXPECT_EQ(divisors[i], expected[i / 8]) << i;
    }
}

// Clauses: [stev-choice]
TEST(StevGraph, WhatOneDigitIsNotEnoughForIsRefusedByName)
{
    const auto error = [](const std::string& text) {
        const Topology topology(ParseDot(text));
        return ThrownText<std::invalid_argument>(
            [&] { EcmpTables(topology, EV_FORMAT_STEV, ECMP_SEED_SWITCH, KeyedDraws(3)); });
    };
    const std::string expected = "; expected as many paths behind each of a switch's ways and as "
                                 "many choices before it for all, or Format Srv6 or Udp";
    const std::string begin = "ns3::mrc::EvProfile::Format = Stev in a graph where ";
    EXPECT_EQ(error(THICK),
              begin + "'right' has ways with unequal numbers of paths to 'left'" + expected);
    // What comes from A had two choices before, what comes from B three.
    EXPECT_EQ(error("graph { edge [rate=100Gbps]; node [role=nic]; a; b; c; node [role=switch]\n"
                    "a -- A; b -- B; c -- C; A -- m; A -- k; B -- m; B -- k; B -- q\n"
                    "m -- n1 -- C; m -- n2 -- C; k -- n1; k -- n2; q -- n1; q -- n2 }"),
              begin + "'m' would have to know where packets come from to 'C'" + expected);
}

// Clauses: [stev-choice], [ev-denied], [graph-names]
TEST(StevGraph, NothingCrossesADeniedLinkOfT2AndT3)
{
    const auto frames = [](bool denies) {
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(7);
        helper.SetTopology(ParseDot(FourTiers()));
        helper.SetFabricAttribute("Encapsulation", StringValue("Ipv6"));
        helper.SetEvAttribute("Format", StringValue("Stev"));
        const Ptr<Network> network = Audited(helper.Install());
        if (denies)
        {
            network->GetDenylist().Deny(std::string("link:c3-d3"));
        }
        for (uint32_t nic = 0; nic < 16; ++nic)
        {
            network->Connect(nic, 15 - nic)->Write(1000000);
        }
        Simulator::Run();
        const Topology& topology = network->GetTopology();
        uint64_t sum = 0;
        for (const uint32_t port : PortsOf(topology, *FindNode(topology, "c3")))
        {
            const uint32_t peer = topology.Peer(port);
            if (NodeName(topology, topology.NodeOf(peer)) == "d3")
            {
                const FabricTally tally = network->Engine().fabric.Tally();
                sum += tally.Counters(port).frames + tally.Counters(peer).frames;
            }
        }
        for (const Ptr<Qp>& qp : network->GetQueuePairs())
        {
            EXPECT_EQ(qp->Peer()->Counters().placedBytes, 1000000U);
        }
        Simulator::Destroy();
        return sum;
    };
    EXPECT_GT(frames(false), 100U);
    EXPECT_EQ(frames(true), 0U);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
