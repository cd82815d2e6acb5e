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
 *
 * @tparam TRIPS round trips that an epoch lasts at least
 */
template <int64_t TRIPS>
class RecentPeak
{
  public:
    /**
     * Takes a sample.
     *
     * @param value of the sample, at least 0
     * @param now the time
     * @param trip a round trip, the same each time; read only when an epoch ends
     */
    void Sample(int64_t value, Instant now, const Span& trip)
    {
        if (now >= m_epochEnd)
        {
            m_previous = m_current;
            m_current = 0;
            m_epochEnd = now + trip * TRIPS;
        }
        m_current = std::max(m_current, value);
    }

    /** @return the largest recent sample, 0 if there was none */
    int64_t Value() const
    {
        return std::max(m_current, m_previous);
    }

  private:
    Instant m_epochEnd;
    int64_t m_current{0};
    int64_t m_previous{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECENT_PEAK_H */
