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
 * @param address address of the first byte; addresses wrap at 2^64
 * @param out where the bytes go
 * @param size how many
 */
inline void
FillPayload(uint64_t address, uint8_t* out, std::size_t size)
{
    for (std::size_t i = 0; i < size; ++i)
    {
        out[i] = PayloadByte(address + i);
    }
}

/** @return whether the bytes are those that Writes put at this address */
inline bool
MatchesPayload(uint64_t address, const uint8_t* bytes, std::size_t size)
{
    for (std::size_t i = 0; i < size; ++i)
    {
        if (bytes[i] != PayloadByte(address + i))
        {
            return false;
        }
    }
    return true;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAYLOAD_PATTERN_H */
