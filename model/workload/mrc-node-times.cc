/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-node-times.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

Instant
NodeTimes::Send(uint32_t source, uint64_t bytes, Instant now)
{
    Instant& free = m_free[source];
    // 8e12: bytes to bits, seconds to picoseconds.
    const double ps = static_cast<double>(bytes) * 8e12 / static_cast<double>(m_node.bitsPerSecond);
    // The link inside a node is a line: transfers of a GPU follow each other, and latency adds
    // once.
    free = std::max(free, now) + Span(static_cast<int64_t>(ps));
    return free + m_node.latency;
}

Instant
NodeTimes::Occupy(uint32_t source, uint8_t cpu, Span length, Instant now)
{
    Instant& idle = m_idle[{source, cpu}];
    const Instant begin = std::max(idle, now);
    idle = begin + length;
    return begin;
}

} // namespace mrc
} // namespace ns3
