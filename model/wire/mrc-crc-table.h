/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CRC_TABLE_H
#define MRC_CRC_TABLE_H

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The CRC-32 of IEEE 802.3 by table, 16 bytes a step: for machines without libdeflate; libdeflate
 * is some twelve times as fast.
 *
 * @param bytes those that the CRC covers
 * @param size how many bytes
 * @param before the CRC of the bytes in front of these
 * @return the CRC of everything so far, as Crc32
 */
uint32_t TableCrc32(const uint8_t* bytes, std::size_t size, uint32_t before);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CRC_TABLE_H */
