/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The vectors that the fabric's forwarder obeys, through a node of the stock IPv6 stack.

#include "../fabric/segment-vectors.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-list-routing-helper.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-ipv6-address.h"
#include "ns3/mrc-srv6-header.h"
#include "ns3/mrc-srv6-helper.h"
#include "ns3/mrc-srv6-routing-protocol.h"
#include "ns3/node-container.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <type_traits>
#include <vector>

using namespace ns3;
using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr unsigned PORTS = 3;

/** A node with three stock devices, which packets reach by the first. */
class StockNode
{
  public:
    explicit StockNode(const SegmentVector& row)
    {
        m_nodes.Create(1 + PORTS);
        Ipv6ListRoutingHelper list;
        list.Add(Srv6Helper(), 100);
        list.Add(Ipv6StaticRoutingHelper(), 0);
        InternetStackHelper internet;
        internet.SetIpv4StackInstall(false);
        internet.SetRoutingHelper(list);
        internet.Install(m_nodes.Get(0));
        Ptr<ns3::Ipv6> ipv6 = m_nodes.Get(0)->GetObject<ns3::Ipv6>();
        for (unsigned port = 1; port <= PORTS; ++port)
        {
            SimpleNetDeviceHelper lines;
            lines.SetNetDevicePointToPointMode(true);
            m_devices.Add(lines.Install(NodeContainer(m_nodes.Get(0), m_nodes.Get(port))).Get(0));
            const uint32_t interface = ipv6->AddInterface(m_devices.Get(port - 1));
            ipv6->SetUp(interface);
            EXPECT_EQ(interface, port);
        }
        m_srv6 = DynamicCast<Srv6RoutingProtocol>(Srv6Helper::Get(m_nodes.Get(0)));
        for (LocalSid sid : row.sids)
        {
            if (sid.behaviour == SidBehaviour::END_X)
            {
                sid.target = m_srv6->AddAdjacency(sid.target, Neighbour());
            }
            m_srv6->AddSid(sid);
        }
        for (const VectorRoute& route : row.routes)
        {
            const bool isHole = route.port == BLACKHOLE;
            m_srv6->AddRoute(
                {A(route.prefix), route.length, isHole ? 0 : route.port, Neighbour(), isHole});
        }
        ipv6->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
            "Rx",
            Callback<void, Ptr<const Packet>, Ptr<ns3::Ipv6>, uint32_t>(
                std::function<void(Ptr<const Packet>, Ptr<ns3::Ipv6>, uint32_t)>(
                    [this](Ptr<const Packet>, Ptr<ns3::Ipv6>, uint32_t) { ++taken; })));
    }

    ~StockNode()
    {
        Simulator::Destroy();
    }

    StockNode(const StockNode&) = delete;
    StockNode& operator=(const StockNode&) = delete;

    void Receive(const SegmentPacket& in)
    {
        Ptr<Packet> packet = Create<Packet>(100);
        if (in.upperLayer == VECTOR_INNER)
        {
            Ipv6Header inner;
            inner.SetSource(Ipv6Address("fd00:a::1"));
            inner.SetDestination(Ipv6Address("fd00:b::1"));
            inner.SetPayloadLength(packet->GetSize());
            inner.SetNextHeader(VECTOR_TCP);
            packet->AddHeader(inner);
        }
        Ipv6Header header;
        header.SetSource(Ipv6Address("fd00:a::1"));
        header.SetDestination(ToIpv6Address(in.destination));
        header.SetHopLimit(in.hopLimit);
        header.SetNextHeader(in.upperLayer);
        if (in.header)
        {
            packet->AddHeader(Srv6Header(*in.header));
            header.SetNextHeader(ROUTING_HEADER);
        }
        header.SetPayloadLength(packet->GetSize());
        Receive(packet, header);
    }

    /** Has the list of routing protocols look at a packet, as the stack does. */
    void Receive(Ptr<Packet> packet, const Ipv6Header& header)
    {
        using Types = Srv6RoutingProtocol::Types;
        using Forward = std::decay_t<Types::UnicastForward>;
        using Multicast = std::decay_t<Types::MulticastForward>;
        using Deliver = std::decay_t<Types::LocalDeliver>;
        using Fail = std::decay_t<Types::RouteError>;
        m_nodes.Get(0)->GetObject<ns3::Ipv6>()->GetRoutingProtocol()->RouteInput(
            packet,
            header,
            m_devices.Get(0),
            Forward(MakeCallback(&StockNode::Sent, this)),
            Multicast(),
            Deliver(MakeCallback(&StockNode::Delivered, this)),
            Fail(MakeCallback(&StockNode::Failed, this)));
    }

    uint64_t Drops(SegmentError error) const
    {
        return m_srv6->GetDrops(error);
    }

    /** The packet that left, or port 0. */
    struct
    {
        uint32_t port{0};
        AddressBits destination;
        int hopLimit{0};
        int left{NO_HEADER};
        uint32_t bytes{0}; //!< behind the packet's IPv6 header
    } sent;

    unsigned taken{0};  //!< by the node, or out of their encapsulation
    unsigned failed{0}; //!< for want of a route

  private:
    static Ipv6Address Neighbour()
    {
        return Ipv6Address("fe80::1");
    }

    void Sent(Ptr<const NetDevice>,
              Ptr<Ipv6Route> route,
              Ptr<const Packet> packet,
              const Ipv6Header& header)
    {
        for (uint32_t port = 1; port <= PORTS; ++port)
        {
            sent.port = route->GetOutputDevice() == m_devices.Get(port - 1) ? port : sent.port;
        }
        sent.destination = ToAddressBits(header.GetDestination());
        sent.hopLimit = header.GetHopLimit() - 1; // the stack takes one off behind this call
        sent.bytes = packet->GetSize();
        Srv6Header segments;
        if (header.GetNextHeader() == ROUTING_HEADER)
        {
            packet->PeekHeader(segments);
            sent.left = segments.Get().segmentsLeft;
        }
    }

    void Delivered(Ptr<const Packet>, const Ipv6Header&, uint32_t)
    {
        ++taken;
    }

    void Failed(Ptr<const Packet>, const Ipv6Header&, Socket::SocketErrno)
    {
        ++failed;
    }

    NodeContainer m_nodes;
    NetDeviceContainer m_devices;
    Ptr<Srv6RoutingProtocol> m_srv6;
};

