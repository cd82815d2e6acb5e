/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-bytes.h"

#include "ns3/mrc-aeth.h"
#include "ns3/mrc-bth.h"
#include "ns3/mrc-endpoint-headers.h"
#include "ns3/mrc-ethernet.h"
#include "ns3/mrc-immdt.h"
#include "ns3/mrc-ipv6.h"
#include "ns3/mrc-meth.h"
#include "ns3/mrc-neth.h"
#include "ns3/mrc-peth.h"
#include "ns3/mrc-reth.h"
#include "ns3/mrc-seth.h"
#include "ns3/mrc-tseth.h"
#include "ns3/mrc-udp.h"

#include <functional>
#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

/** One header: values, and bytes written down by hand from the layout. */
struct Case
{
    const char* name;
    std::string hex;
    std::function<Bytes()> encode;                   //!< the values to bytes
    std::function<bool(ByteReader&, Bytes&)> recode; //!< bytes to values to bytes
};

template <typename Header>
Case
CaseOf(const char* name, const std::string& hex, const Header& header)
{
    return Case{name,
                hex,
                [header] { return Encoded(header); },
                [](ByteReader& in, Bytes& again) {
                    Header decoded;
                    const bool ok = Decode(in, decoded);
                    again = Encoded(decoded);
                    return ok;
                }};
}

Case
BthCase(const char* name, const std::string& hex, const Bth& bth, uint8_t pad)
{
    return Case{name,
                hex,
                [bth, pad] { return Encoded(bth, pad); },
                [](ByteReader& in, Bytes& again) {
                    Bth decoded;
                    uint8_t padCount = 0;
                    const bool ok = Decode(in, decoded, padCount);
                    again = Encoded(decoded, padCount);
                    return ok;
                }};
}

Bth
MakeBth()
{
    Bth bth;
    bth.opcode = Opcode::WRITE_LAST_IMMEDIATE;
    bth.solicited = true;
    bth.ackRequest = true;
    bth.retransmission = true;
    bth.timestamped = true;
    bth.destination.value = 0xabcdef;
    bth.psn = Psn(0x123456);
    return bth;
}

Bth
MakePlainBth()
{
    Bth bth;
    bth.opcode = Opcode::SACK;
    bth.destination = ENDPOINT_QP;
    bth.psn = Psn(0xffffff);
    return bth;
}

Seth
MakeSeth()
{
    Seth seth;
    seth.mark = PathMark::ALWAYS_SKIP;
    seth.probeReply = true;
    seth.ackOffset = -2;
    seth.entropy.value = 0xdeadbeef;
    seth.downPorts = 0x81;
    seth.cack = Psn(0x010203);
    seth.mpr = 8;
    seth.sackOffset = 0x7ffe;
    seth.bitmap = 0x8000000000000001ULL;
    return seth;
}

Seth
MakeMarkedSeth()
{
    Seth seth;
    seth.mark = PathMark::SKIP_ONCE;
    seth.sackOffset = -1;
    return seth;
}

CcState
MakeCcState()
{
    CcState cc;
    cc.timestamp = 0xa55a;
    cc.outOfOrder = 0x7fff;
    cc.restoreWindow = 1;
    cc.penalty = 0x55;
    cc.received = 0xfedcba;
    return cc;
}

Neth
MakeNeth()
{
    Neth neth;
    neth.reason = NackReason::UNEXPECTED_EVENT;
    neth.vendorInfo = 0x77;
    neth.entropy.value = 0x20000005;
    neth.psn = Psn(0xfffffe);
    neth.timestamp = 0x1234;
    return neth;
}

Ipv6
MakeIpv6()
{
    Ipv6 ipv6;
    ipv6.dscp = 0x2b;
    ipv6.ecn = Ecn::CE;
    ipv6.flowLabel = 0x54321;
    ipv6.payloadLength = 0x1058;
    ipv6.nextHeader = NextHeader::IPV6;
    ipv6.hopLimit = 61;
    ipv6.source = AddressOfNic(0x01020304);
    ipv6.destination = {0xfcbbbb0021011103ULL, 0x2102900300000000ULL};
    return ipv6;
}

