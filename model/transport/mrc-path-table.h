/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_TABLE_H
#define MRC_PATH_TABLE_H

#include "mrc-loss-runs.h"
#include "mrc-path-state.h"
#include "mrc-qp-config.h"
#include "mrc-queue-pair-user.h"
#include "mrc-skip-runs.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The most turns that a SKIP can cost. */
constexpr uint8_t MAX_SKIP_TURNS = 15;

/** An EV with a few bits of state. */
struct Path
{
    Ev ev;                            //!< its name on the wire
    uint16_t skippedAt{0};            //!< time stamp (128 ns) of the latest SKIP
    PathState state{PathState::GOOD}; //!< whether it is used
    uint8_t skipTurns : 4;            //!< turns that the SKIP still costs
    uint8_t losses : 3;               //!< untrimmed losses since the last resurrection

    Path()
        : skipTurns(0),
          losses(0)
    {
    }

    /** @return whether it lost a packet and has not answered enough probes since */
    bool IsBad() const
    {
        return state == PathState::ASSUMED_BAD || state == PathState::DENIED_BAD;
    }

    /** @return whether it is neither bad nor denied */
    bool IsUsable() const
    {
        return state == PathState::GOOD || state == PathState::SKIP;
    }
};

static_assert(sizeof(Path) == 8, "EV tables are most of an active sender");

struct QueuePairCounters;

/** What a path table is dealt from. */
struct PathDeal
{
    uint32_t planes;                      //!< network planes, 1 .. MAX_PLANES
    uint32_t uplinks;                     //!< paths of a plane
    Span skipLapse;                       //!< a SKIP ends after this
    KeyedDraws draws;                     //!< order of the deal
    const QueuePairWatch* watch{nullptr}; //!< who hears of changes, must outlive the table; or null
    QueuePairCounters* counters{nullptr}; //!< where to count what is not told to anybody; or null
    Span pause{Nanos(262144)}; //!< between two packets of a plane while all planes are silent
};

/** Planes, as what is to become of one of their EVs depends on them. */
struct PlanesInUse
{
    /** @param planes whose ports are up, all of them alive */
    PlanesInUse(PlaneMask planes)
        : all(planes),
          alive(planes)
    {
    }

    /**
     * @param planes whose ports are up
     * @param answering of which something came back lately
     */
    PlanesInUse(PlaneMask planes, PlaneMask answering)
        : all(planes),
          alive(answering)
    {
    }

    PlaneMask all;   //!< whose ports are up
    PlaneMask alive; //!< of which something came back lately
};

/** What became of a path that lost a packet. */
enum class LossOutcome : uint8_t
{
    RETIRED,   //!< it went to ASSUMED_BAD
    TOLERATED, //!< it stays: too few losses yet, or too few EVs left [ev-retire] [ev-floor]
    UNKNOWN,   //!< no such EV, or it was not in use any more
};

/**
 * The EVs of a queue pair: in which state is each, and which are in the rotation of their plane?
 *
 * Of every plane the first Active() entries are the rotation, the others the reserve. While an EV
 * of the rotation is out of use, it changes places with a good one from the reserve of the same
 * plane [plane-turns]. Who stands in where follows from the states of
 * the EVs alone: whatever failed and came back leaves no trace.
 */
class PathTable
{
  public:
    /**
     * Deals EVs evenly over the uplinks of each plane, in seeded order [ev-deal], or those of a
     * list.
     *
     * @param config how many, and the rules of their states
     * @param deal over what
     */
    PathTable(const EvConfig& config, const PathDeal& deal);

    /** @return EVs in the rotation of a plane */
    uint32_t Active() const
    {
        return m_active;
    }

    /** @return the least power of two that is not below Active(), less one */
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

    /** @return the EV, or nullptr if it is not one of this queue pair's */
    Path* Find(Ev ev);

    /** @return whether this EV of the table has a seat in the rotation of its plane [ev-return] */
    bool InRotation(const Path& path) const
    {
        return static_cast<uint32_t>(&path - m_paths.data()) % m_perPlane < m_active;
    }

    /** @return whether a SKIP of this path has lapsed [skip-length] */
    bool HasLapsed(const Path& path, Instant now) const;

    /** @return the i-th EV of a plane's rotation that is GOOD or SKIP, i < Usable() */
    const Path& UsableAt(PlaneId plane, uint32_t i) const;

