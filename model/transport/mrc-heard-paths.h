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
    HeardPaths()
    {
        for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
        {
            m_evs[plane] = Ev::Of(static_cast<PlaneId>((plane + 1) % MAX_PLANES), 0);
        }
    }

    /** A packet with this EV arrived at the peer. */
    void Note(Ev ev)
    {
        m_evs[ev.Plane()] = ev;
    }

    /** @param reverse the paths of a new responder, which get to know these */
    void TellTo(ReversePaths& reverse) const
    {
        for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
        {
            if (m_evs[plane].Plane() == plane)
            {
                reverse.Refresh(m_evs[plane]);
            }
        }
    }

  private:
    Ev m_evs[MAX_PLANES]; //!< the latest of each plane; of another plane: none
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HEARD_PATHS_H */
