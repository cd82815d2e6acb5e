/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HEARD_PATHS_H
#define MRC_HEARD_PATHS_H

#include "mrc-reverse-paths.h"

#include "ns3/mrc-ids.h"

namespace ns3
{
namespace mrc
{

/** Which paths led to the peer before a connection had a responder to know them [reverse-path]? */
class HeardPaths
{
  public:
    /** A packet with this EV arrived at the peer. */
    void Note(Ev ev)
    {
        m_evs[ev.Plane()] = ev;
        m_planes |= PlaneMask{1} << ev.Plane();
    }

    /** @param reverse the paths of a new responder, which get to know these */
    void TellTo(ReversePaths& reverse) const
    {
        for (PlaneMask rest = m_planes; rest != 0; rest &= rest - 1)
        {
            reverse.Refresh(m_evs[__builtin_ctz(rest)]);
        }
    }

  private:
    PlaneMask m_planes{0}; //!< those that have an EV here
    Ev m_evs[MAX_PLANES];  //!< the latest of each
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HEARD_PATHS_H */
