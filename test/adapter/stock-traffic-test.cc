/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Packets of stock stacks on their way through a fabric.

#include "../mrc-test-network.h"
#include "stock-rig.h"

#include "ns3/flow-id-tag.h"
#include "ns3/mrc-line-rate.h"
#include "ns3/mrc-nic-table.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

constexpr uint32_t UDP_BYTES = 8;

/** @return how long a stock packet takes alone, from the first bit to the last */
double
AloneNs(const TopologySpec& spec, uint32_t ipBytes, unsigned hops)
{
    const uint32_t line = ipBytes + 58 + 20; // Ethernet, outer IPv6, FCS; preamble and gap
    Span span = LineRate(spec.nicLinkRate).Serialize(line) + spec.nicLinkDelay + spec.t0Latency;
    for (unsigned i = 2; i < hops; ++i)
    {
        span = span + LineRate(spec.fabricLinkRate).Serialize(line) + spec.fabricLinkDelay +
               (i + 1 == hops ? spec.t0Latency : spec.t1Latency);
    }
    span = span + LineRate(spec.nicLinkRate).Serialize(line) + spec.nicLinkDelay;
    return static_cast<double>(span.Ps()) / 1000;
}

// Clauses: [stock-encapsulation]
TEST(StockTraffic, APacketAloneTakesTheTimeOfItsBytes)
{
    const TopologySpec spec = SixNics(); // NICs 0 to 2 below one T0
    for (const IpVersion version : {IpVersion::IPV4, IpVersion::IPV6})
    {
        for (const uint32_t to : {1, 4})
        {
            StockRig rig(spec);
            rig.Send(rig.Udp(0, to, version), 1, 1000, 0);
            Simulator::Run();
            ASSERT_EQ(rig.arrivals[to].size(), 1);
            EXPECT_EQ(rig.arrivals[to][0].packet->GetSize(), 1000);
            const uint32_t ip = 1000 + UDP_BYTES + (version == IpVersion::IPV4 ? 20 : 40);
            EXPECT_NEAR(rig.arrivals[to][0].at.GetNanoSeconds(),
                        AloneNs(spec, ip, to == 1 ? 2 : 4),
                        1);
            EXPECT_TRUE(rig.IsEmpty());
        }
    }
}

/** @return the packets that left each port of a NIC */
std::vector<uint64_t>
SentBy(const StockRig& rig, uint32_t nic)
{
    std::vector<uint64_t> sent;
    const Fabric& fabric = rig.network->Engine().fabric;
    for (PlaneId plane = 0; plane < 2; ++plane)
    {
        const PortIndex port = rig.network->Engine().nics.Store().nics[nic].firstPort + plane;
        sent.push_back(fabric.State().Link(port).frames);
    }
    return sent;
}

// Clauses: [stock-path]
TEST(StockTraffic, AFlowStaysInOrderOnOnePlane)
{
    StockRig rig(SixNics());
    const auto socket = rig.Udp(0, 4);
    for (uint32_t i = 1; i <= 300; ++i)
    {
        rig.Send(socket, 1, i, 0);
    }
    Simulator::Run();
    ASSERT_EQ(rig.arrivals[4].size(), 300);
    for (uint32_t i = 0; i < 300; ++i)
    {
        ASSERT_EQ(rig.arrivals[4][i].packet->GetSize(), i + 1);
    }
    const auto sent = SentBy(rig, 0);
    EXPECT_EQ(std::max(sent[0], sent[1]), 300);
    EXPECT_EQ(std::min(sent[0], sent[1]), 0);
    EXPECT_TRUE(rig.IsEmpty());
}

// Clauses: [stock-path]
TEST(StockTraffic, FlowsSpreadOverPlanesAndSprayedPacketsDoSoEvenly)
{
    StockRig flows(SixNics());
    for (int i = 0; i < 60; ++i)
    {
        flows.Send(flows.Udp(0, 4), 5, 1000, 0);
    }
    Simulator::Run();
    EXPECT_EQ(flows.arrivals[4].size(), 300);
    for (const uint64_t sent : SentBy(flows, 0))
    {
        EXPECT_NEAR(sent, 150, 60);
    }

    StockRig sprayed(SixNics(), {}, {{"Spread", "Packet"}});
    sprayed.Send(sprayed.Udp(0, 4), 300, 1000, 0);
    Simulator::Run();
    EXPECT_EQ(sprayed.arrivals[4].size(), 300);
    for (const uint64_t sent : SentBy(sprayed, 0))
    {
        EXPECT_NEAR(sent, 150, 1);
    }
}

