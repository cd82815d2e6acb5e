/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Switches that take outer headers off the packets of stacks, and where the packets inside go.

#include "../fabric/segment-addresses.h"
#include "stock-rig.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-raw-socket-factory.h"
#include "ns3/mrc-ipv6-address.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-segment-header.h"
#include "ns3/mrc-srv6-header.h"
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

constexpr uint8_t INNER_IPV4 = 4;
constexpr uint8_t INNER_IPV6 = 41;
constexpr uint8_t ICMP_PROTOCOL = 58;
constexpr uint8_t UDP_PROTOCOL = 17;
constexpr uint16_t IPV6_ETHERTYPE = 0x86dd;

// NICs 0 to 2 are below p0.t0.0 (4000), the others below p0.t0.1 (4001); p0.t1.1 is 8001.
const char* const LAST_T0 = "p0.t0.1 sid fcbb:bb00:fe09::/48 behavior uDT6";
const char* const BY_T1 = "p0.t1.1 sid fcbb:bb00:fe09::/48 behavior uDT46";
const char* const TO_LAST_T0 = "fcbb:bb00:4000:8001:4001:fe09::";
const char* const TO_T1 = "fcbb:bb00:4000:8001:fe09::";

/** An IPv6 header and its fields that these tests vary. */
struct WrittenFields
{
    std::string destination;
    uint8_t hopLimit{64};
    uint8_t trafficClass{0};
    uint8_t nextHeader{INNER_IPV6};
};

/** Puts a header in front of a packet. @return the same packet */
Ptr<Packet>
Within(const Ptr<Packet>& packet, uint32_t from, const WrittenFields& fields)
{
    Ipv6Header header;
    header.SetSource(ToIpv6Address(AddressOfNic(from)));
    header.SetDestination(ToIpv6Address(A(fields.destination)));
    header.SetNextHeader(fields.nextHeader);
    header.SetHopLimit(fields.hopLimit);
    header.SetTrafficClass(fields.trafficClass);
    header.SetFlowLabel(0x54321);
    header.SetPayloadLength(packet->GetSize());
    packet->AddHeader(header);
    return packet;
}

/** @return a datagram to port 9 of NIC 4 */
Ptr<Packet>
Inner(uint32_t from, uint8_t hopLimit = 9, uint8_t trafficClass = 0, uint32_t bytes = 100)
{
    Ptr<Packet> packet = Create<Packet>(bytes);
    UdpHeader udp;
    udp.SetDestinationPort(9);
    packet->AddHeader(udp);
    return Within(packet, from, {"fd00:6d72:6300::4", hopLimit, trafficClass, UDP_PROTOCOL});
}

/** A fabric in which NIC 4 notes the packets that come to its stack. */
class DecapsulationRig : public StockRig
{
  public:
    explicit DecapsulationRig(const std::string& sids, Settings more = {})
        : StockRig(SixNics(), With(sids, std::move(more)))
    {
        stacks.devices.Get(4)->TraceConnectWithoutContext(
            "MacRx",
            CallbackOf<Ptr<const Packet>>([this](Ptr<const Packet> packet) {
                Ipv6Header header;
                packet->PeekHeader(header);
                seen.push_back(header);
                sizes.push_back(packet->GetSize());
            }));
        m_socket = Socket::CreateSocket(stacks.devices.Get(0)->GetNode(),
                                        Ipv6RawSocketFactory::GetTypeId());
        m_socket->SetAttribute("Protocol", UintegerValue(ICMP_PROTOCOL));
        m_socket->Bind();
        m_socket->SetRecvCallback(CallbackOf<Ptr<Socket>>([this](Ptr<Socket> from) {
            while (const Ptr<Packet> packet = from->Recv())
            {
                Hear(packet);
            }
        }));
    }

    /** Sends a packet of NIC 0, and lets the run end. @return whether the NIC took it */
    bool Pass(const Ptr<Packet>& packet)
    {
        const bool taken = Device(0)->Send(packet, Address(), IPV6_ETHERTYPE);
        Simulator::Run();
        EXPECT_TRUE(IsEmpty());
        return taken;
    }

