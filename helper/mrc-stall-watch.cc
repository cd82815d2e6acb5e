/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stall-watch.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t LISTED = 4; // longer lists are cut in messages

} // namespace

StallWatch::StallWatch(uint32_t transfers)
    : m_entries(transfers)
{
}

void
StallWatch::Observe(uint32_t transfer, bool active, uint64_t placed, Time now)
{
    Entry& entry = m_entries[transfer];
    const bool moved = placed != entry.placed || active != entry.active;
    m_active += active;
    m_active -= entry.active;
    entry.placed = placed;
    entry.active = active;
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
    std::stable_sort(stalled.begin(), stalled.end(), [this](uint32_t a, uint32_t b) {
        return m_entries[a].since < m_entries[b].since;
    });
    return stalled;
}

std::string
DescribeStall(const FlowDriver& driver,
              const StallWatch& watch,
              const std::vector<uint32_t>& stalled)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(3) << stalled.size()
         << (stalled.size() == 1 ? " flow does" : " flows do") << " not move:";
    for (uint32_t i = 0; i < stalled.size() && i < LISTED; ++i)
    {
        const FlowRecord flow = driver.LatestOf(stalled[i]);
        text << (i == 0 ? " " : "; ") << "flow " << flow.flow << " (NIC " << flow.source << " -> "
             << flow.destination << ") lacks " << driver.OutstandingBytes(stalled[i]) << " of "
             << flow.bytes << " bytes, none came since "
             << watch.Since(stalled[i]).GetSeconds() * 1e6 << " us";
    }
    text << (stalled.size() > LISTED ? "; ..." : "");
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < driver.TransferCount(); ++i)
    {
        if (driver.PhaseOf(i) == TransferPhase::WAITING && waiting++ < LISTED)
        {
            text << "; transfer " << driver.IdOf(i) << " waits for " << driver.WaitsFor(i);
        }
    }
    text << (waiting > LISTED ? "; ..." : "");
    return text.str();
}

} // namespace mrc
} // namespace ns3
