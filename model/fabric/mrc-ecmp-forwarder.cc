/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ecmp-forwarder.h"

namespace ns3
{
namespace mrc
{

/** @return which of the links side by side, down by the number of the one up [parallel-links] */
uint32_t
EcmpForwarder::LinkOf(const Frame& frame) const
{
    return Ev{frame.entropy}.Uplink() / m_choice.divisor % m_below.links;
}

PortIndex
EcmpForwarder::Uplink(const Frame& frame) const
{
    if (m_above.count == 0) // of a graph's switch as well, where nothing counts as below either
    {
        return m_graph ? PortInGraph(frame) : NO_PORT;
    }
    return m_above.port + TurnOf(frame, m_above.count, m_choice.divisor);
}

/** @return which of so many ports a packet takes; 0 divides nothing, as the hash chooses */
uint32_t
EcmpForwarder::TurnOf(const Frame& frame, uint32_t count, uint32_t divisor) const
{
    return divisor == 0 ? Reduced(FlowHash(m_choice.seed, frame), count)
                        : Ev{frame.entropy}.Uplink() / divisor % count;
}

/** Each switch knows the ways to the switches on which NICs hang, and those know their NICs. */
PortIndex
EcmpForwarder::PortInGraph(const Frame& frame) const
{
    const auto nic = static_cast<uint32_t>(frame.destination.Low());
    if (nic >= m_graph->columns.size())
    {
        return NO_PORT;
    }
    const uint32_t column = m_graph->columns[nic];
    const uint32_t cell = m_row * m_graph->columnCount + column;
    const GraphTables::Group group = m_graph->groups[cell];
    if (group.count == 0)
    {
        // The switch that the NIC hangs on, or one that no way leads on from.
        return column == m_row ? m_graph->down[nic] : NO_PORT;
    }
    const uint32_t divisor = m_graph->divisors.empty() ? m_choice.divisor : m_graph->divisors[cell];
    return m_graph->ports[group.first + TurnOf(frame, group.count, divisor)];
}

} // namespace mrc
} // namespace ns3
