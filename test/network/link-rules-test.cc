/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How links differ from the others of their tier: in words, as numbers, and on the wire.

#include "../mrc-fabric-rig.h"
#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-connection.h"
#include "ns3/mrc-ev-templates.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-link-rule.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-node-ports.h"
#include "ns3/mrc-round-trips.h"
#include "ns3/mrc-uneven-ideal.h"

#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return six NICs on two T0s and two T1s in two planes, whose links obey these rules */
TopologySpec
Ruled(const std::string& rules, TopologySpec spec = SixNics())
{
    spec.name = "test";
    spec.links = ReadLinkRules(rules, spec);
    return spec;
}

/** @return 16 NICs in four pods: two NICs on each of two T0s, two T1s with two T2s each */
TopologySpec
FourPods()
{
    TopologySpec spec = SmallFabric(16, 2, 2);
    spec.t0sPerPod = 2;
    spec.t1Uplinks = 2;
    spec.upperLinkRate = 100000000000;
    return spec;
}

// Clauses: [link-rules]
TEST(LinkRules, SaySomethingOfALinkOrAPlane)
{
    const Topology topology(
        Ruled("link:1.0.1/rate=25%/delay=3us,plane:1/rate=40Gbps/delay=1us/jitter=50ns,"
              "link-up:0.1.0/jitter=7ns,port:2.0/rate=250Mbps"));
    const uint32_t single = topology.PortAt({PortKind::T0_UP, 1, 0, 1});
    for (const uint32_t port : {single, topology.Peer(single)})
    {
        EXPECT_EQ(LineOf(topology, port).rate, 10000000000U)
            << "a quarter of the plane's, though first";
        EXPECT_EQ(LineOf(topology, port).delay, Micros(3));
        EXPECT_EQ(LineOf(topology, port).jitter, Nanos(50));
    }
    const uint32_t other = topology.PortAt({PortKind::T1_DOWN, 1, 0, 0});
    EXPECT_EQ(LineOf(topology, other).rate, 40000000000U);
    EXPECT_EQ(LineOf(topology, other).delay, Micros(1));
    EXPECT_EQ(LineOf(topology, topology.NicPort(0, 1)).rate, 40000000000U);
    const uint32_t up = topology.PortAt({PortKind::T0_UP, 0, 1, 0});
    EXPECT_EQ(LineOf(topology, up).jitter, Nanos(7));
    EXPECT_EQ(LineOf(topology, topology.Peer(up)).jitter, Span()) << "one direction only";
    EXPECT_EQ(LineOf(topology, up).rate, 100000000000U);
    EXPECT_EQ(LineOf(topology, topology.NicPort(2, 0)).rate, 250000000U);
    EXPECT_EQ(LineOf(topology, topology.NicPort(2, 0)).delay, Nanos(20)) << "as the tier's";
}

// Clauses: [link-rules]
TEST(LinkRules, TheLaterShareCountsAlone)
{
    const Topology topology(Ruled("t1:0.1/rate=50%,link:0.0.1/rate=25%,plane:1/rate=50%,"
                                  "link:1.0.1/rate=20%,port:2.0/rate=40%,port:2.0/rate=10Gbps"));
    const LinkLine& twice = LineOf(topology, topology.PortAt({PortKind::T0_UP, 0, 0, 1}));
    EXPECT_EQ(twice.rate, 25000000000U);
    EXPECT_EQ(twice.whole, 100000000000U);
    EXPECT_EQ(LineOf(topology, topology.PortAt({PortKind::T0_UP, 0, 1, 1})).rate, 50000000000U);
    EXPECT_EQ(LineOf(topology, topology.PortAt({PortKind::T0_UP, 1, 0, 1})).rate, 20000000000U);
    EXPECT_EQ(LineOf(topology, topology.PortAt({PortKind::T0_UP, 1, 0, 0})).rate, 50000000000U);
    EXPECT_EQ(LineOf(topology, topology.NicPort(2, 0)).rate, 10000000000U)
        << "another kind of link";
}

