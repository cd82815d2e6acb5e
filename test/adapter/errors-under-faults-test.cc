/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// ICMPv6 while several faults last: each packet causes one error at most, and the run ends.

#include "../fabric/segment-addresses.h"
#include "srv6-row.h"
#include "stock-rig.h"

#include "ns3/error-model.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-raw-socket-factory.h"
#include "ns3/mrc-ipv6-address.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-switch.h"
#include "ns3/simple-net-device.h"
#include "ns3/udp-header.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

constexpr unsigned ROUNDS = 20;
constexpr uint8_t IPV6_INNER = 41;

/** @return a packet from NIC 0 to NIC 4 on a way by p0.t1.1 that ends after some hops */
Ptr<Packet>
Probe(uint8_t hopLimit)
{
    Ptr<Packet> packet = Create<Packet>(100);
    UdpHeader udp;
    udp.SetDestinationPort(9);
    packet->AddHeader(udp);
    Ipv6Header inner;
    inner.SetSource(ToIpv6Address(AddressOfNic(0)));
    inner.SetDestination(ToIpv6Address(AddressOfNic(4)));
    inner.SetNextHeader(17);
    inner.SetPayloadLength(packet->GetSize());
    packet->AddHeader(inner);
    Ipv6Header outer = inner;
    outer.SetDestination(ToIpv6Address(A("fcbb:bb00:4000:8001:4001:c001::")));
    outer.SetNextHeader(IPV6_INNER);
    outer.SetHopLimit(hopLimit);
    outer.SetPayloadLength(packet->GetSize());
    packet->AddHeader(outer);
    return packet;
}

/** Has NIC 0 count the Time Exceeded that it hears, by the switch that tells. */
Ptr<Socket>
Listen(const StockRig& rig, std::map<std::string, unsigned>& heard)
{
    auto socket = Socket::CreateSocket(rig.stacks.devices.Get(0)->GetNode(),
                                       Ipv6RawSocketFactory::GetTypeId());
    socket->SetAttribute("Protocol", UintegerValue(ICMPV6));
    socket->Bind();
    socket->SetRecvCallback(CallbackOf<Ptr<Socket>>([&rig, &heard](Ptr<Socket> from) {
        while (const Ptr<Packet> packet = from->Recv())
        {
            Ipv6Header header;
            packet->RemoveHeader(header);
            uint8_t type = 0;
            packet->CopyData(&type, 1);
            EXPECT_EQ(type, 3);
            const AddressBits address = ToAddressBits(header.GetSource());
            ++heard[NodeName(rig.network->GetTopology(), static_cast<uint32_t>(address.low))];
        }
    }));
    return socket;
}

/** @return errors that all switches together have sent */
uint64_t
ErrorsSent(const StockRig& rig)
{
    uint64_t sent = 0;
    const Topology& topology = rig.network->GetTopology();
    for (uint32_t node = topology.Spec().nics; node < topology.NodeCount(); ++node)
    {
        UintegerValue told;
        rig.network->GetFaces().NodeAt(node)->GetObject<Switch>()->GetAttribute("IcmpErrors", told);
        sent += told.Get();
    }
    return sent;
}

