/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-busy-pairs.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return whether a stretch comes before another: by NICs, then in time */
bool
IsBefore(const BusyStretch& a, const BusyStretch& b)
{
    return std::tie(a.source, a.destination, a.from) < std::tie(b.source, b.destination, b.from);
}

/** @return whether two stretches are from the same NIC to the same NIC */
bool
AreOfOnePair(const BusyStretch& a, const BusyStretch& b)
{
    return a.source == b.source && a.destination == b.destination;
}

} // namespace

BusyPairs::BusyPairs(std::vector<BusyStretch> stretches)
    : m_stretches(std::move(stretches))
{
    std::sort(m_stretches.begin(), m_stretches.end(), IsBefore);
    // Stretches that overlap become one, in place: what follows then needs one search for an
    // instant.
    std::size_t joined = 0;
    for (const BusyStretch& stretch : m_stretches)
    {
        BusyStretch* const last = joined == 0 ? nullptr : &m_stretches[joined - 1];
        // One that is posted at the very end of another does not wait for that one.
        if (last != nullptr && AreOfOnePair(*last, stretch) && stretch.from < last->until)
        {
            last->until = std::max(last->until, stretch.until);
        }
        else
        {
            m_stretches[joined++] = stretch;
        }
    }
    m_stretches.resize(joined);
}

/**
 * Finds since when its pair of NICs had been busy as a flow was posted: from then on packets of it
 * could be late.
 */
Instant
BusyPairs::Since(const FlowRecord& flow) const
{
    const BusyStretch asked{flow.source, flow.destination, flow.start, flow.finish};
    // The stretch that began last before the flow is the only one that may cover it.
    const auto later = std::upper_bound(m_stretches.begin(), m_stretches.end(), asked, IsBefore);
    const bool isKnown = later != m_stretches.begin() && AreOfOnePair(*std::prev(later), asked);
    return isKnown ? std::prev(later)->from : flow.start;
}

} // namespace mrc
} // namespace ns3
