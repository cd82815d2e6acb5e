/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Queue pairs with data of different classes, over a whole path.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-network.h"
#include "ns3/uinteger.h"

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

Ptr<QpProfile>
ProfileWith(int64_t dscp)
{
    const Ptr<QpProfile> profile = CreateObject<QpProfile>();
    profile->SetAttribute("DataDscp", IntegerValue(dscp));
    return profile;
}

/** What two classes of queue pairs placed while they met at one slow path. */
struct Meeting
{
    uint64_t gold{0};
    uint64_t bulk{0};
    uint64_t fingerprint{0};
};

/** Four senders in each class write to NICs of another T0; the T0s have one uplink at NIC rate. */
Meeting
Meet(const std::string& classes, bool inBytes, uint32_t threads = 1)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(SmallFabric(16, 8, 1));
    helper.SetFabricAttribute("DataClasses", StringValue(classes));
    helper.SetFabricAttribute("TrimmableDscps", StringValue("8,16"));
    helper.SetFabricAttribute("WireMode", BooleanValue(inBytes));
    helper.SetFabricAttribute("Threads", UintegerValue(threads));
    const Ptr<Network> network = Audited(helper.Install());
    std::vector<Ptr<Qp>> qps;
    for (uint32_t nic = 0; nic < 8; ++nic)
    {
        const Ptr<QpProfile> profile = ProfileWith(nic % 2 == 0 ? 8 : 16);
        qps.push_back(network->Connect(nic, 8 + nic, {profile, profile}));
        qps.back()->Write(100000000);
    }
    Simulator::Stop(MicroSeconds(800));
    Simulator::Run();
    Meeting meeting;
    for (uint32_t nic = 0; nic < 8; ++nic)
    {
        (nic % 2 == 0 ? meeting.gold : meeting.bulk) += qps[nic]->Peer()->Counters().placedBytes;
    }
    meeting.fingerprint = network->Fingerprint();
    Simulator::Destroy();
    return meeting;
}

// Clauses: [data-classes], [wire-mode], [several-threads]
TEST(DataClassesNetwork, QueuePairsShareAPathByTheWeightsOfTheirClasses)
{
    const Meeting even = Meet("none", false);
    EXPECT_NEAR(static_cast<double>(even.gold) / even.bulk, 1, 0.25);
    const Meeting three = Meet("dscp=8 weight=3; dscp=16 weight=1", false);
    EXPECT_NEAR(static_cast<double>(three.gold) / three.bulk, 3, 0.6);
    EXPECT_NEAR(three.gold + three.bulk, even.gold + even.bulk, 0.1 * (even.gold + even.bulk));
    EXPECT_EQ(Meet("dscp=8 weight=3; dscp=16 weight=1", true).fingerprint, three.fingerprint);
    EXPECT_EQ(Meet("dscp=8 weight=3; dscp=16 weight=1", false, 2).fingerprint, three.fingerprint);
}

// Clauses: [data-classes]
TEST(DataClassesNetwork, AClassHasRoomForAPacket)
{
    FabricHelper helper;
    helper.SetTopology(SmallFabric(4, 2, 2));
    helper.SetFabricAttribute("DataClasses", StringValue("dscp=8 limit=4000"));
    const std::string error = ThrownText([&] { helper.Install(); });
    EXPECT_EQ(error.substr(0, 73),
              "ns3::mrc::FabricProfile::DataClasses has limit=4000; expected at least 42");
    Simulator::Destroy();
}

// Clauses: [data-classes]
TEST(DataClassesNetwork, ADscpOfAnotherKindOfPacketIsRefused)
{
    const Ptr<Network> network = MakeNetwork();
    for (const int64_t dscp : {48, 11, 21})
    {
        const Ptr<QpProfile> profile = ProfileWith(dscp);
        EXPECT_EQ(ThrownText([&] {
                      network->Connect(0, 5, {profile, profile});
                  }),
                  "ns3::mrc::QpProfile::DataDscp = " + std::to_string(dscp) +
                      ", which control or trimmed packets have; expected a DSCP of data");
    }
    Simulator::Destroy();
}

