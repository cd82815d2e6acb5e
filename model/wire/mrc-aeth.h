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

/** A responder's word on the requests (IBTA: bits 6 and 5 are the kind, 4 to 0 the NAK's code). */
enum class AethSyndrome : uint8_t
{
    ACK = 0x00,                    //!< all is well
    ACK_NO_CREDIT = 0x1f,          //!< all is well, and no credits are counted (RoCEv2)
    NAK_SEQUENCE = 0x60,           //!< this PSN is missing (RoCEv2)
    NAK_INVALID_REQUEST = 0x61,    //!< a request that may not be
    NAK_REMOTE_ACCESS = 0x62,      //!< no such memory, or not with this key
    NAK_REMOTE_OPERATIONAL = 0x63, //!< the responder cannot carry the request out
};

/** Bytes of an AETH on the wire. */
constexpr uint32_t AETH_BYTES = 4;

/** ACK extended transport header, 4 bytes on the wire (IBTA; [aeth-layout]). */
struct Aeth
{
    uint8_t syndrome{0}; //!< an AethSyndrome
    uint32_t msn{0};     //!< 24 bits: messages completed so far
};

/** Appends the 4 bytes. */
void Encode(ByteWriter& out, const Aeth& aeth);

/** @return whether 4 bytes could be read */
bool Decode(ByteReader& in, Aeth& aeth);

} // namespace mrc
} // namespace ns3

#endif /* MRC_AETH_H */
