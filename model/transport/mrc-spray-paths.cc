/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-spray-paths.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Names of the random sequences. */
enum DrawName : uint64_t
{
    DRAW_PATHS = 101,
    DRAW_JITTER = 102,
};

} // namespace

SprayPaths::SprayPaths(const EvConfig& config, const PathDeal& deal, Span pause)
    : m_config(config),
      m_deal(deal),
      m_prober(config, deal.draws.Child(DRAW_JITTER)),
      m_health(config.planeSilence, pause),
      m_ports(deal.planes),
      m_lastPlane(static_cast<PlaneId>(deal.planes - 1)), // so that plane 0 comes first
      m_selector(config.selector, deal.draws.Child(DRAW_PATHS), config.custom.get())
{
}

PlaneMask
SprayPaths::InTurn() const
{
    PlaneMask inTurn = 0;
    for (PlaneMask rest = m_ports.Usable(); rest != 0; rest &= rest - 1)
    {
        const auto plane = static_cast<PlaneId>(__builtin_ctz(rest));
        // A table that is not dealt has all its EVs, and each plane its turn.
        inTurn |= !m_table || m_table->Usable(plane) != 0 ? rest & -rest : PlaneMask{0};
    }
    return inTurn;
}

bool
SprayPaths::HasPath() const
{
    bool found = (m_left & m_ports.Usable()) != 0; // such a plane has a turn if no other has
    for (PlaneMask rest = m_ports.Usable(); rest != 0 && !found; rest &= rest - 1)
    {
        found = !m_table || m_table->Usable(static_cast<PlaneId>(__builtin_ctz(rest))) != 0;
    }
    return found;
}

void
SprayPaths::Deal()
{
    m_table.emplace(m_config, m_deal);
    m_isDealt = true;
    Few().MoveTo(*m_table);
}

bool
SprayPaths::IsUsable(Ev ev)
{
    if (!m_isDealt)
    {
        return DealtEvs(m_config, m_deal).SeatOf(ev).has_value(); // none is bad
    }
    const Path* path = m_table->Find(ev);
    return path != nullptr && path->IsUsable();
}

} // namespace mrc
} // namespace ns3
