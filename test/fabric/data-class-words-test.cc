/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Classes of data in words.

#include "../mrc-thrown-text.h"

#include "ns3/boolean.h"
#include "ns3/mrc-data-class-words.h"
#include "ns3/mrc-envelope.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

// Clauses: [data-classes]
TEST(DataClassWords, SayWhatAClassIs)
{
    EXPECT_FALSE(ReadDataClasses("none", false).Any());
    const DataClassPlan plan =
        ReadDataClasses("dscp=8-10,20 weight=3 limit=50000; dscp=16 ecn=1000..2000:0.5 "
                        "wred=3000..3000;dscp=others weight=2",
                        false);
    ASSERT_EQ(plan.classes.size(), 3U);
    for (const unsigned dscp : {8U, 9U, 10U, 20U})
    {
        EXPECT_EQ(plan.Of(static_cast<uint8_t>(dscp)), 1U);
    }
    EXPECT_EQ(plan.Of(16), 2U);
    EXPECT_EQ(plan.Of(11), 0U);
    EXPECT_EQ(plan.classes[0].weight, 2);
    EXPECT_EQ(plan.classes[1].weight, 3);
    EXPECT_EQ(plan.classes[1].limit, 50000U);
    EXPECT_EQ(plan.classes[2].weight, 1);
    EXPECT_EQ(plan.classes[2].limit, UINT32_MAX);
    EXPECT_EQ(plan.classes[2].marker->Minimum(), 1000U);
    EXPECT_EQ(plan.classes[2].marker->Maximum(), 2000U);
    EXPECT_NEAR(plan.classes[2].marker->Probability(), 0.5, 1e-9);
    EXPECT_TRUE(plan.DropsEarly());
    EXPECT_TRUE(plan.classes[2].wred->Judges(TrafficClass::DATA, Ecn::NOT_ECT, 3001));
    EXPECT_FALSE(plan.classes[2].wred->Judges(TrafficClass::DATA, Ecn::ECT0, 3001));
    EXPECT_FALSE(plan.classes[1].marker);
}

// Clauses: [data-classes], [pfc-lossless]
TEST(DataClassWords, MistakesAreNamed)
{
    struct Row
    {
        const char* words;
        const char* error;
    };

    const Row rows[] = {
        {"", "''; expected 'none', or a class with DSCPs of its own"},
        {"weight=3", "'weight=3'; expected 'dscp=' and DSCPs such as 8-15,20, or 'dscp=others'"},
        {"dscp=64", "'64'; expected a whole number of 0 .. 63"},
        {"dscp=9-8", "'8'; expected a whole number of 9 .. 63"},
        {"dscp=", "'dscp='; expected at least one DSCP, and each in one class"},
        {"dscp=8;dscp=7-9", "'dscp=7-9'; expected at least one DSCP, and each in one class"},
        {"dscp=8 weight=0", "'0'; expected a whole number of 1 .. 255"},
        {"dscp=8 limit=-1", "'-1'; expected a whole number of 1 .. 1073741824"},
        {"dscp=8 ecn=5",
         "'5'; expected depths in bytes such as 30000..120000, or "
         "30000..120000:0.1"},
        {"dscp=8 ecn=5..4", "'4'; expected a whole number of 5 .. 1073741824"},
        {"dscp=8 wred=5..6:2", "'2'; expected a probability of 0 .. 1"},
        {"dscp=8 trim=no", "'trim=no'; expected 'weight=', 'limit=', 'ecn=' or 'wred='"},
        {"dscp=26 priority=3",
         "'priority=3'; expected no such word: all classes of LosslessDscps have one priority, "
         "that of PfcPriority"},
        {"dscp=8 weight=2 weight=9", "'weight=9'; expected that word once in a class"},
        {"dscp=others limit=9;dscp=others", "'dscp=others'; expected 'dscp=others' once"},
        {"dscp=others weight=3",
         "'dscp=others weight=3'; expected 'none', or a class with DSCPs "
         "of its own"},
    };
    for (const Row& row : rows)
    {
        EXPECT_EQ(ThrownText<std::invalid_argument>([&] { ReadDataClasses(row.words, false); }),
                  row.error);
    }
    std::string many = "dscp=0";
    for (int i = 1; i < 8; ++i)
    {
        many += ";dscp=" + std::to_string(i);
    }
    EXPECT_NE(ThrownText<std::invalid_argument>([&] {
                  ReadDataClasses(many, false);
              }).find("expected at most 8 classes"),
              std::string::npos);
}

// Clauses: [data-classes]
TEST(DataClasses, WhatDoesNotGoTogetherIsRefused)
{
    const auto error = [](const std::vector<std::pair<const char*, const char*>>& values) {
        const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
        for (const auto& [name, value] : values)
        {
            profile->SetAttribute(name, StringValue(value));
        }
        return ThrownText<std::invalid_argument>([&] { profile->Format(); });
    };
    const std::string name = "ns3::mrc::FabricProfile::DataClasses ";
    const std::string mixed =
        " beside others in one class; expected a class of LosslessDscps alone, which a pause holds";
    EXPECT_EQ(error({{"DataClasses", "dscp=8"}, {"LosslessDscps", "26"}}),
              name + "has lossless DSCP 26" + mixed);
    EXPECT_EQ(error({{"DataClasses", "dscp=26,27"}, {"LosslessDscps", "27"}}),
              name + "has lossless DSCP 27" + mixed);
    EXPECT_EQ(error({{"DataClasses", "dscp=26;dscp=27"}, {"LosslessDscps", "26,27"}}), "no error");
    EXPECT_EQ(error({{"DataClasses", "dscp=8"}, {"TrimVictim", "Either"}}), "no error");
    const std::string retx = std::to_string(DscpPlan().trimmableRetx);
    EXPECT_EQ(error({{"DataClasses", "dscp=8"}, {"RetxFirst", "true"}}), "no error");
    EXPECT_EQ(error({{"DataClasses", ("dscp=" + retx).c_str()}, {"RetxFirst", "true"}}),
              name + "with RetxFirst and a class of retransmissions alone; expected false: the "
                     "weight of that class decides");
    EXPECT_EQ(error({{"DataClasses", "dscp=40-50"}}),
              name + "has DSCP 48 of control or trimmed packets; expected DSCPs of data");
    EXPECT_EQ(error({{"DataClasses", "dscp=8 weight=x"}}),
              name + "has 'x'; expected a whole number of 1 .. 255");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
