/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// TCP over SRv6: the sender names the spine that its packets cross. Stock devices and applications;
// doc/tutorial-srv6.rst explains the program step by step.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/mrc-srv6-helper.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <iostream>
#include <string>

using namespace ns3;

namespace
{

// clang-format off
enum NodeNumber : uint32_t { HOST_A, LEAF_1, SPINE_1, SPINE_2, LEAF_2, HOST_B, NODES };

// clang-format on

// a node's interfaces count from 1 in this order
constexpr uint32_t LINKS[][2] = {{HOST_A, LEAF_1},
                                 {LEAF_1, SPINE_1},
                                 {LEAF_1, SPINE_2},
                                 {SPINE_1, LEAF_2},
                                 {SPINE_2, LEAF_2},
                                 {LEAF_2, HOST_B}};

// link i has the addresses fd00:i::1 and fd00:i::2, in the order above
const char* const SWITCHES[NODES] = {
    "",
    R"(sid fcbb:bb00:11::/48 behavior uN
       ipv6 route fcbb:bb00:a::/48 fd00:0::1 1
       ipv6 route fcbb:bb00:21::/48 fd00:1::2 2
       ipv6 route fcbb:bb00:22::/48 fd00:2::2 3)",
    R"(sid fcbb:bb00:21::/48 behavior uN
       ipv6 route fcbb:bb00:11::/48 fd00:1::1 1
       ipv6 route fcbb:bb00:12::/48 fd00:3::2 2)",
    R"(sid fcbb:bb00:22::/48 behavior uN
       ipv6 route fcbb:bb00:11::/48 fd00:2::1 1
       ipv6 route fcbb:bb00:12::/48 fd00:4::2 2)",
    R"(sid fcbb:bb00:12::/48 behavior uN
       ipv6 route fcbb:bb00:21::/48 fd00:3::1 1
       ipv6 route fcbb:bb00:22::/48 fd00:4::1 2
       ipv6 route fcbb:bb00:b::/48 fd00:5::2 3)",
    "",
};

/** @return the configuration of a host: its uSID, and the way to the other host */
std::string
HostLines(const std::string& self, const std::string& leaf, const std::string& way)
{
    const std::string other = self == "a" ? "b" : "a";
    return "sid fcbb:bb00:" + self + "::/48 behavior uN\n" + "ipv6 route fcbb:bb00::/32 " + leaf +
           " 1\nsource-address fd00:" + self + "::1\nipv6 route fd00:" + other +
           "::/64 segments fcbb:bb00:" + way + ":" + other + "::\n";
}

void
Count(uint64_t* packets, Ptr<const Packet>, Ptr<Ipv6>, uint32_t)
{
    ++*packets;
}

void
AddAddress(Ptr<Node> node, uint32_t interface, const std::string& address, uint8_t length)
{
    node->GetObject<Ipv6>()->AddAddress(interface, {address.c_str(), Ipv6Prefix(length)});
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t spine = 1;
    uint32_t bytes = 1000000;
    CommandLine cmd(__FILE__);
    cmd.AddValue("spine", "that packets of host A cross: 1 or 2", spine);
    cmd.AddValue("bytes", "that host A sends to host B", bytes);
    cmd.Parse(argc, argv);
    if (spine < 1 || spine > 2 || bytes == 0 || cmd.GetNExtraNonOptions() > 0)
    {
        std::cerr << "expected --spine=1 or 2, --bytes=1 or more, and nothing that is no option\n";
        return 1;
    }

    NodeContainer nodes(NODES);
    Ipv6ListRoutingHelper routing;
    routing.Add(mrc::Srv6Helper(), 100); // above the static routes
    routing.Add(Ipv6StaticRoutingHelper(), 0);
    InternetStackHelper internet;
    internet.SetRoutingHelper(routing);
    internet.Install(nodes);
    PointToPointHelper line;
    line.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    line.SetChannelAttribute("Delay", StringValue("1us"));
    for (uint32_t link = 0; link < std::size(LINKS); ++link)
    {
        const NetDeviceContainer ends =
            line.Install(nodes.Get(LINKS[link][0]), nodes.Get(LINKS[link][1]));
        for (uint32_t side = 0; side < 2; ++side)
        {
            Ptr<Node> node = nodes.Get(LINKS[link][side]);
            const uint32_t interface = node->GetObject<Ipv6>()->AddInterface(ends.Get(side));
            const std::string network = "fd00:" + std::to_string(link) + "::";
            AddAddress(node, interface, network + std::to_string(1 + side), 64);
            node->GetObject<Ipv6>()->SetUp(interface);
        }
    }
    AddAddress(nodes.Get(HOST_A), 0, "fd00:a::1", 128);
    AddAddress(nodes.Get(HOST_B), 0, "fd00:b::1", 128);
    for (uint32_t i = LEAF_1; i <= LEAF_2; ++i)
    {
        mrc::Srv6Helper::Configure(nodes.Get(i), SWITCHES[i]);
    }
    const std::string way = "11:2" + std::to_string(spine) + ":12"; // a leaf, the spine, a leaf
    mrc::Srv6Helper::Configure(nodes.Get(HOST_A), HostLines("a", "fd00:0::2", way));
    mrc::Srv6Helper::Configure(nodes.Get(HOST_B), HostLines("b", "fd00:5::1", "12:21:11"));

    PacketSinkHelper sink("ns3::TcpSocketFactory", Inet6SocketAddress(Ipv6Address::GetAny(), 5001));
    const ApplicationContainer sinks = sink.Install(nodes.Get(HOST_B));
    BulkSendHelper source("ns3::TcpSocketFactory", Inet6SocketAddress("fd00:b::1", 5001));
    source.SetAttribute("MaxBytes", UintegerValue(bytes));
    source.Install(nodes.Get(HOST_A)).Start(Seconds(2));

    uint64_t crossed[2] = {};
    for (uint32_t i = 0; i < 2; ++i)
    {
        nodes.Get(SPINE_1 + i)
            ->GetObject<Ipv6L3Protocol>()
            ->TraceConnectWithoutContext("Rx", MakeBoundCallback(&Count, &crossed[i]));
    }
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    const uint64_t received = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    std::cout << "host B got " << received << " bytes; packets over spine 1: " << crossed[0]
              << ", over spine 2: " << crossed[1] << '\n';
    Simulator::Destroy();
    return received == bytes ? 0 : 1;
}