const std::vector<Case>&
Cases()
{
    static const std::vector<Case> CASES = {
        BthCase("BTH, all bits", "c9 b0 ffff 00 abcdef b0 123456", MakeBth(), 3),
        BthCase("BTH, no bits", "dc 00 ffff 00 000002 00 ffffff", MakePlainBth(), 0),
        CaseOf("METH", "1234 fedc", Meth{0x1234, 0xfedc}),
        CaseOf("TSETH 128 ns", "abcd 0001", Tseth{0xabcd, TimestampUnit::NS128}),
        CaseOf("TSETH 1 us", "0102 8001", Tseth{0x0102, TimestampUnit::US1}),
        CaseOf("RETH",
               "0102030405060708 a1a2a3a4 00100000",
               Reth{0x0102030405060708, 0xa1a2a3a4, 1U << 20}),
        CaseOf("ImmDt", "cafef00d", ImmDt{0xcafef00d}),
        CaseOf("AETH", "00 00abcd", Aeth{0, 0xabcd}),
        CaseOf("AETH, widest", "ff ffffff", Aeth{0xff, 0xffffff}),
        CaseOf("SETH",
               "0042 fffe deadbeef 0000 0000 81 010203 00 08 7ffe 8000000000000001",
               MakeSeth()),
        CaseOf("SETH, marked",
               "0020 0000 00000000 0000 0000 00 000000 00 00 ffff 0000000000000000",
               MakeMarkedSeth()),
        CaseOf("CC_STATE", "a55a 7fff d5 fedcba", MakeCcState()),
        CaseOf("NETH", "0000 19 77 20000005 0000 0000 00 fffffe 20 00 1234", MakeNeth()),
        CaseOf("PETH",
               "00000000 beef 0000 0000 0000 4321 8001",
               Peth{0xbeef, {0x4321, TimestampUnit::US1}}),
        CaseOf(
            "ERTH, port status",
            "00 00 0000 000000fe 00000000 0042 0001",
            Erth{EndpointOperation::PORT_STATUS_UPDATE, 0xfe, {0x42, TimestampUnit::NS128}, false}),
        CaseOf("ERTH, EV probe",
               "00 04 0000 00000000 00000000 ffff 8001",
               Erth{EndpointOperation::EV_PROBE, 0, {0xffff, TimestampUnit::US1}, false}),
        CaseOf("ERTH, any uplink back",
               "00 24 0000 00000000 00000000 ffff 8001",
               Erth{EndpointOperation::EV_PROBE, 0, {0xffff, TimestampUnit::US1}, true}),
        CaseOf(
            "EETH, EV probe",
            "00 24 0000 60000007 00000000 00000000 00000000 0000007f 00000000 1357 0000 00000000",
            Eeth{EndpointOperation::EV_PROBE, 0x1357, 0x7f, 0x60000007, true}),
        CaseOf(
            "EETH, port status",
            "00 00 0000 00000000 00000000 00000000 00000000 ffffffff 00000000 0000 0000 00000000",
            Eeth{EndpointOperation::PORT_STATUS_UPDATE, 0, 0xffffffff, 0, false}),
        CaseOf("Ethernet",
               "06 00 00 00 48 0b  02 03 00 00 01 00 86dd",
               Ethernet{0x06000000480b, 0x020300000100}),
        CaseOf("IPv6",
               "6af54321 1058 29 3d fd006d72 63000000 00000000 01020304 "
               "fcbbbb00 21011103 21029003 00000000",
               MakeIpv6()),
        CaseOf("UDP", "2000 12b7 1030 0000", Udp{0x2000, 4791, 0x1030}),
    };
    return CASES;
}

