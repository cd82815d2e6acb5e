/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SINGLE_SELECTOR_H
#define MRC_SINGLE_SELECTOR_H

#include "mrc-path-state.h"
#include "mrc-path-table.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * One path for a queue pair, as ECMP gives to a flow: a hash decides on plane and EV.
 *
 * When that path is gone for good the hash decides among the others.
 */
class SingleSelector
{
  public:
    /** @param draws the hash */
    explicit SingleSelector(KeyedDraws draws)
        : m_draws(draws)
    {
    }

    /** @return of these planes the one that the hash likes best of those that have an EV */
    PlaneMask Planes(const PathTable& table, PlaneMask usable) const
    {
        PlaneMask best = 0;
        uint64_t highest = 0;
        for (PlaneMask rest = usable; rest != 0; rest &= rest - 1)
        {
            const auto plane = static_cast<PlaneId>(__builtin_ctz(rest));
            const uint64_t weight = m_draws.Bits(plane);
            // each plane has a weight of its own: the others' going and coming moves no queue pair
            if (table.Usable(plane) != 0 && (best == 0 || weight > highest))
            {
                highest = weight;
                best = rest & -rest;
            }
        }
        return best;
    }

    /** As PathSelector::Next. */
    const Path* Next(PathTable& table, PlaneId plane, Instant)
    {
        // a seat of the rotation, not an EV: a backup EV that takes the seat is the new path
        uint32_t seat = m_draws.Below(table.Active(), SEAT_DRAW + plane);
        while (!table.At(plane, seat).IsUsable())
        {
            seat = seat + 1 == table.Active() ? 0 : seat + 1;
        }
        return &table.At(plane, seat);
    }

    /** As PathSelector::OnFeedback, which changes nothing here. */
    void OnFeedback(PathTable&, Ev, PathFeedback, Instant)
    {
    }

  private:
    /** Names the draws of seats; those before it are of planes. */
    static constexpr uint64_t SEAT_DRAW = MAX_PLANES;

    KeyedDraws m_draws;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SINGLE_SELECTOR_H */
