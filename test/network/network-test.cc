/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-topology.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-network.h"
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

/** @return what a network says whose links to NICs have this delay, under one T0 */
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

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
