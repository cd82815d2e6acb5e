/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-skip-walk.h"

#include "mrc-few-paths.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSkipWalk");

namespace
{

/** Takes one skipped turn off a path. */
template <class Table>
void
ConsumeSkip(Table& table, Path& path, Instant now)
{
    if (path.skipTurns <= 1)
    {
        table.EndSkip(path, PathCause::TURN, now); // the next turn may use this EV
    }
    else
    {
        --path.skipTurns;
    }
}

} // namespace

/**
 * The EV that is next in turn cannot be taken at once. Goes on to the first good EV, and takes one
 * skipped turn off at most. Callers see to it that one EV of the plane is usable.
 */
template <class Table>
const Path*
SkipWalk::Search(Table& table, PlaneId plane, Path& first, Instant now)
{
    Path* path = &first;
    // A redraw is for a packet that has consumed its SKIP already [skip-consumption].
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
            // Without turns left a SKIP waits for its time alone.
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

template const Path* SkipWalk::Search(PathTable&, PlaneId, Path&, Instant);
template const Path* SkipWalk::Search(FewPaths&, PlaneId, Path&, Instant);

} // namespace mrc
} // namespace ns3
