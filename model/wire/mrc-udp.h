/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_UDP_H
#define MRC_UDP_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** Bytes of a UDP header. */
constexpr uint32_t UDP_BYTES = 8;

/** The UDP port of RoCEv2; the MRC specification's 4971 is taken for a misprint [udp-port]. */
constexpr uint16_t ROCE_UDP_PORT = 4791;

/**
 * UDP header, 8 bytes on the wire (RFC 768).
 *
 * The checksum is 0. RFC 8200 wants one over IPv6; RoCEv2 sends 0 all the same, because the ICRC
 * covers the same bytes as the checksum (IBTA Annex A17).
 */
struct Udp
{
    uint16_t sourcePort{0};                  //!< upper half of the EV
    uint16_t destinationPort{ROCE_UDP_PORT}; //!< RoCEv2's
    uint16_t length{0};                      //!< bytes of this header and all behind it
};

/** Appends the 8 bytes. */
void Encode(ByteWriter& out, const Udp& udp);

/** @return whether 8 bytes could be read and the checksum is 0 */
bool Decode(ByteReader& in, Udp& udp);

} // namespace mrc
} // namespace ns3

#endif /* MRC_UDP_H */
