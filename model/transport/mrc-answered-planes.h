/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ANSWERED_PLANES_H
#define MRC_ANSWERED_PLANES_H

#include "mrc-plane-health.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/** What does a requestor have to know of the time before it was made: when did planes answer? */
class AnsweredPlanes
{
  public:
    AnsweredPlanes()
    {
        std::fill(m_at, m_at + MAX_PLANES, Instant::Never());
    }

    /** A probe through this plane was answered. */
    void Note(PlaneId plane, Instant now)
    {
        m_at[plane] = now;
    }

    /** @param health of a new requestor; knows afterwards what it would know by now */
    void TellTo(PlaneHealth& health) const
    {
        PlaneId latest = 0;
        for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
        {
            Tell(plane, health);
            const bool isLater = m_at[plane] != Instant::Never() &&
                                 (m_at[latest] == Instant::Never() || m_at[plane] > m_at[latest]);
            latest = isLater ? plane : latest;
        }
        Tell(latest, health); // once more, as the time of the latest answer counts too
    }

  private:
    void Tell(PlaneId plane, PlaneHealth& health) const
    {
        if (m_at[plane] != Instant::Never())
        {
            health.OnAnswered(PlaneMask{1} << plane, m_at[plane], m_at[plane]);
        }
    }

    Instant m_at[MAX_PLANES]; //!< the latest answer; Never: none
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ANSWERED_PLANES_H */
