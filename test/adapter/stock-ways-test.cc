/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Stacks that encapsulate by themselves: their ways through switches with SIDs, and what switches
// tell them by ICMPv6.

#include "../fabric/segment-addresses.h"
#include "stock-rig.h"

#include "ns3/icmpv6-header.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-list-routing-helper.h"
#include "ns3/ipv6-raw-socket-factory.h"
#include "ns3/ipv6-static-routing-helper.h"
#include "ns3/mrc-ipv6-address.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-segment-header.h"
#include "ns3/mrc-srv6-header.h"
#include "ns3/mrc-srv6-helper.h"
#include "ns3/mrc-switch.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

constexpr uint8_t INNER_IPV6 = 41;
constexpr uint8_t ICMP_PROTOCOL = 58;
constexpr uint16_t IPV6_ETHERTYPE = 0x86dd;

// NICs 0 to 2 are below p0.t0.0 (4000), the others below p0.t0.1 (4001); p0.t1.1 is 8001. Both
// adjacencies lead by way of p0.t1.1.
const char* const ADJACENCIES = "p0.t0.0 sid fcbb:bb00:fe24::/48 behavior uA interface up1;"
                                "p0.t1.1 sid fcbb:bb00:8001:fe25::/64 behavior uA interface down1";
const char* const BY_ADJACENCIES = "fcbb:bb00:4000:fe24:8001:fe25:4001:c001";

/** @return a datagram from NIC to NIC, to port 9 */
Ptr<Packet>
Inner(uint32_t from, uint32_t to, uint8_t protocol = 17)
{
    Ptr<Packet> packet = Create<Packet>(100);
    UdpHeader udp;
    udp.SetDestinationPort(9);
    packet->AddHeader(udp);
    Ipv6Header header;
    header.SetSource(ToIpv6Address(AddressOfNic(from)));
    header.SetDestination(ToIpv6Address(AddressOfNic(to)));
    header.SetNextHeader(protocol);
    header.SetHopLimit(9);
    header.SetPayloadLength(packet->GetSize());
    packet->AddHeader(header);
    return packet;
}

/** Outer headers of a packet. */
struct Outer
{
    std::string destination;
    uint8_t hopLimit{64};
    std::string segment{};          //!< of a routing header; none: there is no header
    uint8_t nextHeader{INNER_IPV6}; //!< of the last header
    std::string source{};           //!< none: the sending NIC
};

Ptr<Packet>
Encapsulated(const Ptr<Packet>& inner, uint32_t from, const Outer& outer)
{
    Ipv6Header header;
    header.SetNextHeader(outer.nextHeader);
    if (!outer.segment.empty())
    {
        SegmentHeader segments;
        segments.nextHeader = outer.nextHeader;
        segments.segmentsLeft = 1;
        segments.segments = {A(outer.segment)};
        inner->AddHeader(Srv6Header(segments));
        header.SetNextHeader(ROUTING_HEADER);
    }
    header.SetSource(outer.source.empty() ? ToIpv6Address(AddressOfNic(from))
                                          : Ipv6Address(outer.source.c_str()));
    header.SetDestination(ToIpv6Address(A(outer.destination)));
    header.SetHopLimit(outer.hopLimit);
    header.SetPayloadLength(inner->GetSize());
    inner->AddHeader(header);
    return inner;
}

/** @return frames that arrived behind a port of a switch */
uint64_t
FramesBehind(const StockRig& rig, const std::string& port)
{
    const Topology& topology = rig.network->GetTopology();
    for (PortIndex i = 0; i < topology.PortCount(); ++i)
    {
        if (PortName(topology, i) == port)
        {
            return rig.network->Engine().fabric.State().Link(i).frames;
        }
    }
    return UINT64_MAX;
}

bool
SendNow(const StockRig& rig, uint32_t nic, const Ptr<Packet>& packet)
{
    return rig.Device(nic)->Send(packet, Address(), IPV6_ETHERTYPE);
}

// Clauses: [stock-ways], [switch-sids], [segment-adjacency], [segment-shift]
TEST(StockWays, APacketGoesByTheAdjacenciesThatItNames)
{
    for (const char* wireMode : {"false", "true"})
    {
        StockRig rig(SixNics(), {{"Sids", ADJACENCIES}, {"WireMode", wireMode}});
        EXPECT_TRUE(SendNow(rig, 0, Encapsulated(Inner(0, 4), 0, {BY_ADJACENCIES})));
        Simulator::Run();
        EXPECT_EQ(rig.arrivals[4].size(), 1U);
        EXPECT_EQ(FramesBehind(rig, "p0.t0.0.up1"), 1U);
        EXPECT_EQ(FramesBehind(rig, "p0.t1.1.down1"), 1U);
        EXPECT_TRUE(rig.IsEmpty());
    }
}

