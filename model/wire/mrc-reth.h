/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RETH_H
#define MRC_RETH_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** Bytes of a RETH on the wire. */
constexpr uint32_t RETH_BYTES = 16;

/** RDMA extended transport header, 16 bytes on the wire, in every data packet [reth-layout]. */
struct Reth
{
    uint64_t address{0}; //!< VA, already advanced to this packet's payload
    uint32_t rkey{0};    //!< of the memory region
    uint32_t length{0};  //!< dmalen: bytes of the whole message
};

/** Appends the 16 bytes. */
void Encode(ByteWriter& out, const Reth& reth);

/** @return whether 16 bytes could be read */
bool Decode(ByteReader& in, Reth& reth);

} // namespace mrc
} // namespace ns3

#endif /* MRC_RETH_H */
