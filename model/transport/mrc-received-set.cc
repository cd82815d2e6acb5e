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
    if (sequence < m_expected || sequence >= m_top)
    {
        return sequence < m_expected;
    }
    const uint64_t slot = Slot(sequence);
    return m_words && ((m_words[slot >> 6] >> (slot & 63)) & 1);
}

uint64_t
ReceivedSet::Bitmap(uint64_t base) const
{
    if (m_outOfOrder == 0)
    {
        return 0;
    }
    // The base lies anywhere, so 64 bits may straddle two words, of which the second may be the
    // ring's first.
    const uint64_t slot = Slot(base);
    const uint64_t shift = slot & 63;
    const uint64_t low = m_words[slot >> 6] >> shift;
    if (shift == 0)
    {
        return low;
    }
    const uint64_t next = ((slot >> 6) + 1) & (m_mask >> 6);
    return low | (m_words[next] << (64 - shift));
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
    m_mask = size - 1;
}

/**
 * The window was widened (dynamic MPR). Both rings have whole words of 64, so bits move a word at a
 * time.
 */
void
ReceivedSet::Grow()
{
    const std::unique_ptr<uint64_t[]> old = std::move(m_words);
    const uint32_t oldMask = m_mask;
    Allocate();
    for (uint64_t from = m_expected; from < m_top;)
    {
        const uint64_t end = std::min(m_top, (from | 63) + 1);
        // the old word may hold the other end of the window too
        const uint64_t above = ~uint64_t{0} << (from & 63);
        const uint64_t below = ~uint64_t{0} >> ((64 - end) & 63);
        m_words[Slot(from) >> 6] = old[(from & oldMask) >> 6] & above & below;
        from = end;
    }
}

} // namespace mrc
} // namespace ns3
