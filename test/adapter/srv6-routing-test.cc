/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// SRv6 on the stock IPv6 stack: two hosts and three switches in a row, over stock devices.

#include "../fabric/segment-addresses.h"

#include "ns3/boolean.h"
#include "ns3/icmpv6-header.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-list-routing-helper.h"
#include "ns3/ipv6-raw-socket-factory.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/mrc-ipv6-address.h"
#include "ns3/mrc-srv6-header.h"
#include "ns3/mrc-srv6-helper.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-header.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::mrc;

namespace
{

constexpr uint16_t PORT = 7;
constexpr uint8_t ICMPV6 = 58;

/** A packet as a node got it: where to, with how many hops left, and what follows the header. */
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

std::string
Text(const Ipv6Address& address)
{
    std::ostringstream out;
    out << ToAddressBits(address);
    return out.str();
}

/** Nodes 0 (host), 1 to 3 (switches), 4 (host); link i joins nodes i and i + 1. */
class Row
{
  public:
    explicit Row(bool icmp = false, bool ipv4 = false)
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

    ~Row()
    {
        Simulator::Destroy();
    }

    Row(const Row&) = delete;
    Row& operator=(const Row&) = delete;

    Ptr<ns3::Node> Node(unsigned node) const
    {
        return m_nodes.Get(node);
    }

    void Configure(unsigned node, const std::string& lines) const
    {
        Srv6Helper::Configure(Node(node), lines);
    }

    /** Both hosts encapsulate what goes to the other. */
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
        m_socket->SetRecvCallback(MakeCallback(&Row::Answered, this));
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
        m_echo->SetRecvCallback(MakeCallback(&Row::EchoOne, this));
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

    std::vector<std::vector<Seen>> seen{5}; //!< what each node got in packets for uSIDs
    std::vector<std::string> errors;        //!< what ICMPv6 told node 0
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
                MakeBoundCallback(&Row::Hear, this, node));
        }
    }

    static void Hear(Row* row, unsigned node, Ptr<const Packet> packet, Ptr<ns3::Ipv6>, uint32_t)
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

// Clauses: [vector-two-tiers], [segment-flavours], [segment-list]
TEST(Srv6Routing, DatagramsGoHopByHopAndBack)
{
    Row row;
    row.Join();
    row.Echo();
    row.SendDatagram("fd00:b::1");
    row.Run();
    EXPECT_EQ(row.received, 100U);
    EXPECT_EQ(row.answered, 100U);
    EXPECT_EQ(row.seen[1].at(0), (Seen{"fcbb:bb00:2101:1103:2102:9003::", 64, 41}));
    EXPECT_EQ(row.seen[2].at(0), (Seen{"fcbb:bb00:1103:2102:9003::", 63, 41}));
    EXPECT_EQ(row.seen[3].at(0), (Seen{"fcbb:bb00:2102:9003::", 62, 41}));
    EXPECT_EQ(row.seen[4].at(0), (Seen{"fcbb:bb00:9003::", 61, 41}));
    EXPECT_EQ(row.seen[0].at(0), (Seen{"fcbb:bb00:9001::", 61, 41}));
}

// Clauses: [segment-header], [segment-list], [segment-flavours]
TEST(Srv6Routing, ALongWayTakesAHeader)
{
    // Six uSIDs back and forth between the first two switches, then the second carrier.
    Row row;
    row.Join("fcbb:bb00:2101:1103:2101:1103:2101:1103/fcbb:bb00:1103:2102:9003::");
    row.Echo();
    row.SendDatagram("fd00:b::1");
    row.Run();
    EXPECT_EQ(row.received, 100U);
    EXPECT_EQ(row.answered, 100U);
    EXPECT_EQ(row.seen[1].at(0), (Seen{"fcbb:bb00:2101:1103:2101:1103:2101:1103", 64, 43}));
    EXPECT_EQ(row.seen[2].back(), (Seen{"fcbb:bb00:1103:2101:9001::", 63, 41}));
    // The last visit at switch 2 makes the last segment active: PSP takes the header off.
    EXPECT_EQ(row.seen[3].at(0), (Seen{"fcbb:bb00:2102:9003::", 58, 41}));
}

// Clauses: [segment-decapsulation], [segment-adjacency]
TEST(Srv6Routing, AdjacenciesAndDecapsulationByFunction)
{
    Row row;
    row.Configure(2, "sid fcbb:bb00:fe24::/48 behavior uA interface 2 nexthop fd00:2::2");
    row.Configure(4, "sid fcbb:bb00:9003:fe09::/64 behavior uDT6 vrf default");
    // no uSID of node 3: the adjacency of node 2 leads there, and a plain route on
    row.Join("fcbb:bb00:2101:1103:fe24:9003:fe09::");
    row.Echo();
    row.SendDatagram("fd00:b::1");
    row.Run();
    EXPECT_EQ(row.answered, 100U);
    EXPECT_EQ(row.seen[3].at(0), (Seen{"fcbb:bb00:9003:fe09::", 62, 41}));
    EXPECT_EQ(row.seen[4].at(0), (Seen{"fcbb:bb00:9003:fe09::", 61, 41}));
}

