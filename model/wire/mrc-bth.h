/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BTH_H
#define MRC_BTH_H

#include "mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/**
 * The kind of a packet. MRC's opcodes have 110b in the top three bits [opcode-list]; those of a
 * reliable connection of RoCEv2 have 000b, and its CNP has 100b [roce-opcodes].
 */
enum class Opcode : uint8_t
{
    RC_SEND_FIRST = 0x00,
    RC_SEND_MIDDLE = 0x01,
    RC_SEND_LAST = 0x02,
    RC_SEND_LAST_IMMEDIATE = 0x03,
    RC_SEND_ONLY = 0x04,
    RC_SEND_ONLY_IMMEDIATE = 0x05,
    RC_WRITE_FIRST = 0x06,
    RC_WRITE_MIDDLE = 0x07,
    RC_WRITE_LAST = 0x08,
    RC_WRITE_LAST_IMMEDIATE = 0x09,
    RC_WRITE_ONLY = 0x0a,
    RC_WRITE_ONLY_IMMEDIATE = 0x0b,
    RC_ACKNOWLEDGE = 0x11,
    CNP = 0x81,
    WRITE_FIRST = 0xc6,
    WRITE_MIDDLE = 0xc7,
    WRITE_LAST = 0xc8,
    WRITE_LAST_IMMEDIATE = 0xc9,
    WRITE_ONLY = 0xca,
    WRITE_ONLY_IMMEDIATE = 0xcb,
    TRANSPORT_ACK = 0xd1,
    ENDPOINT_REQUEST = 0xd8,
    ENDPOINT_RESPONSE = 0xd9,
    SACK = 0xdc,
    NACK = 0xdd,
    PROBE_REQUEST = 0xde,
};

/** @return whether a data packet with this opcode is the last of its message */
constexpr bool
EndsMessage(Opcode opcode)
{
    return opcode != Opcode::WRITE_FIRST && opcode != Opcode::WRITE_MIDDLE;
}

/** @return whether the opcode is one of the RDMA Writes, which carry METH, TSETH and RETH */
constexpr bool
IsWrite(Opcode opcode)
{
    return opcode >= Opcode::WRITE_FIRST && opcode <= Opcode::WRITE_ONLY_IMMEDIATE;
}

/** @return whether the opcode is a Send or an RDMA Write of a reliable connection of RoCEv2 */
constexpr bool
IsRcData(Opcode opcode)
{
    return opcode <= Opcode::RC_WRITE_ONLY_IMMEDIATE;
}

/** @return whether the opcode is one of RoCEv2 [roce-opcodes] */
constexpr bool
IsRoce(Opcode opcode)
{
    // MRC's are told by one comparison: their top three bits are 110b.
    return (static_cast<uint8_t>(opcode) & 0xe0) != 0xc0 &&
           (IsRcData(opcode) || opcode == Opcode::RC_ACKNOWLEDGE || opcode == Opcode::CNP);
}

/** @return whether packets with this opcode have a payload */
constexpr bool
CarriesData(Opcode opcode)
{
    return IsWrite(opcode) || IsRcData(opcode);
}

/** @return whether an ImmDt follows the RETH */
constexpr bool
HasImmediate(Opcode opcode)
{
    return opcode == Opcode::WRITE_LAST_IMMEDIATE || opcode == Opcode::WRITE_ONLY_IMMEDIATE;
}

/** Bytes of a BTH on the wire. */
constexpr uint32_t BTH_BYTES = 12;

/** Base Transport Header, 12 bytes on the wire [bth-layout]. */
struct Bth
{
    Opcode opcode{Opcode::WRITE_ONLY}; //!< the kind of the packet
    bool solicited : 1;                //!< SE
    bool ackRequest : 1;               //!< A: the receiver answers at once
    bool retransmission : 1;           //!< rtx
    bool timestamped : 1;              //!< ts: a TSETH follows
    QpNumber destination;              //!< destination QP
    Psn psn;                           //!< number of the packet

    Bth()
        : solicited(false),
          ackRequest(false),
          retransmission(false),
          timestamped(false)
    {
    }
};

/**
 * @param opcode first byte of a BTH
 * @return whether MRC or RoCEv2 defines the opcode [opcode-list] [roce-opcodes]
 */
constexpr bool
IsKnown(Opcode opcode)
{
    return IsWrite(opcode) || IsRoce(opcode) || opcode == Opcode::TRANSPORT_ACK ||
           opcode == Opcode::ENDPOINT_REQUEST || opcode == Opcode::ENDPOINT_RESPONSE ||
           opcode == Opcode::SACK || opcode == Opcode::NACK || opcode == Opcode::PROBE_REQUEST;
}

/**
 * Appends the 12 bytes.
 *
 * @param out where to
 * @param bth the values
 * @param padCount zero bytes behind the payload, 0 .. 3 (IBTA: up to a multiple of 4)
 */
void Encode(ByteWriter& out, const Bth& bth, uint8_t padCount);

/**
 * @param in where from
 * @param bth the values; byte 4, which switches may change and the ICRC leaves out, is ignored
 * @param padCount zero bytes behind the payload, 0 .. 3
 * @return whether 12 bytes could be read and are right. Then the opcode is known, version, M and
 * reserved bits are 0, and the partition key is the default one
 */
bool Decode(ByteReader& in, Bth& bth, uint8_t& padCount);

} // namespace mrc
} // namespace ns3

#endif /* MRC_BTH_H */
