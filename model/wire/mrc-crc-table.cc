/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-crc-table.h"

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
            // The bit that is sent first is the lowest, so the register shifts to the right.
            crc = (crc >> 1) ^ ((crc & 1) ? POLYNOMIAL : 0);
        }
        table.row[0][byte] = crc;
    }
    for (unsigned k = 1; k < STRIDE; ++k)
    {
        for (uint32_t byte = 0; byte < 256; ++byte)
        {
            // One more zero byte behind the byte: the row before, pushed on by a byte.
            const uint32_t crc = table.row[k - 1][byte];
            table.row[k][byte] = (crc >> 8) ^ table.row[0][crc & 0xff];
        }
    }
    return table;
}

constexpr CrcTable TABLE = MakeTable();

} // namespace

uint32_t
TableCrc32(const uint8_t* bytes, std::size_t size, uint32_t before)
{
    // The register begins with ones and is inverted at the end; this undoes the end of the call
    // before.
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

} // namespace mrc
} // namespace ns3
