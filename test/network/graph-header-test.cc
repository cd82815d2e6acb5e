/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Graphs with paths that do not fit into one carrier: packets have a segment routing header.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "graph-text.h"

#include "ns3/mrc-carrier-check.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-graph-shape.h"
#include "ns3/mrc-ideal.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-round-trips.h"
#include "ns3/mrc-source-routing.h"
#include "ns3/mrc-uneven-ideal.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
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

/** @return a row of switches, with a NIC at either end, two in the second plane */
std::string
Row(unsigned switches)
{
    std::ostringstream text;
    text << "graph { edge [rate=100Gbps]\na [role=nic]; z [role=nic]\na -- s0";
    for (unsigned i = 1; i < switches; ++i)
    {
        text << " -- s" << i;
    }
    text << " -- z\na -- t0 -- t1 -- z }\n";
    return text.str();
}

/** @return a network of a graph, with carriers of so many uSIDs */
Ptr<Network>
MakeWith(unsigned usids, const std::string& graph, bool inBytes = false)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(ParseDot(graph));
    helper.SetFabricAttribute("CarrierUsids", UintegerValue(usids));
    helper.SetFabricAttribute("TrimSize", UintegerValue(180)); // 108, and the largest header
    helper.SetFabricAttribute("WireMode", BooleanValue(inBytes));
    return Audited(helper.Install());
}

/** A pair of NICs of FourTiers(), and the bytes that its packets have in addition. */
struct Longer
{
    unsigned usids; //!< in a carrier
    uint32_t destination;
    unsigned switches;
    uint32_t bytes;
};

// Clauses: [graph-paths], [carrier-segments], [closed-forms], [base-rtt]
TEST(GraphHeader, AnIdlePathOfFourTiersTakesTheClosedForm)
{
    const Longer rows[] = {
        {6, 1, 1, 0},
        {6, 3, 3, 0},
        {6, 5, 5, 0},
        {6, 15, 7, 24}, // six and two
        {5, 15, 7, 24},
        {4, 15, 7, 24},
        {5, 5, 5, 24},
    };
    for (const Longer& row : rows)
    {
        const Ptr<Network> network = MakeWith(row.usids, FourTiers());
        const Topology& topology = network->GetTopology();
        EXPECT_EQ(UsidsBetween(topology, 0, row.destination), row.switches + 1);
        IdealParameters plain;
        plain.carrierUsids = 10;
        // 80 ps a byte at 100 Gb/s on each link, there and back
        EXPECT_EQ(network->Unloaded().BaseRttBetween(0, row.destination).Ps(),
                  BaseRtt(topology, 0, row.destination, plain).Ps() +
                      int64_t{2} * (row.switches + 1) * row.bytes * 80);
        const Ptr<Qp> qp = network->Connect(0, row.destination);
        Instant done;
        NoteCompletion(qp, done);
        qp->Write(4096);
        Simulator::Run();
        EXPECT_NEAR(done.Ps(),
                    network->Unloaded().IdealBetween(0, row.destination, 4096).Ps(),
                    1000)
            << row.usids << " to " << row.destination;
        EXPECT_EQ(network->Engine().fabric.Pool().Live(), 0U) << "each frame has ended";
    }
    Simulator::Destroy();
}

// Clauses: [graph-paths], [carrier-segments], [base-rtt]
TEST(GraphHeader, PlanesThatDifferHaveHeadersOfTheirOwn)
{
    const Topology topology(ParseDot(Row(7)));
    EXPECT_EQ(UsidsBetween(topology, 0, 1, 0), 8U);
    EXPECT_EQ(UsidsBetween(topology, 0, 1, 1), 3U);
    EXPECT_EQ(UsidsBetween(topology, 0, 1), 8U);
    IdealParameters none;
    none.carrierUsids = 10;
    // the long plane makes the round trip, and has the header on each of its eight links
    EXPECT_EQ(BaseRtt(topology, 0, 1, {}).Ps(),
              BaseRtt(topology, 0, 1, none).Ps() + int64_t{2} * 8 * 24 * 80);
    // the short one makes the time of a packet, and of four links has three
    EXPECT_EQ(IdealCompletion(topology, 0, 1, 4096, {}),
              IdealCompletion(topology, 0, 1, 4096, none));
    none.carrierUsids = 2;
    EXPECT_EQ(IdealCompletion(topology, 0, 1, 4096, none).Ps(),
              IdealCompletion(topology, 0, 1, 4096, {}).Ps() + int64_t{2} * 3 * 24 * 80);
    for (const std::string& text : {Row(7), FourTiers()})
    {
        const Topology each(ParseDot(text));
        Span longest;
        for (uint32_t to = 1; to < each.Spec().nics; ++to)
        {
            longest = std::max(longest, LatestRtt(each, 0, to, {}));
        }
        EXPECT_EQ(RoundTrips(each).Longest(4096), longest);
    }
}

