/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Makes a capture of a NIC that posts each verb of RoCEv2, in messages of no, one, two and four
// packets. check-roce.py looks at the capture, and reads here what was posted.

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <exception>
#include <iostream>

using namespace ns3;

/** Posts all verbs and prints "VERB IMMEDIATE BYTES ADDRESS" of each message; a dash is no
 * immediate. */
static void
PostAll(const Ptr<mrc::Qp>& qp)
{
    uint32_t number = 0;
    for (const mrc::WorkVerb verb : {mrc::WorkVerb::WRITE, mrc::WorkVerb::SEND})
    {
        for (const bool hasImmediate : {false, true})
        {
            for (const uint32_t length : {0U, 30U, 8192U, 16001U})
            {
                mrc::WorkRequest request;
                request.id = ++number;
                request.remoteAddress = verb == mrc::WorkVerb::WRITE ? 0x100000ULL * number : 0;
                request.length = length;
                request.verb = verb;
                request.hasImmediate = hasImmediate;
                request.immediate = hasImmediate ? 0xcafe0000U + number : 0;
                std::cout << verb << ' ' << (hasImmediate ? std::to_string(request.immediate) : "-")
                          << ' ' << length << ' ' << request.remoteAddress << '\n';
                qp->PostSend(request);
            }
        }
    }
}

static void
Run(const std::string& path, const std::string& fail)
{
    mrc::FabricHelper::SetQpDefaults("roce");
    mrc::FabricHelper fabric;
    mrc::TopologySpec topology;
    topology.nics = topology.nicsPerT0 = 2;
    topology.t1Count = 0;
    topology.nicLinkRate = topology.fabricLinkRate = 100'000'000'000; // bit/s
    fabric.SetTopology(topology);
    fabric.AssignStreams(1);
    const Ptr<mrc::Network> network = fabric.Install();
    if (!fail.empty())
    {
        network->ScheduleFaults(fail);
    }
    fabric.EnablePcap(path, network->GetFaces().PortAt(0), true, true);
    PostAll(network->Connect(0, 1));
    Simulator::Run();
    Simulator::Destroy();
}

int
main(int argc, char* argv[])
{
    std::string path = "mrc-roce-verbs.pcap";
    std::string fail;
    CommandLine cmd(__FILE__);
    cmd.AddNonOption("path", "File to make", path);
    cmd.AddValue("fail", "Faults", fail);
    cmd.Parse(argc, argv);
    try
    {
        Run(path, fail);
    }
    catch (const std::exception& error)
    {
        std::cerr << "mrc-roce-verbs: error: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