// Clauses: [link-rules]
TEST(LinkRules, OfASwitchHoldForAllItsLinks)
{
    const Topology topology(Ruled("t1:0.2/delay=9us,upper-link:0.0.1/rate=50%,"
                                  "t2:0.3/jitter=1us",
                                  FourPods()));
    for (const uint32_t port : PortsOf(topology, topology.NodeAt({NodeKind::T1, 0, 2})))
    {
        EXPECT_EQ(LineOf(topology, port).delay, Micros(9)) << PortName(topology, port);
        EXPECT_EQ(LineOf(topology, topology.Peer(port)).delay, Micros(9))
            << PortName(topology, port);
    }
    const uint32_t upper = topology.PortAt({PortKind::T1_UP, 0, 0, 1});
    EXPECT_EQ(LineOf(topology, upper).rate, 50000000000U);
    EXPECT_EQ(LineOf(topology, topology.PortAt({PortKind::T2_DOWN, 0, 3, 1})).jitter, Micros(1));
}

struct BadRules
{
    const char* rules;
    const char* said;
};

// Clauses: [link-rules]
TEST(LinkRules, WhatCannotBeIsNamed)
{
    const BadRules cases[] = {
        {"link:0.0.7/rate=1%", "item 1 'link:0.0.7/rate=1%', character 10: expected a T1, 0 .. 1"},
        {"plane:2/delay=1us", "character 7: expected a plane, 0 .. 1"},
        {"plane:0", "character 8: expected '/' and what these links have"},
        {"plane:0/speed=1", "character 9: expected 'rate=', 'delay=', 'jitter=' or 'missing'"},
        {"plane:0/rate=0%", "character 14: expected a part above 0 % and up to 100 %"},
        {"plane:0/rate=101%", "character 14: expected a part above 0 % and up to 100 %"},
        {"plane:0/rate=4000Gbps", "character 14: expected a part such as 25%, or a rate of 1Mbps"},
        {"plane:0/rate=0.5Mbps", "character 14: expected a part such as 25%, or a rate of 1Mbps"},
        {"plane:0/rate=100", "character 14: expected a part such as 25%"},
        {"plane:0/delay=5", "character 16: expected one of the units"},
        {"plane:0/delay=2s", "character 15: expected a time of at most 1s"},
        {"plane:0/rate=40Gbps/rate=25%", "character 21: expected each property once"},
        {"plane:0/delay=1us/delay=2us", "character 19: expected each property once"},
        {"plane:0/jitter=1us/jitter=1us", "character 20: expected each property once"},
        {"t1:0.1/rate=1Mbps/missing", "character 19: expected each property once, or 'missing'"},
        {"t1:0.1/delay=1us/missing", "character 18: expected each property once, or 'missing'"},
        {"t1:0.1/missing/jitter=1us", "character 15: expected ','"},
        {"plane:0/jitter=1us;", "item 2 'plane:0/jitter=1us;', character 19: expected ','"},
        {"plane:0/jitter=1us,", "item 2 '', character 20: expected 'link:'"},
    };
    for (const BadRules& c : cases)
    {
        const std::string said = ThrownText<std::invalid_argument>([&] { Ruled(c.rules); });
        EXPECT_NE(said.find(c.said), std::string::npos) << c.rules << " says: " << said;
    }
}

// Clauses: [link-rules], [queue-limits]
TEST(LinkRules, QueuesOfADegradedLinkAreThoseOfAWholeOne)
{
    const Ptr<Network> network =
        MakeNetwork(Ruled("link:0.0.0/rate=2%,link:0.0.1/rate=50Gbps,plane:1/delay=50us"));
    const Topology& topology = network->GetTopology();
    const auto config = [&](PlaneId plane, uint32_t uplink) {
        return network->Engine().fabric.State().ConfigOf(
            topology.PortAt({PortKind::T0_UP, plane, 0, uplink}));
    };
    const uint32_t whole = config(1, 0).Limit(TrafficClass::DATA);
    EXPECT_EQ(config(0, 0).Limit(TrafficClass::DATA), whole);
    EXPECT_EQ(config(0, 0).rate.BitsPerSecond(), 2000000000U);
    EXPECT_EQ(config(0, 1).Limit(TrafficClass::DATA), whole / 2) << "another kind of link";
    EXPECT_EQ(config(1, 0).propagation, Micros(50));
    const Ptr<Network> even = MakeNetwork();
    EXPECT_EQ(even->Engine().fabric.State().ConfigOf(0).Limit(TrafficClass::TRIMMED),
              network->Engine().fabric.State().ConfigOf(0).Limit(TrafficClass::TRIMMED))
        << "a long link gives switches no more room";
    Simulator::Destroy();
}

