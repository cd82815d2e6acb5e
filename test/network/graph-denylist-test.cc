/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Links and switches of graphs on the denylist, and drained ones.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "drained-maintenance.h"
#include "graph-samples.h"
#include "graph-text.h"

#include "ns3/mrc-denial.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-graph-crossing.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"

#include <gtest/gtest.h>
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

uint64_t
FramesOf(Network& network, PortIndex port)
{
    return network.Engine().fabric.Tally().Counters(port).frames;
}

/** @return frames over the links of a node, in both directions */
uint64_t
FramesAround(Network& network, const std::string& name)
{
    const Topology& topology = network.GetTopology();
    uint64_t frames = 0;
    for (const uint32_t port : PortsOf(topology, *FindNode(topology, name)))
    {
        frames += FramesOf(network, port) + FramesOf(network, topology.Peer(port));
    }
    return frames;
}

/** @return the ports of the switch `left` of THICK to a neighbour, in the order of its links */
std::vector<PortIndex>
PortsBetween(const Topology& topology, const std::string& from, const std::string& to)
{
    std::vector<PortIndex> ports;
    for (const uint32_t port : PortsOf(topology, *FindNode(topology, from)))
    {
        if (topology.NodeOf(topology.Peer(port)) == *FindNode(topology, to))
        {
            ports.push_back(port);
        }
    }
    return ports;
}

/** A link of THICK, and how users name the link. */
struct ThickLink
{
    const char* place;
    const char* from;
    const char* to;
    std::size_t number;
};

// Clauses: [ev-denied], [graph-paths], [wire-mode]
TEST(GraphDenylist, NothingCrossesADeniedLink)
{
    for (const ThickLink& link : {ThickLink{"link:left-x.1", "left", "x", 1},
                                  ThickLink{"link:left-y", "left", "y", 0},
                                  ThickLink{"link:right-x.1", "x", "right", 1}})
    {
        std::vector<uint64_t> fingerprints;
        for (const bool inBytes : {false, true})
        {
            Simulator::Destroy();
            FabricHelper helper;
            helper.AssignStreams(7);
            helper.SetTopology(ParseDot(THICK));
            helper.SetFabricAttribute("WireMode", BooleanValue(inBytes));
            const Ptr<Network> network = Audited(helper.Install());
            const Topology& topology = network->GetTopology();
            const PortIndex port = PortsBetween(topology, link.from, link.to).at(link.number);
            const Ptr<Qp> before = network->Connect(0, 2);
            network->GetDenylist().Deny(std::string(link.place));
            const Ptr<Qp> after = network->Connect(3, 1);
            const Ptr<Qp> local = network->Connect(0, 1);
            for (const Ptr<Qp>& qp : {before, after, local})
            {
                qp->Write(1000000);
            }
            Simulator::Run();
            for (const Ptr<Qp>& qp : {before, after, local})
            {
                EXPECT_EQ(qp->Peer()->Counters().placedBytes, 1000000U) << link.place;
                EXPECT_EQ(qp->Counters().pathsRetired, 0U);
            }
            EXPECT_EQ(FramesOf(*network, port), 0U) << link.place;
            EXPECT_EQ(FramesOf(*network, topology.Peer(port)), 0U) << "no acknowledgement either";
            EXPECT_GT(FramesAround(*network, "x"), 100U);
            EXPECT_EQ(FramesAround(*network, "y") == 0, link.to[0] == 'y');

            network->GetDenylist().Allow(std::string(link.place));
            Simulator::Stop(MilliSeconds(1));
            Simulator::Run();
            before->Write(1000000);
            Simulator::Run();
            EXPECT_GT(FramesOf(*network, port), 10U) << link.place << " is used again";
            fingerprints.push_back(network->Fingerprint());
        }
        EXPECT_EQ(fingerprints[0], fingerprints[1]) << link.place;
    }
    Simulator::Destroy();
}

