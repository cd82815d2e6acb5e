/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Packets without SRv6: one IP header, of version 6 or 4.

#include "codec-frames.h"

#include "ns3/mrc-ev-fields.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

constexpr Encapsulation DIRECT[] = {ENCAPSULATION_IPV6, ENCAPSULATION_IPV4};

WireFormat
FormatOf(Encapsulation encapsulation, TrimLength trimLength = TRIM_LENGTH_IP)
{
    WireFormat format;
    format.encapsulation = encapsulation;
    format.trimLength = trimLength;
    return format;
}

/** Turns a frame and a datagram into those that a fabric without SRv6 can carry. */
void
MakeDirect(Encapsulation encapsulation, Frame& frame, Datagram& datagram)
{
    if (encapsulation == ENCAPSULATION_IPV4)
    {
        datagram.destination %= MAX_IPV4_NICS;
        frame.source %= MAX_IPV4_NICS;
        datagram.ev = Ev::Of(datagram.ev.Plane(), datagram.ev.Uplink() % MAX_PORT_PATHS);
    }
    const AddressBits to = AddressOfNic(datagram.destination);
    frame.destination = UsidCarrier(to.high, to.low);
    frame.entropy = datagram.ev.value;
    frame.size = FrameSize(datagram, encapsulation);
    datagram.source = frame.source;
    datagram.dscp = frame.dscp; // there is one header for both
    datagram.ecn = frame.ecn;
}

/** @return the bytes of a NACK of this EV */
Bytes
NackBytes(Encapsulation encapsulation, Ev ev)
{
    Frame frame = NackFrame();
    Datagram datagram = NackDatagram();
    datagram.ev = ev;
    MakeDirect(encapsulation, frame, datagram);
    return EncodeFrame(PacketCodec(FormatOf(encapsulation)), frame, datagram);
}

/** Writes the CRCs of a frame, of which the ICRC begins behind the Ethernet header. */
void
ResealDirect(Bytes& bytes)
{
    const std::size_t n = bytes.size();
    Store(bytes, n - 8, InvariantCrc(bytes.data() + 14, n - 8 - 14));
    Store(bytes, n - 4, Crc32(bytes.data(), n - 4));
}

const char* const NACK_BODY = "dd 00 ffff 00 000011 00 000005"
                              "0000 02 00 20000001 00000000 00 0a0b0c 20 00 0d0e"
                              "00000000 00000000";

// Clauses: [direct-packets]
TEST(DirectCodec, BytesOverIpv6AreThoseWrittenByHand)
{
    Bytes wanted = Hex("02 01 00000203 02 01 00000102 86dd"
                       "6c300007 002c 11 3e fd006d72 63000000 00000000 00000102"
                       "fd006d72 63000000 00000000 00000203"
                       "8007 12b7 002c 0000" +
                       std::string(NACK_BODY));
    ASSERT_EQ(wanted.size(), 142 - 40);
    ResealDirect(wanted);
    EXPECT_EQ(NackBytes(ENCAPSULATION_IPV6, Ev{0x6000e007}), wanted);
}

// Clauses: [direct-packets]
TEST(DirectCodec, BytesOverIpv4AreThoseWrittenByHand)
{
    Bytes wanted = Hex("02 01 00000203 02 01 00000102 0800"
                       "45 c3 0040 0000 4000 3e 11 24e4 0a000103 0a000204"
                       "8007 12b7 002c 0000" +
                       std::string(NACK_BODY));
    ASSERT_EQ(wanted.size(), 142 - 60);
    ResealDirect(wanted);
    EXPECT_EQ(NackBytes(ENCAPSULATION_IPV4, Ev{0x60000007}), wanted);
}

