/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAYLOAD_PATTERN_H
#define MRC_PAYLOAD_PATTERN_H

#include "mrc-datagram.h"
#include "mrc-hash.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The byte that every Write puts at an address. Payload is virtual, and its bytes follow from the
 * RETH. So a reader of the bytes can check where they were meant to go.
 *
 * @param address address in the receiver's memory
 * @return byte address mod 8, from the lowest, of Mix(address / 8)
 */
constexpr uint8_t
PayloadByte(uint64_t address)
{
    return static_cast<uint8_t>(Mix(address >> 3) >> (8 * (address & 7)));
}

/** Writes the bytes that belong at an address; addresses wrap at 2^64. */
void FillPayload(uint64_t address, uint8_t* out, std::size_t size);

/** @return whether the bytes are those that belong at this address */
bool MatchesPayload(uint64_t address, const uint8_t* bytes, std::size_t size);

/**
 * @param datagram a data packet
 * @return the address that the payload's bytes are made from: MRC's own, which is in each packet.
 * Packets of RoCEv2 have an address in the first one of a Write only, so queue pair and PSN make
 * one [roce-payload].
 */
inline uint64_t
PatternAddress(const Datagram& datagram)
{
    return IsWrite(datagram.bth.opcode) ? datagram.write.reth.address
                                        : uint64_t{datagram.bth.destination.value} << 40 |
                                              uint64_t{datagram.bth.psn.Value()} << 16;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAYLOAD_PATTERN_H */
