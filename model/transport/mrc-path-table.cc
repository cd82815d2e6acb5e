/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-table.h"

#include "mrc-ev-list.h"
#include "mrc-queue-pair-counters.h"
#include "mrc-queue-pair-user.h"
#include "mrc-rtt-estimator.h"

#include "ns3/log.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcPathTable");

namespace
{

/** @return EVs of one plane, rounded up: all planes have as many [ev-sets] */
uint32_t
PerPlane(uint32_t evs, uint32_t planes)
{
    return (evs + planes - 1) / planes;
}

/** @return active and backup EVs of a plane; a list is as long on each (checked by network) */
uint32_t
AllOfPlane(const EvConfig& config, uint32_t planes)
{
    return config.list ? static_cast<uint32_t>(config.list->planes[0].size())
                       : PerPlane(config.active, planes) + PerPlane(config.backup, planes);
}

/** @return the least power of two that is not below n, n >= 1 */
uint32_t
RoundUpToPowerOfTwo(uint32_t n)
{
    return n <= 1 ? 1 : uint32_t{1} << (32 - __builtin_clz(n - 1));
}

/** @return 0 .. count - 1 in an order that the key decides (Fisher and Yates) */
std::vector<uint32_t>
Shuffled(uint32_t count, KeyedDraws draws)
{
    std::vector<uint32_t> order(count);
    // The loop takes the draws 2 .. count of its sequence; DealPlane goes on behind them.
    std::iota(order.begin(), order.end(), 0U);
    for (uint32_t i = count; i > 1; --i)
    {
        std::swap(order[i - 1], order[draws.Below(i, i)]);
    }
    return order;
}

} // namespace

PathTable::PathTable(const EvConfig& config, const PathDeal& deal)
    : m_skipLapse(deal.skipLapse),
      m_watch(deal.watch),
      m_uplinks(deal.uplinks),
      m_scope(config.minActiveScope),
      m_counters(deal.counters),
      m_skipTurns(config.skipTurns),
      m_lossesToRetire(config.lossesToRetire),
      m_skipRuns(config.skipsToExchange),
      m_perPlane(AllOfPlane(config, deal.planes)),
      m_active(std::min(PerPlane(config.active, deal.planes), m_perPlane)),
      m_rotationMask(RoundUpToPowerOfTwo(m_active) - 1)
{
    m_paths.resize(size_t{m_perPlane} * deal.planes);
    // [ev-floor]: of a plane a quarter of the seats, of a queue pair a quarter of the EVs
    const bool ofPlane = m_scope == MIN_ACTIVE_PLANE;
    const auto all = static_cast<uint32_t>(m_paths.size());
    m_floor = ofPlane ? PerPlane(m_active, 4) : std::max(all / 4, 1U);
    if (config.minActive != 0)
    {
        m_floor = ofPlane ? PerPlane(config.minActive, deal.planes) : config.minActive;
    }
    for (uint32_t plane = 0; plane < deal.planes; ++plane)
    {
        DealPlane(static_cast<PlaneId>(plane), config, deal.draws.Child(plane));
    }
}

void
PathTable::DealPlane(PlaneId plane, const EvConfig& config, KeyedDraws draws)
{
    const std::vector<uint32_t> order = Shuffled(config.list ? m_perPlane : m_uplinks, draws);
    for (uint32_t i = 0; i < m_perPlane; ++i)
    {
        if (config.list)
        {
            At(plane, i).ev = Ev::Of(plane, config.list->planes[plane][order[i]]);
            continue;
        }
        const uint32_t uplink =
            // The draws up to m_uplinks belong to Shuffled.
            config.randomDeal ? draws.Below(m_uplinks, m_uplinks + 1 + i) : order[i % m_uplinks];
        // every EV has a number of its own, also where several name one path [carrier-of-ev]
        const uint32_t round = config.randomDeal ? i : i / m_uplinks;
        At(plane, i).ev = Ev::Of(plane, uplink + m_uplinks * round);
    }
    m_usable[plane] = static_cast<uint16_t>(m_active);
}

Path*
PathTable::Find(Ev ev)
{
    // The EV may have come in a packet, and may be of any plane or none of this queue pair's.
    const size_t first = size_t{ev.Plane()} * m_perPlane;
    if (first >= m_paths.size())
    {
        return nullptr;
    }
    const auto begin = m_paths.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + m_perPlane;
    const auto found = std::find_if(begin, end, [ev](const Path& p) { return p.ev == ev; });
    return found == end ? nullptr : &*found;
}

