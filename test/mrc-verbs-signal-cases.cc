/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Writes without data, RDMA's usual signal, over whole networks.

#include "mrc-test-cases.h"
#include "mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/mrc-fabric.h"
#include "ns3/pointer.h"

#include <numeric>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Writes without data, over a fabric that makes the bytes of each packet. */
// Clauses: [write-only]
class SignalTestCase : public TestCase
{
  public:
    SignalTestCase()
        : TestCase("a Write with Immediate without data is a signal behind what was written")
    {
    }

  private:
    void DoRun() override
    {
        uint64_t fingerprints[2];
        for (const bool wireMode : {false, true})
        {
            FabricHelper helper;
            helper.AssignStreams(7);
            helper.SetTopology(SixNics());
            helper.SetFabricAttribute("WireMode", BooleanValue(wireMode));
            Ptr<Network> network = Audited(helper.Install());
            Ptr<Qp> qp = network->Connect(0, 5);
            Ptr<CompletionQueue> sent = CreateObject<CompletionQueue>();
            Ptr<CompletionQueue> received = CreateObject<CompletionQueue>();
            qp->SetCompletionQueues(sent, nullptr);
            qp->Peer()->SetCompletionQueues(nullptr, received);
            qp->Write(100000);
            qp->WriteWithImmediate(0, 42);
            qp->Write(0);
            Simulator::Run();
            const std::vector<WorkCompletion> own = sent->Poll(9);
            const std::vector<WorkCompletion> peers = received->Poll(9);
            NS_TEST_ASSERT_MSG_EQ(own.size(), 3, "all completed");
            NS_TEST_EXPECT_MSG_EQ(own[2].status, CompletionStatus::SUCCESS, "the last one too");
            NS_TEST_EXPECT_MSG_EQ(own[2].byteLength, 0, "its length");
            NS_TEST_ASSERT_MSG_EQ(peers.size(), 1, "one immediate");
            NS_TEST_EXPECT_MSG_EQ(peers[0].immediate, 42, "the signal");
            NS_TEST_EXPECT_MSG_EQ(peers[0].byteLength, 0, "without data");
            NS_TEST_EXPECT_MSG_EQ(qp->Peer()->Counters().placedBytes, 100000, "behind the data");
            fingerprints[wireMode] = network->Engine().fabric.Tally().Fingerprint();
            network = nullptr;
            Simulator::Destroy();
        }
        NS_TEST_EXPECT_MSG_EQ(fingerprints[0], fingerprints[1], "the same with bytes");
    }
};

/** A signal over each plane, of which that over one is lost on its first link. */
// Clauses: [write-only], [placement-order]
class LostSignalTestCase : public TestCase
{
  public:
    LostSignalTestCase()
        : TestCase("a signal that is lost, whatever its plane, is sent again and keeps its turn")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t planes : {1, 2, 8})
        {
            for (uint32_t lossy = 0; lossy < planes; ++lossy)
            {
                LoseOne(planes, lossy);
            }
        }
    }

    /** Loses the first packet that NIC 0 sends through a plane: each plane carries one signal. */
    void LoseOne(uint32_t planes, uint32_t lossy)
    {
        Ptr<Network> network = MakeNetwork(SmallFabric(6, 3, 2, planes));
        Ptr<ReceiveListErrorModel> errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList({0});
        const PortIndex port = network->GetTopology().NicPort(0, static_cast<PlaneId>(lossy));
        network->GetFaces().PortAt(port)->GetChannel()->SetAttribute("ErrorModelUp",
                                                                     PointerValue(errors));
        Ptr<Qp> qp = network->Connect(0, 5);
        Ptr<CompletionQueue> sent = CreateObject<CompletionQueue>();
        Ptr<CompletionQueue> received = CreateObject<CompletionQueue>();
        qp->SetCompletionQueues(sent, nullptr);
        qp->Peer()->SetCompletionQueues(nullptr, received);
        for (uint32_t i = 0; i < planes; ++i)
        {
            qp->WriteWithImmediate(0, 100 + i);
        }
        qp->Write(0);
        Simulator::Run();
        Expect(planes, lossy, *sent, *received);
        const QueuePairCounters& counters = qp->Counters();
        NS_TEST_EXPECT_MSG_EQ(network->Engine().fabric.Tally().DropsAt(port, DropReason::CORRUPTED),
                              1,
                              "lost in plane " << lossy);
        NS_TEST_EXPECT_MSG_EQ(counters.sentPackets, planes + 2, "one each, and one again");
        NS_TEST_EXPECT_MSG_EQ(std::accumulate(std::begin(counters.retransmissions),
                                              std::end(counters.retransmissions),
                                              uint64_t{0}),
                              1,
                              "one packet was sent again");
        NS_TEST_EXPECT_MSG_EQ(qp->Peer()->Counters().receivedPackets, planes + 1, "each came once");
        NS_TEST_EXPECT_MSG_EQ(qp->Peer()->Counters().placedBytes, 0, "nothing to place");
        NS_TEST_EXPECT_MSG_EQ(qp->Query().window.inFlight, 0, "nothing is under way");
        Simulator::Destroy();
    }

    /** All of them end well at both ends, in their order. */
    void Expect(uint32_t planes, uint32_t lossy, CompletionQueue& sent, CompletionQueue& received)
    {
        const std::vector<WorkCompletion> own = sent.Poll(99);
        const std::vector<WorkCompletion> peers = received.Poll(99);
        NS_TEST_ASSERT_MSG_EQ(own.size(), planes + 1, "all completed, lost in plane " << lossy);
        NS_TEST_ASSERT_MSG_EQ(peers.size(), planes, "all immediates, lost in plane " << lossy);
        for (uint32_t i = 0; i <= planes; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(own[i].status, CompletionStatus::SUCCESS, "at the sender");
            NS_TEST_EXPECT_MSG_EQ(own[i].id, i, "in the order of the posts");
        }
        for (uint32_t i = 0; i < planes; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(peers[i].status, CompletionStatus::SUCCESS, "at the receiver");
            NS_TEST_EXPECT_MSG_EQ(peers[i].immediate, 100 + i, "in the order of the posts");
            NS_TEST_EXPECT_MSG_EQ(peers[i].byteLength, 0, "without data");
        }
    }
};

} // namespace

std::vector<TestCase*>
VerbsSignalCases()
{
    return {new SignalTestCase, new LostSignalTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
