/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NETH_H
#define MRC_NETH_H

#include "mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Why a receiver did not take a packet (MRC sec. 2.4). */
enum class NackReason : uint8_t
{
    TRIMMED = 0x01,
    TRIMMED_LAST_HOP = 0x02,
    NO_BITMAP = 0x06,
    NO_PACKET_BUFFER = 0x07,
    NO_RESOURCE = 0x0a,
    PSN_OUT_OF_WINDOW = 0x0b,
    UNEXPECTED_EVENT = 0x19, //!< fatal: the QP goes to error
};

/** Negative acknowledgement header, 20 bytes on the wire (MRC sec. 2.4). */
struct Neth
{
    NackReason reason{NackReason::TRIMMED};
    uint8_t vendorInfo{0};
    uint16_t timestamp{0}; //!< transmit time stamp of the refused packet, reflected
    Ev entropy;            //!< echo of the refused packet's EV
    Psn psn;               //!< the refused packet
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NETH_H */
