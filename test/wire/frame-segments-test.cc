/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Segment routing headers of frames: their contents and their bytes.

#include "codec-frames.h"

#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-stock-packet.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** @return the carrier of these uSIDs in fcbb:bb00::/32 */
AddressBits
Carrier(const std::vector<uint16_t>& usids)
{
    UsidCarrier carrier = UsidCarrier::OfBlock(UsidCarrier::DEFAULT_BLOCK);
    unsigned place = 0;
    for (const uint16_t usid : usids)
    {
        carrier = carrier.With(place++, Usid{usid});
    }
    return {carrier.High(), carrier.Low()};
}

/** A way in carriers of fewer uSIDs than the way has. */
struct Split
{
    std::vector<uint16_t> way;
    unsigned most;
    AddressBits front;
    std::vector<AddressBits> list; //!< the last segment first
};

// Clauses: [carrier-segments], [segment-list]
TEST(FrameSegments, ACarrierHoldsAtMostSoMany)
{
    const std::vector<Split> rows = {
        {{1, 2, 3, 4, 5, 6}, 6, Carrier({1, 2, 3, 4, 5, 6}), {}},
        {{1, 2, 3, 4, 5, 6}, 5, Carrier({1, 2, 3, 4, 5}), {Carrier({6})}},
        {{1, 2, 3, 4, 5, 6}, 4, Carrier({1, 2, 3, 4}), {Carrier({5, 6})}},
        {{1, 2, 3, 4, 5, 6}, 3, Carrier({1, 2, 3}), {Carrier({4, 5, 6})}},
        {{1, 2, 3, 4, 5, 6}, 2, Carrier({1, 2}), {Carrier({5, 6}), Carrier({3, 4})}},
        {{1, 2, 3, 4}, 4, Carrier({1, 2, 3, 4}), {}},
        {{1, 2, 3, 4}, 3, Carrier({1, 2, 3}), {Carrier({4})}},
        {{1, 2, 3, 4}, 1, Carrier({1}), {Carrier({4}), Carrier({3}), Carrier({2})}},
        {{1, 2, 3, 4, 5}, 2, Carrier({1, 2}), {Carrier({5}), Carrier({3, 4})}},
        {{1, 2}, 3, Carrier({1, 2}), {}},
        {{1, 2, 3, 4, 5, 6, 7}, 6, Carrier({1, 2, 3, 4, 5, 6}), {Carrier({7})}},
        {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 6, Carrier({1, 2, 3, 4, 5, 6}), {Carrier({7, 8, 9, 10})}},
        {{1, 2, 3, 4, 5, 6, 7, 8}, 4, Carrier({1, 2, 3, 4}), {Carrier({5, 6, 7, 8})}},
        {{1, 2, 3, 4, 5, 6, 7}, 3, Carrier({1, 2, 3}), {Carrier({7}), Carrier({4, 5, 6})}},
    };
    for (const Split& row : rows)
    {
        const auto inCarrier = std::min<std::size_t>(row.way.size(), UsidCarrier::CAPACITY);
        const auto end = row.way.begin() + static_cast<std::ptrdiff_t>(inCarrier);
        const AddressBits way = Carrier({row.way.begin(), end});
        Frame frame;
        frame.segments = 0x21; // of the packet that had this frame before
        frame.behind[0] = Usid{static_cast<uint16_t>(row.way.size() < 6 ? 77 : 0)};
        for (std::size_t i = inCarrier; i < row.way.size(); ++i)
        {
            frame.behind.at(i - inCarrier) = Usid{row.way[i]};
        }
        frame.destination = UsidCarrier(way.high, way.low);
        SplitCarrier(frame, row.most);
        EXPECT_EQ(frame.destination, UsidCarrier(row.front.high, row.front.low));
        EXPECT_EQ(SegmentsLeft(frame), row.list.size());
        EXPECT_EQ(frame.segments == 0, row.list.empty());
        const uint32_t bytes = row.list.empty() ? 0 : 8 + 16 * row.list.size();
        EXPECT_EQ(SegmentBytes(frame), bytes);
        EXPECT_EQ(SegmentBytesFor(row.way.size(), row.most), bytes);
        if (!row.list.empty())
        {
            const SegmentHeader header = SegmentHeaderOf(frame);
            EXPECT_EQ(header.segments, row.list);
            EXPECT_EQ(header.lastEntry, row.list.size() - 1);
            EXPECT_EQ(header.segmentsLeft, row.list.size());
            Frame back;
            back.destination = frame.destination;
            EXPECT_TRUE(TakeSegments(header, back));
            EXPECT_EQ(back.segments, frame.segments);
            EXPECT_EQ(back.behind, frame.behind);
        }
    }
}

