/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The steps of a program on libibverbs, with MRC queue pairs: create, modify, register memory, post
// receive buffers, post Writes with Immediate, poll. The option --wrongKey shows how a queue pair
// fails.
//
//   NIC 0 ==== plane 0: T0 ==== NIC 1
//         ==== plane 1: T0 ====

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <iostream>

using namespace ns3;

// Brings one end from RESET to RTS: the other end's number and offer come out of band.
static void
BringUp(Ptr<mrc::Qp> end)
{
    mrc::QpAttributes attributes;
    attributes.state = mrc::QpState::INIT;
    attributes.ev = CreateObject<mrc::EvProfile>();
    attributes.cc = CreateObject<mrc::CcProfile>();
    end->Modify(attributes);
    attributes.state = mrc::QpState::RTR;
    attributes.destination = end->Peer()->Query().number;
    attributes.peerOffer = end->Peer()->Query().offer;
    end->Modify(attributes);
    attributes.state = mrc::QpState::RTS;
    end->Modify(attributes);
}

static void
Print(const std::string& who, Ptr<mrc::CompletionQueue> queue)
{
    for (const mrc::WorkCompletion& entry : queue->Poll(16))
    {
        const bool write = entry.opcode == mrc::WorkOpcode::RDMA_WRITE;
        std::cout << who << ": " << (write ? "Write " : "receive buffer ") << entry.id << " "
                  << entry.status << ", " << entry.byteLength << " bytes, after "
                  << entry.at.Ps() * 1e-6 << " us\n";
    }
}

static int
Run(int argc, char* argv[])
{
    uint32_t bytes = 100000;
    bool wrongKey = false;
    std::string pcap;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.Usage(
        "Writes with Immediate over MRC queue pairs, step by step as a program on libibverbs.");
    cmd.AddValue("bytes", "Length of each Write", bytes, 1);
    cmd.AddValue("wrongKey", "Whether the last Write has a key that nobody gave", wrongKey);
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
    Ptr<mrc::Qp> sender = network->Create(0, 1);
    Ptr<mrc::Qp> receiver = sender->Peer();
    Ptr<mrc::CompletionQueue> sent = CreateObject<mrc::CompletionQueue>();
    Ptr<mrc::CompletionQueue> received = CreateObject<mrc::CompletionQueue>();
    sender->SetCompletionQueues(sent, nullptr);
    receiver->SetCompletionQueues(nullptr, received);
    BringUp(sender);
    BringUp(receiver);

    const uint64_t address = 0x10000;
    const uint32_t rkey = receiver->RegisterMemory(address, bytes);
    receiver->PostReceive(3);
    for (uint64_t id = 0; id < 3; ++id)
    {
        mrc::WorkRequest request;
        request.id = id;
        request.remoteAddress = address;
        request.rkey = wrongKey && id == 2 ? rkey + 1 : rkey;
        request.length = bytes;
        request.hasImmediate = true;
        request.immediate = static_cast<uint32_t>(id);
        sender->PostSend(request);
    }
    Simulator::Run();
    mrc::TellSharing(*network); // of --threads=N
    Print("NIC 0", sent);
    Print("NIC 1", received);
    std::cout << "NIC 0's queue pair is in state " << sender->Query().state << "\n";
    Simulator::Destroy();
    return 0;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
