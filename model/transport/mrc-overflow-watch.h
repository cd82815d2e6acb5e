/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OVERFLOW_WATCH_H
#define MRC_OVERFLOW_WATCH_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/**
 * On which planes has the last hop lately trimmed a sender's packets [overflow-losses], and does
 * the hop overflow?
 *
 * In a large incast the headers of trimmed packets overflow on the last hop as well, whatever path
 * they came by. Where the last hop has trimmed, losses on many paths at once say little about these
 * paths.
 */
class OverflowWatch
{
  public:
    /** @param memory how long a trim tells of the last hop */
    explicit OverflowWatch(Span memory)
        : m_memory(memory)
    {
    }

    /** A NACK says that a packet was trimmed on the last hop of a plane. */
    void OnTrim(PlaneId plane, Instant now)
    {
        m_planes = Trimming(now) | PlaneMask{1} << plane;
        m_overflowing &= m_planes;
        m_end = now + m_memory;
    }

    /** Many paths are silent in planes with a trimming last hop. */
    void Confirm(PlaneMask planes)
    {
        m_overflowing |= planes;
    }

    /** @return planes of which that is known; the state ends when they trim no more */
    PlaneMask Overflowing(Instant now) const
    {
        return m_overflowing & Trimming(now);
    }

    /** @return when the latest NACK of a last hop came */
    Instant Latest() const
    {
        return m_end - m_memory;
    }

    /** @return planes in which the last hop has trimmed lately */
    PlaneMask Trimming(Instant now) const
    {
        return now < m_end ? m_planes : PlaneMask{0};
    }

  private:
    Span m_memory;
    Instant m_end;
    PlaneMask m_planes{0};
    PlaneMask m_overflowing{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OVERFLOW_WATCH_H */