/** @return the reason that the protocol counts for this end */
SegmentError
ErrorOf(VectorEnd end)
{
    switch (end)
    {
    case VectorEnd::HOP_LIMIT:
        return SegmentError::HOP_LIMIT;
    case VectorEnd::SEGMENTS_LEFT:
        return SegmentError::SEGMENTS_LEFT;
    case VectorEnd::UPPER_LAYER:
        return SegmentError::UPPER_LAYER;
    case VectorEnd::UNROUTED:
        return SegmentError::NO_ROUTE;
    default:
        return SegmentError::NONE;
    }
}

void
CheckOnNode(const SegmentVector& row)
{
    StockNode node(row);
    node.Receive(row.in);
    if (row.end == VectorEnd::SENT)
    {
        EXPECT_EQ(node.sent.port, row.port) << row.name;
        EXPECT_EQ(node.sent.destination, A(row.out)) << row.name;
        EXPECT_EQ(node.sent.hopLimit + 1, row.in.hopLimit) << row.name;
        EXPECT_EQ(node.sent.left, row.left) << row.name;
    }
    else
    {
        EXPECT_EQ(node.sent.port, 0U) << row.name;
    }
    EXPECT_EQ(node.taken, row.end == VectorEnd::TAKEN ? 1U : 0U) << row.name;
    const bool isDropped = row.end != VectorEnd::SENT && row.end != VectorEnd::TAKEN;
    EXPECT_EQ(node.Drops(ErrorOf(row.end)) + node.failed, isDropped ? 1U : 0U) << row.name;
}

// Clauses: [segment-switches], [vector-two-tiers], [vector-decap], [vector-slides], [vector-full],
//          [vector-long-block], [vector-single], [segment-shift], [segment-adjacency],
//          [segment-longest], [segment-header], [segment-flavours], [segment-decapsulation],
//          [segment-errors]
TEST(Srv6Vectors, VectorsHoldOnTheStockStack)
{
    for (const SegmentVector& row : AllVectors())
    {
        CheckOnNode(row);
    }
}

