/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-loops.h"

#include "mrc-graph-shape.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the first uplink of a T0; downlinks come before uplinks */
uint32_t
FirstUplink(const GraphShape& shape, uint32_t t0)
{
    uint32_t port = shape.FirstPort(t0);
    while (port < shape.FirstPort(t0 + 1) && shape.PortOf(port).place.kind == PortKind::T0_DOWN)
    {
        ++port;
    }
    return port;
}

} // namespace

GraphLoops::GraphLoops(const GraphShape& shape, const GraphSegments& segments, uint32_t block)
    : m_shape(shape),
      m_segments(segments),
      m_block(block)
{
}

UsidWay
GraphLoops::WayFor(uint32_t source, uint32_t /* destination */, Ev ev) const
{
    const uint32_t t0 = m_shape.SwitchOf(source, ev.Plane());
    const uint32_t up = FirstUplink(m_shape, t0) + ev.Uplink();
    const uint32_t down = m_shape.PortOf(up).peer;
    // Of links side by side a uSID names the one that leads to it, there and back.
    return {UsidCarrier::OfBlock(m_block)
                .With(0, m_segments.OfSwitch(t0, 0))
                .With(1, m_segments.OfSwitch(m_shape.PortOf(down).node, m_segments.PartOf(down)))
                .With(2, m_segments.OfSwitch(t0, m_segments.PartOf(up)))
                .With(3, m_segments.OfNic(source, ev.Plane())),
            {}};
}

uint32_t
GraphLoops::PathsIn(uint32_t source, uint32_t /* destination */, PlaneId plane) const
{
    const uint32_t t0 = m_shape.SwitchOf(source, plane);
    return m_shape.FirstPort(t0 + 1) - FirstUplink(m_shape, t0);
}

} // namespace mrc
} // namespace ns3
