/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One SRv6 router of the stock IPv6 stack between two links, for test/linux/check-linux.py.
//
// usage: mrc-srv6-node CONFIGURATION < PACKETS
//
// CONFIGURATION is a file of lines as Srv6Helper::Configure takes them. Each line of PACKETS is an
// IPv6 packet in hexadecimal digits that comes in on interface 1, from fd00:a::2. Printed is a line
// `INDEX INTERFACE PACKET` for each packet that leaves, where INDEX counts the packets from 0. IPv4
// comes out of packets alone, and goes to 10.2.0.2 on interface 2.

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-list-routing-helper.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/mrc-srv6-helper.h"
#include "ns3/ndisc-cache.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"

#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t ETHERTYPE_IPV4 = 0x0800;
constexpr uint16_t ETHERTYPE_IPV6 = 0x86dd;

/** The index of the packet that is on its way. */
uint32_t g_index = 0;

/** Gives the router an interface with an address and a neighbour that needs no question. */
void
Join(Ptr<Node> router, Ptr<NetDevice> device, Ptr<NetDevice> peer, const std::string& prefix)
{
    Ptr<Ipv6L3Protocol> ipv6 = router->GetObject<Ipv6L3Protocol>();
    const uint32_t interface = ipv6->AddInterface(device);
    ipv6->AddAddress(interface,
                     Ipv6InterfaceAddress(Ipv6Address((prefix + "1").c_str()), Ipv6Prefix(64)));
    ipv6->SetUp(interface);
    NdiscCache::Entry* entry =
        ipv6->GetInterface(interface)->GetNdiscCache()->Add(Ipv6Address((prefix + "2").c_str()));
    entry->SetMacAddress(peer->GetAddress());
    entry->MarkPermanent();
}

/** Gives the router a way for IPv4 that comes out of SRv6, to 10.12.0.0/16 by a device. */
void
JoinIpv4(Ptr<Node> router, Ptr<NetDevice> device)
{
    Ptr<Ipv4> ipv4 = router->GetObject<Ipv4>();
    const uint32_t interface = ipv4->AddInterface(device);
    ipv4->AddAddress(interface, Ipv4InterfaceAddress("10.2.0.1", "255.255.255.0"));
    ipv4->SetUp(interface);
    Ipv4StaticRoutingHelper().GetStaticRouting(ipv4)->AddNetworkRouteTo("10.12.0.0",
                                                                        "255.255.0.0",
                                                                        "10.2.0.2",
                                                                        interface);
}

/** The neighbour behind one interface of the router. */
struct Neighbour
{
    uint32_t interface;

    /** Prints a packet that has left the router, unless it is one of neighbour discovery. */
    bool Print(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t protocol, const Address&) const
    {
        if (protocol == ETHERTYPE_IPV6)
        {
            Ipv6Header header;
            packet->PeekHeader(header);
            if (header.GetDestination().IsMulticast())
            {
                return true;
            }
        }
        else if (protocol != ETHERTYPE_IPV4)
        {
            return true;
        }
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), bytes.size());
        std::cout << std::dec << g_index << ' ' << interface << ' ' << std::hex
                  << std::setfill('0');
        for (const uint8_t byte : bytes)
        {
            std::cout << std::setw(2) << +byte;
        }
        std::cout << '\n';
        return true;
    }
};

std::vector<uint8_t>
Bytes(const std::string& digits)
{
    std::vector<uint8_t> bytes;
    for (std::size_t at = 0; at + 1 < digits.size(); at += 2)
    {
        bytes.push_back(std::stoul(digits.substr(at, 2), nullptr, 16));
    }
    return bytes;
}

void
Inject(Ptr<NetDevice> from, Ptr<NetDevice> to, uint32_t index, const std::vector<uint8_t>& bytes)
{
    g_index = index;
    from->Send(Create<Packet>(bytes.data(), bytes.size()), to->GetAddress(), ETHERTYPE_IPV6);
}

} // namespace

int
main(int argc, char* argv[])
{
    if (argc != 2)
    {
        std::cerr << "usage: mrc-srv6-node CONFIGURATION < PACKETS\n";
        return 2;
    }
    std::ifstream file(argv[1]);
    std::ostringstream configuration;
    configuration << file.rdbuf();

    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true)); // else IPv4 leaves without
    NodeContainer nodes(3);                                   // source, router, destination
    Ptr<Node> router = nodes.Get(1);
    mrc::Srv6Helper srv6;
    srv6.Set("SendIcmp", BooleanValue(true));
    Ipv6ListRoutingHelper routing;
    routing.Add(srv6, 100);
    routing.Add(Ipv6StaticRoutingHelper(), 0);
    InternetStackHelper internet;
    internet.SetRoutingHelper(routing);
    internet.Install(router);
    SimpleNetDeviceHelper line;
    line.SetNetDevicePointToPointMode(true);
    const NetDeviceContainer in = line.Install(NodeContainer(nodes.Get(0), router));
    const NetDeviceContainer out = line.Install(NodeContainer(router, nodes.Get(2)));
    Join(router, in.Get(1), in.Get(0), "fd00:a::");
    Join(router, out.Get(0), out.Get(1), "fd00:b::");
    JoinIpv4(router, out.Get(0));
    mrc::Srv6Helper::Configure(router, configuration.str());
    const Neighbour source{1};
    const Neighbour destination{2};
    in.Get(0)->SetReceiveCallback(MakeCallback(&Neighbour::Print, &source));
    out.Get(1)->SetReceiveCallback(MakeCallback(&Neighbour::Print, &destination));

    uint32_t index = 0;
    for (std::string digits; std::getline(std::cin, digits); ++index)
    {
        Simulator::Schedule(Seconds(3) + MilliSeconds(index),
                            &Inject,
                            in.Get(0),
                            in.Get(1),
                            index,
                            Bytes(digits));
    }
    Simulator::Stop(Seconds(4) + MilliSeconds(index));
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
