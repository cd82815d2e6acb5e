/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ETHERNET_H
#define MRC_ETHERNET_H

#include "mrc-address-plan.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** Bytes of an Ethernet header. */
constexpr uint32_t ETHERNET_HEADER_BYTES = 14;

/** Bytes of the frame check sequence behind a frame. */
constexpr uint32_t FCS_BYTES = 4;

/** The kind of header that follows an Ethernet header (IANA). */
enum class EtherType : uint16_t
{
    IPV4 = 0x0800,
    IPV6 = 0x86dd,
};

/** Ethernet header of a frame, 14 bytes on the wire (IEEE 802.3). */
struct Ethernet
{
    MacBits destination{0};          //!< of the next port
    MacBits source{0};               //!< of the port that sends
    EtherType type{EtherType::IPV6}; //!< the kind of the next header
};

/** Appends the 14 bytes. */
void Encode(ByteWriter& out, const Ethernet& ethernet);

/** @return whether 14 bytes could be read and the EtherType is that of IPv6 or IPv4 */
bool Decode(ByteReader& in, Ethernet& ethernet);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ETHERNET_H */