// Clauses: [frame-sizes]
TEST(DirectCodec, FramesAreSmallerByTheHeadersThatTheyLack)
{
    Datagram d;
    d.bth.opcode = Opcode::WRITE_MIDDLE;
    d.bth.timestamped = true;
    d.payload = 4096;
    EXPECT_EQ(FrameSize(d, ENCAPSULATION_SRV6), 4096 + 146);
    EXPECT_EQ(FrameSize(d, ENCAPSULATION_IPV6), 4096 + 106);
    EXPECT_EQ(FrameSize(d, ENCAPSULATION_IPV4), 4096 + 86);
}

// Clauses: [direct-packets]
TEST(DirectCodec, RoundTripOfWholeFramesIsTheIdentity)
{
    Draws draws(12);
    for (int round = 0; round < 400; ++round)
    {
        for (const Opcode opcode : ALL_OPCODES)
        {
            const Encapsulation encapsulation = DIRECT[round % 2];
            const PacketCodec codec(FormatOf(encapsulation));
            Datagram sent = RandomDatagram(opcode, draws);
            Frame frame = RandomFrame(sent, draws);
            MakeDirect(encapsulation, frame, sent);
            const Bytes bytes = EncodeFrame(codec, frame, sent);
            ASSERT_EQ(bytes.size(), FrameSize(sent, encapsulation));
            Frame arrived;
            Datagram received;
            ASSERT_TRUE(codec.Decode(bytes.data(), bytes.size(), arrived, received));
            ExpectSame(arrived, frame);
            ExpectSame(received, sent);
            EXPECT_EQ(received.trim, TrimMark::WHOLE);
            // the other formats do not take these bytes for theirs
            for (const Encapsulation other :
                 {ENCAPSULATION_SRV6, ENCAPSULATION_IPV6, ENCAPSULATION_IPV4})
            {
                EXPECT_EQ(PacketCodec(FormatOf(other))
                              .Decode(bytes.data(), bytes.size(), arrived, received),
                          other == encapsulation);
            }
        }
    }
}

// Clauses: [trim-lengths], [direct-packets]
TEST(DirectCodec, TrimmedFramesAreWhatTruncateLeaves)
{
    Draws draws(13);
    uint32_t cut = 0;
    for (int round = 0; round < 6000; ++round)
    {
        const Encapsulation encapsulation = DIRECT[round % 2];
        const PacketCodec codec(FormatOf(encapsulation, static_cast<TrimLength>(round % 3)));
        Datagram sent = RandomDatagram(ALL_OPCODES[round % 12], draws);
        Frame frame = RandomFrame(sent, draws);
        frame.dscp = draws.Flip() ? DscpPlan().trimmedLastHop : DscpPlan().trimmed;
        MakeDirect(encapsulation, frame, sent);
        const uint32_t whole = frame.size;
        const uint32_t least = encapsulation == ENCAPSULATION_IPV6 ? 78 : 58;
        frame.size = std::min<uint32_t>(whole, least + draws.Below(60));
        cut += frame.size < whole;
        const Bytes bytes = EncodeFrame(codec, frame, sent);
        ASSERT_EQ(bytes.size(), frame.size);
        Frame arrived;
        arrived.fullSize = whole; // travels beside the bytes
        Datagram received;
        ASSERT_TRUE(codec.Decode(bytes.data(), bytes.size(), arrived, received));
        Datagram left = sent;
        Truncate(left, frame.size, encapsulation);
        ExpectSame(arrived, frame);
        ExpectSame(received, left);
        EXPECT_NE(received.trim, TrimMark::WHOLE);
    }
    EXPECT_GT(cut, 2000);
}

// Clauses: [trim-minimum]
TEST(DirectCodec, CutsKeepTheHeadersThatFit)
{
    for (const Encapsulation encapsulation : DIRECT)
    {
        // IP, UDP, BTH, METH, TSETH, and the Ethernet header with FCS
        const uint32_t upToTseth = (encapsulation == ENCAPSULATION_IPV6 ? 68 : 48) + 18;
        for (const uint32_t missing : {0, 1})
        {
            Datagram d;
            d.bth.opcode = Opcode::WRITE_ONLY;
            d.bth.timestamped = true;
            d.write.meth = {1, 2};
            d.write.tseth.timestamp = 3;
            Truncate(d, upToTseth - missing, encapsulation);
            EXPECT_EQ(d.write.meth.msn, 2);
            EXPECT_EQ(d.write.tseth.timestamp, missing == 0 ? 3 : 0);
        }
    }
}

