/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PAYLOAD_PATTERN_H
#define MRC_PAYLOAD_PATTERN_H

#include "mrc-hash.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

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
 * Visits a stretch of memory in pieces that no multiple of 8 cuts.
 *
 * @param address address of the first byte; addresses wrap at 2^64
 * @param size how many bytes
 * @param visit called with the place of a piece's first byte, its bytes from the lowest of a word
 *              on, and how many they are, 1 .. 8, until it returns false
 * @return whether it always returned true
 */
template <typename Visitor>
bool
ForEachPayloadWord(uint64_t address, std::size_t size, Visitor visit)
{
    for (std::size_t i = 0; i < size;)
    {
        const unsigned skip = address & 7;
        const std::size_t count = size - i < 8 - skip ? size - i : 8 - skip;
        if (!visit(i, Mix(address >> 3) >> (8 * skip), count))
        {
            return false;
        }
        i += count;
        address += count;
    }
    return true;
}

/** Writes the lowest bytes of a word, lowest first. */
inline void
PutPayloadWord(uint8_t* out, uint64_t word, std::size_t count)
{
    if (count == 8) // of a fixed number the compiler makes one store
    {
        out[0] = static_cast<uint8_t>(word);
        out[1] = static_cast<uint8_t>(word >> 8);
        out[2] = static_cast<uint8_t>(word >> 16);
        out[3] = static_cast<uint8_t>(word >> 24);
        out[4] = static_cast<uint8_t>(word >> 32);
        out[5] = static_cast<uint8_t>(word >> 40);
        out[6] = static_cast<uint8_t>(word >> 48);
        out[7] = static_cast<uint8_t>(word >> 56);
        return;
    }
    for (std::size_t i = 0; i < count; ++i)
    {
        out[i] = static_cast<uint8_t>(word >> (8 * i));
    }
}

/** Writes the bytes that belong at an address. */
inline void
FillPayload(uint64_t address, uint8_t* out, std::size_t size)
{
    ForEachPayloadWord(address, size, [out](std::size_t at, uint64_t word, std::size_t count) {
        PutPayloadWord(out + at, word, count);
        return true;
    });
}

/** @return whether the bytes are those that belong at this address */
inline bool
MatchesPayload(uint64_t address, const uint8_t* bytes, std::size_t size)
{
    return ForEachPayloadWord(address,
                              size,
                              [bytes](std::size_t at, uint64_t word, std::size_t count) {
                                  uint8_t wanted[8];
                                  PutPayloadWord(wanted, word, count);
                                  return count == 8 ? std::memcmp(wanted, bytes + at, 8) == 0
                                                    : std::memcmp(wanted, bytes + at, count) == 0;
                              });
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_PAYLOAD_PATTERN_H */
