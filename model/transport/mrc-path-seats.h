/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_SEATS_H
#define MRC_PATH_SEATS_H

#include "mrc-path-state.h"

#include "ns3/mrc-ids.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

class DealtEvs;
struct EvConfig;
class PlanePaths;
struct PathCounts;
struct PathDeal;

/**
 * The EVs of a queue pair: which sit in the rotation of their plane, which in the reserve?
 *
 * Of every plane the first Active() entries are the rotation, the others the reserve. An EV of the
 * rotation that is out of use changes places with a good one from the reserve of the same plane
 * [plane-turns]. The places follow from the states of the EVs alone: a failure that ended leaves no
 * trace.
 */
class PathSeats
{
  public:
    /**
     * Deals EVs evenly over the uplinks of each plane, in seeded order [ev-deal], or those of a
     * list.
     *
     * @param config how many
     * @param deal the planes and uplinks to deal over
     */
    PathSeats(const EvConfig& config, const PathDeal& deal);

    /** @return EVs in the rotation of a plane */
    uint32_t Active() const
    {
        return m_active;
    }

    /** @return the least power of two that is not below `active`, less one; active >= 1 */
    static uint32_t RotationMaskOf(uint32_t active);

    /** @return RotationMaskOf Active() */
    uint32_t RotationMask() const
    {
        return m_rotationMask;
    }

    /** @return the i-th EV of a plane's rotation, i < Active() */
    Path& At(PlaneId plane, uint32_t i)
    {
        return m_paths[plane * m_perPlane + i];
    }

    /** @return the same, to read */
    const Path& At(PlaneId plane, uint32_t i) const
    {
        return m_paths[plane * m_perPlane + i];
    }

    /** Hints the processor at the i-th EV of a plane's rotation. */
    __attribute__((always_inline)) void Prefetch(PlaneId plane, uint32_t i) const
    {
        __builtin_prefetch(m_paths.data() + plane * m_perPlane + i);
    }

    /** @return EVs in a plane's rotation that are GOOD or SKIP */
    uint32_t Usable(PlaneId plane) const
    {
        return m_usable[plane];
    }

    /** @return the EV, or nullptr if this queue pair has no such EV */
    Path* Find(Ev ev);

    /** @return whether this EV of the table has a seat in the rotation of its plane [ev-return] */
    bool InRotation(const Path& path) const
    {
        return static_cast<uint32_t>(&path - m_paths.data()) % m_perPlane < m_active;
    }

    /** @return the i-th EV of a plane's rotation that is GOOD or SKIP, i < Usable() */
    const Path& UsableAt(PlaneId plane, uint32_t i) const;

    /** @return all EVs, plane by plane, the rotation first */
    const std::vector<Path>& All() const
    {
        return m_paths;
    }

    /** @return whether two EVs name the same path */
    bool SamePath(Ev a, Ev b) const
    {
        return PathOf(a) == PathOf(b);
    }

    /** @return the EV that stands for all that name the same path */
    Ev PathOf(Ev ev) const;

  protected:
    /** Gives the seats of a plane anew, after a state of one of its EVs changed. */
    void Arrange(PlaneId plane);

    /** All EVs of a plane sit where they were dealt. */
    void SendHome(PlaneId plane);

    /** @return whether all EVs sit where they were dealt */
    bool AreHome() const
    {
        return m_standIns == nullptr;
    }

    /** @return EVs of each plane: rotation and reserve */
    uint32_t PerPlane() const
    {
        return m_perPlane;
    }

    /** @return EVs of a plane that are GOOD or SKIP, those of its reserve among them */
    uint32_t UsableOf(PlaneId plane) const;

    /** @return the same EVs as All, to change their states */
    std::vector<Path>& Paths()
    {
        return m_paths;
    }

  private:
    /** Two seats of a plane with exchanged EVs. */
    struct StandIn
    {
        PlaneId plane;
        uint16_t seat;  //!< of the rotation
        uint16_t bench; //!< of the reserve, where the EV that stands in was dealt
    };

    PathSeats(const DealtEvs& dealt, const EvConfig& config, const PathDeal& deal);

    PlanePaths Uplinks() const;
    std::vector<uint16_t> Bench(PlaneId plane) const;

    // first the members that each packet reads
    std::vector<Path> m_paths; //!< plane by plane
    uint16_t m_perPlane;
    uint16_t m_active;
    uint16_t m_rotationMask;
    uint16_t m_usable[MAX_PLANES]{};
    uint16_t m_uplinks;      //!< of a plane
    const PathCounts* m_own; //!< the same, where planes differ; null: they do not
    std::unique_ptr<std::vector<StandIn>> m_standIns; //!< null: none, as nothing has failed
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_SEATS_H */