// Clauses: [bth-layout], [meth-layout], [tseth-layout], [reth-layout], [immdt-layout],
//          [aeth-layout], [sack-format], [nack-format], [probe-format], [endpoint-format]
TEST(HeaderCodec, BytesAreThoseWrittenByHand)
{
    for (const Case& c : Cases())
    {
        EXPECT_EQ(c.encode(), Hex(c.hex)) << c.name;
    }
}

TEST(HeaderCodec, SizesAreThoseOfTheSpecification)
{
    EXPECT_EQ(BTH_BYTES, 12);
    EXPECT_EQ(Encoded(MakeSeth()).size() + Encoded(MakeCcState()).size(), 36);
    EXPECT_EQ(SETH_BYTES + CC_STATE_BYTES, 36);
    EXPECT_EQ(Encoded(Neth{}).size(), NETH_BYTES);
    EXPECT_EQ(Encoded(Peth{}).size(), PETH_BYTES);
    EXPECT_EQ(Encoded(Erth{}).size(), ERTH_BYTES);
    EXPECT_EQ(Encoded(Eeth{}).size(), EETH_BYTES);
    EXPECT_EQ(Encoded(Reth{}).size(), RETH_BYTES);
    EXPECT_EQ(Encoded(Ipv6{}).size(), IPV6_BYTES);
}

// Clauses: [bth-layout], [meth-layout], [tseth-layout], [reth-layout], [immdt-layout],
//          [aeth-layout], [sack-format], [nack-format], [probe-format], [endpoint-format]
TEST(HeaderCodec, DecodingGivesTheValuesBack)
{
    for (const Case& c : Cases())
    {
        const Bytes bytes = Hex(c.hex);
        ByteReader in(bytes.data(), bytes.size());
        Bytes again;
        EXPECT_TRUE(c.recode(in, again)) << c.name;
        EXPECT_EQ(again, bytes) << c.name;
        EXPECT_EQ(in.Left(), 0) << c.name;
    }
}

// Clauses: [tseth-layout]
TEST(HeaderCodec, DecodedFieldsAreNamedRight)
{
    // Encode and Decode could swap the same two fields; here the values are read by name.
    const Bytes bytes = Hex("0042 fffe deadbeef 0000 0000 81 010203 00 08 7ffe 8000000000000001");
    ByteReader in(bytes.data(), bytes.size());
    Seth seth;
    ASSERT_TRUE(Decode(in, seth));
    EXPECT_EQ(seth.mark, PathMark::ALWAYS_SKIP);
    EXPECT_TRUE(seth.probeReply);
    EXPECT_EQ(seth.ackOffset, -2);
    EXPECT_EQ(seth.entropy.value, 0xdeadbeef);
    EXPECT_EQ(seth.downPorts, 0x81);
    EXPECT_EQ(seth.cack.Value(), 0x010203);
    EXPECT_EQ(seth.mpr, 8);
    EXPECT_EQ(seth.sackOffset, 0x7ffe);
    EXPECT_EQ(seth.bitmap, 0x8000000000000001ULL);
}

TEST(HeaderCodec, EveryPrefixIsRefused)
{
    for (const Case& c : Cases())
    {
        const Bytes bytes = Hex(c.hex);
        for (std::size_t size = 0; size < bytes.size(); ++size)
        {
            // ASan guards the end of these bytes
            const Bytes prefix(bytes.begin(), bytes.begin() + size);
            ByteReader in(prefix.data(), prefix.size());
            Bytes again;
            EXPECT_FALSE(c.recode(in, again)) << c.name << " of " << size << " bytes";
        }
    }
}

