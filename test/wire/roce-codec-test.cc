/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The bytes of RoCEv2's packets.

#include "codec-frames.h"

#include "ns3/mrc-payload-pattern.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** An opcode, and the bytes of the headers behind its BTH. */
struct Kind
{
    Opcode opcode;
    uint32_t bytes;
};

const Kind KINDS[] = {
    {Opcode::RC_SEND_FIRST, 0},
    {Opcode::RC_SEND_MIDDLE, 0},
    {Opcode::RC_SEND_LAST, 0},
    {Opcode::RC_SEND_LAST_IMMEDIATE, 4},
    {Opcode::RC_SEND_ONLY, 0},
    {Opcode::RC_SEND_ONLY_IMMEDIATE, 4},
    {Opcode::RC_WRITE_FIRST, 16},
    {Opcode::RC_WRITE_MIDDLE, 0},
    {Opcode::RC_WRITE_LAST, 0},
    {Opcode::RC_WRITE_LAST_IMMEDIATE, 4},
    {Opcode::RC_WRITE_ONLY, 16},
    {Opcode::RC_WRITE_ONLY_IMMEDIATE, 20},
    {Opcode::RC_ACKNOWLEDGE, 4},
    {Opcode::CNP, 16},
};

/** @return a packet of RoCEv2 over IPv4, from NIC 258 to NIC 515 */
Datagram
Packet(Opcode opcode, uint16_t payload = 0)
{
    Datagram d;
    d.bth.opcode = opcode;
    d.bth.destination.value = 0x11;
    d.bth.psn = Psn(5);
    d.source = 0x102;
    d.destination = 0x203;
    d.ev = Ev::Of(0, 7);
    d.payload = payload;
    d.dscp = 26;
    d.ecn = Ecn::ECT0;
    ClearHeaders(d);
    return d;
}

/** @return the datagram's frame as the NIC sends the datagram */
Frame
FrameOf(const Datagram& d, Encapsulation encapsulation)
{
    const AddressBits to = AddressOfNic(d.destination);
    Frame f;
    f.destination = encapsulation == ENCAPSULATION_SRV6 ? UsidCarrier(0xfcbbbb004801c803ULL, 0)
                                                        : UsidCarrier(to.high, to.low);
    f.source = d.source;
    f.entropy = d.ev.value;
    f.size = FrameSize(d, encapsulation);
    f.dscp = d.dscp;
    f.ecn = d.ecn;
    f.hopLimit = 64;
    return f;
}

PacketCodec
CodecOf(Encapsulation encapsulation)
{
    WireFormat format;
    format.encapsulation = encapsulation;
    return PacketCodec(format);
}

/** @return the bytes over IPv4 from the BTH to the payload's end, without ICRC and FCS */
Bytes
BodyOf(const Datagram& d)
{
    const Bytes bytes = EncodeFrame(CodecOf(ENCAPSULATION_IPV4), FrameOf(d, ENCAPSULATION_IPV4), d);
    EXPECT_GT(bytes.size(), 50U);
    return bytes.size() < 50 ? Bytes() : Bytes(bytes.begin() + 42, bytes.end() - 8);
}

/** @return the payload that the codec makes at this address */
Bytes
Pattern(uint64_t address, std::size_t size)
{
    Bytes bytes(size);
    FillPayload(address, bytes.data(), size);
    return bytes;
}

