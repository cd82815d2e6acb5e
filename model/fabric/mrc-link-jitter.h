/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_JITTER_H
#define MRC_LINK_JITTER_H

#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * When does a frame come to the far end of a directed link with a varying delay [link-jitter]?
 *
 * Each frame is late by a draw of its own, 0 up to a bound. None comes before the one ahead of it
 * has been received, so frames keep their order, and none is later than the bound. Without gaps
 * between frames lateness never falls: on a busy link it becomes nearly the bound.
 */
class LinkJitter
{
  public:
    /** @param most how late a frame may be, above 0, at most 1 s */
    explicit LinkJitter(Span most)
        : m_most(most)
    {
    }

    /**
     * @param onTime when the frame would come without jitter; not before that of an earlier call
     * @param duration how long the frame's bits take on the line
     * @param draw 64 random bits
     * @return when the frame comes: 0 up to the bound later than on time
     */
    Instant Arrival(Instant onTime, Span duration, uint64_t draw)
    {
        const uint64_t range = static_cast<uint64_t>(m_most.Ps()) + 1;
        const Span late(static_cast<int64_t>(draw % range)); // 2^64 is many times the range
        m_last = std::max(onTime + late, m_last + duration);
        return m_last;
    }

    /**
     * Moves the latest arrival: the switch at the link's far end has another latency from now on.
     */
    void Shift(Span change, Instant now)
    {
        m_last = std::max(m_last + change, now);
    }

    /** Forgets the frames on the link but those that come up to an instant: the rest are lost. */
    void Forget(Instant upTo)
    {
        m_last = std::min(m_last, upTo);
    }

  private:
    Span m_most;
    Instant m_last; //!< when the frame before came
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_JITTER_H */
