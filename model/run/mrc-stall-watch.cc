/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stall-watch.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

StallWatch::StallWatch(uint32_t transfers)
    : m_transfers(transfers)
{
}

/**
 * A transfer moves when bytes arrive, and when one of the transfer's flows begins or ends. While
 * none is active all wait for their time, which is no stall.
 */
void
StallWatch::Observe(uint32_t transfer, bool active, uint64_t placed, Time now)
{
    // A short run of millions of transfers ends before anybody looks.
    if (transfer >= m_entries.size())
    {
        m_entries.resize(std::max(transfer + 1, m_transfers));
    }
    Entry& entry = m_entries[transfer];
    const bool moved = placed != entry.placed || active != (entry.active != 0);
    // A running count, kept by differences: bools add and subtract as 0 or 1.
    m_active += active;
    m_active -= entry.active;
    entry.placed = placed & (UINT64_MAX >> 1);
    entry.active = active ? 1 : 0;
    if (moved)
    {
        entry.since = now;
    }
    if (moved || m_active == 0)
    {
        m_lastProgress = now;
    }
}

std::vector<uint32_t>
StallWatch::Stalled(Time now, Time atLeast) const
{
    std::vector<uint32_t> stalled;
    for (uint32_t i = 0; i < m_entries.size(); ++i)
    {
        if (m_entries[i].active && now - m_entries[i].since >= atLeast)
        {
            stalled.push_back(i);
        }
    }
    // Stable: those of the same time stay in the order of the matrix, and the text of a warning the
    // same.
    std::stable_sort(stalled.begin(), stalled.end(), [this](uint32_t a, uint32_t b) {
        return m_entries[a].since < m_entries[b].since;
    });
    return stalled;
}

Time
StallWatch::NextStalled(Time now, Time atLeast) const
{
    Time next = Time::Max();
    for (const Entry& entry : m_entries)
    {
        if (entry.active && now - entry.since < atLeast)
        {
            next = std::min(next, entry.since + atLeast);
        }
    }
    return next;
}

} // namespace mrc
} // namespace ns3
