/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sent-records.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

uint32_t
SentRecords::AcknowledgedAfter(Instant sentAt, uint32_t most) const
{
    uint32_t count = 0;
    // Counting begins at the newest: late packets stand there, and the count ends soon.
    for (uint64_t above = m_ring.next; above > m_ring.base && count < most;)
    {
        const uint64_t first = std::max((above - 1) & ~uint64_t{63}, m_ring.base);
        uint64_t bits =
            m_ring.StatesOf(first).acknowledged & SentRing::BitRange(first & 63, above - first);
        for (; bits != 0 && count < most; bits &= bits - 1)
        {
            const auto bit = static_cast<uint64_t>(__builtin_ctzll(bits));
            count += m_ring.At((first & ~uint64_t{63}) | bit).sentAt > sentAt;
        }
        above = first;
    }
    return count;
}

uint64_t
SentRecords::Find(bool lost, uint64_t from) const
{
    uint64_t at = std::max(from, m_ring.base);
    while (at < m_ring.next)
    {
        const SentStates& states = m_ring.StatesOf(at);
        const uint64_t rest = (lost ? states.lost : states.Open()) >> (at & 63);
        if (rest != 0)
        {
            at += static_cast<uint64_t>(__builtin_ctzll(rest));
            // Slots beyond the newest packet look as if in flight (SentStates::Open).
            return at < m_ring.next ? at : NONE;
        }
        at += 64 - (at & 63);
    }
    return NONE;
}

} // namespace mrc
} // namespace ns3