// Clauses: [link-rules], [missing-links]
TEST(LinkRules, WhatNoFabricCanHaveIsRefused)
{
    const BadRules cases[] = {
        {"port:3.1/missing", "rule 'port:3.1/missing' takes away what is no link between switches"},
        {"plane:1/missing", "rule 'plane:1/missing' takes away what is no link between switches"},
        {"t0:0.1/missing", "takes away what is no link between switches"},
        {"link-up:0.0.0/missing", "takes away what is no link between switches"},
        {"link:0.0.0/missing,link:0.1.1/missing",
         "topology 'test': missing links leave no path between p0.t0.0 and p0.t0.1"},
        {"t1:1.0/missing,t1:1.1/missing",
         "topology 'test': missing links leave no path between p1.t0.0 and p1.t0.1"},
        {"port:0.0/rate=10Mbps,port:0.0/rate=1%", "gives a link 100000 bit/s; expected 1 Mb/s"},
        {"plane:0/rate=1Gbps", "room for"},
    };
    for (const BadRules& c : cases)
    {
        const std::string said =
            ThrownText<std::invalid_argument>([&] { MakeNetwork(Ruled(c.rules)); });
        EXPECT_NE(said.find(c.said), std::string::npos) << c.rules << " says: " << said;
    }
    LinkRule rule;
    rule.place.kind = FaultKind::T1;
    const auto refusalOf = [](const LinkRule& bad) {
        TopologySpec spec = SixNics();
        spec.links = {bad};
        return ThrownText<std::invalid_argument>([&] { Topology{spec}; });
    };
    EXPECT_EQ(refusalOf(rule), "no error");
    std::vector<LinkRule> faulty(4, rule);
    faulty[0].place.impairment.effect = FaultEffect::LOSS;
    faulty[1].place.impairment.share = 0.5;
    faulty[2].place.down = Instant(1);
    faulty[3].place.up = Instant(1);
    for (const LinkRule& bad : faulty)
    {
        EXPECT_NE(refusalOf(bad).find("effect or the times of a fault"), std::string::npos);
    }
    rule.missing = true;
    EXPECT_EQ(refusalOf(rule), "no error");
    rule.rate = 1000000;
    EXPECT_NE(refusalOf(rule).find("expected 'missing' alone"), std::string::npos);
    TopologySpec byHand = SixNics();
    byHand.links.emplace_back();
    byHand.links.back().place.kind = FaultKind::PLANE;
    byHand.links.back().place.plane = 2;
    EXPECT_NE(ThrownText<std::invalid_argument>([&] {
                  Topology{byHand};
              }).find("is of plane 2; expected 0 .. 1"),
              std::string::npos);
    Simulator::Destroy();
}

/** Sends one packet over each path, far apart, and compares its arrival with the closed form. */
void
CompareIdlePaths(const TopologySpec& spec, uint32_t source, uint32_t destination)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    FabricRig rig(spec, CreateObject<FabricProfile>());
    const uint32_t paths = rig.topology.Spec().PathsPerPlane();
    std::vector<Span> expected;
    for (uint32_t i = 0; i < spec.planes * paths; ++i)
    {
        const Ev ev = Ev::Of(static_cast<PlaneId>(i / paths), i % paths);
        const Shot shot{Instant() + Micros(100) * i, source, destination, ev};
        rig.Shoot(shot);
        Datagram full;
        full.bth.opcode = Opcode::WRITE_ONLY;
        full.bth.timestamped = true;
        full.payload = 4096;
        expected.push_back(
            PathTime(rig.topology, source, destination, ev, FrameSize(full) + LINE_OVERHEAD_BYTES));
    }
    Simulator::Run();
    ASSERT_EQ(rig.hits.size(), expected.size());
    for (const Hit& hit : rig.hits)
    {
        EXPECT_EQ((hit.at - rig.shots[hit.shot].at).Ps(), expected[hit.shot].Ps())
            << "path " << hit.shot << " of " << spec.name;
    }
    Simulator::Destroy();
}

// Clauses: [link-rules], [closed-forms]
TEST(LinkRules, IdlePathsTakeTheClosedForm)
{
    const char* const uneven =
        "plane:1/delay=2us/rate=40Gbps,link:0.0.1/delay=700ns,link-down:0.1.0/rate=25Gbps,"
        "port:5.0/rate=50%,t1:1.1/delay=333ns";
    CompareIdlePaths(Ruled(uneven), 0, 5);
    CompareIdlePaths(Ruled(uneven), 5, 0);
    CompareIdlePaths(Ruled(uneven), 3, 5); // below one T0
    const char* const upper = "upper-link:0.0.1/delay=5us,upper-link-down:0.7.0/rate=10Gbps,"
                              "link:0.0.1/rate=25%,t2:0.2/delay=1us";
    CompareIdlePaths(Ruled(upper, FourPods()), 0, 15);
    CompareIdlePaths(Ruled(upper, FourPods()), 15, 0);
    CompareIdlePaths(Ruled(upper, FourPods()), 0, 3);
}

