/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PETH_H
#define MRC_PETH_H

#include "mrc-tseth.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** Bytes of a PETH on the wire. */
constexpr uint32_t PETH_BYTES = 16;

/** Reliability probe request header, 16 bytes on the wire; takes no PSN [probe-format]. */
struct Peth
{
    uint16_t probeId{0}; //!< comes back in the SACK
    Tseth tseth;         //!< transmit time stamp
};

/** Appends the 16 bytes. */
void Encode(ByteWriter& out, const Peth& peth);

/** @return whether 16 bytes could be read and the TSETH part is valid */
bool Decode(ByteReader& in, Peth& peth);

} // namespace mrc
} // namespace ns3

#endif /* MRC_PETH_H */
