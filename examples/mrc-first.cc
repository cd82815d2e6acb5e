/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Two NICs, two planes, one RDMA Write, sprayed over all paths.
//   NIC 0 ==== plane 0: T0 ==== NIC 1
//         ==== plane 1: T0 ====

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <iostream>

using namespace ns3;

static void
WriteCompleted(const mrc::Completion& done)
{
    std::cout << "Write " << done.id << " is complete after " << done.at.Ps() * 1e-6 << " us\n";
}

static int
Run(int argc, char* argv[])
{
    uint32_t bytes = 1000000;
    std::string pcap;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.AddValue("bytes", "Length of the Write", bytes, 1);
    cmd.AddValue("pcap", "Prefix of capture files, one for each port of a NIC", pcap);
    cmd.AddThreads();
    cmd.AddForce();
    cmd.Parse(argc, argv);

    mrc::TopologySpec topology;
    topology.nics = 2;
    topology.planes = 2;
    topology.nicLinkRate = topology.fabricLinkRate = 100'000'000'000; // bit/s
    mrc::FabricHelper fabric;
    fabric.SetTopology(topology);
    fabric.SetFabricAttribute("HostDelay", TimeValue(MicroSeconds(1)));
    Ptr<mrc::Network> network = fabric.Install();
    const mrc::FirstRankSpeaks speaker(*network); // with ./mrc run --ranks=N one process prints
    if (!pcap.empty())
    {
        cmd.ClaimCaptures(mrc::IsFirstRank(*network) ? pcap : "");
        fabric.EnablePcap(pcap, network->GetFaces().CreatePorts("nic0,nic1"));
    }

    Ptr<mrc::Qp> qp = network->Connect(0, 1);
    qp->TraceConnectWithoutContext("Completed", MakeCallback(&WriteCompleted));
    qp->Write(bytes);
    Simulator::Run();
    mrc::TellSharing(*network); // of --threads=N
    const mrc::QueuePairCounters& sent = qp->Counters();
    std::cout << sent.sentPackets << " packets were sent, " << sent.planePackets[0] << " and "
              << sent.planePackets[1] << " in the two planes; " << mrc::RunOrigin() << '\n';
    Simulator::Destroy();
    return 0;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
