// SPDX-License-Identifier: GPL-2.0-only

// A congestion control of one's own: the window grows by a packet each round trip without delay,
// and loses a tenth of late bytes. Seven NICs send to one. Try
// --ns3::mrc::CcProfile::AlgorithmFactory=ns3::AimdFactory[Target=2us]

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <iostream>

using namespace ns3;

// One for each end of a queue pair. A controller touches nothing but the objects of its setup and
// its calls.
struct Aimd : mrc::CustomController
{
    using CustomController::CustomController;

    void OnAck(const mrc::AckEvent& ack) override
    {
        const double packet = Setup().path.mtu;
        const bool late = ack.delay.Ps() > target.GetPicoSeconds();
        const double change = late ? -0.1 * ack.bytes : packet * ack.bytes / Window();
        SetWindow(std::clamp(Window() + change, packet, Setup().maxWindow));
    }

    Time target;
};

struct AimdFactory : mrc::ControllerFactory
{
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::AimdFactory")
                                .SetParent<ControllerFactory>()
                                .AddConstructor<AimdFactory>()
                                .AddAttribute("Target",
                                              "Queueing delay up to which the window grows",
                                              TimeValue(MicroSeconds(8)),
                                              MakeTimeAccessor(&AimdFactory::target),
                                              MakeTimeChecker());
        return tid;
    }

    std::unique_ptr<mrc::CustomController> Create(const mrc::ControllerSetup& setup) const override
    {
        auto controller = std::make_unique<Aimd>(setup);
        controller->target = target;
        return controller;
    }

    bool SharesNothing() const override
    {
        return true; // so threads and ranks may share a run
    }

    Time target;
};

NS_OBJECT_ENSURE_REGISTERED(AimdFactory);

static int
Run(int argc, char* argv[])
{
    Config::SetDefault("ns3::mrc::CcProfile::AlgorithmFactory", StringValue("ns3::AimdFactory"));
    mrc::ProgramOptions cmd(__FILE__);
    cmd.AddThreads();
    cmd.Parse(argc, argv);
    mrc::FabricHelper fabric;
    fabric.SetTopology("clos-4x100g", 32);
    const auto matrix = mrc::ReadConnectionMatrixFile(MRC_DATA_DIR "/incast7_32.cm");
    const Ptr<mrc::Network> network = fabric.Install();
    const mrc::FirstRankSpeaks speaker(*network); // with ./mrc run --ranks=N one process prints
    mrc::WorkloadRun run(network, matrix, 1);
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
