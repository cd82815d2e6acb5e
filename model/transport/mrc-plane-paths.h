/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PLANE_PATHS_H
#define MRC_PLANE_PATHS_H

#include "ns3/mrc-ids.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Numbers of paths by plane, where planes differ. */
struct PathCounts
{
    std::array<uint32_t, MAX_PLANES> in{}; //!< paths of each plane, at least 1
};

/** How many paths has each plane between two NICs? All have as many, but in a graph. */
class PlanePaths
{
  public:
    /**
     * @param all of each plane
     * @param own of each plane by itself, must outlive this; null: `all` counts
     */
    PlanePaths(uint32_t all, const PathCounts* own = nullptr)
        : m_own(own),
          m_all(all)
    {
    }

    /** @return paths of a plane, at least 1 */
    uint32_t In(PlaneId plane) const
    {
        return __builtin_expect(m_own == nullptr, 1) ? m_all : m_own->in[plane];
    }

    /** @return paths of each plane, where planes do not differ */
    uint32_t All() const
    {
        return m_all;
    }

    /** @return paths by plane where planes differ; null: they do not */
    const PathCounts* Own() const
    {
        return m_own;
    }

    /** @return the number of the path that an EV names, below In of its plane [carrier-of-ev] */
    uint32_t Number(Ev ev) const
    {
        return ev.Uplink() % In(ev.Plane());
    }

  private:
    const PathCounts* m_own;
    uint32_t m_all;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PLANE_PATHS_H */