// Clauses: [stock-ways], [switch-flavours], [segment-header], [wrong-nic]
TEST(StockWays, ASegmentRoutingHeaderIsTheFrames)
{
    for (const char* flavors : {"none", "psp"})
    {
        StockRig rig(SixNics(), {{"Flavors", flavors}, {"WireMode", "true"}, {"TrimSize", "160"}});
        EXPECT_TRUE(SendNow(
            rig,
            0,
            Encapsulated(Inner(0, 4), 0, {"fcbb:bb00:4000:8001::", 64, "fcbb:bb00:4001:c001::"})));
        // The way ends at another NIC: the last node of the list is not the one inside.
        EXPECT_TRUE(
            SendNow(rig,
                    0,
                    Encapsulated(Inner(0, 4),
                                 0,
                                 {"fcbb:bb00:4000:8001::", 64, "fcbb:bb00:4001:c002:1::"})));
        Simulator::Run();
        EXPECT_EQ(rig.arrivals[4].size(), 1U) << flavors;
        EXPECT_EQ(rig.Drops(DropReason::WRONG_NIC), 1U);
        EXPECT_TRUE(rig.IsEmpty());
    }
}

// Clauses: [stock-ways]
TEST(StockWays, AHairpinComesBackToItsNic)
{
    StockRig rig(SixNics());
    EXPECT_TRUE(SendNow(rig, 0, Encapsulated(Inner(0, 0), 0, {"fcbb:bb00:4000:8001:4000:c000::"})));
    Simulator::Run();
    EXPECT_EQ(rig.arrivals[0].size(), 1U);
    EXPECT_EQ(FramesBehind(rig, "p0.t1.1.down0"), 1U);
}

// Clauses: [stock-ways], [stock-refusals]
TEST(StockWays, WhatNoFrameCanHaveIsRefused)
{
    StockRig rig(SixNics());
    const char* const way = "fcbb:bb00:4000:8001:4001:c001::";
    const std::vector<Outer> rows = {
        {way, 64, "", ICMP_PROTOCOL},                   // nothing inside
        {way, 64, "", 4},                               // another version
        {way, 64, "fd00:1::", INNER_IPV6},              // a segment of another block
        {way, 64, "fcbb:bb00:4001:c001::", INNER_IPV6}, // a trim would cut the header
        {way, 64, "", INNER_IPV6, "fd00:6d72:6300::3"}, // another NIC's source
    };
    for (const Outer& row : rows)
    {
        EXPECT_FALSE(SendNow(rig, 0, Encapsulated(Inner(0, 4), 0, row)));
    }
    EXPECT_EQ(rig.Device(0)->Refusals(StockRefusal::WAY), rows.size());
    EXPECT_FALSE(SendNow(rig, 0, Encapsulated(Inner(0, 9), 0, {way})));
    EXPECT_EQ(rig.Device(0)->Refusals(StockRefusal::DESTINATION), 1U);
    EXPECT_TRUE(rig.IsEmpty());
}

