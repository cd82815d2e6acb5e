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
 * Where do the EVs of a queue pair sit, and which planes have a turn? All that most packets ask.
 *
 * A table keeps this up to date where its owner has room: beside what else a packet touches.
 */
struct SeatPlan
{
    Path* first{nullptr};     //!< the EVs, plane by plane, the rotation first
    uint16_t perPlane{0};     //!< EVs of each plane: rotation and reserve
    uint16_t active{0};       //!< EVs in the rotation of a plane
    uint16_t rotationMask{0}; //!< PathSeats::RotationMaskOf `active`
    uint8_t inTurn{0};   //!< PlaneMask of those with an EV in their rotation that is GOOD or SKIP
    uint8_t troubled{0}; //!< PlaneMask as of PathTable::Troubled

    /** @return as PathSeats */
    uint32_t Active() const
    {
        return active;
    }

    /** @return as PathSeats */
    uint32_t RotationMask() const
    {
        return rotationMask;
    }

    /** @return as PathSeats */
    Path& At(PlaneId plane, uint32_t i) const
    {
        return first[plane * perPlane + i];
    }

    /** @return whether an EV in the rotation of a plane is GOOD or SKIP */
    bool HasTurn(PlaneId plane) const
    {
        return ((inTurn >> plane) & 1) != 0;
    }

    struct Hot;
};

/** The layout of a SeatPlan that speed needs. */
struct SeatPlan::Hot
{
    static_assert(sizeof(SeatPlan) == 16, "it shares a cache line with much else");
};

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
     * @param plan is kept up to date, and must outlive this; null: there is none
     */
    PathSeats(const EvConfig& config, const PathDeal& deal, SeatPlan* plan = nullptr);

    PathSeats(const PathSeats&) = delete;
    PathSeats& operator=(const PathSeats&) = delete;

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
    /** @return the plan that is kept up to date; null: there is none */
    SeatPlan* Plan()
    {
        return m_plan;
    }

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

    PathSeats(const DealtEvs& dealt, const EvConfig& config, const PathDeal& deal, SeatPlan* plan);

    PlanePaths Uplinks() const;
    void SetUsable(PlaneId plane, uint32_t usable);
    std::vector<uint16_t> Bench(PlaneId plane) const;

    SeatPlan* const m_plan;
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