/** A way that ends somewhere else, and what is told of it. */
struct Ending
{
    const char* name;
    const char* way;
    uint8_t hops;       //!< hop limit of the outer header
    unsigned node;      //!< that drops
    SegmentError error; //!< why
    const char* told;   //!< type, code, destination in the quotation; empty: nothing
};

// Clauses: [segment-errors], [usid-unknown], [usid-argument]
TEST(Srv6Routing, DropsAreCountedAndToldIfAsked)
{
    const std::vector<Ending> endings = {
        {"an unknown uSID", "fcbb:bb00:2101:dead::", 64, 1, SegmentError::NONE, ""},
        {"a zero inside", "fcbb:bb00:2101:0:1103::", 64, 1, SegmentError::NONE, ""},
        {"the hops end",
         "fcbb:bb00:2101:1103:2102:9003::",
         2,
         2,
         SegmentError::HOP_LIMIT,
         "3/0 fcbb:bb00:1103:2102:9003::"},
    };
    for (const Ending& ending : endings)
    {
        for (const bool icmp : {false, true})
        {
            Row row(icmp);
            row.Node(0)->GetObject<ns3::Ipv6>()->SetAttribute("DefaultTtl",
                                                              UintegerValue(ending.hops));
            row.Configure(
                0,
                std::string("source-address fd00:0::1\nipv6 route fd00:b::/64 segments ") +
                    ending.way);
            row.Configure(1, "ipv6 route fd00:0::/64 fd00:0::1 1");
            row.Configure(2, "ipv6 route fd00:0::/64 fd00:1::1 1");
            row.SendDatagram("fd00:b::1");
            row.Run();
            EXPECT_EQ(row.Drops(ending.node, ending.error), 1U) << ending.name;
            const bool isTold = icmp && *ending.told != 0;
            ASSERT_EQ(row.errors.size(), isTold ? 1U : 0U) << ending.name;
            if (isTold)
            {
                EXPECT_EQ(row.errors[0], ending.told);
            }
        }
    }
}

/** @return a packet with a list of one segment in front, which comes next */
Ptr<Packet>
WithSegment(const char* segment)
{
    SegmentHeader fields;
    fields.nextHeader = 17;
    fields.segmentsLeft = 1;
    fields.segments = {A(segment)};
    Ptr<Packet> packet = Create<Packet>(8);
    packet->AddHeader(Srv6Header(fields));
    return packet;
}

/** A packet to a SID of node 1 whose next destination leads nowhere. */
struct Unrouted
{
    const char* name;
    const char* to;
    const char* segment; //!< of its list; empty: it has none
};

// No routing protocol of node 1 has a route, not even a blackhole.
// Clauses: [segment-errors], [segment-shift], [segment-header], [usid-unknown], [usid-argument]
TEST(Srv6Routing, WhatHasNoRouteBehindASidIsCountedAndToldIfAsked)
{
    const std::vector<Unrouted> rows = {
        {"an unknown uSID", "fc00:1:2101:dead::", ""},
        {"a zero inside", "fc00:1:2101:0:1103::", ""},
        {"the last bit", "fc00:1:2101::1", ""},
        {"a segment", "fc00:1:2101::", "fc99::9"},
        {"a multicast segment", "fc00:1:2101::", "ff0e::1"},
        {"no address", "fc00:1:2101::", "::"},
        {"the loopback", "fc00:1:2101::", "::1"},
        {"an address of the link", "fc00:1:2101::", "fe80::1"},
        {"an adjacency, a multicast segment", "fc00:1:fe24::", "ff0e::1"},
    };
    for (const Unrouted& unrouted : rows)
    {
        for (const bool icmp : {false, true})
        {
            Row row(icmp);
            row.Configure(0, "ipv6 route fc00:1::/32 fd00:0::2 1");
            row.Configure(1, R"(sid fc00:1:2101::/48 behavior uN
                sid fc00:1:fe24::/48 behavior uA interface 2 nexthop fd00:1::2)");
            const bool hasList = *unrouted.segment != 0;
            row.SendRaw(unrouted.to,
                        hasList ? ROUTING_HEADER : 17,
                        hasList ? WithSegment(unrouted.segment) : Create<Packet>(8));
            row.Run();
            EXPECT_EQ(row.Drops(1, SegmentError::NO_ROUTE), 1U) << unrouted.name;
            ASSERT_EQ(row.errors.size(), icmp ? 1U : 0U) << unrouted.name;
            if (icmp)
            {
                EXPECT_EQ(row.errors[0], "1/0 " + Text(Ipv6Address(unrouted.to)));
            }
        }
    }
}

