/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECENT_PEAK_H
#define MRC_RECENT_PEAK_H

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The largest of the samples of the current and the previous epoch. With two of them a peak counts
 * for one epoch at least, and no sample has to be kept.
 */
class RecentPeak
{
  public:
    /** @param epoch how long an epoch lasts at least */
    explicit RecentPeak(Span epoch)
        : m_epoch(epoch)
    {
    }

    /** Takes a sample, at least 0. */
    void Sample(int64_t value, Instant now)
    {
        if (now >= m_epochEnd)
        {
            m_previous = m_current;
            m_current = 0;
            m_epochEnd = now + m_epoch;
        }
        m_current = std::max(m_current, value);
    }

    /** @return the largest recent sample, 0 if there was none */
    int64_t Value() const
    {
        return std::max(m_current, m_previous);
    }

  private:
    Span m_epoch;
    Instant m_epochEnd;
    int64_t m_current{0};
    int64_t m_previous{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECENT_PEAK_H */
