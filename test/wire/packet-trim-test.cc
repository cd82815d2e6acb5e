/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "codec-frames.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

// Clauses: [trim-lengths]
TEST(PacketCodec, TrimmedFramesAreWhatTruncateLeaves)
{
    Draws draws(4);
    const DscpPlan plan;
    uint32_t cut = 0;
    for (const TrimLength length : {TRIM_LENGTH_IP, TRIM_LENGTH_NONE, TRIM_LENGTH_ALL})
    {
        WireFormat format;
        format.trimLength = length;
        const PacketCodec codec(format);
        for (int round = 0; round < 4000; ++round)
        {
            const Datagram sent = RandomDatagram(ALL_OPCODES[round % 12], draws);
            Frame frame = RandomFrame(sent, draws);
            const bool lastHop = draws.Flip();
            frame.dscp = lastHop ? plan.trimmedLastHop : plan.trimmed;
            frame.size = std::min<uint32_t>(frame.size, 118 + draws.Below(60));
            cut += frame.size < FrameSize(sent);
            const Bytes bytes = EncodeFrame(codec, frame, sent);
            ASSERT_EQ(bytes.size(), frame.size);
            Frame arrived;
            arrived.fullSize = FrameSize(sent); // travels beside the bytes
            Datagram received;
            ASSERT_TRUE(codec.Decode(bytes.data(), bytes.size(), arrived, received));
            Datagram left = sent;
            Truncate(left, frame.size);
            ExpectSame(arrived, frame);
            ExpectSame(received, left);
            EXPECT_EQ(received.trim, lastHop ? TrimMark::TRIMMED_LAST_HOP : TrimMark::TRIMMED);
            // and the next hop, which has only the rest, makes the same values again
            const Bytes again = EncodeFrame(codec, arrived, received);
            ASSERT_TRUE(codec.Decode(again.data(), again.size(), arrived, received));
            ExpectSame(received, left);
        }
    }
    EXPECT_GT(cut, 5000);
}

// Clauses: [trim-lengths]
TEST(PacketCodec, TrimmingKeepsTheFrontOfTheFrame)
{
    Draws draws(5);
    Datagram sent = RandomDatagram(Opcode::WRITE_MIDDLE, draws);
    sent.payload = 4096;
    sent.bth.timestamped = true;
    Frame frame = RandomFrame(sent, draws);
    const Bytes whole = EncodeFrame(PacketCodec(), frame, sent);
    frame.dscp = DscpPlan().trimmed;
    frame.size = 146; // the default: 128 bytes from the outer IPv6 header
    Bytes trimmed = EncodeFrame(PacketCodec(), frame, sent);
    ASSERT_EQ(trimmed.size(), 146);
    EXPECT_EQ(trimmed[18] << 8 | trimmed[19], 128 - 40);        // outer length, corrected
    EXPECT_EQ(trimmed[58] << 8 | trimmed[59], 4096 + 146 - 98); // inner length, as it was
    EXPECT_TRUE(std::equal(trimmed.begin() + 20, trimmed.end() - 4, whole.begin() + 20));
    WireFormat format;
    format.trimLength = TRIM_LENGTH_NONE;
    trimmed = EncodeFrame(PacketCodec(format), frame, sent);
    EXPECT_EQ(trimmed[18] << 8 | trimmed[19], 4096 + 146 - 58);
    format.trimLength = TRIM_LENGTH_ALL;
    trimmed = EncodeFrame(PacketCodec(format), frame, sent);
    EXPECT_EQ(trimmed[18] << 8 | trimmed[19], 128 - 40);
    EXPECT_EQ(trimmed[58] << 8 | trimmed[59], 128 - 80);
    EXPECT_EQ(trimmed[98] << 8 | trimmed[99], 128 - 80);
}

TEST(PacketCodec, WithoutTheFullSizeACutPayloadIsUnknown)
{
    Draws draws(6);
    Datagram sent = RandomDatagram(Opcode::WRITE_MIDDLE, draws);
    sent.payload = 4093;
    Frame frame = RandomFrame(sent, draws);
    frame.dscp = DscpPlan().trimmed;
    frame.size = 146;
    WireFormat format;
    format.trimLength = TRIM_LENGTH_ALL;
    const Bytes bytes = EncodeFrame(PacketCodec(format), frame, sent);
    Frame arrived;
    Datagram received;
    ASSERT_TRUE(PacketCodec(format).Decode(bytes.data(), bytes.size(), arrived, received));
    EXPECT_EQ(received.payload, 0);
    EXPECT_EQ(received.write.meth.msn, sent.write.meth.msn);
    EXPECT_EQ(received.trim, TrimMark::TRIMMED);
}

/** Boundary pairs of the rest that a cut leaves of a Write with TSETH, RETH and ImmDt. */
struct CutCase
{
    uint32_t trimSize; //!< from the outer IPv6 header
    bool tseth;
    bool reth;
    bool immediate;
};

constexpr CutCase CUT_CASES[] = {
    {107, false, false, false},
    {108, true, false, false},
    {123, true, false, false},
    {124, true, true, false},
    {127, true, true, false},
    {128, true, true, true},
};

// Clauses: [trim-minimum]
TEST(Truncate, ErasesTheHeadersThatDoNotFit)
{
    for (const CutCase& c : CUT_CASES)
    {
        Datagram d;
        d.bth.opcode = Opcode::WRITE_ONLY_IMMEDIATE;
        d.bth.timestamped = true;
        d.payload = 100;
        d.write.meth = {1, 2};
        d.write.tseth.timestamp = 3;
        d.write.reth = {4, 5, 6};
        d.write.immediate = 7;
        Truncate(d, c.trimSize + ETHERNET_BYTES);
        EXPECT_EQ(d.write.meth.msn, 2) << c.trimSize;
        EXPECT_EQ(d.write.tseth.timestamp, c.tseth ? 3 : 0) << c.trimSize;
        EXPECT_EQ(d.write.reth.address, c.reth ? 4 : 0) << c.trimSize;
        EXPECT_EQ(d.write.reth.length, c.reth ? 6 : 0) << c.trimSize;
        EXPECT_EQ(d.write.immediate, c.immediate ? 7 : 0) << c.trimSize;
        EXPECT_EQ(d.payload, 100);
    }
}

// Clauses: [trim-size]
TEST(PacketCodec, TrimmedFrameIsNoLongerThanTheWholeOne)
{
    Frame f = NackFrame();
    f.dscp = DscpPlan().trimmed;
    Bytes bytes = EncodeFrame(PacketCodec(), f, NackDatagram());
    Datagram d;
    EXPECT_TRUE(PacketCodec().Decode(bytes.data(), bytes.size(), f, d));
    bytes.push_back(0);
    ++bytes[19]; // the outer length follows
    Reseal(bytes, false);
    EXPECT_FALSE(PacketCodec().Decode(bytes.data(), bytes.size(), f, d));
}

} // namespace