// A probe that a switch sends back over the link that it came by tells its source nothing new.
// Clauses: [vector-two-tiers], [segment-shift]
TEST(Srv6Routing, AHairpinCausesNoRedirect)
{
    Row row;
    row.Configure(
        0,
        "source-address fd00:0::1\nipv6 route fd00:b::/64 segments fcbb:bb00:2101:9001::");
    row.SendDatagram("fd00:b::1", 1); // node 0 would encapsulate it once more
    row.Run();
    ASSERT_EQ(row.seen[1].size(), 1U);
    ASSERT_EQ(row.seen[0].size(), 1U);
    EXPECT_EQ(row.seen[0][0], (Seen{"fcbb:bb00:9001::", 63, 41}));
    EXPECT_EQ(row.redirects, 0U);
}

// The list names a segment twice, with another step behind it.
// Clauses: [segment-ways], [segment-header]
TEST(Srv6Routing, AHairpinOfSegmentsComesBack)
{
    Row row;
    row.Configure(0,
                  "source-address fd00:0::1\nipv6 route fd00:b::/64 segments "
                  "fcbb:bb00:2101::/fcbb:bb00:1103::/fcbb:bb00:2101::/fcbb:bb00:9001::");
    row.SendDatagram("fd00:b::1", 1);
    row.Run();
    ASSERT_EQ(row.seen[0].size(), 1U);
    EXPECT_EQ(row.seen[0][0], (Seen{"fcbb:bb00:9001::", 61, 41}));
    EXPECT_EQ(row.seen[2].size(), 1U);
}

// A prefix next to the first segment, or longer than one that would cover it, is no loop.
// Clauses: [segment-ways]
TEST(Srv6Words, OnlyAWayIntoItselfIsRefused)
{
    Row row;
    row.Configure(0,
                  "source-address fd00:a::1\n"
                  "ipv6 route fcbb:bb00:2::/48 segments fcbb:bb00:1:2::\n"
                  "ipv6 route fcbb:bb00:3::/48 segments fcbb:bb00:1::/fcbb:bb00:3::");
    EXPECT_THROW(row.Configure(0,
                               "source-address fd00:a::1\n"
                               "ipv6 route fcbb:bb00:1::/48 segments fcbb:bb00:1:2::"),
                 std::invalid_argument);
}

// An unknown uSID follows the default route back to where it came from, and so on.
// Clauses: [segment-once], [usid-unknown]
TEST(Srv6Routing, ALoopEndsWithTheHops)
{
    Row row;
    row.Configure(0, "ipv6 route fc00:1::/32 fd00:0::2 1");
    row.Configure(1, "sid fc00:1:2101::/48 behavior uN\nipv6 route ::/0 fd00:0::1 1");
    row.Configure(0,
                  "source-address fd00:0::1\nipv6 route fd00:b::/64 segments "
                  "fc00:1:2101:dead::");
    std::vector<unsigned> hops;
    row.Node(1)->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
        "Rx",
        Callback<void, Ptr<const Packet>, Ptr<ns3::Ipv6>, uint32_t>(
            std::function<void(Ptr<const Packet>, Ptr<ns3::Ipv6>, uint32_t)>(
                [&](Ptr<const Packet> packet, Ptr<ns3::Ipv6>, uint32_t) {
                    Ipv6Header header;
                    packet->PeekHeader(header);
                    if (Text(header.GetDestination()).rfind("fc00:1:", 0) == 0)
                    {
                        hops.push_back(header.GetHopLimit());
                    }
                })));
    row.SendDatagram("fd00:b::1");
    row.Run();
    ASSERT_EQ(hops.size(), 32U);
    for (std::size_t i = 0; i < hops.size(); ++i)
    {
        EXPECT_EQ(hops[i], 64 - 2 * i) << "one at each node";
    }
}

/** Asks a SID for an echo; the socket adds the checksum. */
void
Ping(Ptr<Socket> socket, const Ipv6Address& to)
{
    Ptr<Packet> packet = Create<Packet>(8);
    Icmpv6Echo echo(true);
    packet->AddHeader(echo);
    socket->SendTo(packet, 0, Inet6SocketAddress(to, 0));
}

// Clauses: [segment-errors], [usid-end]
TEST(Srv6Routing, ASidAnswersAnEcho)
{
    Row row;
    Ptr<Socket> socket = Socket::CreateSocket(row.Node(0), Ipv6RawSocketFactory::GetTypeId());
    socket->SetAttribute("Protocol", UintegerValue(ICMPV6));
    socket->Bind(Inet6SocketAddress(Ipv6Address("fd00:0::1"), 0));
    const Ipv6Address sid("fcbb:bb00:2101::");
    Simulator::Schedule(Seconds(3), [&] { Ping(socket, sid); });
    unsigned replies = 0;
    Simulator::Schedule(Seconds(5), [&] {
        Address from;
        while (Ptr<Packet> packet = socket->RecvFrom(from))
        {
            Ipv6Header header;
            packet->RemoveHeader(header);
            Icmpv6Header icmp;
            packet->PeekHeader(icmp);
            if (header.GetSource() == sid && icmp.GetType() == Icmpv6Header::ICMPV6_ECHO_REPLY)
            {
                ++replies;
            }
        }
    });
    row.Run();
    EXPECT_EQ(replies, 1U);
}

