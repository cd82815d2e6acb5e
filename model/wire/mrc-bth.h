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

/** MRC opcodes (MRC sec. 2.3): the top three bits are 110b. */
enum class Opcode : uint8_t
{
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

/** @return whether the opcode is one of the RDMA Writes, which carry METH, TSETH and RETH */
constexpr bool
IsWrite(Opcode opcode)
{
    return opcode >= Opcode::WRITE_FIRST && opcode <= Opcode::WRITE_ONLY_IMMEDIATE;
}

/** @return whether an ImmDt follows the RETH */
constexpr bool
HasImmediate(Opcode opcode)
{
    return opcode == Opcode::WRITE_LAST_IMMEDIATE || opcode == Opcode::WRITE_ONLY_IMMEDIATE;
}

/** Base Transport Header, 12 bytes on the wire (MRC sec. 2.2). */
struct Bth
{
    Opcode opcode{Opcode::WRITE_ONLY};
    bool solicited : 1;      //!< SE
    bool ackRequest : 1;     //!< A: the receiver answers at once
    bool retransmission : 1; //!< rtx
    bool timestamped : 1;    //!< ts: a TSETH follows
    QpNumber destination;    //!< destination QP
    Psn psn;

    Bth()
        : solicited(false),
          ackRequest(false),
          retransmission(false),
          timestamped(false)
    {
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_BTH_H */