// Clauses: [base-rtt]
TEST(LinkRules, TheBaseRoundTripIsThatOfTheSlowestPath)
{
    // 4 * 340,960 and 4 * 14,240 on lines of 100 Gb/s, 2,090,000 of fibre and switches each way.
    EXPECT_EQ(BaseRtt(Topology(Ruled("port:0.0/rate=100%")), 0, 4, {}).Ps(), 5600800);
    // On one link of each way 2 us more: that of uplink 1 of one plane is on both ways.
    EXPECT_EQ(BaseRtt(Topology(Ruled("link:1.0.1/delay=2125ns")), 0, 4, {}).Ps(), 9600800);
    EXPECT_EQ(BaseRtt(Topology(Ruled("link-up:1.0.1/delay=2125ns")), 0, 4, {}).Ps(), 7600800);
    // A missing link is on no path.
    EXPECT_EQ(BaseRtt(Topology(Ruled("link:1.0.1/delay=2125ns,link:1.0.1/missing")), 0, 4, {}).Ps(),
              5600800);
    // All links of a plane 1 us longer: four each way, of 125 or 20 ns before.
    EXPECT_EQ(BaseRtt(Topology(Ruled("plane:1/delay=1us")), 0, 4, {}).Ps(),
              5600800 + 2 * (2 * 875000 + 2 * 980000));
}

// Clauses: [base-rtt], [link-jitter]
TEST(LinkRules, TheBaseRoundTripIsThatOfWholeLinks)
{
    // Of a degraded link the packets queue, and congestion control has to see that.
    const Topology degraded(Ruled("link:1.0.1/rate=10%/jitter=1us"));
    EXPECT_EQ(BaseRtt(degraded, 0, 4, {}).Ps(), 5600800);
    EXPECT_EQ(LatestRtt(degraded, 0, 4, {}).Ps(), 5600800 + 9 * (340960 + 14240) + 2000000);
    const Topology slow(Ruled("link:1.0.1/rate=10Gbps"));
    EXPECT_EQ(BaseRtt(slow, 0, 4, {}).Ps(), 5600800 + 9 * (340960 + 14240));
    EXPECT_EQ(LatestRtt(Topology(SixNics()), 0, 4, {}).Ps(), 5600800);
}

// Clauses: [base-rtt]
TEST(LinkRules, RoundTripsOfKindsAreThoseOfEachPair)
{
    const TopologySpec fabrics[] = {
        SixNics(),
        FourPods(),
        Ruled("plane:1/delay=1us"),
        Ruled("port:1.0/delay=9us,port-up:4.1/jitter=5us,link:0.0.1/rate=10%"),
        Ruled("upper-link:0.3.1/delay=7us,link-up:0.2.0/rate=2%,port:9.0/delay=3us", FourPods()),
        Ruled("upper-link:0.3.1/missing,t1:0.2/jitter=2us,t2:0.1/delay=1us", FourPods())};
    for (const TopologySpec& spec : fabrics)
    {
        const Topology topology(spec);
        RoundTrips trips(topology);
        IdealParameters parameters;
        parameters.payload = 1024;
        Span longest;
        for (uint32_t i = 0; i < spec.nics * spec.nics; ++i)
        {
            const uint32_t from = i / spec.nics;
            const uint32_t to = i % spec.nics;
            if (from != to)
            {
                const Span latest = LatestRtt(topology, from, to, parameters);
                longest = std::max(longest, latest);
                EXPECT_EQ(trips.Base(from, to, 1024), BaseRtt(topology, from, to, parameters));
                EXPECT_EQ(trips.Latest(from, to, 1024), latest) << from << " to " << to;
            }
        }
        EXPECT_EQ(trips.Longest(1024), longest);
        EXPECT_EQ(trips.Longest(1024), longest) << "asked again";
        EXPECT_GT(trips.Longest(4096), longest) << "of longer packets";
    }
}

/** @return what a pair of NICs on two T0s in a fabric under these rules is refused with, or "no
 * error" */
std::string
RefusalOf(const std::string& rules, uint32_t source, uint32_t destination)
{
    const std::string said = ThrownText<std::invalid_argument>(
        [&] { MakeNetwork(Ruled(rules))->Connect(source, destination); });
    Simulator::Destroy();
    return said;
}