const Path&
PathTable::UsableAt(PlaneId plane, uint32_t i) const
{
    // Nearly always all seats are usable, and the i-th is at hand.
    if (m_usable[plane] == m_active)
    {
        return At(plane, i);
    }
    const Path* path = &At(plane, 0);
    for (; !path->IsUsable() || i != 0; ++path)
    {
        i -= path->IsUsable();
    }
    return *path;
}

bool
PathTable::HasLapsed(const Path& path, Instant now) const
{
    // a stamp comes round every 8.4 ms: it counts no more once the latest skip of all has lapsed
    return now - m_latestSkip >= m_skipLapse ||
           now - TimeOfStamp(path.skippedAt, now) >= m_skipLapse;
}

/** Bad and denied EVs stay so: a SKIP would bring them back into use. */
void
PathTable::OnCongestion(Ev ev, PathCause cause, Instant now)
{
    Path* path = Find(ev);
    if (path != nullptr && path->IsUsable())
    {
        StartSkip(*path, m_skipTurns, cause, now);
    }
}

void
PathTable::Penalise(Ev ev, uint8_t turns, PathCause cause, Instant now)
{
    Path* path = Find(ev);
    if (path != nullptr && path->IsUsable())
    {
        const uint8_t before = path->state == PathState::SKIP ? path->skipTurns : 0;
        StartSkip(*path, static_cast<uint8_t>(before + turns), cause, now);
    }
}

/**
 * Three ends: the EV is retired; or it stays, for the floor. Or it is retired, and one that was
 * retired before, but answered later, comes back in its place.
 */
LossOutcome
PathTable::OnLoss(Ev ev, PathCause cause, PlanesInUse planes, Instant now)
{
    Path* path = Find(ev);
    if (path == nullptr || !path->IsUsable())
    {
        return LossOutcome::UNKNOWN;
    }
    // Three bits hold the count; it stays at its greatest.
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
        StartSkip(*path, m_skipTurns, cause, now);
        FindTroubled();
        return LossOutcome::TOLERATED;
    }
    NS_LOG_LOGIC("EV " << ev.value << " is retired");
    Move(*path, PathState::ASSUMED_BAD, cause, now);
    if (kept != nullptr)
    {
        Hold(*kept, now);
    }
    Arrange(ev.Plane());
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
    for (uint32_t i = 0; i < m_perPlane; ++i)
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

/** The floor does not hold here: it is for planes through which answers come. */
std::vector<Ev>
PathTable::Silence(PlaneId plane, Instant now)
{
    std::vector<Ev> silenced;
    for (uint32_t i = 0; i < m_perPlane; ++i)
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
    Arrange(plane);
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
    Arrange(plane);
    return ev;
}

void
PathTable::OnAnswer(Ev ev, Instant now)
{
    const Path* path = Find(ev);
    if (path != nullptr && path->IsUsable())
    {
        m_runs.Forget(ev); // it is as good as one that never lost anything
        FindTroubled();
    }
    else
    {
        m_runs.OnAnswer(ev, now);
    }
}

