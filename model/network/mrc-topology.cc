/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topology.h"

#include "mrc-graph-shape.h"

namespace ns3
{
namespace mrc
{

// The largest fabric that Validate admits (8 planes of 2048 x 2048 NICs, links to T1s and links to
// T2s) has less than 2^28 ports, so that 32 bits hold every number below.
Topology::Topology(const TopologySpec& spec)
    : m_spec(spec),
      m_graph(m_spec.graph.get())
{
    m_spec.Validate();
    m_tiers = TopologyTiers(m_spec);
    if (m_graph != nullptr)
    {
        m_endOfPorts = m_graph->PortCount();
    }
    else
    {
        NumberClos();
    }
    m_lines = LinkLines(*this);
}

void
Topology::NumberClos()
{
    m_pods = m_spec.PodsPerPlane();
    const uint32_t access = m_spec.nics * m_spec.planes;
    const uint32_t trunk = m_spec.planes * m_tiers.T0sPerPlane() * m_spec.T0Uplinks();
    const uint32_t upper = m_spec.planes * m_tiers.T2sPerPlane() * m_pods;
    // Access ports come twice: those of the NICs, then the T0 downlinks at their far ends. Trunk
    // ports are T0 uplinks, then T1 downlinks, and so on.
    m_firstUp = 2 * access;
    m_firstT1Down = m_firstUp + trunk;
    m_firstT1Up = m_firstT1Down + trunk;
    m_firstT2Down = m_firstT1Up + upper;
    m_endOfPorts = m_firstT2Down + upper;
}

uint32_t
Topology::NodeCount() const
{
    return m_graph != nullptr
               ? m_graph->NodeCount()
               : m_spec.nics + m_spec.planes * (m_tiers.T0sPerPlane() + m_tiers.T1sPerPlane() +
                                                m_tiers.T2sPerPlane());
}

/** Inverts NodeAt. Both are arithmetic, as a stored table would grow with the fabric. */
NodePlace
Topology::PlaceOf(uint32_t node) const
{
    CheckExists("node", node, NodeCount());
    if (m_graph != nullptr)
    {
        return m_graph->PlaceOf(node);
    }
    if (node < m_spec.nics)
    {
        return {NodeKind::NIC, 0, node};
    }
    const uint32_t t0 = node - m_spec.nics;
    const uint32_t allT0s = m_spec.planes * m_tiers.T0sPerPlane();
    if (t0 < allT0s)
    {
        return {NodeKind::T0,
                static_cast<PlaneId>(t0 / m_tiers.T0sPerPlane()),
                t0 % m_tiers.T0sPerPlane()};
    }
    const uint32_t t1 = t0 - allT0s;
    const uint32_t allT1s = m_spec.planes * m_tiers.T1sPerPlane();
    if (t1 < allT1s)
    {
        return {NodeKind::T1,
                static_cast<PlaneId>(t1 / m_tiers.T1sPerPlane()),
                t1 % m_tiers.T1sPerPlane()};
    }
    const uint32_t t2 = t1 - allT1s;
    return {NodeKind::T2,
            static_cast<PlaneId>(t2 / m_tiers.T2sPerPlane()),
            t2 % m_tiers.T2sPerPlane()};
}

uint32_t
Topology::NodeAt(const NodePlace& place) const
{
    if (m_graph != nullptr)
    {
        CheckExists("plane", place.plane, m_spec.planes);
        const PlaneId plane = place.kind == NodeKind::NIC ? 0 : place.plane;
        CheckExists("node of this kind", place.index, m_graph->Count(place.kind, plane));
        return m_graph->FirstOf(place.kind, plane) + place.index;
    }
    switch (place.kind)
    {
    case NodeKind::T0:
        CheckExists("plane", place.plane, m_spec.planes);
        CheckExists("T0", place.index, m_tiers.T0sPerPlane());
        return m_spec.nics + place.plane * m_tiers.T0sPerPlane() + place.index;
    case NodeKind::T1:
        CheckExists("plane", place.plane, m_spec.planes);
        CheckExists("T1", place.index, m_tiers.T1sPerPlane());
        return m_spec.nics + m_spec.planes * m_tiers.T0sPerPlane() +
               place.plane * m_tiers.T1sPerPlane() + place.index;
    case NodeKind::T2:
        CheckExists("plane", place.plane, m_spec.planes);
        CheckExists("T2", place.index, m_tiers.T2sPerPlane());
        return m_spec.nics + m_spec.planes * (m_tiers.T0sPerPlane() + m_tiers.T1sPerPlane()) +
               place.plane * m_tiers.T2sPerPlane() + place.index;
    case NodeKind::NIC:
        break;
    }
    CheckExists("NIC", place.index, m_spec.nics);
    return place.index;
}

} // namespace mrc
} // namespace ns3
