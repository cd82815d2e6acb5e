/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SKIP_SELECTOR_H
#define MRC_SKIP_SELECTOR_H

#include "mrc-path-state.h"
#include "mrc-skip-walk.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** MRC's selector: a mark or a trim costs an EV its turn [skip-length] [mark-skips] [trim-skips].
 */
class SkipSelector
{
  public:
    /** @param draws the order of the rotation */
    explicit SkipSelector(KeyedDraws draws)
        : m_walk(draws, SkipEnd::LAPSE)
    {
    }

    /** As PathSelector::Next. */
    const Path* Next(PathTable& table, PlaneId plane, Instant now)
    {
        return m_walk.Next(table, plane, now);
    }

    /**
     * As PathSelector::Next.
     *
     * @param table the EVs, read only if one is to be skipped
     * @param seats those of the table
     * @param plane the plane that sends; an EV of the plane is usable
     * @param now the time
     * @return the EV to use
     */
    const Path* Next(PathTable& table, const SeatPlan& seats, PlaneId plane, Instant now)
    {
        return m_walk.Next(table, seats, plane, now);
    }

    /** As PathSelector::OnFeedback. */
    void OnFeedback(PathTable& table, Ev ev, PathFeedback feedback, Instant now)
    {
        if (feedback == PathFeedback::MARKED || feedback == PathFeedback::TRIMMED ||
            feedback == PathFeedback::LATE) // own choice: a dead path costs fewer packets so
        {
            table.OnCongestion(ev, CauseOf(feedback), now); // [mark-skips] [trim-skips]
        }
    }

    /** @return the walk that passes over EVs */
    SkipWalk& Walk()
    {
        return m_walk;
    }

    /** @return the walk that passes over EVs */
    const SkipWalk& Walk() const
    {
        return m_walk;
    }

  private:
    SkipWalk m_walk;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SKIP_SELECTOR_H */
