/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Whole fabrics with queue pairs of RoCEv2.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "topology-shapes.h"

#include "ns3/boolean.h"
#include "ns3/mrc-completion-queue.h"
#include "ns3/mrc-fault.h"
#include "ns3/mrc-flow-monitor-helper.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-queue-pair-bundle.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** The settings of a fabric of RoCEv2. */
struct Choice
{
    std::string transport{"ns3::mrc::RoceTransport"};
    std::string encapsulation{"Ipv4"};
    std::string format{"Udp"};
    std::string lossless{"none"}; //!< DSCPs for PFC
    bool wireMode{false};
};

/** @return a network of that kind, in a simulator of its own */
Ptr<Network>
MakeRoce(const Choice& choice = Choice(), const TopologySpec& spec = SmallFabric(8, 4, 2, 2))
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Encapsulation", StringValue(choice.encapsulation));
    helper.SetFabricAttribute("WireMode", BooleanValue(choice.wireMode));
    helper.SetFabricAttribute("LosslessDscps", StringValue(choice.lossless));
    helper.SetEvAttribute("Format", StringValue(choice.format));
    helper.SetQpAttribute("Transport", StringValue(choice.transport));
    return Audited(helper.Install());
}

/** The outcome of an incast of seven. */
struct Outcome
{
    uint64_t fingerprint{0};
    uint64_t completed{0};
    uint64_t resent{0};
    uint64_t cnps{0};
    uint64_t trims{0};
    uint64_t drops{0};
    uint64_t placed{0};
};

Outcome
RunIncast(const Choice& choice)
{
    Ptr<Network> network = MakeRoce(choice);
    Outcome outcome;
    std::vector<Ptr<Qp>> pairs;
    for (uint32_t source = 1; source < 8; ++source)
    {
        pairs.push_back(network->Connect(source, 0));
        pairs.back()->TraceConnectWithoutContext(
            "Completed",
            CallbackOf<const Completion&>([&outcome](const Completion& completion) {
                outcome.completed += completion.status == CompletionStatus::SUCCESS;
            }));
        pairs.back()->Write(1000000);
        pairs.back()->WriteWithImmediate(10, source);
    }
    Simulator::Run();
    for (const Ptr<Qp>& qp : pairs)
    {
        const Requestor& ends = *qp;
        outcome.resent += qp->Counters().UntrimmedLosses();
        outcome.cnps += ends.PeerRoce()->cnpsSent;
        outcome.trims += ends.PeerCounters().trims;
        outcome.placed += ends.PeerCounters().placedBytes;
    }
    outcome.fingerprint = network->Fingerprint();
    outcome.drops = SumOf(*network, &PortCounters::drops);
    Simulator::Destroy();
    return outcome;
}

// Bytes on every hop change nothing, nor does a second run.
// Clauses: [roce-choice], [roce-payload]
TEST(RoceFabric, IncastIsCompleteAndTheSameInWireMode)
{
    for (const char* recovery : {"GoBackN", "SelectiveRepeat"})
    {
        for (const char* encapsulation : {"Ipv4", "Ipv6", "Srv6"})
        {
            Choice choice;
            choice.transport = std::string("ns3::mrc::RoceTransport[Recovery=") + recovery + "]";
            choice.encapsulation = encapsulation;
            choice.format = choice.encapsulation == "Srv6" ? "Srv6" : "Udp";
            const Outcome fast = RunIncast(choice);
            EXPECT_EQ(fast.completed, 14U);
            EXPECT_EQ(fast.placed, 7 * 1000010U);
            EXPECT_EQ(fast.trims, 0U) << "RoCE's data is not trimmed [roce-classes]";
            EXPECT_GT(fast.cnps, 0U);
            EXPECT_EQ(RunIncast(choice).fingerprint, fast.fingerprint);
            choice.wireMode = true;
            EXPECT_EQ(RunIncast(choice).fingerprint, fast.fingerprint) << encapsulation;
        }
    }
}

// Clauses: [roce-choice], [pfc-lossless]
TEST(RoceFabric, LosslessQueuesLoseNothing)
{
    for (const char* control : {"None", "Dcqcn"})
    {
        for (const char* recovery : {"GoBackN", "SelectiveRepeat"})
        {
            Choice choice;
            choice.transport = std::string("ns3::mrc::RoceTransport[RateControl=") + control +
                               "|Recovery=" + recovery + "]";
            const Outcome lossy = RunIncast(choice);
            EXPECT_EQ(lossy.completed, 14U);
            EXPECT_GT(lossy.drops, 0U) << control;
            EXPECT_GT(lossy.resent, 0U) << control;
            choice.lossless = "26";
            const Outcome lossless = RunIncast(choice);
            EXPECT_EQ(lossless.completed, 14U);
            EXPECT_EQ(lossless.drops, 0U) << control;
            EXPECT_EQ(lossless.resent, 0U) << control << ", " << recovery;
            choice.wireMode = true;
            EXPECT_EQ(RunIncast(choice).fingerprint, lossless.fingerprint);
        }
    }
}

