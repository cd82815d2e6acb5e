/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-huffman-table.h"

#include <algorithm>
#include <array>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t MOST_BITS = 15;

using CodeCounts = std::array<uint32_t, MOST_BITS + 2>; // by length

/** @return the code with its bits in the opposite order, as files have them */
uint32_t
Reversed(uint32_t code, uint32_t length)
{
    uint32_t reversed = 0;
    for (uint32_t i = 0; i < length; ++i)
    {
        reversed |= (code >> i & 1U) << (length - 1 - i);
    }
    return reversed;
}

/** @return by length, the first code */
CodeCounts
FirstCodes(const CodeCounts& counts, const BitReader& bits)
{
    CodeCounts first{};
    uint32_t code = 0;
    for (uint32_t length = 1; length <= MOST_BITS; ++length)
    {
        // Codes of one length follow each other, and go on at twice the number for the next length
        // (RFC 1951 sec. 3.2.2).
        first[length] = code;
        code += counts[length];
        // More codes than bits can tell apart: such a table would decode to nonsense.
        if (code > 1U << length)
        {
            bits.Fail("too many codes of " + std::to_string(length) +
                      " bits; expected what gzip made");
        }
        code <<= 1U;
    }
    return first;
}

} // namespace

/**
 * Makes a table with an entry for each value of as many bits as the longest code has. A symbol is
 * then found by one look-up, whatever the length of its code.
 */
void
HuffmanTable::Set(const std::vector<uint8_t>& lengths, const BitReader& bits)
{
    CodeCounts counts{};
    m_longest = 1;
    for (const uint8_t length : lengths)
    {
        counts[length] += length == 0 ? 0 : 1;
        m_longest = std::max<uint32_t>(m_longest, length);
    }
    CodeCounts next = FirstCodes(counts, bits);
    const uint32_t size = 1U << m_longest;
    m_entries.assign(size, 0);
    for (uint32_t symbol = 0; symbol < lengths.size(); ++symbol)
    {
        const uint32_t length = lengths[symbol];
        if (length == 0)
        {
            continue;
        }
        // Whatever follows the code stands for the symbol.
        for (uint32_t at = Reversed(next[length]++, length); at < size; at += 1U << length)
        {
            m_entries[at] = static_cast<uint16_t>(symbol << 4U | length);
        }
    }
}

} // namespace mrc
} // namespace ns3
