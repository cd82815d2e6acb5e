/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_IPV6_H
#define MRC_IPV6_H

#include "mrc-address-plan.h"
#include "mrc-dscp.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** Bytes of an IPv6 header without extension headers. */
constexpr uint32_t IPV6_BYTES = 40;

/** The kind of header that follows an IPv6 header (IANA protocol numbers). */
enum class NextHeader : uint8_t
{
    IPV4 = 4, //!< the inner header of an encapsulated packet of a stock stack
    UDP = 17,
    IPV6 = 41,    //!< the inner header of an encapsulated packet [header-order]
    ROUTING = 43, //!< a segment routing header [carrier-segments]
};

/** IPv6 header, 40 bytes on the wire (RFC 8200): the outer one and the inner one. */
struct Ipv6
{
    AddressBits source;                     //!< the sender
    AddressBits destination;                //!< of the outer header: a uSID carrier
    uint32_t flowLabel{0};                  //!< 20 bits
    uint16_t payloadLength{0};              //!< bytes behind this header
    NextHeader nextHeader{NextHeader::UDP}; //!< the kind of the next header
    uint8_t hopLimit{0};                    //!< hops that are left
    uint8_t dscp{0};                        //!< 6 bits
    Ecn ecn{Ecn::NOT_ECT};                  //!< congestion mark
};

/** Appends the 40 bytes. */
void Encode(ByteWriter& out, const Ipv6& ipv6);

/** Brings the 40 bytes of a header up to date with the fields that switches change. */
void EncodeHop(uint8_t* header, Ecn ecn, uint8_t hopLimit, const AddressBits& destination);

/** @return whether 40 bytes could be read, the version is 6 and UDP, IPv6 or a routing header
 * follows */
bool Decode(ByteReader& in, Ipv6& ipv6);

} // namespace mrc
} // namespace ns3

#endif /* MRC_IPV6_H */