// Clauses: [roce-path]
TEST(RoceFabric, QueuePairKeepsToOnePlaneAndPath)
{
    Ptr<Network> network = MakeRoce();
    std::vector<uint32_t> onPlane(2);
    for (uint32_t i = 0; i < 40; ++i)
    {
        Ptr<Qp> qp = network->Connect(i % 4, 4 + i % 4);
        qp->Write(50000);
        Simulator::Run();
        const QueuePairCounters& counters = qp->Counters();
        EXPECT_EQ(counters.planePackets[0] == 0, counters.planePackets[1] != 0);
        ++onPlane[counters.planePackets[0] == 0];
        EXPECT_EQ(qp->Paths().List().size(), 1U);
    }
    EXPECT_GT(onPlane[0], 8U); // by a hash: some 20 each
    EXPECT_GT(onPlane[1], 8U);
    Simulator::Destroy();
}

// Clauses: [roce-path]
TEST(RoceFabric, PlaneCanBeSet)
{
    Choice choice;
    choice.transport = "ns3::mrc::RoceTransport[Plane=1]";
    Ptr<Network> network = MakeRoce(choice);
    for (uint32_t i = 0; i < 8; ++i)
    {
        Ptr<Qp> qp = network->Connect(0, 5);
        qp->Write(50000);
        Simulator::Run();
        EXPECT_EQ(qp->Counters().planePackets[0], 0U);
    }
    Simulator::Destroy();
}

// A hash may put two of a transfer's queue pairs on one plane while another is empty.
// Clauses: [roce-path], [queue-pairs-per-pair]
TEST(RoceFabric, QueuePairsOfATransferTakePlanesInTurn)
{
    std::vector<uint32_t> firsts(4);
    for (uint32_t run = 1; run <= 20; ++run)
    {
        RngSeedManager::SetRun(run);
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(1); // else earlier tests of the process say which streams
        helper.SetTopology(SmallFabric(8, 4, 2, 4));
        helper.SetFabricAttribute("Encapsulation", StringValue("Ipv4"));
        helper.SetEvAttribute("Format", StringValue("Udp"));
        helper.SetQpAttribute("Transport", StringValue("ns3::mrc::RoceTransport"));
        helper.SetQpAttribute("PerPair", StringValue("6"));
        const Ptr<Network> network = Audited(helper.Install());
        std::vector<uint32_t> onPlane(4);
        std::vector<Ptr<Qp>> pairs;
        for (int i = 0; i < 6; ++i)
        {
            pairs.push_back(network->Connect(1, 5));
            const PlaneId plane = pairs.back()->Paths().List().at(0).ev.Plane();
            EXPECT_EQ(plane, pairs.back()->Peer()->Paths().List().at(0).ev.Plane());
            firsts[plane] += i == 0;
            ++onPlane[plane];
        }
        std::sort(onPlane.begin(), onPlane.end());
        EXPECT_EQ(onPlane, (std::vector<uint32_t>{1, 1, 2, 2}));
    }
    RngSeedManager::SetRun(1);
    for (const uint32_t first : firsts)
    {
        EXPECT_GT(first, 0U) << "where the turn begins is drawn";
    }
    Simulator::Destroy();
}

// Clauses: [roce-ideal]
TEST(RoceFabric, AloneIsAsFastAsTheIdeal)
{
    for (uint64_t bytes : {100U, 4096U, 1000000U})
    {
        Ptr<Network> network = MakeRoce(Choice(), SmallFabric(8, 4, 2, 1));
        Ptr<Qp> qp = network->Connect(0, 5);
        Instant end;
        qp->TraceConnectWithoutContext(
            "Completed",
            CallbackOf<const Completion&>([&end](const Completion& c) { end = c.at; }));
        qp->Write(bytes);
        Simulator::Run();
        const Span ideal = network->Unloaded().IdealBetween(0, 5, bytes);
        EXPECT_GE(end - Instant(), ideal) << bytes;
        // the RETH of the first packet is not in the closed form
        EXPECT_LE((end - Instant()).Ps(), ideal.Ps() + 20000) << bytes;
        Simulator::Destroy();
    }
}