// The way of SRv6's own protocol on the NIC's node. Clauses: [stock-ways], [switch-sids]
TEST(StockWays, ARouterOfTheStockStackSendsIntoTheFabric)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(SixNics());
    helper.SetFabricAttribute("Sids", StringValue(ADJACENCIES));
    const Ptr<Network> network = Audited(helper.Install());
    const Ptr<Node> node = network->GetFaces().NodeAt(1);
    Ipv6ListRoutingHelper list;
    list.Add(Srv6Helper(), 100);
    list.Add(Ipv6StaticRoutingHelper(), 0);
    InternetStackHelper internet;
    internet.SetRoutingHelper(list);
    internet.Install(node);
    const StockStacks stacks = helper.InstallStacks(network);
    Srv6Helper::Configure(node,
                          std::string("source-address fd00:6d72:6300::1\n"
                                      "ipv6 route fcbb:bb00::/32 fabric\n"
                                      "ipv6 route fd00:6d72:6300::4/128 segments ") +
                              BY_ADJACENCIES,
                          {{"fabric", stacks.ipv6.GetInterfaceIndex(1)}});
    uint32_t received = 0;
    auto sink =
        Socket::CreateSocket(stacks.devices.Get(4)->GetNode(), UdpSocketFactory::GetTypeId());
    sink->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), 9));
    sink->SetRecvCallback(
        CallbackOf<Ptr<Socket>>([&](Ptr<Socket> from) { received += from->Recv()->GetSize(); }));
    auto socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    socket->Bind6();
    socket->Connect(Inet6SocketAddress(stacks.ipv6.GetAddress(4, 1), 9));
    // Before the run ns-3's traffic control does not know the devices.
    Simulator::Schedule(MicroSeconds(1), [socket] { socket->Send(Create<Packet>(100)); });
    Simulator::Run();
    EXPECT_EQ(received, 100U);
    const FabricState& state = network->Engine().fabric.State();
    const Topology& topology = network->GetTopology();
    for (PortIndex i = 0; i < topology.PortCount(); ++i)
    {
        if (PortName(topology, i) == "p0.t1.1.down1")
        {
            EXPECT_EQ(state.Link(i).frames, 1U);
        }
    }
    Simulator::Destroy();
}

/** An ICMPv6 error that a stack received. */
struct Heard
{
    AddressBits from;
    int type;
    int code;
    uint32_t pointer;
    AddressBits about; //!< destination of the packet inside
    int hopLimit;      //!< the same
};

/** Has a NIC's stack note the ICMPv6 that it receives. */
Ptr<Socket>
Listen(const StockRig& rig, uint32_t nic, std::vector<Heard>& heard)
{
    auto socket = Socket::CreateSocket(rig.stacks.devices.Get(nic)->GetNode(),
                                       Ipv6RawSocketFactory::GetTypeId());
    socket->SetAttribute("Protocol", UintegerValue(ICMP_PROTOCOL));
    socket->Bind();
    socket->SetRecvCallback(CallbackOf<Ptr<Socket>>([&heard](Ptr<Socket> from) {
        while (const Ptr<Packet> packet = from->Recv())
        {
            Ipv6Header header;
            packet->RemoveHeader(header);
            std::vector<uint8_t> bytes(packet->GetSize());
            packet->CopyData(bytes.data(), bytes.size());
            packet->RemoveAtStart(8);
            Ipv6Header about;
            packet->RemoveHeader(about);
            heard.push_back({ToAddressBits(header.GetSource()),
                             bytes[0],
                             bytes[1],
                             bytes[7],
                             ToAddressBits(about.GetDestination()),
                             about.GetHopLimit()});
        }
    }));
    return socket;
}

/** @return the address of a node of the fabric, which follows from its number */
AddressBits
AddressOfNode(const StockRig& rig, const std::string& name)
{
    return AddressOfNic(*FindNode(rig.network->GetTopology(), name));
}

// As traceroute does it: each hop tells, by a packet that is as it came to the hop.
// Clauses: [switch-errors], [segment-errors], [usid-hop-limit]
TEST(SwitchErrors, EachHopTellsOfThePacketThatEndsThere)
{
    const std::vector<std::pair<std::string, std::string>> hops = {
        {"p0.t0.0", "fcbb:bb00:4000:8001:4001:c001::"},
        {"p0.t1.1", "fcbb:bb00:8001:4001:c001::"},
        {"p0.t0.1", "fcbb:bb00:4001:c001::"},
    };
    for (const char* wireMode : {"false", "true"})
    {
        StockRig rig(SixNics(), {{"SendIcmp", "true"}, {"WireMode", wireMode}});
        std::vector<Heard> heard;
        const Ptr<Socket> socket = Listen(rig, 0, heard);
        for (uint8_t hopLimit = 1; hopLimit <= 4; ++hopLimit)
        {
            Simulator::Schedule(MicroSeconds(10 * hopLimit), [&rig, &hops, hopLimit] {
                SendNow(rig, 0, Encapsulated(Inner(0, 4), 0, {hops[0].second, hopLimit}));
            });
        }
        Simulator::Run();
        ASSERT_EQ(heard.size(), hops.size());
        for (std::size_t i = 0; i < hops.size(); ++i)
        {
            EXPECT_EQ(heard[i].from, AddressOfNode(rig, hops[i].first));
            EXPECT_EQ(heard[i].type, 3);
            EXPECT_EQ(heard[i].code, 0);
            EXPECT_EQ(heard[i].about, A(hops[i].second));
            EXPECT_EQ(heard[i].hopLimit, 1);
        }
        EXPECT_EQ(rig.arrivals[4].size(), 1U);
        EXPECT_EQ(rig.Drops(DropReason::HOP_LIMIT), hops.size());
        EXPECT_TRUE(rig.IsEmpty());
        UintegerValue told;
        const Faces& faces = rig.network->GetFaces();
        const uint32_t node = *FindNode(rig.network->GetTopology(), "p0.t1.1");
        faces.NodeAt(node)->GetObject<Switch>()->GetAttribute("IcmpErrors", told);
        EXPECT_EQ(told.Get(), 1U);
    }
}

