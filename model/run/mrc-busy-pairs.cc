/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-busy-pairs.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

BusyPairs::BusyPairs(std::vector<FlowRecord> flows)
{
    std::sort(flows.begin(), flows.end(), [](const FlowRecord& a, const FlowRecord& b) {
        return a.start < b.start;
    });
    std::map<std::pair<uint32_t, uint32_t>, Instant> ends; // of the latest stretch
    for (const FlowRecord& flow : flows)
    {
        const std::pair pair(flow.source, flow.destination);
        std::vector<Instant>& begins = m_begins[pair];
        Instant& end = ends[pair];
        // One that is posted at the very end of another does not wait for that one.
        if (begins.empty() || end <= flow.start)
        {
            begins.push_back(flow.start);
        }
        end = std::max(end, flow.finish);
    }
}

Instant
BusyPairs::Since(const FlowRecord& flow) const
{
    const auto pair = m_begins.find({flow.source, flow.destination});
    if (pair == m_begins.end())
    {
        return flow.start;
    }
    const std::vector<Instant>& begins = pair->second;
    const auto later = std::upper_bound(begins.begin(), begins.end(), flow.start);
    return later == begins.begin() ? flow.start : *std::prev(later);
}

} // namespace mrc
} // namespace ns3
