/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What does not go together without SRv6 is refused.

#include "../mrc-test-network.h"
#include "../mrc-thrown-text.h"
#include "direct-ways.h"

#include "ns3/mrc-denylist.h"
#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-ev-check.h"
#include "ns3/mrc-ev-list.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-link-rule.h"
#include "ns3/mrc-network.h"

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

// Clauses: [ev-formats], [ev-denied]
TEST(DirectRefusalsDeathTest, HashedEvsHaveNoUplinksToDeny)
{
    EXPECT_DEATH(
        MakeDirect(DIRECT_WAYS[0])->GetDenylist().Deny(0, 1),
        "uplink 1 of plane 0 on the denylist with ns3::mrc::EvProfile::Format = Udp, where "
        "a hash chooses uplinks and no EV names one; expected Format Srv6 or Stev");
}

/** @return the words of a network about these attributes of EVs */
std::string
DirectRefusal(const DirectWay& way,
              const std::vector<std::pair<const char*, const char*>>& attributes)
{
    TopologySpec spec = FourDirectRacks();
    return ThrownText<std::invalid_argument>([&] {
        MakeDirect(way, spec, [&](FabricHelper& helper) {
            for (const auto& [name, value] : attributes)
            {
                helper.SetEvAttribute(name, StringValue(value));
            }
        });
    });
}

// Clauses: [ev-formats]
TEST(DirectRefusals, WhatDoesNotFitTogetherIsRefused)
{
    struct Case
    {
        DirectWay way;
        std::vector<std::pair<const char*, const char*>> attributes;
        const char* refusal;
    };

    const Case cases[] = {
        {{"Srv6", "Udp"},
         {},
         "Format = Udp with ns3::mrc::FabricProfile::Encapsulation = Srv6; expected Encapsulation "
         "Ipv6 or Ipv4, or Format Srv6"},
        {{"Srv6", "Stev"}, {}, "Format = Stev with ns3::mrc::FabricProfile::Encapsulation = Srv6;"},
        {{"Ipv6", "Srv6"},
         {},
         "Format = Srv6 with ns3::mrc::FabricProfile::Encapsulation = Ipv6; expected Format Udp or "
         "Stev, or Encapsulation Srv6"},
        {{"Ipv4", "Srv6"}, {}, "Format = Srv6 with ns3::mrc::FabricProfile::Encapsulation = Ipv4;"},
        {{"Ipv6", "Udp"}, {{"RandomDeal", "true"}}, "RandomDeal with Format Udp; expected no"},
        {{"Ipv6", "Stev"}, {{"RandomDeal", "true"}}, ""},
        {{"Ipv4", "Stev"}, {{"RandomDeal", "true"}}, ""},
        {{"Ipv4", "Stev"},
         {{"RandomDeal", "true"}, {"Active", "2048"}},
         "Format = Stev has EVs of more than 16 bits, with 4 paths of a plane and 2176 EVs"},
        {{"Ipv4", "Stev"}, {{"RandomDeal", "true"}, {"Active", "1920"}}, ""},
        {{"Ipv4", "Stev"},
         {{"RandomDeal", "true"}, {"Active", "1921"}},
         "Format = Stev has EVs of more than 16 bits, with 4 paths of a plane and 2049 EVs"},
        {{"Ipv6", "Stev"}, {{"RandomDeal", "true"}, {"Active", "2048"}}, ""},
        {{"Ipv4", "Udp"}, {{"Active", "4096"}, {"Backup", "4096"}}, ""},
        {{"Ipv6", "Udp"},
         {{"Mode", "Explicit"}, {"Evs", "1:8192"}},
         "Evs has EV 8192 on port 1; expected paths 0 .. 8191"},
        {{"Ipv6", "Stev"},
         {{"Mode", "Explicit"}, {"Evs", "1:4"}},
         "Evs has EV 4 on port 1; expected T0 uplinks 0 .. 3"},
    };
    for (const Case& c : cases)
    {
        const std::string said = DirectRefusal(c.way, c.attributes);
        const std::string expected =
            *c.refusal == 0 ? "no error" : std::string("ns3::mrc::EvProfile::") + c.refusal;
        EXPECT_EQ(said.substr(0, expected.size()), expected) << c.way.encapsulation << c.way.format;
    }
}

// Clauses: [ecmp-seeds]
TEST(DirectRefusals, SeedsAreForSwitchesThatHash)
{
    const auto check = [](const DirectWay& way) {
        return ThrownText<std::invalid_argument>([&] {
            MakeDirect(way, FourDirectRacks(), [](FabricHelper& helper) {
                helper.SetFabricAttribute("EcmpSeed", StringValue("Tier"));
            });
        });
    };
    EXPECT_EQ(check(DIRECT_WAYS[0]), "no error");
    for (const DirectWay& way : {DirectWay{"Srv6", "Srv6"}, DIRECT_WAYS[2]})
    {
        EXPECT_EQ(check(way).substr(0, 46), "ns3::mrc::FabricProfile::EcmpSeed has no effec");
    }
}

// Clauses: [stev-choice], [ev-formats]
TEST(DirectRefusals, StructuredEvsAreForClosNetworks)
{
    EvConfig ev;
    const auto check = [&ev](const TopologySpec& spec, EvFormat format) {
        ev.format = format;
        const auto headers = format == EV_FORMAT_SRV6 ? ENCAPSULATION_SRV6 : ENCAPSULATION_IPV6;
        return ThrownText<std::invalid_argument>([&] { CheckEvs(spec, ev, headers); });
    };
    TopologySpec twice = FourDirectRacks();
    twice.t1Links = 2;
    TopologySpec holes = FourDirectRacks();
    holes.links = ReadLinkRules("link:0.1.2/rate=50%,link:0.0.1/missing", holes);
    for (const EvFormat format : {EV_FORMAT_STEV, EV_FORMAT_UDP, EV_FORMAT_SRV6})
    {
        EXPECT_EQ(check(twice, format), "no error") << format;
        EXPECT_EQ(check(holes, format), "no error") << format;
    }
}

// Clauses: [ev-formats], [ev-templates]
TEST(DirectRefusals, FilesOfEvsAreForSrv6)
{
    EvConfig ev;
    ev.mode = EV_MODE_TEMPLATE;
    ev.format = EV_FORMAT_UDP;
    EXPECT_EQ(ThrownText<std::invalid_argument>(
                  [&] { CheckEvs(FourDirectRacks(), ev, ENCAPSULATION_IPV6); }),
              "ns3::mrc::EvProfile::Mode = Template with Format = Udp; expected Format Srv6: files "
              "have addresses of uSIDs");
}

// Clauses: [ev-formats]
TEST(DirectRefusals, AQueuePairHasTheFormatOfItsNetwork)
{
    const Ptr<Network> network = MakeDirect(DIRECT_WAYS[0]);
    const Ptr<EvProfile> other = CreateObject<EvProfile>();
    other->SetAttribute("Format", StringValue("Stev"));
    EXPECT_EQ(
        ThrownText<std::invalid_argument>([&] { network->Connect(0, 5, other); }).substr(0, 60),
        "ns3::mrc::EvProfile::Format = Stev of a queue pair; expected");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
