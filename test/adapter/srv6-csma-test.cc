/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// SRv6 on a shared segment: hosts and routers are neighbours of each other on one interface.

#include "ns3/csma-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-list-routing-helper.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/mrc-srv6-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/udp-socket-factory.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::mrc;

namespace
{

constexpr uint16_t PORT = 7;

/** A host, two routers and a host, in this order, on one segment; node i is fd00::(i + 1). */
class Segment
{
  public:
    /**
     * @param way from the first host to the last
     * @param source address of the first host
     */
    explicit Segment(const std::string& way, const std::string& source = "fd00::1")
    {
        m_nodes.Create(4);
        Ipv6ListRoutingHelper list;
        list.Add(Srv6Helper(), 100);
        list.Add(Ipv6StaticRoutingHelper(), 0);
        InternetStackHelper internet;
        internet.SetIpv4StackInstall(false);
        internet.SetRoutingHelper(list);
        internet.Install(m_nodes);
        const NetDeviceContainer devices = CsmaHelper().Install(m_nodes);
        for (unsigned i = 0; i < m_nodes.GetN(); ++i)
        {
            Ptr<ns3::Ipv6> ipv6 = m_nodes.Get(i)->GetObject<ns3::Ipv6>();
            const uint32_t interface = ipv6->AddInterface(devices.Get(i));
            const std::string address = "fd00::" + std::to_string(i + 1);
            ipv6->AddAddress(interface,
                             Ipv6InterfaceAddress(Ipv6Address(address.c_str()), Ipv6Prefix(64)));
            ipv6->SetUp(interface);
            ipv6->GetObject<Ipv6L3Protocol>()->TraceConnectWithoutContext(
                "Rx",
                MakeBoundCallback(&Count, &outer[i]));
        }
        m_nodes.Get(3)->GetObject<ns3::Ipv6>()->AddAddress(
            0,
            Ipv6InterfaceAddress(Ipv6Address("fd00:b::1"), Ipv6Prefix(128)));
        m_nodes.Get(0)->GetObject<ns3::Ipv6>()->AddAddress(
            0,
            Ipv6InterfaceAddress(Ipv6Address("fd00:a::1"), Ipv6Prefix(128)));
        Srv6Helper::Configure(m_nodes.Get(0),
                              "ipv6 route fcbb:bb00::/32 fd00::2 1\nsource-address " + source +
                                  "\n"
                                  "ipv6 route fd00:b::/64 segments " +
                                  way);
        Srv6Helper::Configure(m_nodes.Get(1), R"(sid fcbb:bb00:1::/48 behavior uN
            sid fcbb:bb00:fe02::/48 behavior uA interface 1 nexthop fd00::3
            ipv6 route fcbb:bb00:2::/48 fd00::3 1)");
        Srv6Helper::Configure(m_nodes.Get(2), R"(sid fcbb:bb00:2::/48 behavior uN
            ipv6 route fcbb:bb00:3::/48 fd00::4 1)");
        Srv6Helper::Configure(m_nodes.Get(3), "sid fcbb:bb00:3::/48 behavior uN");
    }

    ~Segment()
    {
        Simulator::Destroy();
    }

    Segment(const Segment&) = delete;
    Segment& operator=(const Segment&) = delete;

    /** The last host answers the first one over the same routers. */
    void Join()
    {
        Srv6Helper::Configure(m_nodes.Get(0), "sid fcbb:bb00:4::/48 behavior uN");
        Srv6Helper::Configure(m_nodes.Get(1), "ipv6 route fcbb:bb00:4::/48 fd00::1 1");
        Srv6Helper::Configure(m_nodes.Get(2), "ipv6 route fcbb:bb00:1::/48 fd00::2 1");
        Srv6Helper::Configure(m_nodes.Get(3), R"(source-address fd00:b::1
            ipv6 route fcbb:bb00::/32 fd00::3 1
            ipv6 route fd00:a::/64 segments fcbb:bb00:2:1:4::)");
    }

