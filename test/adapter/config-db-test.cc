/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// SRv6 by tables of SONiC's CONFIG_DB: the same node as by the lines of FRR that say so.

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv6-list-routing-helper.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/mrc-srv6-helper.h"
#include "ns3/node.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::mrc;

namespace
{

/** @return a node with SRv6 and two devices, interfaces 1 and 2 */
Ptr<Node>
Router()
{
    Ipv6ListRoutingHelper list;
    list.Add(Srv6Helper(), 100);
    list.Add(Ipv6StaticRoutingHelper(), 0);
    InternetStackHelper internet;
    internet.SetRoutingHelper(list);
    Ptr<Node> node = CreateObject<Node>();
    internet.Install(node);
    for (unsigned device = 0; device < 2; ++device)
    {
        SimpleNetDeviceHelper line;
        node->GetObject<ns3::Ipv6>()->AddInterface(line.Install(node).Get(0));
    }
    return node;
}

/** @return the node's tables in words */
std::string
Tables(Ptr<Node> node)
{
    std::ostringstream out;
    Srv6Helper::Get(node)->PrintRoutingTable(Create<OutputStreamWrapper>(&out), Time::S);
    return out.str();
}

// Clauses: [segment-longest], [segment-adjacency]
TEST(ConfigDb, IsTheSameAsTheLinesOfFrr)
{
    const Ptr<Node> sonic = Router();
    Srv6Helper::ConfigureByConfigDb(sonic,
                                    R"({
        "PORT": {"Ethernet24": {"speed": "400000", "lanes": "1,2,3,4"}},
        "SRV6_MY_LOCATORS": {
            "loc1": {"prefix": "FCBB:BBBB:20::"},
            "loc2": {"prefix": "5f00:7::", "block_len": 16, "node_len": "16", "func_len": 0}
        },
        "SRV6_MY_SIDS": {
            "loc1|FCBB:BBBB:20::/48": {"action": "uN", "decap_dscp_mode": "pipe"},
            "loc1|FCBB:BBBB:20:F1::/64": {"action": "uDT46", "decap_vrf": "default"},
            "loc1|FCBB:BBBB:FE24::/48": {
                "action": "uA", "interface": "Ethernet24", "adj": "fd00:2::2"},
            "loc2|5f00:7::/32": {"action": "uN"}
        },
        "STATIC_ROUTE": {
            "default|fcbb:bbbb:1::/48": {"nexthop": "fd00:1::2", "ifname": "Ethernet0"},
            "fcbb:bbbb::/32": {"blackhole": "true"},
            "10.0.0.0/8": {"nexthop": "10.1.1.1", "ifname": "Ethernet0"}
        }})",
                                    {{"Ethernet0", 1}, {"Ethernet24", 2}});
    const Ptr<Node> frr = Router();
    Srv6Helper::Configure(frr, R"(sid fcbb:bbbb:20::/48 behavior uN
        sid fcbb:bbbb:20:f1::/64 behavior uDT46
        sid fcbb:bbbb:fe24::/48 behavior uA interface 2 nexthop fd00:2::2
        sid 5f00:7::/32 block 16 behavior uN
        ipv6 route fcbb:bbbb:1::/48 fd00:1::2 1
        ipv6 route fcbb:bbbb::/32 blackhole)");
    EXPECT_EQ(Tables(sonic), Tables(frr));
    EXPECT_NE(Tables(sonic).find("End.X next-csid psp usd interface 2 nexthop fd00:2::2"),
              std::string::npos)
        << Tables(sonic);
    Simulator::Destroy();
}

// Clauses: [segment-longest]
TEST(ConfigDb, EntriesThatNobodyCouldMeanAreNamed)
{
    const std::string sid = R"({"SRV6_MY_LOCATORS": {"a": {"prefix": "fcbb:bbbb:1::"}},
        "SRV6_MY_SIDS": )";
    const std::string route = R"({"STATIC_ROUTE": )";
    const std::vector<std::pair<std::string, std::string>> rows = {
        {"{\n\"a\": }", "CONFIG_DB:2:6: expected value"},
        {R"({"SRV6_MY_LOCATORS": {"a": {}}})",
         "CONFIG_DB:1:28: SRV6_MY_LOCATORS 'a': the field prefix is missing; expected a value"},
        {sid + R"({"b|fcbb:bbbb:1::/48": {"action": "uN"}}})",
         "SRV6_MY_SIDS 'b|fcbb:bbbb:1::/48': the locator 'b'; expected one of SRV6_MY_LOCATORS"},
        {sid + R"({"a|fcbb:bbbb:1::/48": {}}})", "the field action is missing"},
        {sid + R"({"a|fcbb:bbbb:1::/48": {"action": "uX"}}})", "'uX'; expected one of End"},
        {sid + R"({"a|fcbb:bbbb:1::": {"action": "uN"}}})", "expected a prefix"},
        {sid + R"({"a|fcbb:bbbb:1::/48": {"action": "uN", "decap_dscp_mode": "uniform"}}})",
         "CONFIG_DB:2:84: SRV6_MY_SIDS 'a|fcbb:bbbb:1::/48': decap_dscp_mode 'uniform'; expected "
         "pipe"},
        {sid + R"({"a|fcbb:bbbb:1::/48": {"action": "uDT46", "decap_vrf": "Vrf1"}}})",
         "'Vrf1'; expected one of default"},
        {sid + R"({"a|fcbb:bbbb:f::/48": {"action": "uA", "interface": "Ethernet9"}}})",
         "the interface 'Ethernet9'; expected one of those that the script names"},
        {sid + R"({"a|fcbb:bbbb:f::/48": {"action": "uA", "interface": "Ethernet0"}}})",
         "the field adj is missing"},
        {sid + R"({"a|fcbb:bbbb:f::/48": {"action": "uA"}}})", "expected an interface"},
        {sid + R"({"a|fcbb:bbbb:f::/48":
             {"action": "uA", "interface": "Ethernet7", "adj": "fd00::1"}}})",
         "SRV6_MY_SIDS 'a|fcbb:bbbb:f::/48': interface 7; expected one of the node's devices"},
        {route + R"({"fcbb::/32": {"nexthop": "fd00::1", "ifname": "Ethernet7"}}})",
         "CONFIG_DB:1:19: STATIC_ROUTE 'fcbb::/32': interface 7; expected one of the node's "
         "devices"},
        {route + R"({"Vrf1|fcbb::/32": {"blackhole": "true"}}})", "the VRF 'Vrf1'"},
        {route + R"({"fcbb::/32": {"ifname": "Ethernet0"}}})", "the field nexthop is missing"},
        {route + R"({"fcbb::/32": {"nexthop": "fd00::1,fd00::2", "ifname": "Ethernet0"}}})",
         "'fd00::1,fd00::2'; expected an IPv6 address"},
    };
    const Ptr<Node> node = Router();
    for (const auto& [json, expected] : rows)
    {
        try
        {
            Srv6Helper::ConfigureByConfigDb(node, json, {{"Ethernet0", 1}, {"Ethernet7", 7}});
            ADD_FAILURE() << "taken: " << json;
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
        }
    }
    Simulator::Destroy();
}

} // namespace
