/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What RoCEv2 is known to be bad at: hashes that collide, and losses that all is sent again for.

#include "../mrc-test-network.h"

#include "ns3/mrc-network.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/string.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <sstream>
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
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Encapsulation", StringValue("Ipv4"));
    helper.SetEvAttribute("Format", StringValue("Udp"));
    helper.SetQpAttribute("Transport", StringValue("ns3::mrc::RoceTransport[" + transport + "]"));
    return helper;
}

/**
 * Runs a permutation of 16 NICs between two T0s over 16 uplinks, without losses, at line rate.
 *
 * @return what each flow gets of its line
 */
std::vector<double>
Shares(uint32_t run)
{
    RngSeedManager::SetRun(run);
    FabricHelper helper = RoceHelper(SmallFabric(32, 16, 16, 1), "RateControl=None");
    helper.SetFabricAttribute("LosslessDscps", StringValue("26"));
    const Ptr<Network> network = helper.Install();
    std::vector<Ptr<Qp>> pairs;
    for (uint32_t nic = 0; nic < 16; ++nic)
    {
        pairs.push_back(network->Connect(nic, 16 + nic));
        pairs.back()->Write(100000000);
    }
    std::vector<double> shares(pairs.size());
    for (const double sign : {-1.0, 1.0}) // what was placed after 1 ms less that after 0.2 ms
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
// uplink with a probability of (15/16)^15, 38 %; with one more it gets half, with two a third.
// Clauses: [roce-path], [ecmp-hash]
TEST(RoceWeakSpots, CollidingHashesMakeClassesOfFlows)
{
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
 * @return part of the line that is payload, relative to that without loss
 */
double
GoodputWith(double loss, uint32_t run)
{
    RngSeedManager::SetRun(run);
    FabricHelper helper = RoceHelper(SmallFabric(2, 2, 0, 1), "RateControl=None|AckClass=Cnp");
    const Ptr<Network> network = helper.Install();
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
 * A packet that is lost costs itself and all that leave until the NAK for it is there. Those are
 * the packets of one turn: W, the time from the end of a packet to that of the NAK's arrival, in
 * packet times; the NAK waits for the next packet that arrives, so each further loss in a row
 * costs one packet more. A packet is placed with 1 - p and each loss wastes 1 + W places:
 *
 *     goodput = (1 - p) / (1 - p + p (1 + W)) = 1 / (1 + p (1 + W) / (1 - p))
 */
// Clauses: [roce-recovery], [roce-nak]
TEST(RoceWeakSpots, GoBackNLosesWhatItsClosedFormSays)
{
    const double packet = (PAYLOAD + 82) * 8 / LINE; // s
    const TopologySpec spec = SmallFabric(2, 2, 0, 1);
    // From a lost packet's end to its successor's, then to the switch and the NIC, and the NAK's
    // way back: each way two links with their delay, the switch, and the last line once more.
    const double oneWay = (2 * spec.nicLinkDelay.Ps() + spec.t0Latency.Ps()) * 1e-12;
    const double nak = (14 + 20 + 8 + 12 + 4 + 4 + 4 + 20) * 8 / LINE;
    const double turn = packet + oneWay + packet + nak + oneWay + nak;
    for (const double loss : {0.001, 0.003, 0.01, 0.03})
    {
        // The port finishes the packet that it has begun: half a packet in the mean.
        const double wasted = turn / packet + 0.5;
        const double form = 1 / (1 + loss * (1 + wasted) / (1 - loss));
        constexpr uint32_t RUNS = 10;
        double sum = 0;
        double squares = 0;
        for (uint32_t run = 1; run <= RUNS; ++run)
        {
            const double goodput = GoodputWith(loss, run);
            sum += goodput;
            squares += goodput * goodput;
        }
        const double mean = sum / RUNS;
        const double deviation = std::sqrt((squares / RUNS - mean * mean) / (RUNS - 1));
        std::cout << loss << ": " << mean << " +- " << deviation << ", closed form " << form
                  << '\n';
        EXPECT_NEAR(mean, form, 4 * deviation + 0.001) << loss;
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
