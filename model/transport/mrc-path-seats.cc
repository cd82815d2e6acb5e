/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-seats.h"

#include "mrc-dealt-evs.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

uint32_t
PathSeats::RotationMaskOf(uint32_t active)
{
    return active <= 1 ? 0 : (uint32_t{1} << (32 - __builtin_clz(active - 1))) - 1;
}

PathSeats::PathSeats(const EvConfig& config, const PathDeal& deal, SeatPlan* plan)
    : PathSeats(DealtEvs(config, deal), config, deal, plan)
{
}

PathSeats::PathSeats(const DealtEvs& dealt,
                     const EvConfig& config,
                     const PathDeal& deal,
                     SeatPlan* plan)
    : m_plan(plan),
      m_paths(size_t{dealt.PerPlane()} * deal.planes),
      m_perPlane(static_cast<uint16_t>(dealt.PerPlane())),
      m_active(static_cast<uint16_t>(dealt.Active())),
      m_rotationMask(static_cast<uint16_t>(RotationMaskOf(m_active))),
      m_uplinks(static_cast<uint16_t>(deal.uplinks)),
      m_own(config.ownPaths.get())
{
    if (m_plan != nullptr)
    {
        *m_plan = {m_paths.data(), m_perPlane, m_active, m_rotationMask};
    }
    for (uint32_t i = 0; i < deal.planes; ++i)
    {
        const auto plane = static_cast<PlaneId>(i);
        dealt.Deal(plane, [this, plane](uint32_t seat, Ev ev) { At(plane, seat).ev = ev; });
        SetUsable(plane, m_active);
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
            if (AreHome())
            {
                m_standIns = std::make_unique<std::vector<StandIn>>();
            }
            m_standIns->push_back({plane, static_cast<uint16_t>(seat), bench[next]});
            std::swap(At(plane, seat), At(plane, bench[next++]));
        }
        usable += At(plane, seat).IsUsable();
    }
    SetUsable(plane, usable);
}

void
PathSeats::SetUsable(PlaneId plane, uint32_t usable)
{
    m_usable[plane] = static_cast<uint16_t>(usable);
    if (m_plan != nullptr)
    {
        const unsigned others = m_plan->inTurn & ~(1U << plane);
        m_plan->inTurn = static_cast<uint8_t>(others | static_cast<unsigned>(usable != 0) << plane);
    }
}

void
PathSeats::SendHome(PlaneId plane)
{
    if (AreHome())
    {
        return;
    }
    const auto isElsewhere = [plane](const StandIn& s) { return s.plane != plane; };
    const auto own = std::partition(m_standIns->begin(), m_standIns->end(), isElsewhere);
    for (auto s = own; s != m_standIns->end(); ++s)
    {
        // A swap undoes itself, so each EV has the seat that it was dealt.
        std::swap(At(plane, s->seat), At(plane, s->bench));
    }
    m_standIns->erase(own, m_standIns->end());
    if (m_standIns->empty())
    {
        m_standIns.reset();
    }
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
