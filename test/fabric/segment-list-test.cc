/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "segment-addresses.h"

#include "ns3/mrc-byte-cursor.h"
#include "ns3/mrc-segment-endpoint.h"
#include "ns3/mrc-segment-list.h"

#include <gtest/gtest.h>
#include <numeric>
#include <vector>

using namespace ns3::mrc;

namespace
{

// Clauses: [segment-list]
TEST(SegmentList, FillsCarriersInTheOrderOfTheWay)
{
    EXPECT_EQ(PackCarriers(A("fcbb:bb00::"), 32, {0x2101, 0x1103, 0x2102, 0x9003}),
              std::vector<AddressBits>({A("fcbb:bb00:2101:1103:2102:9003::")}));
    EXPECT_EQ(PackCarriers(A("5f00::"), 16, {1, 2, 3, 4, 5, 6, 7}),
              std::vector<AddressBits>({A("5f00:1:2:3:4:5:6:7")}));
    EXPECT_EQ(PackCarriers(A("fcbb:bb00::"), 32, {1, 2, 3, 4, 5, 6, 7}),
              std::vector<AddressBits>({A("fcbb:bb00:1:2:3:4:5:6"), A("fcbb:bb00:7::")}));
    EXPECT_EQ(PackCarriers(A("fcbb:bb00:1::"), 48, {1, 2, 3, 4, 5, 6}),
              std::vector<AddressBits>({A("fcbb:bb00:1:1:2:3:4:5"), A("fcbb:bb00:1:6::")}));
}

// Clauses: [segment-list]
TEST(SegmentList, RefusesAWayThatNobodyCouldGo)
{
    EXPECT_THROW(PackCarriers(A("fcbb::"), 24, {1}), std::invalid_argument);
    EXPECT_THROW(PackCarriers(A("fcbb:bb00:1::"), 32, {1}), std::invalid_argument);
    EXPECT_THROW(PackCarriers(A("fcbb:bb00::"), 32, {}), std::invalid_argument);
    EXPECT_THROW(PackCarriers(A("fcbb:bb00::"), 32, {1, 0, 2}), std::invalid_argument);
    EXPECT_THROW(Encapsulate({}, 41), std::invalid_argument);
    EXPECT_THROW(Encapsulate(std::vector<AddressBits>(128), 41), std::invalid_argument);
}

// Clauses: [segment-list]
TEST(SegmentList, OneCarrierNeedsNoHeader)
{
    const SegmentEncapsulation one = Encapsulate({A("fcbb:bb00:1:2::")}, 41);
    EXPECT_EQ(one.destination, A("fcbb:bb00:1:2::"));
    EXPECT_FALSE(one.header);

    const SegmentEncapsulation three = Encapsulate({A("1::"), A("2::"), A("3::")}, 41);
    EXPECT_EQ(three.destination, A("1::"));
    ASSERT_TRUE(three.header);
    EXPECT_EQ(three.header->nextHeader, 41);
    EXPECT_EQ(three.header->segmentsLeft, 2);
    EXPECT_EQ(three.header->lastEntry, 1);
    EXPECT_EQ(three.header->segments, std::vector<AddressBits>({A("3::"), A("2::")}));
}

// The source of the vector with a block of 48 bits; its nodes are in segment-vectors.h.
// Clauses: [segment-list], [vector-long-block]
TEST(SegmentList, TheVectorWithALongBlockHasOneSegmentMore)
{
    const std::vector<AddressBits> carriers =
        PackCarriers(A("fd00:5:b::"), 48, {0x1200, 0x1300, 0x1400, 0x1500, 0x1600, 0x1700, 0x1800});
    EXPECT_EQ(carriers,
              std::vector<AddressBits>(
                  {A("fd00:5:b:1200:1300:1400:1500:1600"), A("fd00:5:b:1700:1800::")}));
    const SegmentEncapsulation way = Encapsulate(carriers, 41);
    EXPECT_EQ(way.destination, carriers[0]);
    ASSERT_TRUE(way.header);
    EXPECT_EQ(way.header->segmentsLeft, 1);
    EXPECT_EQ(way.header->segments, std::vector<AddressBits>({carriers[1]}));
}

// Clauses: [segment-header], [segment-list]
TEST(SegmentHeader, GoldenBytes)
{
    const SegmentEncapsulation way = Encapsulate({A("1::"), A("2::")}, 41);
    std::vector<uint8_t> bytes(way.header->Bytes());
    ByteWriter out(bytes.data(), bytes.size());
    Encode(out, *way.header);
    ASSERT_TRUE(out.Ok());
    // next header, length in 8 bytes, type 4, segments left, last entry, flags, tag; the segment
    // 2::
    std::vector<uint8_t> golden = {41, 2, 4, 1, 0, 0, 0, 0, 0, 2};
    golden.resize(24);
    EXPECT_EQ(bytes, golden);
}

// Clauses: [segment-header]
TEST(SegmentHeader, BytesComeBackWhateverTheyClaim)
{
    // two segments' room and a TLV of 8 bytes; Last Entry tells of fewer, as many, more
    for (const uint8_t lastEntry : {0, 1, 5})
    {
        std::vector<uint8_t> bytes(48);
        std::iota(bytes.begin(), bytes.end(), 0);
        bytes[1] = 5;
        bytes[2] = 4;
        bytes[4] = lastEntry;
        ByteReader in(bytes.data(), bytes.size());
        SegmentHeader header;
        ASSERT_TRUE(Decode(in, header));
        EXPECT_EQ(in.Left(), 0U);
        EXPECT_EQ(header.MostLastEntry(), 1);
        std::vector<uint8_t> again(header.Bytes());
        ByteWriter out(again.data(), again.size());
        Encode(out, header);
        EXPECT_EQ(again, bytes);
        for (std::size_t cut = 0; cut < bytes.size(); ++cut)
        {
            ByteReader part(bytes.data(), cut);
            EXPECT_FALSE(Decode(part, header)) << cut;
        }
    }
}

// Clauses: [segment-header]
TEST(SegmentHeader, OtherTypesAreNotRead)
{
    const std::vector<uint8_t> bytes = {41, 0, 0, 0, 0, 0, 0, 0};
    ByteReader in(bytes.data(), bytes.size());
    SegmentHeader header;
    EXPECT_FALSE(Decode(in, header));
}

// Clauses: [segment-header], [segment-list], [segment-once]
TEST(SegmentList, AWayOfThirteenNodesArrives)
{
    std::vector<uint16_t> usids(13);
    std::iota(usids.begin(), usids.end(), 1);
    const SegmentEncapsulation way = Encapsulate(PackCarriers(A("fcbb:bb00::"), 32, usids), 41);
    SegmentPacket packet;
    packet.destination = way.destination;
    packet.header = way.header;
    packet.hopLimit = 64;
    packet.upperLayer = 41;
    for (const uint16_t usid : usids)
    {
        SidTable table;
        const AddressBits prefix{0xfcbbbb0000000000ULL | (static_cast<uint64_t>(usid) << 16), 0};
        table.Add({prefix, 32, 16, SidBehaviour::END, SID_NEXT_CSID | SID_PSP | SID_USD});
        const SegmentVerdict verdict = ProcessSegments(table, packet);
        EXPECT_EQ(verdict.action, usid == 13 ? SegmentAction::DECAPSULATE : SegmentAction::FORWARD)
            << usid;
    }
    EXPECT_EQ(packet.hopLimit, 64 - 12);
    EXPECT_FALSE(packet.header); // taken off where the last carrier began
}

} // namespace
