/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_IPV4_H
#define MRC_IPV4_H

#include "mrc-dscp.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** Bytes of an IPv4 header without options. */
constexpr uint32_t IPV4_BYTES = 20;

/**
 * IPv4 header of a packet without encapsulation, 20 bytes on the wire (RFC 791) [direct-packets].
 *
 * The identification is 0 and "don't fragment" is set, as RFC 6864 wants it of packets that are
 * never fragmented; UDP follows.
 */
struct Ipv4
{
    uint32_t source{0};      //!< the sender
    uint32_t destination{0}; //!< the receiver
    uint16_t totalLength{0}; //!< bytes of this header and all behind it
    uint8_t timeToLive{0};   //!< hops that are left
    uint8_t dscp{0};         //!< 6 bits
    Ecn ecn{Ecn::NOT_ECT};   //!< congestion mark
};

/** Appends the 20 bytes, with the checksum of the header. */
void Encode(ByteWriter& out, const Ipv4& ipv4);

/** Brings the 20 bytes of a header up to date with the fields that switches change. */
void EncodeHop(uint8_t* header, Ecn ecn, uint8_t timeToLive);

/** @return whether 20 bytes could be read and are a header that Encode makes */
bool Decode(ByteReader& in, Ipv4& ipv4);

} // namespace mrc
} // namespace ns3

#endif /* MRC_IPV4_H */