// Clauses: [roce-verbs]
TEST(RoceFabric, SendsAreVerbs)
{
    Ptr<Network> network = MakeRoce();
    Ptr<Qp> qp = network->Connect(0, 5);
    const auto sent = CreateObject<CompletionQueue>();
    const auto received = CreateObject<CompletionQueue>();
    qp->SetCompletionQueues(sent, nullptr);
    qp->Peer()->SetCompletionQueues(nullptr, received);
    qp->Peer()->PostReceive(1);
    WorkRequest request;
    request.verb = WorkVerb::SEND;
    request.length = 5000;
    qp->PostSend(request);
    request.id = 1;
    qp->PostSend(request); // there is no buffer for this one
    Simulator::Run();
    const std::vector<WorkCompletion> ends = sent->Poll(9);
    ASSERT_EQ(ends.size(), 2U);
    EXPECT_EQ(ends[0].opcode, WorkOpcode::SEND);
    EXPECT_EQ(ends[0].status, CompletionStatus::SUCCESS);
    EXPECT_EQ(ends[1].status, CompletionStatus::REM_OP_ERR);
    const std::vector<WorkCompletion> messages = received->Poll(9);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].opcode, WorkOpcode::RECV);
    EXPECT_EQ(messages[0].byteLength, 5000U);
    EXPECT_EQ(qp->Peer()->Query().state, QpState::ERR);
    Simulator::Destroy();
}

// Each packet has its turn at the port: two queue pairs take twice as long, and end together.
// Clauses: [roce-rate]
TEST(RoceFabric, TwoQueuePairsShareTheirPort)
{
    Choice choice;
    choice.transport = "ns3::mrc::RoceTransport[RateControl=None|Plane=0]";
    Ptr<Network> network = MakeRoce(choice);
    std::vector<Instant> ends;
    for (uint32_t destination : {5U, 6U})
    {
        Ptr<Qp> qp = network->Connect(0, destination);
        qp->TraceConnectWithoutContext(
            "Completed",
            CallbackOf<const Completion&>([&ends](const Completion& c) { ends.push_back(c.at); }));
        qp->Write(4096000);
    }
    Simulator::Run();
    ASSERT_EQ(ends.size(), 2U);
    const int64_t packet = int64_t{4096 + 82} * 80; // ps at 100 Gb/s
    EXPECT_LE((ends[1] - ends[0]).Ps(), 2 * packet);
    EXPECT_NEAR((ends[1] - Instant()).Ps(), 2000.0 * packet, 20e6);
    Simulator::Destroy();
}

// Clauses: [roce-retries]
TEST(RoceFabric, DeadPortEndsItsQueuePairsInTime)
{
    Choice choice;
    choice.transport = "ns3::mrc::RoceTransport[AckTimeoutExponent=6|Plane=0]";
    Ptr<Network> network = MakeRoce(choice);
    network->ScheduleFaults(ReadFaultList("port:5.0@10us", network->GetTopology()));
    Ptr<Qp> qp = network->Connect(0, 5);
    Completion end;
    qp->TraceConnectWithoutContext(
        "Completed",
        CallbackOf<const Completion&>([&end](const Completion& c) { end = c; }));
    qp->Write(10000000);
    Simulator::Run();
    EXPECT_EQ(end.status, CompletionStatus::RETRY_EXC_ERR);
    EXPECT_LT((end.at - Instant()).Ps(), (Nanos(4096) * 64 * 8 + Micros(100)).Ps());
    Simulator::Destroy();
}

// Clauses: [roce-choice]
TEST(RoceFabric, FlowMonitorCountsItsPackets)
{
    Ptr<Network> network = MakeRoce();
    FlowMonitorHelper helper;
    helper.Install(network);
    network->Connect(0, 5)->Write(10000);
    Simulator::Run();
    const std::string text = helper.SerializeToXmlString(0, false, false);
    Simulator::Destroy();
    EXPECT_NE(text.find(" txPackets=\"3\" rxPackets=\"3\" lostPackets=\"0\""), std::string::npos)
        << text;
    EXPECT_NE(text.find("<Dscp value=\"0x1a\" packets=\"3\" />"), std::string::npos) << text;
}

