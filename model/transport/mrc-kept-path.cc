/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-kept-path.h"

namespace ns3
{
namespace mrc
{

PlaneMask
KeptPath::Plane(const PathSeats& paths, PlaneMask usable) const
{
    PlaneMask best = 0;
    uint64_t highest = 0;
    for (PlaneMask rest = usable; rest != 0; rest &= rest - 1)
    {
        const auto plane = static_cast<PlaneId>(__builtin_ctz(rest));
        // Each plane has a weight of its own: the others' going and coming moves no flow.
        const uint64_t weight = m_draws.Bits(plane);
        if (paths.Usable(plane) != 0 && (best == 0 || weight > highest))
        {
            highest = weight;
            best = rest & -rest;
        }
    }
    return best;
}

uint32_t
KeptPath::Among(const PathSeats& paths, PlaneId plane) const
{
    const uint32_t seat = m_draws.Below(paths.Active(), SEAT_DRAW + plane);
    if (paths.Usable(plane) == paths.Active())
    {
        return seat;
    }
    uint32_t before = 0;
    for (uint32_t i = 0; i < seat; ++i)
    {
        before += paths.At(plane, i).IsUsable();
    }
    // Behind the last usable seat the first one stands in.
    return before == paths.Usable(plane) ? 0 : before;
}

} // namespace mrc
} // namespace ns3
