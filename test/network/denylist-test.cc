/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Uplinks on the denylist of a network, and EVs on those of its queue pairs.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-denial.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-fabric.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return packets that a T1 has sent */
uint64_t
PacketsOfT1(Network& network, PlaneId plane = 1, uint32_t t1 = 1)
{
    const Topology& topology = network.GetTopology();
    uint64_t packets = 0;
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        const PortPlace at = topology.PortPlaceOf(port);
        const bool wanted = at.kind == PortKind::T1_DOWN && at.plane == plane && at.owner == t1;
        packets += wanted ? network.Engine().fabric.Tally().Counters(port).frames : 0;
    }
    return packets;
}

/** Counts how many of a queue pair's EVs are in a state. */
int64_t
CountOf(const Ptr<Qp>& qp, PathState state)
{
    const std::vector<PathStatus> paths = qp->Paths().List();
    return std::count_if(paths.begin(), paths.end(), [state](const PathStatus& path) {
        return path.state == state;
    });
}

// Clauses: [ev-denied]
TEST(Denylist, NothingTakesADeniedUplink)
{
    Ptr<Network> network = test::MakeNetwork();
    network->Connect(0, 5)->Write(1000000);
    network->GetDenylist().Deny(1, 1);
    const Ptr<Qp> later = network->Connect(1, 4);
    const Ptr<Qp> local = network->Connect(0, 1); // of one T0: no uplink
    later->Write(1000000);
    local->Write(1000000);
    Simulator::Run();
    EXPECT_EQ(PacketsOfT1(*network), 0U);
    EXPECT_EQ(later->Peer()->Counters().placedBytes, 1000000U);
    EXPECT_GT(later->Counters().planePackets[1], 100U); // by the plane's other uplink
    EXPECT_EQ(CountOf(later, PathState::DENIED), 64);   // half of a plane of two
    EXPECT_EQ(CountOf(local, PathState::DENIED), 0);

    network->GetDenylist().Allow(1, 1);
    EXPECT_EQ(CountOf(later, PathState::DENIED), 64) << "NICs do not know yet";
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    EXPECT_EQ(CountOf(later, PathState::DENIED), 0);
    later->Write(1000000);
    Simulator::Run();
    EXPECT_GT(PacketsOfT1(*network), 50U);
    EXPECT_EQ(later->Counters().pathsRetired + later->Counters().pathsResurrected, 0U);
    Simulator::Destroy();
}

// Clauses: [ev-denied]
TEST(Denylist, ALinkIsDeniedToTheNicsOfItsT0Alone)
{
    Ptr<Network> network = test::MakeNetwork(test::SmallFabric(6, 2, 2, 2));
    Denylist& denylist = network->GetDenylist();
    denylist.Deny(DenialOfLink(network->GetTopology(), 1, 1, 1)); // of NICs 2 and 3
    const Ptr<Qp> away = network->Connect(3, 5);
    const Ptr<Qp> there = network->Connect(0, 2);
    const Ptr<Qp> others = network->Connect(0, 5);
    const Ptr<Qp> local = network->Connect(2, 3);
    EXPECT_EQ(CountOf(away, PathState::DENIED), 64);
    EXPECT_EQ(CountOf(there, PathState::DENIED), 64);
    EXPECT_EQ(CountOf(others, PathState::DENIED), 0);
    EXPECT_EQ(CountOf(local, PathState::DENIED), 0);
    away->Write(1000000);
    there->Write(1000000);
    Simulator::Run();
    EXPECT_EQ(PacketsOfT1(*network), 0U) << "no acknowledgement either";
    EXPECT_EQ(there->Peer()->Counters().placedBytes, 1000000U);

    // A path that two entries deny is free when both are gone.
    denylist.Deny(1, 1);
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    EXPECT_EQ(CountOf(others, PathState::DENIED), 64);
    denylist.Allow(DenialOfLink(network->GetTopology(), 1, 1, 1));
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    EXPECT_EQ(CountOf(away, PathState::DENIED), 64);
    denylist.Allow(1, 1);
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    EXPECT_EQ(CountOf(away, PathState::DENIED), 0);
    EXPECT_EQ(CountOf(others, PathState::DENIED), 0);
    Simulator::Destroy();
}

