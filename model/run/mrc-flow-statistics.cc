/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-statistics.h"

#include "mrc-flow-table.h"
#include "mrc-micros.h"

#include <algorithm>
#include <cstddef>

namespace ns3
{
namespace mrc
{

void
FlowStatistics::Add(const FlowRecord& record, Span ideal)
{
    m_times.Add(MicrosOf(record.finish - record.start));
    m_slowdowns.Add(Slowdown(record, ideal));
    m_bytes += record.bytes;
    m_firstStart = std::min(m_firstStart, record.start);
    m_lastFinish = std::max(m_lastFinish, record.finish);
    m_isSource.resize(std::max<std::size_t>(m_isSource.size(), record.source + 1));
    m_sources += m_isSource[record.source] ? 0 : 1;
    m_isSource[record.source] = true;
}

void
FlowStatistics::AddInside(const FlowRecord& record)
{
    m_firstInside = std::min(m_firstInside, record.start);
    m_lastInside = std::max(m_lastInside, record.finish);
}

double
FlowStatistics::Goodput() const
{
    // 8e12: bytes in a picosecond to bits in a second.
    return m_bytes == 0 ? 0 : m_bytes * 8e12 / (m_lastFinish - m_firstStart).Ps();
}

Span
FlowStatistics::Duration() const
{
    // Flows inside nodes count for the time, though they have no row.
    return m_sources == 0
               ? Span()
               : std::max(m_lastFinish, m_lastInside) - std::min(m_firstStart, m_firstInside);
}

} // namespace mrc
} // namespace ns3