// Clauses: [stock-share]
TEST(StockTraffic, SharesTheLineOfANicWithQueuePairs)
{
    StockRig rig(SmallFabric(3, 3, 0));
    rig.network->Connect(0, 1)->Write(20000000);
    // frames of 4,242 bytes, as long as those of a full packet
    const auto socket = rig.Udp(0, 2);
    rig.Send(socket, 2500, 4136, 0);
    Simulator::Stop(MicroSeconds(500));
    Simulator::Run();
    const auto stock = static_cast<double>(rig.arrivals[2].size());
    const auto both = static_cast<double>(SentBy(rig, 0)[0]);
    EXPECT_GT(both, 1400) << "the line is full";
    EXPECT_NEAR(stock / both, 0.5, 0.025);
}

/** @return the reasons of a rig's drops that count, by their names */
std::map<std::string, uint64_t>
DropsOf(const StockRig& rig)
{
    std::map<std::string, uint64_t> drops;
    for (unsigned i = 0; i < DROP_REASONS; ++i)
    {
        const auto reason = static_cast<DropReason>(i);
        if (rig.Drops(reason) != 0)
        {
            drops[DropReasonName(reason)] = rig.Drops(reason);
        }
    }
    return drops;
}

/** Five NICs send 200 datagrams each to NIC 0. */
void
Incast(StockRig& rig, uint8_t trafficClass)
{
    for (uint32_t nic = 1; nic < 6; ++nic)
    {
        const auto socket = rig.Udp(nic, 0);
        socket->SetIpv6Tclass(trafficClass);
        rig.Send(socket, 200, 4000, 0);
    }
    Simulator::Run();
}

// Clauses: [stock-class]
TEST(StockTraffic, WhatDoesNotFitIsDroppedAndCounted)
{
    StockRig rig(SmallFabric(6, 6, 0));
    Incast(rig, 0);
    const auto drops = DropsOf(rig);
    ASSERT_EQ(drops.size(), 1);
    EXPECT_EQ(drops.begin()->first, "data-overflow");
    EXPECT_GT(drops.begin()->second, 100);
    EXPECT_EQ(drops.begin()->second + rig.arrivals[0].size(), 1000);
    EXPECT_TRUE(rig.IsEmpty());
}

// Clauses: [stock-class], [stock-trimmed]
TEST(StockTraffic, ATrimmableCodePointIsTrimmedAndNoStackSeesTheRest)
{
    StockRig rig(SmallFabric(6, 6, 0));
    uint32_t refused = 0;
    rig.stacks.devices.Get(0)->TraceConnectWithoutContext(
        "MacRxDrop",
        CallbackOf<Ptr<const Packet>>([&refused](Ptr<const Packet> packet) {
            refused += packet->GetSize() == 4048; // as it was sent
        }));
    Incast(rig, 1 << 2);
    const auto drops = DropsOf(rig);
    ASSERT_EQ(drops.size(), 1);
    EXPECT_EQ(drops.begin()->first, "stock-trimmed");
    EXPECT_EQ(drops.begin()->second, refused);
    EXPECT_GT(refused, 100);
    EXPECT_EQ(refused + rig.arrivals[0].size(), 1000);
    for (const StockArrival& arrival : rig.arrivals[0])
    {
        EXPECT_EQ(arrival.packet->GetSize(), 4000);
    }
    EXPECT_TRUE(rig.IsEmpty());
}

// Clauses: [stock-trimmed]
TEST(StockTraffic, APacketThatLostNothingWhenItWasTrimmedArrives)
{
    for (const uint32_t bytes : {40, 41}) // 88 bytes of IPv6 packet are left of a trimmed one
    {
        StockRig rig(SmallFabric(6, 6, 0));
        for (uint32_t nic = 1; nic < 6; ++nic)
        {
            const auto socket = rig.Udp(nic, 0);
            socket->SetIpv6Tclass(1 << 2);
            rig.Send(socket, 80, bytes, 0);
        }
        Simulator::Run();
        uint64_t trims = 0;
        for (PortIndex port = 0; port < rig.network->GetTopology().PortCount(); ++port)
        {
            trims += rig.network->Engine().fabric.Tally().Counters(port).trims;
        }
        EXPECT_GT(trims, 10);
        EXPECT_EQ(rig.Drops(DropReason::STOCK_TRIMMED), bytes == 40 ? 0 : trims);
        EXPECT_EQ(rig.arrivals[0].size(), bytes == 40 ? 400 : 400 - trims);
        EXPECT_TRUE(rig.IsEmpty());
    }
}

