/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// 64 NICs in two planes of 4 T0s and 8 T1s. Each NIC sends to one under another T0, while a T1 is
// dead for a time. doc/tutorial.rst explains this program; mrc-tutorial.py is the same in Python.

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <iostream>
#include <memory>
#include <numeric>

using namespace ns3;

static const uint32_t NICS = 64;
static uint32_t g_complete;

static void
WriteCompleted(const mrc::Completion& /* done */)
{
    if (++g_complete == NICS)
    {
        Simulator::Stop(); // else samples would go on
    }
}

static int
Run(int argc, char* argv[])
{
    uint32_t bytes = 40000000;
    std::string faults = "t1:0.3@400us..1ms";
    std::string folder;
    std::string pcap;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.AddValue("bytes", "Length of each Write", bytes, 1);
    cmd.AddValue("fail", "Faults, or none", faults);
    cmd.AddValue("csv", "Folder of samples to write", folder);
    cmd.AddValue("pcap", "Prefix of capture files, one for each port of NIC 0", pcap);
    cmd.AddThreads();
    cmd.AddForce();
    cmd.Parse(argc, argv);

    mrc::TopologySpec topology; // of one plane, but for the number of planes
    topology.nics = NICS;
    topology.planes = 2;
    topology.nicsPerT0 = 16;
    topology.t1Count = 8;
    topology.nicLinkRate = 100'000'000'000;    // bit/s
    topology.fabricLinkRate = 200'000'000'000; // so that 8 uplinks carry the traffic of 16 NICs
    mrc::FabricHelper fabric;
    fabric.SetTopology(topology);
    fabric.SetEvAttribute("ProbeInterval", TimeValue(MicroSeconds(100)));
    Ptr<mrc::Network> network = fabric.Install();
    const mrc::FirstRankSpeaks speaker(*network); // with ./mrc run --ranks=N one process prints

    for (uint32_t nic = 0; nic < NICS; nic++)
    {
        Ptr<mrc::Qp> qp = network->Connect(nic, (nic + 16) % NICS);
        qp->TraceConnectWithoutContext("Completed", MakeCallback(&WriteCompleted));
        qp->Write(bytes);
    }
    network->ScheduleFaults(faults);
    if (!pcap.empty())
    {
        cmd.ClaimCaptures(mrc::IsFirstRank(*network) ? pcap : "");
        fabric.EnablePcap(pcap, network->GetFaces().CreatePorts("nic0"));
    }

    // all queue pairs, every 10 us, into FOLDER/sample-qps.csv
    const mrc::SampleTargets targets{{}, network->GetQueuePairs()};
    std::unique_ptr<mrc::Sampler> sampler;
    if (!folder.empty())
    {
        sampler = std::make_unique<mrc::Sampler>(network, targets, MicroSeconds(10), folder);
    }
    Simulator::Run();
    mrc::TellSharing(*network); // of --threads=N
    sampler.reset();            // closes the file

    uint64_t again = 0;
    for (const Ptr<mrc::Qp>& qp : network->GetQueuePairs())
    {
        const auto& causes = qp->Counters().retransmissions;
        again = std::accumulate(std::begin(causes), std::end(causes), again);
    }
    std::cout << g_complete << " Writes are complete, the last one after "
              << Simulator::Now().GetNanoSeconds() * 1e-3 << " us\n"
              << again << " packets were sent again; " << mrc::RunOrigin() << '\n';
    Simulator::Destroy();
    return 0;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
