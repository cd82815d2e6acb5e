/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_TABLE_H
#define MRC_PATH_TABLE_H

#include "mrc-loss-runs.h"
#include "mrc-path-skips.h"
#include "mrc-path-state.h"
#include "mrc-qp-config.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The planes in use, which decide about the fate of an EV. */
struct PlanesInUse
{
    /** @param planes those with ports up, all of them alive */
    PlanesInUse(PlaneMask planes)
        : all(planes),
          alive(planes)
    {
    }

    /**
     * @param planes those with ports up
     * @param answering those that delivered an answer lately
     */
    PlanesInUse(PlaneMask planes, PlaneMask answering)
        : all(planes),
          alive(answering)
    {
    }

    PlaneMask all;   //!< planes with ports up
    PlaneMask alive; //!< those that delivered an answer lately
};

/** The fate of a path that lost a packet. */
enum class LossOutcome : uint8_t
{
    RETIRED,   //!< the EV went to ASSUMED_BAD
    TOLERATED, //!< the EV stays: too few losses yet, or too few EVs left [ev-retire] [ev-floor]
    UNKNOWN,   //!< no such EV, or the EV was not in use any more
};

/**
 * The EVs of a queue pair: which are out of use, and when do they come back? They are out of use
 * because packets were lost or an administrator says so.
 */
class PathTable : public PathSkips
{
  public:
    /**
     * @param config how many EVs, and the rules of their states
     * @param deal the planes and uplinks to deal EVs over
     * @param plan as of PathSeats
     */
    PathTable(const EvConfig& config, const PathDeal& deal, SeatPlan* plan = nullptr);

    /**
     * A packet on this EV was lost without being trimmed.
     *
     * @param ev the EV that carried the packet
     * @param cause the sign of the loss
     * @param planes those in use
     * @param now the time
     * @return the fate of the EV
     */
    LossOutcome OnLoss(Ev ev, PathCause cause, PlanesInUse planes, Instant now);

    /** A packet or a probe on this EV was answered. */
    void OnAnswer(Ev ev, Instant now);

    /** @return planes with usable EVs of which OnAnswer must be told, as they have lost packets */
    PlaneMask Troubled() const
    {
        return m_troubled;
    }

    /** @return whether a plane through which something comes has fewer EVs than it must have */
    bool IsShort(PlaneId plane) const
    {
        return m_scope == MIN_ACTIVE_PLANE && UsableOf(plane) < m_floor;
    }

    /** Nothing comes back of a plane: its EVs are assumed bad. @return those that were not */
    std::vector<Ev> Silence(PlaneId plane, Instant now);

    /**
     * A plane without an EV in its rotation is to have one again, on trial.
     *
     * @return the EV that was answered last of those assumed bad; none if there is none
     */
    std::optional<Ev> Recall(PlaneId plane, Instant now);

    /**
     * Enough probes succeeded: ASSUMED_BAD to GOOD.
     *
     * @param ev the EV
     * @param marked whether the last answer said CE: then to SKIP [marked-probe]
     * @param now the time
     * @return whether the EV was ASSUMED_BAD
     */
    bool Resurrect(Ev ev, bool marked, Instant now);

    /**
     * Puts an EV on the denylist or takes it off. An EV that was bad when denied is bad when
     * allowed again.
     *
     * @return whether the EV is one of this queue pair's
     */
    bool Administer(Ev ev, PathOrder order, Instant now);

    /** @return whether a table that is dealt anew would be the same from now on */
    bool IsAsDealt() const;

  private:
    bool MayRetire(PlaneMask planes) const;
    Path* Kept(Path& path, uint32_t floor);
    Path* LatestAnswered(PlaneId plane, const Path* lost, uint8_t deadAfter);
    void Hold(Path& path, Instant now);
    void Reseat(PlaneId plane);
    void FindTroubled();

    // first: there is room behind the base's last member
    uint8_t m_lossesToRetire;
    uint8_t m_troubled{0}; //!< PlaneMask
    MinActiveScope m_scope;
    uint32_t m_floor; //!< EVs that must stay usable: of a plane, or of the queue pair
    QueuePairCounters* m_counters;
    LossRuns m_runs;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_TABLE_H */
