/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_AETH_H
#define MRC_AETH_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** Bytes of an AETH on the wire. */
constexpr uint32_t AETH_BYTES = 4;

/** ACK extended transport header, 4 bytes on the wire (IBTA; MRC sec. 2.4). */
struct Aeth
{
    uint8_t syndrome{0}; //!< 0: positive acknowledgement
    uint32_t msn{0};     //!< 24 bits: messages completed so far
};

/** Appends the 4 bytes. */
void Encode(ByteWriter& out, const Aeth& aeth);

/** @return whether 4 bytes could be read */
bool Decode(ByteReader& in, Aeth& aeth);

} // namespace mrc
} // namespace ns3

#endif /* MRC_AETH_H */
