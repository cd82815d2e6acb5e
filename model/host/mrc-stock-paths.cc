/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stock-paths.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

// names of the two draws of a flow: planes and paths must not depend on each other
constexpr uint64_t PLANE_DRAW = 1;
constexpr uint64_t PATH_DRAW = 2;

} // namespace

PlaneId
StockPaths::LaneOf(uint64_t flow, PlaneMask planes) const
{
    if (m_spread == STOCK_BY_PACKET || planes == 0)
    {
        return 0;
    }
    const auto count = static_cast<uint32_t>(__builtin_popcount(planes));
    uint32_t left = m_draws.Child(PLANE_DRAW).Below(count, flow);
    PlaneId plane = 0;
    while (((planes >> plane) & 1) == 0 || left-- != 0)
    {
        ++plane;
    }
    return plane;
}

/**
 * Sprayed packets to a NIC take the planes in turn, but for ports that are busy. Each destination
 * has turns of its own: two that alternate would keep to a plane each.
 */
std::optional<PlaneId>
StockPaths::PlaneOf(PlaneId lane, uint32_t to, PlaneMask ports)
{
    if (m_spread == STOCK_BY_FLOW)
    {
        return lane;
    }
    if (ports == 0)
    {
        return std::nullopt;
    }
    PlaneId& last = m_turns[to].last;
    do
    {
        last = (last + 1) % MAX_PLANES;
    } while (((ports >> last) & 1) == 0);
    return last;
}

Ev
StockPaths::PathOf(uint32_t to, uint64_t flow, PlaneId plane)
{
    const uint32_t paths = std::min(m_paths.PathsIn(m_nic, to, plane), MAX_PATHS);
    const KeyedDraws draws = m_draws.Child(PATH_DRAW);
    if (m_spread == STOCK_BY_FLOW)
    {
        return m_paths.NextAllowed(m_nic, to, Ev::Of(plane, draws.Below(paths, flow)));
    }
    // NICs begin their turns at different paths, so that they do not march in step. A plane counts
    // its own packets: with a common count each plane would have paths of its own.
    return m_paths.AllowedInTurn(m_nic,
                                 to,
                                 plane,
                                 draws.Below(paths, to) + m_turns[to].sent[plane]++);
}

} // namespace mrc
} // namespace ns3