// Clauses: [link-rules], [link-jitter], [time-stamps]
TEST(LinkRules, NoPairHasARoundTripThatTimersOrStampsCannotTell)
{
    const char* const stamps = "expected at most 4 ms: time stamps";
    for (const char* rules : {"port:3.0/delay=10ms", // neither the first nor the last NIC's
                              "port-down:1.1/delay=4ms",
                              "link:0.1.1/delay=3ms",
                              "plane:0/jitter=1ms", // on eight links of a round trip
                              "link:0.0.1/jitter=2ms",
                              "port:4.0/rate=1Mbps"})
    {
        EXPECT_NE(RefusalOf(rules, 0, 5).find(stamps), std::string::npos) << rules;
    }
    const char* const timer = "AckTimeoutExponent 8 means 262144 ns; expected at least 10";
    for (const char* rules :
         {"plane:0/jitter=100us", "port:3.0/delay=400us", "port:3.0/jitter=400us"})
    {
        const std::string said = RefusalOf(rules, 0, 3);
        EXPECT_NE(said.find(timer), std::string::npos) << rules << " says: " << said;
    }
    EXPECT_EQ(RefusalOf("plane:0/jitter=30us", 0, 3), "no error") << "8 * 30 + 5.6 us is in time";
    EXPECT_EQ(RefusalOf("port:3.0/jitter=400us", 0, 4), "no error") << "of other NICs";
}

struct UnevenCase
{
    const char* rules;
    uint64_t bytes;
    int64_t ps;
};

// Clauses: [closed-forms]
TEST(LinkRules, NoWriteBeatsTheBoundByHand)
{
    // 4,262 B of line take 340,960 ps at 100 Gb/s; a path has four links, 2,090,000 ps without
    // these. The Transport ACK of 146 B comes back in 4 * 11,680 + 2,090,000 ps.
    constexpr int64_t ack = 4 * 11680 + 2090000;
    constexpr int64_t one = 4 * 340960 + 2090000;
    const UnevenCase cases[] = {
        {"plane:1/delay=10us", 4096, one + ack},
        {"plane:1/delay=10us", 1, 4 * 13600 + 2090000 + ack},
        // Ten packets: the second plane's are 38 us later, so plane 0 takes all, one behind
        // another.
        {"plane:1/delay=10us", 40960, one + 9 * 340960 + ack},
        // 90 more: 100 packets end in 34 us, still before the other plane's first.
        {"plane:1/delay=10us", 409600, one + 99 * 340960 + ack},
        // At a quarter of the rate the other plane takes a fifth of many packets: behind its first
        // one, 3 * 4 * 340,960 later, every 4 * 340,960. In 81 * 340,960 ps plane 0 has 82, the
        // other one (81 - 12) / 4 + 1 = 18 more.
        {"plane:1/rate=25Gbps", 409600, one + 81 * 340960 + ack},
    };
    for (const UnevenCase& c : cases)
    {
        EXPECT_EQ(IdealCompletion(Topology(Ruled(c.rules)), 0, 5, c.bytes, {}).Ps(), c.ps)
            << c.rules << ", " << c.bytes << " bytes";
    }
}

/** @return how long a Write takes from NIC 0 to NIC 5, over the ideal */
double
SlowdownOf(const std::string& rules, uint64_t bytes)
{
    const Ptr<Network> network = MakeNetwork(Ruled(rules));
    const Ptr<Qp> qp = network->Connect(0, 5);
    Time end;
    qp->TraceConnectWithoutContext(
        "Completed",
        CallbackOf<const Completion&>([&end](const Completion&) { end = Simulator::Now(); }));
    qp->Write(bytes);
    Simulator::Run();
    EXPECT_EQ(qp->Peer()->Counters().placedBytes, bytes) << rules;
    const double ideal = static_cast<double>(network->Unloaded().IdealBetween(0, 5, bytes).Ps());
    const double took = static_cast<double>(end.GetPicoSeconds());
    Simulator::Destroy();
    return took / ideal;
}

// Clauses: [closed-forms], [link-rules]
TEST(LinkRules, WritesTakeNoLessThanIdeal)
{
    for (const char* rules : {"plane:1/delay=2us",
                              "plane:1/rate=50%",
                              "plane:0/rate=25Gbps/jitter=1us",
                              "link:0.0.1/rate=10%,t1:1.0/delay=1us",
                              "link:0.0.1/missing,plane:0/jitter=3us",
                              "port:5.1/rate=25%"})
    {
        for (const uint64_t bytes : {1U, 4096U, 100000U, 3000000U})
        {
            EXPECT_GE(SlowdownOf(rules, bytes), 1.0) << rules << ", " << bytes << " bytes";
        }
    }
}

