/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ipv4.h"

#include "mrc-byte-cursor.h"
#include "mrc-ipv6.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint8_t VERSION_AND_LENGTH = 0x45; // version 4, five words
constexpr uint16_t DONT_FRAGMENT = 0x4000;

// bytes of the header in which these stand
constexpr unsigned SERVICE_AT = 1;
constexpr unsigned TIME_TO_LIVE_AT = 8;
constexpr unsigned CHECKSUM_AT = 10;

/**
 * @return the ones' complement sum of the words of a header (RFC 1071), 0xffff if the checksum is
 *         right
 */
uint32_t
SumOf(const uint8_t* header)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < IPV4_BYTES; i += 2)
    {
        sum += (static_cast<uint32_t>(header[i]) << 8) | header[i + 1];
    }
    sum = (sum & 0xffff) + (sum >> 16);
    return (sum + (sum >> 16)) & 0xffff;
}

/** Writes the checksum of a header in which all else stands already. */
void
PutChecksum(uint8_t* header)
{
    PutBigEndian<2>(header + CHECKSUM_AT, 0);
    PutBigEndian<2>(header + CHECKSUM_AT, ~SumOf(header) & 0xffff);
}

uint8_t
ServiceOf(uint8_t dscp, Ecn ecn)
{
    return static_cast<uint8_t>((dscp << 2) | static_cast<unsigned>(ecn));
}

} // namespace

void
Encode(ByteWriter& writer, const Ipv4& ipv4)
{
    uint8_t* const header = writer.Skip(IPV4_BYTES);
    if (header == nullptr)
    {
        return;
    }
    ByteWriter out(header, IPV4_BYTES);
    out.Put<1>(VERSION_AND_LENGTH);
    out.Put<1>(ServiceOf(ipv4.dscp, ipv4.ecn));
    out.Put<2>(ipv4.totalLength);
    out.Zeros(2); // the identification
    out.Put<2>(DONT_FRAGMENT);
    out.Put<1>(ipv4.timeToLive);
    out.Put<1>(static_cast<uint8_t>(NextHeader::UDP));
    out.Zeros(2); // the checksum, below
    out.Put<4>(ipv4.source);
    out.Put<4>(ipv4.destination);
    PutChecksum(header);
}

/** A trim changes DSCP and length too: a trimmed frame is encoded anew. */
void
EncodeHop(uint8_t* header, Ecn ecn, uint8_t timeToLive)
{
    header[SERVICE_AT] = ServiceOf(header[SERVICE_AT] >> 2, ecn);
    header[TIME_TO_LIVE_AT] = timeToLive;
    PutChecksum(header);
}

bool
Decode(ByteReader& in, Ipv4& ipv4)
{
    const uint8_t* const header = in.Skip(IPV4_BYTES);
    if (header == nullptr)
    {
        return false;
    }
    in.Require(SumOf(header) == 0xffff);
    ByteReader fields(header, IPV4_BYTES);
    in.Require(fields.Get<1>() == VERSION_AND_LENGTH);
    const auto service = static_cast<uint8_t>(fields.Get<1>());
    ipv4.dscp = service >> 2;
    ipv4.ecn = static_cast<Ecn>(service & 3);
    ipv4.totalLength = static_cast<uint16_t>(fields.Get<2>());
    in.Require(fields.Get<2>() == 0); // the identification
    in.Require(fields.Get<2>() == DONT_FRAGMENT);
    ipv4.timeToLive = static_cast<uint8_t>(fields.Get<1>());
    in.Require(fields.Get<1>() == static_cast<uint8_t>(NextHeader::UDP));
    fields.Skip(2); // the checksum
    ipv4.source = static_cast<uint32_t>(fields.Get<4>());
    ipv4.destination = static_cast<uint32_t>(fields.Get<4>());
    return in.Ok();
}

} // namespace mrc
} // namespace ns3
