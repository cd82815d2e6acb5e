// SPDX-License-Identifier: GPL-2.0-only

// A path selector of one's own: of two EVs drawn at random the one with less trouble carries the
// next packet. The selector has to find out a link with a quarter of its rate.

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <iostream>
#include <map>

using namespace ns3;

// One for each end. A selector touches nothing but the objects of its maker and its calls.
struct TwoChoices : mrc::CustomSelector
{
    uint32_t Choose(const mrc::PathSeats& paths, mrc::PlaneId plane, mrc::Instant) override
    {
        const auto at = [&](uint32_t i) { return trouble[paths.UsableAt(plane, i).ev.value]; };
        const uint32_t one = draws.Below(paths.Usable(plane), drawn++);
        const uint32_t two = draws.Below(paths.Usable(plane), drawn++);
        return at(one) <= at(two) ? one : two;
    }

    void OnFeedback(mrc::Ev ev, mrc::PathFeedback feedback, mrc::Instant) override
    {
        uint32_t& points = trouble[ev.value];
        points = feedback == mrc::PathFeedback::CLEAN ? points / 2 : points + 1;
    }

    mrc::KeyedDraws draws;
    uint64_t drawn{0};
    std::map<uint32_t, uint32_t> trouble; // by EV
};

struct TwoChoicesFactory : mrc::SelectorFactory
{
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TwoChoicesFactory")
                                .SetParent<SelectorFactory>()
                                .AddConstructor<TwoChoicesFactory>();
        return tid;
    }

    std::unique_ptr<mrc::CustomSelector> Create(mrc::KeyedDraws draws) const override
    {
        auto selector = std::make_unique<TwoChoices>();
        selector->draws = draws;
        return selector;
    }

    bool SharesNothing() const override
    {
        return true; // so threads and ranks may share a run
    }
};

NS_OBJECT_ENSURE_REGISTERED(TwoChoicesFactory);

static int
Run(int argc, char* argv[])
{
    Config::SetDefault("ns3::mrc::EvProfile::SelectorFactory",
                       StringValue("ns3::TwoChoicesFactory"));
    mrc::ProgramOptions cmd(__FILE__);
    cmd.AddThreads();
    cmd.Parse(argc, argv);
    mrc::FabricHelper fabric;
    fabric.SetTopology("clos-4x100g", 32);
    const auto matrix = mrc::ReadConnectionMatrixFile(MRC_DATA_DIR "/perm_32n_32c_2MB.cm");
    const Ptr<mrc::Network> network = fabric.Install();
    const mrc::FirstRankSpeaks speaker(*network); // with ./mrc run --ranks=N one process prints
    network->ScheduleFaults("link:0.1.3/rate=25%@1us..1s");
    mrc::WorkloadRun run(network, matrix, 20);
    run.Run();
    mrc::TellSharing(*network); // of --threads=N
    mrc::RunSummary summary;
    run.Summarize(summary);
    summary.Print(std::cout);
    Simulator::Destroy();
    return run.ExitCode();
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