// Clauses: [stock-class]
TEST(StockTraffic, TheCodePointsOfTrimmedPacketsAreNotForgedByStacks)
{
    for (const uint8_t dscp : {11, 21})
    {
        StockRig rig(SmallFabric(6, 6, 0));
        const auto socket = rig.Udp(1, 0);
        socket->SetIpv6Tclass(static_cast<uint8_t>(dscp << 2));
        rig.Send(socket, 3, 4000, 0);
        Simulator::Run();
        EXPECT_EQ(rig.arrivals[0].size(), 3);
    }
}

/** @return datagrams of NIC 0 that the stack sees with CE in the traffic class */
uint32_t
MarkedOf(StockRig& rig, IpVersion version, uint8_t trafficClass)
{
    uint32_t marked = 0;
    const auto listener =
        Socket::CreateSocket(rig.stacks.devices.Get(0)->GetNode(), UdpSocketFactory::GetTypeId());
    const bool is6 = version == IpVersion::IPV6;
    listener->Bind(is6 ? Address(Inet6SocketAddress(Ipv6Address::GetAny(), 10))
                       : Address(InetSocketAddress(Ipv4Address::GetAny(), 10)));
    is6 ? listener->SetIpv6RecvTclass(true) : listener->SetIpRecvTos(true);
    listener->SetRecvCallback(CallbackOf<Ptr<Socket>>([&marked](Ptr<Socket> from) {
        while (const Ptr<Packet> packet = from->Recv())
        {
            SocketIpTosTag tos;
            SocketIpv6TclassTag tclass;
            const bool has4 = packet->RemovePacketTag(tos);
            const bool has6 = packet->RemovePacketTag(tclass);
            const unsigned value = has4 ? tos.GetTos() : has6 ? tclass.GetTclass() : 0;
            marked += (value & 3) == 3;
        }
    }));
    for (uint32_t nic = 3; nic < 6; ++nic) // these NICs share the way up, and its port marks
    {
        const auto socket = rig.Udp(nic, 0, version);
        socket->Connect(is6 ? Address(Inet6SocketAddress(rig.stacks.ipv6.GetAddress(0, 1), 10))
                            : Address(InetSocketAddress(rig.stacks.ipv4.GetAddress(0), 10)));
        is6 ? socket->SetIpv6Tclass(trafficClass) : socket->SetIpTos(trafficClass);
        rig.Send(socket, 60, 1000, 0);
    }
    Simulator::Run();
    return marked;
}

// Clauses: [stock-ecn]
TEST(StockTraffic, AMarkOfTheFabricReachesTheStack)
{
    for (const IpVersion version : {IpVersion::IPV4, IpVersion::IPV6})
    {
        for (const uint8_t ect : {1, 2})
        {
            StockRig rig(SmallFabric(6, 3, 1));
            const uint32_t marked = MarkedOf(rig, version, ect);
            uint64_t marks = 0;
            for (PortIndex port = 0; port < rig.network->GetTopology().PortCount(); ++port)
            {
                marks += rig.network->Engine().fabric.Tally().Counters(port).marks;
            }
            EXPECT_GT(marked, 10);
            EXPECT_EQ(marked, marks);
            EXPECT_EQ(rig.Drops(DropReason::STOCK_NOT_ECT), 0);
        }
        StockRig rig(SmallFabric(6, 3, 1));
        EXPECT_EQ(MarkedOf(rig, version, 0), 0) << "not ECN-capable: never marked";
        EXPECT_EQ(rig.Drops(DropReason::STOCK_NOT_ECT), 0);
    }
}

