/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topology.h"

#include "mrc-clos-nodes.h"
#include "mrc-clos-ports.h"
#include "mrc-graph-shape.h"
#include "mrc-link-lines.h"
#include "mrc-topology-tiers.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the kind of node that a port of a kind belongs to */
NodeKind
OwnerKindOf(PortKind kind)
{
    switch (kind)
    {
    case PortKind::T0_DOWN:
    case PortKind::T0_UP:
        return NodeKind::T0;
    case PortKind::T1_DOWN:
    case PortKind::T1_UP:
        return NodeKind::T1;
    case PortKind::T2_DOWN:
    case PortKind::T2_UP:
        return NodeKind::T2;
    case PortKind::T3_DOWN:
    case PortKind::T3_UP:
        return NodeKind::T3;
    case PortKind::NIC:
        break;
    }
    return NodeKind::NIC;
}

} // namespace

Topology::Topology(const TopologySpec& spec)
    : m_spec(spec),
      m_graph(m_spec.graph.get())
{
    m_spec.Validate();
    m_tiers = std::make_shared<const TopologyTiers>(m_spec);
    m_ports = m_graph != nullptr ? m_graph->PortCount() : ClosPorts(m_spec, *m_tiers).Count();
    // Last: the lines are found by the ports that are numbered now.
    m_lines = std::make_shared<const LinkLines>(*this);
}

uint32_t
Topology::NodeCount() const
{
    // ClosNodes and ClosPorts are arithmetic on the two references, and are made where a number is
    // needed.
    return m_graph != nullptr ? m_graph->NodeCount() : ClosNodes(m_spec, *m_tiers).Count();
}

NodePlace
Topology::PlaceOf(uint32_t node) const
{
    CheckExists("node", node, NodeCount());
    return m_graph != nullptr ? m_graph->PlaceOf(node) : ClosNodes(m_spec, *m_tiers).PlaceOf(node);
}

uint32_t
Topology::NodeAt(const NodePlace& place) const
{
    if (m_graph == nullptr)
    {
        return ClosNodes(m_spec, *m_tiers).At(place);
    }
    CheckExists("plane", place.plane, m_spec.planes);
    // A NIC is in all planes; the graph counts it in the first.
    const PlaneId plane = place.kind == NodeKind::NIC ? 0 : place.plane;
    CheckExists("node of this kind", place.index, m_graph->Count(place.kind, plane));
    return m_graph->FirstOf(place.kind, plane) + place.index;
}

PortPlace
Topology::PortPlaceOf(uint32_t port) const
{
    CheckExists("port", port, m_ports);
    return m_graph != nullptr ? m_graph->PortOf(port).place
                              : ClosPorts(m_spec, *m_tiers).PlaceOf(port);
}

uint32_t
Topology::PortAt(const PortPlace& place) const
{
    if (m_graph == nullptr)
    {
        return ClosPorts(m_spec, *m_tiers).At(place);
    }
    CheckExists("plane", place.plane, m_spec.planes);
    return PortInGraph(place);
}

uint32_t
Topology::NicPort(uint32_t nic, PlaneId plane) const
{
    CheckExists("NIC", nic, m_spec.nics);
    CheckExists("plane", plane, m_spec.planes);
    // Ports of NICs come first, in a graph too.
    return nic * m_spec.planes + plane;
}

/** Ports of a kind follow each other on their node. */
uint32_t
Topology::PortInGraph(const PortPlace& place) const
{
    if (place.kind == PortKind::NIC)
    {
        return NicPort(place.owner, place.plane);
    }
    const uint32_t node = NodeAt({OwnerKindOf(place.kind), place.plane, place.owner});
    uint32_t links = 0;
    // A graph finds no port by its place: a node has few ports, so they are walked.
    for (uint32_t port = m_graph->FirstPort(node); port < m_graph->FirstPort(node + 1); ++port)
    {
        const PortPlace& found = m_graph->PortOf(port).place;
        if (found.kind == place.kind && found.link == place.link)
        {
            return port;
        }
        links += found.kind == place.kind ? 1 : 0;
    }
    RefuseNumber("link", place.link, links);
}

uint32_t
Topology::Peer(uint32_t port) const
{
    if (m_graph == nullptr)
    {
        return ClosPorts(m_spec, *m_tiers).PeerOf(PortPlaceOf(port));
    }
    CheckExists("port", port, m_ports);
    return m_graph->PortOf(port).peer;
}

uint32_t
Topology::NodeOf(uint32_t port) const
{
    if (m_graph != nullptr)
    {
        CheckExists("port", port, m_ports);
        return m_graph->PortOf(port).node;
    }
    const PortPlace place = PortPlaceOf(port);
    return NodeAt({OwnerKindOf(place.kind), place.plane, place.owner});
}

} // namespace mrc
} // namespace ns3
