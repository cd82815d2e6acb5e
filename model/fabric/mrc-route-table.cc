/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-route-table.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

RouteTable::RouteTable(std::vector<PortGroup> groups)
    : m_inForce(groups),
      m_last(std::move(groups))
{
}

/**
 * Entries come into force one after the other, so for a while a table is part old and part new.
 * Packets may loop or find no port then.
 */
RouteWriting
RouteTable::Write(const std::vector<PortGroup>& wanted,
                  Instant now,
                  const std::function<Span()>& entryTime)
{
    // The table may not have been read for long: due entries are taken in first, before new ones.
    Settle(now);
    // A switch writes one entry after the other, so new ones wait for those that are still coming.
    RouteWriting writing{0, m_coming.empty() ? now : std::max(now, m_coming.back().at)};
    for (uint32_t column = 0; column < wanted.size(); ++column)
    {
        // Only what differs from the latest wish is written.
        if (*wanted[column] == *m_last[column])
        {
            continue;
        }
        writing.done = writing.done + entryTime();
        m_coming.push_back({writing.done, column, wanted[column]});
        m_last[column] = wanted[column];
        ++writing.entries;
    }
    return writing;
}

void
RouteTable::Settle(Instant now)
{
    // Entries take force when the table is asked, which needs no events.
    while (!m_coming.empty() && m_coming.front().at <= now)
    {
        m_inForce[m_coming.front().column] = std::move(m_coming.front().group);
        m_coming.pop_front();
    }
}

} // namespace mrc
} // namespace ns3
