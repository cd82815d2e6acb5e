/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A UDP client and an echo server over SRv6: stock devices, stock applications, two hosts and three
// routers in a row. No router has a route to the addresses of the hosts.

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/mrc-srv6-helper.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <iomanip>
#include <iostream>
#include <string>

using namespace ns3;

namespace
{

// one text for each node, in FRR's words; interface 0 is the loopback, 1 the link to the left
const char* const CONFIGURATIONS[] = {
    R"(sid fcbb:bb00:9001::/48 behavior uN
       ipv6 route fcbb:bb00::/32 fd00:0::2 1
       source-address fd00:a::1
       ipv6 route fd00:b::/64 segments fcbb:bb00:2101:1103:2102:9003::)",
    R"(sid fcbb:bb00:2101::/48 behavior uN
       ipv6 route fcbb:bb00:9001::/48 fd00:0::1 1
       ipv6 route fcbb:bb00:1103::/48 fd00:1::2 2
       ipv6 route fcbb:bb00::/32 blackhole)",
    R"(sid fcbb:bb00:1103::/48 behavior uN
       ipv6 route fcbb:bb00:2101::/48 fd00:1::1 1
       ipv6 route fcbb:bb00:2102::/48 fd00:2::2 2
       ipv6 route fcbb:bb00::/32 blackhole)",
    R"(sid fcbb:bb00:2102::/48 behavior uN
       ipv6 route fcbb:bb00:1103::/48 fd00:2::1 1
       ipv6 route fcbb:bb00:9003::/48 fd00:3::2 2
       ipv6 route fcbb:bb00::/32 blackhole)",
    R"(sid fcbb:bb00:9003::/48 behavior uN
       ipv6 route fcbb:bb00::/32 fd00:3::1 1
       source-address fd00:b::1
       ipv6 route fd00:a::/64 segments fcbb:bb00:2102:1103:2101:9001::)",
};

void
AddAddress(Ptr<Node> node, uint32_t interface, const std::string& address, uint8_t length)
{
    node->GetObject<Ipv6>()->AddAddress(
        interface,
        Ipv6InterfaceAddress(Ipv6Address(address.c_str()), Ipv6Prefix(length)));
}

/** Prints where a packet goes that a node got, if the packet has segments. */
void
Show(uint32_t node, Ptr<const Packet> packet, Ptr<Ipv6>, uint32_t)
{
    Ipv6Header header;
    packet->PeekHeader(header);
    if (header.GetNextHeader() == 41)
    {
        std::cout << std::fixed << std::setprecision(7) << Simulator::Now().GetNanoSeconds() / 1e9
                  << " s, node " << node << ": " << header.GetDestination() << ", "
                  << +header.GetHopLimit() << " hops left\n";
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t packets = 1;
    CommandLine cmd(__FILE__);
    cmd.AddValue("packets", "how many the client sends", packets);
    cmd.Parse(argc, argv);
    if (cmd.GetNExtraNonOptions() > 0)
    {
        std::cerr << "argument '" << cmd.GetExtraNonOption(0) << "' is no option\n";
        return 1;
    }

    NodeContainer nodes(5);
    Ipv6ListRoutingHelper routing;
    routing.Add(mrc::Srv6Helper(), 100); // above the static routes
    routing.Add(Ipv6StaticRoutingHelper(), 0);
    InternetStackHelper internet;
    internet.SetRoutingHelper(routing);
    internet.Install(nodes);

    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    link.SetChannelAttribute("Delay", StringValue("1us"));
    for (uint32_t i = 0; i < 4; ++i)
    {
        const NetDeviceContainer devices = link.Install(nodes.Get(i), nodes.Get(i + 1));
        for (uint32_t side = 0; side < 2; ++side)
        {
            Ptr<Ipv6> ipv6 = nodes.Get(i + side)->GetObject<Ipv6>();
            const uint32_t interface = ipv6->AddInterface(devices.Get(side));
            ipv6->SetUp(interface);
            AddAddress(nodes.Get(i + side),
                       interface,
                       "fd00:" + std::to_string(i) + "::" + std::to_string(1 + side),
                       64);
        }
    }
    AddAddress(nodes.Get(0), 0, "fd00:a::1", 128);
    AddAddress(nodes.Get(4), 0, "fd00:b::1", 128);
    for (uint32_t i = 0; i < 5; ++i)
    {
        mrc::Srv6Helper::Configure(nodes.Get(i), CONFIGURATIONS[i]);
        nodes.Get(i)->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
            "Rx",
            MakeBoundCallback(&Show, i));
    }

    UdpEchoServerHelper server(7);
    server.Install(nodes.Get(4)).Start(Seconds(1));
    UdpEchoClientHelper client(Ipv6Address("fd00:b::1"), 7);
    client.SetAttribute("MaxPackets", UintegerValue(packets));
    client.Install(nodes.Get(0)).Start(Seconds(2));
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