// Clauses: [ev-denied]
TEST(Denylist, APortIsDeniedToItsNicAndItsPeers)
{
    Ptr<Network> network = test::MakeNetwork();
    Denylist& denylist = network->GetDenylist();
    denylist.Deny(DenialOfPort(0, 1));
    const Ptr<Qp> across = network->Connect(5, 0);
    const Ptr<Qp> local = network->Connect(0, 1);
    const Ptr<Qp> others = network->Connect(1, 5);
    EXPECT_EQ(CountOf(across, PathState::DENIED), 128) << "all of a plane";
    EXPECT_GT(CountOf(local, PathState::DENIED), 0);
    EXPECT_EQ(CountOf(others, PathState::DENIED), 0);
    across->Write(1000000);
    local->Write(1000000);
    Simulator::Run();
    EXPECT_EQ(across->Peer()->Counters().placedBytes, 1000000U);
    EXPECT_EQ(local->Peer()->Counters().placedBytes, 1000000U);
    const PortIndex port = network->GetTopology().NicPort(0, 1);
    EXPECT_EQ(network->Engine().fabric.Tally().Counters(port).frames, 0U);
    const PortIndex down = network->GetTopology().Peer(port);
    EXPECT_EQ(network->Engine().fabric.Tally().Counters(down).frames, 0U);
    Simulator::Destroy();
    EXPECT_DEATH(test::MakeNetwork()->GetDenylist().Deny(DenialOfPort(6, 1)), "expected some NICs");
}

/**
 * @return packets that a long Write loses while a T1 is taken away, and sent since the T1 was gone
 */
std::pair<uint64_t, uint64_t>
LossesOfMaintenance(const std::string& fault)
{
    Ptr<Network> network = test::MakeNetwork();
    network->ScheduleFaults(fault);
    const Ptr<Qp> qp = network->Connect(0, 5);
    qp->Write(1000000000);
    Simulator::Stop(MilliSeconds(6));
    Simulator::Run();
    const uint64_t drops = network->Engine().fabric.Tally().Drops(DropReason::SWITCH_DOWN) +
                           network->Engine().fabric.Tally().Drops(DropReason::LINK_DOWN);
    const uint64_t during = PacketsOfT1(*network);
    Simulator::Stop(MilliSeconds(4)); // the fault ends at 7 ms, NICs hear at 8 ms
    Simulator::Run();
    EXPECT_GT(PacketsOfT1(*network), during + 100) << "it is used again";
    Simulator::Destroy();
    return {drops, during};
}

// Clauses: [drained-maintenance]
TEST(Denylist, AFaultThatIsDrainedCostsNothing)
{
    EXPECT_GT(LossesOfMaintenance("t1:1.1@5ms..7ms").first, 0U);
    EXPECT_EQ(LossesOfMaintenance("t1:1.1/drain=2ms@5ms..7ms").first, 0U);
    EXPECT_GT(LossesOfMaintenance("t1:1.1/drain=900us@5ms..7ms").first, 0U)
        << "before NICs hear of the drain";
    // Drained for less of the time, the T1 has carried more.
    EXPECT_GT(LossesOfMaintenance("t1:1.1/drain=1.5ms@5ms..7ms").second,
              LossesOfMaintenance("t1:1.1/drain=3ms@5ms..7ms").second);
}

// Clauses: [drained-maintenance] [ev-formats]
TEST(Denylist, ADrainThatNoEvCouldObeyIsRefused)
{
    for (const char* fault : {"t1:1.1/drain=2ms@5ms", "plane:0/drain=1ms@5ms", "link:0.1.1@5ms"})
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.SetTopology(test::SixNics());
        helper.SetFabricAttribute("Encapsulation", StringValue("Ipv4"));
        helper.SetEvAttribute("Format", StringValue("Udp"));
        const Ptr<Network> network = helper.Install();
        const std::string said = test::ThrownText<std::invalid_argument>(
            [&] { network->ScheduleFaults("port:0.0@1ms," + std::string(fault)); });
        const bool isDrained = std::string(fault).find("drain") != std::string::npos;
        const std::string expected = "the fault '" + std::string(fault) + "' is drained, and";
        EXPECT_EQ(said.find(expected) == 0, isDrained) << said;
        EXPECT_EQ(said == "no error", !isDrained) << said;
    }
    Simulator::Destroy();
}

