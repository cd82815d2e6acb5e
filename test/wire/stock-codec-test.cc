/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Frames of stock packets.

#include "codec-frames.h"

#include "ns3/mrc-stock-packet.h"
#include "ns3/mrc-stock-pool.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

const char* const IPV6 = "6a200000 0004 3a 40 fd006d72 63000000 00000000 00000102"
                         "fd006d72 63000000 00000000 00000203 80000000";
const char* const IPV4 = "45020018 00000000 40fd0000 0a000103 0a000204 01020304";

/** @return a stock packet's datagram between the NICs of the bytes below */
Datagram
DatagramOf(const StockPacket& packet)
{
    Datagram d = StockDatagram(packet);
    d.source = 0x102;
    d.destination = 0x203;
    d.plane = 3;
    d.ev = Ev::Of(3, 7);
    return d;
}

/** @return a frame of the packet on the first hop */
Frame
FrameOf(const Datagram& d)
{
    Frame f;
    f.destination = UsidCarrier(0xfcbbbb004801c803ULL, 0);
    f.source = 0x102;
    f.entropy = d.ev.value;
    f.size = f.fullSize = StockFrameSize(d);
    f.dscp = d.dscp;
    f.ecn = d.ecn;
    return f;
}

// Clauses: [stock-encapsulation], [stock-ecn]
TEST(StockCodec, BytesAreThoseWrittenByHand)
{
    struct Row
    {
        const char* packet;
        const char* outer; //!< version to next header
    };

    for (const Row& row : {Row{IPV6, "6a200007 002c 29 40"}, Row{IPV4, "60200007 0018 04 40"}})
    {
        StockPool pool;
        const StockPacket& packet = pool.Add(Hex(row.packet), nullptr);
        const Datagram d = DatagramOf(packet);
        Bytes wanted =
            Hex(std::string("06000000 4801 02 03 00000102 86dd") + row.outer +
                "fd006d72 63000000 00000000 00000102 fcbbbb00 4801c803 00000000 00000000" +
                row.packet + "00000000");
        Reseal(wanted, false);
        EXPECT_EQ(EncodeFrame(PacketCodec(), FrameOf(d), d), wanted);
    }
}

// Clauses: [stock-encapsulation], [direct-packets]
TEST(StockCodec, WithoutSrv6TheOuterAddressIsTheNics)
{
    WireFormat format;
    format.encapsulation = ENCAPSULATION_IPV6;
    const PacketCodec codec(format);
    StockPool pool;
    const StockPacket& packet = pool.Add(Hex(IPV4), nullptr);
    const Datagram d = DatagramOf(packet);
    Frame frame = FrameOf(d);
    const AddressBits own = AddressOfNic(d.destination);
    frame.destination = UsidCarrier(own.high, own.low);
    Bytes wanted = Hex(std::string("02030000 0203 02 03 00000102 86dd 60200007 0018 04 40") +
                       "fd006d72 63000000 00000000 00000102 fd006d72 63000000 00000000 00000203" +
                       IPV4 + "00000000");
    Reseal(wanted, false);
    EXPECT_EQ(EncodeFrame(codec, frame, d), wanted);
    Frame arrived;
    Datagram received = StockDatagram(packet);
    received.destination = d.destination;
    ASSERT_TRUE(codec.Decode(wanted.data(), wanted.size(), arrived, received));
    ExpectSame(arrived, frame);
    EXPECT_EQ(received.ev, d.ev);
}

/** @return a packet of random length and bytes, with a header that can be read */
Bytes
RandomPacket(Draws& draws)
{
    Bytes bytes(40 + draws.Below(200));
    for (uint8_t& byte : bytes)
    {
        byte = static_cast<uint8_t>(draws.Bits());
    }
    bytes[0] = draws.Flip() ? 0x45 : 0x60 | (bytes[0] & 15);
    return bytes;
}

// Clauses: [stock-encapsulation], [trim-lengths]
TEST(StockCodec, RoundTripIsTheIdentityWholeAndCut)
{
    Draws draws(9);
    StockPool pool;
    for (int round = 0; round < 3000; ++round)
    {
        WireFormat format;
        format.trimLength = static_cast<TrimLength>(round % 3);
        const PacketCodec codec(format);
        const StockPacket& packet = pool.Add(RandomPacket(draws), nullptr);
        const Datagram sent = DatagramOf(packet);
        Frame frame = FrameOf(sent);
        const bool cut = draws.Flip();
        frame.dscp = cut ? format.dscp.trimmed : 5;
        frame.size = cut ? std::min<uint32_t>(frame.size, 58 + draws.Below(150)) : frame.size;
        frame.destination = UsidCarrier(draws.Bits(), draws.Bits() | 1);
        if (draws.Flip())
        {
            SplitCarrier(frame, 2 + draws.Below(4)); // most of these have no uSID of 0
            frame.size = static_cast<uint16_t>(frame.size + SegmentBytes(frame));
        }
        frame.hopLimit = static_cast<uint8_t>(draws.Bits());
        frame.ecn = static_cast<Ecn>(draws.Below(4));
        Bytes bytes = EncodeFrame(codec, frame, sent);
        ASSERT_EQ(bytes.size(), frame.size);
        Frame arrived;
        Datagram received = StockDatagram(packet);
        received.destination = sent.destination;
        ASSERT_TRUE(codec.Decode(bytes.data(), bytes.size(), arrived, received));
        ExpectSame(arrived, frame);
        EXPECT_EQ(received.ev, sent.ev);
        EXPECT_EQ(received.plane, sent.plane);
        EXPECT_EQ(received.payload, sent.payload);
        EXPECT_EQ(received.stock.packet, &packet);
        EXPECT_EQ(received.trim, cut ? TrimMark::TRIMMED : TrimMark::WHOLE);
        // a short capture is the front of the whole
        Bytes front(1 + draws.Below(frame.size));
        ASSERT_EQ(codec.EncodeStart(frame, sent, front.data(), front.size()), front.size());
        EXPECT_TRUE(std::equal(front.begin(), front.end(), bytes.begin()));
        pool.Release(packet);
    }
    EXPECT_EQ(pool.Live(), 0);
}

