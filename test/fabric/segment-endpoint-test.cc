/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Published vectors of SRv6 with compressed segments, through the table of behaviours.

#include "segment-packets.h"

#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-segment-endpoint.h"
#include "ns3/mrc-segment-list.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr uint8_t INNER_IPV4 = 4;
constexpr uint8_t TCP = 6;

/** uA over an adjacency; bits 32: node and function. */
LocalSid
Ua(const char* prefix, uint8_t bits, uint32_t adjacency)
{
    return {A(prefix), 32, bits, SidBehaviour::END_X, SID_NEXT_CSID | SID_PSP | SID_USD, adjacency};
}

LocalSid
Udt46(const char* prefix, uint8_t bits, uint32_t table)
{
    return {A(prefix), 32, bits, SidBehaviour::END_DT46, SID_NEXT_CSID, table};
}

/** The way of one packet at one node. */
struct Row
{
    const char* name;
    std::vector<LocalSid> sids;
    SegmentPacket in;
    SegmentAction action;
    const char* out;    //!< destination afterwards
    uint8_t hops{1};    //!< taken off the hop limit
    uint32_t target{0}; //!< adjacency or table
};

void
Check(const Row& row)
{
    SegmentPacket packet = row.in;
    const SegmentVerdict verdict = ProcessSegments(NodeOf(row.sids), packet);
    EXPECT_EQ(verdict.action, row.action) << row.name;
    EXPECT_EQ(packet.destination, A(row.out)) << row.name;
    EXPECT_EQ(row.in.hopLimit - packet.hopLimit, row.hops) << row.name;
    EXPECT_EQ(verdict.target, row.target) << row.name;
    EXPECT_EQ(verdict.error, SegmentError::NONE) << row.name;
}

constexpr SegmentAction FORWARD = SegmentAction::FORWARD;
constexpr SegmentAction CROSS = SegmentAction::CROSS_CONNECT;

// Clauses: [vector-two-tiers], [vector-decap], [vector-slides], [vector-full], [vector-single]
TEST(SegmentEndpoint, CarriersAreShiftedHopByHop)
{
    const std::vector<Row> rows = {
        {"two tiers, T0",
         {Un("fcbb:bb00:2101::")},
         To("fcbb:bb00:2101:1103:2102:9003::"),
         FORWARD,
         "fcbb:bb00:1103:2102:9003::"},
        {"two tiers, T1",
         {Un("fcbb:bb00:1103::")},
         To("fcbb:bb00:1103:2102:9003::"),
         FORWARD,
         "fcbb:bb00:2102:9003::"},
        {"two tiers, last T0",
         {Un("fcbb:bb00:2102::")},
         To("fcbb:bb00:2102:9003::"),
         FORWARD,
         "fcbb:bb00:9003::"},
        {"lab, T0",
         {Un("fcbb:bbbb:1::")},
         To("fcbb:bbbb:1:1001:2:b001:fe09::"),
         FORWARD,
         "fcbb:bbbb:1001:2:b001:fe09::"},
        {"lab, T1",
         {Un("fcbb:bbbb:1001::")},
         To("fcbb:bbbb:1001:2:b001:fe09::"),
         FORWARD,
         "fcbb:bbbb:2:b001:fe09::"},
        {"slides", {Un("fcbb:bbbb:d1e0::")}, To("fcbb:bbbb:d1e0:a0::"), FORWARD, "fcbb:bbbb:a0::"},
        {"full, first",
         {Un("fcbb:bb00:1::")},
         To("fcbb:bb00:1:2:3:4:5:6"),
         FORWARD,
         "fcbb:bb00:2:3:4:5:6:0"},
        {"full, second",
         {Un("fcbb:bb00:2::")},
         To("fcbb:bb00:2:3:4:5:6:0"),
         FORWARD,
         "fcbb:bb00:3:4:5:6::"},
        {"single", {Un("2001:1000:100::")}, To("2001:1000:100:200::"), FORWARD, "2001:1000:200::"},
        {"block of 16",
         {Un("5f00:1::", 16)},
         To("5f00:1:2:3:4:5:6:7"),
         FORWARD,
         "5f00:2:3:4:5:6:7:0"},
        {"a hairpin",
         {Un("fcbb:bb00:1103::")},
         To("fcbb:bb00:1103:2101:9001::"),
         FORWARD,
         "fcbb:bb00:2101:9001::"},
    };
    for (const Row& row : rows)
    {
        Check(row);
    }
}

