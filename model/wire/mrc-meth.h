/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_METH_H
#define MRC_METH_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** Bytes of a METH on the wire. */
constexpr uint32_t METH_BYTES = 4;

/** Message extended transport header, 4 bytes on the wire [meth-layout]. */
struct Meth
{
    uint16_t rqmsn{0}; //!< counts Writes with Immediate
    uint16_t msn{0};   //!< counts messages
};

/** Appends the 4 bytes. */
void Encode(ByteWriter& out, const Meth& meth);

/** @return whether 4 bytes could be read */
bool Decode(ByteReader& in, Meth& meth);

} // namespace mrc
} // namespace ns3

#endif /* MRC_METH_H */
