/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ipv6.h"

#include "mrc-byte-cursor.h"

namespace ns3
{
namespace mrc
{

namespace
{

// RFC 8200 sec. 3: version(4), traffic class(8), flow label(20); RFC 2474: DSCP(6), ECN(2)
constexpr uint32_t VERSION = 6;
constexpr unsigned VERSION_SHIFT = 28;
constexpr unsigned DSCP_SHIFT = 22;
constexpr unsigned ECN_SHIFT = 20;
constexpr uint32_t FLOW_LABEL_MASK = 0xfffff;

// bytes of the header in which these stand
constexpr unsigned ECN_AT = 1;
constexpr unsigned ECN_AT_SHIFT = 4;
constexpr unsigned HOP_LIMIT_AT = 7;
constexpr unsigned DESTINATION_AT = 24;

} // namespace

void
Encode(ByteWriter& writer, const Ipv6& ipv6)
{
    if (FieldWriter out{writer, IPV6_BYTES})
    {
        out.Put<4>((VERSION << VERSION_SHIFT) | ((ipv6.dscp & 0x3fU) << DSCP_SHIFT) |
                   (static_cast<uint32_t>(ipv6.ecn) << ECN_SHIFT) |
                   (ipv6.flowLabel & FLOW_LABEL_MASK));
        out.Put<2>(ipv6.payloadLength);
        out.Put<1>(static_cast<uint8_t>(ipv6.nextHeader));
        out.Put<1>(ipv6.hopLimit);
        out.Put<8>(ipv6.source.high);
        out.Put<8>(ipv6.source.low);
        out.Put<8>(ipv6.destination.high);
        out.Put<8>(ipv6.destination.low);
    }
}

/** A trim changes DSCP and length too: a trimmed frame is encoded anew. */
void
EncodeHop(uint8_t* header, Ecn ecn, uint8_t hopLimit, const AddressBits& destination)
{
    header[ECN_AT] = static_cast<uint8_t>((header[ECN_AT] & ~(3U << ECN_AT_SHIFT)) |
                                          (static_cast<unsigned>(ecn) << ECN_AT_SHIFT));
    header[HOP_LIMIT_AT] = hopLimit;
    PutBigEndian<8>(header + DESTINATION_AT, destination.high);
    PutBigEndian<8>(header + DESTINATION_AT + 8, destination.low);
}

bool
Decode(ByteReader& in, Ipv6& ipv6)
{
    const auto word = static_cast<uint32_t>(in.Get<4>());
    in.Require(word >> VERSION_SHIFT == VERSION);
    ipv6.dscp = (word >> DSCP_SHIFT) & 0x3f;
    ipv6.ecn = static_cast<Ecn>((word >> ECN_SHIFT) & 3);
    ipv6.flowLabel = word & FLOW_LABEL_MASK;
    ipv6.payloadLength = static_cast<uint16_t>(in.Get<2>());
    ipv6.nextHeader = static_cast<NextHeader>(in.Get<1>());
    // What no packet of the fabric has would not come out of the codec as it went in.
    in.Require(ipv6.nextHeader == NextHeader::UDP || ipv6.nextHeader == NextHeader::IPV6 ||
               ipv6.nextHeader == NextHeader::ROUTING);
    ipv6.hopLimit = static_cast<uint8_t>(in.Get<1>());
    ipv6.source.high = in.Get<8>();
    ipv6.source.low = in.Get<8>();
    ipv6.destination.high = in.Get<8>();
    ipv6.destination.low = in.Get<8>();
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
