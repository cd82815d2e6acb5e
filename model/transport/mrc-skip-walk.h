/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SKIP_WALK_H
#define MRC_SKIP_WALK_H

#include "mrc-path-rotation.h"
#include "mrc-path-table.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The event that ends a SKIP, besides the turns that a SKIP costs. */
enum class SkipEnd : uint8_t
{
    TURNS, //!< nothing
    LAPSE, //!< time [skip-length]
};

/**
 * Which EV comes next in a rotation that passes over those that are to be skipped?
 *
 * At most one skipped turn is consumed for each packet [skip-consumption].
 */
class SkipWalk
{
  public:
    /**
     * @param draws the order of the rotation
     * @param end the event that ends a SKIP
     */
    SkipWalk(KeyedDraws draws, SkipEnd end)
        : m_rotation(draws),
          m_end(end)
    {
    }

    /**
     * @param table the EVs: a PathTable or FewPaths
     * @param plane the plane that sends; an EV of the plane is usable
     * @param now the time
     * @return the EV to use
     */
    template <class Table>
    const Path* Next(Table& table, PlaneId plane, Instant now)
    {
        return Next(table, table, plane, now);
    }

    /**
     * @param table the EVs: a PathTable or FewPaths, read only if one is to be skipped
     * @param seats those of the table
     * @param plane the plane that sends; an EV of the plane is usable
     * @param now the time
     * @return the EV to use
     */
    template <class Table, class Seats>
    const Path* Next(Table& table, Seats& seats, PlaneId plane, Instant now)
    {
        Path& path = m_rotation.Step(seats, plane);
        return path.state == PathState::GOOD ? &path : Search(table, plane, path, now);
    }

    /** Next draws again for the same packet: the SKIPs that Next meets stay. */
    void BeginRedraw()
    {
        m_redraws = true;
    }

    /** The coming draws are for the next packets. */
    void EndRedraw()
    {
        m_redraws = false;
    }

    /** @return the order of turns */
    const PathRotation& Rotation() const
    {
        return m_rotation;
    }

  private:
    template <class Table>
    const Path* Search(Table& table, PlaneId plane, Path& first, Instant now);

    PathRotation m_rotation;
    SkipEnd m_end;
    bool m_redraws{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SKIP_WALK_H */