// Clauses: [switch-errors], [segment-errors], [usid-end], [usid-unknown]
TEST(SwitchErrors, EachKindOfDropHasItsError)
{
    StockRig rig(SixNics(),
                 {{"SendIcmp", "true"},
                  {"TrimSize", "160"},
                  {"Sids", "p0.t0.0 ipv6 route fcbb:bb00:b1ac::/48 blackhole"}});
    std::vector<Heard> heard;
    const Ptr<Socket> socket = Listen(rig, 0, heard);
    const std::vector<Outer> rows = {
        {"fcbb:bb00:4000:dead::"},                    // no route
        {"fcbb:bb00:4000:b1ac::"},                    // a blackhole is silent
        {"fcbb:bb00:4000::"},                         // the end of the carrier
        {"fcbb:bb00:4000::", 64, "fcbb:bb00:dead::"}, // a next segment without a route
        {"fcbb:bb00:4000:8001:4001:c001::", 1},       // hops
    };
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        Simulator::Schedule(MicroSeconds(10 * (i + 1)), [&rig, &rows, i] {
            EXPECT_TRUE(SendNow(rig, 0, Encapsulated(Inner(0, 4), 0, rows[i])));
        });
    }
    Simulator::Run();
    ASSERT_EQ(heard.size(), 4U);
    const std::vector<std::vector<int>> expected = {{1, 0, 0}, {4, 4, 40}, {1, 0, 0}, {3, 0, 0}};
    for (std::size_t i = 0; i < heard.size(); ++i)
    {
        EXPECT_EQ(
            (std::vector<int>{heard[i].type, heard[i].code, static_cast<int>(heard[i].pointer)}),
            expected[i])
            << i;
        EXPECT_EQ(heard[i].from, AddressOfNode(rig, "p0.t0.0"));
    }
    EXPECT_EQ(rig.Drops(DropReason::UNKNOWN_USID), 3U);
    EXPECT_TRUE(rig.IsEmpty());
}

// Clauses: [switch-errors]
TEST(SwitchErrors, SilentByDefault)
{
    StockRig rig(SixNics());
    std::vector<Heard> heard;
    const Ptr<Socket> socket = Listen(rig, 0, heard);
    SendNow(rig, 0, Encapsulated(Inner(0, 4), 0, {"fcbb:bb00:4000:8001:4001:c001::", 1}));
    Simulator::Run();
    EXPECT_TRUE(heard.empty());
    EXPECT_EQ(rig.Drops(DropReason::HOP_LIMIT), 1U);
}

// An End without NEXT-CSID in the way of queue pairs has each of their packets end there.
// Clauses: [switch-errors], [stock-receive]
TEST(SwitchErrors, ANicWithoutAStackDropsThem)
{
    Simulator::Destroy();
    FabricHelper helper;
    helper.SetTopology(SixNics());
    helper.SetFabricAttribute("SendIcmp", BooleanValue(true));
    helper.SetFabricAttribute("WireMode", BooleanValue(true));
    helper.SetFabricAttribute("Sids",
                              StringValue("p0.t0.0 sid fcbb:bb00:4000:8001::/64 behavior End"));
    const Ptr<Network> network = Audited(helper.Install());
    const Ptr<Qp> qp = network->Connect(0, 4);
    qp->Write(100000);
    Simulator::Stop(MilliSeconds(20));
    Simulator::Run();
    const auto tally = network->Engine().fabric.Tally();
    EXPECT_GT(tally.Drops(DropReason::END_OF_CARRIER), 0U);
    EXPECT_GT(tally.Drops(DropReason::NO_STACK), 0U);
    // Errors that the end of the run meets on their way are there still.
    EXPECT_EQ(tally.Drops(DropReason::NO_STACK) + network->Engine().fabric.Stock().Live(),
              tally.Drops(DropReason::END_OF_CARRIER));
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
