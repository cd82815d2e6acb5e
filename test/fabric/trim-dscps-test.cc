/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which data switches may trim, by DSCP.

#include "../mrc-fabric-rig.h"
#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** What became of packets that met at the port to one NIC. */
struct Fates
{
    uint64_t trims;
    uint64_t drops;
};

Fates
Meet(const std::string& trimmable, uint8_t dscp)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("TrimmableDscps", StringValue(trimmable));
    profile->SetAttribute("LastHopLimit", DoubleValue(0.1)); // one packet of four beside that sent
    FabricRig rig(SmallFabric(6, 6, 0), profile);
    for (uint32_t nic = 0; nic < 5; ++nic)
    {
        Shot shot{Instant(), nic, 5, Ev::Of(0, 0)};
        shot.dscp = dscp;
        rig.Shoot(shot);
    }
    Simulator::Run();
    const Fates fates{rig.Sum(&PortCounters::trims), rig.Sum(&PortCounters::drops)};
    Simulator::Destroy();
    return fates;
}

struct DscpCase
{
    const char* trimmable;
    uint8_t dscp;
    bool trims;
};

// Clauses: [trim-dscps]
TEST(TrimDscps, WhatTheListNamesIsTrimmed)
{
    const DscpCase cases[] = {
        {"none", 22, false},
        {"22", 22, true},
        {"10,20-23", 23, true},
        {"10,20-23", 20, true},
        {"10,20-23", 24, false},
        {"10,20-23", 10, true},
        {"10,20-23", 19, false},
        {"1-63", 63, true},
        {"63", 1, true}, // MRC's own data
    };
    for (const DscpCase& c : cases)
    {
        const Fates fates = Meet(c.trimmable, c.dscp);
        EXPECT_EQ(fates.trims != 0, c.trims) << c.trimmable << ", " << +c.dscp;
        EXPECT_EQ(fates.drops != 0, !c.trims) << c.trimmable << ", " << +c.dscp;
    }
}

// Clauses: [trim-dscps]
TEST(TrimDscps, OnlyListsOfDscpsAreTaken)
{
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    for (const char* bad : {"", "64", "a", "1,", ",1", "3-", "-3", "5-4", "1-70", "0001"})
    {
        EXPECT_FALSE(profile->SetAttributeFailSafe("TrimmableDscps", StringValue(bad))) << bad;
    }
    EXPECT_TRUE(profile->SetAttributeFailSafe("TrimmableDscps", StringValue("7-9,1")));
    StringValue text;
    profile->GetAttribute("TrimmableDscps", text);
    EXPECT_EQ(text.Get(), "1,7,8,9");
    UintegerValue noTrim;
    profile->GetAttribute("DscpNoTrim", noTrim);
    profile->SetAttribute("TrimmableDscps", StringValue(std::to_string(noTrim.Get())));
    EXPECT_NE(ThrownText<std::invalid_argument>([&] {
                  profile->Format();
              }).find("TrimmableDscps has DscpNoTrim"),
              std::string::npos);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
