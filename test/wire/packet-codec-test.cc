/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "codec-frames.h"

#include "ns3/mrc-payload-pattern.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

// Clauses: [header-order], [ev-on-wire]
TEST(PacketCodec, BytesAreThoseWrittenByHand)
{
    Bytes wanted = Hex("06000000 4801 02 01 00000102 86dd"
                       "6c300007 0054 29 3e fd006d72 63000000 00000000 00000102"
                       "fcbbbb00 4801c803 00000000 00000000"
                       "6c200007 002c 11 40 fd006d72 63000000 00000000 00000102"
                       "fd006d72 63000000 00000000 00000203"
                       "6000 12b7 002c 0000"
                       "dd 00 ffff 00 000011 00 000005"
                       "0000 02 00 20000001 00000000 00 0a0b0c 20 00 0d0e"
                       "00000000 00000000");
    ASSERT_EQ(wanted.size(), 142);
    Reseal(wanted, true); // both CRCs have tests of their own
    EXPECT_EQ(EncodeFrame(PacketCodec(), NackFrame(), NackDatagram()), wanted);
}

TEST(PacketCodec, LastHopNamesTheNic)
{
    Frame f = NackFrame();
    f.destination = f.destination.Shifted();
    const Bytes bytes = EncodeFrame(PacketCodec(), f, NackDatagram());
    EXPECT_EQ(Bytes(bytes.begin(), bytes.begin() + 6), Hex("02 01 00000203"));
}

// Clauses: [ev-on-wire]
TEST(PacketCodec, RoundTripOfWholeFramesIsTheIdentity)
{
    const PacketCodec codec;
    Draws draws(2);
    for (int round = 0; round < 400; ++round)
    {
        for (const Opcode opcode : ALL_OPCODES)
        {
            const Datagram sent = RandomDatagram(opcode, draws);
            const Frame frame = RandomFrame(sent, draws);
            const Bytes bytes = EncodeFrame(codec, frame, sent);
            ASSERT_EQ(bytes.size(), FrameSize(sent));
            Frame arrived;
            Datagram received;
            ASSERT_TRUE(codec.Decode(bytes.data(), bytes.size(), arrived, received));
            ExpectSame(arrived, frame);
            ExpectSame(received, sent);
            EXPECT_EQ(received.trim, TrimMark::WHOLE);
        }
    }
}

TEST(PacketCodec, EveryPayloadLengthComesBack)
{
    const PacketCodec codec;
    Draws draws(3);
    for (unsigned payload = 0; payload <= 4096; payload += payload < 70 ? 1 : 61)
    {
        Datagram sent = RandomDatagram(Opcode::WRITE_ONLY_IMMEDIATE, draws);
        sent.payload = payload;
        sent.write.reth.address = ~0ULL - 5; // addresses wrap within the payload
        const Frame frame = RandomFrame(sent, draws);
        const Bytes bytes = EncodeFrame(codec, frame, sent);
        Frame arrived;
        Datagram received;
        ASSERT_TRUE(codec.Decode(bytes.data(), bytes.size(), arrived, received)) << payload;
        EXPECT_EQ(received.payload, payload);
        EXPECT_EQ((bytes.size() - (sent.bth.timestamped ? 150 : 146)) % 4, 0);
    }
}

TEST(PacketCodec, StartOfAFrameIsWhatStandsThereInTheWhole)
{
    const PacketCodec codec;
    Draws draws(4);
    for (int round = 0; round < 20; ++round)
    {
        for (const Opcode opcode : ALL_OPCODES)
        {
            const Datagram sent = RandomDatagram(opcode, draws);
            const Frame frame = RandomFrame(sent, draws);
            const Bytes whole = EncodeFrame(codec, frame, sent);
            for (std::size_t length = 1; length <= whole.size() + 1;
                 length += length < 200 || length + 20 > whole.size() ? 1 : 13)
            {
                Bytes start(whole.size() + 2, 0xa5);
                const std::size_t size = codec.EncodeStart(frame, sent, start.data(), length);
                ASSERT_EQ(size, std::min(length, whole.size()));
                ASSERT_TRUE(std::equal(start.begin(), start.begin() + size, whole.begin()))
                    << length;
                ASSERT_EQ(start[size], 0xa5) << "nothing is written behind the length";
            }
        }
    }
}

TEST(PayloadPattern, HasTheByteOfEachAddress)
{
    for (const uint64_t address : {uint64_t{0}, uint64_t{4093}, ~uint64_t{0} - 40})
    {
        for (std::size_t size = 0; size < 700; size += size < 80 ? 1 : 67)
        {
            Bytes bytes(size);
            FillPayload(address + size, bytes.data(), size);
            for (std::size_t i = 0; i < size; ++i)
            {
                ASSERT_EQ(bytes[i], PayloadByte(address + size + i)) << address << ' ' << size;
            }
            EXPECT_TRUE(MatchesPayload(address + size, bytes.data(), size));
            if (size > 0)
            {
                bytes[size - 1] ^= 1;
                EXPECT_FALSE(MatchesPayload(address + size, bytes.data(), size));
            }
        }
    }
}

TEST(PacketCodec, WhatIsNotOnTheWireIsKept)
{
    const Bytes bytes = EncodeFrame(PacketCodec(), NackFrame(), NackDatagram());
    Frame arrived;
    arrived.at = Instant(77);
    arrived.next = 8;
    arrived.digest = 9;
    arrived.fullSize = 10;
    Datagram received;
    ASSERT_TRUE(PacketCodec().Decode(bytes.data(), bytes.size(), arrived, received));
    EXPECT_EQ(arrived.at, Instant(77));
    EXPECT_EQ(arrived.next, 8);
    EXPECT_EQ(arrived.digest, 9);
    EXPECT_EQ(arrived.fullSize, 10);
}

// Clauses: [udp-port]
TEST(PacketCodec, OtherPortIsRefused)
{
    WireFormat format;
    format.udpPort = 4971;
    const Bytes bytes = EncodeFrame(PacketCodec(format), NackFrame(), NackDatagram());
    Frame f;
    Datagram d;
    EXPECT_TRUE(PacketCodec(format).Decode(bytes.data(), bytes.size(), f, d));
    EXPECT_FALSE(PacketCodec().Decode(bytes.data(), bytes.size(), f, d));
}

} // namespace