    /** @return frames that arrived behind a port of a switch */
    uint64_t FramesBehind(const std::string& port) const
    {
        const Topology& topology = network->GetTopology();
        for (PortIndex i = 0; i < topology.PortCount(); ++i)
        {
            if (PortName(topology, i) == port)
            {
                return network->Engine().fabric.State().Link(i).frames;
            }
        }
        return UINT64_MAX;
    }

    std::vector<Ipv6Header> seen;   //!< of packets that came to NIC 4
    std::vector<uint32_t> sizes;    //!< of these, bytes
    std::vector<std::string> heard; //!< "SWITCH TYPE CODE POINTER, about DESTINATION hops N"

  private:
    static Settings With(const std::string& sids, Settings more)
    {
        more.emplace_back("Sids", sids);
        return more;
    }

    void Hear(const Ptr<Packet>& packet)
    {
        Ipv6Header header;
        packet->RemoveHeader(header);
        std::vector<uint8_t> bytes(packet->GetSize());
        packet->CopyData(bytes.data(), bytes.size());
        packet->RemoveAtStart(8);
        Ipv6Header about;
        packet->RemoveHeader(about);
        const AddressBits from = ToAddressBits(header.GetSource());
        std::ostringstream text;
        text << NodeName(network->GetTopology(), static_cast<uint32_t>(from.low)) << ' '
             << +bytes[0] << ' ' << +bytes[1] << ' ' << +bytes[7] << ", about "
             << about.GetDestination() << " hops " << +about.GetHopLimit();
        heard.push_back(text.str());
    }

    Ptr<Socket> m_socket;
};

// Clauses: [switch-decapsulation], [segment-decapsulation], [wire-mode], [wrong-nic]
TEST(StockDecapsulation, TheLastSwitchTakesTheHeaderOffAndANicsRouteDoesTheRest)
{
    std::vector<uint64_t> fingerprints;
    for (const char* wireMode : {"false", "true"})
    {
        DecapsulationRig rig(LAST_T0, {{"WireMode", wireMode}});
        EXPECT_TRUE(rig.Pass(Within(Inner(0), 0, {TO_LAST_T0})));
        ASSERT_EQ(rig.arrivals[4].size(), 1U);
        EXPECT_EQ(rig.arrivals[4][0].packet->GetSize(), 100U);
        ASSERT_EQ(rig.seen.size(), 1U);
        EXPECT_EQ(rig.seen[0].GetHopLimit(), 8) << "the switch is one hop of the packet inside";
        EXPECT_EQ(rig.seen[0].GetFlowLabel(), 0x54321U);
        EXPECT_EQ(rig.seen[0].GetDestination(), ToIpv6Address(AddressOfNic(4)));
        EXPECT_EQ(rig.FramesBehind("p0.t0.1.down1"), 1U);
        fingerprints.push_back(rig.network->Fingerprint());
    }
    EXPECT_EQ(fingerprints[0], fingerprints[1]);
}

// The frame is shorter by a header on the last link.
// Clauses: [switch-decapsulation]
TEST(StockDecapsulation, TheFrameHasNoOuterHeaderThen)
{
    DecapsulationRig rig(LAST_T0);
    rig.Pass(Within(Inner(0), 0, {TO_LAST_T0}));
    const Topology& topology = rig.network->GetTopology();
    uint64_t before = 0;
    uint64_t behind = 0;
    for (PortIndex i = 0; i < topology.PortCount(); ++i)
    {
        const uint64_t bytes = rig.network->Engine().fabric.State().Link(i).bytes;
        before = PortName(topology, i) == "p0.t1.1.down1" ? bytes : before;
        behind = PortName(topology, i) == "p0.t0.1.down1" ? bytes : behind;
    }
    EXPECT_EQ(before, 148U + 58U);
    EXPECT_EQ(behind, 148U + 18U);
}