// Clauses: [direct-packets]
TEST(DirectCodec, LaterHopsChangeOnlyWhatSwitchesWrite)
{
    Draws draws(14);
    for (int round = 0; round < 400; ++round)
    {
        const Encapsulation encapsulation = DIRECT[round % 2];
        const PacketCodec codec(FormatOf(encapsulation));
        Datagram sent = RandomDatagram(ALL_OPCODES[round % 12], draws);
        Frame frame = RandomFrame(sent, draws);
        MakeDirect(encapsulation, frame, sent);
        // whole, and as captures cut it short within the first headers
        const std::size_t length = round % 4 < 2 ? frame.size : 1 + draws.Below(60);
        Bytes bytes(std::min<std::size_t>(length, frame.size));
        ASSERT_EQ(codec.EncodeStart(frame, sent, bytes.data(), bytes.size()), bytes.size());
        frame.ecn = Ecn::CE;
        --frame.hopLimit;
        codec.EncodeHop(frame, sent, bytes.data(), bytes.size());
        Bytes anew(bytes.size());
        codec.EncodeStart(frame, sent, anew.data(), anew.size());
        EXPECT_EQ(bytes, anew);
    }
}

// Clauses: [icrc-rule]
TEST(DirectCodec, IcrcOverIpv4LeavesOutWhatRoutersMayChange)
{
    Draws draws(15);
    Bytes packet(100);
    std::generate(packet.begin(), packet.end(), [&] { return static_cast<uint8_t>(draws.Bits()); });
    packet[0] = 0x45;
    const uint32_t crc = InvariantCrc(packet.data(), packet.size());
    for (std::size_t bit = 8; bit < 8 * packet.size(); ++bit) // byte 0 tells the version
    {
        const std::size_t at = bit / 8;
        // type of service, time to live, header checksum, UDP checksum, byte 4 of the BTH
        const bool masked =
            at == 1 || at == 8 || at == 10 || at == 11 || at == 26 || at == 27 || at == 32;
        packet[at] ^= 1U << (bit % 8);
        EXPECT_EQ(InvariantCrc(packet.data(), packet.size()) == crc, masked) << bit;
        packet[at] ^= 1U << (bit % 8);
    }
}

// Clauses: [direct-packets]
TEST(DirectCodec, EachChangedBitOfAnIpv4HeaderIsRefused)
{
    const PacketCodec codec(FormatOf(ENCAPSULATION_IPV4));
    const Bytes good = NackBytes(ENCAPSULATION_IPV4, Ev{0x60000007});
    Frame f;
    Datagram d;
    ASSERT_TRUE(codec.Decode(good.data(), good.size(), f, d));
    for (std::size_t bit = 0; bit < 8 * 20; ++bit)
    {
        Bytes bytes = good;
        bytes[14 + bit / 8] ^= 1U << (bit % 8);
        ResealDirect(bytes);
        EXPECT_FALSE(codec.Decode(bytes.data(), bytes.size(), f, d)) << bit;
    }
}

/** Writes an IPv4 header's checksum and both CRCs. */
void
ResealIpv4(Bytes& bytes)
{
    bytes[24] = bytes[25] = 0;
    uint32_t sum = 0;
    for (unsigned i = 14; i < 34; i += 2)
    {
        sum += bytes[i] << 8 | bytes[i + 1];
    }
    sum = (sum & 0xffff) + (sum >> 16);
    sum += sum >> 16;
    bytes[24] = static_cast<uint8_t>(~sum >> 8);
    bytes[25] = static_cast<uint8_t>(~sum);
    ResealDirect(bytes);
}