/** @return frames that left by each port, by its name */
std::map<std::string, uint32_t>
FramesOf(Network& network)
{
    std::map<std::string, uint32_t> frames;
    const Topology& topology = network.GetTopology();
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        frames[PortName(topology, port)] = network.Engine().fabric.Tally().Counters(port).frames;
    }
    return frames;
}

/** @return frames that were lost anywhere */
uint64_t
DropsOf(Network& network)
{
    uint64_t drops = 0;
    for (uint32_t port = 0; port < network.GetTopology().PortCount(); ++port)
    {
        drops += network.Engine().fabric.Tally().Counters(port).drops;
    }
    return drops;
}

/** Sends from all NICs of the first T0 to those of the second and back. @return all ended well */
bool
Exchange(Network& network)
{
    uint32_t completed = 0;
    std::vector<Ptr<Qp>> qps;
    for (uint32_t nic = 0; nic < 6; ++nic)
    {
        qps.push_back(network.Connect(nic, (nic + 3) % 6));
        CountSuccess(qps.back(), completed);
        qps.back()->Write(400000);
    }
    Simulator::Run();
    return completed == 6;
}

// Clauses: [missing-links]
TEST(MissingLinks, NothingIsSentOverOne)
{
    const Ptr<Network> network = MakeNetwork(Ruled("link:0.0.1/missing"));
    EXPECT_TRUE(Exchange(*network));
    std::map<std::string, uint32_t> frames = FramesOf(*network);
    for (const char* port : {"p0.t0.0.up1", "p0.t1.1.down0", "p0.t0.1.up1", "p0.t1.1.down1"})
    {
        EXPECT_EQ(frames[port], 0U) << port << ", from or to the T0 without this link";
    }
    EXPECT_GT(frames["p0.t0.0.up0"], 100U);
    EXPECT_GT(frames["p1.t0.0.up1"], 50U);
    EXPECT_EQ(DropsOf(*network), 0U) << "neither data nor answers try";
    EXPECT_NE(DescribeNetwork(*network).find("1 rule by which links differ, 1 link missing"),
              std::string::npos);
    Simulator::Destroy();
}

// Clauses: [missing-links]
TEST(MissingLinks, NeitherAFaultsEndNorTheDenylistBringsOneBack)
{
    const Ptr<Network> network = MakeNetwork(Ruled("link:0.0.1/missing"));
    const uint32_t up = network->GetTopology().PortAt({PortKind::T0_UP, 0, 0, 1});
    network->ScheduleFaults("link:0.0.1@1us..2us");
    const Ptr<Qp> qp = network->Connect(0, 4);
    network->GetDenylist().Deny(0, 1);
    network->GetDenylist().Allow(0, 1);
    for (const PathStatus& path : qp->Paths().List())
    {
        qp->Paths().Allow(path.ev);
    }
    qp->Write(100000);
    EXPECT_TRUE(Exchange(*network));
    EXPECT_GT(Simulator::Now(), MicroSeconds(2));
    for (const uint32_t port : {up, network->GetTopology().Peer(up)})
    {
        EXPECT_NE(network->Engine().fabric.State().Port(port).flags & PORT_DOWN, 0) << port;
    }
    EXPECT_EQ(qp->Peer()->Counters().placedBytes, 100000U);
    std::map<std::string, uint32_t> frames = FramesOf(*network);
    EXPECT_EQ(frames["p0.t0.0.up1"] + frames["p0.t1.1.down0"], 0U);
    EXPECT_EQ(DropsOf(*network), 0U);
    for (const Ptr<Qp>& other : {qp, network->Connect(0, 5)})
    {
        for (const PathStatus& path : other->Paths().List())
        {
            const bool missing = path.ev.Plane() == 0 && path.ev.Uplink() % 2 == 1;
            EXPECT_EQ(path.state == PathState::DENIED, missing) << path.ev.value;
        }
    }
    Simulator::Destroy();
}

