/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-loops.h"

#include <vector>

namespace ns3
{
namespace mrc
{

GraphLoops::GraphLoops(const GraphShape& shape, const GraphLoopWays& ways, uint32_t block)
    : m_shape(shape),
      m_ways(ways),
      m_segments(shape, block, EV_FORMAT_SRV6),
      m_block(block)
{
}

UsidWay
GraphLoops::WayFor(uint32_t source, uint32_t /* destination */, Ev ev) const
{
    const uint32_t t0 = m_shape.SwitchOf(source, ev.Plane());
    const std::vector<PortIndex>& ports = m_ways.WaysOf(t0).at(ev.Uplink()).ports;
    // Of links side by side a uSID names the one that leads to it, there and back.
    const auto comesBy = [this](PortIndex port) {
        return m_segments.OfSwitch(m_shape.PortOf(port).node, m_segments.PartOf(port));
    };
    std::vector<Usid> usids{m_segments.OfSwitch(t0, 0)};
    for (const PortIndex port : ports)
    {
        usids.push_back(comesBy(m_shape.PortOf(port).peer));
    }
    for (auto port = ports.rbegin(); port != ports.rend(); ++port)
    {
        usids.push_back(comesBy(*port));
    }
    usids.push_back(m_segments.OfNic(source, ev.Plane()));
    UsidWay way{UsidCarrier::OfBlock(m_block), {}};
    for (unsigned i = 0; i < usids.size(); ++i)
    {
        if (i < UsidCarrier::CAPACITY)
        {
            way.carrier = way.carrier.With(i, usids[i]);
        }
        else
        {
            way.behind.at(i - UsidCarrier::CAPACITY) = usids[i];
        }
    }
    return way;
}

uint32_t
GraphLoops::PathsIn(uint32_t source, uint32_t /* destination */, PlaneId plane) const
{
    return static_cast<uint32_t>(m_ways.WaysOf(m_shape.SwitchOf(source, plane)).size());
}

} // namespace mrc
} // namespace ns3
