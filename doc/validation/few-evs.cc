/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which other flows use the uplinks of a flow: the target EV16-even of mrc-validation once more,
// flow by flow, the slowest first. One argument: EvProfile::RandomDeal, false by default.

#include "ns3/core-module.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-write-stream.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <memory>
#include <vector>

using namespace ns3;
using namespace ns3::mrc;

namespace
{

constexpr uint32_t FLOWS = 256;
constexpr uint32_t EVS = 16;
constexpr double SAMPLES = 500; // of windows

/** What is known of a flow. */
struct Flow
{
    Ptr<Qp> qp;
    std::unique_ptr<WriteStream> stream;
    QueuePairCounters before{};     // of the sender
    QueuePairCounters peerBefore{}; // of the receiver
    double goodput{0};              // Gb/s
    double marked{0};               // part of its packets
    double window{0};               // bytes, mean
    uint32_t excess{0};             // EVs on its uplinks above the mean of 16 each
    uint32_t crowded{0};            // of its 16 uplinks, those with more EVs than that
};

/** @return Pearson's correlation of goodput and excess */
double
Correlation(const std::vector<Flow>& flows)
{
    double goodput = 0;
    double excess = 0;
    for (const Flow& flow : flows)
    {
        goodput += flow.goodput / FLOWS;
        excess += static_cast<double>(flow.excess) / FLOWS;
    }
    double both = 0;
    double squares[2]{};
    for (const Flow& flow : flows)
    {
        both += (flow.goodput - goodput) * (flow.excess - excess);
        squares[0] += std::pow(flow.goodput - goodput, 2);
        squares[1] += std::pow(flow.excess - excess, 2);
    }
    return both / std::sqrt(squares[0] * squares[1]);
}

/** Counts the active EVs of all flows on each uplink. @return how many */
std::vector<uint32_t>
CountEvs(std::vector<Flow>& flows)
{
    std::vector<uint32_t> evs(FLOWS);
    const auto each = [&](const Flow& flow, auto what) {
        const auto paths = flow.qp->Paths().List(); // active ones first
        std::for_each(paths.begin(), paths.begin() + EVS, [&](const PathStatus& path) {
            what(evs[path.ev.Uplink() % FLOWS]);
        });
    };
    for (const Flow& flow : flows)
    {
        each(flow, [](uint32_t& count) { ++count; });
    }
    for (Flow& flow : flows)
    {
        each(flow, [&flow](uint32_t count) {
            flow.excess += std::max(count, EVS) - EVS;
            flow.crowded += count > EVS;
        });
    }
    return evs;
}

/** Connects each NIC of the first T0 to one of the second, and has all of them send. */
std::vector<Flow>
Start(Network& network)
{
    std::vector<Flow> flows(FLOWS);
    for (uint32_t nic = 0; nic < FLOWS; ++nic)
    {
        flows[nic].qp = network.Connect(nic, nic + FLOWS);
        flows[nic].stream = std::make_unique<WriteStream>(*flows[nic].qp, 1000000);
        flows[nic].stream->Start(128);
    }
    return flows;
}

/** Runs for 6 ms, of which the last five are measured. */
void
Measure(std::vector<Flow>& flows)
{
    Simulator::Schedule(MilliSeconds(1), [&flows] {
        for (Flow& flow : flows)
        {
            flow.before = flow.qp->Counters();
            flow.peerBefore = flow.qp->Peer()->Counters();
        }
    });
    for (int i = 0; i < SAMPLES; ++i)
    {
        Simulator::Schedule(MicroSeconds(1000 + 10 * i), [&flows] {
            for (Flow& flow : flows)
            {
                flow.window += static_cast<double>(flow.qp->Query().window.window) / SAMPLES;
            }
        });
    }
    Simulator::Stop(MilliSeconds(6));
    Simulator::Run();
    for (Flow& flow : flows)
    {
        const QueuePairCounters& peer = flow.qp->Peer()->Counters();
        flow.goodput = (peer.placedBytes - flow.peerBefore.placedBytes) * 8 / 5e6;
        flow.marked = static_cast<double>(peer.marks - flow.peerBefore.marks) /
                      (flow.qp->Counters().sentPackets - flow.before.sentPackets);
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    FabricHelper fabric;
    fabric.AssignStreams(0);
    TopologySpec topology = PresetTopology("clos-8x100g-256", 2 * FLOWS);
    topology.planes = 1;
    fabric.SetTopology(topology);
    fabric.SetEvAttribute("RandomDeal", StringValue(argc > 1 ? argv[1] : "false"));
    fabric.SetEvAttribute("Active", UintegerValue(EVS));
    fabric.SetEvAttribute("Backup", UintegerValue(EVS));
    const Ptr<Network> network = fabric.Install();
    std::vector<Flow> flows = Start(*network);
    const std::vector<uint32_t> evs = CountEvs(flows);
    Measure(flows);
    const auto range = std::minmax_element(evs.begin(), evs.end());
    std::cout << std::fixed << std::setprecision(2) << "EVs of an uplink: " << *range.first
              << " to " << *range.second
              << "; correlation of goodput and excess: " << Correlation(flows)
              << "\nNIC  Gb/s  window  marked  excess  crowded\n";
    std::sort(flows.begin(), flows.end(), [](const Flow& a, const Flow& b) {
        return a.goodput < b.goodput;
    });
    for (const Flow& flow : flows)
    {
        std::cout << flow.qp->Query().nic << "  " << flow.goodput << "  "
                  << static_cast<uint32_t>(flow.window) << "  " << flow.marked << "  "
                  << flow.excess << "  " << flow.crowded << "\n";
    }
    flows.clear(); // streams end before their queue pairs
    Simulator::Destroy();
    return 0;
}
