/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Graphs with planes that are not alike, and faults inside of graphs.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "graph-text.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-fault-outages.h"
#include "ns3/mrc-fault.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-graph-ways.h"
#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-nic-plan.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-own-paths.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
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

/** @return two NICs behind switches of their own in two planes, over 12 T1s and over 5 */
std::string
UnequalPlanes()
{
    std::ostringstream text;
    text << "graph { edge [rate=100Gbps]\na [role=nic]; z [role=nic]\n"
            "a -- p0; z -- p1; a -- q0; z -- q1\n";
    for (int i = 0; i < 12; ++i)
    {
        text << "p0 -- px" << i << " -- p1\n";
    }
    for (int i = 0; i < 5; ++i)
    {
        text << "q0 -- qx" << i << " -- q1\n";
    }
    text << "}\n";
    return text.str();
}

/** @return packets by path, of a T0 that sends them up */
std::vector<uint32_t>
PacketsByPath(Network& network, const std::string& t0)
{
    const Topology& topology = network.GetTopology();
    std::vector<uint32_t> packets;
    for (const uint32_t port : PortsOf(topology, *FindNode(topology, t0)))
    {
        if (topology.PortPlaceOf(port).kind == PortKind::T0_UP)
        {
            packets.push_back(network.Engine().fabric.Tally().Counters(port).frames);
        }
    }
    std::sort(packets.begin(), packets.end());
    return packets;
}

/** EVs of a plane, and on how many paths of the lesser plane they lie how often. */
struct Spread
{
    uint32_t evs;
    uint32_t most;   //!< EVs of a path
    uint32_t fewest; //!< the same
};

// Clauses: [ev-deal], [graph-paths]
TEST(GraphPlanes, EachPlaneHasItsPathsInTurn)
{
    for (const Spread& row : {Spread{5, 1, 1}, {10, 2, 2}, {12, 3, 2}, {15, 3, 3}, {3, 1, 0}})
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(7);
        helper.SetTopology(ParseDot(UnequalPlanes()));
        helper.SetEvAttribute("Active", UintegerValue(2 * row.evs));
        helper.SetEvAttribute("MinActive", UintegerValue(1));
        const Ptr<Network> network = Audited(helper.Install());
        const Ptr<Qp> qp = network->Connect(0, 1);
        std::map<uint32_t, uint32_t> evs; // by path of the lesser plane
        for (uint32_t path = 0; path < 5; ++path)
        {
            evs[path] = 0;
        }
        uint32_t seat = 0;
        for (const PathStatus& path : qp->Paths().List())
        {
            evs[path.ev.Uplink() % 5] += path.ev.Plane() == 1 && seat < row.evs ? 1 : 0;
            seat += path.ev.Plane() == 1 ? 1 : 0; // the rotation comes first
        }
        for (const auto& [path, count] : evs)
        {
            EXPECT_GE(count, row.fewest) << row.evs << " EVs, path " << path;
            EXPECT_LE(count, row.most) << row.evs << " EVs, path " << path;
        }
        constexpr uint32_t PACKETS = 1200; // half of them in each plane
        qp->Write(PACKETS * 4096);
        Simulator::Run();
        EXPECT_EQ(qp->Peer()->Counters().placedBytes, PACKETS * 4096U);
        const std::vector<uint32_t> lesser = PacketsByPath(*network, "q0");
        ASSERT_EQ(lesser.size(), 5U);
        const uint32_t each = PACKETS / 2 / row.evs; // packets of an EV
        EXPECT_NEAR(lesser.back(), row.most * each, 8 + each / 10) << row.evs;
        EXPECT_NEAR(lesser.front(), row.fewest * each, 8 + each / 10) << row.evs;
    }
    Simulator::Destroy();
}