Bytes
operator+(Bytes one, const Bytes& other)
{
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

// Clauses: [roce-opcodes], [roce-payload]
TEST(RoceCodec, BytesAreThoseWrittenByHand)
{
    // queue pair 0x11, PSN 5: payload as at address 0x11 x 2^40 + 5 x 2^16
    const uint64_t address = 0x110000050000ULL;
    Datagram only = Packet(Opcode::RC_WRITE_ONLY_IMMEDIATE, 8);
    only.bth.ackRequest = true;
    only.write.reth = {0x0102030405060708ULL, 0x090a0b0c, 8};
    only.write.immediate = 0xdeadbeef;
    EXPECT_EQ(BodyOf(only),
              Hex("0b 00 ffff 00 000011 80 000005 0102030405060708 090a0b0c 00000008 deadbeef") +
                  Pattern(address, 8));
    EXPECT_EQ(BodyOf(Packet(Opcode::RC_WRITE_MIDDLE, 8)),
              Hex("07 00 ffff 00 000011 00 000005") + Pattern(address, 8));
    EXPECT_EQ(BodyOf(Packet(Opcode::RC_SEND_ONLY, 5)),
              Hex("04 30 ffff 00 000011 00 000005") + Pattern(address, 5) + Hex("000000"));
    Datagram nak = Packet(Opcode::RC_ACKNOWLEDGE);
    nak.aeth.syndrome = static_cast<uint8_t>(AethSyndrome::NAK_SEQUENCE);
    nak.aeth.msn = 3;
    EXPECT_EQ(BodyOf(nak), Hex("11 00 ffff 00 000011 00 000005 60 000003"));
    Datagram cnp = Packet(Opcode::CNP);
    cnp.bth.psn = Psn();
    EXPECT_EQ(BodyOf(cnp),
              Hex("81 00 ffff 40 000011 00 000000 00000000 00000000 00000000 00000000"));
}

// Clauses: [roce-opcodes], [frame-sizes]
TEST(RoceCodec, SizesAreTheSumOfTheHeaders)
{
    for (const Kind& kind : KINDS)
    {
        const Datagram d = Packet(kind.opcode);
        // Ethernet, IPv4, UDP, BTH; ICRC and FCS
        EXPECT_EQ(FrameSize(d, ENCAPSULATION_IPV4), 14 + 20 + 8 + 12 + kind.bytes + 8);
    }
    EXPECT_EQ(FrameSize(Packet(Opcode::RC_WRITE_MIDDLE, 4096), ENCAPSULATION_IPV4), 4096 + 62);
}

// Clauses: [roce-opcodes]
TEST(RoceCodec, RoundTripIsTheIdentity)
{
    Draws draws(18);
    for (int round = 0; round < 300; ++round)
    {
        for (const Kind& kind : KINDS)
        {
            const bool isData = IsRcData(kind.opcode);
            Datagram d = Packet(kind.opcode, isData ? static_cast<uint16_t>(draws.Below(4097)) : 0);
            d.bth.psn = Psn(draws.Below(1U << 24));
            d.bth.destination.value = draws.Below(1U << 24);
            d.bth.ackRequest = draws.Flip();
            d.dscp = static_cast<uint8_t>(draws.Below(10) + 22);
            d.ev = Ev::Of(static_cast<PlaneId>(draws.Below(8)), draws.Below(8192));
            if (isData && kind.bytes >= 16)
            {
                d.write.reth = {draws.Bits(), draws.Below(1U << 31), draws.Below(1U << 31)};
            }
            if (isData && kind.bytes % 16 == 4)
            {
                d.write.immediate = draws.Below(1U << 31);
            }
            if (kind.opcode == Opcode::RC_ACKNOWLEDGE)
            {
                d.aeth.syndrome = static_cast<uint8_t>(draws.Below(128));
                d.aeth.msn = draws.Below(1U << 24);
            }
            for (Encapsulation encapsulation :
                 {ENCAPSULATION_SRV6, ENCAPSULATION_IPV6, ENCAPSULATION_IPV4})
            {
                const Frame frame = FrameOf(d, encapsulation);
                const PacketCodec codec = CodecOf(encapsulation);
                const Bytes bytes = EncodeFrame(codec, frame, d);
                ASSERT_EQ(bytes.size(), frame.size);
                Frame arrived;
                Datagram received;
                ASSERT_TRUE(codec.Decode(bytes.data(), bytes.size(), arrived, received));
                ExpectSame(received, d);
            }
        }
    }
}

// Clauses: [roce-payload]
TEST(RoceCodec, PayloadOfAnotherPacketIsRefused)
{
    const Datagram d = Packet(Opcode::RC_WRITE_MIDDLE, 64);
    const PacketCodec codec = CodecOf(ENCAPSULATION_IPV4);
    Bytes bytes = EncodeFrame(codec, FrameOf(d, ENCAPSULATION_IPV4), d);
    ASSERT_FALSE(bytes.empty());
    bytes[42 + 11] ^= 1; // the PSN
    Store(bytes, bytes.size() - 8, InvariantCrc(bytes.data() + 14, bytes.size() - 8 - 14));
    Store(bytes, bytes.size() - 4, Crc32(bytes.data(), bytes.size() - 4));
    Frame frame;
    Datagram received;
    EXPECT_FALSE(codec.Decode(bytes.data(), bytes.size(), frame, received));
}

// Bits that only MRC has are reserved here, and the content of a CNP is 0. Clauses: [roce-opcodes]
TEST(RoceCodec, ReservedBitsAreRefused)
{
    for (const Kind& kind : KINDS)
    {
        Datagram d = Packet(kind.opcode);
        d.bth.retransmission = true;
        EXPECT_TRUE(
            EncodeFrame(CodecOf(ENCAPSULATION_IPV4), FrameOf(d, ENCAPSULATION_IPV4), d).empty());
        const PacketCodec codec = CodecOf(ENCAPSULATION_IPV4);
        d.bth.retransmission = false;
        const Bytes good = EncodeFrame(codec, FrameOf(d, ENCAPSULATION_IPV4), d);
        std::vector<std::size_t> places{42 + 8};
        if (kind.opcode == Opcode::CNP)
        {
            places.push_back(42 + 12 + 15);
        }
        for (std::size_t place : places)
        {
            Bytes bytes = good;
            bytes.at(place) |= 0x10;
            Store(bytes, bytes.size() - 8, InvariantCrc(bytes.data() + 14, bytes.size() - 22));
            Store(bytes, bytes.size() - 4, Crc32(bytes.data(), bytes.size() - 4));
            Frame frame;
            Datagram received;
            EXPECT_FALSE(codec.Decode(bytes.data(), bytes.size(), frame, received)) << place;
        }
    }
}

} // namespace