TEST(HeaderCodec, WhatIsAcceptedIsEncodedTheSame)
{
    Draws draws(1);
    uint32_t accepted = 0;
    for (const Case& c : Cases())
    {
        const bool isBth = std::string(c.name).rfind("BTH", 0) == 0;
        for (int round = 0; round < 3000; ++round)
        {
            Bytes bytes = Hex(c.hex);
            const uint32_t changes = 1 + draws.Below(3);
            for (uint32_t i = 0; i < changes; ++i)
            {
                bytes[draws.Below(bytes.size())] ^= 1U << draws.Below(8);
            }
            if (isBth)
            {
                bytes[4] = 0; // the byte that a decoder ignores
            }
            ByteReader in(bytes.data(), bytes.size());
            Bytes again;
            if (c.recode(in, again))
            {
                ++accepted;
                EXPECT_EQ(again, bytes) << c.name;
            }
        }
    }
    EXPECT_GT(accepted, 10000); // the corruptions do reach the fields
}

/** A header with one value that a decoder must not take. */
struct BadCase
{
    const char* name;
    const char* golden; //!< name of the case that this one was made from
    unsigned at;        //!< byte
    uint8_t value;      //!< the bad value of the byte
};

constexpr BadCase BAD_CASES[] = {
    {"opcode of an RDMA Read", "BTH, no bits", 0, 0x0c},
    {"opcode between two known ones", "BTH, no bits", 0, 0xcc},
    {"opcode 0xff", "BTH, no bits", 0, 0xff},
    {"transport version 1", "BTH, no bits", 1, 0x01},
    {"M bit", "BTH, no bits", 1, 0x40},
    {"partition key", "BTH, no bits", 3, 0xfe},
    {"R bit", "BTH, no bits", 8, 0x40},
    {"reserved bit", "BTH, no bits", 8, 0x01},
    {"TSETH type 0", "TSETH 128 ns", 3, 0},
    {"TSETH type 2", "TSETH 128 ns", 3, 2},
    {"TSETH reserved bit", "TSETH 128 ns", 2, 0x40},
    {"m = 3", "SETH", 1, 0x62},
    {"SETH type", "SETH", 0, 0x10},
    {"cc_type 1", "SETH", 16, 0x10},
    {"CC_STATE reserved bit", "CC_STATE", 2, 0xff},
    {"NACK reason 0", "NETH", 2, 0},
    {"NACK reason 3", "NETH", 2, 3},
    {"NACK cc_type 0", "NETH", 16, 0},
    {"operation 2", "ERTH, EV probe", 1, 0x08},
    {"ERTH reserved bit", "ERTH, EV probe", 1, 0x44},
    {"operation 7", "EETH, EV probe", 1, 0x1c},
    {"EETH m = 2", "EETH, EV probe", 1, 0x44},
    {"EtherType of IPv4", "Ethernet", 12, 0x08},
    {"IP version 4", "IPv6", 0, 0x4a},
    {"next header TCP", "IPv6", 6, 6},
    {"next header fragment", "IPv6", 6, 44},
    {"UDP checksum", "UDP", 7, 1},
};

// Clauses: [opcode-list], [bth-layout], [tseth-layout], [sack-format], [cc-state], [nack-format],
//          [endpoint-format]
TEST(HeaderCodec, ReservedValuesAreRefused)
{
    for (const BadCase& bad : BAD_CASES)
    {
        bool found = false;
        for (const Case& c : Cases())
        {
            if (std::string(c.name) != bad.golden)
            {
                continue;
            }
            found = true;
            Bytes bytes = Hex(c.hex);
            ASSERT_NE(bytes.at(bad.at), bad.value) << bad.name;
            bytes.at(bad.at) = bad.value;
            ByteReader in(bytes.data(), bytes.size());
            Bytes again;
            EXPECT_FALSE(c.recode(in, again)) << bad.name;
        }
        EXPECT_TRUE(found) << bad.golden;
    }
}

// Clauses: [bth-layout]
TEST(HeaderCodec, ByteFourOfTheBthIsIgnored)
{
    Bytes bytes = Hex("dc 00 ffff 00 000002 00 ffffff");
    bytes[4] = 0xc0; // where IBTA has FECN and BECN, which a switch may set
    ByteReader in(bytes.data(), bytes.size());
    Bth bth;
    uint8_t pad = 0;
    EXPECT_TRUE(Decode(in, bth, pad));
}

} // namespace