// Clauses: [segment-longest], [segment-shift], [segment-adjacency]
TEST(SegmentEndpoint, AdjacenciesTakeThePacketWithoutALookup)
{
    const std::vector<Row> rows = {
        {"function of 16 bits",
         {Ua("fcbb:bbbb:fe24::", 16, 7)},
         To("fcbb:bbbb:fe24:2::"),
         CROSS,
         "fcbb:bbbb:2::",
         1,
         7},
        {"node and function: both go",
         {Ua("fcbb:bbbb:1:fe24::", 32, 7)},
         To("fcbb:bbbb:1:fe24:2::"),
         CROSS,
         "fcbb:bbbb:2::",
         1,
         7},
        {"the longest acts",
         {Un("fcbb:bbbb:1::"), Ua("fcbb:bbbb:1:fe24::", 32, 7)},
         To("fcbb:bbbb:1:fe24:2::"),
         CROSS,
         "fcbb:bbbb:2::",
         1,
         7},
        {"the end: for the node",
         {Ua("fcbb:bbbb:fe24::", 16, 7)},
         To("fcbb:bbbb:fe24::"),
         SegmentAction::DECAPSULATE_CROSS,
         "fcbb:bbbb:fe24::",
         0,
         7},
    };
    for (const Row& row : rows)
    {
        Check(row);
    }
}

// Clauses: [segment-once], [usid-repeat]
TEST(SegmentEndpoint, OneVisitCostsOneHop)
{
    const std::vector<Row> rows = {
        {"node, then its function",
         {Un("fcbb:bbbb:1::"), Ua("fcbb:bbbb:fe24::", 16, 7)},
         To("fcbb:bbbb:1:fe24:2::"),
         CROSS,
         "fcbb:bbbb:2::",
         1,
         7},
        {"the same node twice",
         {Un("fcbb:bb00:a::")},
         To("fcbb:bb00:a:a:b::"),
         FORWARD,
         "fcbb:bb00:b::"},
        {"the same node to the end",
         {Un("fcbb:bb00:a::")},
         To("fcbb:bb00:a:a:a:a:a:a"),
         SegmentAction::DECAPSULATE,
         "fcbb:bb00:a::"},
    };
    for (const Row& row : rows)
    {
        Check(row);
    }
}

// Clauses: [usid-argument], [segment-longest]
TEST(SegmentEndpoint, AllBitsOfTheArgumentCount)
{
    const std::vector<Row> rows = {
        {"a zero inside",
         {Un("fcbb:bb00:a::")},
         To("fcbb:bb00:a:0:b::"),
         FORWARD,
         "fcbb:bb00:0:b::"},
        {"the last bit", {Un("fcbb:bb00:a::")}, To("fcbb:bb00:a::1"), FORWARD, "fcbb:bb00::1:0"},
        {"an unknown uSID",
         {Un("fcbb:bb00:1::")},
         To("fcbb:bb00:1:dead::"),
         FORWARD,
         "fcbb:bb00:dead::"},
        {"another node's",
         {Un("fcbb:bb00:9004::")},
         To("fcbb:bb00:9003::"),
         SegmentAction::NOT_LOCAL,
         "fcbb:bb00:9003::",
         0},
    };
    for (const Row& row : rows)
    {
        Check(row);
    }
}

// Clauses: [segment-flavours], [segment-decapsulation], [vector-decap]
TEST(SegmentEndpoint, TheEndOfACarrierIsForTheNode)
{
    const LocalSid plain{A("fcbb:bb00:b::"), 32, 16, SidBehaviour::END, SID_NEXT_CSID};
    const LocalSid dt6{A("fcbb:bb00:d::"), 32, 16, SidBehaviour::END_DT6, SID_NEXT_CSID, 3};
    const std::vector<Row> rows = {
        {"USD, IPv6",
         {Un("fcbb:bb00:a::")},
         To("fcbb:bb00:a::"),
         SegmentAction::DECAPSULATE,
         "fcbb:bb00:a::",
         0},
        {"USD, IPv4",
         {Un("fcbb:bb00:a::")},
         To("fcbb:bb00:a::", INNER_IPV4),
         SegmentAction::DECAPSULATE,
         "fcbb:bb00:a::",
         0},
        {"an echo request",
         {plain},
         To("fcbb:bb00:b::", ICMP6),
         SegmentAction::DELIVER,
         "fcbb:bb00:b::",
         0},
        {"uDT46 of node and function",
         {Udt46("fcbb:bbbb:b001:fe09::", 32, 5)},
         To("fcbb:bbbb:b001:fe09::", INNER_IPV4),
         SegmentAction::DECAPSULATE,
         "fcbb:bbbb:b001:fe09::",
         0,
         5},
        {"uDT6", {dt6}, To("fcbb:bb00:d::"), SegmentAction::DECAPSULATE, "fcbb:bb00:d::", 0, 3},
        {"uDT6 heeds no argument",
         {dt6},
         To("fcbb:bb00:d:1::"),
         SegmentAction::DECAPSULATE,
         "fcbb:bb00:d:1::",
         0,
         3},
    };
    for (const Row& row : rows)
    {
        Check(row);
    }
}

/** A packet that a node drops, and the message to the source. */
struct DropRow
{
    const char* name;
    LocalSid sid;
    SegmentPacket in;
    SegmentError error;
    uint32_t pointer;
};

SegmentPacket
With(SegmentPacket packet, const SegmentHeader& header)
{
    packet.header = header;
    return packet;
}