// Clauses: [stock-encapsulation]
TEST(StockTraffic, TagsArrive)
{
    StockRig rig(SixNics());
    const auto packet = Create<Packet>(500);
    packet->AddPacketTag(FlowIdTag(17));
    packet->AddByteTag(FlowIdTag(18));
    const auto socket = rig.Udp(0, 4);
    Simulator::ScheduleNow([socket, packet] { socket->Send(packet); }); // stacks begin with the run
    Simulator::Run();
    ASSERT_EQ(rig.arrivals[4].size(), 1);
    FlowIdTag tag;
    EXPECT_TRUE(rig.arrivals[4][0].packet->PeekPacketTag(tag));
    EXPECT_EQ(tag.GetFlowId(), 17);
    EXPECT_TRUE(rig.arrivals[4][0].packet->FindFirstMatchingByteTag(tag));
    EXPECT_EQ(tag.GetFlowId(), 18);
}

// Clauses: [wire-mode], [stock-encapsulation]
TEST(StockTraffic, IsTheSameWithBytesOnEveryHop)
{
    uint64_t fingerprints[2];
    for (unsigned wire = 0; wire < 2; ++wire)
    {
        StockRig rig(SmallFabric(6, 3, 2), {{"WireMode", wire == 0 ? "false" : "true"}});
        rig.network->Connect(0, 5)->Write(1000000);
        Incast(rig, 1 << 2 | 2);
        fingerprints[wire] = rig.network->Fingerprint();
        EXPECT_GT(rig.Drops(DropReason::STOCK_TRIMMED), 0);
    }
    EXPECT_EQ(fingerprints[0], fingerprints[1]);
}

// Clauses: [wred-drops], [wire-mode]
TEST(StockTraffic, WhatCannotBeMarkedIsDroppedEarlyBesideMrc)
{
    uint64_t fingerprints[2];
    for (unsigned wire = 0; wire < 2; ++wire)
    {
        StockRig rig(SmallFabric(6, 6, 0),
                     {{"DataWredMinimum", "20000"},
                      {"DataWredMaximum", "60000"},
                      {"LastHopLimit", "20"}, // room for all that RED spares
                      {"WireMode", wire == 0 ? "false" : "true"}});
        std::vector<Ptr<Qp>> qps;
        uint32_t completed = 0;
        for (uint32_t nic = 1; nic < 3; ++nic)
        {
            qps.push_back(rig.network->Connect(nic, 0));
            CountSuccess(qps.back(), completed);
            qps.back()->Write(1000000);
        }
        for (const uint8_t ecn : {0, 2}) // not ECN-capable, and ECT(0)
        {
            const auto socket = rig.Udp(3 + ecn, 0);
            socket->SetIpv6Tclass(5 << 2 | ecn);
            rig.Send(socket, 500, ecn == 0 ? 1000 : 1001, 100);
        }
        Simulator::Run();
        EXPECT_EQ(completed, 2U);
        const uint64_t drops = rig.Drops(DropReason::WRED);
        EXPECT_GT(drops, 50U);
        EXPECT_LT(drops, 500U);
        uint64_t capable = 0;
        for (const StockArrival& arrival : rig.arrivals[0])
        {
            capable += arrival.packet->GetSize() == 1001;
        }
        EXPECT_EQ(rig.arrivals[0].size() - capable, 500 - drops) << "of the others alone";
        EXPECT_EQ(capable, 500U);
        EXPECT_TRUE(rig.IsEmpty());
        fingerprints[wire] = rig.network->Fingerprint();
    }
    EXPECT_EQ(fingerprints[0], fingerprints[1]);
}

// Clauses: [stock-receive]
TEST(StockTraffic, ANicWithoutAStackDropsIt)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(SixNics());
    const auto network = Audited(helper.Install());
    const StockStacks stacks = helper.InstallStacks(network, {2});
    ASSERT_EQ(stacks.devices.GetN(), 1);
    const auto socket =
        Socket::CreateSocket(stacks.devices.Get(0)->GetNode(), UdpSocketFactory::GetTypeId());
    socket->Bind();
    socket->Connect(InetSocketAddress(Ipv4Address("10.0.0.6"), 9)); // NIC 5
    Simulator::ScheduleNow([socket] { socket->Send(Create<Packet>(10)); });
    Simulator::Run();
    EXPECT_EQ(network->Engine().fabric.Tally().Drops(DropReason::NO_STACK), 1);
    EXPECT_EQ(network->Engine().fabric.Stock().Live(), 0);
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