// Clauses: [switch-decapsulation], [switch-flavours], [segment-flavours]
TEST(StockDecapsulation, AnyNodeMayBeTheLastSegment)
{
    for (const char* wireMode : {"false", "true"})
    {
        DecapsulationRig node("none", {{"Flavors", "psp usp usd"}, {"WireMode", wireMode}});
        EXPECT_TRUE(node.Pass(Within(Inner(0), 0, {"fcbb:bb00:4000:8001:4001::"})));
        ASSERT_EQ(node.seen.size(), 1U);
        EXPECT_EQ(node.seen[0].GetHopLimit(), 8);

        DecapsulationRig adjacency("p0.t0.1 sid fcbb:bb00:fe24::/48 behavior uA interface down1",
                                   {{"WireMode", wireMode}});
        EXPECT_TRUE(adjacency.Pass(Within(Inner(0), 0, {"fcbb:bb00:4000:8001:4001:fe24::"})));
        ASSERT_EQ(adjacency.seen.size(), 1U);
        EXPECT_EQ(adjacency.seen[0].GetHopLimit(), 8);

        // Without USD the packet is for an upper layer that no switch has.
        DecapsulationRig none("none", {{"Flavors", "usp"}, {"WireMode", wireMode}});
        EXPECT_TRUE(none.Pass(Within(Inner(0), 0, {"fcbb:bb00:4000:8001:4001::"})));
        EXPECT_TRUE(none.seen.empty());
        EXPECT_EQ(none.Drops(DropReason::END_OF_CARRIER), 1U);
    }
}

// Clauses: [switch-decapsulation], [segment-header], [wire-mode]
TEST(StockDecapsulation, ThePacketInsideMayNameAWayOfItsOwn)
{
    for (const char* wireMode : {"false", "true"})
    {
        DecapsulationRig rig(BY_T1, {{"WireMode", wireMode}, {"TrimSize", "160"}});
        const Ptr<Packet> second = Within(Inner(0), 0, {"fcbb:bb00:4001:c001::", 7});
        EXPECT_TRUE(rig.Pass(Within(second, 0, {TO_T1})));
        ASSERT_EQ(rig.seen.size(), 1U);
        EXPECT_EQ(rig.seen[0].GetHopLimit(), 9) << "inside until the NIC takes the header off";
        EXPECT_EQ(rig.sizes[0], 148U);

        // with a segment routing header inside, of which the last T0 takes the next segment
        Ptr<Packet> listed = Inner(0);
        SegmentHeader segments;
        segments.nextHeader = INNER_IPV6;
        segments.segmentsLeft = 1;
        segments.segments = {A("fcbb:bb00:4001:c001::")};
        listed->AddHeader(Srv6Header(segments));
        Within(listed, 0, {"fcbb:bb00:4001::", 64, 0, ROUTING_HEADER});
        EXPECT_TRUE(rig.Pass(Within(listed, 0, {TO_T1})));
        EXPECT_EQ(rig.seen.size(), 2U);
        EXPECT_EQ(rig.arrivals[4].size(), 2U);

        // A header that no frame has is refused wherever it stands.
        Ptr<Packet> odd = Inner(0);
        segments.segments = {A("fd00:1::")};
        odd->AddHeader(Srv6Header(segments));
        Within(odd, 0, {"fcbb:bb00:4001::", 64, 0, ROUTING_HEADER});
        EXPECT_FALSE(rig.Pass(Within(odd, 0, {TO_T1})));
        EXPECT_EQ(rig.Device(0)->Refusals(StockRefusal::WAY), 1U);
    }
}

