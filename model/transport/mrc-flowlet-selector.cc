/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flowlet-selector.h"

namespace ns3
{
namespace mrc
{

PlaneMask
FlowletSelector::Planes(const PathSeats& paths, PlaneMask usable, Instant now) const
{
    // The question may be asked in vain, so only a copy is hashed again here.
    KeptPath path = m_kept;
    if (Paused(now))
    {
        path.Rehash();
    }
    return path.Plane(paths, usable);
}

uint32_t
FlowletSelector::Choose(const PathSeats& paths, PlaneId plane, Instant now)
{
    if (Paused(now))
    {
        m_kept.Rehash();
        ++m_rehashes;
    }
    m_lastAt = now;
    return m_kept.Among(paths, plane);
}

} // namespace mrc
} // namespace ns3