/** @return what Connect says of EVs in a fabric that lacks links, "no error" if it takes them */
std::string
RefusalOfEvs(const std::string& rules, const std::map<std::string, std::string>& attributes)
{
    const Ptr<EvProfile> evs = CreateObject<EvProfile>();
    for (const auto& [name, value] : attributes)
    {
        evs->SetAttribute(name, StringValue(value));
    }
    const Ptr<Network> network = MakeNetwork(Ruled(rules));
    const std::string said = ThrownText([&] { network->Connect(0, 4, evs); });
    EXPECT_EQ(ThrownText([&] { network->Connect(0, 1, evs); }), "no error") << "below one T0";
    Simulator::Destroy();
    return said;
}

// Clauses: [missing-links]
TEST(MissingLinks, EachPlaneOfAQueuePairKeepsAnEv)
{
    const std::map<std::string, std::string> few{{"Active", "2"}, {"Backup", "0"}};
    const std::string refusal = "NIC 0 to 4: all EVs of the queue pair on plane ";
    // One EV of each plane is dealt: of uplink 0 or of uplink 1.
    uint32_t refused = 0;
    for (const char* rules : {"t1:0.0/missing", "t1:0.1/missing"})
    {
        const std::string said = RefusalOfEvs(rules, few);
        const bool isRefused = said.find(refusal + "0 name") != std::string::npos;
        EXPECT_TRUE(isRefused || said == "no error") << said;
        refused += isRefused;
    }
    EXPECT_GE(refused, 1U) << "at one of the two ends at least";
    EXPECT_EQ(RefusalOfEvs("t1:0.1/missing", {{"Active", "2"}, {"Backup", "2"}}), "no error")
        << "a reserve of all uplinks";
    std::map<std::string, std::string> listed{{"Mode", "Explicit"}, {"Evs", "1:1,2:0"}};
    EXPECT_NE(RefusalOfEvs("t1:0.1/missing", listed).find(refusal + "0 name"), std::string::npos);
    EXPECT_EQ(RefusalOfEvs("t1:0.0/missing", listed), "no error");
    EXPECT_NE(RefusalOfEvs("t1:1.0/missing", listed).find(refusal + "1 name"), std::string::npos);
    std::map<std::string, std::string> generated{{"Mode", "Generated"}, {"Fields", "1:1:0:0:0"}};
    EXPECT_NE(RefusalOfEvs("t1:1.1/missing", generated).find(refusal + "1 name"),
              std::string::npos);
}

/** @return whether a new queue pair has its transport at once, not at its first use */
bool
IsMadeAtOnce(Network& network, uint32_t source, uint32_t destination)
{
    const SlotIndex slot = network.Engine().nics.Store().NextSlot();
    network.Connect(source, destination);
    return dynamic_cast<Connection*>(&network.Engine().nics.Seats().AdminOf(slot)) != nullptr;
}

// Clauses: [missing-links]
TEST(MissingLinks, ConcernOnlyQueuePairsWhosePathsLackThem)
{
    TopologySpec spec = SixNics();
    spec.nics = 9; // three T0s
    const Ptr<Network> network = MakeNetwork(Ruled("link:0.0.1/missing", spec));
    EXPECT_TRUE(IsMadeAtOnce(*network, 0, 3));
    EXPECT_TRUE(IsMadeAtOnce(*network, 8, 2));
    EXPECT_FALSE(IsMadeAtOnce(*network, 3, 6));
    EXPECT_FALSE(IsMadeAtOnce(*network, 0, 1)) << "below one T0";
    Simulator::Destroy();
}

// Clauses: [missing-links], [port-news]
TEST(MissingLinks, CarryNoNewsOfPortsEither)
{
    const Ptr<Network> network = MakeNetwork(Ruled("link:0.0.1/missing,link:1.1.0/missing"));
    network->ScheduleFaults("port:0.1@20us..60us,port:4.0@30us..70us");
    EXPECT_TRUE(Exchange(*network));
    for (PortIndex port = 0; port < network->GetTopology().PortCount(); ++port)
    {
        if (TierOf(network->GetTopology(), port) == 1)
        {
            EXPECT_EQ(network->Engine().fabric.Tally().Counters(port).drops, 0U)
                << PortName(network->GetTopology(), port);
        }
    }
    Simulator::Destroy();
}

