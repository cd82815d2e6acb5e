/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Marks on outer headers of SRv6 and the packets inside, over stock devices. In a tree of ns-3 only
// where that has the module point-to-point: cmake/unit-tests-in-tree.cmake.

#include "ns3/boolean.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-list-routing-helper.h"
#include "ns3/ipv6-raw-socket-factory.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-dscp.h"
#include "ns3/mrc-srv6-helper.h"
#include "ns3/mrc-trim-queue-disc.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-header.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <array>
#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

constexpr uint16_t PORT = 9;
constexpr uint8_t UDP = 17;
constexpr uint8_t IPV6_INSIDE = 41;
constexpr uint8_t ROUTED_DSCP = 1; // trimmable, as most data

/**
 * A host, a router with a slow second link, and a host with a SID that takes the outer header off.
 */
class MarkedWay
{
  public:
    MarkedWay()
        : m_nodes(3)
    {
        Ipv6ListRoutingHelper list;
        list.Add(Srv6Helper(), 100);
        list.Add(Ipv6StaticRoutingHelper(), 0);
        InternetStackHelper stack;
        stack.SetIpv4StackInstall(false);
        stack.SetRoutingHelper(list);
        stack.Install(m_nodes);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        const NetDeviceContainer fast = link.Install(m_nodes.Get(0), m_nodes.Get(1));
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
        const NetDeviceContainer slow = link.Install(m_nodes.Get(1), m_nodes.Get(2));
        TrafficControlHelper control;
        control.SetRootQueueDisc("ns3::mrc::TrimQueueDisc",
                                 "EcnMinimum",
                                 UintegerValue(10000),
                                 "EcnMaximum",
                                 UintegerValue(10000));
        disc = control.Install(slow.Get(0)).Get(0);
        Ipv6AddressHelper addresses("fd00:1::", Ipv6Prefix(64));
        addresses.Assign(fast);
        addresses.NewNetwork();
        const Ipv6InterfaceContainer far = addresses.Assign(slow);
        m_nodes.Get(2)->GetObject<ns3::Ipv6>()->AddAddress(
            0,
            Ipv6InterfaceAddress(Ipv6Address("fd00:b::1"), Ipv6Prefix(128)));
        Srv6Helper::Configure(m_nodes.Get(0), R"(ipv6 route fcbb:bb00::/32 :: 1
            source-address fd00:a::1
            ipv6 route fd00:b::/64 segments fcbb:bb00:1:2::)");
        Srv6Helper::Configure(m_nodes.Get(1), R"(sid fcbb:bb00:1::/48 behavior uN
            ipv6 route fcbb:bb00:2::/48 :: 2)");
        Srv6Helper::Configure(m_nodes.Get(2), "sid fcbb:bb00:2::/48 behavior uN");
        m_sink = Socket::CreateSocket(m_nodes.Get(2), UdpSocketFactory::GetTypeId());
        m_sink->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), PORT));
        m_sink->SetIpv6RecvTclass(true);
        m_sink->SetRecvCallback(MakeCallback(&MarkedWay::Receive, this));
    }

    ~MarkedWay()
    {
        Simulator::Destroy();
    }

    MarkedWay(const MarkedWay&) = delete;
    MarkedWay& operator=(const MarkedWay&) = delete;

    /** Sends datagrams that the first host encapsulates, faster than the second link. */
    void SendDatagrams(unsigned count, Ecn ecn)
    {
        m_source = Socket::CreateSocket(m_nodes.Get(0), UdpSocketFactory::GetTypeId());
        m_source->Bind6();
        m_source->SetIpv6Tclass(TrafficClassOf(ecn));
        m_source->Connect(Inet6SocketAddress(Ipv6Address("fd00:b::1"), PORT));
        for (unsigned i = 0; i < count; ++i)
        {
            Simulator::Schedule(Seconds(2) + MicroSeconds(100 * i),
                                [this] { m_source->Send(Create<Packet>(900)); });
        }
    }

    /** Sends a datagram inside a packet with an outer header that has a mark of its own. */
    void SendInside(Ecn inner, Ecn outer)
    {
        Ptr<Packet> packet = Create<Packet>(20);
        UdpHeader udp;
        udp.SetSourcePort(PORT);
        udp.SetDestinationPort(PORT);
        packet->AddHeader(udp);
        Ipv6Header header;
        header.SetSource(Ipv6Address("fd00:a::1"));
        header.SetDestination(Ipv6Address("fd00:b::1"));
        header.SetNextHeader(UDP);
        header.SetHopLimit(9);
        header.SetPayloadLength(packet->GetSize());
        header.SetTrafficClass(TrafficClassOf(inner));
        packet->AddHeader(header);
        m_source = Socket::CreateSocket(m_nodes.Get(0), Ipv6RawSocketFactory::GetTypeId());
        m_source->SetAttribute("Protocol", UintegerValue(IPV6_INSIDE));
        m_source->SetIpv6Tclass(TrafficClassOf(outer));
        Simulator::Schedule(Seconds(2), [this, packet] {
            m_source->SendTo(packet, 0, Inet6SocketAddress(Ipv6Address("fcbb:bb00:1:2::"), 0));
        });
    }

    void Run() const
    {
        Simulator::Stop(Seconds(5));
        Simulator::Run();
    }

    /** @return packets that the last host dropped for their marks */
    uint64_t Drops() const
    {
        return Srv6Helper::GetDrops(m_nodes.Get(2), SegmentError::NOT_ECT);
    }

    /** @return packets that a socket got with this in the header inside */
    unsigned Got(Ecn ecn) const
    {
        return m_got[static_cast<unsigned>(ecn)];
    }

    Ptr<QueueDisc> disc; //!< of the slow link

  private:
    static uint8_t TrafficClassOf(Ecn ecn)
    {
        return ROUTED_DSCP << 2 | static_cast<uint8_t>(ecn);
    }

    void Receive(Ptr<Socket> socket)
    {
        while (const Ptr<Packet> packet = socket->Recv())
        {
            SocketIpv6TclassTag tclass;
            ASSERT_TRUE(packet->PeekPacketTag(tclass));
            EXPECT_EQ(tclass.GetTclass() >> 2, ROUTED_DSCP);
            ++m_got[tclass.GetTclass() & 3];
        }
    }

    NodeContainer m_nodes;
    Ptr<Socket> m_source;
    Ptr<Socket> m_sink;
    std::array<unsigned, 4> m_got{};
};

