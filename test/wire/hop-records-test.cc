/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The trailer of telemetry: its bytes by hand, and its place in frames that no length counts.

#include "codec-frames.h"

#include "ns3/mrc-hop-records.h"
#include "ns3/mrc-hop-trailer.h"

#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return the bytes of a trailer */
Bytes
TrailerOf(const HopRecords& records)
{
    Bytes bytes(HOP_TRAILER_BYTES);
    ByteWriter out(bytes.data(), bytes.size());
    Encode(out, records);
    EXPECT_EQ(out.Left(), 0U);
    return bytes;
}

/** @return whether bytes are read as a trailer */
bool
IsTrailer(const Bytes& bytes)
{
    ByteReader in(bytes.data(), bytes.size());
    HopRecords records;
    return Decode(in, records);
}

/** @return the record of a port with a full line of 100 Gb/s */
HopRecord
RecordAt(int64_t ns, uint64_t sent)
{
    return RecordOf({7, Instant(ns * 1000), sent, 0, 100000000000});
}

/** @return records of two hops */
HopRecords
TwoHops()
{
    HopRecords records;
    records.Add(
        RecordOf({0x010203, Instant(0x040506999), 0x70809 * 32, 0x0a0b * 256, 400000000000}));
    records.Add(RecordAt(1000, 12800));
    return records;
}

// Clauses: [telemetry-trailer]
TEST(HopRecords, BytesByHand)
{
    HopRecords records;
    records.Add(RecordOf({0x010203,
                          Instant(int64_t{0x040506} * 1000 + 999),
                          0x070809 * 32 + 31,
                          0x0a0b * 256 + 255,
                          400000000000}));
    Bytes wanted = Hex("01 040506 070809 0a0b 0fa0 010203");
    wanted.resize(HOP_TRAILER_BYTES);
    EXPECT_EQ(TrailerOf(records), wanted);
    records.isAnswer = true;
    wanted.back() = 1;
    EXPECT_EQ(TrailerOf(records), wanted);
    records.Add(RecordAt(1, 1));
    EXPECT_EQ(records.count, 1) << "switches add nothing to what is brought back";
}

// Clauses: [telemetry-trailer]
TEST(HopRecords, ASixthHopLeavesNone)
{
    HopRecords records;
    for (int hop = 1; hop <= 6; ++hop)
    {
        records.Add(RecordAt(hop, 0));
    }
    EXPECT_EQ(records.count, MAX_HOP_RECORDS);
    EXPECT_EQ(records.hops.back().time, 5U);
}

// Clauses: [telemetry-trailer]
TEST(HopRecords, OtherBytesAreRefused)
{
    const Bytes good = TrailerOf(TwoHops());
    EXPECT_TRUE(IsTrailer(good));

    struct Row
    {
        std::size_t at;
        uint8_t value;
    };

    for (const Row& row : {Row{0, 6}, Row{0, 255}, Row{0, 1}, Row{27, 1}, Row{65, 1}, Row{66, 2}})
    {
        Bytes bytes = good;
        bytes.at(row.at) = row.value;
        EXPECT_FALSE(IsTrailer(bytes)) << row.at;
    }
    EXPECT_FALSE(IsTrailer(Bytes(good.begin(), good.end() - 1)));
}

// Clauses: [telemetry-stamp]
TEST(HopRecords, NumbersComeRound)
{
    const int64_t turn = int64_t{1} << 24;
    EXPECT_EQ(RecordAt(turn + 5, 0).Since(RecordAt(turn - 5, 0)), Nanos(10));
    EXPECT_EQ(RecordAt(turn - 5, 0).Since(RecordAt(turn + 5, 0)), Nanos(-10)) << "overtaken";
    const uint64_t bytes = uint64_t{32} << 24;
    EXPECT_EQ(RecordAt(0, bytes + 64).BytesSince(RecordAt(0, bytes - 64)), 128U);
    EXPECT_EQ(RecordOf({0, Instant(), 0, uint64_t{1} << 30, 1}).QueueBytes(), 65535U * 256);
    EXPECT_EQ(RecordOf({0, Instant(), 0, 0, 1}).BitRate(), 1e8) << "a slow line is no line of 0";
}

/** A SACK, or data, with a trailer. */
struct TestFrame
{
    Frame frame;
    Datagram datagram;
};