void
PathTable::FindTroubled()
{
    m_troubled = 0;
    // Only usable EVs count: those that are not are asked by probes, and need no look at each SACK.
    for (const LossRuns::Run& run : m_runs.All())
    {
        m_troubled |= Find(run.ev)->IsUsable() ? PlaneMask{1} << run.ev.Plane() : PlaneMask{0};
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
    if (marked)
    {
        StartSkip(*path, m_skipTurns, PathCause::PROBE, now);
    }
    else
    {
        Move(*path, PathState::GOOD, PathCause::PROBE, now);
    }
    Arrange(ev.Plane());
    return true;
}

/**
 * Stamps of 16 bits cannot tell an old SKIP from a new one, so all end together, after the latest
 * one.
 */
void
PathTable::EndLapsed(Instant now)
{
    for (Path& path : m_paths)
    {
        if (path.state == PathState::SKIP && now - m_latestSkip >= m_skipLapse)
        {
            EndSkip(path, PathCause::LAPSE, now);
        }
    }
}

bool
PathTable::IsAsDealt() const
{
    // With exchanges on, EVs may have changed places for good [skip-exchange]: no deal repeats
    // that.
    return m_runs.All().empty() && m_standIns.empty() && !m_skipRuns.AreLimited() &&
           std::all_of(m_paths.begin(), m_paths.end(), [](const Path& path) {
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
    Arrange(ev.Plane());
    return true;
}

void
PathTable::StartSkip(Path& path, uint8_t turns, PathCause cause, Instant now)
{
    m_latestSkip = now;
    path.skippedAt = TimestampOf(now);
    path.skipTurns = std::min(turns, MAX_SKIP_TURNS) & 15;
    Move(path, PathState::SKIP, cause, now);
}

void
PathTable::Exchange(Ev ev, Instant now)
{
    const PlaneId plane = ev.Plane();
    SendHome(plane); // seats are those of the deal
    Path* const skipped = Find(ev);
    const uint32_t reserve = m_perPlane - m_active;
    for (uint32_t i = 0; i < reserve && InRotation(*skipped); ++i)
    {
        // the whole reserve in turn, so that the EV that left last does not come back first
        Path& other = At(plane, m_active + (m_exchanges + i) % reserve);
        if (other.state == PathState::GOOD && !SamePath(ev, other.ev))
        {
            NS_LOG_LOGIC("EV " << ev.value << " gives its seat to EV " << other.ev.value);
            m_exchanges += i + 1;
            if (skipped->state == PathState::SKIP)
            {
                EndSkip(*skipped, PathCause::TURN, now);
            }
            // The two EVs trade seat and bench for good, unlike a stand-in.
            std::swap(*skipped, other);
            break;
        }
    }
    Arrange(plane);
}

void
PathTable::Arrange(PlaneId plane)
{
    // Stand-ins go back first, so that seats follow from states alone and not from their history.
    SendHome(plane);
    const std::vector<uint16_t> bench = Bench(plane);
    uint32_t usable = 0;
    size_t next = 0;
    for (uint32_t seat = 0; seat < m_active; ++seat)
    {
        if (!At(plane, seat).IsUsable() && next < bench.size())
        {
            m_standIns.push_back({plane, static_cast<uint16_t>(seat), bench[next]});
            std::swap(At(plane, seat), At(plane, bench[next++]));
        }
        usable += At(plane, seat).IsUsable();
    }
    m_usable[plane] = static_cast<uint16_t>(usable);
    FindTroubled();
}

void
PathTable::SendHome(PlaneId plane)
{
    const auto isElsewhere = [plane](const StandIn& s) { return s.plane != plane; };
    const auto own = std::partition(m_standIns.begin(), m_standIns.end(), isElsewhere);
    for (auto s = own; s != m_standIns.end(); ++s)
    {
        std::swap(At(plane, s->seat), At(plane, s->bench));
    }
    m_standIns.erase(own, m_standIns.end());
}

std::vector<uint16_t>
PathTable::Bench(PlaneId plane) const
{
    const auto begin = m_paths.begin() + static_cast<std::ptrdiff_t>(size_t{plane} * m_perPlane);
    std::vector<bool> bad(m_uplinks);
    for (auto path = begin; path != begin + m_perPlane; ++path)
    {
        bad[path->ev.Uplink() % m_uplinks] = bad[path->ev.Uplink() % m_uplinks] || path->IsBad();
    }
    std::vector<uint16_t> bench;
    // a path that has just failed an EV would fail its sibling too: such come last
    for (const bool suspect : {false, true})
    {
        for (uint32_t i = m_active; i < m_perPlane; ++i)
        {
            const Path& path = begin[i];
            if (path.IsUsable() && bad[path.ev.Uplink() % m_uplinks] == suspect)
            {
                bench.push_back(static_cast<uint16_t>(i));
            }
        }
    }
    return bench;
}

uint32_t
PathTable::UsableOf(PlaneId plane) const
{
    const auto begin = m_paths.begin() + static_cast<std::ptrdiff_t>(size_t{plane} * m_perPlane);
    return static_cast<uint32_t>(
        std::count_if(begin, begin + m_perPlane, [](const Path& p) { return p.IsUsable(); }));
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
    const auto dealt = static_cast<uint32_t>(m_paths.size()) / m_perPlane; // planes
    return usable > std::max(PerPlane(m_floor * inUse, dealt), 1U);
}

} // namespace mrc
} // namespace ns3