// Clauses: [roce-choice]
TEST(RoceFabric, WhatCannotBeIsRefused)
{
    const auto made = [](const std::string& transport) {
        return ThrownText([&transport] {
            Choice choice;
            choice.transport = transport;
            MakeRoce(choice)->Connect(0, 5);
        });
    };
    EXPECT_EQ(made("ns3::mrc::NoTransport"),
              "ns3::mrc::QpProfile::Transport is 'ns3::mrc::NoTransport'; expected none, or a "
              "transport such as ns3::mrc::RoceTransport");
    EXPECT_EQ(made("ns3::mrc::CcProfile"),
              "ns3::mrc::QpProfile::Transport is 'ns3::mrc::CcProfile'; expected none, or a "
              "transport such as ns3::mrc::RoceTransport");
    EXPECT_EQ(made("ns3::mrc::RoceTransport[Plane=2]"),
              "ns3::mrc::RoceTransport::Plane is 2; expected -1 .. 1, the planes that there are");
    EXPECT_EQ(made("ns3::mrc::RoceTransport[Window=4000]"),
              "ns3::mrc::RoceTransport::Window is 4000 bytes; expected 0, or at least a packet of "
              "4096");
    EXPECT_EQ(made("ns3::mrc::RoceTransport[CnpDscp=26]"),
              "ns3::mrc::RoceTransport::CnpDscp is 26, which is that of data; expected another");
    Simulator::Destroy();
}

/** Hears how the Writes of a bundle end. */
struct Ends : public RequestorListener
{
    void Completed(const Completion& completion) override
    {
        EXPECT_EQ(completion.id, completed.size()) << "in the order of the posts";
        completed.push_back(completion);
    }

    void Delivered(const Delivery& delivery) override
    {
        delivered.push_back(delivery.length);
    }

    std::vector<Completion> completed;
    std::vector<uint32_t> delivered;
};

// Clauses: [queue-pairs-per-pair]
TEST(RoceFabric, BundleCutsWritesIntoEqualPieces)
{
    for (const char* transport : {"ns3::mrc::RoceTransport", "none"})
    {
        Choice choice;
        choice.transport = transport;
        Ptr<Network> network = MakeRoce(choice);
        std::vector<Requestor*> pairs;
        std::vector<Ptr<Qp>> kept;
        for (int i = 0; i < 4; ++i)
        {
            kept.push_back(network->Connect(0, 5));
            pairs.push_back(PeekPointer(kept.back()));
        }
        Ends ends;
        {
            QueuePairBundle bundle(pairs, 4096);
            bundle.Tell(ends);
            EXPECT_EQ(bundle.Write(4096 * 10 + 1), 0U); // 3 + 3 + 3 + 2 packets
            EXPECT_EQ(bundle.Write(0), 1U);             // one packet, by the first
            EXPECT_EQ(bundle.Write(5000), 2U);          // two, by the second and the third
            Simulator::Run();
            EXPECT_EQ(bundle.Counters().sentPackets, 14U);
            EXPECT_EQ(bundle.PeerCounters().placedBytes, 4096 * 10 + 1 + 5000U);
            bundle.Forget(ends);
        }
        ASSERT_EQ(ends.completed.size(), 3U);
        EXPECT_EQ(ends.completed[0].length, 4096 * 10 + 1U);
        EXPECT_EQ(ends.completed[2].length, 5000U);
        EXPECT_EQ(ends.delivered.size(), 3U);
        const uint64_t packets[] = {4, 4, 4, 2};
        for (int i = 0; i < 4; ++i)
        {
            EXPECT_EQ(kept[i]->Counters().sentPackets, packets[i]) << i;
        }
        Simulator::Destroy();
    }
}

// A piece that fails is the end of its Write, and of that one alone.
// Clauses: [queue-pairs-per-pair]
TEST(RoceFabric, FailedPieceFailsItsWrite)
{
    Choice choice;
    choice.transport = "ns3::mrc::RoceTransport[AckTimeoutExponent=6]";
    Ptr<Network> network = MakeRoce(choice);
    std::vector<Ptr<Qp>> kept{network->Connect(0, 5), network->Connect(0, 5)};
    Ends ends;
    QueuePairBundle bundle({PeekPointer(kept[0]), PeekPointer(kept[1])}, 4096);
    bundle.Tell(ends);
    QpAttributes broken;
    broken.state = QpState::ERR;
    kept[1]->Modify(broken);
    bundle.Write(8192);
    bundle.Write(100); // the first queue pair's turn
    Simulator::Run();
    ASSERT_EQ(ends.completed.size(), 2U);
    EXPECT_EQ(ends.completed[0].status, CompletionStatus::WR_FLUSH_ERR);
    EXPECT_EQ(ends.completed[1].status, CompletionStatus::SUCCESS);
    bundle.Forget(ends);
    Simulator::Destroy();
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
