/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Every link of a small fabric fails in turn: does a Clustermapper name that link, and no other?

#include "mrc-clustermapper-parts.h"

#include <iostream>
#include <sstream>

using namespace ns3;

namespace
{

/** The options of the command line. */
struct Options
{
    uint32_t firstSeed{1}, seeds{3}, stride{1}, window{200}, losses{3}, sharers{2};
    std::string effect; //!< of all faults; empty: each of several in turn
    Time period{MicroSeconds(100)}, reportDelay{MicroSeconds(100)};
    bool quiet{false}; //!< no other traffic
};

/**
 * One run with one fault; the link of the fault as a Clustermapper names links.
 * @return what NICs know of failures [failure-knowledge]
 */
std::string
RunOne(const Options& o, const std::string& fault, const mrc::LoopLink& link, Table& table)
{
    mrc::FabricHelper fabric;
    fabric.SetTopology(Fabric());
    Ptr<mrc::Network> network = fabric.Install();
    table.Begin(*network);
    network->ScheduleFaults(fault);
    if (!o.quiet)
    {
        PostTraffic(*network);
    }
    Jury together(link);
    Jury alone(link);
    const mrc::LoopLimits limits{o.window, o.losses, 1};
    std::vector<mrc::LoopJudge> judges(Fabric().nics, mrc::LoopJudge(limits));
    mrc::ClustermapperConfig config;
    config.period = o.period;
    config.reportDelay = o.reportDelay;
    config.window = o.window;
    config.losses = o.losses;
    config.sharers = o.sharers;
    config.verdict = [&](const mrc::LoopLink& named, bool bad) { together.Hear(named, bad); };
    config.report = [&](uint32_t nic, const std::vector<mrc::LoopResult>& results) {
        judges[nic].Hear(nic, results);
        for (const mrc::LoopVerdict& verdict : judges[nic].EndRound())
        {
            alone.Hear(verdict.link, verdict.bad);
        }
    };
    const mrc::Clustermapper mapper(network, config);
    Simulator::Stop(END);
    Simulator::Run();
    mrc::TellSharing(*network); // of --threads=N
    together.AddTo(table.together);
    alone.AddTo(table.alone);
    return mrc::DescribeFailureMode(*network);
}

/** All links of the fabric in turn, with each seed, and this effect. @return as RunOne */
std::string
RunRow(const Options& o, const std::string& effect, const char* place, Table& table)
{
    const mrc::TopologySpec spec = Fabric();
    const bool isPort = std::string(place) == "port";
    const uint32_t lower = isPort ? spec.nics : spec.nics / spec.nicsPerT0;
    const uint32_t links = lower * spec.planes * (isPort ? 1 : spec.t1Count);
    std::string mode;
    for (uint32_t seed = o.firstSeed; seed < o.firstSeed + o.seeds; ++seed)
    {
        for (uint32_t i = 0; i < links; i += o.stride)
        {
            RngSeedManager::SetRun(seed * 1000 + i);
            const auto plane = static_cast<mrc::PlaneId>(i % spec.planes);
            const uint32_t number = i / spec.planes % lower;
            const uint32_t uplink = i / spec.planes / lower;
            const std::string where =
                isPort ? "port:" + std::to_string(number) + "." + std::to_string(plane)
                       : "link:" + std::to_string(plane) + "." + std::to_string(number) + "." +
                             std::to_string(uplink);
            const mrc::LoopLink link{plane, number, isPort ? mrc::LoopLink::NO_UPLINK : uplink};
            const std::string fault = effect.empty() ? "" : where + "/" + effect + "@2ms..32ms";
            mode = RunOne(o, fault, link, table);
            Simulator::Destroy();
        }
    }
    table.EndRow(effect.empty() ? "none" : effect, place);
    return mode;
}

int
Run(int argc, char* argv[])
{
    Options o;
    mrc::ProgramOptions cmd("mrc-clustermapper.cc");
    cmd.Usage("Lets each link of a small fabric with traffic fail in turn, and counts how often a\n"
              "Clustermapper names the link, and another one; beside it each NIC alone.");
    cmd.AddValue("seeds", "Runs of each fault", o.seeds, 1, 1000);
    cmd.AddValue("firstSeed", "The first of them", o.firstSeed, 1, 1000);
    cmd.AddValue("effect", "Of faults, as of --fail, such as loss=2%; empty: several", o.effect);
    cmd.AddValue("stride", "Take every so many-th link", o.stride, 1, 1000);
    cmd.AddValue("period", "Of rounds", o.period);
    cmd.AddValue("reportDelay", "Of reports", o.reportDelay);
    cmd.AddValue("window", "Rounds that count", o.window, 1, 100000);
    cmd.AddValue("losses", "Lost loops that make a link bad", o.losses, 1, 100000);
    cmd.AddValue("sharers", "NICs with a loop over each uplink in each round", o.sharers, 1, 1000);
    cmd.AddValue("quiet", "No other traffic", o.quiet);
    cmd.AddThreads();
    cmd.Parse(argc, argv);

    std::ostringstream head;
    head << "Clustermapper: rounds of " << o.period.GetMicroSeconds() << " us, reports after "
         << o.reportDelay.GetMicroSeconds() << " us, " << o.losses << " lost of " << o.window
         << " rounds; faults last 30 ms\n"
         << "fault                                link   runs   together: named wrong %, mean and "
            "latest ms; each NIC alone\n";
    Table table(head.str());
    std::string mode;
    for (const std::string& effect : EffectsOf(o.effect))
    {
        for (const char* place : {"port", "link"})
        {
            mode = RunRow(o, effect, place, table);
        }
    }
    std::cout << "failure mode: " << mode << '\n';
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