/** The outcome of an incast. */
struct Outcome
{
    uint32_t completed{0};
    uint64_t trims{0};
    uint64_t fingerprint{0};
};

Outcome
RunIncast(Network& network)
{
    Outcome outcome;
    for (const Ptr<Qp>& qp : PostIncast(network))
    {
        CountSuccess(qp, outcome.completed);
    }
    Simulator::Run();
    outcome.trims = SumOf(network, &PortCounters::trims);
    outcome.fingerprint = network.Fingerprint();
    EXPECT_EQ(network.Engine().fabric.Pool().Live(), 0U) << "each frame has ended";
    Simulator::Destroy();
    return outcome;
}

// Clauses: [graph-paths], [carrier-segments], [trim-data], [wire-mode]
TEST(GraphHeader, AnIncastOfFourTiersIsTheSameInBytes)
{
    for (const unsigned usids : {4, 6})
    {
        const Outcome fast = RunIncast(*MakeWith(usids, FourTiers()));
        EXPECT_EQ(fast.completed, 15U);
        EXPECT_GT(fast.trims, 0U);
        const Outcome wire = RunIncast(*MakeWith(usids, FourTiers(), true));
        EXPECT_EQ(wire.fingerprint, fast.fingerprint);
        EXPECT_EQ(wire.trims, fast.trims);
    }
}

// Clauses: [graph-paths], [carrier-segments]
TEST(GraphHeader, TenUsidsArriveAndEachPathHasItsOwn)
{
    const Ptr<Network> network = MakeWith(6, Row(9));
    const SourceRouting routing(network->GetTopology());
    const UsidWay way = routing.TemplateFor(0, 1).WayFor(Ev::Of(0, 0));
    EXPECT_EQ(std::count(way.behind.begin(), way.behind.end(), Usid()), 0);
    EXPECT_EQ(way.behind[3], routing.UsidOfNic(1, 0));
    uint32_t completed = 0;
    const Ptr<Qp> qp = network->Connect(0, 1);
    CountSuccess(qp, completed);
    qp->Write(1000000);
    Simulator::Run();
    EXPECT_EQ(completed, 1U);
    for (const uint32_t port : PortsOf(network->GetTopology(), 0))
    {
        EXPECT_GT(network->Engine().fabric.Tally().Counters(port).frames, 50U);
    }
    EXPECT_EQ(SumOf(*network, &PortCounters::drops), 0U);
    Simulator::Destroy();
}

// Clauses: [graph-paths], [carrier-segments], [trim-minimum]
TEST(GraphHeader, WhatHasNoRoomIsNamed)
{
    EXPECT_EQ(ThrownText([] { MakeWith(6, Row(10)); }),
              "topology 'g.dot': the shortest path from 's0' to 's9' has 10 switches; expected at "
              "most 9, for whose uSIDs a packet has room, or EvProfile::Format = Udp");
    EXPECT_EQ(ThrownText([] { MakeWith(3, FourTiers()); }),
              "ns3::mrc::FabricProfile::CarrierUsids = 3 leaves 5 uSIDs of a path to the segment "
              "routing header; expected 4 or more: the header has room for 4");
    FabricConfig config;
    const TopologySpec spec = ParseDot(FourTiers());
    EXPECT_EQ(MostSegmentBytes(spec, config), 24U);
    EXPECT_EQ(ThrownText<std::invalid_argument>([&] { CheckCarriers(spec, config); }),
              "ns3::mrc::FabricProfile::TrimSize = 128 cuts headers off; expected 132 or more with "
              "CarrierUsids = 6");
    config.encapsulation = ENCAPSULATION_IPV6;
    EXPECT_EQ(MostSegmentBytes(spec, config), 0U);
    const TopologySpec far = ParseDot(Row(12));
    EXPECT_EQ(ThrownText<std::invalid_argument>([&] { CheckCarriers(far, config); }), "no error")
        << "without SRv6 a way may be as long as it is";
    Simulator::Destroy();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
