/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mrc-envelope.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-ideal.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

constexpr uint64_t RATE = 100000000000;
constexpr Span BASE_RTT = Micros(8);
constexpr uint32_t BDP = 100000; //!< bytes of RATE in BASE_RTT

PortConfig
PortOf(PortRole role, const Ptr<FabricProfile>& profile = CreateObject<FabricProfile>())
{
    return profile->ConfigFor(role, RATE, BASE_RTT);
}

/** Expects that a port marks from 0.2 to 0.8 bandwidth-delay products. */
void
ExpectMarks(const PortConfig& port)
{
    EXPECT_EQ(port.marker.Minimum(), BDP / 5);
    EXPECT_EQ(port.marker.Maximum(), BDP * 4 / 5);
    EXPECT_NEAR(port.marker.Probability(), 1, 1e-6);
}

/** Expects that a port marks at no depth. */
void
ExpectNoMarks(const PortConfig& port)
{
    EXPECT_EQ(port.marker.Minimum(), UINT32_MAX);
    EXPECT_EQ(port.marker.Maximum(), UINT32_MAX);
}

// Clauses: [ecn-marking]
TEST(FabricProfileTest, PortsInsideTheFabricMark)
{
    ExpectMarks(PortOf(PortRole::FABRIC));
}

// Clauses: [ecn-last-hop]
TEST(FabricProfileTest, LastHopsMarkIfTheyAreToldTo)
{
    ExpectNoMarks(PortOf(PortRole::LAST_HOP));
    const auto profile = CreateObject<FabricProfile>();
    profile->SetAttribute("EcnOnLastHop", BooleanValue(true));
    ExpectMarks(PortOf(PortRole::LAST_HOP, profile));
    ExpectNoMarks(PortOf(PortRole::NIC, profile));
}

// Clauses: [queue-limits]
TEST(FabricProfileTest, LastHopsHoldHalfAsMuchAgain)
{
    EXPECT_EQ(PortOf(PortRole::FABRIC).Limit(TrafficClass::DATA), BDP);
    PortConfig lastHop = PortOf(PortRole::LAST_HOP);
    EXPECT_EQ(lastHop.Limit(TrafficClass::DATA), BDP * 3 / 2);
    EXPECT_EQ(lastHop.Limit(TrafficClass::TRIMMED), BDP);
    EXPECT_EQ(lastHop.Limit(TrafficClass::CONTROL), BDP);
    const auto profile = CreateObject<FabricProfile>();
    profile->SetAttribute("Trimming", BooleanValue(false));
    EXPECT_EQ(PortOf(PortRole::LAST_HOP, profile).Limit(TrafficClass::DATA), 5 * BDP);
}

// Clauses: [trim-size], [last-hop-code], [code-points], [trim-skips]
TEST(FabricProfileTest, TrimmedPacketsTellTheLastHop)
{
    EXPECT_EQ(PortOf(PortRole::FABRIC).trimmedDscp, 11);
    EXPECT_EQ(PortOf(PortRole::LAST_HOP).trimmedDscp, 21);
    EXPECT_EQ(PortOf(PortRole::FABRIC).trimFrameSize, 128 + 18);
    const auto profile = CreateObject<FabricProfile>();
    profile->SetAttribute("TrimSize", UintegerValue(200));
    EXPECT_EQ(PortOf(PortRole::FABRIC, profile).trimFrameSize, 200 + 18);
}

// Clauses: [trimmed-share]
TEST(FabricProfileTest, TrimmedPacketsGetAQuarter)
{
    EXPECT_EQ(PortOf(PortRole::FABRIC).trimmedShare, 64);
    const auto profile = CreateObject<FabricProfile>();
    profile->SetAttribute("TrimmedShare", DoubleValue(0));
    EXPECT_EQ(PortOf(PortRole::FABRIC, profile).trimmedShare, 0);
}

// Clauses: [class-weights]
TEST(FabricProfileTest, WeightsTakeThePlaceOfTheShare)
{
    const auto profile = CreateObject<FabricProfile>();
    for (const char* weight : {"ControlWeight", "TrimmedWeight", "DataWeight"})
    {
        profile->SetAttribute(weight, UintegerValue(1));
    }
    EXPECT_EQ(PortOf(PortRole::FABRIC, profile).trimmedShare, 0);
}

// Clauses: [code-points]
TEST(FabricProfileTest, CodePointsAreThoseOfTheTemplates)
{
    const auto dscp = CreateObject<FabricProfile>()->Format().dscp;
    EXPECT_EQ(dscp.noTrim, 0);
    EXPECT_EQ(dscp.trimmable, 1);
    EXPECT_EQ(dscp.trimmableRetx, 2);
    EXPECT_EQ(dscp.trimmed, 11);
    EXPECT_EQ(dscp.trimmedLastHop, 21);
    EXPECT_EQ(dscp.control, 48);
}

// Sizes are asked for once for each flow, without what switches and objects add.
// Clauses: [closed-forms]
TEST(FabricProfileTest, SizesOfPacketsAreTheProfilesOwn)
{
    for (const char* const switches : {"uec", "tomahawk5-sonic", "spectrum4-sonic", "sn6600-sonic"})
    {
        for (const char* const encapsulation : {"Srv6", "Ipv6"})
        {
            const auto profile = CreateObject<FabricProfile>();
            profile->SetAttribute("SwitchProfile", StringValue(switches));
            profile->SetAttribute("Encapsulation", StringValue(encapsulation));
            profile->SetAttribute("Telemetry", BooleanValue(true));
            profile->SetAttribute("CarrierUsids", UintegerValue(5));
            const IdealParameters own = IdealParameters::Of(4096, profile->Own());
            EXPECT_TRUE(own == IdealParameters::Of(4096, profile->Config())) << switches;
            const IdealParameters others = IdealParameters::Of(4096, FabricConfig());
            EXPECT_FALSE(own == others) << switches << ' ' << encapsulation;
        }
    }
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
