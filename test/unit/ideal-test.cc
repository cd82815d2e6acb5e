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
    parameters.postOverhead = Nanos(4450); // 12 #23
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
    // SACK 178 B: 14,240 ps, Transport ACK 146 B: 11,680 ps, which waits behind the SACK on every
    // hop: local 2 * 14,240 + 11,680 + 640,000 = 680,160; across 4 * 14,240 + 11,680 + 2,090,000 =
    // 2,158,640.
    const IdealCase cases[] = {
        // 2 B, padded to 4: 170 B, 13,600 ps.
        {1, 2, 2 * 13600 + 640000 + 680160, "2 B local"},
        {4, 2, 4 * 13600 + 2090000 + 2158640, "2 B across"},
        {1, 5, 2 * 13920 + 640000 + 680160, "5 B, padded to 8"},
        // 4,262 B: 340,960 ps.
        {1, 4096, 2 * 340960 + 640000 + 680160, "one full packet"},
        // The second packet is tiny and on another plane: the full one completes.
        {1, 4097, 2 * 340960 + 640000 + 680160, "the short packet overtakes"},
        {4, 8 * 4096, 4 * 340960 + 2090000 + 2158640, "one round of the planes"},
        // The ninth packet, 170 B, waits for the full one before it on every hop.
        {1, 8 * 4096 + 1, 2 * 340960 + 13600 + 640000 + 680160, "short behind full"},
        {4, 9 * 4096, 5 * 340960 + 2090000 + 2158640, "two full ones on plane 0"},
        {4, 16 * 4096, 5 * 340960 + 2090000 + 2158640, "two rounds"},
    };
    const Topology topology = Clos(8, 100 * GIGA, 100 * GIGA);
    for (const auto& c : cases)
    {
        EXPECT_EQ(IdealCompletion(topology, 0, c.destination, c.bytes, {}).Ps(), c.ps) << c.what;
    }
}

TEST(IdealTest, HalfRoundTripOfTwoBytesMatchesThePublishedLatency)
{
    // MRC sec. 9.15, T1: 5.09 us within a T0 group and 6.54 us across, 1.45 us apart.
    const Topology topology = Clos(8, 100 * GIGA, 100 * GIGA);
    const double local = IdealCompletion(topology, 0, 1, 2, Calibrated()).Ps() / 2e6;
    const double across = IdealCompletion(topology, 0, 4, 2, Calibrated()).Ps() / 2e6;
    EXPECT_NEAR(local, 5.09, 0.05 * 5.09);
    EXPECT_NEAR(across, 6.54, 0.05 * 6.54);
    EXPECT_NEAR(across - local, 1.45, 0.1);
}

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
    // htsim: 4,160 B data, 64 B headers, on its 32-host leaf-spine at 100 Gb/s with 500 ns
    // everywhere: 4 * 332,800 + 3,500,000 out, 4 * 5,120 + 3,500,000 back = its printed base RTT
    // of 8.35168 us.
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

/** The same flow packet by packet: the slow way, written from the rules. */
int64_t
Simulated(const Topology& topology, bool local, uint64_t bytes, uint32_t payload)
{
    const TopologySpec& spec = topology.Spec();
    std::vector<uint64_t> rates{spec.nicLinkRate};
    std::vector<Span> onward{spec.nicLinkDelay + spec.t0Latency};
    if (!local)
    {
        rates.insert(rates.end(), 2, spec.fabricLinkRate);
        onward.push_back(spec.fabricLinkDelay + spec.t1Latency);
        onward.push_back(spec.fabricLinkDelay + spec.t0Latency);
    }
    rates.push_back(spec.nicLinkRate);
    onward.push_back(spec.nicLinkDelay);
    const size_t hops = rates.size();

    const auto pass = [&](std::vector<Span>& busyUntil, uint32_t lineBytes, Span at) {
        for (size_t i = 0; i < hops; ++i)
        {
            busyUntil[i] = std::max(busyUntil[i], at) + LineRate(rates[i]).Serialize(lineBytes);
            at = busyUntil[i] + onward[i];
        }
        return at;
    };
    std::vector<std::vector<Span>> planes(spec.planes, std::vector<Span>(hops));
    Span complete;
    uint32_t k = 0;
    for (uint64_t left = bytes; left > 0;)
    {
        const auto size = static_cast<uint32_t>(std::min<uint64_t>(left, payload));
        left -= size;
        complete =
            std::max(complete, pass(planes[k++ % spec.planes], (size + 3) / 4 * 4 + 166, {}));
    }
    std::vector<Span> back(hops);
    pass(back, 178, complete);
    return pass(back, 146, complete).Ps();
}

TEST(IdealTest, EqualsThePacketByPacketRecursion)
{
    std::minstd_rand draw(3);
    const uint64_t rates[] = {25 * GIGA, 100 * GIGA, 400 * GIGA, 33333333333};
    for (int i = 0; i < 400; ++i)
    {
        const auto planes = static_cast<uint32_t>(1 + draw() % 8);
        const Topology topology = Clos(planes, rates[draw() % 4], rates[draw() % 4]);
        const uint64_t bytes = 1 + draw() % (i % 2 == 0 ? 40000 : 400000);
        const bool local = draw() % 2 == 0;
        IdealParameters parameters;
        parameters.payload = i % 3 == 0 ? 1024 : 4096;
        ASSERT_EQ(IdealCompletion(topology, 0, local ? 1 : 4, bytes, parameters).Ps(),
                  Simulated(topology, local, bytes, parameters.payload))
            << bytes << " B on " << planes << " planes";
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
