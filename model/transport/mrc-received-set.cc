/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-received-set.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

bool
ReceivedSet::Contains(uint64_t sequence) const
{
    // All below Expected() have arrived, and their bits are forgotten.
    if (sequence < m_expected || sequence >= Top())
    {
        return sequence < m_expected;
    }
    return ((WordOf(sequence) >> (sequence & 63)) & 1) != 0;
}

uint64_t
ReceivedSet::Bitmap(uint64_t base) const
{
    if (m_outOfOrder == 0 || base >= Top())
    {
        return 0;
    }
    // The base lies anywhere, so 64 bits may straddle two words.
    const uint64_t shift = base & 63;
    const uint64_t low = WordOf(base) >> shift;
    const uint64_t bits = shift == 0 ? low : low | (WordOf(base + 64) << (64 - shift));
    // Where the window is as long as the ring, words above the top are those of its begin.
    const uint64_t known = Top() - base;
    return known < 64 ? bits & ((uint64_t{1} << known) - 1) : bits;
}

/** Makes a power of two of bits, so that Slot is a mask; 128 is one unit of MPR. */
void
ReceivedSet::Allocate()
{
    uint32_t size = 128;
    while (size < m_window)
    {
        size *= 2;
    }
    m_words = std::make_unique<uint64_t[]>(size / 64);
    m_wordMask = static_cast<uint16_t>(size / 64 - 1);
}

/**
 * The window was widened (dynamic MPR). Both rings have whole words of 64, so bits move a word at a
 * time.
 */
void
ReceivedSet::Grow()
{
    const std::unique_ptr<uint64_t[]> old = std::move(m_words);
    const uint32_t oldMask = m_wordMask;
    Allocate();
    for (uint64_t from = (m_expected | 63) + 1; from < Top(); from += 64)
    {
        m_words[Slot(from)] = old[(from >> 6) & oldMask];
    }
}

} // namespace mrc
} // namespace ns3
