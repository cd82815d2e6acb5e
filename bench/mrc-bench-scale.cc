/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * How large a run may be: a random permutation across racks, while a T1 reboots and links flap.
 *
 * Every NIC writes one message to a NIC of another T0. Fabric and transport have their default
 * attributes. Ports have 100 Gb/s, bisection is full. Faults follow the time that a message takes
 * alone: the T1 is away from a fifth of it to four fifths. Each flap takes a link between T0 and T1
 * for a twentieth. A packet-hop is one frame received whole at the far end of a link.
 *
 *   mrc-bench-scale --nics=1024 --planes=8 --bytes=16000000 --flaps=1000 --threads=2
 *
 * Prints one line of JSON.
 */

#include "mrc-bench-measure.h"
#include "mrc-bench-totals.h"

#include "ns3/command-line.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-fault.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iostream>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::mrc;

namespace
{

constexpr uint64_t BIT_RATE = 100000000000;

/** The run. */
struct Options
{
    uint32_t nics{1024};
    uint32_t planes{8};
    uint64_t bytes{16000000};
    uint32_t flaps{1000};
    uint32_t threads{1};
    uint32_t seed{1};
};

Options
Parse(int argc, char* argv[])
{
    Options options;
    CommandLine cmd(__FILE__);
    cmd.AddValue("nics", "NICs, a multiple of 16, at least 64", options.nics);
    cmd.AddValue("planes", "Planes, each with one 100 Gb/s port of a NIC", options.planes);
    cmd.AddValue("bytes", "Bytes of each message", options.bytes);
    cmd.AddValue("flaps", "How often a link between T0 and T1 is away", options.flaps);
    cmd.AddValue("threads", "Threads that share the run", options.threads);
    cmd.AddValue("seed", "Seed of the permutation and the faults", options.seed);
    cmd.Parse(argc, argv);
    return options;
}

TopologySpec
SpecOf(const Options& options)
{
    TopologySpec spec;
    spec.name = "scale";
    spec.nics = options.nics;
    spec.planes = options.planes;
    spec.nicsPerT0 = std::clamp(options.nics / 16, 4U, 256U);
    spec.t1Count = spec.nicsPerT0;
    spec.nicLinkRate = BIT_RATE;
    spec.fabricLinkRate = BIT_RATE;
    return spec;
}

/** @return by NIC, where it writes to: each NIC gets one message, from another T0 */
std::vector<uint32_t>
PermutationOf(const TopologySpec& spec, std::mt19937_64& draws)
{
    std::vector<uint32_t> to(spec.nics);
    std::iota(to.begin(), to.end(), 0);
    for (uint32_t nic = spec.nics - 1; nic > 0; --nic)
    {
        std::swap(to[nic], to[draws() % (nic + 1)]);
    }
    const auto isInside = [&](uint32_t from, uint32_t other) {
        return from / spec.nicsPerT0 == other / spec.nicsPerT0;
    };
    for (uint32_t nic = 0; nic < spec.nics; ++nic)
    {
        while (isInside(nic, to[nic]))
        {
            const auto other = static_cast<uint32_t>(draws() % spec.nics);
            if (!isInside(nic, to[other]) && !isInside(other, to[nic]))
            {
                std::swap(to[nic], to[other]);
            }
        }
    }
    return to;
}

constexpr double START_NS = 5000; // the host's overhead, and the way to a T0

/** @return "@...ns..." of a fault that begins and ends at these parts of a message's time */
std::string
Times(double begin, double end, double ns)
{
    return "@" + std::to_string(static_cast<uint64_t>(START_NS + begin * ns)) + "ns.." +
           std::to_string(static_cast<uint64_t>(START_NS + end * ns)) + "ns";
}

/** @return a reboot of a T1 and flaps of links, in words */
std::string
FaultsOf(const TopologySpec& spec, const Options& options, std::mt19937_64& draws)
{
    const double ns = static_cast<double>(options.bytes) * 8e9 / (spec.planes * double(BIT_RATE));
    std::string words = "t1:0.0" + Times(0.2, 0.8, ns);
    for (uint32_t i = 0; i < options.flaps; ++i)
    {
        const double begin = static_cast<double>(draws() % 9000) / 10000;
        words += ",link:" + std::to_string(draws() % spec.planes) + "." +
                 std::to_string(draws() % spec.T0sPerPlane()) + "." +
                 std::to_string(draws() % spec.t1Count) + Times(begin, begin + 0.05, ns);
    }
    return words;
}

/** What became of the messages. */
struct Outcome
{
    uint32_t open{0};
    uint32_t completed{0};
    Instant last;
};

void
Count(Outcome* outcome, const Completion& completion)
{
    outcome->completed += completion.status == CompletionStatus::SUCCESS ? 1 : 0;
    outcome->last = std::max(outcome->last, completion.at);
    if (--outcome->open == 0)
    {
        Simulator::Stop(); // probes of EVs may be left
    }
}

/** Adds what the fabric and the transports did. */
void
Report(JsonLine& line, Network& network)
{
    const FabricTally tally = network.Engine().fabric.Tally();
    uint64_t again = 0;
    uint64_t retired = 0;
    for (const Ptr<Qp>& qp : network.GetQueuePairs())
    {
        const QueuePairCounters& counters = qp->Counters();
        again = std::accumulate(std::begin(counters.retransmissions),
                                std::end(counters.retransmissions),
                                again);
        retired += counters.pathsRetired;
    }
    AddTotals(line, TotalsOf(network));
    line.Add("dropsOfFaults",
             tally.Drops(DropReason::LINK_DOWN) + tally.Drops(DropReason::SWITCH_DOWN))
        .Add("sentAgain", again)
        .Add("pathsRetired", retired);
}

/** Builds, runs and measures. @return for main */
int
Run(const Options& options)
{
    std::mt19937_64 draws(options.seed);
    const TopologySpec spec = SpecOf(options);
    const uint64_t empty = ResidentBytes();
    const double begin = WallSeconds();
    FabricHelper helper;
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Threads", UintegerValue(options.threads));
    const Ptr<Network> network = helper.Install();
    const uint64_t fabricBytes = ResidentBytes() - empty;
    const std::vector<uint32_t> to = PermutationOf(spec, draws);
    Outcome outcome;
    outcome.open = spec.nics;
    for (uint32_t nic = 0; nic < spec.nics; ++nic)
    {
        const Ptr<Qp> qp = network->Connect(nic, to[nic]);
        qp->TraceConnectWithoutContext("Completed", MakeBoundCallback(&Count, &outcome));
        qp->Write(options.bytes);
    }
    network->ScheduleFaults(FaultsOf(spec, options, draws));
    const uint64_t pairBytes = ResidentBytes() - empty - fabricBytes;
    const double built = WallSeconds();
    const double spent = CpuSeconds();
    Simulator::Run();
    const double ended = WallSeconds();
    const double cpu = CpuSeconds() - spent;
    JsonLine line;
    line.Add("nics", spec.nics)
        .Add("nicsPerT0", spec.nicsPerT0)
        .Add("planes", spec.planes)
        .Add("bytes", options.bytes)
        .Add("flaps", options.flaps)
        .Add("threads", options.threads)
        .Add("buildSeconds", built - begin)
        .Add("runSeconds", ended - built)
        .Add("runCpuSeconds", cpu)
        .Add("fabricBytes", fabricBytes)
        .Add("pairBytes", pairBytes)
        .Add("peakBytes", StatusBytes("VmHWM"))
        .Add("completed", outcome.completed)
        .Add("finishSeconds", static_cast<double>(outcome.last.Ps()) * 1e-12);
    Report(line, *network);
    line.Print();
    Simulator::Destroy();
    return outcome.completed == spec.nics ? 0 : 1;
}

} // namespace

int
main(int argc, char* argv[])
{
    const Options options = Parse(argc, argv);
    if (options.nics < 64 || options.nics % 16 != 0 || options.planes == 0 || options.planes > 8)
    {
        std::cerr << "mrc-bench-scale: --nics=" << options.nics << " --planes=" << options.planes
                  << "; expected a multiple of 16, at least 64, and 1 .. 8 planes\n";
        return 1;
    }
    return Run(options);
}
