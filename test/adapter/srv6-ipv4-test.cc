/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// IPv4 packets inside SRv6 on the stock IPv6 stack.

#include "srv6-row.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-ipv4-bytes.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

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
        Srv6Row row(false, true);
        Ptr<ns3::Ipv4> stack = row.Node(4)->GetObject<ns3::Ipv4>();
        ASSERT_TRUE(stack);
        unsigned got = 0;
        Callback<void, Ptr<const Packet>, Ptr<ns3::Ipv4>, uint32_t> count(
            std::function<void(Ptr<const Packet>, Ptr<ns3::Ipv4>, uint32_t)>(
                [&](Ptr<const Packet>, Ptr<ns3::Ipv4>, uint32_t) { ++got; }));
        stack->TraceConnectWithoutContext("Rx", count);
        row.Configure(4, "sid fcbb:bb00:9003:fe09::/64 behavior uDT46");
        row.SendRaw("fcbb:bb00:2101:1103:2102:9003:fe09:0", 4, packet);
        row.Run();
        EXPECT_EQ(got, isWhole ? 1U : 0U);
        EXPECT_EQ(row.Drops(4, SegmentError::INNER_PACKET), isWhole ? 0U : 1U);
    }
}

/** Has a node note the IPv4 packets that come to it. */
void
NoteIpv4(Ptr<Node> node, std::vector<Ptr<const Packet>>& got)
{
    constexpr uint16_t IPV4_TYPE = 0x0800;
    using From = const Address&;
    const std::function<
        void(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, From, From, NetDevice::PacketType)>
        note = [&got](Ptr<NetDevice>,
                      Ptr<const Packet> packet,
                      uint16_t,
                      From,
                      From,
                      NetDevice::PacketType) { got.push_back(packet); };
    node->RegisterProtocolHandler(Callback<void,
                                           Ptr<NetDevice>,
                                           Ptr<const Packet>,
                                           uint16_t,
                                           From,
                                           From,
                                           NetDevice::PacketType>(note),
                                  IPV4_TYPE,
                                  nullptr);
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
    for (const uint8_t hops : {1, 2, 64})
    {
        Srv6Row row(true);
        row.Configure(0, "ipv6 route fc00:1::/32 fd00:0::2 1");
        row.Configure(1, "sid fc00:1:fe24::/48 behavior uA interface 2 nexthop fd00:1::2");
        std::vector<Ptr<const Packet>> got;
        NoteIpv4(row.Node(2), got);
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

/** ns-3's own header would lose options: the bytes are those of Linux (test/linux/check-linux.py).
 */
// Clauses: [segment-flavours], [segment-adjacency]
TEST(Srv6Routing, Ipv4InsideKeepsItsOptionsAndItsChecksum)
{
    std::vector<uint8_t> bytes = {0x46, 0,    0,  0x1e, 0x12, 0x34, 0,   0,   9,   0x11,
                                  0x88, 0x80, 10, 13,   0,    1,    10,  12,  0,   1,
                                  1,    1,    1,  0,    'i',  'n',  's', 'i', 'd', 'e'};
    Srv6Row row(true);
    row.Configure(0, "ipv6 route fc00:1::/32 fd00:0::2 1");
    row.Configure(1, "sid fc00:1:fe24::/48 behavior uA interface 2 nexthop fd00:1::2");
    std::vector<Ptr<const Packet>> got;
    NoteIpv4(row.Node(2), got);
    row.SendRaw("fc00:1:fe24::", 4, Create<Packet>(bytes.data(), bytes.size()));
    row.Run();
    ASSERT_EQ(got.size(), 1U);
    std::vector<uint8_t> sent(got[0]->GetSize());
    got[0]->CopyData(sent.data(), sent.size());
    bytes[8] = 8;     // a hop less
    bytes[10] = 0x89; // and the sum of the header is as much more
    EXPECT_EQ(sent, bytes);
}

// Clauses: [segment-ecn]
TEST(Ipv4Bytes, AChangeKeepsTheSumOfTheHeader)
{
    std::vector<uint8_t> bytes = {0x46, 0,  0, 0x1e, 0x12, 0x34, 0, 0, 9, 0x11, 0x88, 0x80,
                                  10,   13, 0, 1,    10,   12,   0, 1, 1, 1,    1,    0};
    const auto sum = [](const std::vector<uint8_t>& header) {
        uint32_t total = 0;
        for (std::size_t i = 0; i < header.size(); i += 2)
        {
            total += header[i] << 8 | header[i + 1];
        }
        return (total & 0xffff) + (total >> 16);
    };
    ASSERT_EQ(sum(bytes), 0xffffU);
    for (const Ecn ecn : {Ecn::NOT_ECT, Ecn::ECT1, Ecn::ECT0, Ecn::CE})
    {
        for (unsigned ttl = 0; ttl < 256; ++ttl)
        {
            Ptr<Packet> packet = Create<Packet>(bytes.data(), bytes.size());
            Ipv4Bytes header;
            EXPECT_EQ(packet->RemoveHeader(header), 24U);
            EXPECT_EQ(header.PayloadSize(), 6U);
            header.SetTtl(static_cast<uint8_t>(ttl));
            header.SetEcnField(ecn);
            EXPECT_EQ(header.Ttl(), ttl);
            EXPECT_EQ(header.EcnField(), ecn);
            packet->AddHeader(header);
            std::vector<uint8_t> changed(packet->GetSize());
            packet->CopyData(changed.data(), changed.size());
            ASSERT_EQ(changed.size(), 24U);
            EXPECT_EQ(sum(changed), 0xffffU) << ttl;
            for (const std::size_t at : {1, 8, 10, 11})
            {
                changed[at] = bytes[at];
            }
            EXPECT_EQ(changed, bytes);
        }
    }
    // Stacks of ns-3 without checksums have 0 there.
    bytes[10] = bytes[11] = 0;
    Ptr<Packet> packet = Create<Packet>(bytes.data(), bytes.size());
    Ipv4Bytes header;
    packet->RemoveHeader(header);
    header.SetTtl(1);
    packet->AddHeader(header);
    packet->CopyData(bytes.data(), bytes.size());
    EXPECT_EQ(bytes[8], 1);
    EXPECT_EQ(bytes[10] | bytes[11], 0);
}

} // namespace
