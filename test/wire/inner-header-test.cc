/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The fields that the fabric's edge reads of the IP headers of stock packets.

#include "wire-bytes.h"

#include "ns3/mrc-inner-header.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

const char* const UDP6 = "6ba12345 000c 11 40 20010000 00000000 00000000 00000001"
                         "fd006d72 63000000 00000000 00000203 00010002 000c0000 00000000";
const char* const TCP4 = "4529002c 00004000 40060000 0a000103 0a000204 00010002 00000000";

InnerHeader
Read(const Bytes& bytes)
{
    InnerHeader header;
    EXPECT_TRUE(ReadInnerHeader(bytes.data(), bytes.size(), header));
    return header;
}

/** @return whether a change of this byte makes another flow of a packet */
bool
IsOfFlow(Bytes bytes, std::size_t at)
{
    const uint64_t flow = Read(bytes).flow;
    bytes[at] ^= 8;
    return Read(bytes).flow != flow;
}

TEST(InnerHeader, SaysWhatStandsInIpv6)
{
    const InnerHeader header = Read(Hex(UDP6));
    EXPECT_EQ(header.version, 6);
    EXPECT_EQ(header.dscp, 0x2e);
    EXPECT_EQ(header.ecn, Ecn::ECT0);
    EXPECT_EQ(header.destination, (AddressBits{0xfd006d7263000000, 0x203}));
}

TEST(InnerHeader, SaysWhatStandsInIpv4)
{
    const InnerHeader header = Read(Hex(TCP4));
    EXPECT_EQ(header.version, 4);
    EXPECT_EQ(header.dscp, 0x0a);
    EXPECT_EQ(header.ecn, Ecn::ECT1);
    EXPECT_EQ(header.destination, (AddressBits{0, 0x0a000204}));
}

// Clauses: [stock-path]
TEST(InnerHeader, FlowIsAddressesProtocolLabelAndPorts)
{
    const Bytes six = Hex(UDP6);
    for (std::size_t at = 1; at < six.size(); ++at)
    {
        const bool isOfFlow = at == 2 || at == 3 || at == 6 || (at >= 8 && at < 44);
        EXPECT_EQ(IsOfFlow(six, at), isOfFlow || at == 1 /* the label's first bits */) << at;
    }
    const Bytes four = Hex(TCP4);
    for (std::size_t at : {1, 2, 3, 4, 5, 8, 10, 11, 24, 25})
    {
        EXPECT_FALSE(IsOfFlow(four, at)) << at;
    }
    for (std::size_t at : {9, 12, 15, 16, 19, 20, 21, 22, 23})
    {
        EXPECT_TRUE(IsOfFlow(four, at)) << at;
    }
}

// Clauses: [stock-path]
TEST(InnerHeader, FragmentsGoByTheirAddresses)
{
    Bytes first = Hex(TCP4);
    first[6] = 0x20; // more fragments
    EXPECT_FALSE(IsOfFlow(first, 20));
    Bytes later = Hex(TCP4);
    later[7] = 0x10; // offset
    EXPECT_FALSE(IsOfFlow(later, 20));
    EXPECT_EQ(Read(first).flow, Read(later).flow);
    EXPECT_NE(Read(first).flow, Read(Hex(TCP4)).flow);
}

TEST(InnerHeader, PortsStandBehindTheOptions)
{
    Bytes bytes = Hex("4629002c 00000000 40060000 0a000103 0a000204 01010101 00010002 00000000");
    EXPECT_FALSE(IsOfFlow(bytes, 20));
    EXPECT_TRUE(IsOfFlow(bytes, 24));
}

TEST(InnerHeader, RefusesWhatIsNoWholeHeader)
{
    InnerHeader header;
    for (const char* text : {UDP6, TCP4})
    {
        const Bytes whole = Hex(text);
        const std::size_t least = text == UDP6 ? 40 : 20;
        EXPECT_TRUE(ReadInnerHeader(whole.data(), least, header));
        EXPECT_FALSE(ReadInnerHeader(whole.data(), least - 1, header));
        EXPECT_FALSE(ReadInnerHeader(whole.data(), 0, header));
    }
    Bytes bad = Hex(TCP4);
    for (const uint8_t first : {0x05, 0x55, 0x75, 0x44, 0x4f}) // version, header length
    {
        bad[0] = first;
        EXPECT_FALSE(ReadInnerHeader(bad.data(), bad.size(), header)) << +first;
    }
}

// Clauses: [stock-ecn]
TEST(InnerHeader, DecapsulationIsThatOfRfc6040)
{
    constexpr Ecn N = Ecn::NOT_ECT;
    constexpr Ecn E0 = Ecn::ECT0;
    constexpr Ecn E1 = Ecn::ECT1;
    constexpr Ecn C = Ecn::CE;
    const Ecn outers[] = {N, E0, E1, C};

    struct Row
    {
        Ecn inner;
        Ecn leaves[4]; //!< by outer field
    };

    // RFC 6040, figure 4; the last field of the first row is a drop
    for (const Row& row : {Row{N, {N, N, N, C}},
                           Row{E0, {E0, E0, E1, C}},
                           Row{E1, {E1, E1, E1, C}},
                           Row{C, {C, C, C, C}}})
    {
        for (unsigned i = 0; i < 4; ++i)
        {
            const auto leaves = DecapsulatedEcn(row.inner, outers[i]);
            const bool drops = row.inner == N && outers[i] == C;
            EXPECT_EQ(leaves.has_value(), !drops);
            EXPECT_EQ(leaves.value_or(C), row.leaves[i]);
        }
    }
}

} // namespace
