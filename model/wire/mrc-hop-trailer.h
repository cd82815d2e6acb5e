/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOP_TRAILER_H
#define MRC_HOP_TRAILER_H

#include "mrc-envelope.h"
#include "mrc-hop-records.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** @return whether packets with this opcode take records of their hops along, where any do
 * [telemetry-trailer] */
constexpr bool
AsksForRecords(Opcode opcode)
{
    return IsWrite(opcode) || opcode == Opcode::SACK;
}

/**
 * @param format the agreement of the ends of the link
 * @param frame the frame
 * @param datagram the frame's
 * @return bytes between ICRC and FCS: HOP_TRAILER_BYTES, or 0 if the frame carries no records, as
 *         one that was trimmed
 */
uint32_t TrailerBytes(const WireFormat& format, const Frame& frame, const Datagram& datagram);

/**
 * Writes records into the bytes of a frame for which TrailerBytes is not 0, and the FCS anew.
 *
 * @param bytes the first bytes of the frame
 * @param count how many there are; a trailer or FCS that begins behind them is left out
 * @param size of the frame, FCS included
 * @param records the values
 */
void WriteTrailer(uint8_t* bytes, std::size_t count, std::size_t size, const HopRecords& records);

/**
 * @param bytes a frame for which TrailerBytes is not 0, from the Ethernet header to the FCS
 * @param size how many bytes
 * @param records filled
 * @return whether the trailer is a valid one
 */
bool ReadTrailer(const uint8_t* bytes, std::size_t size, HopRecords& records);

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOP_TRAILER_H */
