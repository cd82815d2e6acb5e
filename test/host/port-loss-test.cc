/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The knowledge of queue pairs and peers of a NIC when the NIC loses ports.

#include "../mrc-port-failure-rig.h"

#include "ns3/config.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/* NIC 1 has no port when the queue pair is made, and none comes back. */
// Clauses: [no-port-timeout]
TEST(PortLoss, QueuePairThatIsMadeWithoutAPortFails)
{
    Config::SetDefault("ns3::mrc::QpProfile::NoPortTimeout", StringValue("1ms"));
    Ptr<Network> network = ThreeNics({{"PortStatusCarrier", "SackBitmap"}});
    network->ScheduleFaults("port:1.0@20us,port:1.1@20us");
    Ptr<Qp> qp;
    std::vector<CompletionStatus> ended;
    Simulator::Schedule(MicroSeconds(100), [&] {
        qp = network->Connect(1, 0);
        qp->TraceConnectWithoutContext(
            "Completed",
            Callback<void, const Completion&>(
                [&ended](const Completion& c) { ended.push_back(c.status); }));
        qp->Write(40000);
    });
    Simulator::Stop(MilliSeconds(20));
    Simulator::Run();
    EXPECT_EQ(ended, std::vector<CompletionStatus>{CompletionStatus::RETRY_EXC_ERR});
    Config::Reset();
    Simulator::Destroy();
}

/* NIC 0 gives up on NIC 1, which has no port for 20 s, before that comes back. */
// Clauses: [port-news]
TEST(PortLoss, PeerThatWasGivenUpIsToldWhenItIsBack)
{
    Config::SetDefault("ns3::mrc::QpProfile::NoPortTimeout", StringValue("100s"));
    Ptr<Network> network = ThreeNics({{"PortStatusCarrier", "PortStatusUpdate"}});
    network->ScheduleFaults("port:1.0@10us..20s,port:1.1@10us..20s,port:0.1@50us");
    Ptr<Qp> qp = network->Connect(1, 0);
    uint32_t completed = 0;
    CountSuccess(qp, completed);
    Simulator::Schedule(Seconds(20.1), [qp] { qp->Write(40000); });
    Simulator::Run();
    EXPECT_EQ(completed, 1U);
    EXPECT_EQ(qp->Counters().planePackets[0], 10U) << "all on the plane that NIC 0 has left";
    EXPECT_EQ(qp->Counters().planePackets[1], 0U);
    Config::Reset();
    Simulator::Destroy();
}

/* NIC 0 has ten times something to tell to NIC 1, which has no port on plane 1. */
TEST(PortLoss, NewsAvoidThePeersDeadPort)
{
    Ptr<Network> network = ThreeNics({{"PortStatusCarrier", "PortStatusUpdate"}});
    std::string faults = "port:1.1@20us";
    for (int us = 1000; us < 3000; us += 200)
    {
        faults += ",port:0.1@" + std::to_string(us) + "us.." + std::to_string(us + 100) + "us";
    }
    network->ScheduleFaults(faults);
    Ptr<Qp> qp = network->Connect(0, 1);
    Simulator::Run();
    EXPECT_EQ(SumOf(*network, &PortCounters::drops), 0U);
    Simulator::Destroy();
}

/** The outcome of a Write of a queue pair that was made when a port of the other end was down. */
struct FirstWrite
{
    uint64_t lost{0};        //!< packets, of all that there were
    uint64_t windowShare{0}; //!< packets of the first window that a plane takes at most
    uint64_t onDead{0};      //!< data packets that were sent to the dead port
    uint64_t placed{0};      //!< bytes
    uint64_t posted{1000000};
};

/**
 * Posts a Write from NIC 0 to NIC 1, after NIC 1's port of plane 1 went down at 20 us.
 *
 * @param carrier how peers learn of that
 * @param heard whether NIC 0 had a queue pair with NIC 1 then, which is idle
 */
FirstWrite
WriteAfterLoss(const std::string& carrier, bool heard)
{
    Ptr<Network> network = ThreeNics({{"PortStatusCarrier", carrier}});
    network->ScheduleFaults("port:1.1@20us");
    if (heard)
    {
        network->Connect(0, 1);
    }
    Ptr<Qp> qp;
    FirstWrite write;
    Simulator::Schedule(MicroSeconds(100), [&] {
        qp = network->Connect(0, 1);
        qp->Write(write.posted);
    });
    Simulator::Stop(MilliSeconds(5));
    Simulator::Run();
    // 1.5 bandwidth-delay products [nscc-constants] of two ports at 100 Gb/s, half of it for either
    const double window = 1.5 * 25e9 * network->Unloaded().BaseRttBetween(0, 1).Ps() * 1e-12;
    write.windowShare = static_cast<uint64_t>(window / 2 / network->Unloaded().Payload()) + 1;
    write.lost = SumOf(*network, &PortCounters::drops);
    write.onDead = qp->Counters().planePackets[1];
    write.placed = qp->Peer()->Counters().placedBytes;
    Simulator::Destroy();
    return write;
}

/* Nobody reads the state of another NIC: news that are not told yet cost packets. */
// Clauses: [new-pair-ports]
TEST(PortLoss, ANewQueuePairLosesAtMostItsFirstWindowsShareOfADeadPort)
{
    const FirstWrite write = WriteAfterLoss("SackBitmap", false);
    EXPECT_EQ(write.placed, write.posted);
    EXPECT_GT(write.onDead, 0U) << "it cannot know";
    // All of the window may leave before the first SACK tells of the dead port; the planes take it
    // in turn. Probes of EVs go that way too.
    EXPECT_LE(write.onDead, write.windowShare);
    EXPECT_LE(write.lost, write.windowShare + 4);
}

// Clauses: [new-pair-ports]
TEST(PortLoss, ANewPeerIsToldOfADeadPortBeforeItsFirstPacket)
{
    const FirstWrite write = WriteAfterLoss("PortStatusUpdate", false);
    EXPECT_EQ(write.placed, write.posted);
    EXPECT_EQ(write.onDead, 0U) << "the host's overhead is longer than the news is under way";
    EXPECT_EQ(write.lost, 0U);
}

// Clauses: [new-pair-ports]
TEST(PortLoss, ANewQueuePairKnowsWhatItsNicHasHeard)
{
    const FirstWrite write = WriteAfterLoss("PortStatusUpdate", true);
    EXPECT_EQ(write.placed, write.posted);
    EXPECT_EQ(write.onDead, 0U);
    EXPECT_EQ(write.lost, 0U);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
