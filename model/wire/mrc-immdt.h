/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_IMMDT_H
#define MRC_IMMDT_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** Bytes of an ImmDt on the wire. */
constexpr uint32_t IMMDT_BYTES = 4;

/** Immediate data, 4 bytes on the wire behind the RETH (IBTA; [immdt-layout]). */
struct ImmDt
{
    uint32_t value{0}; //!< handed to the receiver's user unchanged
};

/** Appends the 4 bytes. */
void Encode(ByteWriter& out, const ImmDt& immdt);

/** @return whether 4 bytes could be read */
bool Decode(ByteReader& in, ImmDt& immdt);

} // namespace mrc
} // namespace ns3

#endif /* MRC_IMMDT_H */