// Clauses: [carrier-segments], [header-order]
TEST(FrameSegments, BytesAreThoseWrittenByHand)
{
    Bytes wanted = Hex("06000000 4801 02 01 00000102 86dd"
                       "6c300007 007c 2b 3e fd006d72 63000000 00000000 00000102"
                       "fcbbbb00 48010000 00000000 00000000"
                       "29 04 04 01 01 00 0000"
                       "fcbbbb00 c8030000 00000000 00000000"
                       "fcbbbb00 88020000 00000000 00000000"
                       "6c200007 002c 11 40 fd006d72 63000000 00000000 00000102"
                       "fd006d72 63000000 00000000 00000203"
                       "6000 12b7 002c 0000"
                       "dd 00 ffff 00 000011 00 000005"
                       "0000 02 00 20000001 00000000 00 0a0b0c 20 00 0d0e"
                       "00000000 00000000");
    ASSERT_EQ(wanted.size(), 142 + 40);
    // The ICRC begins behind the header, which no NIC looks at.
    Store(wanted, 174, InvariantCrc(wanted.data() + 94, 174 - 94));
    Store(wanted, 178, Crc32(wanted.data(), 178));
    Frame frame = NackFrame();
    frame.destination = UsidCarrier(0xfcbbbb0048018802ULL, 0xc803ULL << 48);
    SplitCarrier(frame, 1);
    ASSERT_EQ(SegmentsLeft(frame), 2U);
    frame.segments = 0x11; // one of them has been visited
    frame.size = frame.fullSize = 182;
    EXPECT_EQ(EncodeFrame(PacketCodec(), frame, NackDatagram()), wanted);
}

/** Gives a random frame a random list, or none. */
void
AddSegments(Frame& frame, Draws& draws)
{
    for (unsigned i = 0; i < 6; ++i)
    {
        const auto usid = static_cast<uint16_t>(1 + draws.Below(0xffff));
        frame.destination = frame.destination.With(i, Usid{usid});
    }
    const unsigned most = 2 + draws.Below(5);
    const unsigned room = most + MAX_USIDS_BEHIND - UsidCarrier::CAPACITY;
    for (unsigned i = draws.Below(room + 1); i > 0; --i)
    {
        frame.behind.at(i - 1) = Usid{static_cast<uint16_t>(i)};
    }
    SplitCarrier(frame, most);
    frame.size = static_cast<uint16_t>(frame.size + SegmentBytes(frame));
    const unsigned visited = draws.Below(SegmentsLeft(frame) + 1);
    frame.segments = static_cast<uint8_t>(frame.segments - visited);
}

// Clauses: [carrier-segments], [trim-lengths], [trim-minimum]
TEST(FrameSegments, RoundTripIsTheIdentityWholeAndCut)
{
    Draws draws(21);
    unsigned cut = 0;
    for (int round = 0; round < 6000; ++round)
    {
        WireFormat format;
        format.trimLength = static_cast<TrimLength>(round % 3);
        const PacketCodec codec(format);
        const Datagram sent = RandomDatagram(ALL_OPCODES[round % 12], draws);
        Frame frame = RandomFrame(sent, draws);
        AddSegments(frame, draws);
        const uint16_t whole = frame.size;
        Datagram left = sent;
        if (draws.Flip())
        {
            frame.dscp = format.dscp.trimmed;
            frame.size = std::min<uint32_t>(whole, 118 + SegmentBytes(frame) + draws.Below(60));
            Truncate(left, frame.size - SegmentBytes(frame));
            cut += frame.size < whole;
        }
        const Bytes bytes = EncodeFrame(codec, frame, sent);
        ASSERT_EQ(bytes.size(), frame.size);
        Frame arrived;
        arrived.fullSize = whole;
        Datagram received;
        ASSERT_TRUE(codec.Decode(bytes.data(), bytes.size(), arrived, received)) << round;
        ExpectSame(arrived, frame);
        ExpectSame(received, left);
    }
    EXPECT_GT(cut, 1000U);
}

