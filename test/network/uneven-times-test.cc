/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Links that differ by rules: closed forms and round trips over them.

#include "../mrc-fabric-rig.h"
#include "../mrc-thrown-text.h"
#include "idle-paths.h"
#include "ruled-fabric.h"

#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-round-trips.h"
#include "ns3/mrc-uneven-ideal.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

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
    CompareIdlePaths(Ruled(upper, PodsOfFour(16)), 0, 15);
    CompareIdlePaths(Ruled(upper, PodsOfFour(16)), 15, 0);
    CompareIdlePaths(Ruled(upper, PodsOfFour(16)), 0, 3);
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
        PodsOfFour(16),
        Ruled("plane:1/delay=1us"),
        Ruled("port:1.0/delay=9us,port-up:4.1/jitter=5us,link:0.0.1/rate=10%"),
        Ruled("upper-link:0.3.1/delay=7us,link-up:0.2.0/rate=2%,port:9.0/delay=3us",
              PodsOfFour(16)),
        Ruled("upper-link:0.3.1/missing,t1:0.2/jitter=2us,t2:0.1/delay=1us", PodsOfFour(16))};
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

// Clauses: [link-rules], [link-jitter], [time-stamps], [ack-timeout]
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
        // At a quarter of the rate the other plane takes a fifth of many packets. These come behind
        // the first of them, which is 3 * 4 * 340,960 later, every 4 * 340,960. In 81 * 340,960 ps
        // plane 0 has 82, the other one (81 - 12) / 4 + 1 = 18 more.
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

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
