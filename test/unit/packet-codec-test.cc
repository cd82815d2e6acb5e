/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-datagram.h"

#include "ns3/mrc-crc.h"
#include "ns3/mrc-packet-codec.h"
#include "ns3/mrc-payload-pattern.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

/** @return the frame's bytes, none when the codec refuses */
Bytes
EncodeFrame(const PacketCodec& codec, const Frame& frame, const Datagram& datagram)
{
    Bytes bytes(frame.size);
    bytes.resize(codec.Encode(frame, datagram, bytes.data(), bytes.size()));
    return bytes;
}

/** Writes a CRC with its least significant byte first. */
void
Store(Bytes& bytes, std::size_t at, uint32_t crc)
{
    for (unsigned i = 0; i < 4; ++i)
    {
        bytes.at(at + i) = static_cast<uint8_t>(crc >> (8 * i));
    }
}

/** Makes both CRCs fit again after a change of the bytes. */
void
Reseal(Bytes& bytes, bool hasIcrc)
{
    const std::size_t n = bytes.size();
    if (hasIcrc)
    {
        Store(bytes, n - 8, InvariantCrc(bytes.data() + 54, n - 8 - 54));
    }
    Store(bytes, n - 4, Crc32(bytes.data(), n - 4));
}

Frame
NackFrame()
{
    Frame f;
    f.destination = UsidCarrier(0xfcbbbb004801c803ULL, 0);
    f.source = 0x102;
    f.entropy = 0x60000007;
    f.size = 142;
    f.dscp = 48;
    f.ecn = Ecn::CE;
    f.hopLimit = 62;
    return f;
}

Datagram
NackDatagram()
{
    Datagram d;
    d.bth.opcode = Opcode::NACK;
    d.bth.destination.value = 0x11;
    d.bth.psn = Psn(5);
    d.source = 0x102;
    d.destination = 0x203;
    d.ev.value = 0x60000007;
    d.dscp = 48;
    d.plane = 1;
    ClearHeaders(d);
    d.neth.reason = NackReason::TRIMMED_LAST_HOP;
    d.neth.entropy.value = 0x20000001;
    d.neth.psn = Psn(0x0a0b0c);
    d.neth.timestamp = 0x0d0e;
    return d;
}

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
            // and the next hop, which has only what is left, makes the same values again
            const Bytes again = EncodeFrame(codec, arrived, received);
            ASSERT_TRUE(codec.Decode(again.data(), again.size(), arrived, received));
            ExpectSame(received, left);
        }
    }
    EXPECT_GT(cut, 5000);
}

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

/** Boundary pairs of what a cut leaves of a Write with TSETH, RETH and ImmDt. */
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

TEST(InvariantCrc, LeavesOutWhatRoutersMayChange)
{
    Draws draws(11);
    Bytes packet(100);
    std::generate(packet.begin(), packet.end(), [&] { return static_cast<uint8_t>(draws.Bits()); });
    const uint32_t crc = InvariantCrc(packet.data(), packet.size());
    for (std::size_t bit = 0; bit < 8 * packet.size(); ++bit)
    {
        const std::size_t at = bit / 8;
        // traffic class and flow label, hop limit, UDP checksum, byte 4 of the BTH
        const bool masked = (at == 0 && bit % 8 < 4) || (at >= 1 && at <= 3) || at == 7 ||
                            at == 46 || at == 47 || at == 52;
        packet[at] ^= 1U << (bit % 8);
        EXPECT_EQ(InvariantCrc(packet.data(), packet.size()) == crc, masked) << bit;
        packet[at] ^= 1U << (bit % 8);
    }
}

TEST(Crc32, HasTheCheckValueOfIeee8023)
{
    const std::string text = "123456789";
    const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
    EXPECT_EQ(Crc32(bytes, 9), 0xcbf43926);
    EXPECT_EQ(Crc32(bytes, 0), 0);
    for (std::size_t i = 0; i <= 9; ++i)
    {
        EXPECT_EQ(Crc32(bytes + i, 9 - i, Crc32(bytes, i)), 0xcbf43926) << "in two parts";
    }
}

} // namespace
