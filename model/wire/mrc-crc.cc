/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-crc.h"

#include "mrc-bth.h"
#include "mrc-ipv4.h"
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

constexpr uint32_t ONES_BYTES = 8; // in place of the header that RoCEv2 has not
constexpr uint32_t MASKED_BYTES = IPV6_BYTES + UDP_BYTES + BTH_BYTES; // the most

/** Sets the fields that a router may change in an IPv6 header to ones (IBTA Annex A17). */
void
MaskIpv6(uint8_t* header)
{
    header[0] |= 0x0f; // traffic class from the low half of byte 0, flow label to byte 3
    std::fill_n(header + 1, 3, 0xff);
    header[7] = 0xff; // hop limit
}

/** The same in an IPv4 header. */
void
MaskIpv4(uint8_t* header)
{
    header[1] = 0xff;                  // type of service
    header[8] = 0xff;                  // time to live
    std::fill_n(header + 10, 2, 0xff); // checksum
}

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

/**
 * The ICRC covers the packet with ones in place of all that routers may change (IBTA, RoCEv2
 * annex).
 */
uint32_t
InvariantCrc(const uint8_t* packet, std::size_t size)
{
    // Only these headers hold bytes to mask, so only they are copied.
    std::array<uint8_t, ONES_BYTES + MASKED_BYTES> front;
    const auto masked = std::fill_n(front.begin(), ONES_BYTES, 0xff);
    const bool isIpv4 = packet[0] >> 4 == 4;
    const uint32_t udpAt = isIpv4 ? IPV4_BYTES : IPV6_BYTES;
    const uint32_t copied = udpAt + UDP_BYTES + BTH_BYTES;
    std::copy_n(packet, copied, masked);
    isIpv4 ? MaskIpv4(masked) : MaskIpv6(masked);
    std::fill_n(masked + udpAt + 6, 2, 0xff); // UDP checksum
    masked[udpAt + UDP_BYTES + 4] = 0xff;     // of the BTH
    const uint32_t crc = Crc32(front.data(), ONES_BYTES + copied);
    return Crc32(packet + copied, size - copied, crc);
}

} // namespace mrc
} // namespace ns3
