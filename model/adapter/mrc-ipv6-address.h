/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_IPV6_ADDRESS_H
#define MRC_IPV6_ADDRESS_H

#include "ns3/ipv6-address.h"
#include "ns3/mrc-address-plan.h"
#include "ns3/mrc-byte-cursor.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** @return the bits of one of ns-3's addresses */
inline AddressBits
ToAddressBits(const Ipv6Address& address)
{
    uint8_t bytes[16];
    address.GetBytes(bytes);
    ByteReader in(bytes, sizeof(bytes));
    const uint64_t high = in.Get<8>();
    return {high, in.Get<8>()};
}

/** @return one of ns-3's addresses with these bits */
inline Ipv6Address
ToIpv6Address(const AddressBits& bits)
{
    uint8_t bytes[16];
    PutBigEndian<8>(bytes, bits.high);
    PutBigEndian<8>(bytes + 8, bits.low);
    return Ipv6Address(bytes);
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_IPV6_ADDRESS_H */
