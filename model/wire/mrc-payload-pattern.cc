/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-payload-pattern.h"

#include <algorithm>
#include <cstring>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t WORD_BYTES = 8;

/** @return the word in the order of bytes that PayloadByte() has, on any machine */
inline uint64_t
LowestFirst(uint64_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(word);
#else
    return word;
#endif
}

/** Writes whole words, from this one of memory on. No step depends on another one. */
inline __attribute__((always_inline)) void
PutWords(uint64_t first, uint8_t* out, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
    {
        // Addresses wrap at 2^64, and so words at 2^61.
        const uint64_t word = LowestFirst(Mix((first + i) & (UINT64_MAX >> 3)));
        std::memcpy(out + WORD_BYTES * i, &word, WORD_BYTES);
    }
}

/** Writes some bytes of one word, from byte `skip` on. */
void
PutPart(uint64_t number, unsigned skip, uint8_t* out, std::size_t count)
{
    uint8_t word[WORD_BYTES];
    PutWords(number, word, 1);
    std::copy_n(word + skip, count, out);
}

#if defined(__x86_64__)

// Twice as many words in an instruction as the least x86-64 has.
__attribute__((target("avx2"))) void
PutWordsAvx2(uint64_t first, uint8_t* out, std::size_t count)
{
    PutWords(first, out, count);
}

void
FillWords(uint64_t first, uint8_t* out, std::size_t count)
{
    count > 8 && __builtin_cpu_supports("avx2") ? PutWordsAvx2(first, out, count)
                                                : PutWords(first, out, count);
}

#else

void
FillWords(uint64_t first, uint8_t* out, std::size_t count)
{
    PutWords(first, out, count);
}

#endif

} // namespace

void
FillPayload(uint64_t address, uint8_t* out, std::size_t size)
{
    // Payloads may begin anywhere in memory: the first and the last word may be parts.
    const unsigned skip = address % WORD_BYTES;
    if (skip != 0)
    {
        const std::size_t count = std::min<std::size_t>(size, WORD_BYTES - skip);
        PutPart(address / WORD_BYTES, skip, out, count);
        address += count;
        out += count;
        size -= count;
    }
    const std::size_t words = size / WORD_BYTES;
    FillWords(address / WORD_BYTES, out, words);
    PutPart(address / WORD_BYTES + words, 0, out + words * WORD_BYTES, size % WORD_BYTES);
}

bool
MatchesPayload(uint64_t address, const uint8_t* bytes, std::size_t size)
{
    // Compared piece by piece, so that no buffer of a whole payload is needed.
    uint8_t wanted[512];
    for (std::size_t done = 0; done < size; done += sizeof(wanted))
    {
        const std::size_t count = std::min(sizeof(wanted), size - done);
        FillPayload(address + done, wanted, count);
        if (std::memcmp(wanted, bytes + done, count) != 0)
        {
            return false;
        }
    }
    return true;
}

} // namespace mrc
} // namespace ns3