/** @return a frame with a payload, or a SACK */
TestFrame
FrameOf(const WireFormat& format, Opcode opcode, uint16_t payload)
{
    TestFrame made;
    made.frame = test::NackFrame();
    made.datagram = test::NackDatagram();
    made.datagram.bth.opcode = opcode;
    ClearHeaders(made.datagram);
    made.datagram.payload = payload;
    made.frame.size = FrameSize(made.datagram, format.encapsulation);
    made.frame.size =
        static_cast<uint16_t>(made.frame.size + TrailerBytes(format, made.frame, made.datagram));
    made.frame.fullSize = made.frame.size;
    return made;
}

/** @return bytes with these records; none if the codec refuses */
Bytes
BytesWith(const WireFormat& format, const TestFrame& made, const HopRecords& records)
{
    Bytes bytes = test::EncodeFrame(PacketCodec(format), made.frame, made.datagram);
    if (!bytes.empty())
    {
        WriteTrailer(bytes.data(), bytes.size(), bytes.size(), records);
    }
    return bytes;
}

// Clauses: [telemetry-trailer]
TEST(HopTrailer, NoLengthCountsIt)
{
    for (const Opcode opcode : {Opcode::SACK, Opcode::WRITE_MIDDLE})
    {
        WireFormat format;
        const uint16_t payload = opcode == Opcode::SACK ? 0 : 1000;
        const TestFrame bare = FrameOf(format, opcode, payload);
        const Bytes without = test::EncodeFrame(PacketCodec(format), bare.frame, bare.datagram);
        format.telemetry = true;
        const TestFrame made = FrameOf(format, opcode, payload);
        ASSERT_EQ(made.frame.size, bare.frame.size + 67);
        const Bytes bytes = BytesWith(format, made, TwoHops());
        ASSERT_EQ(bytes.size(), without.size() + 67);
        // All but the FCS is as it is without telemetry, ICRC included.
        EXPECT_TRUE(std::equal(without.begin(), without.end() - 4, bytes.begin()));
        const Bytes trailer = TrailerOf(TwoHops());
        EXPECT_TRUE(std::equal(trailer.begin(), trailer.end(), bytes.end() - 4 - 67));
        Frame frame;
        Datagram datagram;
        HopRecords records;
        ASSERT_TRUE(PacketCodec(format).Decode(bytes.data(), bytes.size(), frame, datagram));
        ASSERT_TRUE(ReadTrailer(bytes.data(), bytes.size(), records));
        EXPECT_EQ(frame.size, made.frame.size);
        EXPECT_EQ(datagram.payload, payload);
        EXPECT_EQ(TrailerOf(records), trailer);
        EXPECT_FALSE(PacketCodec(format).Decode(without.data(), without.size(), frame, datagram));
        EXPECT_FALSE(PacketCodec().Decode(bytes.data(), bytes.size(), frame, datagram));
    }
}

TEST(HopTrailer, AShortCaptureHasItsFirstBytes)
{
    WireFormat format;
    format.telemetry = true;
    const TestFrame made = FrameOf(format, Opcode::SACK, 0);
    const Bytes whole = BytesWith(format, made, TwoHops());
    for (std::size_t length = 1; length <= whole.size(); ++length)
    {
        Bytes start(length);
        PacketCodec(format).EncodeStart(made.frame, made.datagram, start.data(), length);
        WriteTrailer(start.data(), length, made.frame.size, TwoHops());
        EXPECT_TRUE(std::equal(start.begin(), start.end(), whole.begin())) << length;
    }
}

// Clauses: [telemetry-trailer]
TEST(HopTrailer, ATrimCutsIt)
{
    for (const TrimLength lengths : {TRIM_LENGTH_ALL, TRIM_LENGTH_IP, TRIM_LENGTH_NONE})
    {
        WireFormat format;
        format.telemetry = true;
        format.trimLength = lengths;
        // The second is so short that a part of its trailer stays.
        for (const uint16_t payload : {uint16_t{1000}, uint16_t{8}})
        {
            TestFrame made = FrameOf(format, Opcode::WRITE_MIDDLE, payload);
            made.frame.dscp = format.dscp.trimmed;
            made.frame.size = 190;
            EXPECT_EQ(TrailerBytes(format, made.frame, made.datagram), 0U);
            const Bytes bytes = test::EncodeFrame(PacketCodec(format), made.frame, made.datagram);
            ASSERT_EQ(bytes.size(), 190U);
            Frame frame;
            frame.fullSize = made.frame.fullSize;
            Datagram datagram;
            ASSERT_TRUE(PacketCodec(format).Decode(bytes.data(), bytes.size(), frame, datagram))
                << lengths << " " << payload;
            EXPECT_EQ(frame.size, 190);
            EXPECT_EQ(datagram.payload, payload);
        }
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
