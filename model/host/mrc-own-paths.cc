/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-own-paths.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

void
OwnPaths::Administer(const Denial& denial, PathOrder order)
{
    if (order == PathOrder::DENY)
    {
        m_denied.insert(denial);
    }
    else
    {
        m_denied.erase(denial);
    }
}

bool
OwnPaths::IsDenied(uint32_t from, uint32_t to, const CarrierTemplate& route, Ev ev) const
{
    return std::any_of(m_denied.begin(), m_denied.end(), [&](const Denial& denial) {
        return denial.Concerns(from, to) && denial.Covers({from, to, route}, ev, m_plan.crosses);
    });
}

/** A link that was never built is on no path [missing-links]. */
bool
OwnPaths::Exists(uint32_t from, uint32_t to, Ev ev) const
{
    return !m_plan.hasPath || m_plan.hasPath(from, to, ev);
}

std::vector<Ev>
OwnPaths::Allowed(uint32_t from, uint32_t to, PlaneMask planes) const
{
    const CarrierTemplate route = m_plan.route(from, to);
    std::vector<Ev> allowed;
    for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
    {
        for (uint32_t i = 0; ((planes >> plane) & 1) != 0 && i < route.PathsIn(plane); ++i)
        {
            const Ev ev = Ev::Of(plane, i);
            if (MayTake(from, to, route, ev))
            {
                allowed.push_back(ev);
            }
        }
    }
    return allowed;
}

std::vector<Ev>
OwnPaths::AllowedOrAll(uint32_t from, uint32_t to, PlaneMask planes) const
{
    std::vector<Ev> evs = Allowed(from, to, planes);
    // News over a denied uplink are better than none.
    const PlaneMask tried = evs.empty() ? planes : 0;
    for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
    {
        for (uint32_t i = 0; ((tried >> plane) & 1) != 0 && i < PathsIn(from, to, plane); ++i)
        {
            if (Exists(from, to, Ev::Of(plane, i)))
            {
                evs.push_back(Ev::Of(plane, i));
            }
        }
    }
    return evs;
}

bool
OwnPaths::MayTake(uint32_t from, uint32_t to, const CarrierTemplate& route, Ev ev) const
{
    return Exists(from, to, ev) && !IsDenied(from, to, route, ev);
}

bool
OwnPaths::MayTakeAll() const
{
    return m_denied.empty() && !m_plan.hasPath;
}

Ev
OwnPaths::NextAllowed(uint32_t from, uint32_t to, Ev ev) const
{
    if (MayTakeAll())
    {
        return ev;
    }
    const CarrierTemplate route = m_plan.route(from, to);
    const uint32_t paths = route.PathsIn(ev.Plane());
    // The search begins at the wanted path, and takes the next one that is allowed.
    for (uint32_t i = 0; i < paths; ++i)
    {
        const Ev other = Ev::Of(ev.Plane(), (ev.Uplink() + i) % paths);
        if (MayTake(from, to, route, other))
        {
            return other;
        }
    }
    return ev;
}

/** Messages of a NIC take the allowed paths of a plane in turn. */
Ev
OwnPaths::AllowedInTurn(uint32_t from, uint32_t to, PlaneId plane, uint32_t turn) const
{
    const CarrierTemplate route = m_plan.route(from, to);
    const uint32_t paths = route.PathsIn(plane);
    if (MayTakeAll())
    {
        return Ev::Of(plane, turn % paths);
    }
    // Turns count allowed paths only, or the path behind a gap would have the turns of the gap.
    std::vector<Ev> allowed;
    for (uint32_t path = 0; path < paths; ++path)
    {
        if (MayTake(from, to, route, Ev::Of(plane, path)))
        {
            allowed.push_back(Ev::Of(plane, path));
        }
    }
    return allowed.empty() ? Ev::Of(plane, turn % paths) : allowed[turn % allowed.size()];
}

Ev
OwnPaths::AnyWayBack(uint32_t nic, const Datagram& request) const
{
    const CarrierTemplate route = m_plan.route(nic, request.source);
    const uint32_t paths = route.PathsIn(request.plane);
    // the id tells the requests of a NIC apart: no count of draws is kept
    const KeyedDraws draws = m_plan.draws.Child(nic).Child(request.source);
    uint32_t path = draws.Below(paths, request.bth.psn.Value());
    for (uint32_t tries = 0; tries < paths; ++tries)
    {
        const Ev ev = Ev::Of(request.plane, path);
        if (MayTake(nic, request.source, route, ev))
        {
            return ev;
        }
        path = path + 1 == paths ? 0 : path + 1;
    }
    // All are denied: the way that the request took is as good as any.
    return Ev::Of(request.plane, request.ev.Uplink());
}

} // namespace mrc
} // namespace ns3
