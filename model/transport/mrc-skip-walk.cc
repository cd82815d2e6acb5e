/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-skip-walk.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSkipWalk");

namespace
{

/** Takes one skipped turn off a path. */
void
ConsumeSkip(PathTable& table, Path& path, Instant now)
{
    if (path.skipTurns <= 1)
    {
        table.EndSkip(path, PathCause::TURN, now); // the next turn may use it
    }
    else
    {
        --path.skipTurns;
    }
}

} // namespace

const Path*
SkipWalk::Search(PathTable& table, PlaneId plane, Path& first, Instant now)
{
    Path* path = &first;
    bool consumed = m_redraws;
    for (uint32_t visited = 0; path->state != PathState::GOOD; ++visited)
    {
        if (path->state == PathState::SKIP)
        {
            const bool lapses = m_end == SkipEnd::LAPSE;
            const bool lapsed = lapses && table.HasLapsed(*path, now);
            // after two rotations without a good path, a skipped one is the best there is
            if (lapsed || visited >= 2 * table.Active())
            {
                NS_LOG_LOGIC("EV " << path->ev.value << " is skipped no longer: "
                                   << (lapsed ? "its time is over" : "no path is better"));
                table.EndSkip(*path, lapsed ? PathCause::LAPSE : PathCause::TURN, now);
                break;
            }
            const bool onlyLapses = lapses && path->skipTurns == 0;
            if (!consumed && !onlyLapses)
            {
                consumed = true;
                ConsumeSkip(table, *path, now);
            }
            if (!m_redraws)
            {
                table.OnSkipped(*path, m_rotation.Turn(plane), now);
            }
        }
        path = &m_rotation.Step(table, plane);
    }
    return path;
}

} // namespace mrc
} // namespace ns3
