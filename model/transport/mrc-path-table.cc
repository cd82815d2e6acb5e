/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-table.h"

#include "mrc-queue-pair-counters.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcPathTable");

PathTable::PathTable(const EvConfig& config, const PathDeal& deal, SeatPlan* plan)
    : PathSkips(config, deal, plan),
      m_lossesToRetire(config.lossesToRetire),
      m_scope(config.minActiveScope),
      m_counters(deal.counters)
{
    // [ev-floor]: of a plane a quarter of the seats, of a queue pair a quarter of the EVs
    const bool ofPlane = m_scope == MIN_ACTIVE_PLANE;
    const auto all = static_cast<uint32_t>(All().size());
    m_floor = ofPlane ? EvsPerPlane(Active(), 4) : std::max(all / 4, 1U);
    if (config.minActive != 0)
    {
        m_floor = ofPlane ? EvsPerPlane(config.minActive, deal.planes) : config.minActive;
    }
}

/**
 * Three ends: the EV is retired; or the EV stays, for the floor. Or the EV is retired, and another
 * that was retired before, but answered later, comes back in its place.
 */
LossOutcome
PathTable::OnLoss(Ev ev, PathCause cause, PlanesInUse planes, Instant now)
{
    Path* path = Find(ev);
    if (path == nullptr || !path->IsUsable())
    {
        return LossOutcome::UNKNOWN;
    }
    // Three bits hold the count, which stays at its greatest.
    path->losses = static_cast<uint8_t>(std::min(path->losses + 1, 7)) & 7;
    // Runs are noted before the verdict: Kept looks at them.
    m_runs.OnLoss(ev, now);
    const bool alive = ((planes.alive >> ev.Plane()) & 1) != 0;
    Path* kept = path;
    if (path->losses >= m_lossesToRetire)
    {
        kept = m_scope == MIN_ACTIVE_PLANE ? Kept(*path, alive ? m_floor : 1)
                                           : (MayRetire(planes.all) ? nullptr : path);
    }
    // The floor keeps this EV: a skip is all that it pays.
    if (kept == path)
    {
        StartSkip(*path, cause, now);
        FindTroubled();
        return LossOutcome::TOLERATED;
    }
    NS_LOG_LOGIC("EV " << ev.value << " is retired");
    Move(*path, PathState::ASSUMED_BAD, cause, now);
    if (kept != nullptr)
    {
        Hold(*kept, now);
    }
    Reseat(ev.Plane());
    return LossOutcome::RETIRED;
}

Path*
PathTable::Kept(Path& path, uint32_t floor)
{
    // Backups count too: they would take the seat.
    const uint32_t left = UsableOf(path.ev.Plane()) - 1;
    if (left >= floor)
    {
        return nullptr;
    }
    // At the floor the best of the retired EVs, and of this one, stays: that which answered last.
    const PlaneId plane = path.ev.Plane();
    Path* kept = LatestAnswered(plane, &path, LossRuns::DEAD);
    // One EV of a plane always stays, even one that seems dead [ev-floor], or the plane could never
    // show that it is alive.
    return kept == nullptr && left == 0 ? LatestAnswered(plane, &path, LossRuns::DEAD + 1) : kept;
}

/**
 * Asks the retired EVs and the one that lost a packet now, and prefers that one among equals, so
 * that nothing changes.
 *
 * @return which of them was answered last and has lost fewer than `deadAfter` running; null: none
 */
Path*
PathTable::LatestAnswered(PlaneId plane, const Path* lost, uint8_t deadAfter)
{
    Path* latest = nullptr;
    Instant answeredAt;
    for (uint32_t i = 0; i < PerPlane(); ++i)
    {
        Path& path = At(plane, i);
        const LossRuns::Run run = m_runs.Of(path.ev);
        const bool counts = path.state == PathState::ASSUMED_BAD || &path == lost;
        if (counts && run.losses < deadAfter &&
            (latest == nullptr || run.answeredAt > answeredAt ||
             (run.answeredAt == answeredAt && &path == lost)))
        {
            latest = &path;
            answeredAt = run.answeredAt;
        }
    }
    return latest;
}

void
PathTable::Hold(Path& path, Instant now)
{
    NS_LOG_LOGIC("EV " << path.ev.value << " is held, for want of a better one");
    path.losses = 0;
    Move(path, PathState::GOOD, PathCause::FLOOR, now);
    if (m_counters != nullptr)
    {
        // The callers' results speak of the lost EV, so the one that is back is counted here.
        ++m_counters->pathsResurrected;
    }
}