// Clauses: [graph-paths], [stock-path]
TEST(GraphPlanes, PacketsOfANicKnowThePathsOfEachPlane)
{
    const Topology topology(ParseDot(UnequalPlanes()));
    const SourceRouting routing(topology);
    NicPlan plan;
    plan.route = [&routing](uint32_t from, uint32_t to) { return routing.TemplateFor(from, to); };
    const OwnPaths paths(plan);
    EXPECT_EQ(paths.PathsIn(0, 1, 0), 12U);
    EXPECT_EQ(paths.PathsIn(0, 1, 1), 5U);
    EXPECT_EQ(paths.Allowed(0, 1, 3).size(), 17U);
    EXPECT_EQ(paths.AllowedOrAll(0, 1, 2).size(), 5U);
    std::map<uint32_t, uint32_t> turns;
    for (uint32_t turn = 0; turn < 60; ++turn)
    {
        ++turns[paths.AllowedInTurn(0, 1, 1, turn).Uplink()];
    }
    EXPECT_EQ(turns.size(), 5U);
    EXPECT_EQ(turns[4], 12U);
}

/** @return when eight Writes of 1 MB over FourTiers() were complete, and the failures meanwhile */
std::pair<int64_t, uint64_t>
TimeWithFaults(const std::string& faults)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(ParseDot(FourTiers()));
    helper.SetFabricAttribute("TrimSize", UintegerValue(132));
    const Ptr<Network> network = Audited(helper.Install());
    network->ScheduleFaults(faults);
    uint32_t completed = 0;
    Instant done;
    const Ptr<Qp> qp = network->Connect(0, 15);
    CountSuccess(qp, completed);
    NoteCompletion(qp, done);
    for (int i = 0; i < 8; ++i)
    {
        qp->Write(1000000);
    }
    Simulator::Stop(MilliSeconds(50));
    Simulator::Run();
    EXPECT_EQ(completed, 8U) << faults;
    return {done.Ps(), SumOf(*network, &PortCounters::drops)};
}

// Clauses: [graph-paths], [graph-names], [link-outage], [silent-fault]
TEST(GraphPlanes, ALinkThatStaysDeadInsideCostsLittle)
{
    const int64_t whole = TimeWithFaults("").first;
    for (const char* const fault : {"link:b0-c0@20us",
                                    "link:b0-c0/silent@20us",
                                    "link-up:b1-c1/silent@20us",
                                    "t3:d3/silent@20us",
                                    "link:c0-d0@20us",
                                    "t2-link:0.0.0/silent@20us",
                                    "t2-link-up:0.0.1/silent@20us",
                                    "link-down:c7-d7/silent@20us",
                                    "t1:b1@20us",
                                    "link:a0-b1/silent@20us"})
    {
        const auto [time, drops] = TimeWithFaults(fault);
        EXPECT_GT(drops, 0U) << fault;
        EXPECT_LT(time, whole * 5 / 4) << fault << ": EVs over the dead part are left, for good";
    }
    Simulator::Destroy();
}

/** @return the names of the ports that a fault in words hits */
std::string
PortsHit(const std::string& words, const Topology& topology)
{
    std::string names;
    for (const uint32_t port : PortsOf(ReadFaultList(words + "@1us", topology).at(0), topology))
    {
        names += (names.empty() ? "" : " ") + PortName(topology, port);
    }
    return names;
}

