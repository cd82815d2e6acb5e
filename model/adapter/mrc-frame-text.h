/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FRAME_TEXT_H
#define MRC_FRAME_TEXT_H

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-frame.h"

#include <string>

namespace ns3
{
namespace mrc
{

/** @return the name of an opcode in outputs, such as "RDMA-Write-First" */
const char* OpcodeName(Opcode opcode);

/**
 * Describes a frame in one line: the name of its opcode, then `key=value` words.
 *
 * @param frame the frame
 * @param datagram the frame's datagram
 * @return the line. The words of the line are, in this order and the last ones as the opcode has
 * them:
 * - `size` of the frame in bytes
 * - `from` and `to`, numbers of NICs
 * - `qp` and `psn`
 * - `ev`
 * - `dscp`, `ecn` and `hops` (hop limit) of the outer header
 * - of a Write `msg` and `rtx` (0 or 1)
 * - of a SACK `cack`
 * - of a NACK `nack` (a PSN) and `why` (NackReason)
 * - of a Transport ACK `msn`
 */
std::string FrameText(const Frame& frame, const Datagram& datagram);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FRAME_TEXT_H */
