/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which data switches may trim, and what goes with control packets, by DSCP.

#include "../mrc-fabric-rig.h"
#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"

#include "ns3/double.h"
#include "ns3/mrc-fabric-profile.h"
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

/** The fates of packets that met at the port to one NIC. */
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
        {"10,22-25", 25, true},
        {"10,22-25", 22, true},
        {"10,22-25", 26, false},
        {"10,22-25", 10, true},
        {"10,22-25", 19, false},
        {"49-63", 63, true},
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
    // Switches never cut these.
    const DscpPlan plan;
    for (const uint8_t dscp : {plan.control, plan.trimmed, plan.trimmedLastHop})
    {
        profile->SetAttribute("TrimmableDscps", StringValue(std::to_string(dscp)));
        const std::string expected = "TrimmableDscps has " + std::to_string(dscp) +
                                     ", a DSCP of control or of trimmed packets; expected others";
        const std::string told = ThrownText<std::invalid_argument>([&] { profile->Format(); });
        EXPECT_NE(told.find(expected), std::string::npos) << told;
    }
    profile->SetAttribute("TrimmableDscps", StringValue("47,49"));
    profile->Format();
}

/** @return in which order packets of these DSCPs, of which a first one is sent, leave a port */
std::string
OrderOf(const std::string& control, const std::vector<uint8_t>& dscps, bool weighted)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("ControlDscps", StringValue(control));
    for (const char* name : {"ControlWeight", "TrimmedWeight", "DataWeight"})
    {
        // a turn of 17 times 256 bytes holds one packet
        profile->SetAttribute(name, UintegerValue(weighted ? 17 : 0));
    }
    const auto nics = static_cast<uint32_t>(dscps.size());
    FabricRig rig(SmallFabric(nics + 1, nics + 1, 0), profile);
    for (uint32_t nic = 0; nic < nics; ++nic)
    {
        Shot shot{Instant() + Nanos(nic), nic, nics, Ev::Of(0, 0)};
        shot.dscp = dscps[nic];
        rig.Shoot(shot);
    }
    Simulator::Run();
    std::string order;
    for (const Hit& hit : rig.hits)
    {
        order += (order.empty() ? "" : " ") + std::to_string(hit.frame.dscp);
    }
    Simulator::Destroy();
    return order;
}

// Clauses: [control-dscps], [class-order], [class-weights]
TEST(ControlDscps, GoBeforeDataOrByWeight)
{
    const std::vector<uint8_t> dscps{1, 1, 46, 1, 46, 47};
    EXPECT_EQ(OrderOf("none", dscps, false), "1 1 46 1 46 47");
    EXPECT_EQ(OrderOf("46", dscps, false), "1 46 46 1 1 47");
    EXPECT_EQ(OrderOf("40-50", dscps, false), "1 46 46 47 1 1");
    EXPECT_EQ(OrderOf("46", dscps, true), "1 46 1 46 1 47");
}

// Clauses: [control-dscps]
TEST(ControlDscps, AreNoDscpsOfData)
{
    const DscpPlan plan;
    for (const uint8_t dscp :
         {plan.noTrim, plan.trimmable, plan.trimmableRetx, plan.trimmed, plan.trimmedLastHop})
    {
        const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
        profile->SetAttribute("ControlDscps", StringValue(std::to_string(dscp)));
        EXPECT_NE(ThrownText<std::invalid_argument>([&] {
                      profile->Format();
                  }).find("ControlDscps has " + std::to_string(dscp) + ", a DSCP of data"),
                  std::string::npos);
    }
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("ControlDscps", StringValue("46,48"));
    profile->Format(); // MRC's own may be there
    StringValue text;
    profile->GetAttribute("TrimmableDscps", text);
    EXPECT_EQ(text.Get(), "none") << "a list of its own";
    profile->SetAttribute("TrimmableDscps", StringValue("40-46"));
    EXPECT_NE(ThrownText<std::invalid_argument>([&] { profile->Format(); }).find("has 46"),
              std::string::npos);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
