/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The known weak spots of RoCEv2: hashes that collide, and losses after which all is sent again.

#include "../mrc-sanitized.h"
#include "../mrc-test-network.h"

#include "ns3/mrc-line-rate.h"
#include "ns3/mrc-network.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/string.h"

#include <algorithm>
#include <array>
#include <cmath>
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

constexpr uint32_t PAYLOAD = 4096;
constexpr double LINE = 100e9;

/** @return a helper for RoCEv2 over IPv4 and hashed five-tuples */
FabricHelper
RoceHelper(const TopologySpec& spec, const std::string& transport)
{
    FabricHelper helper = HelperUnder("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    helper.AssignStreams(1); // else earlier tests of the process say which streams
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Encapsulation", StringValue("Ipv4"));
    helper.SetEvAttribute("Format", StringValue("Udp"));
    helper.SetQpAttribute("Transport", StringValue("ns3::mrc::RoceTransport[" + transport + "]"));
    return helper;
}

/**
 * Runs a permutation of 16 NICs between two T0s over 16 uplinks, without losses, at line rate.
 *
 * @return the share of its line that each flow gets
 */
std::vector<double>
Shares(uint32_t run)
{
    RngSeedManager::SetRun(run);
    FabricHelper helper = RoceHelper(SmallFabric(32, 16, 16, 1), "RateControl=None");
    helper.SetFabricAttribute("LosslessDscps", StringValue("26"));
    const Ptr<Network> network = Audited(helper.Install());
    std::vector<Ptr<Qp>> pairs;
    for (uint32_t nic = 0; nic < 16; ++nic)
    {
        pairs.push_back(network->Connect(nic, 16 + nic));
        pairs.back()->Write(100000000);
    }
    std::vector<double> shares(pairs.size());
    for (const double sign : {-1.0, 1.0}) // bytes placed after 1 ms less those after 0.2 ms
    {
        Simulator::Stop(sign < 0 ? MicroSeconds(200) : MicroSeconds(800));
        Simulator::Run();
        for (std::size_t i = 0; i < pairs.size(); ++i)
        {
            shares[i] += sign * static_cast<double>(pairs[i]->Peer()->Counters().placedBytes);
        }
    }
    for (double& share : shares)
    {
        share *= 8 / (LINE * 800e-6) * (PAYLOAD + 82) / PAYLOAD; // of the line, headers included
    }
    Simulator::Destroy();
    RngSeedManager::SetRun(1);
    return shares;
}

// Published: flows of such a permutation get 1, 1/2 or 1/3 of their rate. A flow is alone on its
// uplink with a probability of (15/16)^15, 38 %; with one more flow it gets half, with two a third.
// Clauses: [roce-path], [ecmp-hash]
TEST(RoceWeakSpots, CollidingHashesMakeClassesOfFlows)
{
    if (Times(1, 0) == 0)
    {
        GTEST_SKIP() << "a figure that needs many runs";
    }
    constexpr uint32_t RUNS = 40;
    std::array<uint32_t, 6> flows{}; // by how many share an uplink
    uint32_t between = 0;
    for (uint32_t run = 1; run <= RUNS; ++run)
    {
        for (const double share : Shares(run))
        {
            const auto sharing = static_cast<uint32_t>(std::lround(1 / share));
            const bool isClass =
                sharing >= 1 && sharing < flows.size() && std::abs(share * sharing - 1) < 0.03;
            flows.at(isClass ? sharing : 0) += 1;
            between += !isClass;
        }
    }
    const double all = RUNS * 16;
    EXPECT_LT(between / all, 0.02) << "classes, and nearly nothing between them";
    // Binomial: 15 others, each on this uplink with 1/16. Flows of a run are not independent, hence
    // four standard deviations.
    double probability = std::pow(15.0 / 16, 15);
    for (uint32_t sharing = 1; sharing <= 3; ++sharing)
    {
        const double deviation = std::sqrt(probability * (1 - probability) / all);
        EXPECT_NEAR(flows[sharing] / all, probability, 4 * deviation) << "1/" << sharing;
        probability *= (16.0 - sharing) / sharing / 15;
    }
}

/**
 * Goodput of one queue pair that goes back over a link that loses packets at random.
 *
 * @param loss probability
 * @param nakInterval after which a packet is asked for again
 * @param run of the random numbers
 * @return part of the line that is payload, relative to that without loss
 */
double
GoodputWith(double loss, Span nakInterval, uint32_t run)
{
    RngSeedManager::SetRun(run);
    FabricHelper helper = RoceHelper(SmallFabric(2, 2, 0, 1),
                                     "RateControl=None|AckClass=Cnp|NakInterval=" +
                                         std::to_string(nakInterval.Ps() / 1000) + "ns");
    const Ptr<Network> network = Audited(helper.Install());
    if (loss > 0)
    {
        std::ostringstream fault;
        fault << "port-up:0.0/loss=" << loss * 100 << "%@0ns";
        network->ScheduleFaults(fault.str());
    }
    const Ptr<Qp> qp = network->Connect(0, 1);
    qp->Write(1000000000);
    Simulator::Stop(MilliSeconds(20));
    Simulator::Run();
    const auto placed = static_cast<double>(qp->Peer()->Counters().placedBytes);
    Simulator::Destroy();
    RngSeedManager::SetRun(1);
    return placed * 8 / (LINE * 20e-3) * (PAYLOAD + 82) / PAYLOAD;
}

/*
 * A packet that is lost costs its own place, and the W places of packets that leave until the NAK
 * is there. All of these are sent again. W is the turn from the end of the lost packet to the NAK's
 * arrival. The turn is in whole packets, as the port ends the one that it has begun. A packet that
 * is sent again and lost costs the same, as the interval of NAKs is a turn, rounded up to whole
 * packets. So one of n attempts, each with p, places a packet and the other n - 1 cost 1 + W
 * places:
 *
 *     goodput = 1 / (1 + (1 + W) p / (1 - p))
 */
// Clauses: [roce-recovery], [roce-nak]
TEST(RoceWeakSpots, GoBackNLosesWhatItsClosedFormSays)
{
    if (Times(1, 0) == 0)
    {
        GTEST_SKIP() << "a figure that needs many runs";
    }
    const TopologySpec spec = SmallFabric(2, 2, 0, 1);
    const LineRate rate(spec.nicLinkRate);
    const Span packet = rate.Serialize(PAYLOAD + 82);
    const Span nak = rate.Serialize(14 + 20 + 8 + 12 + 4 + 4 + 4 + 20);
    // The successor's end, its second line, the NAK's two lines; each way two links and the switch.
    const Span turn = packet * 2 + nak * 2 + (spec.nicLinkDelay * 2 + spec.t0Latency) * 2;
    const int64_t wasted = (turn.Ps() + packet.Ps() - 1) / packet.Ps();
    for (const double loss : {0.001, 0.003, 0.01, 0.03})
    {
        const double form = 1 / (1 + static_cast<double>(1 + wasted) * loss / (1 - loss));
        constexpr uint32_t RUNS = 10;
        double sum = 0;
        double squares = 0;
        for (uint32_t run = 1; run <= RUNS; ++run)
        {
            const double goodput = GoodputWith(loss, packet * (wasted + 1), run);
            sum += goodput;
            squares += goodput * goodput;
        }
        const double mean = sum / RUNS;
        // of the mean
        const double deviation = std::sqrt((squares / RUNS - mean * mean) / (RUNS - 1));
        EXPECT_NEAR(mean, form, 4 * deviation) << loss;
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