// Clauses: [denylist-delay]
TEST(Denylist, NicsLearnOfAChangeLater)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(test::SixNics());
    helper.SetFabricAttribute("DenylistDelay", StringValue("50us"));
    Ptr<Network> network = test::Audited(helper.Install());
    const Ptr<Qp> first = network->Connect(0, 5);
    Ptr<Qp> second; // made when the list has changed and no NIC knows
    Ptr<Qp> third;  // made when all know
    std::vector<int64_t> denied;
    const auto count = [&denied](const Ptr<Qp>& qp) {
        denied.push_back(CountOf(qp, PathState::DENIED));
    };
    Simulator::Schedule(MicroSeconds(100), [&] {
        network->GetDenylist().Deny(0, 1);
        second = network->Connect(1, 5);
    });
    Simulator::Schedule(MicroSeconds(149), [&] { count(first), count(second); });
    Simulator::Schedule(MicroSeconds(151), [&] {
        third = network->Connect(2, 5);
        count(first), count(second), count(third);
        network->GetDenylist().Allow(0, 1);
        network->GetDenylist().Deny(0, 1);
    });
    Simulator::Stop(MilliSeconds(1));
    Simulator::Run();
    count(first);
    EXPECT_EQ(denied, (std::vector<int64_t>{0, 0, 64, 64, 64, 64}));
    network->GetDenylist().Allow(0, 1); // the time of this order comes when the network is gone
    network = nullptr;
    Simulator::Destroy();
}

/** Denies all uplinks over which a Write's data does not go, and perhaps those of plane 1 too. */
void
ExpectNothingElseWhereDenied(bool allOfPlane1)
{
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(test::SmallFabric(4, 2, 8, 2));
    helper.SetEvAttribute("Active", UintegerValue(2)); // one in each plane
    helper.SetEvAttribute("Backup", UintegerValue(0));
    helper.SetFabricAttribute("PortStatusCarrier", StringValue("PortStatusUpdate"));
    Ptr<Network> network = test::Audited(helper.Install());
    const Ptr<Qp> qp = network->Connect(0, 2);
    const std::vector<PathStatus> paths = qp->Paths().List();
    const auto allowed = [&](PlaneId plane, uint32_t uplink) {
        const bool used = std::any_of(paths.begin(), paths.end(), [&](const PathStatus& path) {
            return path.ev.Plane() == plane && path.ev.Uplink() % 8 == uplink;
        });
        return used && !(allOfPlane1 && plane == 1);
    };
    for (uint32_t i = 0; i < 16; ++i)
    {
        if (!allowed(i % 2, i / 2))
        {
            network->GetDenylist().Deny(i % 2, i / 2);
        }
    }
    qp->Write(1000000);
    network->ScheduleFaults("port:2.1@20us..30us,port:2.1@40us..50us");
    Simulator::Run();
    EXPECT_EQ(qp->Peer()->Counters().placedBytes, 1000000U);
    for (uint32_t i = 0; i < 16; ++i)
    {
        const uint64_t packets = PacketsOfT1(*network, i % 2, i / 2);
        EXPECT_EQ(packets != 0, allowed(i % 2, i / 2)) << packets << " over " << i / 2;
    }
    Simulator::Destroy();
}

TEST(Denylist, AnswersAndNewsDoNotTakeUplinksOfWhichNoQueuePairHasAnEv)
{
    ExpectNothingElseWhereDenied(false);
}

// Clauses: [ev-denied]
TEST(Denylist, AnswersAndNewsDoNotTakeADeniedPlane)
{
    ExpectNothingElseWhereDenied(true);
}

// Clauses: [no-path-waits]
TEST(Denylist, AQueuePairWithoutAnEvWaitsForOne)
{
    Ptr<Network> network = test::MakeNetwork();
    const Ptr<Qp> qp = network->Connect(0, 5);
    const std::vector<PathStatus> paths = qp->Paths().List();
    for (const PathStatus& path : paths)
    {
        qp->Paths().Deny(path.ev);
    }
    qp->Write(100000);
    Simulator::Stop(MilliSeconds(5));
    Simulator::Run();
    EXPECT_EQ(qp->Counters().sentPackets, 0U);
    qp->Paths().Allow(paths[7].ev);
    Simulator::Stop(MilliSeconds(5));
    Simulator::Run();
    EXPECT_EQ(qp->Peer()->Counters().placedBytes, 100000U);
    EXPECT_EQ(qp->Counters().planePackets[paths[7].ev.Plane()], 25U);
    Simulator::Destroy();
}

TEST(DenylistDeathTest, WhatDoesNotExistCannotBeDenied)
{
    Ptr<Network> network = test::MakeNetwork();
    EXPECT_DEATH(network->GetDenylist().Deny(2, 0), "uplink 0 of plane 2 .* planes below 2");
    EXPECT_DEATH(network->GetDenylist().Allow(1, 2), "uplink 2 of plane 1 .* uplinks below 2");
    const Ptr<Qp> qp = network->Connect(0, 5);
    EXPECT_DEATH(qp->Paths().Deny(Ev::Of(3, 7)),
                 "plane 3, uplink 7. was denied; expected one of the 256 EVs of queue pair 16");
    Simulator::Destroy();
}

} // namespace
} // namespace mrc
} // namespace ns3
