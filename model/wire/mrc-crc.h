/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CRC_H
#define MRC_CRC_H

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The CRC-32 of IEEE 802.3, which both the FCS of a frame and the ICRC of a packet use.
 *
 * @param bytes those that the CRC covers
 * @param size how many bytes
 * @param before the CRC of the bytes in front of these
 * @return the CRC of everything so far; the CRC's least significant byte goes on the wire first
 */
uint32_t Crc32(const uint8_t* bytes, std::size_t size, uint32_t before = 0);

/**
 * The invariant CRC of a RoCEv2 packet over IPv6 or IPv4 (IBTA Annex A17) [icrc-rule].
 *
 * Eight bytes of ones stand in front, for the header that RoCEv2 lacks. Fields that a router may
 * change count as ones. In IPv6 these are traffic class, flow label and hop limit. In IPv4 these
 * are type of service, time to live and checksum. The UDP checksum and byte 4 of the BTH count as
 * ones too.
 *
 * @param packet the packet from its (inner) IP header to the pad bytes
 * @param size how many bytes, at least those of IP, UDP and BTH
 * @return the CRC; the CRC's least significant byte goes on the wire first
 */
uint32_t InvariantCrc(const uint8_t* packet, std::size_t size);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CRC_H */
