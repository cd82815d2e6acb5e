/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_KEPT_PATH_H
#define MRC_KEPT_PATH_H

#include "mrc-path-seats.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The one path that a flow keeps to until somebody asks for another: which is it?
 *
 * A hash names plane and seat, as that of SingleSelector does; a re-hash takes the next hash. Where
 * the seat is out of use the next usable one stands in [kept-path].
 */
class KeptPath
{
  public:
    /** @param draws the hashes */
    explicit KeptPath(KeyedDraws draws)
        : m_draws(draws)
    {
    }

    /** Another hash counts from now on. */
    void Rehash()
    {
        m_draws = m_draws.Child(REHASH);
    }

    /**
     * @param paths the EVs
     * @param usable the planes that work
     * @return of these the one that the hash likes best of those that have an EV; none: 0
     */
    PlaneMask Plane(const PathSeats& paths, PlaneMask usable) const;

    /**
     * @param paths the EVs
     * @param plane a plane with a usable EV
     * @return which of the plane's usable EVs, as UsableAt counts them
     */
    uint32_t Among(const PathSeats& paths, PlaneId plane) const;

  private:
    /** Names the draws of seats; those before it are of planes, as SingleSelector has them. */
    static constexpr uint64_t SEAT_DRAW = MAX_PLANES;
    /** Names the hash that follows a hash. */
    static constexpr uint64_t REHASH = 1;

    KeyedDraws m_draws;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_KEPT_PATH_H */