// Clauses: [segment-list]
TEST(Srv6Routing, TcpGoesOverSegments)
{
    Row row;
    row.Join();
    Ptr<Socket> listener = Socket::CreateSocket(row.Node(4), TcpSocketFactory::GetTypeId());
    listener->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), PORT));
    listener->Listen();
    uint64_t received = 0;
    std::vector<Ptr<Socket>> accepted;
    const auto take = [&](Ptr<Socket> socket) {
        while (Ptr<Packet> packet = socket->Recv())
        {
            received += packet->GetSize();
        }
    };
    const std::function<void(Ptr<Socket>)> takeAll = take;
    const std::function<void(Ptr<Socket>, const Address&)> accept = [&](Ptr<Socket> socket,
                                                                        const Address&) {
        socket->SetRecvCallback(Callback<void, Ptr<Socket>>(takeAll));
        accepted.push_back(socket);
    };
    listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                Callback<void, Ptr<Socket>, const Address&>(accept));
    Ptr<Socket> client = Socket::CreateSocket(row.Node(0), TcpSocketFactory::GetTypeId());
    Simulator::Schedule(Seconds(3), [&] {
        client->Connect(Inet6SocketAddress(Ipv6Address("fd00:b::1"), PORT));
        client->Send(Create<Packet>(100000));
    });
    row.Run();
    EXPECT_EQ(received, 100000U);
    EXPECT_FALSE(row.seen[4].empty());
}

// Clauses: [segment-longest], [segment-ways]
TEST(Srv6Words, LinesThatNobodyCouldMeanAreNamed)
{
    const std::vector<std::pair<const char*, const char*>> rows = {
        {"\nnonsense", "SRv6, line 2: 'nonsense'; expected sid, source-address or ipv6 route"},
        {"sid fcbb::", "line 1: 'fcbb::'; expected a prefix, ADDRESS/LENGTH"},
        {"sid fcbb:bb00:1::/129 behavior uN",
         "'129'; expected the length of a prefix, at most 128"},
        {"sid fcbb:zz::/48 behavior uN", "'fcbb:zz::'; expected an IPv6 address"},
        {"sid fcbb:bb00:1::/48", "the line ends; expected a behavior"},
        {"sid fcbb:bb00:1::/48 behavior uX", "'uX'; expected one of End, End.DT46"},
        {"sid fcbb:bb00::/32 behavior uN",
         "a SID of length 32; expected more than its block of 32"},
        {"sid fcbb:bb00:1::/48 behavior uDT6 vrf red", "'red'; expected one of default"},
        {"sid fcbb:bb00:1::/48 behavior uN sideways",
         "'sideways'; expected one of next-csid, psp, usd"},
        {"sid fcbb:bb00:fe24::/48 behavior uA", "the line ends; expected an interface"},
        {"sid fcbb:bb00:2101::/48 behavior uN", "is there already"},
        {"ipv6 route fcbb::/32 fd00::1", "the line ends; expected the number of an interface"},
        {"\nsid fcbb:bb00:fe24::/48 behavior uA interface 9",
         "line 2: interface 9; expected one of the node's devices, from 1 and below 4"},
        {"ipv6 route fcbb:bb00:7::/48 fd00:1::2 9", "line 1: interface 9; expected one of"},
        {"ipv6 route fcbb:bb00:7::/48 fd00:1::2 0", "line 1: interface 0; expected one of"},
        {"ipv6 route fcbb:bb00:7::/48 fd00:1::2 3",
         "interface 3, the tunnel of the ways; expected one of"},
        {"ipv6 route fcbb:bb00:7::/48 ff02::1 2", "a multicast next hop; expected the address"},
        {"sid fcbb:bb00:fe24::/48 behavior uA interface 2 nexthop ff02::1", "a multicast next hop"},
        {"locators now", "'now'; expected the end of the line"},
        {"locator", "the line ends; expected the name of a locator"},
        {"locator M\nprefix fcbb:bb00:1::/48 block-len 40 node-len 24",
         "line 2: a locator of length 48; expected 64, its block-len and its node-len"},
        {"prefix fcbb:bb00:1::/48 width 4", "'width'; expected one of block-len, func-bits, node"},
        {"format uncompressed-f4024", "'uncompressed-f4024'; expected one of usid-f3216"},
        {"behavior full", "'full'; expected one of usid"},
        {"ipv6 route fcbb::/32 fd00::1 Ethernet9", "'Ethernet9'; expected the number of an inter"},
        {"ipv6 route fcbb::/32 Ethernet9", "'Ethernet9'; expected an IPv6 address, a name of"},
        {"ipv6 route fcbb::/32 fd00:1::2 2 via", "'via'; expected segments, usids or the end"},
        {"source-address fd00::1\nipv6 route fd00:b::/64 usids fcbb:bb00::/32 1/0",
         "line 2: '0'; expected a uSID, 1 to ffff"},
        {"source-address fd00::1\nipv6 route fd00:b::/64 usids fcbb:bb00::/32 12345",
         "'12345'; expected a uSID"},
        {"source-address fd00::1\nipv6 route fd00:b::/64 usids fcbb:bb00::/32",
         "a way without a uSID; expected one or more"},
        {"source-address fd00::1\nipv6 route fd00:b::/64 usids fcbb:bb00::/40 1",
         "a uSID block of 40 bits; expected 16, 32 or 48"},
        {"ipv6 route fcbb::/32 blackhole now", "'now'; expected the end of the line"},
        {"ipv6 route fcbb:bb00::/16 blackhole", "no bit set behind it"},
        {"ipv6 route fd00:b::/64 segments fcbb:bb00:1::", "a segment policy without a source"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments",
         "line 2: a way of 0 segments; expected 1 to 127"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments fcbb:bb00:1::/fcbb:bb00:1::",
         "line 2: a cyclic way: segment 2, fcbb:bb00:1::, is the one before; expected another"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments fc00:1::/fc00:2::/fc00:1::"
         "/fc00:2::",
         "line 2: a cyclic way: segment 4, fc00:2::, follows the same segment as segment 2"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments fc00:1::/ff02::1",
         "line 2: segment 2, ff02::1; expected a unicast address that routers forward"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments ::",
         "segment 1, ::; expected a unicast address"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments ::1",
         "segment 1, ::1; expected a unicast address"},
        {"source-address fd00:a::1\nipv6 route fd00:b::/64 segments fe80::1",
         "segment 1, fe80::1; expected a unicast address"},
        {"source-address fd00:a::1\nipv6 route fcbb:bb00::/32 segments fcbb:bb00:1::",
         "line 2: a way into itself: segment 1, fcbb:bb00:1::, has the prefix"},
    };
    Row row;
    for (const auto& [lines, expected] : rows)
    {
        try
        {
            row.Configure(1, lines);
            ADD_FAILURE() << "taken: " << lines;
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
        }
    }
}

