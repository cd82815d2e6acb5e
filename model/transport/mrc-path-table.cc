/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-table.h"

#include "mrc-ev-list.h"
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

uint32_t
PerPlane(uint32_t evs, uint32_t planes)
{
    return (evs + planes - 1) / planes;
}

/** @return active and backup EVs of a plane */
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
      m_minNotBad(config.minActive),
      m_skipTurns(config.skipTurns),
      m_lossesToRetire(config.lossesToRetire),
      m_perPlane(AllOfPlane(config, deal.planes)),
      m_active(std::min(PerPlane(config.active, deal.planes), m_perPlane)),
      m_rotationMask(RoundUpToPowerOfTwo(m_active) - 1)
{
    m_paths.resize(size_t{m_perPlane} * deal.planes);
    if (m_minNotBad == 0)
    {
        // 12 #5; the last one is always kept
        m_minNotBad = std::max<uint32_t>(1, static_cast<uint32_t>(m_paths.size() / 4));
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
            config.randomDeal ? draws.Below(m_uplinks, m_uplinks + 1 + i) : order[i % m_uplinks];
        // every EV has a number of its own, also where several name one path (9.15)
        const uint32_t round = config.randomDeal ? i : i / m_uplinks;
        At(plane, i).ev = Ev::Of(plane, uplink + m_uplinks * round);
    }
    m_usable[plane] = static_cast<uint16_t>(m_active);
}

Path*
PathTable::Find(Ev ev)
{
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
PathTable::UsableAt(PlaneId plane, uint32_t i)
{
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

LossOutcome
PathTable::OnLoss(Ev ev, PathCause cause, PlaneMask planes, Instant now)
{
    Path* path = Find(ev);
    if (path == nullptr || !path->IsUsable())
    {
        return LossOutcome::UNKNOWN;
    }
    path->losses = static_cast<uint8_t>(std::min(path->losses + 1, 7)) & 7;
    if (path->losses < m_lossesToRetire || NotBad(planes) <= m_minNotBad)
    {
        StartSkip(*path, m_skipTurns, cause, now);
        return LossOutcome::TOLERATED;
    }
    NS_LOG_LOGIC("EV " << ev.value << " is retired");
    Move(*path, PathState::ASSUMED_BAD, cause, now);
    Arrange(ev.Plane());
    return LossOutcome::RETIRED;
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
PathTable::Arrange(PlaneId plane)
{
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
PathTable::NotBad(PlaneMask planes) const
{
    uint32_t count = 0;
    for (const Path& path : m_paths)
    {
        count += ((planes >> path.ev.Plane()) & 1) && path.IsUsable();
    }
    return count;
}

} // namespace mrc
} // namespace ns3
