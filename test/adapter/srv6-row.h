/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_SRV6_ROW_H
#define MRC_TEST_SRV6_ROW_H

#include "../fabric/segment-addresses.h"

#include "ns3/boolean.h"
#include "ns3/icmpv6-header.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-list-routing-helper.h"
#include "ns3/ipv6-raw-socket-factory.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/mrc-ipv6-address.h"
#include "ns3/mrc-srv6-helper.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

constexpr uint16_t PORT = 7;   //!< of UDP and TCP
constexpr uint8_t ICMPV6 = 58; //!< IANA

/** A packet as a node got it: its destination, the hops left, and the content behind the header. */
struct Seen
{
    std::string destination;
    unsigned hopLimit;
    unsigned next;

    friend bool operator==(const Seen& a, const Seen& b)
    {
        return a.destination == b.destination && a.hopLimit == b.hopLimit && a.next == b.next;
    }

    friend std::ostream& operator<<(std::ostream& out, const Seen& seen)
    {
        return out << seen.destination << " hops " << seen.hopLimit << " next " << seen.next;
    }
};

/** @return an address in words */
inline std::string
Text(const Ipv6Address& address)
{
    std::ostringstream out;
    out << ToAddressBits(address);
    return out.str();
}

/** Nodes 0 (host), 1 to 3 (switches), 4 (host); link i joins nodes i and i + 1. */
class Srv6Row
{
  public:
    explicit Srv6Row(bool icmp = false, bool ipv4 = false)
    {
        m_nodes.Create(5);
        Srv6Helper srv6;
        srv6.Set("SendIcmp", BooleanValue(icmp));
        Ipv6ListRoutingHelper list;
        list.Add(srv6, 100);
        list.Add(Ipv6StaticRoutingHelper(), 0);
        InternetStackHelper internet;
        internet.SetIpv4StackInstall(ipv4);
        internet.SetRoutingHelper(list);
        internet.Install(m_nodes);
        for (unsigned link = 0; link + 1 < m_nodes.GetN(); ++link)
        {
            SimpleNetDeviceHelper lines;
            lines.SetNetDevicePointToPointMode(true);
            const NetDeviceContainer devices =
                lines.Install(NodeContainer(m_nodes.Get(link), m_nodes.Get(link + 1)));
            for (unsigned side = 0; side < 2; ++side)
            {
                const std::string address =
                    "fd00:" + std::to_string(link) + "::" + std::to_string(1 + side);
                Ptr<ns3::Ipv6> ipv6 = m_nodes.Get(link + side)->GetObject<ns3::Ipv6>();
                const uint32_t interface = ipv6->AddInterface(devices.Get(side));
                ipv6->AddAddress(
                    interface,
                    Ipv6InterfaceAddress(Ipv6Address(address.c_str()), Ipv6Prefix(64)));
                ipv6->SetUp(interface);
            }
        }
        // addresses of the hosts that no switch has a route to
        Node(0)->GetObject<ns3::Ipv6>()->AddAddress(
            0,
            Ipv6InterfaceAddress(Ipv6Address("fd00:a::1"), Ipv6Prefix(128)));
        Node(4)->GetObject<ns3::Ipv6>()->AddAddress(
            0,
            Ipv6InterfaceAddress(Ipv6Address("fd00:b::1"), Ipv6Prefix(128)));
        Configure(0, R"(sid fcbb:bb00:9001::/48 behavior uN
            ipv6 route fcbb:bb00::/32 fd00:0::2 1
            source-address fd00:a::1)");
        Configure(1, R"(sid fcbb:bb00:2101::/48 behavior uN
            ipv6 route fcbb:bb00:9001::/48 fd00:0::1 1
            ipv6 route fcbb:bb00:1103::/48 fd00:1::2 2
            ipv6 route fcbb:bb00::/32 blackhole)");
        Configure(2, R"(sid fcbb:bb00:1103::/48 behavior uN
            ipv6 route fcbb:bb00:2101::/48 fd00:1::1 1
            ipv6 route fcbb:bb00:2102::/48 fd00:2::2 2
            ipv6 route fcbb:bb00::/32 blackhole)");
        Configure(3, R"(sid fcbb:bb00:2102::/48 behavior uN
            ipv6 route fcbb:bb00:1103::/48 fd00:2::1 1
            ipv6 route fcbb:bb00:9003::/48 fd00:3::2 2
            ipv6 route fcbb:bb00::/32 blackhole)");
        Configure(4, R"(sid fcbb:bb00:9003::/48 behavior uN
            ipv6 route fcbb:bb00::/32 fd00:3::1 1)");
        Watch();
    }

    ~Srv6Row()
    {
        Simulator::Destroy();
    }

    Srv6Row(const Srv6Row&) = delete;
    Srv6Row& operator=(const Srv6Row&) = delete;

    Ptr<ns3::Node> Node(unsigned node) const
    {
        return m_nodes.Get(node);
    }

