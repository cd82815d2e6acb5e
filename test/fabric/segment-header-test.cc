/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Packets with a segment routing header, through the table of behaviours.

#include "segment-packets.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

// Clauses: [vector-long-block], [segment-header], [segment-shift]
TEST(SegmentEndpoint, HeaderStaysWhileCarriersAreShifted)
{
    SegmentPacket packet = To("2001:db8:b:1200:1300:1400:1500:1600");
    packet.header = List({"2001:db8:b:1700:1800::"}, 1);
    // a block of 48 bits
    const char* const rest[][2] = {
        {"2001:db8:b:1200::", "2001:db8:b:1300:1400:1500:1600:0"},
        {"2001:db8:b:1300::", "2001:db8:b:1400:1500:1600::"},
        {"2001:db8:b:1400::", "2001:db8:b:1500:1600::"},
        {"2001:db8:b:1500::", "2001:db8:b:1600::"},
    };
    LocalSid plain = Un("2001:db8:b:1200::", 48);
    plain.flavours = SID_NEXT_CSID | SID_USD;
    for (const auto& [node, next] : rest)
    {
        plain.prefix = A(node);
        EXPECT_EQ(ProcessSegments(NodeOf({plain}), packet).action, SegmentAction::FORWARD);
        EXPECT_EQ(packet.destination, A(next));
        ASSERT_TRUE(packet.header);
        EXPECT_EQ(packet.header->segmentsLeft, 1);
    }
    plain.prefix = A("2001:db8:b:1600::");
    EXPECT_EQ(ProcessSegments(NodeOf({plain}), packet).action, SegmentAction::FORWARD);
    EXPECT_EQ(packet.destination, A("2001:db8:b:1700:1800::"));
    EXPECT_EQ(packet.header->segmentsLeft, 0);
    plain.prefix = A("2001:db8:b:1700::");
    EXPECT_EQ(ProcessSegments(NodeOf({plain}), packet).action, SegmentAction::FORWARD);
    EXPECT_EQ(packet.destination, A("2001:db8:b:1800::"));
    plain.prefix = A("2001:db8:b:1800::");
    EXPECT_EQ(ProcessSegments(NodeOf({plain}), packet).action, SegmentAction::DECAPSULATE);
    EXPECT_EQ(packet.hopLimit, 64 - 6);
}

// Clauses: [segment-flavours], [segment-header], [segment-once]
TEST(SegmentEndpoint, PspTakesTheHeaderOff)
{
    // The next carrier begins with the same node: SONiC's test of a header with one carrier.
    SegmentPacket packet = To("2001:3000:500::");
    packet.header = List({"2001:3000:500:600::"}, 1);
    EXPECT_EQ(ProcessSegments(NodeOf({Un("2001:3000:500::")}), packet).action,
              SegmentAction::FORWARD);
    EXPECT_EQ(packet.destination, A("2001:3000:600::"));
    EXPECT_FALSE(packet.header);
    EXPECT_EQ(packet.hopLimit, 63);

    LocalSid plain = Un("2001:3000:500::");
    plain.flavours = SID_NEXT_CSID;
    packet = To("2001:3000:500::");
    packet.header = List({"2001:3000:500:600::"}, 1);
    EXPECT_EQ(ProcessSegments(NodeOf({plain}), packet).action, SegmentAction::FORWARD);
    EXPECT_TRUE(packet.header);
}

// Clauses: [segment-flavours]
TEST(SegmentEndpoint, UspTakesTheHeaderOffAtTheEnd)
{
    for (const bool usp : {false, true})
    {
        SegmentPacket packet = To("fcbb:bb00:a::", ICMP6);
        packet.header = List({"fcbb:bb00:a::", "fcbb:bb00:b::"}, 0);
        LocalSid sid = Un("fcbb:bb00:a::");
        sid.flavours = SID_NEXT_CSID | (usp ? SID_USP : 0);
        EXPECT_EQ(ProcessSegments(NodeOf({sid}), packet).action, SegmentAction::DELIVER);
        EXPECT_EQ(packet.header.has_value(), !usp);
    }
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
