/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Where a packet of a NIC's stack goes, read without a simulation. Outer headers of stacks:
// stock-ways-test.cc.

#include "../wire/wire-bytes.h"

#include "ns3/mrc-stock-reader.h"

#include <gtest/gtest.h>
#include <string>
#include <variant>

using namespace ns3::mrc;

namespace
{

constexpr uint16_t IPV4 = 0x0800;
constexpr uint16_t IPV6 = 0x86dd;

/** @return what NIC 1 of six makes of a packet */
std::variant<StockErrand, StockRefusal>
Read(const std::string& hex, uint16_t protocol)
{
    StockReader::Edge edge;
    edge.nic = 1;
    edge.nics = 6;
    edge.ipv4Network = 0x0a000000;
    return StockReader(edge).Read(Hex(hex), protocol);
}

/** @return a TCP segment without content. @param to the destination, 8 digits */
std::string
Tcp4(const std::string& to)
{
    return "45000028 00004000 40060000 0a000002" + to +
           "00010002 00000000 00000000 50000000 00000000";
}

/** @return a UDP datagram without content. @param to last 32 bits of the destination, 8 digits */
std::string
Udp6(const std::string& to)
{
    return "60000000 00081140 fd006d72 63000000 00000000 00000001 fd006d72 63000000 00000000" + to +
           "00010002 00080000";
}

// Clauses: [stock-addresses]
TEST(StockReader, FindsTheNicByItsNumber)
{
    struct Case
    {
        std::string bytes;
        uint16_t protocol;
        uint32_t nic;
    };

    for (const auto& c : {Case{Tcp4("0a000001"), IPV4, 0},
                          Case{Tcp4("0a000006"), IPV4, 5},
                          Case{Udp6("00000000"), IPV6, 0},
                          Case{Udp6("00000005"), IPV6, 5}})
    {
        const auto read = Read(c.bytes, c.protocol);
        const auto* const errand = std::get_if<StockErrand>(&read);
        ASSERT_NE(errand, nullptr) << c.bytes;
        EXPECT_EQ(errand->destination, c.nic) << c.bytes;
        EXPECT_EQ(errand->protocol, c.protocol);
        EXPECT_EQ(errand->innerAt, 0);
        EXPECT_FALSE(errand->way);
    }
}

// Clauses: [stock-refusals]
TEST(StockReader, SaysWhyAPacketIsRefused)
{
    struct Case
    {
        std::string bytes;
        uint16_t protocol;
        StockRefusal refusal;
    };

    for (const auto& c : {Case{Tcp4("0a000002"), IPV4, StockRefusal::DESTINATION}, // the NIC's own
                          Case{Tcp4("0a000007"), IPV4, StockRefusal::DESTINATION},
                          Case{Tcp4("0a000000"), IPV4, StockRefusal::DESTINATION},
                          Case{Tcp4("09ffffff"), IPV4, StockRefusal::DESTINATION},
                          Case{Udp6("00000001"), IPV6, StockRefusal::DESTINATION},
                          Case{Udp6("00000006"), IPV6, StockRefusal::DESTINATION},
                          Case{Tcp4("0a000001"), IPV6, StockRefusal::NO_IP},
                          Case{Udp6("00000000"), IPV4, StockRefusal::NO_IP},
                          Case{"45000028", IPV4, StockRefusal::NO_IP},
                          Case{"", IPV4, StockRefusal::NO_IP}})
    {
        const auto read = Read(c.bytes, c.protocol);
        const auto* const refusal = std::get_if<StockRefusal>(&read);
        ASSERT_NE(refusal, nullptr) << c.bytes;
        EXPECT_EQ(*refusal, c.refusal) << c.bytes;
    }
}

} // namespace