/** The floor does not hold here: floors are for planes through which answers come. */
std::vector<Ev>
PathTable::Silence(PlaneId plane, Instant now)
{
    std::vector<Ev> silenced;
    for (uint32_t i = 0; i < PerPlane(); ++i)
    {
        Path& path = At(plane, i);
        if (path.IsUsable())
        {
            Move(path, PathState::ASSUMED_BAD, PathCause::SILENCE, now);
            silenced.push_back(path.ev);
        }
    }
    if (m_counters != nullptr)
    {
        m_counters->pathsRetired += silenced.size();
    }
    // All seats of the plane are empty now, so the plane has no turn.
    Reseat(plane);
    return silenced;
}

/**
 * Sprayer::RecallAll calls this when no plane is left that answers: some EV has to carry a packet,
 * or nothing would ever be answered.
 */
std::optional<Ev>
PathTable::Recall(PlaneId plane, Instant now)
{
    Path* path = LatestAnswered(plane, nullptr, LossRuns::DEAD + 1);
    if (path == nullptr)
    {
        return std::nullopt;
    }
    const Ev ev = path->ev;
    Hold(*path, now);
    Reseat(plane);
    return ev;
}

void
PathTable::OnAnswer(Ev ev, Instant now)
{
    const Path* path = Find(ev);
    if (path != nullptr && path->IsUsable())
    {
        m_runs.Forget(ev); // this EV is as good as one that never lost a packet
        FindTroubled();
    }
    else
    {
        m_runs.OnAnswer(ev, now);
    }
}

/** Seats and troubled planes both follow from the states. */
void
PathTable::Reseat(PlaneId plane)
{
    Arrange(plane);
    FindTroubled();
}

void
PathTable::FindTroubled()
{
    PlaneMask troubled = 0;
    // Only usable EVs count: those that are not are asked by probes, and need no look at each SACK.
    for (const LossRuns::Run& run : m_runs.All())
    {
        troubled |= Find(run.ev)->IsUsable() ? PlaneMask{1} << run.ev.Plane() : PlaneMask{0};
    }
    m_troubled = static_cast<uint8_t>(troubled);
    if (Plan() != nullptr)
    {
        Plan()->troubled = m_troubled;
    }
}

bool
PathTable::Resurrect(Ev ev, bool marked, Instant now)
{
    Path* path = Find(ev);
    if (path == nullptr || path->state != PathState::ASSUMED_BAD)
    {
        return false;
    }
    NS_LOG_LOGIC("EV " << ev.value << " answers again");
    path->losses = 0;
    m_runs.Forget(ev);
    // An answer with a mark says that the path lives and is full.
    if (marked)
    {
        StartSkip(*path, PathCause::PROBE, now);
    }
    else
    {
        Move(*path, PathState::GOOD, PathCause::PROBE, now);
    }
    Reseat(ev.Plane());
    return true;
}

bool
PathTable::IsAsDealt() const
{
    // With exchanges on, EVs may have changed places for good [skip-exchange]: no deal repeats
    // that.
    return m_runs.All().empty() && AreHome() && !Exchanges() &&
           std::all_of(All().begin(), All().end(), [](const Path& path) {
               return path.state == PathState::GOOD && path.losses == 0;
           });
}

bool
PathTable::Administer(Ev ev, PathOrder order, Instant now)
{
    Path* path = Find(ev);
    if (path == nullptr)
    {
        return false;
    }
    const bool isDenied = path->state == PathState::DENIED || path->state == PathState::DENIED_BAD;
    if (isDenied == (order == PathOrder::DENY))
    {
        return true;
    }
    NS_LOG_LOGIC("EV " << ev.value << (isDenied ? " is allowed again" : " is denied"));
    const bool isBad = path->IsBad();
    // A denied EV keeps in mind whether it was bad, for the time when it is allowed again.
    const PathState to = isDenied ? (isBad ? PathState::ASSUMED_BAD : PathState::GOOD)
                                  : (isBad ? PathState::DENIED_BAD : PathState::DENIED);
    Move(*path, to, PathCause::ADMINISTRATOR, now);
    Reseat(ev.Plane());
    return true;
}

bool
PathTable::MayRetire(PlaneMask planes) const
{
    uint32_t usable = 0;
    for (PlaneMask rest = planes; rest != 0; rest &= rest - 1)
    {
        usable += UsableOf(static_cast<PlaneId>(__builtin_ctz(rest)));
    }
    // The floor counts for the planes in use alone, in proportion.
    const auto inUse = static_cast<uint32_t>(__builtin_popcount(planes));
    const auto dealt = static_cast<uint32_t>(All().size()) / PerPlane(); // planes
    return usable > std::max(EvsPerPlane(m_floor * inUse, dealt), 1U);
}

} // namespace mrc
} // namespace ns3
