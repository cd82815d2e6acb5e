/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-ideal.h"
#include "ns3/mrc-line-rate.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr uint64_t GIGA = 1000000000;

Topology
Clos(uint32_t planes, uint64_t nicRate, uint64_t fabricRate)
{
    TopologySpec spec;
    spec.name = "test";
    spec.nics = 8;
    spec.planes = planes;
    spec.nicsPerT0 = 4;
    spec.t1Count = 4;
    spec.nicLinkRate = nicRate;
    spec.fabricLinkRate = fabricRate;
    return Topology(spec);
}

IdealParameters
Calibrated()
{
    IdealParameters parameters;
    parameters.postOverhead = Nanos(4450); // [host-overhead]
    parameters.completionOverhead = Nanos(4450);
    return parameters;
}

struct IdealCase
{
    uint32_t destination; // from NIC 0; 1 is local, 4 is across a T1
    uint64_t bytes;
    int64_t ps;
    const char* what;
};

TEST(IdealTest, CompletionByHand)
{
    // Eight planes of 100 Gb/s: 80 ps a byte; 20 and 125 ns of fibre, 600 ns in a switch.
    // A SACK has 178 B, 14,240 ps, a Transport ACK 146 B, 11,680 ps. The ACK waits behind the SACK
    // on every hop if there is one packet only: local 2 * 14,240 + 11,680 + 640,000 = 680,160.
    // Across T1s these are 4 * 14,240 + 11,680 + 2,090,000 = 2,158,640. Without the SACK: local
    // 663,360, across 2,136,720.
    const IdealCase cases[] = {
        // No payload: 166 B, 13,280 ps.
        {1, 0, 2 * 13280 + 640000 + 680160, "a signal local"},
        {4, 0, 4 * 13280 + 2090000 + 2158640, "a signal across"},
        // 2 B, padded to 4: 170 B, 13,600 ps.
        {1, 2, 2 * 13600 + 640000 + 680160, "2 B local"},
        {4, 2, 4 * 13600 + 2090000 + 2158640, "2 B across"},
        {1, 5, 2 * 13920 + 640000 + 680160, "5 B, padded to 8"},
        // 4,262 B: 340,960 ps.
        {1, 4096, 2 * 340960 + 640000 + 680160, "one full packet"},
        // The second packet is tiny and on another plane: the full one completes.
        {1, 4097, 2 * 340960 + 640000 + 663360, "the short packet overtakes on another plane"},
        {4, 8 * 4096, 4 * 340960 + 2090000 + 2136720, "one round of the planes, a tie"},
        // The ninth packet, 170 B, waits for the full one before it on every hop.
        {1, 8 * 4096 + 1, 2 * 340960 + 13600 + 640000 + 663360, "short behind full"},
        {4, 9 * 4096, 5 * 340960 + 2090000 + 2136720, "two full ones on plane 0"},
        {4, 16 * 4096, 5 * 340960 + 2090000 + 2136720, "two rounds"},
        // 1,318 B, 105,440 ps: received by the last T0 340,960 + 3 * 105,440 after the start. The
        // full one is received 3 * 340,960 after the start, so that the short one is not in its way
        // any more.
        {4, 8 * 4096 + 1152, 4 * 340960 + 2090000 + 2136720, "the short one overtakes on a plane"},
        // 3,238 B, 259,040 ps: 340,960 + 3 * 259,040, later than 3 * 340,960 by 95,200.
        {4, 8 * 4096 + 3072, 4 * 340960 + 259040 + 2090000 + 2136720, "it does not"},
    };
    const Topology topology = Clos(8, 100 * GIGA, 100 * GIGA);
    for (const auto& c : cases)
    {
        EXPECT_EQ(IdealCompletion(topology, 0, c.destination, c.bytes, {}).Ps(), c.ps) << c.what;
    }
}

// Clauses: [hop-latency], [host-overhead], [target-latency]
TEST(IdealTest, HalfRoundTripOfTwoBytesMatchesThePublishedLatency)
{
    // [target-latency], T1: 5.09 us within a T0 group and 6.54 us across, 1.45 us apart.
    const Topology topology = Clos(8, 100 * GIGA, 100 * GIGA);
    const double local = IdealCompletion(topology, 0, 1, 2, Calibrated()).Ps() / 2e6;
    const double across = IdealCompletion(topology, 0, 4, 2, Calibrated()).Ps() / 2e6;
    EXPECT_NEAR(local, 5.09, 0.05 * 5.09);
    EXPECT_NEAR(across, 6.54, 0.05 * 6.54);
    EXPECT_NEAR(across - local, 1.45, 0.1);
}

// Clauses: [base-rtt]
TEST(IdealTest, BaseRttByHand)
{
    // 4 * 340,960 + 2,090,000 out and 4 * 14,240 + 2,090,000 back.
    const Topology topology = Clos(8, 100 * GIGA, 100 * GIGA);
    EXPECT_EQ(BaseRtt(topology, 0, 4, {}).Ps(), 5600800);
    // 2 * 340,960 + 640,000 out and 2 * 14,240 + 640,000 back.
    EXPECT_EQ(BaseRtt(topology, 0, 1, {}).Ps(), 1990400);
    EXPECT_EQ(BaseRtt(topology, 0, 4, Calibrated()).Ps(), 5600800) << "host overhead is outside";
}

