/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-network-plan.h"
#include "ns3/mrc-network.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return the words of a network with this delay of links to NICs, under one T0 */
std::string
Build(Span nicLinkDelay)
{
    TopologySpec spec = SmallFabric(2, 2, 0, 1);
    spec.nicLinkDelay = nicLinkDelay;
    const NetworkProfiles profiles{CreateObject<FabricProfile>(),
                                   CreateObject<QpProfile>(),
                                   CreateObject<EvProfile>(),
                                   CreateObject<CcProfile>()};
    const std::string said =
        ThrownText<std::invalid_argument>([&] { CreateObject<Network>(spec, profiles, 1); });
    Simulator::Destroy();
    return said;
}

// Clauses: [time-stamps]
TEST(NetworkTest, RoundTripsAreShortEnoughForTimeStamps)
{
    // four links, two of a full packet and two of its SACK, and twice the switch
    EXPECT_EQ(Build(Span(999000000)), "no error");
    EXPECT_NE(Build(Span(1000000000)).find("expected at most 4 ms"), std::string::npos);
}

/** @return the words of a network to a connection with too short a timer at one end */
std::string
ConnectBadly(Network& network, bool isSourceBad)
{
    const Ptr<QpProfile> good = CreateObject<QpProfile>();
    const Ptr<QpProfile> bad = CreateObject<QpProfile>();
    bad->SetAttribute("PacketTimeout", TimeValue(MicroSeconds(1)));
    const QpProfilePair profiles =
        isSourceBad ? QpProfilePair{bad, good} : QpProfilePair{good, bad};
    return ThrownText<std::invalid_argument>([&] { network.Connect(0, 5, profiles); });
}

TEST(NetworkTest, ARefusedEndLeavesNoOtherBehind)
{
    for (const bool isSourceBad : {true, false})
    {
        const Ptr<Network> network = MakeNetwork();
        EXPECT_NE(ConnectBadly(*network, isSourceBad).find("PacketTimeout"), std::string::npos);
        // A single end would have given this connection's ends wrong peers.
        const Ptr<Qp> qp = network->Connect(0, 5);
        qp->Write(100000);
        Simulator::Run();
        EXPECT_EQ(qp->Peer()->Counters().placedBytes, 100000U);
        EXPECT_EQ(network->GetQueuePairs().size(), 1U);
        Simulator::Destroy();
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