// Clauses: [direct-packets]
TEST(DirectCodec, Ipv4HeadersOfOtherSendersAreRefused)
{
    struct Case
    {
        const char* what;
        unsigned at; //!< byte of the frame
        uint8_t value;
    };

    const Case cases[] = {
        {"options", 14, 0x46},
        {"identification", 19, 1},
        {"may be fragmented", 20, 0},
        {"a fragment", 20, 0x60},
        {"TCP", 23, 6},
        {"source of another network", 26, 11},
        {"destination of another network", 30, 11},
        {"length", 17, 0x41},
        {"length below the header", 17, 0x13},
    };
    const PacketCodec codec(FormatOf(ENCAPSULATION_IPV4));
    Bytes good = NackBytes(ENCAPSULATION_IPV4, Ev{0x60000007});
    ResealIpv4(good);
    Frame f;
    Datagram d;
    EXPECT_TRUE(codec.Decode(good.data(), good.size(), f, d)) << "nothing changed";
    for (const Case& c : cases)
    {
        Bytes bytes = good;
        bytes[c.at] = c.value;
        ResealIpv4(bytes);
        EXPECT_FALSE(codec.Decode(bytes.data(), bytes.size(), f, d)) << c.what;
    }
}

// Clauses: [direct-packets]
TEST(DirectCodec, WhatTheHeadersCannotCarryIsRefused)
{
    for (const Encapsulation encapsulation : DIRECT)
    {
        const PacketCodec codec(FormatOf(encapsulation));
        const bool isIpv4 = encapsulation == ENCAPSULATION_IPV4;
        Frame frame = NackFrame();
        Datagram datagram = NackDatagram();
        MakeDirect(encapsulation, frame, datagram);
        ASSERT_FALSE(EncodeFrame(codec, frame, datagram).empty());

        Frame carrier = frame;
        carrier.destination = NackFrame().destination;
        EXPECT_TRUE(EncodeFrame(codec, carrier, datagram).empty()) << "a carrier of uSIDs";

        Datagram other = datagram;
        other.source = 7;
        EXPECT_TRUE(EncodeFrame(codec, frame, other).empty()) << "two senders";

        Frame far = frame;
        other = datagram;
        other.source = far.source = MAX_IPV4_NICS;
        EXPECT_EQ(EncodeFrame(codec, far, other).empty(), isIpv4) << "a large number of a NIC";

        far = frame;
        other = datagram;
        other.destination = MAX_IPV4_NICS;
        far.destination = UsidCarrier(NIC_PREFIX, other.destination);
        EXPECT_EQ(EncodeFrame(codec, far, other).empty(), isIpv4) << "the same of the receiver";

        far = frame;
        other = datagram;
        other.ev = Ev::Of(3, MAX_PORT_PATHS);
        far.entropy = other.ev.value;
        EXPECT_EQ(EncodeFrame(codec, far, other).empty(), isIpv4) << "an EV of more than 16 bits";
    }
}

// Clauses: [direct-packets], [ev-on-wire]
TEST(EvFields, HoldAllBits)
{
    Draws draws(16);
    for (int round = 0; round < 1000; ++round)
    {
        const Ev ev{static_cast<uint32_t>(draws.Bits())};
        for (const Encapsulation e : {ENCAPSULATION_SRV6, ENCAPSULATION_IPV6, ENCAPSULATION_IPV4})
        {
            EXPECT_EQ(EvFields::Of(ev, e).Value(e), ev);
        }
    }
    const EvFields first = EvFields::Of(Ev::Of(0, MAX_PORT_PATHS - 1), ENCAPSULATION_IPV4);
    EXPECT_EQ(first.sourcePort, 0xffff) << "no port of another protocol";
    EXPECT_EQ(first.flowLabel, 0U) << "the source port has all of an EV of 16 bits";
    EXPECT_EQ(EvFields::Of(Ev::Of(7, 0), ENCAPSULATION_IPV4).sourcePort, 0);
}

} // namespace