// Clauses: [missing-links], [ev-templates]
TEST(MissingLinks, AreCountedAndNamedByNoFileOfEvs)
{
    const TopologySpec spec = Ruled("t1:1.0/missing");
    EXPECT_NE(
        DescribeNetwork(*MakeNetwork(spec)).find("1 rule by which links differ, 2 links missing"),
        std::string::npos);
    const std::string others = DescribeNetwork(*MakeNetwork(Ruled("plane:0/delay=1us")));
    EXPECT_NE(others.find("1 rule by which links differ"), std::string::npos);
    EXPECT_EQ(others.find("missing"), std::string::npos);
    std::ostringstream file;
    EXPECT_NE(ThrownText<std::invalid_argument>([&] {
                  WriteEvFile(file, Topology(spec));
              }).find("lacks links"),
              std::string::npos);
    EXPECT_EQ(file.str(), "");
    Simulator::Destroy();
}

// Clauses: [missing-links], [carrier-pods]
TEST(MissingLinks, OfThreeTiersLeaveTheOtherPaths)
{
    const Ptr<Network> network =
        MakeNetwork(Ruled("upper-link:0.0.1/missing,link:0.7.0/missing", FourPods()));
    uint32_t completed = 0;
    const Ptr<Qp> qp = network->Connect(0, 15);
    const Ptr<Qp> back = network->Connect(15, 0);
    CountSuccess(qp, completed);
    CountSuccess(back, completed);
    qp->Write(1000000);
    back->Write(1000000);
    Simulator::Run();
    EXPECT_EQ(completed, 2U);
    EXPECT_EQ(DropsOf(*network), 0U);
    std::map<std::string, uint32_t> frames = FramesOf(*network);
    EXPECT_EQ(frames["p0.t0.0.up0"], 0U) << "its T1s lead to the missing link of the other T0";
    EXPECT_GT(frames["p0.t0.0.up1"], 200U);
    EXPECT_GT(frames["p0.t1.1.up0"], 80U);
    EXPECT_GT(frames["p0.t1.1.up1"], 80U);
    Simulator::Destroy();
}

/** What came of packets over one link with jitter. */
struct JitterRun
{
    std::vector<Hit> hits;
    uint64_t fingerprint;
    uint64_t outOfOrder;
};

JitterRun
RunJitter(const std::string& rules, uint8_t flags, bool wireMode = false)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("WireMode", BooleanValue(wireMode));
    FabricRig rig(Ruled(rules), profile);
    rig.WatchAll(flags);
    for (uint32_t i = 0; i < 400; ++i)
    {
        // NIC 0 in bursts of four, back to back, over one path.
        rig.Shoot({Instant() + Nanos(2000) * (i / 4), 0, 5, Ev::Of(0, 0)});
    }
    Simulator::Run();
    JitterRun run{rig.hits, rig.fabric.Tally().Fingerprint(), rig.observer.outOfOrder};
    Simulator::Destroy();
    return run;
}

// Clauses: [link-jitter]
TEST(LinkJitterOnTheWire, IsBoundedAndKeepsTheOrder)
{
    const JitterRun none = RunJitter("port:0.1/jitter=1us", 0); // of the other plane
    const JitterRun some = RunJitter("port-up:0.0/jitter=300ns", 0);
    ASSERT_EQ(some.hits.size(), 400U);
    Span least = Micros(1);
    Span most;
    for (std::size_t i = 0; i < some.hits.size(); ++i)
    {
        ASSERT_EQ(some.hits[i].shot, i) << "frames keep their order";
        ASSERT_TRUE(i == 0 || some.hits[i].at - some.hits[i - 1].at >= Span(339360))
            << "a frame takes its time on the last link too";
        const Span late = some.hits[i].at - none.hits[i].at;
        least = std::min(least, late);
        most = std::max(most, late);
    }
    EXPECT_GE(least, Span());
    EXPECT_LT(least, Nanos(10));
    EXPECT_LE(most, Nanos(300));
    EXPECT_GT(most, Nanos(290)) << "the whole range is drawn from";
}

// Clauses: [link-jitter], [same-seed]
TEST(LinkJitterOnTheWire, IsTheSameWatchedAndInWireMode)
{
    const char* const rules = "plane:0/jitter=2us,link:0.0.0/jitter=500ns";
    const JitterRun lazy = RunJitter(rules, 0);
    const uint8_t all = PORT_WATCHED | PORT_RX_WATCHED;
    for (const JitterRun& other :
         {RunJitter(rules, PORT_WATCHED), RunJitter(rules, all), RunJitter(rules, all, true)})
    {
        EXPECT_EQ(other.fingerprint, lazy.fingerprint);
        EXPECT_EQ(other.outOfOrder, 0U);
    }
    EXPECT_NE(lazy.fingerprint, RunJitter("plane:0/jitter=1us", 0).fingerprint);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