// Clauses: [switch-decapsulation], [switch-errors], [segment-errors]
TEST(StockDecapsulation, WhatNoTableKnowsIsToldOfThePacketInside)
{
    const std::string route =
        std::string(BY_T1) + ";p0.t1.1 ipv6 route fd00:6d72:6300::4/126 down1";
    for (const char* wireMode : {"false", "true"})
    {
        DecapsulationRig rig(BY_T1, {{"SendIcmp", "true"}, {"WireMode", wireMode}});
        rig.Pass(Within(Inner(0), 0, {TO_T1}));
        EXPECT_TRUE(rig.seen.empty());
        EXPECT_EQ(rig.Drops(DropReason::NO_ROUTE), 1U);
        ASSERT_EQ(rig.heard.size(), 1U);
        EXPECT_EQ(rig.heard[0], "p0.t1.1 1 0 0, about fd00:6d72:6300::4 hops 9");

        DecapsulationRig known(route, {{"SendIcmp", "true"}, {"WireMode", wireMode}});
        known.Pass(Within(Inner(0), 0, {TO_T1}));
        ASSERT_EQ(known.seen.size(), 1U);
        EXPECT_EQ(known.seen[0].GetHopLimit(), 7) << "two switches forward the packet inside";
        EXPECT_TRUE(known.heard.empty());

        // Of the packet inside hops end.
        known.Pass(Within(Inner(0, 1), 0, {TO_T1}));
        known.Pass(Within(Inner(0, 2), 0, {TO_T1}));
        EXPECT_EQ(known.seen.size(), 1U);
        EXPECT_EQ(known.Drops(DropReason::HOP_LIMIT), 2U);
        ASSERT_EQ(known.heard.size(), 2U);
        EXPECT_EQ(known.heard[0], "p0.t1.1 3 0 0, about fd00:6d72:6300::4 hops 1");
        EXPECT_EQ(known.heard[1], "p0.t0.1 3 0 0, about fd00:6d72:6300::4 hops 1");
    }
}

// Clauses: [switch-decapsulation], [segment-flavours], [switch-errors]
TEST(StockDecapsulation, AnAdjacencyCostsAHopOfThePacketInside)
{
    DecapsulationRig rig(
        "p0.t0.1 sid fcbb:bb00:fe24::/48 behavior End.X interface down1 flavors usd",
        {{"SendIcmp", "true"}});
    rig.Pass(Within(Inner(0, 1), 0, {"fcbb:bb00:4000:8001:4001:fe24::"}));
    EXPECT_TRUE(rig.seen.empty());
    EXPECT_EQ(rig.Drops(DropReason::HOP_LIMIT), 1U);
    ASSERT_EQ(rig.heard.size(), 1U);
    EXPECT_EQ(rig.heard[0], "p0.t0.1 3 0 0, about fd00:6d72:6300::4 hops 1");
    // Another NIC does not take the packet.
    DecapsulationRig other("p0.t0.1 sid fcbb:bb00:fe24::/48 behavior uA interface down2");
    other.Pass(Within(Inner(0), 0, {"fcbb:bb00:4000:8001:4001:fe24::"}));
    EXPECT_EQ(other.Drops(DropReason::WRONG_NIC), 1U);
}

// Clauses: [switch-decapsulation], [segment-ecn]
TEST(StockDecapsulation, AMarkGoesInside)
{
    constexpr uint8_t ECT0 = 2;
    constexpr uint8_t CE = 3;
    for (const char* wireMode : {"false", "true"})
    {
        DecapsulationRig rig(LAST_T0, {{"SendIcmp", "true"}, {"WireMode", wireMode}});
        rig.Pass(Within(Inner(0, 9, ECT0), 0, {TO_LAST_T0, 64, CE}));
        ASSERT_EQ(rig.seen.size(), 1U);
        EXPECT_EQ(rig.seen[0].GetTrafficClass(), CE);
        rig.Pass(Within(Inner(0, 9, 0), 0, {TO_LAST_T0, 64, CE}));
        EXPECT_EQ(rig.seen.size(), 1U);
        EXPECT_EQ(rig.Drops(DropReason::STOCK_NOT_ECT), 1U);
        EXPECT_TRUE(rig.heard.empty()) << "no source is told";
    }
}

// The code point inside is that of the packet from there on.
// Clauses: [switch-decapsulation], [stock-class]
TEST(StockDecapsulation, TheClassIsThatOfThePacketInside)
{
    DecapsulationRig rig(LAST_T0, {{"WireMode", "true"}});
    rig.Pass(Within(Inner(0, 9, 46 << 2), 0, {TO_LAST_T0, 64, 10 << 2}));
    ASSERT_EQ(rig.seen.size(), 1U);
    EXPECT_EQ(rig.seen[0].GetTrafficClass(), 46 << 2);
}