/** @return the tables of a node in words */
std::string
Tables(const Row& row, unsigned node)
{
    std::ostringstream out;
    Srv6Helper::Get(row.Node(node))->PrintRoutingTable(Create<OutputStreamWrapper>(&out), Time::S);
    return out.str();
}

// Clauses: [segment-longest], [segment-adjacency], [segment-list]
TEST(Srv6Words, ATextOfFrrIsTheSameAsTheLinesOfItsOwn)
{
    Row frr;
    Srv6Helper::Configure(frr.Node(1),
                          R"(!
segment-routing
 srv6
  encapsulation
   source-address fd00:0::2
  exit
  locators
   locator MAIN
    prefix 5f00:1::/32 block-len 16 node-len 16 func-bits 0
    behavior usid
   exit
   locator OTHER
    prefix fcbb:bbbb:20::/48
    format usid-f3216
   exit
  exit
  static-sids
   sid 5f00:1::/32 locator MAIN behavior uN
   sid fcbb:bbbb:20::/48 locator OTHER behavior uN
   sid fcbb:bbbb:fe24::/48 locator OTHER behavior uA interface Ethernet24 nexthop fd00:1::2
  exit
 exit
exit
ipv6 route fcbb:bbbb:21::/48 fd00:1::2 Ethernet24
ipv6 route fcbb:bbbb:22::/48 Ethernet0
ipv6 route fcbb:bbbb::/32 Null0
ipv6 route fd00:c::/64 Ethernet24 segments fcbb:bbbb:1:2:3::
ipv6 route fd00:d::/64 fd00:1::2 Ethernet24 segments fcbb:bbbb:1::/fcbb:bbbb:2::
ipv6 route fd00:e::/64 usids fcbb:bbbb::/32 1/2/3/4/5/6/abcd
end
)",
                          {{"Ethernet0", 1}, {"Ethernet24", 2}});
    Row own;
    own.Configure(1, R"(source-address fd00:0::2
        sid 5f00:1::/32 behavior uN block 16
        sid fcbb:bbbb:20::/48 behavior uN
        sid fcbb:bbbb:fe24::/48 behavior uA interface 2 nexthop fd00:1::2
        ipv6 route fcbb:bbbb:21::/48 fd00:1::2 2
        ipv6 route fcbb:bbbb:22::/48 :: 1
        ipv6 route fcbb:bbbb::/32 blackhole
        ipv6 route fd00:c::/64 segments fcbb:bbbb:1:2:3::
        ipv6 route fd00:d::/64 segments fcbb:bbbb:1::/fcbb:bbbb:2::
        ipv6 route fd00:e::/64 segments fcbb:bbbb:1:2:3:4:5:6/fcbb:bbbb:abcd::)");
    EXPECT_EQ(Tables(frr, 1), Tables(own, 1));
}

