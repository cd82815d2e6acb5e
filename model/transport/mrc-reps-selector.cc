/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-reps-selector.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcRepsSelector");

RepsSelector::RepsSelector(KeyedDraws draws)
    : m_draws(draws),
      m_rings(MAX_PLANES)
{
}

void
RepsSelector::Ring::Push(Ev ev)
{
    evs[head] = ev;
    head = (head + 1) % RING;
    filled = static_cast<uint8_t>(std::min<uint32_t>(filled + 1, RING));
    fresh = static_cast<uint8_t>(std::min<uint32_t>(fresh + 1, RING));
}

/** @return the oldest EV that was not used since its return; each is used once */
Ev
RepsSelector::Ring::TakeFresh()
{
    return evs[(head + RING - fresh--) % RING];
}

/** @return the EVs of a frozen ring in turn, used or not: at least they worked once */
Ev
RepsSelector::Ring::TakeStale()
{
    stale = static_cast<uint8_t>((stale + 1) % filled);
    return evs[stale];
}

void
RepsSelector::Thaw(Ring& ring, Instant now)
{
    if (now >= ring.thawAt)
    {
        NS_LOG_LOGIC("a plane thaws: " << EXPLORE << " paths are drawn anew");
        ring = Ring();
        ring.explore = EXPLORE;
    }
}

const Path*
RepsSelector::Recycle(PathTable& table, Ring& ring) const
{
    const bool frozen = ring.thawAt != Instant::Never();
    // each entry once at most: an EV that was retired, denied or sent back to the reserve meanwhile
    // is passed over
    for (uint32_t tries = ring.fresh + (frozen ? ring.filled : 0U); tries != 0; --tries)
    {
        const Path* path = table.Find(ring.fresh != 0 ? ring.TakeFresh() : ring.TakeStale());
        if (path != nullptr && path->IsUsable() && table.InRotation(*path))
        {
            return path;
        }
    }
    return nullptr;
}

const Path*
RepsSelector::Next(PathTable& table, PlaneId plane, Instant now)
{
    Ring& ring = m_rings[plane];
    Thaw(ring, now);
    const Path* path = nullptr;
    // After a thaw random draws come first, whatever comes back: they find out which EVs work
    // again.
    if (ring.explore != 0)
    {
        --ring.explore;
    }
    else
    {
        path = Recycle(table, ring);
    }
    return path != nullptr ? path
                           : &table.UsableAt(plane, m_draws.Below(table.Usable(plane), m_drawn++));
}

void
RepsSelector::OnFeedback(PathTable&, Ev ev, PathFeedback feedback, Instant now)
{
    Ring& ring = m_rings[ev.Plane()];
    Thaw(ring, now);
    if (feedback == PathFeedback::CLEAN)
    {
        ring.Push(ev);
    }
    // A ring that explores expects to meet dead paths and does not freeze; a frozen ring keeps its
    // time to thaw.
    else if (feedback == PathFeedback::LOST && ring.explore == 0 && ring.thawAt == Instant::Never())
    {
        ring.thawAt = now + FREEZE;
        NS_LOG_LOGIC("plane " << +ev.Plane() << " freezes: EV " << ev.value
                              << " has lost a packet");
    }
}

} // namespace mrc
} // namespace ns3
