/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-crc.h"

#include "mrc-bth.h"
#include "mrc-ipv6.h"
#include "mrc-udp.h"

#include <algorithm>
#include <array>

#ifdef MRC_HAS_LIBDEFLATE
#include <libdeflate.h>
#else
#include "mrc-crc-table.h"
#endif

namespace ns3
{
namespace mrc
{

namespace
{

// Offsets from the IPv6 header of the bytes that a router may change (IBTA Annex A17).
constexpr uint32_t HOP_LIMIT_AT = 7;
constexpr uint32_t UDP_CHECKSUM_AT = IPV6_BYTES + 6;
constexpr uint32_t BTH_RESERVED_AT = IPV6_BYTES + UDP_BYTES + 4;
constexpr uint32_t ONES_BYTES = 8; // in place of the header that RoCEv2 has not
constexpr uint32_t MASKED_BYTES = IPV6_BYTES + UDP_BYTES + BTH_BYTES;

} // namespace

uint32_t
Crc32(const uint8_t* bytes, std::size_t size, uint32_t before)
{
#ifdef MRC_HAS_LIBDEFLATE
    return libdeflate_crc32(before, bytes, size);
#else
    return TableCrc32(bytes, size, before);
#endif
}

uint32_t
InvariantCrc(const uint8_t* packet, std::size_t size)
{
    // Only these headers hold bytes to mask, so only they are copied.
    std::array<uint8_t, ONES_BYTES + MASKED_BYTES> front;
    const auto masked = std::fill_n(front.begin(), ONES_BYTES, 0xff);
    std::copy_n(packet, MASKED_BYTES, masked);
    masked[0] |= 0x0f; // traffic class from the low half of byte 0, flow label to byte 3
    std::fill_n(masked + 1, 3, 0xff);
    masked[HOP_LIMIT_AT] = 0xff;
    std::fill_n(masked + UDP_CHECKSUM_AT, 2, 0xff);
    masked[BTH_RESERVED_AT] = 0xff;
    const uint32_t crc = Crc32(front.data(), front.size());
    return Crc32(packet + MASKED_BYTES, size - MASKED_BYTES, crc);
}

} // namespace mrc
} // namespace ns3