    void Configure(unsigned node, const std::string& lines) const
    {
        Srv6Helper::Configure(Node(node), lines);
    }

    /** Both hosts encapsulate packets to the other. */
    void Join(const std::string& there = "fcbb:bb00:2101:1103:2102:9003::",
              const std::string& back = "fcbb:bb00:2102:1103:2101:9001::") const
    {
        Configure(0, "source-address fd00:a::1\nipv6 route fd00:b::/64 segments " + there);
        Configure(4, "source-address fd00:b::1\nipv6 route fd00:a::/64 segments " + back);
    }

    uint64_t Drops(unsigned node, SegmentError error) const
    {
        return Srv6Helper::GetDrops(Node(node), error);
    }

    /** Sends a datagram from node 0 when neighbours know each other. */
    void SendDatagram(const char* to, uint8_t hopLimit = 64)
    {
        m_socket = Socket::CreateSocket(Node(0), UdpSocketFactory::GetTypeId());
        m_socket->Bind6();
        m_socket->SetIpv6HopLimit(hopLimit);
        m_socket->SetRecvCallback(MakeCallback(&Srv6Row::Answered, this));
        Simulator::Schedule(Seconds(3), [this, to] {
            m_socket->SendTo(Create<Packet>(100), 0, Inet6SocketAddress(Ipv6Address(to), PORT));
        });
    }

    /** Sends bytes behind an IPv6 header from node 0 when neighbours know each other. */
    void SendRaw(const char* to, uint8_t protocol, Ptr<Packet> packet)
    {
        m_socket = Socket::CreateSocket(Node(0), Ipv6RawSocketFactory::GetTypeId());
        m_socket->SetAttribute("Protocol", UintegerValue(protocol));
        Simulator::Schedule(Seconds(3), [this, to, packet] {
            m_socket->SendTo(packet, 0, Inet6SocketAddress(Ipv6Address(to), 0));
        });
    }

    void Answered(Ptr<Socket> socket)
    {
        while (Ptr<Packet> packet = socket->Recv())
        {
            answered += packet->GetSize();
        }
    }

    /** Node 4 sends every datagram back. */
    void Echo()
    {
        m_echo = Socket::CreateSocket(Node(4), UdpSocketFactory::GetTypeId());
        m_echo->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), PORT));
        m_echo->SetRecvCallback(MakeCallback(&Srv6Row::EchoOne, this));
    }

    void EchoOne(Ptr<Socket> socket)
    {
        Address from;
        while (Ptr<Packet> packet = socket->RecvFrom(from))
        {
            received += packet->GetSize();
            socket->SendTo(packet, 0, from);
        }
    }

    void Run()
    {
        Simulator::Stop(Seconds(10));
        Simulator::Run();
    }

    std::vector<std::vector<Seen>> seen{5}; //!< packets for uSIDs that each node got
    std::vector<std::string> errors;        //!< messages of ICMPv6 to node 0
    unsigned redirects{0};                  //!< that node 0 was sent
    uint64_t received{0};                   //!< bytes at node 4
    uint64_t answered{0};                   //!< bytes that came back to node 0

  private:
    void Watch()
    {
        for (unsigned node = 0; node < 5; ++node)
        {
            // A sink of its own for each node: a callback may carry one value in front.
            Node(node)->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
                "Rx",
                MakeBoundCallback(&Srv6Row::Hear, this, node));
        }
    }

    static void Hear(Srv6Row* row,
                     unsigned node,
                     Ptr<const Packet> packet,
                     Ptr<ns3::Ipv6>,
                     uint32_t)
    {
        Ptr<Packet> copy = packet->Copy();
        Ipv6Header header;
        copy->RemoveHeader(header);
        const std::string destination = Text(header.GetDestination());
        if (destination.rfind("fcbb", 0) == 0)
        {
            row->seen[node].push_back({destination, header.GetHopLimit(), header.GetNextHeader()});
        }
        Icmpv6Header icmp;
        if (node == 0 && header.GetNextHeader() == ICMPV6)
        {
            copy->PeekHeader(icmp);
            row->redirects += icmp.GetType() == Icmpv6Header::ICMPV6_ND_REDIRECTION;
            if (icmp.GetType() >= Icmpv6Header::ICMPV6_ERROR_DESTINATION_UNREACHABLE &&
                icmp.GetType() <= Icmpv6Header::ICMPV6_ERROR_PARAMETER_ERROR)
            {
                copy->RemoveAtStart(8);
                Ipv6Header quoted;
                copy->PeekHeader(quoted);
                row->errors.push_back(std::to_string(icmp.GetType()) + "/" +
                                      std::to_string(icmp.GetCode()) + " " +
                                      Text(quoted.GetDestination()));
            }
        }
    }

    NodeContainer m_nodes;
    Ptr<Socket> m_socket;
    Ptr<Socket> m_echo;
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_SRV6_ROW_H */