// Clauses: [carrier-segments]
TEST(FrameSegments, ALaterHopChangesWhatSwitchesChange)
{
    Draws draws(22);
    const PacketCodec codec;
    for (int round = 0; round < 300; ++round)
    {
        const Datagram sent = RandomDatagram(ALL_OPCODES[round % 12], draws);
        Frame frame = RandomFrame(sent, draws);
        AddSegments(frame, draws);
        Frame later = frame;
        later.destination = frame.destination.Shifted();
        --later.hopLimit;
        later.segments -= SegmentsLeft(frame) != 0 ? 1 : 0;
        const Bytes wanted = EncodeFrame(codec, later, sent);
        for (const std::size_t length : {50, 55, 57, 58, 62, 100, 9000})
        {
            Bytes bytes(std::min<std::size_t>(length, frame.size));
            codec.EncodeStart(frame, sent, bytes.data(), bytes.size());
            codec.EncodeHop(later, sent, bytes.data(), bytes.size());
            EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), wanted.begin())) << length;
        }
    }
}

// Clauses: [carrier-segments]
TEST(FrameSegments, HeadersThatNoFrameHasAreRefused)
{
    Frame frame;
    frame.destination = UsidCarrier::OfBlock(UsidCarrier::DEFAULT_BLOCK);
    SegmentHeader good;
    good.segmentsLeft = 1;
    good.lastEntry = 1;
    good.segments = {Carrier({3}), Carrier({1, 2})};
    EXPECT_TRUE(TakeSegments(good, frame));

    std::vector<SegmentHeader> bad(9, good);
    bad[0].flags = 1;
    bad[1].tag = 1;
    bad[2].options.resize(8);
    bad[3].segmentsLeft = 3;
    bad[4].lastEntry = 0;
    bad[5].segments[0].high ^= uint64_t{1} << 32; // another block
    bad[6].segments[1] = Carrier({1, 0, 2});      // a zero inside
    bad[7].segments[0] = Carrier({3, 4, 5});      // more than the first has
    bad[8].segments = {};
    for (const SegmentHeader& header : bad)
    {
        EXPECT_FALSE(TakeSegments(header, frame)) << &header - bad.data();
    }
    // more than there is room for
    good.segments = {Carrier({4, 5, 6}), Carrier({1, 2, 3})};
    EXPECT_FALSE(TakeSegments(good, frame));
    // Segments left may be as many as there are: none has been visited.
    good.segments = {Carrier({3}), Carrier({1, 2})};
    good.segmentsLeft = 2;
    EXPECT_TRUE(TakeSegments(good, frame));
}

// Clauses: [direct-packets]
TEST(FrameSegments, PacketsWithoutSrv6HaveNone)
{
    WireFormat format;
    format.encapsulation = ENCAPSULATION_IPV6;
    const Datagram datagram = NackDatagram();
    Frame frame = NackFrame();
    const AddressBits own = AddressOfNic(datagram.destination);
    frame.destination = UsidCarrier(own.high, own.low);
    frame.size = frame.fullSize = FrameSize(datagram, ENCAPSULATION_IPV6);
    EXPECT_FALSE(EncodeFrame(PacketCodec(format), frame, datagram).empty());
    frame.segments = 0x11;
    frame.behind[0] = Usid{1};
    frame.size = static_cast<uint16_t>(frame.size + SegmentBytes(frame));
    EXPECT_TRUE(EncodeFrame(PacketCodec(format), frame, datagram).empty());
}

} // namespace