// Clauses: [graph-names]
TEST(GraphPlanes, FaultsHaveTheNamesOfTheGraph)
{
    const Topology topology(ParseDot(FourTiers()));
    EXPECT_EQ(PortsHit("link:a0-b1", topology), "a0.up1 b1.down0");
    EXPECT_EQ(PortsHit("link:b1-a0", topology), PortsHit("link:a0-b1", topology));
    EXPECT_EQ(PortsHit("link:0.0.1", topology), PortsHit("link:a0-b1", topology));
    EXPECT_EQ(PortsHit("link-up:b1-a0", topology), "a0.up1");
    EXPECT_EQ(PortsHit("link-down:a0-b1", topology), "b1.down0");
    EXPECT_EQ(PortsHit("link:b0-c2", topology), PortsHit("upper-link:0.0.1", topology));
    EXPECT_EQ(PortsHit("link:n3-a1", topology), PortsHit("port:3.0", topology));
    EXPECT_EQ(PortsHit("port:n3.0", topology), PortsHit("port:3.0", topology));
    EXPECT_EQ(PortsHit("t1:b5", topology), PortsHit("t1:0.5", topology));
    EXPECT_EQ(PortsHit("t0:a5", topology), PortsHit("t0:0.5", topology));
    EXPECT_EQ(PortsHit("t2:c5", topology), PortsHit("t2:0.6", topology)) << "behind c4";
    EXPECT_EQ(PortsHit("t3:d0", topology), PortsHit("t3:0.0", topology));
    EXPECT_EQ(PortsHit("link:d4-c0", topology), "c0.up1 d4.down0");
    EXPECT_EQ(PortsHit("t2-link:0.0.1", topology), PortsHit("link:c0-d4", topology));
    EXPECT_EQ(PortsHit("t2-link-up:0.0.1", topology), "c0.up1");
    EXPECT_EQ(PortsHit("link-down:c0-d4", topology), "d4.down0");
    const Topology bundle(ParseDot(
        "graph { edge [rate=100Gbps]; node [role=nic]; a; z; node [role=switch]; \"l-1\" -- a\n"
        "\"r.1\" -- z; \"l-1\" -- x; \"l-1\" -- x; x -- \"r.1\" }"));
    EXPECT_EQ(PortsHit("link:l-1-x.1", bundle), PortsHit("link:0.0.1", bundle));
    EXPECT_EQ(PortsHit("link:l-1-x", bundle), PortsHit("link:0.0.0", bundle));
    EXPECT_EQ(PortsHit("link:x-r.1", bundle), PortsHit("link:0.1.0", bundle)) << "its name";
    EXPECT_EQ(PortsHit("link:x-r.1.0", bundle), PortsHit("link:0.1.0", bundle));
    // The names of `--links` are the same.
    TopologySpec spec = ParseDot(FourTiers());
    spec.links = ReadLinkRules("link:b0-c2/rate=50%", spec);
    const Topology slow(spec);
    EXPECT_EQ(LineOf(slow, slow.PortAt({PortKind::T1_UP, 0, 0, 1})).rate, 50000000000U);
}

// Switches of the fifth tier are T3s as well, and two T2s may be neighbours.
// Clauses: [graph-names], [graph-files]
TEST(GraphPlanes, LinksBetweenSwitchesOfOneKindHaveFaults)
{
    const Topology topology(
        ParseDot("graph { edge [rate=100Gbps]; x [role=nic]; y [role=nic]; x -- a0; y -- a1\n"
                 "a0 -- b0 -- c0 -- d0 -- e0 -- d1 -- c1 -- b1 -- a1; c0 -- c1 }"));
    EXPECT_EQ(PortsHit("link:c0-c1", topology), "c0.up0 c1.up0");
    EXPECT_EQ(PortsHit("t2-link:0.1.1", topology), "c1.up1 d1.down0");
    EXPECT_EQ(PortsHit("link-up:c1-c0", topology), "c1.up0") << "up from the one named first";
    EXPECT_EQ(PortsHit("link:d0-e0", topology), "d0.up0 e0.up0");
    EXPECT_EQ(PortsHit("t3-link:0.0.0", topology), PortsHit("link:d0-e0", topology));
    EXPECT_EQ(PortsHit("t3-link-down:0.0.0", topology), "e0.up0");
    EXPECT_EQ(PortsHit("t3:e0", topology), "d0.up0 e0.up0 e0.up1 d1.up0");
    EXPECT_NE(ThrownText([&] {
                  PortsHit("t3-link:0.0.1", topology);
              }).find("expected a T3 uplink, 0 .. 0"),
              std::string::npos);
    EXPECT_NE(ThrownText([&] { PortsHit("t3:0.3", topology); }).find("expected a T3, 0 .. 2"),
              std::string::npos);
}

