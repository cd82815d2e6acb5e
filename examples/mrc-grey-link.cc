/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One link loses few packets from some moment on: do EVs tell which, and when?

#include "mrc-grey-link-parts.h"

#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/** @return faults as --fail has them: of all links between T0s and T1s, and of one */
std::string
FaultsOf(const GreyOptions& o, const mrc::TopologySpec& spec, const LinkName& guilty, Time begin)
{
    std::ostringstream faults;
    faults << std::fixed << std::setprecision(6);
    const uint32_t t0s = spec.nics / spec.nicsPerT0;
    for (uint32_t i = 0; i < Witness::LinksOf(spec) && o.background > 0; ++i)
    {
        const LinkName link{i % spec.planes, i / spec.planes % t0s, i / spec.planes / t0s};
        faults << "link:" << TextOf(link) << "/loss=" << o.background << "%@0ns,";
    }
    if (o.loss > 0)
    {
        faults << "link:" << TextOf(guilty) << "/loss=" << o.loss << "%@" << begin.GetMicroSeconds()
               << "us,";
    }
    const std::string text = faults.str();
    return text.empty() ? "none" : text.substr(0, text.size() - 1);
}

int
Run(int argc, char* argv[])
{
    GreyOptions o;
    mrc::ProgramOptions cmd("mrc-grey-link.cc");
    cmd.Usage("One link between a T0 and a T1 of clos-4x100g begins to lose packets while a\n"
              "workload runs. EVs that lost a packet vote for the links of their paths.");
    cmd.AddValue("nics", "How many there are", o.nics, 48, 1024);
    cmd.AddValue("loss", "Percent of packets that the link loses; 0: none", o.loss, 0, 100);
    cmd.AddValue("background", "Percent that all such links lose", o.background, 0, 100);
    cmd.AddValue("workload", "As of mrc-fabric", o.workload);
    cmd.AddValue("from", "The losses begin at this time at the earliest", o.from);
    cmd.AddValue("until", "And at this one at the latest", o.until);
    cmd.AddValue("votes", "EVs that name a link", o.votes, 1, 1000000);
    cmd.AddValue("ratio", "Of these to the mean of all links", o.ratio, 0, 1000000);
    cmd.AddThreads();
    cmd.Parse(argc, argv);

    mrc::FabricHelper fabric;
    fabric.SetTopology(mrc::PresetTopology("clos-4x100g", o.nics));
    const Ptr<mrc::Network> network = fabric.Install();
    const mrc::FirstRankSpeaks speaker(*network);
    const mrc::TopologySpec& spec = network->GetTopology().Spec();
    const auto draws = CreateObject<UniformRandomVariable>();
    draws->SetStream(1000);
    const LinkName guilty{draws->GetInteger(0, spec.planes - 1),
                          draws->GetInteger(0, spec.nics / spec.nicsPerT0 - 1),
                          draws->GetInteger(0, spec.t1Count - 1)};
    const Time begin =
        MicroSeconds(draws->GetInteger(o.from.GetMicroSeconds(), o.until.GetMicroSeconds()));
    network->ScheduleFaults(FaultsOf(o, spec, guilty, begin));
    mrc::WorkloadRun run(
        network,
        mrc::ReadWorkload(o.workload, {o.nics, RngSeedManager::GetRun(), MRC_DATA_DIR}),
        1);
    Witness witness(network->GetTopology(), guilty, o);
    for (const Ptr<mrc::Qp>& qp : network->GetQueuePairs())
    {
        UintegerValue from;
        UintegerValue to;
        qp->GetAttribute("Source", from);
        qp->GetAttribute("Destination", to);
        qp->TraceConnectWithoutContext(
            "PathState",
            MakeBoundCallback(&Witness::Hear, &witness, uint32_t(from.Get()), uint32_t(to.Get())));
    }
    run.Run();
    mrc::TellSharing(*network); // of --threads=N
    std::cout << "link with the fault         " << TextOf(guilty) << '\n'
              << "begin of the fault          " << begin.GetMicroSeconds() << "  us\n"
              << "failure mode                " << mrc::DescribeFailureMode(*network) << '\n';
    witness.Print(begin);
    std::cout << "end of the workload         " << Simulator::Now().GetNanoSeconds() / 1e3
              << "  us\n";
    Simulator::Destroy();
    return run.ExitCode();
}

} // namespace

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