// Clauses: [segment-header]
TEST(Srv6Header, IsPartOfAPacket)
{
    SegmentHeader fields;
    fields.nextHeader = 41;
    fields.segmentsLeft = 1;
    fields.segments = {A("fcbb:bb00:1::")};
    Ptr<Packet> packet = Create<Packet>(10);
    packet->AddHeader(Srv6Header(fields));
    EXPECT_EQ(packet->GetSize(), 10U + 24U);
    Srv6Header back;
    EXPECT_EQ(packet->RemoveHeader(back), 24U);
    EXPECT_EQ(back.Get().segments, fields.segments);
    EXPECT_EQ(back.Get().segmentsLeft, 1);
    std::ostringstream text;
    back.Print(text);
    EXPECT_NE(text.str().find("segments left 1 segments fcbb:bb00:1::"), std::string::npos)
        << text.str();
}

// A node that owns its SID as an address still shifts what has an argument.
// Clauses: [segment-longest], [segment-shift]
TEST(Srv6Routing, ASidMayBeAnAddressOfTheNode)
{
    Row row;
    row.Node(1)->GetObject<ns3::Ipv6>()->AddAddress(
        0,
        Ipv6InterfaceAddress(Ipv6Address("fcbb:bb00:2101::"), Ipv6Prefix(128)));
    row.Join();
    row.Echo();
    row.SendDatagram("fd00:b::1");
    row.Run();
    EXPECT_EQ(row.answered, 100U);
}

// Clauses: [segment-header], [segment-flavours]
TEST(Srv6Routing, TheNextSegmentMayBeAnAddressOfTheNode)
{
    Row row;
    Ptr<Socket> socket = Socket::CreateSocket(row.Node(1), UdpSocketFactory::GetTypeId());
    socket->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), PORT));
    unsigned got = 0;
    const std::function<void(Ptr<Socket>)> take = [&](Ptr<Socket> from) {
        got += from->Recv()->GetSize();
    };
    socket->SetRecvCallback(Callback<void, Ptr<Socket>>(take));
    SegmentHeader fields;
    fields.nextHeader = 17;
    fields.segmentsLeft = 1;
    fields.segments = {A("fd00:1::1")};
    Ptr<Packet> packet = Create<Packet>(30);
    UdpHeader udp;
    udp.SetSourcePort(PORT);
    udp.SetDestinationPort(PORT);
    packet->AddHeader(udp);
    packet->AddHeader(Srv6Header(fields));
    row.SendRaw("fcbb:bb00:2101::", ROUTING_HEADER, packet);
    row.Run();
    EXPECT_EQ(got, 30U);
}

// The documentation prefix is none that ns-3 forwards: a block of it leads nowhere.
// Clauses: [segment-longest]
TEST(Srv6Routing, StockForwardingDropsTheDocumentationPrefix)
{
    for (const std::string block : {"2001:db8", "2001:db9"})
    {
        Row row;
        row.Configure(0, "ipv6 route " + block + "::/32 fd00:0::2 1");
        row.Configure(1,
                      "sid " + block + ":2101::/48 behavior uN\nipv6 route " + block +
                          ":1103::/48 fd00:1::2 2");
        row.Configure(2,
                      "sid " + block +
                          ":1103::/48 behavior uN\nipv6 route fd00:b::/64 fd00:2::2 2");
        row.Configure(3, "ipv6 route fd00:b::/64 fd00:3::2 2");
        row.Join(block + ":2101:1103::");
        row.Echo();
        row.SendDatagram("fd00:b::1");
        row.Run();
        EXPECT_EQ(row.received, block == "2001:db8" ? 0U : 100U);
    }
}