// Clauses: [segment-errors], [usid-end]
TEST(SegmentEndpoint, ErrorsLeaveThePacketAsItCame)
{
    SegmentHeader beyond = List({"fcbb:bb00:b::"}, 2);
    SegmentHeader claims = List({"fcbb:bb00:b::"}, 1);
    claims.lastEntry = 1;
    SegmentHeader empty = List({"fcbb:bb00:b::"}, 1);
    empty.segments.clear();
    const LocalSid dt6{A("fcbb:bb00:d::"), 32, 16, SidBehaviour::END_DT6, SID_NEXT_CSID, 3};
    const std::vector<DropRow> rows = {
        {"hop limit 1, a shift",
         Un("fcbb:bb00:a::"),
         To("fcbb:bb00:a:b::", INNER_IPV6, 1),
         SegmentError::HOP_LIMIT,
         0},
        {"hop limit 0",
         Un("fcbb:bb00:a::"),
         To("fcbb:bb00:a:b::", INNER_IPV6, 0),
         SegmentError::HOP_LIMIT,
         0},
        {"hop limit 1, a segment",
         Un("fcbb:bb00:a::"),
         With(To("fcbb:bb00:a::", INNER_IPV6, 1), List({"fcbb:bb00:b::"}, 1)),
         SegmentError::HOP_LIMIT,
         0},
        {"Segments Left two behind Last Entry",
         Un("fcbb:bb00:a::"),
         With(To("fcbb:bb00:a::"), beyond),
         SegmentError::SEGMENTS_LEFT,
         43},
        {"Last Entry behind the list",
         Un("fcbb:bb00:a::"),
         With(To("fcbb:bb00:a::"), claims),
         SegmentError::SEGMENTS_LEFT,
         43},
        {"no list",
         Un("fcbb:bb00:a::"),
         With(To("fcbb:bb00:a::"), empty),
         SegmentError::SEGMENTS_LEFT,
         43},
        {"segments left at a DT6",
         dt6,
         With(To("fcbb:bb00:d::"), List({"fcbb:bb00:b::"}, 1)),
         SegmentError::SEGMENTS_LEFT,
         43},
        {"TCP at the end",
         Un("fcbb:bb00:a::"),
         To("fcbb:bb00:a::", TCP),
         SegmentError::UPPER_LAYER,
         40},
        {"TCP at the end, behind a header",
         Un("fcbb:bb00:a::"),
         With(To("fcbb:bb00:a::", TCP), List({"fcbb:bb00:a::"}, 0)),
         SegmentError::UPPER_LAYER,
         64},
        {"IPv4 at a DT6", dt6, To("fcbb:bb00:d::", INNER_IPV4), SegmentError::UPPER_LAYER, 40},
    };
    for (const DropRow& row : rows)
    {
        SegmentPacket packet = row.in;
        const SegmentVerdict verdict = ProcessSegments(NodeOf({row.sid}), packet);
        EXPECT_EQ(verdict.action, SegmentAction::DROP) << row.name;
        EXPECT_EQ(verdict.error, row.error) << row.name;
        EXPECT_EQ(verdict.pointer, row.pointer) << row.name;
        EXPECT_EQ(packet.destination, row.in.destination) << row.name;
        EXPECT_EQ(packet.hopLimit, row.in.hopLimit) << row.name;
    }
}

// Clauses: [segment-errors]
TEST(SegmentEndpoint, HopLimitTwoGetsOneHopFurther)
{
    SegmentPacket packet = To("fcbb:bb00:a:b:c::", INNER_IPV6, 2);
    EXPECT_EQ(ProcessSegments(NodeOf({Un("fcbb:bb00:a::")}), packet).action, FORWARD);
    EXPECT_EQ(packet.hopLimit, 1);
    EXPECT_EQ(ProcessSegments(NodeOf({Un("fcbb:bb00:b::")}), packet).error,
              SegmentError::HOP_LIMIT);
    EXPECT_EQ(packet.destination, A("fcbb:bb00:b:c::"));
}

// Clauses: [segment-longest]
TEST(SidTable, RefusesWhatNoRouterTakes)
{
    const std::vector<std::pair<LocalSid, const char*>> rows = {
        {Un("fcbb:bb00:a::", 24),
         "SID fcbb:bb00:a:0:0:0:0:0/40: a block of 24 bits; expected 16, 32"},
        {Un("fcbb:bb00:a:b::"), "bits are set behind its prefix"},
        {Un("fcbb:bb00::"), "0 behind the block is the end of a carrier"},
        {{A("fcbb:bb00:a::"), 32, 0, SidBehaviour::END, SID_NEXT_CSID}, "expected 1 to 128 bits"},
        {{A("fcbb:bb00:a::"), 48, 96, SidBehaviour::END, SID_NEXT_CSID}, "expected 1 to 128 bits"},
        {Un("fcbb:bb00:1::"), "is there already"},
    };
    for (const auto& [sid, why] : rows)
    {
        SidTable table = NodeOf({Un("fcbb:bb00:1::")});
        try
        {
            table.Add(sid);
            ADD_FAILURE() << "taken, where expected was: " << why;
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
        }
    }
}

} // namespace