// A link up, a link down, a switch and a port fail for good. What ends on them is silent.
// Clauses: [switch-errors], [usid-hop-limit], [link-outage]
TEST(ErrorsUnderFaults, SwitchesTellOnceOfWhatEndsThereAndNothingOfDeadLinks)
{
    for (const char* wireMode : {"false", "true"})
    {
        StockRig rig(SixNics(), {{"SendIcmp", "true"}, {"WireMode", wireMode}});
        std::map<std::string, unsigned> heard;
        const Ptr<Socket> socket = Listen(rig, heard);
        rig.network->ScheduleFaults("link:0.0.1@55us,link:0.1.0@105us,t1:1.0@20us,port:3.1@20us");
        for (unsigned round = 1; round <= ROUNDS; ++round)
        {
            for (uint8_t hops = 1; hops <= 3; ++hops)
            {
                Simulator::Schedule(MicroSeconds(10 * round), [&rig, hops] {
                    EXPECT_TRUE(rig.Device(0)->Send(Probe(hops), Address(), 0x86dd));
                });
            }
        }
        Simulator::Run();
        EXPECT_LT(Simulator::Now(), MilliSeconds(1)) << "nothing goes on";
        EXPECT_EQ(heard["p0.t0.0"], ROUNDS) << "the first switch is always there";
        EXPECT_GE(heard["p0.t1.1"], 4U);
        EXPECT_LE(heard["p0.t1.1"], 5U) << "until its link to the first switch is gone";
        EXPECT_LE(heard["p0.t0.1"], 5U);
        EXPECT_EQ(heard.size(), 3U);
        const unsigned all = heard["p0.t0.0"] + heard["p0.t1.1"] + heard["p0.t0.1"];
        // Each probe, or the error about it, ends once: at the NIC or on a dead link.
        EXPECT_EQ(all + rig.Drops(DropReason::LINK_DOWN), 3U * ROUNDS);
        EXPECT_EQ(ErrorsSent(rig), rig.Drops(DropReason::HOP_LIMIT));
        EXPECT_GE(ErrorsSent(rig), all);
        EXPECT_TRUE(rig.IsEmpty());
    }
}

/** Sends datagrams of node 0, one each 10 ms from 3 s on. */
Ptr<Socket>
SendSome(const Srv6Row& row, uint32_t bytes, uint8_t hopLimit)
{
    auto socket = Socket::CreateSocket(row.Node(0), UdpSocketFactory::GetTypeId());
    socket->Bind6();
    socket->SetIpv6HopLimit(hopLimit);
    for (unsigned round = 0; round < ROUNDS; ++round)
    {
        Simulator::Schedule(Seconds(3) + MilliSeconds(10 * round), [socket, bytes] {
            socket->SendTo(Create<Packet>(bytes),
                           0,
                           Inet6SocketAddress(Ipv6Address("fd00:b::1"), PORT));
        });
    }
    return socket;
}

// Node 1 encapsulates what node 0 sends; node 3 hears nothing on either of its lines.
// Clauses: [segment-errors], [segment-ways]
TEST(ErrorsUnderFaults, PacketTooBigIsToldOfTheFirstAndTimeExceededOfEach)
{
    Srv6Row row(true);
    row.Configure(0, "ipv6 route fd00:b::/64 fd00:0::2 1");
    row.Configure(1,
                  "source-address fd00:1::1\n"
                  "ipv6 route fd00:b::/64 segments fcbb:bb00:1103:2102:9003::");
    for (uint32_t i = 0; i < row.Node(3)->GetNDevices(); ++i)
    {
        if (const auto line = DynamicCast<SimpleNetDevice>(row.Node(3)->GetDevice(i)))
        {
            const Ptr<RateErrorModel> all = CreateObject<RateErrorModel>();
            all->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            all->SetRate(1);
            line->SetReceiveErrorModel(all);
        }
    }
    const Ptr<Socket> large = SendSome(row, 20000, 64);
    const Ptr<Socket> near = SendSome(row, 100, 1);
    row.Run();
    const auto count = [&row](const std::string& told) {
        return std::count(row.errors.begin(), row.errors.end(), told);
    };
    // The source hears of the way's Mtu, and sends the others in fragments that fit.
    EXPECT_EQ(count("2/0 fd00:b::1"), 1);
    EXPECT_EQ(count("3/0 fd00:b::1"), ROUNDS);
    EXPECT_EQ(row.errors.size(), 1U + ROUNDS) << "dead lines are silent";
    EXPECT_GE(row.seen[2].size(), 2 * (ROUNDS - 1)) << "fragments go on their way";
    EXPECT_TRUE(row.seen[4].empty());
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