// Switches have no table of IPv4 addresses, and End.DT6 takes no IPv4 at all.
// Clauses: [switch-decapsulation], [segment-decapsulation], [switch-errors]
TEST(StockDecapsulation, Ipv4InsideIsAnUpperLayer)
{
    const std::vector<std::pair<std::string, std::string>> rows = {{LAST_T0, TO_LAST_T0},
                                                                   {BY_T1, TO_T1}};
    for (const auto& [sids, way] : rows)
    {
        DecapsulationRig rig(sids, {{"SendIcmp", "true"}});
        Ptr<Packet> packet = Create<Packet>(100);
        Ipv4Header header;
        header.SetSource(Ipv4Address("10.0.0.1"));
        header.SetDestination(Ipv4Address("10.0.0.5"));
        header.SetProtocol(UDP_PROTOCOL);
        header.SetPayloadSize(packet->GetSize());
        packet->AddHeader(header);
        EXPECT_TRUE(rig.Pass(Within(packet, 0, {way, 64, 0, INNER_IPV4})));
        EXPECT_EQ(rig.Drops(DropReason::END_OF_CARRIER), 1U);
        ASSERT_EQ(rig.heard.size(), 1U);
        // The uN and the function are one visit, and the packet is told as it came.
        const std::string came = sids == LAST_T0 ? "4001:fe09:: hops 62" : "8001:fe09:: hops 63";
        EXPECT_NE(rig.heard[0].find(" 4 4 40, about fcbb:bb00:" + came), std::string::npos)
            << rig.heard[0];
    }
}

// What was trimmed on the way cannot say so without its outer header.
// Clauses: [switch-decapsulation], [stock-trimmed]
TEST(StockDecapsulation, TrimmedPacketsEndAtTheSwitch)
{
    DecapsulationRig rig(LAST_T0, {{"SendIcmp", "true"}, {"WireMode", "true"}});
    constexpr uint8_t TRIMMABLE = 1 << 2;
    for (uint32_t nic = 0; nic < 3; ++nic)
    {
        for (uint32_t i = 0; i < 100; ++i)
        {
            rig.Device(nic)->Send(
                Within(Inner(nic, 9, TRIMMABLE, 4000), nic, {TO_LAST_T0, 64, TRIMMABLE}),
                Address(),
                IPV6_ETHERTYPE);
        }
    }
    Simulator::Run();
    EXPECT_GT(rig.Drops(DropReason::STOCK_TRIMMED), 10U);
    EXPECT_GT(rig.seen.size(), 10U);
    EXPECT_EQ(rig.Drops(DropReason::STOCK_TRIMMED) + rig.seen.size(), 300U);
    EXPECT_TRUE(rig.heard.empty());
    EXPECT_TRUE(rig.IsEmpty());
}

// Their ways end at NICs: a switch that should take one off has no bytes to look into.
// Clauses: [switch-decapsulation], [switch-errors]
TEST(StockDecapsulation, QueuePairsPacketsGoByAsBefore)
{
    std::vector<uint64_t> fingerprints;
    for (const char* sids : {"none", BY_T1})
    {
        Simulator::Destroy();
        FabricHelper helper;
        helper.AssignStreams(3);
        helper.SetTopology(SixNics());
        helper.SetFabricAttribute("Sids", StringValue(sids));
        const Ptr<Network> network = Audited(helper.Install());
        const auto pairs = PostIncast(*network);
        Simulator::Run();
        fingerprints.push_back(network->Fingerprint());
    }
    EXPECT_EQ(fingerprints[0], fingerprints[1]);
    Simulator::Destroy();

    FabricHelper helper;
    helper.SetTopology(SixNics());
    helper.SetFabricAttribute("Sids",
                              StringValue("p0.t0.1 sid fcbb:bb00:4001:c001::/64 behavior uDT6"));
    const Ptr<Network> network = Audited(helper.Install());
    network->Connect(0, 4)->Write(100000);
    Simulator::Stop(MilliSeconds(5));
    Simulator::Run();
    EXPECT_GT(network->Engine().fabric.Tally().Drops(DropReason::END_OF_CARRIER), 0U);
    Simulator::Destroy();
}

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
