/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAYLOAD_PATTERN_H
#define MRC_PAYLOAD_PATTERN_H

#include "mrc-hash.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The byte that every Write puts at an address: payload is virtual, and its bytes follow from the
 * RETH, so that a reader of the bytes can check where they were meant to go.
 *
 * @param address address in the receiver's memory
 * @return byte address mod 8, from the lowest, of Mix(address / 8)
 */
constexpr uint8_t
PayloadByte(uint64_t address)
{
    return static_cast<uint8_t>(Mix(address >> 3) >> (8 * (address & 7)));
}

/**
 * Visits the bytes of a stretch of memory; Mix is computed once for eight of them.
 *
 * @param address address of the first byte; addresses wrap at 2^64
 * @param size how many bytes
 * @param visit called with each byte's place, 0 .. size - 1, and its value, until it returns false
 * @return whether it always returned true
 */
template <typename Visitor>
bool
ForEachPayloadByte(uint64_t address, std::size_t size, Visitor visit)
{
    uint64_t word = Mix(address >> 3) >> (8 * (address & 7));
    for (std::size_t i = 0; i < size; ++i)
    {
        if (!visit(i, static_cast<uint8_t>(word)))
        {
            return false;
        }
        ++address;
        word = (address & 7) == 0 ? Mix(address >> 3) : word >> 8;
    }
    return true;
}

/** Writes the bytes that belong at an address. */
inline void
FillPayload(uint64_t address, uint8_t* out, std::size_t size)
{
    ForEachPayloadByte(address, size, [out](std::size_t i, uint8_t byte) {
        out[i] = byte;
        return true;
    });
}

/** @return whether the bytes are those that belong at this address */
inline bool
MatchesPayload(uint64_t address, const uint8_t* bytes, std::size_t size)
{
    return ForEachPayloadByte(address, size, [bytes](std::size_t i, uint8_t byte) {
        return bytes[i] == byte;
    });
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAYLOAD_PATTERN_H */