// Clauses: [random-faults], [graph-names]
TEST(GraphPlanes, RandomFaultsHitTheTierThatTheyName)
{
    const Topology topology(ParseDot(FourTiers()));
    for (const std::string kind : {"t3", "t2-link", "t2"})
    {
        const std::vector<Fault> faults =
            ReadFaultList("random:" + kind + "/per-minute=600000/repair=1us@0s..2ms", topology);
        EXPECT_GT(faults.size(), 5U) << kind;
        for (const Fault& fault : faults)
        {
            EXPECT_EQ(fault.text.substr(0, kind.size() + 3), kind + ":0.") << fault.text;
            EXPECT_EQ(PortsHit(fault.text.substr(0, fault.text.find('@')), topology).empty(),
                      false);
        }
    }
    EXPECT_TRUE(
        ReadFaultList("random:t3-link/per-minute=600000/repair=1us@0s..2ms", topology).empty())
        << "there are four tiers";
}

// Clauses: [closed-forms]
TEST(GraphPlanes, EachPlaneHasToHaveTheWaysOfTheOthers)
{
    const auto ways = [](const std::string& first, const std::string& second) {
        const std::string nics = "graph { edge [rate=100Gbps, delay=1ns]\na [role=nic]\n"
                                 "z [role=nic]; a -- p0; z -- p1; a -- q0; z -- q1\n";
        const Topology topology(ParseDot(nics + "p0 -- px -- p1; p0 -- py [" + first +
                                         "]; py -- p1\nq0 -- qx -- q1; q0 -- qy [" + second +
                                         "]; qy -- q1 }\n"));
        return EvenWaysOf(topology, 0, 1);
    };
    EXPECT_EQ(ways("delay=1ns", "delay=1ns").value().uplinks, 2U);
    EXPECT_FALSE(ways("delay=9ns", "delay=1ns"));
    EXPECT_FALSE(ways("delay=1ns", "delay=9ns"));
}

// Clauses: [graph-names]
TEST(GraphPlanes, NamesThatDoNotFitAreRefused)
{
    const Topology topology(ParseDot(FourTiers()));
    const std::pair<const char*, const char*> rows[] = {
        {"link:c0-d1", "'c0' and 'd1' have no link; expected two neighbours"},
        {"t2:d0", "'d0' has another tier; expected 't3:d0'"},
        {"t3:c0", "'c0' has another tier; expected 't2:c0'"},
        {"t3:0.8", "expected a T3, 0 .. 7"},
        {"t2-link:0.8.0", "expected a T2, 0 .. 7"},
        {"t2-link:0.7.2", "expected a T2 uplink, 0 .. 1"},
        {"link:a0-b5", "'a0' and 'b5' have no link; expected two neighbours"},
        {"link:a0-b1.1", "'a0' and 'b1' have 1 links; expected one of them, from 0"},
        {"t1:a5", "'a5' has another tier; expected 't0:a5'"},
        {"t0:n5", "'n5' is a NIC; expected a switch, or 'port:n5.PLANE'"},
        {"port:n5.1", "'n5.1' is no port of a NIC; expected NIC.PLANE, planes 0 .. 0"},
        {"link:a0-bb", "'a0-bb' names nothing in this graph; expected names of its nodes"},
        {"t1:nobody", "'nobody' names nothing in this graph; expected names of its nodes"},
        {"port:a0", "'a0' names nothing in this graph; expected names of its nodes"},
        {"link:9.0.0", "expected a plane, 0 .. 0"},
        {"plane:a0", "expected a plane, 0 .. 0"},
    };
    for (const auto& row : rows)
    {
        const std::string thrown = ThrownText([&] { PortsHit(row.first, topology); });
        EXPECT_NE(thrown.find(row.second), std::string::npos) << row.first << ": " << thrown;
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
