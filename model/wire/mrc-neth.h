/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NETH_H
#define MRC_NETH_H

#include "mrc-ids.h"

#include <cstdint>
#include <iosfwd>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** Why a receiver did not take a packet [nack-reasons]. */
enum class NackReason : uint8_t
{
    TRIMMED = 0x01,           //!< the packet came without the payload
    TRIMMED_LAST_HOP = 0x02,  //!< so too, cut at the port to the receiver
    NO_BITMAP = 0x06,         //!< no state to note the packet in
    NO_PACKET_BUFFER = 0x07,  //!< no room for the packet
    NO_RESOURCE = 0x0a,       //!< something else is short, such as a receive buffer
    PSN_OUT_OF_WINDOW = 0x0b, //!< the PSN of the packet lies outside of the receiver's bitmap
    UNEXPECTED_EVENT = 0x19,  //!< fatal: the QP goes to error [fatal-nack]
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, NackReason reason);

/** Bytes of a NETH on the wire. */
constexpr uint32_t NETH_BYTES = 20;

/** Negative acknowledgement header, 20 bytes on the wire [nack-format]. */
struct Neth
{
    NackReason reason{NackReason::TRIMMED}; //!< why the packet is refused
    uint8_t vendorInfo{0};                  //!< of no public meaning
    uint16_t timestamp{0}; //!< transmit time stamp of the refused packet, reflected
    Ev entropy;            //!< echo of the refused packet's EV
    Psn psn;               //!< the refused packet
};

/** Appends the 20 bytes. */
void Encode(ByteWriter& out, const Neth& neth);

/** @return whether 20 bytes could be read, the reason is known and cc_type is 2 */
bool Decode(ByteReader& in, Neth& neth);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NETH_H */
