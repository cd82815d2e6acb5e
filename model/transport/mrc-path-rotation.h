/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_ROTATION_H
#define MRC_PATH_ROTATION_H

#include "mrc-path-table.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * In which order do the EVs of a plane take turns?
 *
 * The rotation visits index XOR mask; the mask is redrawn every turn so that queue pairs do not
 * synchronise [rotation-order].
 */
class PathRotation
{
  public:
    /** @param draws the masks */
    explicit PathRotation(KeyedDraws draws)
        : m_draws(draws)
    {
    }

    /**
     * @param table the EVs: a PathTable, its SeatPlan or FewPaths
     * @param plane the plane that sends
     * @return the EV that is next in turn on the plane, in any state
     */
    template <class Table>
    Path& Step(Table& table, PlaneId plane)
    {
        Place& place = m_places[plane];
        const uint32_t last = table.RotationMask();
        for (;;)
        {
            if (place.position == 0)
            {
                place.mask = static_cast<uint16_t>(m_draws.Bits(m_turns++) & last);
                ++place.turn;
            }
            const uint32_t index = place.position ^ place.mask;
            place.position = static_cast<uint16_t>((place.position + 1) & last);
            if (index < table.Active())
            {
                return table.At(plane, index);
            }
        }
    }

    /** @return number of the turn of a plane that the latest step was in, modulo 2^16 */
    uint16_t Turn(PlaneId plane) const
    {
        return m_places[plane].turn;
    }

    /** Hints the processor at the EV that comes next on a plane, unless a turn begins. */
    __attribute__((always_inline)) void Prefetch(const SeatPlan& seats, PlaneId plane) const
    {
        const Place& place = m_places[plane];
        __builtin_prefetch(&seats.At(plane, place.position ^ place.mask));
    }

    struct Hot;

  private:
    /** Where the rotation of a plane stands. */
    struct Place
    {
        uint16_t position{0};
        uint16_t mask{0};
        uint16_t turn{0}; //!< modulo 2^16
    };

    Place m_places[MAX_PLANES]; //!< first: a packet needs no other member
    KeyedDraws m_draws;
    uint32_t m_turns{0}; //!< masks drawn so far
};

/** Where the members are that a packet touches. */
struct PathRotation::Hot
{
    static constexpr std::size_t PLACE = sizeof(Place); //!< bytes of a plane, from the first one on
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_ROTATION_H */