// Clauses: [segment-decapsulation]
TEST(Srv6Routing, FunctionOfIpv4HandsOverToTheIpv4Stack)
{
    Ptr<Packet> whole = Create<Packet>(20);
    Ipv4Header header;
    header.SetPayloadSize(whole->GetSize());
    header.SetSource(Ipv4Address("10.0.0.1"));
    header.SetDestination(Ipv4Address("10.0.0.2"));
    header.SetTtl(9);
    whole->AddHeader(header);
    const uint8_t options[20] = {0x46}; // a header of 24 bytes
    const uint8_t noHeader[20] = {0x44};
    const std::vector<std::pair<Ptr<Packet>, bool>> rows = {
        {whole, true},
        {whole->CreateFragment(0, 19), false},
        {Create<Packet>(options, sizeof options), false},
        {Create<Packet>(noHeader, sizeof noHeader), false},
        {Create<Packet>(100), false}, // of version 0
    };
    for (const auto& [packet, isWhole] : rows)
    {
        Row row(false, true);
        Ptr<Ipv4> stack = row.Node(4)->GetObject<Ipv4>();
        ASSERT_TRUE(stack);
        unsigned got = 0;
        Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t> count(
            std::function<void(Ptr<const Packet>, Ptr<Ipv4>, uint32_t)>(
                [&](Ptr<const Packet>, Ptr<Ipv4>, uint32_t) { ++got; }));
        stack->TraceConnectWithoutContext("Rx", count);
        row.Configure(4, "sid fcbb:bb00:9003:fe09::/64 behavior uDT46");
        row.SendRaw("fcbb:bb00:2101:1103:2102:9003:fe09:0", 4, packet);
        row.Run();
        EXPECT_EQ(got, isWhole ? 1U : 0U);
        EXPECT_EQ(row.Drops(4, SegmentError::INNER_PACKET), isWhole ? 0U : 1U);
    }
}

/** @return an IPv4 packet of 20 bytes behind its header, and padding behind that */
Ptr<Packet>
Ipv4Packet(uint8_t hops, uint32_t padding)
{
    Ptr<Packet> packet = Create<Packet>(20);
    Ipv4Header header;
    header.SetPayloadSize(packet->GetSize());
    header.SetSource(Ipv4Address("10.0.0.1"));
    header.SetDestination(Ipv4Address("10.0.0.2"));
    header.SetTtl(hops);
    packet->AddHeader(header);
    packet->AddPaddingAtEnd(padding);
    return packet;
}

// Clauses: [segment-flavours], [segment-adjacency], [segment-ecn]
TEST(Srv6Routing, Ipv4InsideLeavesOverAnAdjacency)
{
    constexpr uint16_t IPV4_TYPE = 0x0800;
    for (const uint8_t hops : {1, 2, 64})
    {
        Row row(true);
        row.Configure(0, "ipv6 route fc00:1::/32 fd00:0::2 1");
        row.Configure(1, "sid fc00:1:fe24::/48 behavior uA interface 2 nexthop fd00:1::2");
        std::vector<Ptr<const Packet>> got;
        row.Node(2)->RegisterProtocolHandler(
            Callback<void,
                     Ptr<NetDevice>,
                     Ptr<const Packet>,
                     uint16_t,
                     const Address&,
                     const Address&,
                     NetDevice::PacketType>(std::function<void(Ptr<NetDevice>,
                                                               Ptr<const Packet>,
                                                               uint16_t,
                                                               const Address&,
                                                               const Address&,
                                                               NetDevice::PacketType)>(
                [&](Ptr<NetDevice>,
                    Ptr<const Packet> packet,
                    uint16_t,
                    const Address&,
                    const Address&,
                    NetDevice::PacketType) { got.push_back(packet); })),
            IPV4_TYPE,
            nullptr);
        row.SendRaw("fc00:1:fe24::", 4, Ipv4Packet(hops, 5));
        row.Run();
        EXPECT_EQ(row.Drops(1, SegmentError::UPPER_LAYER), 0U);
        EXPECT_EQ(row.Drops(1, SegmentError::HOP_LIMIT), hops == 1 ? 1U : 0U);
        EXPECT_TRUE(row.errors.empty()) << "the outer source is not the one to tell";
        ASSERT_EQ(got.size(), hops == 1 ? 0U : 1U);
        if (hops > 1)
        {
            Ptr<Packet> packet = got[0]->Copy();
            Ipv4Header header;
            packet->RemoveHeader(header);
            EXPECT_EQ(header.GetTtl(), hops - 1);
            EXPECT_EQ(header.GetDestination(), Ipv4Address("10.0.0.2"));
            EXPECT_EQ(packet->GetSize(), 20U) << "no padding";
        }
    }
}

