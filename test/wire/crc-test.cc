/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-datagram.h"

#include "ns3/mrc-crc-table.h"
#include "ns3/mrc-crc.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

// Clauses: [icrc-rule]
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

/** The definition, a bit at a time. */
uint32_t
CrcByBits(const Bytes& bytes)
{
    uint32_t crc = 0xffffffff;
    for (const uint8_t byte : bytes)
    {
        crc ^= byte;
        for (unsigned bit = 0; bit < 8; ++bit)
        {
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
        }
    }
    return ~crc;
}

TEST(Crc32, IsTheSameByLibraryAndByTable)
{
    Draws draws(12);
    for (std::size_t size = 0; size < 300; ++size)
    {
        Bytes bytes(size);
        std::generate(bytes.begin(), bytes.end(), [&] {
            return static_cast<uint8_t>(draws.Bits());
        });
        const uint32_t wanted = CrcByBits(bytes);
        const std::size_t cut = size / 3;
        EXPECT_EQ(Crc32(bytes.data(), size), wanted) << size;
        EXPECT_EQ(TableCrc32(bytes.data(), size, 0), wanted) << size;
        EXPECT_EQ(TableCrc32(bytes.data() + cut, size - cut, TableCrc32(bytes.data(), cut, 0)),
                  wanted)
            << size << " in two parts";
    }
}

} // namespace
