/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-crc.h"

#include "mrc-bth.h"
#include "mrc-ipv6.h"
#include "mrc-udp.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t POLYNOMIAL = 0xedb88320; // IEEE 802.3, bits reversed
constexpr unsigned STRIDE = 16;             // bytes that one step of the table takes

/** Row k holds the CRC of a byte that k zero bytes follow. */
struct CrcTable
{
    uint32_t row[STRIDE][256];
};

constexpr CrcTable
MakeTable()
{
    CrcTable table{};
    for (uint32_t byte = 0; byte < 256; ++byte)
    {
        uint32_t crc = byte;
        for (unsigned bit = 0; bit < 8; ++bit)
        {
            crc = (crc >> 1) ^ ((crc & 1) ? POLYNOMIAL : 0);
        }
        table.row[0][byte] = crc;
    }
    for (unsigned k = 1; k < STRIDE; ++k)
    {
        for (uint32_t byte = 0; byte < 256; ++byte)
        {
            const uint32_t crc = table.row[k - 1][byte];
            table.row[k][byte] = (crc >> 8) ^ table.row[0][crc & 0xff];
        }
    }
    return table;
}

constexpr CrcTable TABLE = MakeTable();

// Offsets from the IPv6 header of the bytes that a router may change (IBTA Annex A17).
constexpr uint32_t HOP_LIMIT_AT = 7;
constexpr uint32_t UDP_CHECKSUM_AT = IPV6_BYTES + 6;
constexpr uint32_t BTH_RESERVED_AT = IPV6_BYTES + UDP_BYTES + 4;
constexpr uint32_t MASKED_BYTES = IPV6_BYTES + UDP_BYTES + BTH_BYTES;

} // namespace

uint32_t
Crc32(const uint8_t* bytes, std::size_t size, uint32_t before)
{
    uint32_t crc = ~before;
    for (; size >= STRIDE; size -= STRIDE, bytes += STRIDE)
    {
        uint32_t next = 0;
        for (unsigned i = 0; i < 4; ++i)
        {
            next ^= TABLE.row[STRIDE - 1 - i][bytes[i] ^ (crc >> (8 * i) & 0xff)];
        }
        for (unsigned i = 4; i < STRIDE; ++i) // these do not wait for the step before
        {
            next ^= TABLE.row[STRIDE - 1 - i][bytes[i]];
        }
        crc = next;
    }
    for (; size > 0; --size, ++bytes)
    {
        crc = (crc >> 8) ^ TABLE.row[0][(crc ^ *bytes) & 0xff];
    }
    return ~crc;
}

uint32_t
InvariantCrc(const uint8_t* packet, std::size_t size)
{
    std::array<uint8_t, 8> ones;
    ones.fill(0xff);
    std::array<uint8_t, MASKED_BYTES> masked;
    std::copy_n(packet, MASKED_BYTES, masked.begin());
    masked[0] |= 0x0f; // traffic class from the low half of byte 0, flow label to byte 3
    std::fill_n(std::next(masked.begin()), 3, 0xff);
    masked[HOP_LIMIT_AT] = 0xff;
    std::fill_n(masked.begin() + UDP_CHECKSUM_AT, 2, 0xff);
    masked[BTH_RESERVED_AT] = 0xff;
    uint32_t crc = Crc32(ones.data(), ones.size());
    crc = Crc32(masked.data(), masked.size(), crc);
    return Crc32(packet + MASKED_BYTES, size - MASKED_BYTES, crc);
}

} // namespace mrc
} // namespace ns3
