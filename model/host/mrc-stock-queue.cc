/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stock-queue.h"

namespace ns3
{
namespace mrc
{

void
StockQueue::Push(PlaneId lane, StockEntry entry)
{
    // Lanes are queues by plane; the number keeps the order across them.
    entry.order = m_pushed++;
    ++m_packets;
    m_bytes += entry.packet->bytes.size();
    m_lanes[lane].push_back(entry);
}

/**
 * The packet that came first of those lanes goes first, though each lane has a queue of its own.
 */
std::optional<PlaneId>
StockQueue::Oldest(PlaneMask lanes) const
{
    std::optional<PlaneId> oldest;
    for (PlaneId lane = 0; lane < MAX_PLANES; ++lane)
    {
        // The oldest packet of the lanes that may send: one that waits for a port keeps no other
        // back.
        if (((lanes >> lane) & 1) != 0 && !m_lanes[lane].empty() &&
            (!oldest || m_lanes[lane].front().order < m_lanes[*oldest].front().order))
        {
            oldest = lane;
        }
    }
    return oldest;
}

StockEntry
StockQueue::Pop(PlaneId lane)
{
    const StockEntry entry = m_lanes[lane].front();
    m_lanes[lane].pop_front();
    --m_packets;
    m_bytes -= entry.packet->bytes.size();
    return entry;
}

std::vector<StockEntry>
StockQueue::TakeAll()
{
    std::vector<StockEntry> all;
    for (auto lane = Oldest(~PlaneMask{0}); lane; lane = Oldest(~PlaneMask{0}))
    {
        all.push_back(Pop(*lane));
    }
    return all;
}

} // namespace mrc
} // namespace ns3