    /** A packet on this EV was marked, or trimmed before the last hop: GOOD to SKIP. */
    void OnCongestion(Ev ev, PathCause cause, Instant now);

    /** As OnCongestion, but so many turns are added to those that the EV is to lose. */
    void Penalise(Ev ev, uint8_t turns, PathCause cause, Instant now);

    /**
     * A path of a rotation was passed over because it is to be skipped. If that is one turn running
     * too many, it changes places with a good one of the reserve that goes another way (an option
     * of ours).
     *
     * @param path the path; afterwards another one may have its seat
     * @param turn number of the turn of its plane, modulo 2^16
     * @param now the time
     */
    void OnSkipped(Path& path, uint16_t turn, Instant now)
    {
        if (m_skipRuns.AreLimited() && m_skipRuns.OnSkip(path.ev, turn))
        {
            Exchange(path.ev, now);
        }
    }

    /** An EV need not be skipped any more: SKIP to GOOD. */
    void EndSkip(Path& path, PathCause cause, Instant now)
    {
        Move(path, PathState::GOOD, cause, now);
    }

    /**
     * A packet on this EV was lost without being trimmed.
     *
     * @param ev the EV that carried it
     * @param cause how that was found out
     * @param planes those in use
     * @param now the time
     * @return what became of the EV
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
     * @return whether it was ASSUMED_BAD
     */
    bool Resurrect(Ev ev, bool marked, Instant now);

    /**
     * Puts an EV on the denylist or takes it off. One that was bad when it was denied is bad when
     * it is allowed again.
     *
     * @return whether it is one of this queue pair's
     */
    bool Administer(Ev ev, PathOrder order, Instant now);

    /** @return all EVs, plane by plane, the rotation first */
    const std::vector<Path>& All() const
    {
        return m_paths;
    }

    /** Ends the SKIPs that have lapsed, once all have. */
    void EndLapsed(Instant now);

    /** @return whether a table that is dealt anew would be the same from now on */
    bool IsAsDealt() const;

    /** @return whether two EVs name the same path */
    bool SamePath(Ev a, Ev b) const
    {
        return a.Plane() == b.Plane() && a.Uplink() % m_uplinks == b.Uplink() % m_uplinks;
    }

  private:
    void DealPlane(PlaneId plane, const EvConfig& config, KeyedDraws draws);

    void Move(Path& path, PathState to, PathCause cause, Instant now)
    {
        const PathTransition transition{path.ev, path.state, to, cause, now};
        path.state = to;
        if (m_watch != nullptr && m_watch->user != nullptr && transition.from != to)
        {
            m_watch->user->PathChanged(transition);
        }
    }

    /** Two seats of a plane whose EVs have changed places. */
    struct StandIn
    {
        PlaneId plane;
        uint16_t seat;  //!< of the rotation
        uint16_t bench; //!< of the reserve, where the EV that stands in was dealt
    };

    void StartSkip(Path& path, uint8_t turns, PathCause cause, Instant now);
    void Exchange(Ev ev, Instant now);
    void Arrange(PlaneId plane);
    void SendHome(PlaneId plane);
    std::vector<uint16_t> Bench(PlaneId plane) const;
    uint32_t UsableOf(PlaneId plane) const;
    bool MayRetire(PlaneMask planes) const;
    Path* Kept(Path& path, uint32_t floor);
    Path* LatestAnswered(PlaneId plane, const Path* lost, uint8_t deadAfter);
    void Hold(Path& path, Instant now);
    void FindTroubled();

    Span m_skipLapse;
    Instant m_latestSkip; //!< when a path began to be skipped last
    const QueuePairWatch* m_watch;
    uint32_t m_uplinks;
    MinActiveScope m_scope;
    uint32_t m_floor; //!< EVs that must stay usable: of a plane, or of the queue pair
    QueuePairCounters* m_counters;
    LossRuns m_runs;
    PlaneMask m_troubled{0};
    uint8_t m_skipTurns;
    uint8_t m_lossesToRetire;
    std::vector<StandIn> m_standIns; //!< none as long as nothing fails
    SkipRuns m_skipRuns;
    uint32_t m_exchanges{0}; //!< of EVs that were skipped too often
    // what each packet reads, next to the selector's state
    uint32_t m_perPlane;
    uint32_t m_active;
    uint32_t m_rotationMask;
    uint16_t m_usable[MAX_PLANES]{};
    std::vector<Path> m_paths; //!< plane by plane
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_TABLE_H */
