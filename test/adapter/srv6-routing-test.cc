/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// SRv6 on the stock IPv6 stack: two hosts and three switches in a row, over stock devices.

#include "../fabric/segment-addresses.h"
#include "srv6-row.h"

#include "ns3/icmpv6-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-raw-socket-factory.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/mrc-srv6-header.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-header.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

// Clauses: [vector-two-tiers], [segment-flavours], [segment-list]
TEST(Srv6Routing, DatagramsGoHopByHopAndBack)
{
    Srv6Row row;
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
    Srv6Row row;
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
    Srv6Row row;
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

// A probe that a switch sends back over the link that it came by tells its source nothing new.
// Clauses: [vector-two-tiers], [segment-shift]
TEST(Srv6Routing, AHairpinCausesNoRedirect)
{
    Srv6Row row;
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
    Srv6Row row;
    row.Configure(0,
                  "source-address fd00:0::1\nipv6 route fd00:b::/64 segments "
                  "fcbb:bb00:2101::/fcbb:bb00:1103::/fcbb:bb00:2101::/fcbb:bb00:9001::");
    row.SendDatagram("fd00:b::1", 1);
    row.Run();
    ASSERT_EQ(row.seen[0].size(), 1U);
    EXPECT_EQ(row.seen[0][0], (Seen{"fcbb:bb00:9001::", 61, 41}));
    EXPECT_EQ(row.seen[2].size(), 1U);
}

// An unknown uSID follows the default route back to where it came from, and so on.
// Clauses: [segment-once], [usid-unknown]
TEST(Srv6Routing, ALoopEndsWithTheHops)
{
    Srv6Row row;
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
    Srv6Row row;
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
    Srv6Row row;
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

// A node that owns its SID as an address still shifts packets with an argument. Clauses:
// [segment-longest], [segment-shift]
TEST(Srv6Routing, ASidMayBeAnAddressOfTheNode)
{
    Srv6Row row;
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
    Srv6Row row;
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

/** @return the source that the stack of a node gives a packet of its own */
std::string
SourceTo(const Ptr<ns3::Node>& node, const char* destination)
{
    Ipv6Header header;
    header.SetDestination(Ipv6Address(destination));
    Socket::SocketErrno error = Socket::ERROR_NOTERROR;
    const Ptr<Ipv6Route> route =
        node->GetObject<ns3::Ipv6>()->GetRoutingProtocol()->RouteOutput(nullptr,
                                                                        header,
                                                                        nullptr,
                                                                        error);
    return route ? Text(route->GetSource()) : "none";
}

// Addresses that come and go at run time count at once. They are sources of the node's packets, and
// a next segment may have become one of them.
// Clauses: [segment-header], [segment-list]
TEST(Srv6Routing, AddressesMayChangeAtRunTime)
{
    Srv6Row row;
    row.Join();
    const Ptr<ns3::Ipv6> ipv6 = row.Node(1)->GetObject<ns3::Ipv6>();
    const char* const next = "fcbb:bb00:1103::9";
    EXPECT_EQ(SourceTo(row.Node(1), next), "fd00:1::1") << "by the segment route";
    EXPECT_EQ(SourceTo(row.Node(0), "fd00:b::1"), "fd00:a::1") << "that of the policy";
    ipv6->RemoveAddress(2, Ipv6Address("fd00:1::1"));
    ipv6->AddAddress(2, Ipv6InterfaceAddress(Ipv6Address("fd00:1::77"), Ipv6Prefix(64)));
    EXPECT_EQ(SourceTo(row.Node(1), next), "fd00:1::77");
    // A uN of the switch leads on to an address that another node has by its prefix.
    const auto send = [&row] { row.SendDatagram("fcbb:bb00:2101:1103::"); };
    const auto ports = [&row] { return row.seen[2].size(); };
    send();
    Simulator::Stop(Seconds(4));
    Simulator::Run();
    EXPECT_EQ(ports(), 1U) << "on to the neighbour";
    const Ipv6Address own("fcbb:bb00:1103::");
    ipv6->AddAddress(0, Ipv6InterfaceAddress(own, Ipv6Prefix(128)));
    send();
    Simulator::Stop(Seconds(4));
    Simulator::Run();
    EXPECT_EQ(ports(), 1U) << "the switch keeps it";
    ipv6->RemoveAddress(0, own);
    send();
    Simulator::Stop(Seconds(4));
    Simulator::Run();
    EXPECT_EQ(ports(), 2U);
}

// The documentation prefix is none that ns-3 forwards: a block of it leads nowhere.
// Clauses: [segment-longest]
TEST(Srv6Routing, StockForwardingDropsTheDocumentationPrefix)
{
    for (const std::string block : {"2001:db8", "2001:db9"})
    {
        Srv6Row row;
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

// The stack takes the tag of a socket's priority off where it forwards; the traffic class stays.
// Clauses: [segment-ecn], [segment-shift]
TEST(Srv6Routing, PriorityAtAHopIsThatOfTheTrafficClass)
{
    constexpr uint8_t TCLASS = 46 << 2;
    Srv6Row row;
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

} // namespace