TEST(IdealTest, FrameSizesOfAnotherSimulatorCanBeSet)
{
    // htsim has 4,160 B data and 64 B headers on its 32-host leaf-spine at 100 Gb/s with 500 ns
    // everywhere. 4 * 332,800 + 3,500,000 out and 4 * 5,120 + 3,500,000 back are its printed base
    // RTT of 8.35168 us.
    TopologySpec spec;
    spec.nics = 32;
    spec.nicsPerT0 = 8;
    spec.t1Count = 8;
    spec.nicLinkRate = 100 * GIGA;
    spec.fabricLinkRate = 100 * GIGA;
    spec.nicLinkDelay = spec.fabricLinkDelay = spec.t0Latency = spec.t1Latency = Nanos(500);
    IdealParameters parameters;
    parameters.dataOverhead = 64;
    parameters.sackBytes = 64;
    EXPECT_EQ(BaseRtt(Topology(spec), 0, 31, parameters).Ps(), 8351680);
}

/** A packet at the last switch. */
struct Walker
{
    Span at;
    Span size; // on the access links
};

/** The same flow packet by packet: the slow way, written from the rules. */
int64_t
Simulated(const Topology& topology, bool local, uint64_t bytes, uint32_t payload)
{
    const TopologySpec& spec = topology.Spec();
    const LineRate access(spec.nicLinkRate);
    const LineRate trunk(spec.fabricLinkRate);
    std::vector<std::vector<Walker>> arrivals(spec.planes);
    std::vector<Span> port(spec.planes);
    std::vector<std::vector<Span>> up(spec.planes, std::vector<Span>(spec.t1Count));
    std::vector<std::vector<Span>> down = up;
    const uint64_t packets = std::max<uint64_t>((bytes + payload - 1) / payload, 1);
    for (uint64_t k = 0; k < packets; ++k)
    {
        const uint64_t plane = k % spec.planes;
        const uint64_t uplink = k / spec.planes % spec.t1Count;
        const auto size = static_cast<uint32_t>(std::min<uint64_t>(payload, bytes - k * payload));
        const uint32_t line = (size + 3) / 4 * 4 + 166;
        port[plane] = port[plane] + access.Serialize(line);
        Span at = port[plane] + spec.nicLinkDelay + spec.t0Latency;
        if (!local)
        {
            up[plane][uplink] = std::max(up[plane][uplink], at) + trunk.Serialize(line);
            at = up[plane][uplink] + spec.fabricLinkDelay + spec.t1Latency;
            down[plane][uplink] = std::max(down[plane][uplink], at) + trunk.Serialize(line);
            at = down[plane][uplink] + spec.fabricLinkDelay + spec.t0Latency;
        }
        arrivals[plane].push_back({at, access.Serialize(line)});
    }
    Span last;
    for (auto& plane : arrivals)
    {
        std::sort(plane.begin(), plane.end(), [](const Walker& a, const Walker& b) {
            return a.at < b.at;
        });
        Span busy;
        for (const Walker& walker : plane)
        {
            busy = std::max(busy, walker.at) + walker.size;
        }
        last = std::max(last, busy);
    }
    const Span end = last + spec.nicLinkDelay;
    std::vector<LineRate> rates(local ? 2 : 4, trunk);
    rates.front() = rates.back() = access;
    Span delays = spec.nicLinkDelay * 2 + spec.t0Latency;
    if (!local)
    {
        delays = delays + spec.fabricLinkDelay * 2 + spec.t1Latency + spec.t0Latency;
    }
    // Behind the SACK, which is longer, the Transport ACK waits at each hop; without a SACK, at
    // none.
    Span sack;
    Span ack;
    for (const LineRate& rate : rates)
    {
        sack = sack + (packets == 1 ? rate.Serialize(178) : Span());
        ack = std::max(ack, sack) + rate.Serialize(146);
    }
    return (end + delays + ack).Ps();
}

// Clauses: [closed-forms]
TEST(IdealTest, EqualsThePacketByPacketRecursion)
{
    std::minstd_rand draw(3);
    const uint64_t rates[] = {25 * GIGA, 100 * GIGA, 400 * GIGA, 33333333333};
    for (int i = 0; i < 2000; ++i)
    {
        const auto planes = static_cast<uint32_t>(1 + draw() % 8);
        const uint64_t nicRate = rates[draw() % 4];
        const uint64_t fabricRate = rates[draw() % 4];
        const Topology topology = Clos(planes, nicRate, fabricRate);
        const uint64_t bytes = draw() % 16 == 0 ? 0 : 1 + draw() % (i % 2 == 0 ? 40000 : 400000);
        const bool local = draw() % 2 == 0;
        IdealParameters parameters;
        parameters.payload = i % 3 == 0 ? 1024 : 4096;
        const int64_t ideal = IdealCompletion(topology, 0, local ? 1 : 4, bytes, parameters).Ps();
        const int64_t slow = Simulated(topology, local, bytes, parameters.payload);
        if (local || nicRate <= 4 * fabricRate)
        {
            ASSERT_EQ(ideal, slow) << bytes << " B on " << planes << " planes, " << nicRate << " "
                                   << fabricRate << " " << parameters.payload;
        }
        else
        {
            ASSERT_NEAR(ideal, slow, LineRate(nicRate).Serialize(4262).Ps() + 30000) << "about";
        }
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