    /** Sends a stream of TCP from the first host to the last. @return the bytes that came */
    uint64_t SendStream(uint32_t bytes)
    {
        uint64_t got = 0;
        std::vector<Ptr<Socket>> accepted;
        const std::function<void(Ptr<Socket>)> take = [&](Ptr<Socket> socket) {
            while (Ptr<Packet> packet = socket->Recv())
            {
                got += packet->GetSize();
            }
        };
        const std::function<void(Ptr<Socket>, const Address&)> accept = [&](Ptr<Socket> socket,
                                                                            const Address&) {
            socket->SetRecvCallback(Callback<void, Ptr<Socket>>(take));
            accepted.push_back(socket);
        };
        Ptr<Socket> to = Socket::CreateSocket(m_nodes.Get(3), TcpSocketFactory::GetTypeId());
        to->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), PORT));
        to->Listen();
        to->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                              Callback<void, Ptr<Socket>, const Address&>(accept));
        Ptr<Socket> from = Socket::CreateSocket(m_nodes.Get(0), TcpSocketFactory::GetTypeId());
        Simulator::Schedule(Seconds(3), [&] {
            from->Connect(Inet6SocketAddress(Ipv6Address("fd00:b::1"), PORT));
            from->Send(Create<Packet>(bytes));
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        return got;
    }

    /** Sends a datagram from the first host to the last. @return the bytes that came */
    uint32_t Send(uint32_t bytes)
    {
        uint32_t got = 0;
        const std::function<void(Ptr<Socket>)> take = [&](Ptr<Socket> socket) {
            got += socket->Recv()->GetSize();
        };
        Ptr<Socket> to = Socket::CreateSocket(m_nodes.Get(3), UdpSocketFactory::GetTypeId());
        to->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), PORT));
        to->SetRecvCallback(Callback<void, Ptr<Socket>>(take));
        Ptr<Socket> from = Socket::CreateSocket(m_nodes.Get(0), UdpSocketFactory::GetTypeId());
        Simulator::Schedule(Seconds(3), [&] {
            from->SendTo(Create<Packet>(bytes),
                         0,
                         Inet6SocketAddress(Ipv6Address("fd00:b::1"), PORT));
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        return got;
    }

    unsigned outer[4] = {}; //!< packets with an outer header that each node got

  private:
    static void Count(unsigned* packets, Ptr<const Packet> packet, Ptr<ns3::Ipv6>, uint32_t)
    {
        constexpr uint8_t IPV6_INSIDE = 41;
        Ipv6Header header;
        packet->PeekHeader(header);
        *packets += header.GetNextHeader() == IPV6_INSIDE;
    }

    NodeContainer m_nodes;
};

// Neighbours are found by their discovery; the routers send on over the interface that they got a
// packet by. A datagram beyond the tunnel's MTU of 1420 bytes goes in two pieces.
// Clauses: [segment-shift], [segment-adjacency], [segment-flavours]
TEST(Srv6Csma, NeighboursOfOneInterfaceAreReached)
{
    for (const char* way : {"fcbb:bb00:1:2:3::", "fcbb:bb00:1:fe02:3::"})
    {
        for (const auto& [bytes, packets] :
             {std::pair(100U, 1U), std::pair(1372U, 1U), std::pair(1373U, 2U)})
        {
            Segment segment(way);
            EXPECT_EQ(segment.Send(bytes), bytes) << way;
            EXPECT_EQ(segment.outer[1], packets) << way << ", " << bytes;
            EXPECT_EQ(segment.outer[2], packets) << way << ", " << bytes;
            EXPECT_EQ(segment.outer[3], packets) << way << ", " << bytes;
        }
    }
}

// Segments and acknowledgments all have an outer header, and pass both routers.
// Clauses: [segment-list], [segment-shift]
TEST(Srv6Csma, TcpGoesOverSegmentsAndBack)
{
    for (const char* way : {"fcbb:bb00:1:2:3::", "fcbb:bb00:1:fe02:3::"})
    {
        Segment segment(way, "fd00:a::1");
        segment.Join();
        EXPECT_EQ(segment.SendStream(100000), 100000U) << way;
        EXPECT_GT(segment.outer[0], 0U) << way << ", acknowledgments";
        EXPECT_GE(segment.outer[3], 100000U / 1400) << way;
        EXPECT_EQ(segment.outer[1], segment.outer[0] + segment.outer[3]) << way;
        EXPECT_EQ(segment.outer[2], segment.outer[1]) << way;
    }
}

} // namespace