// Clauses: [segment-ecn], [trim-queue-disc]
TEST(Srv6Marks, MarksOfAQueueReachTheSocket)
{
    MarkedWay way;
    way.SendDatagrams(60, Ecn::ECT0);
    way.Run();
    const unsigned marks = way.disc->GetStats().GetNMarkedPackets(TrimQueueDisc::MARKED);
    EXPECT_GT(marks, 10U);
    EXPECT_EQ(way.Got(Ecn::CE), marks);
    EXPECT_EQ(way.Got(Ecn::ECT0), 60 - marks);
    EXPECT_EQ(way.Drops(), 0U);
}

// RFC 6040, figure 4: the field that comes out, by the field inside and the field outside. Clauses:
// [segment-ecn]
TEST(Srv6Marks, AllFieldsComeOutAsInRfc6040)
{
    struct Row
    {
        Ecn inner;
        Ecn outer;
        Ecn leaves;
        bool isDropped;
    };

    const Row rows[] = {
        {Ecn::NOT_ECT, Ecn::NOT_ECT, Ecn::NOT_ECT, false},
        {Ecn::NOT_ECT, Ecn::ECT0, Ecn::NOT_ECT, false},
        {Ecn::NOT_ECT, Ecn::ECT1, Ecn::NOT_ECT, false},
        {Ecn::NOT_ECT, Ecn::CE, Ecn::NOT_ECT, true},
        {Ecn::ECT0, Ecn::NOT_ECT, Ecn::ECT0, false},
        {Ecn::ECT0, Ecn::ECT0, Ecn::ECT0, false},
        {Ecn::ECT0, Ecn::ECT1, Ecn::ECT1, false},
        {Ecn::ECT0, Ecn::CE, Ecn::CE, false},
        {Ecn::ECT1, Ecn::NOT_ECT, Ecn::ECT1, false},
        {Ecn::ECT1, Ecn::ECT0, Ecn::ECT1, false},
        {Ecn::ECT1, Ecn::ECT1, Ecn::ECT1, false},
        {Ecn::ECT1, Ecn::CE, Ecn::CE, false},
        {Ecn::CE, Ecn::NOT_ECT, Ecn::CE, false},
        {Ecn::CE, Ecn::ECT0, Ecn::CE, false},
        {Ecn::CE, Ecn::ECT1, Ecn::CE, false},
        {Ecn::CE, Ecn::CE, Ecn::CE, false},
    };
    for (const Row& row : rows)
    {
        MarkedWay way;
        way.SendInside(row.inner, row.outer);
        way.Run();
        EXPECT_EQ(way.Got(row.leaves), row.isDropped ? 0U : 1U)
            << static_cast<int>(row.inner) << ' ' << static_cast<int>(row.outer);
        EXPECT_EQ(way.Drops(), row.isDropped ? 1U : 0U);
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