// Clauses: [stock-encapsulation]
TEST(StockCodec, EachByteOfAFrameIsCompared)
{
    StockPool pool;
    const StockPacket& packet = pool.Add(Hex(IPV6), nullptr);
    const Datagram sent = DatagramOf(packet);
    const Frame frame = FrameOf(sent);
    const Bytes bytes = EncodeFrame(PacketCodec(), frame, sent);
    for (std::size_t at = 0; at < bytes.size(); ++at)
    {
        Bytes other = bytes;
        other[at] ^= 1;
        Frame f = frame;
        Datagram d = sent;
        EXPECT_FALSE(PacketCodec().Decode(other.data(), other.size(), f, d)) << at;
        if (at >= 54 && at < bytes.size() - 4)
        {
            Reseal(other, false); // with a right FCS, the packet's own bytes still must be the same
            EXPECT_FALSE(PacketCodec().Decode(other.data(), other.size(), f, d)) << at;
        }
    }
}

// Clauses: [stock-encapsulation]
TEST(StockCodec, ValuesThatContradictEachOtherAreRefused)
{
    StockPool pool;
    const StockPacket& packet = pool.Add(Hex(IPV6), nullptr);
    const Datagram sent = DatagramOf(packet);
    const Frame good = FrameOf(sent);
    Frame longer = good;
    ++longer.size;
    Frame shorter = good;
    --shorter.size; // and no DSCP says that the packet was cut
    Frame tiny = good;
    tiny.dscp = DscpPlan().trimmed;
    tiny.size = 57;
    Frame elsewhere = good;
    ++elsewhere.entropy;
    for (const Frame& bad : {longer, shorter, tiny, elsewhere})
    {
        EXPECT_EQ(EncodeFrame(PacketCodec(), bad, sent).size(), 0);
    }
    Datagram far = sent;
    far.ev = Ev::Of(3, 1U << 20); // the flow label of this EV would name another path
    Frame frame = good;
    frame.entropy = far.ev.value;
    EXPECT_EQ(EncodeFrame(PacketCodec(), frame, far).size(), 0);
    far.ev = Ev::Of(3, (1U << 20) - 1);
    frame.entropy = far.ev.value;
    EXPECT_EQ(EncodeFrame(PacketCodec(), frame, far).size(), frame.size);
}

TEST(StockCodec, NoFrameOfTheWireIsTakenForAStockPacket)
{
    StockPool pool;
    const Datagram sent = DatagramOf(pool.Add(Hex(IPV6), nullptr));
    const Bytes bytes = EncodeFrame(PacketCodec(), FrameOf(sent), sent);
    Frame f;
    Datagram d; // a decoder that does not know of the packet finds no MRC in the bytes
    EXPECT_FALSE(PacketCodec().Decode(bytes.data(), bytes.size(), f, d));
    EXPECT_FALSE(IsKnown(STOCK_OPCODE));
}

TEST(StockPool, GivesPacketsOfTheSameMemoryDifferentNumbers)
{
    StockPool pool;
    const StockPacket& first = pool.Add(Hex(IPV6), std::make_shared<int>(1));
    const uint64_t serial = first.serial;
    EXPECT_EQ(pool.Live(), 1);
    std::weak_ptr<const void> beside = first.beside;
    pool.Release(first);
    EXPECT_TRUE(beside.expired());
    EXPECT_EQ(pool.Live(), 0);
    const StockPacket& second = pool.Add(Hex(IPV4), nullptr);
    EXPECT_EQ(&second, &first);
    EXPECT_NE(second.serial, serial);
}

TEST(StockPacket, DigestDependsOnEveryByte)
{
    StockPacket packet{Hex(IPV6), nullptr, 0};
    const uint32_t digest = StockDigest(packet);
    packet.serial = 9; // the run's own, not the packet's
    EXPECT_EQ(StockDigest(packet), digest);
    for (uint8_t& byte : packet.bytes)
    {
        byte ^= 1;
        EXPECT_NE(StockDigest(packet), digest);
        byte ^= 1;
    }
}

} // namespace
