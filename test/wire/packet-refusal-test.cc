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

TEST(PacketCodec, EncodeRefusesContradictions)
{
    const PacketCodec codec;
    Bytes room(200);
    const auto refused = [&](const Frame& f, const Datagram& d) {
        return codec.Encode(f, d, room.data(), room.size()) == 0;
    };
    Frame f = NackFrame();
    Datagram d = NackDatagram();
    EXPECT_FALSE(refused(f, d));
    EXPECT_EQ(codec.Encode(f, d, room.data(), 141), 0);
    EXPECT_EQ(codec.Encode(f, d, room.data(), 142), 142);
    f.size = 141; // cut, but the DSCP does not say so
    EXPECT_TRUE(refused(f, d));
    f.dscp = DscpPlan().trimmed;
    EXPECT_FALSE(refused(f, d));
    f.size = 143;
    EXPECT_TRUE(refused(f, d));
    f.size = 118;
    EXPECT_FALSE(refused(f, d));
    f.size = 117; // within the BTH
    EXPECT_TRUE(refused(f, d));
    f = NackFrame();
    f.entropy ^= 1;
    EXPECT_TRUE(refused(f, d));
    f = NackFrame();
    f.dscp = 64;
    EXPECT_TRUE(refused(f, d));
    f = NackFrame();
    f.size = 146;
    d.payload = 4; // a NACK carries none
    EXPECT_TRUE(refused(f, d));
    d = NackDatagram();
    d.bth.opcode = static_cast<Opcode>(0xcc);
    f.size = FrameSize(d);
    EXPECT_TRUE(refused(f, d));
}

TEST(PacketCodec, EveryPrefixIsRefused)
{
    Draws draws(6);
    const PacketCodec codec;
    for (const bool trimmed : {false, true})
    {
        Datagram d = RandomDatagram(Opcode::WRITE_LAST_IMMEDIATE, draws);
        d.payload = 203;
        Frame f = RandomFrame(d, draws);
        f.dscp = trimmed ? DscpPlan().trimmed : f.dscp;
        f.size = trimmed ? 146 : f.size;
        const Bytes bytes = EncodeFrame(codec, f, d);
        for (std::size_t size = 0; size < bytes.size(); ++size)
        {
            Bytes prefix(bytes.begin(), bytes.begin() + size);
            EXPECT_FALSE(codec.Decode(prefix.data(), size, f, d)) << size;
            if (size >= 8 && !trimmed)
            {
                Store(prefix, size - 4, Crc32(prefix.data(), size - 4));
                EXPECT_FALSE(codec.Decode(prefix.data(), size, f, d)) << size << ", FCS valid";
            }
        }
    }
}

TEST(PacketCodec, AnyChangedBitIsFound)
{
    Draws draws(7);
    const PacketCodec codec;
    Datagram d = RandomDatagram(Opcode::WRITE_ONLY, draws);
    d.payload = 37;
    Frame f = RandomFrame(d, draws);
    Bytes bytes = EncodeFrame(codec, f, d);
    Frame kept = NackFrame();
    Datagram untouched = NackDatagram();
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit)
    {
        bytes[bit / 8] ^= 1U << (bit % 8);
        EXPECT_FALSE(codec.Decode(bytes.data(), bytes.size(), kept, untouched)) << bit;
        bytes[bit / 8] ^= 1U << (bit % 8);
    }
    ExpectSame(kept, NackFrame()); // a refused frame changes nothing
    ExpectSame(untouched, NackDatagram());
}

// Clauses: [icrc-rule]
TEST(PacketCodec, IcrcFindsWhatTheFcsCannot)
{
    // A switch that corrupts a packet gives it a valid FCS; payload is checked besides by pattern.
    Draws draws(8);
    const PacketCodec codec;
    Datagram d = RandomDatagram(Opcode::SACK, draws);
    Frame f = RandomFrame(d, draws);
    const Bytes good = EncodeFrame(codec, f, d);
    for (std::size_t at = 54; at < good.size() - 4; ++at)
    {
        const bool masked =
            (at >= 54 && at <= 57) || at == 61 || at == 100 || at == 101 || at == 106;
        Bytes bytes = good;
        bytes[at] ^= 1;
        Reseal(bytes, false);
        if (!masked)
        {
            EXPECT_FALSE(codec.Decode(bytes.data(), bytes.size(), f, d)) << at;
        }
    }
    Bytes bytes = good;
    bytes[106] ^= 0xff; // byte 4 of the BTH is outside the ICRC
    Reseal(bytes, false);
    EXPECT_TRUE(codec.Decode(bytes.data(), bytes.size(), f, d));
}

TEST(PacketCodec, WhatIsAcceptedIsEncodedTheSame)
{
    Draws draws(9);
    const PacketCodec codec;
    uint32_t accepted = 0;
    for (int round = 0; round < 30000; ++round)
    {
        const Datagram sent = [&] {
            Datagram d = RandomDatagram(ALL_OPCODES[round % 12], draws);
            d.payload %= 64;
            return d;
        }();
        Frame frame = RandomFrame(sent, draws);
        const bool trimmed = draws.Below(3) == 0;
        if (trimmed)
        {
            frame.dscp = DscpPlan().trimmed;
            frame.size = std::min<uint32_t>(frame.size, 118 + draws.Below(60));
        }
        Bytes bytes = EncodeFrame(codec, frame, sent);
        const uint32_t changes = 1 + draws.Below(3);
        for (uint32_t i = 0; i < changes; ++i)
        {
            const std::size_t at = draws.Below(bytes.size() - 8);
            bytes[at] ^= at == 106 ? 0 : 1U << draws.Below(8);
        }
        Reseal(bytes, !trimmed);
        Frame arrived;
        Datagram received;
        if (codec.Decode(bytes.data(), bytes.size(), arrived, received))
        {
            ++accepted;
            if (received.trim == TrimMark::WHOLE)
            {
                EXPECT_EQ(EncodeFrame(codec, arrived, received), bytes);
            }
        }
    }
    EXPECT_GT(accepted, 3000);
}

TEST(PacketCodec, PayloadMustBeThatOfItsAddress)
{
    Draws draws(10);
    const PacketCodec codec;
    Datagram d = RandomDatagram(Opcode::WRITE_ONLY, draws);
    d.payload = 64;
    Frame f = RandomFrame(d, draws);
    const Bytes good = EncodeFrame(codec, f, d);
    const std::size_t begin = good.size() - 8 - 64;
    for (std::size_t i = 0; i < 64; ++i)
    {
        EXPECT_EQ(good[begin + i], PayloadByte(d.write.reth.address + i));
        Bytes bytes = good;
        bytes[begin + i] ^= 0x10;
        Reseal(bytes, true);
        EXPECT_FALSE(codec.Decode(bytes.data(), bytes.size(), f, d)) << i;
    }
}

// Clauses: [payload-size]
TEST(PacketCodec, PayloadIsPaddedToWords)
{
    Draws draws(12);
    Datagram d = RandomDatagram(Opcode::WRITE_ONLY, draws);
    d.payload = 4;
    Frame f = RandomFrame(d, draws);
    Bytes bytes = EncodeFrame(PacketCodec(), f, d);
    // A fifth byte of payload without pad: all lengths and both CRCs agree.
    bytes.insert(bytes.end() - 8, PayloadByte(d.write.reth.address + 4));
    for (const std::size_t length : {19, 59, 99})
    {
        ++bytes[length];
    }
    Reseal(bytes, true);
    EXPECT_FALSE(PacketCodec().Decode(bytes.data(), bytes.size(), f, d));
}

} // namespace