// The stack takes the tag of a socket's priority off where it forwards; the traffic class stays.
// Clauses: [segment-ecn], [segment-shift]
TEST(Srv6Routing, PriorityAtAHopIsThatOfTheTrafficClass)
{
    constexpr uint8_t TCLASS = 46 << 2;
    Row row;
    std::vector<unsigned> tags(5);
    std::vector<unsigned> classes(5);
    for (unsigned node = 1; node < 5; ++node)
    {
        row.Node(node)->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
            "Rx",
            Callback<void, Ptr<const Packet>, Ptr<ns3::Ipv6>, uint32_t>(
                std::function<void(Ptr<const Packet>, Ptr<ns3::Ipv6>, uint32_t)>(
                    [&tags, &classes, node](Ptr<const Packet> packet, Ptr<ns3::Ipv6>, uint32_t) {
                        Ipv6Header header;
                        packet->PeekHeader(header);
                        if (header.GetTrafficClass() == TCLASS)
                        {
                            SocketPriorityTag tag;
                            tags[node] += packet->PeekPacketTag(tag);
                            ++classes[node];
                        }
                    })));
    }
    Ptr<Packet> packet = Create<Packet>(100);
    Ipv6Header header;
    header.SetSource(Ipv6Address("fd00:0::1"));
    header.SetDestination(Ipv6Address("fcbb:bb00:2101:1103:2102:9003::"));
    header.SetTrafficClass(TCLASS);
    header.SetNextHeader(17);
    header.SetHopLimit(64);
    header.SetPayloadLength(packet->GetSize());
    packet->AddHeader(header);
    SocketPriorityTag priority;
    priority.SetPriority(6);
    packet->AddPacketTag(priority);
    Ptr<NetDevice> device = row.Node(0)->GetObject<ns3::Ipv6>()->GetNetDevice(1);
    Simulator::Schedule(Seconds(3),
                        [device, packet] { device->Send(packet, device->GetBroadcast(), 0x86dd); });
    row.Run();
    EXPECT_EQ(classes, (std::vector<unsigned>{0, 1, 1, 1, 1}));
    EXPECT_EQ(tags, (std::vector<unsigned>{0, 1, 0, 0, 0}));
}

/** @return a list of one segment behind another extension header, of destination options */
Ptr<Packet>
WithOptionsInFront()
{
    const uint8_t options[] = {ROUTING_HEADER, 0, 1, 4, 0, 0, 0, 0}; // PadN (RFC 8200, 4.6)
    Ptr<Packet> packet = Create<Packet>(options, sizeof options);
    packet->AddAtEnd(WithSegment("fcbb:bb00:1103::"));
    return packet;
}

// The stack's own code would take the options for the routing header. Here nothing but a routing
// header directly behind the IPv6 header counts as one: uN shifts, and at a last segment the
// options are an upper layer.
// Clauses: [segment-header], [segment-shift], [segment-errors]
TEST(Srv6Routing, AHeaderBehindOthersIsAnUpperLayer)
{
    constexpr uint8_t OPTIONS = 60;
    Row row(true);
    row.SendRaw("fcbb:bb00:2101::", OPTIONS, WithOptionsInFront());
    row.Run();
    EXPECT_EQ(row.Drops(1, SegmentError::UPPER_LAYER), 1U);
    EXPECT_EQ(row.errors, std::vector<std::string>{"4/4 fcbb:bb00:2101::"});
    EXPECT_TRUE(row.seen[2].empty());

    Row shifted;
    shifted.SendRaw("fcbb:bb00:2101:1103:2102:9003::", OPTIONS, WithOptionsInFront());
    shifted.Run();
    ASSERT_EQ(shifted.seen[4].size(), 1U);
    EXPECT_EQ(shifted.seen[4][0], (Seen{"fcbb:bb00:9003::", 61, OPTIONS}));
    EXPECT_EQ(shifted.Drops(4, SegmentError::UPPER_LAYER), 1U);
}

// The stack would tell the destination, the SID itself, of a protocol that it does not know.
// Clauses: [segment-errors]
TEST(Srv6Routing, AnUnknownUpperLayerIsToldToTheSource)
{
    for (const uint8_t protocol : {17, 200})
    {
        Row row(true);
        std::vector<std::string> told; // who is told by whom, and where in the packet
        row.Node(0)->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
            "Rx",
            Callback<void, Ptr<const Packet>, Ptr<ns3::Ipv6>, uint32_t>(
                std::function<void(Ptr<const Packet>, Ptr<ns3::Ipv6>, uint32_t)>(
                    [&told](Ptr<const Packet> whole, Ptr<ns3::Ipv6>, uint32_t) {
                        Ptr<Packet> packet = whole->Copy();
                        Ipv6Header header;
                        packet->RemoveHeader(header);
                        uint8_t icmp[8] = {};
                        packet->CopyData(icmp, sizeof icmp);
                        if (header.GetNextHeader() == ICMPV6 &&
                            icmp[0] == Icmpv6Header::ICMPV6_ERROR_PARAMETER_ERROR)
                        {
                            told.push_back(Text(header.GetDestination()) + " at " +
                                           std::to_string(icmp[7]));
                        }
                    })));
        row.SendRaw("fcbb:bb00:2101::", protocol, Create<Packet>(20));
        row.Run();
        EXPECT_EQ(row.errors, std::vector<std::string>{"4/4 fcbb:bb00:2101::"});
        EXPECT_EQ(told, std::vector<std::string>{"fd00::1 at 40"});
    }
}

} // namespace