// In a ring packets of others pass a switch on which NICs hang.
// Clauses: [ev-denied], [graph-paths]
TEST(GraphDenylist, NothingPassesADeniedSwitch)
{
    const Ptr<Network> network = MakeNetwork(ParseDot(RING));
    network->GetDenylist().Deny(std::string("t0:s1"));
    const Ptr<Qp> past = network->Connect(0, 2); // over s1 in the plane of the ring
    const Ptr<Qp> other = network->Connect(3, 2);
    const Ptr<Qp> own = network->Connect(1, 2);
    for (const Ptr<Qp>& qp : {past, other, own})
    {
        qp->Write(1000000);
    }
    Simulator::Run();
    for (const Ptr<Qp>& qp : {past, other, own})
    {
        EXPECT_EQ(qp->Peer()->Counters().placedBytes, 1000000U);
    }
    EXPECT_EQ(FramesAround(*network, "s1"), 0U);
    EXPECT_GT(other->Counters().planePackets[0], 50U);
    EXPECT_EQ(past->Counters().planePackets[0], 0U);
    EXPECT_GT(past->Counters().planePackets[1], 200U);
    Simulator::Destroy();
}

/** The answer is the one of the list of a path's ports, for all paths of all links. */
// Clauses: [graph-paths]
TEST(GraphDenylist, CrossingIsThatOfThePathsPorts)
{
    const Topology topology(ParseDot(FourTiers()));
    const GraphShape& shape = *topology.Spec().graph;
    const uint32_t from = shape.SwitchOf(0, 0);
    const uint32_t to = shape.SwitchOf(15, 0);
    const uint32_t paths = shape.Paths().Count(from, to);
    uint32_t crossings = 0;
    for (uint32_t path = 0; path < paths; ++path)
    {
        const std::vector<uint32_t> ports = shape.Paths().PortsOf(from, to, path);
        crossings += ports.size();
        for (PortIndex port = 0; port < topology.PortCount(); ++port)
        {
            const bool expected = std::count(ports.begin(), ports.end(), port) != 0 ||
                                  std::count(ports.begin(), ports.end(), topology.Peer(port)) != 0;
            ASSERT_EQ(CrossesLink(shape, 0, 15, Ev::Of(0, path), port), expected) << path;
            ASSERT_EQ(CrossesLink(shape, 0, 15, Ev::Of(0, path + paths), port), expected);
        }
    }
    EXPECT_EQ(crossings, paths * 6);
}

// Clauses: [drained-maintenance], [graph-names]
TEST(GraphDenylist, AFaultThatIsDrainedCostsNothing)
{
    ExpectDrainsToCostNothing(
        {ParseDot(FourTiers()), 132},
        {"t3:d3", "t2:c2", "t1:b1", "link:a0-b0", "link:b1-c3", "link:c3-d3", "t2-link:0.3.1"});
}

// Clauses: [ev-denied], [graph-names]
TEST(GraphDenylist, PlacesThatAreNone)
{
    const Ptr<Network> network = MakeNetwork(ParseDot(THICK));
    const auto error = [&network](const std::string& place) {
        return ThrownText<std::invalid_argument>([&] { network->GetDenylist().Deny(place); });
    };
    EXPECT_NE(error("link:left-right").find("'left' and 'right' have no link"), std::string::npos);
    EXPECT_NE(error("link:left-x.3").find("have 3 links"), std::string::npos);
    EXPECT_EQ(error("nic:a"),
              "'nic:a' on the denylist; expected a switch, a link, a port or a plane");
    EXPECT_EQ(error("link:left-y@1ms"),
              "'link:left-y@1ms' on the denylist; expected one place, such as 'link:0.1.7' or "
              "'t1:0.2', without effect or time");
    EXPECT_EQ(error("").substr(0, 3), "'' ");
    Denial denial;
    denial.endNic = 2;
    for (const PortIndex port : {PortIndex{0}, network->GetTopology().PortCount()})
    {
        denial.link = port; // of a NIC, and of nobody
        EXPECT_DEATH(network->GetDenylist().Deny(denial),
                     "expected the lower port of a link between switches of a graph");
    }
    EXPECT_TRUE(network->GetDenylist().IsEmpty());
    Simulator::Destroy();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
