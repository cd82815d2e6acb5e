/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-inner-header.h"

#include "mrc-byte-cursor.h"
#include "mrc-hash.h"

namespace ns3
{
namespace mrc
{

namespace
{

// IANA protocol numbers of transports with headers that begin with two ports of 16 bits
constexpr uint8_t TCP = 6;
constexpr uint8_t UDP = 17;

constexpr std::size_t MIN_IPV4_BYTES = 20; // RFC 791
constexpr std::size_t IPV6_HEADER_BYTES = 40;

/** Adds both ports to the hash of a flow, where a transport header begins with ports. */
uint64_t
WithPorts(uint64_t flow, uint8_t protocol, ByteReader& in)
{
    // A packet that ends before its ports is no error here: its flow goes by addresses.
    const bool hasPorts = (protocol == TCP || protocol == UDP) && in.Left() >= 4;
    return hasPorts ? Mix(flow ^ in.Get<4>()) : flow;
}

/** Fragments of a packet have no ports but the first: all of them go by addresses [stock-path]. */
bool
ReadIpv4(const uint8_t* bytes, std::size_t size, InnerHeader& header)
{
    ByteReader in(bytes, size);
    const std::size_t length = 4 * (in.Get<1>() & 15);
    const auto traffic = static_cast<uint8_t>(in.Get<1>());
    in.Skip(4);                                     // total length, identification
    const uint64_t fragment = in.Get<2>() & 0x3fff; // more fragments, offset
    in.Skip(1);                                     // time to live
    const auto protocol = static_cast<uint8_t>(in.Get<1>());
    in.Skip(2); // checksum
    const uint64_t source = in.Get<4>();
    const uint64_t destination = in.Get<4>();
    if (!in.Ok() || length < MIN_IPV4_BYTES || length > size)
    {
        return false;
    }
    in.Skip(length - MIN_IPV4_BYTES);
    header.version = 4;
    header.dscp = traffic >> 2;
    header.ecn = static_cast<Ecn>(traffic & 3);
    header.destination = {0, destination};
    header.flow = Mix(Mix(source << 32 | destination) ^ protocol);
    header.flow = fragment != 0 ? header.flow : WithPorts(header.flow, protocol, in);
    return true;
}

/** Reads what a NIC needs of a stock packet: code points, and a hash of what names the flow. */
bool
ReadIpv6(const uint8_t* bytes, std::size_t size, InnerHeader& header)
{
    ByteReader in(bytes, size);
    const auto word = static_cast<uint32_t>(in.Get<4>());
    in.Skip(2); // payload length
    const auto next = static_cast<uint8_t>(in.Get<1>());
    in.Skip(1); // hop limit
    uint64_t flow = Mix((word & 0xfffff) | static_cast<uint64_t>(next) << 32);
    for (unsigned i = 0; i < 2; ++i)
    {
        flow = Mix(flow ^ in.Get<8>()); // source
    }
    const uint64_t high = in.Get<8>();
    const uint64_t low = in.Get<8>();
    if (!in.Ok())
    {
        return false;
    }
    header.version = 6;
    header.dscp = (word >> 22) & 0x3f;
    header.ecn = static_cast<Ecn>((word >> 20) & 3);
    header.destination = {high, low};
    header.flow = WithPorts(Mix(Mix(flow ^ high) ^ low), next, in);
    return true;
}

} // namespace

bool
ReadInnerHeader(const uint8_t* bytes, std::size_t size, InnerHeader& header)
{
    static_assert(IPV6_HEADER_BYTES > MIN_IPV4_BYTES, "the shorter one is asked for first");
    if (size < MIN_IPV4_BYTES)
    {
        return false;
    }
    const unsigned version = bytes[0] >> 4;
    return version == 4   ? ReadIpv4(bytes, size, header)
           : version == 6 ? ReadIpv6(bytes, size, header)
                          : false;
}

/** RFC 6040, figure 4. */
std::optional<Ecn>
DecapsulatedEcn(Ecn inner, Ecn outer)
{
    if (outer == Ecn::CE)
    {
        return inner == Ecn::NOT_ECT ? std::nullopt : std::optional(Ecn::CE);
    }
    return inner == Ecn::ECT0 && outer == Ecn::ECT1 ? Ecn::ECT1 : inner;
}

} // namespace mrc
} // namespace ns3