// Clauses: [data-classes], [trim-victim]
TEST(DataClassesNetwork, QueuesOfPortsTakeWhatProfilesDo)
{
    FabricHelper helper;
    helper.SetTopology(SmallFabric(4, 2, 2));
    helper.SetFabricAttribute("DataClasses", StringValue("dscp=8"));
    const Ptr<Network> network = helper.Install();
    const Ptr<Object> queue =
        network->GetFaces().Create().PortAt(network->GetTopology().PortCount() - 1)->GetQueue();
    queue->SetAttribute("RetxFirst", BooleanValue(true));
    queue->SetAttribute("TrimVictim", StringValue("Either"));
    StringValue victim;
    queue->GetAttribute("TrimVictim", victim);
    EXPECT_EQ(victim.Get(), "Either");
    Simulator::Destroy();
}

// Clauses: [trim-victim], [shared-buffer]
TEST(DataClassesNetwork, QueuesOfASharedBufferRefuseAnotherVictim)
{
    for (const char* const classes : {"none", "dscp=8"})
    {
        FabricHelper helper;
        helper.SetTopology(SmallFabric(4, 2, 2));
        helper.SetFabricAttribute("BufferSize", UintegerValue(1000000));
        helper.SetFabricAttribute("DataClasses", StringValue(classes));
        const Ptr<Network> network = helper.Install();
        const PortIndex last = network->GetTopology().PortCount() - 1;
        const Ptr<Object> queue = network->GetFaces().Create().PortAt(last)->GetQueue();
        queue->SetAttribute("TrimVictim", StringValue("Arriving"));
        EXPECT_DEATH(queue->SetAttribute("TrimVictim", StringValue("Either")),
                     "PortQueue::TrimVictim has no effect at port .*; expected Arriving");
        Simulator::Destroy();
    }
}

// Clauses: [data-classes], [retx-class]
TEST(DataClassesNetwork, ADscpOfDataHidesRetransmissions)
{
    FabricHelper helper;
    helper.SetTopology(SmallFabric(4, 2, 2));
    helper.SetFabricAttribute("RetxFirst", BooleanValue(true));
    const Ptr<Network> network = helper.Install();
    const Ptr<QpProfile> profile = ProfileWith(8);
    EXPECT_EQ(ThrownText([&] {
                  network->Connect(0, 3, {profile, profile});
              }),
              "ns3::mrc::QpProfile::DataDscp = 8 with ns3::mrc::FabricProfile::RetxFirst, which "
              "knows retransmissions by their own DSCP; expected one of the two");
    Simulator::Destroy();
}

// Seven senders of a class that switches trim; to a peer that takes no trims nothing may be
// trimmed. Clauses: [data-classes], [trim-capability]
TEST(DataClassesNetwork, WhatMustNotBeTrimmedKeepsItsCodePoint)
{
    const auto trims = [](int64_t dscp, bool takesTrims) {
        Simulator::Destroy();
        FabricHelper helper;
        helper.SetTopology(SmallFabric(8, 8, 1));
        helper.SetFabricAttribute("TrimmableDscps", StringValue("8"));
        const Ptr<Network> network = Audited(helper.Install());
        const Ptr<QpProfile> profile = ProfileWith(dscp);
        profile->SetAttribute("TrimNack", BooleanValue(takesTrims));
        for (uint32_t nic = 1; nic < 8; ++nic)
        {
            network->Connect(nic, 0, {profile, profile})->Write(2000000);
        }
        Simulator::Stop(MicroSeconds(400));
        Simulator::Run();
        const uint64_t sum = SumOf(*network, &PortCounters::trims);
        Simulator::Destroy();
        return sum;
    };
    EXPECT_GT(trims(8, true), 0U);
    EXPECT_EQ(trims(8, false), 0U);
    EXPECT_GT(trims(-1, true), 0U);
    EXPECT_EQ(trims(0, true), 0U) << "0 is a DSCP too";
}

// Clauses: [pfc-headroom-pool]
TEST(PfcHeadroomPool, HasRoomForAPacket)
{
    const auto error = [](const char* lossless, uint32_t pool) {
        FabricHelper helper;
        helper.SetTopology(SmallFabric(4, 2, 2));
        helper.SetFabricAttribute("LosslessDscps", StringValue(lossless));
        helper.SetFabricAttribute("PfcHeadroomPool", UintegerValue(pool));
        const std::string text = ThrownText([&] { helper.Install(); });
        Simulator::Destroy();
        return text;
    };
    const std::string name = "ns3::mrc::FabricProfile::PfcHeadroomPool is ";
    EXPECT_EQ(error("26", 2000).find(name + "2000; expected 0, or at least 4"), 0U);
    EXPECT_EQ(error("none", 100000),
              name + "100000 without LosslessDscps; expected 0, or a DSCP there");
    EXPECT_EQ(error("26", 100000), "no error");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
