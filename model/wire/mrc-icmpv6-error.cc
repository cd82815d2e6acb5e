/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-icmpv6-error.h"

#include "mrc-byte-cursor.h"
#include "mrc-stock-packet.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint8_t ICMPV6 = 58;                 // IANA protocol number
constexpr uint8_t ICMPV6_HOPS = 64;            // as routers send it
constexpr std::size_t ICMPV6_HEADER_BYTES = 8; // RFC 4443 sec. 2.1 and 3
constexpr std::size_t ICMPV6_CHECKSUM_AT = 2;  // bytes from the front of that header
constexpr std::size_t IPV6_ADDRESSES_AT = 8;   // bytes from the front of the IPv6 header
constexpr uint32_t IPV6_VERSION = uint32_t{6} << 28;

/** @return the sum of 16-bit words, as RFC 1071 has it; an odd last byte counts as the high one */
uint32_t
SumOfWords(const uint8_t* bytes, std::size_t size)
{
    uint32_t sum = 0;
    for (std::size_t i = 0; i < size; ++i)
    {
        sum += i % 2 == 0 ? uint32_t{bytes[i]} << 8 : bytes[i];
    }
    return sum;
}

} // namespace

/** Makes a whole IPv6 packet with an error, and the packet that it is about as its content. */
std::vector<uint8_t>
MakeIcmpv6Error(const Icmpv6Error& error,
                const AddressBits& from,
                const AddressBits& to,
                const uint8_t* about,
                std::size_t size)
{
    // RFC 4443 sec. 2.4 (c): as much of the packet as fits into the least MTU of IPv6.
    const std::size_t quoted =
        std::min<std::size_t>(size, MIN_STOCK_MTU - IPV6_BYTES - ICMPV6_HEADER_BYTES);
    const std::size_t length = ICMPV6_HEADER_BYTES + quoted;
    std::vector<uint8_t> bytes(IPV6_BYTES + length);
    ByteWriter out(bytes.data(), bytes.size());
    out.Put<4>(IPV6_VERSION);
    out.Put<2>(length);
    out.Put<1>(ICMPV6);
    out.Put<1>(ICMPV6_HOPS);
    for (const AddressBits& address : {from, to})
    {
        out.Put<8>(address.high);
        out.Put<8>(address.low);
    }
    out.Put<1>(error.type);
    out.Put<1>(error.code);
    out.Put<2>(0); // the checksum, below
    out.Put<4>(error.pointer);
    std::copy_n(about, quoted, bytes.end() - static_cast<std::ptrdiff_t>(quoted));
    // The pseudo header of RFC 8200 sec. 8.1: addresses, length, protocol.
    uint32_t sum = SumOfWords(bytes.data() + IPV6_ADDRESSES_AT, bytes.size() - IPV6_ADDRESSES_AT) +
                   static_cast<uint32_t>(length) + ICMPV6;
    // RFC 1071: carries are added back in, as of sums in ones' complement.
    while (sum >> 16 != 0)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    PutBigEndian<2>(bytes.data() + IPV6_BYTES + ICMPV6_CHECKSUM_AT, ~sum & 0xffff);
    return bytes;
}

} // namespace mrc
} // namespace ns3