// No router forwards a packet with a source that is an address of the link: ns-3 would lose it
// silently. Clauses: [segment-errors]
TEST(Srv6Vectors, SourcesOfTheLinkAreNotForwarded)
{
    SegmentVector row;
    row.sids = {NodeSid("fcbb:bb00:1::"), AdjacencySid("fcbb:bb00:fe24::", 16, 2)};
    row.routes = {{"fcbb:bb00:2::", 48, 2}};
    for (const char* destination : {"fcbb:bb00:1:2::", "fcbb:bb00:fe24:2::"})
    {
        for (const bool isOfLink : {false, true})
        {
            StockNode node(row);
            Ptr<Packet> packet = Create<Packet>(8);
            Ipv6Header header;
            header.SetSource(Ipv6Address(isOfLink ? "fe80::5" : "fd00:a::1"));
            header.SetDestination(Ipv6Address(destination));
            header.SetHopLimit(64);
            header.SetNextHeader(VECTOR_TCP);
            header.SetPayloadLength(packet->GetSize());
            node.Receive(packet, header);
            EXPECT_EQ(node.sent.port, isOfLink ? 0U : 2U) << destination;
            EXPECT_EQ(node.Drops(SegmentError::NO_ROUTE), isOfLink ? 1U : 0U) << destination;
        }
    }
}

/** The packet inside a packet to a SID of the node. */
struct Inside
{
    const char* name;
    std::vector<uint8_t> bytes;
    bool isPacket; //!< the bytes are a whole header of IPv6
};

/** @return a packet of IPv6 with 8 bytes of data, which names that many; padded with some more */
std::vector<uint8_t>
InnerBytes(uint8_t version, unsigned padding)
{
    std::vector<uint8_t> bytes = {static_cast<uint8_t>(version << 4), 0, 0, 0, 0, 8, 17, 9};
    for (const char* address : {"fd00:a::1", "fd00:b::1"})
    {
        uint8_t digits[16];
        Ipv6Address(address).GetBytes(digits);
        bytes.insert(bytes.end(), digits, digits + 16);
    }
    bytes.resize(bytes.size() + 8 + padding);
    return bytes;
}

std::vector<uint8_t>
FirstBytes(std::vector<uint8_t> bytes, std::size_t size)
{
    bytes.resize(size);
    return bytes;
}

// Clauses: [segment-decapsulation], [segment-flavours]
TEST(Srv6Vectors, WhatIsInsideIsAPacketOrIsCounted)
{
    const std::vector<Inside> insides = {
        {"nothing", {}, false},
        {"three bytes", {0x60, 0, 0}, false},
        {"a byte too few", FirstBytes(InnerBytes(6, 0), 39), false},
        {"another version", InnerBytes(4, 0), false},
        {"a packet", InnerBytes(6, 0), true},
        {"a packet with padding", InnerBytes(6, 5), true},
        {"a header whose data was cut off", FirstBytes(InnerBytes(6, 0), 40), true},
    };
    constexpr uint32_t OUT = 2;
    const std::vector<LocalSid> sids = {
        NodeSid("fcbb:bb00:a::"),
        AdjacencySid("fcbb:bb00:1:fe24::", 32, OUT),
        {A("fcbb:bb00:d6::"), 32, 16, SidBehaviour::END_DT6, SID_NEXT_CSID},
        {A("fcbb:bb00:d46::"), 32, 16, SidBehaviour::END_DT46, SID_NEXT_CSID},
    };
    for (const LocalSid& sid : sids)
    {
        for (const Inside& inside : insides)
        {
            SegmentVector row;
            row.sids = {sid};
            StockNode node(row);
            Ptr<Packet> packet = Create<Packet>(inside.bytes.data(), inside.bytes.size());
            Ipv6Header header;
            header.SetSource(Ipv6Address("fd00:a::1"));
            header.SetDestination(ToIpv6Address(sid.prefix));
            header.SetHopLimit(64);
            header.SetNextHeader(VECTOR_INNER);
            header.SetPayloadLength(packet->GetSize());
            node.Receive(packet, header);
            const bool crosses = sid.behaviour == SidBehaviour::END_X;
            EXPECT_EQ(node.Drops(SegmentError::INNER_PACKET), inside.isPacket ? 0U : 1U)
                << sid << ": " << inside.name;
            EXPECT_EQ(node.taken, inside.isPacket && !crosses ? 1U : 0U) << inside.name;
            EXPECT_EQ(node.sent.port, inside.isPacket && crosses ? OUT : 0U) << inside.name;
            if (node.sent.port != 0)
            {
                EXPECT_EQ(node.sent.destination, A("fd00:b::1"));
                EXPECT_EQ(node.sent.hopLimit, 8);
                EXPECT_EQ(node.sent.bytes, std::min<uint32_t>(8, inside.bytes.size() - 40));
            }
        }
    }
}

} // namespace
