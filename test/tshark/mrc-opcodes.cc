/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Makes the capture examples/data/mrc-opcodes.pcap: one port of a NIC that sees every opcode of
// MRC, trimmed packets and packets sent again. check-captures.py compares that file with the
// shipped one.
//
//   NIC 0, 1 == T0 == two T1s == T0 == NIC 2, 3      where two links fail for a while

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <exception>
#include <iostream>

using namespace ns3;

static void
Run(const std::string& path, const std::string& fail, uint64_t bytes)
{
    mrc::TopologySpec topology;
    topology.nics = 4;
    topology.nicsPerT0 = 2;
    topology.t1Count = 2;
    topology.nicLinkRate = topology.fabricLinkRate = 100'000'000'000; // bit/s

    mrc::FabricHelper fabric;
    fabric.SetTopology(topology);
    fabric.AssignStreams(1);
    fabric.SetFabricAttribute("LastHopLimit", DoubleValue(0.2)); // so that so few NICs cause trims
    fabric.SetEvAttribute("Active", UintegerValue(8)); // each that fails is probed: a short file
    fabric.SetEvAttribute("Backup", UintegerValue(8));
    Ptr<mrc::Network> network = fabric.Install();
    network->ScheduleFaults(fail);
    fabric.EnablePcap(path, network->GetFaces().PortAt(0), true, true);
    for (uint32_t source = 1; source < topology.nics; ++source)
    {
        Ptr<mrc::Qp> qp = network->Connect(source, 0);
        qp->WriteWithImmediate(9000, source);
        qp->WriteWithImmediate(30, source);
        qp->Write(1001);
        qp->Write(bytes);
    }
    Simulator::Run();
    Simulator::Destroy();
}

int
main(int argc, char* argv[])
{
    std::string path = "mrc-opcodes.pcap";
    std::string fail = "link:0.1.0@8us..60us,port:1.0@12us..40us";
    uint64_t bytes = 20000;
    Config::SetDefault("ns3::PcapFileWrapper::CaptureSize", UintegerValue(160)); // all headers
    CommandLine cmd(__FILE__);
    cmd.AddNonOption("path", "File to make", path);
    cmd.AddValue("fail", "Links that fail", fail);
    cmd.AddValue("bytes", "Length of the last Write of each NIC", bytes);
    cmd.Parse(argc, argv);
    try
    {
        Run(path, fail, bytes);
    }
    catch (const std::exception& error)
    {
        std::cerr << "mrc-opcodes: error: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
