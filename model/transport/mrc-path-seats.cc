/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-seats.h"

#include "mrc-ev-list.h"
#include "mrc-path-deal.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return active and backup EVs of a plane; a list is as long on each (checked by network) */
uint32_t
AllOfPlane(const EvConfig& config, uint32_t planes)
{
    return config.list ? static_cast<uint32_t>(config.list->planes[0].size())
                       : EvsPerPlane(config.active, planes) + EvsPerPlane(config.backup, planes);
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

PathSeats::PathSeats(const EvConfig& config, const PathDeal& deal)
    : m_paths(size_t{AllOfPlane(config, deal.planes)} * deal.planes),
      m_perPlane(static_cast<uint16_t>(AllOfPlane(config, deal.planes))),
      m_active(static_cast<uint16_t>(
          std::min<uint32_t>(EvsPerPlane(config.active, deal.planes), m_perPlane))),
      m_rotationMask(static_cast<uint16_t>(RoundUpToPowerOfTwo(m_active) - 1)),
      m_uplinks(static_cast<uint16_t>(deal.uplinks)),
      m_own(config.ownPaths.get())
{
    for (uint32_t plane = 0; plane < deal.planes; ++plane)
    {
        DealPlane(static_cast<PlaneId>(plane), config, deal.draws.Child(plane));
    }
}

PlanePaths
PathSeats::Uplinks() const
{
    return {m_uplinks, m_own};
}

Ev
PathSeats::PathOf(Ev ev) const
{
    return Ev::Of(ev.Plane(), Uplinks().Number(ev));
}

void
PathSeats::DealPlane(PlaneId plane, const EvConfig& config, KeyedDraws draws)
{
    const uint32_t uplinks = Uplinks().In(plane);
    const std::vector<uint32_t> order = Shuffled(config.list ? m_perPlane : uplinks, draws);
    for (uint32_t i = 0; i < m_perPlane; ++i)
    {
        if (config.list)
        {
            At(plane, i).ev = Ev::Of(plane, config.list->planes[plane][order[i]]);
            continue;
        }
        const uint32_t uplink =
            // The draws up to the number of uplinks belong to Shuffled.
            config.randomDeal ? draws.Below(uplinks, uplinks + 1 + i) : order[i % uplinks];
        // every EV has a number of its own, also where several name one path [carrier-of-ev]
        const uint32_t round = config.randomDeal ? i : i / uplinks;
        At(plane, i).ev = Ev::Of(plane, uplink + uplinks * round);
    }
    m_usable[plane] = m_active;
}

Path*
PathSeats::Find(Ev ev)
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
PathSeats::UsableAt(PlaneId plane, uint32_t i) const
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

void
PathSeats::Arrange(PlaneId plane)
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
}

void
PathSeats::SendHome(PlaneId plane)
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
PathSeats::Bench(PlaneId plane) const
{
    const auto begin = m_paths.begin() + static_cast<std::ptrdiff_t>(size_t{plane} * m_perPlane);
    std::vector<bool> bad(Uplinks().In(plane));
    for (auto path = begin; path != begin + m_perPlane; ++path)
    {
        const uint32_t number = Uplinks().Number(path->ev);
        bad[number] = bad[number] || path->IsBad();
    }
    std::vector<uint16_t> bench;
    // a path that has just failed an EV would fail its sibling too: such come last
    for (const bool suspect : {false, true})
    {
        for (uint32_t i = m_active; i < m_perPlane; ++i)
        {
            const Path& path = begin[i];
            if (path.IsUsable() && bad[Uplinks().Number(path.ev)] == suspect)
            {
                bench.push_back(static_cast<uint16_t>(i));
            }
        }
    }
    return bench;
}

uint32_t
PathSeats::UsableOf(PlaneId plane) const
{
    const auto begin = m_paths.begin() + static_cast<std::ptrdiff_t>(size_t{plane} * m_perPlane);
    return static_cast<uint32_t>(
        std::count_if(begin, begin + m_perPlane, [](const Path& p) { return p.IsUsable(); }));
}

} // namespace mrc
} // namespace ns3
