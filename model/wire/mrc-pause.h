/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAUSE_H
#define MRC_PAUSE_H

#include "mrc-address-plan.h"
#include "mrc-datagram.h"
#include "mrc-frame.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Tells the datagram of a pause frame; never on the wire, where the EtherType tells it. */
constexpr Opcode PAUSE_OPCODE = static_cast<Opcode>(0xfe);

/** Bytes of a pause frame with FCS: the least that Ethernet has (IEEE 802.3 annex 31B). */
constexpr uint16_t PAUSE_FRAME_BYTES = 64;

/** Bytes of line time of one pause quantum: 512 bit times (IEEE 802.3 annex 31B). */
constexpr uint32_t PAUSE_QUANTUM_BYTES = 64;

/** Destination of all pause frames, which no bridge forwards (IEEE 802.3 annex 31B). */
constexpr MacBits PAUSE_MAC = 0x0180c2000001ULL;

/** @return whether a datagram is a pause frame's */
constexpr bool
IsPause(const Datagram& datagram)
{
    return datagram.bth.opcode == PAUSE_OPCODE;
}

/**
 * Makes a pause frame of one priority [pfc-frame].
 *
 * @param port number of the port that sends the frame: the source MAC is 0a:00:PP:PP:PP:PP
 * @param priority 0 .. 7
 * @param quanta how long to pause, in times of 512 bits; 0: no more
 * @param datagram filled
 * @return the frame
 */
Frame MakePause(uint32_t port, uint8_t priority, uint16_t quanta, Datagram& datagram);

/**
 * Writes the first bytes of a pause frame.
 *
 * @param frame one of MakePause
 * @param datagram the frame's datagram
 * @param out where the bytes go
 * @param length room there, bytes
 * @return how many were written
 */
std::size_t EncodePauseStart(const Frame& frame,
                             const Datagram& datagram,
                             uint8_t* out,
                             std::size_t length);

/**
 * @param bytes a frame from the Ethernet header to the FCS
 * @param size how many bytes
 * @param frame filled with the values in the bytes, the rest of the frame's fields is kept
 * @param datagram filled
 * @return whether the bytes are a pause frame; if not, nothing is changed
 */
bool DecodePause(const uint8_t* bytes, std::size_t size, Frame& frame, Datagram& datagram);

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAUSE_H */
