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
    m_isSkip = m_selector.IsSkip();
}

void
SprayPaths::Deal()
{
    m_table.emplace(m_config, m_deal, &m_seats);
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
