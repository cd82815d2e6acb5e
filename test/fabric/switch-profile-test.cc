/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-shared-buffer.h"
#include "ns3/mrc-switch-profile.h"
#include "ns3/mrc-weighted-rounds.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

using namespace ns3::mrc;

namespace
{

constexpr uint64_t RATE = 100000000000;
constexpr Span BASE_RTT = Micros(12);

FabricConfig
Of(SwitchModel model)
{
    FabricConfig config;
    config.switches = model;
    return WithSwitchProfile(config);
}

struct Row
{
    SwitchModel model;
    uint64_t buffer;
    uint64_t deepest; //!< bytes at which one data queue comes to rest
    uint32_t t1Maximum;
    uint16_t trimFrame;
    uint8_t trimmedWeight;
};

// The depths are those of the specification's derived numbers, and of its alpha.
constexpr Row ROWS[] = {
    {SWITCHES_TOMAHAWK5_SONIC, 165335712, 146965077, 282624, 206 + 18, 22},
    {SWITCHES_SPECTRUM4_SONIC, 125752320, 974824, 239616, 256 + 18, 22},
    {SWITCHES_SN6600_SONIC, 216778752, 43355750, 239616, 256 + 18, 48},
};

// Clauses: [switch-profiles]
TEST(SwitchProfileTest, HasTheValuesOfTheTemplates)
{
    for (const Row& row : ROWS)
    {
        const FabricConfig config = Of(row.model);
        EXPECT_EQ(config.bufferSize, row.buffer);
        const BufferShare data = config.BufferShares()[TrafficClass::DATA];
        SharedBuffer buffer(config.bufferSize);
        uint64_t waiting = 0;
        while (buffer.Admits(data, waiting, 1000))
        {
            buffer.Change(data.Shared(waiting), data.Shared(waiting + 1000));
            waiting += 1000;
        }
        EXPECT_NEAR(waiting, row.deepest + data.reserved, 2000) << row.model;
        const PortConfig t0 = config.ConfigFor(PortRole::FABRIC, RATE, BASE_RTT);
        const PortConfig t1 = config.ConfigFor(PortRole::FROM_T1, RATE, BASE_RTT);
        EXPECT_EQ(t0.marker.Minimum(), 166912);
        EXPECT_EQ(t0.marker.Maximum(), 282624);
        EXPECT_EQ(t1.marker.Maximum(), row.t1Maximum);
        EXPECT_NEAR(t0.marker.Probability(), 0.05, 1e-9);
        EXPECT_EQ(t0.trimFrameSize, row.trimFrame);
        EXPECT_EQ(config.trimLength, TRIM_LENGTH_NONE);
        EXPECT_EQ(config.Weights().shares[TrafficClass::CONTROL], 22);
        EXPECT_EQ(config.Weights().shares[TrafficClass::TRIMMED], row.trimmedWeight);
        EXPECT_EQ(config.Weights().shares[TrafficClass::DATA], 8);
        EXPECT_EQ(t0.Limit(TrafficClass::DATA), 0) << "the buffer is asked about each packet";
    }
}

// Clauses: [switch-profiles], [ecn-last-hop]
TEST(SwitchProfileTest, LeavesTheLastHopUnmarked)
{
    FabricConfig config = Of(SWITCHES_TOMAHAWK5_SONIC);
    EXPECT_EQ(config.ConfigFor(PortRole::LAST_HOP, RATE, BASE_RTT).marker.Minimum(), UINT32_MAX);
    config.ecnOnLastHop = true; // as the template has it
    EXPECT_EQ(config.ConfigFor(PortRole::LAST_HOP, RATE, BASE_RTT).marker.Minimum(), 166912);
}

// Clauses: [switch-profiles]
TEST(SwitchProfileTest, LeavesWhatWasSet)
{
    FabricConfig config;
    config.switches = SWITCHES_TOMAHAWK5_SONIC;
    config.trimSize = 150;
    config.trimLength = TRIM_LENGTH_IP;
    config.dataThreshold = -1;
    config = WithSwitchProfile(config);
    EXPECT_EQ(config.trimSize, 150);
    EXPECT_EQ(config.trimLength, TRIM_LENGTH_IP);
    EXPECT_EQ(config.dataThreshold, -1);
    EXPECT_EQ(config.bufferSize, 165335712);
}

// Clauses: [switch-profiles]
TEST(SwitchProfileTest, OfUecIsTheDefault)
{
    const PortConfig uec = Of(SWITCHES_UEC).ConfigFor(PortRole::FABRIC, RATE, BASE_RTT);
    EXPECT_EQ(uec.Limit(TrafficClass::DATA), 150000);
    EXPECT_EQ(uec.marker.Minimum(), 30000);
    EXPECT_EQ(Of(SWITCHES_UEC).bufferSize, 0);
    EXPECT_EQ(Of(SWITCHES_UEC).trimLength, TRIM_LENGTH_ALL);
}

// Clauses: [switch-profiles]
TEST(SwitchProfileTest, SaysWhereBorrowedValuesAreFrom)
{
    unsigned borrowed = 0;
    for (const ProfileRow& row : SwitchProfileRows())
    {
        for (const SwitchModel model :
             {SWITCHES_TOMAHAWK5_SONIC, SWITCHES_SPECTRUM4_SONIC, SWITCHES_SN6600_SONIC})
        {
            const char* from = row.Of(model).borrowed;
            borrowed += from != nullptr;
            EXPECT_TRUE(from == nullptr || !std::string(from).empty()) << row.attribute;
        }
    }
    EXPECT_EQ(borrowed, 18);
}

// Clauses: [switch-profiles]
TEST(SwitchProfileTest, NamesWhatItLeavesAtDefaults)
{
    std::set<std::string> filled;
    for (const ProfileRow& row : SwitchProfileRows())
    {
        filled.insert(row.attribute);
    }
    for (const ProfileGap& gap : SwitchProfileGaps())
    {
        ns3::TypeId::AttributeInformation info;
        EXPECT_TRUE(FabricProfile::GetTypeId().LookupAttributeByName(gap.attribute, &info))
            << gap.attribute;
        EXPECT_TRUE(filled.insert(gap.attribute).second) << gap.attribute << " stands twice";
        EXPECT_FALSE(std::string(gap.sold).empty());
    }
    const FabricConfig defaults;
    const FabricConfig profile = Of(SWITCHES_TOMAHAWK5_SONIC);
    EXPECT_EQ(profile.ecnMarkAt, defaults.ecnMarkAt);
    EXPECT_EQ(profile.ecnOnLastHop, defaults.ecnOnLastHop);
    EXPECT_EQ(profile.trimVictim, defaults.trimVictim);
    EXPECT_EQ(profile.alsoControl, defaults.alsoControl);
    EXPECT_EQ(profile.alsoTrimmable, defaults.alsoTrimmable);
}

} // namespace
