/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-shape.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return which way a port of a node looks */
PortKind
KindOf(NodeKind near, NodeKind far)
{
    switch (near)
    {
    case NodeKind::NIC:
        return PortKind::NIC;
    case NodeKind::T0:
        return far == NodeKind::NIC ? PortKind::T0_DOWN : PortKind::T0_UP;
    case NodeKind::T1:
        return far == NodeKind::T0 ? PortKind::T1_DOWN : PortKind::T1_UP;
    case NodeKind::T2:
        return far == NodeKind::T1 ? PortKind::T2_DOWN : PortKind::T2_UP;
    case NodeKind::T3:
        break;
    }
    return far == NodeKind::T2 ? PortKind::T3_DOWN : PortKind::T3_UP;
}

} // namespace

GraphShape::GraphShape(const std::vector<ShapeNode>& nodes, const std::vector<ShapeLink>& links)
    : m_numbers(nodes.size())
{
    NumberNodes(nodes);
    NumberPorts(links);
    m_paths = std::make_unique<GraphPaths>(*this);
}

GraphShape::GraphShape(const GraphShape& other, PathNumbers numbers)
    : m_counts(other.m_counts),
      m_firsts(other.m_firsts),
      m_numbers(other.m_numbers),
      m_names(other.m_names),
      m_latencies(other.m_latencies),
      m_byName(other.m_byName),
      m_places(other.m_places),
      m_firstPorts(other.m_firstPorts),
      m_ports(other.m_ports),
      m_paths(std::make_unique<GraphPaths>(*this, numbers))
{
}

void
GraphShape::NumberNodes(const std::vector<ShapeNode>& nodes)
{
    // The order of numbers is that of Topology: kind by kind, and plane by plane.
    for (unsigned kind = 0; kind < KINDS; ++kind)
    {
        for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
        {
            m_firsts[kind][plane] = NodeCount();
            for (std::size_t i = 0; i < nodes.size(); ++i)
            {
                const ShapeNode& node = nodes[i];
                if (static_cast<unsigned>(node.kind) != kind || node.plane != plane)
                {
                    continue;
                }
                m_numbers[i] = NodeCount();
                m_byName.emplace(node.name, NodeCount());
                m_names.push_back(node.name);
                m_latencies.push_back(node.latency);
                m_places.push_back({node.kind, plane, m_counts[kind][plane]++});
            }
        }
    }
}

/** Sorts the ends of all links by node, way and far end: their order is that of the ports. */
void
GraphShape::NumberPorts(const std::vector<ShapeLink>& links)
{
    struct End
    {
        uint32_t node;
        uint32_t far;
        uint32_t parallel;
        std::size_t link;
        PortKind kind;
        PlaneId plane;
    };

    std::vector<End> ends;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> parallels;
    for (std::size_t i = 0; i < links.size(); ++i)
    {
        const uint32_t a = m_numbers[links[i].ends[0]];
        const uint32_t b = m_numbers[links[i].ends[1]];
        // Links side by side are told apart by their order in the file.
        const uint32_t parallel = parallels[{std::min(a, b), std::max(a, b)}]++;
        const PlaneId plane = m_places[std::max(a, b)].plane; // NICs come first
        ends.push_back({a, b, parallel, i, KindOf(m_places[a].kind, m_places[b].kind), plane});
        ends.push_back({b, a, parallel, i, KindOf(m_places[b].kind, m_places[a].kind), plane});
    }
    // First the first links to all neighbours, then the second ones, as on a T1 of a Clos network.
    std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) {
        return std::tie(a.node, a.kind, a.parallel, a.far) <
               std::tie(b.node, b.kind, b.parallel, b.far);
    });
    std::vector<std::optional<uint32_t>> waiting(links.size()); // the first end of each link
    for (const End& end : ends)
    {
        const uint32_t port = PortCount();
        m_firstPorts.resize(end.node + 1, port); // nodes without links have no ports
        // The number of a port among those of its kind, which paths count by.
        const bool isFirst = port == m_firstPorts.back() || m_ports.back().place.kind != end.kind;
        const PortPlace place{end.kind,
                              end.plane,
                              m_places[end.node].index,
                              isFirst || end.kind == PortKind::NIC ? 0
                                                                   : m_ports.back().place.link + 1};
        m_ports.push_back({end.node, 0, end.parallel, place, links[end.link].line});
        if (waiting[end.link])
        {
            m_ports[port].peer = *waiting[end.link];
            m_ports[*waiting[end.link]].peer = port;
        }
        waiting[end.link] = port;
    }
    m_firstPorts.resize(NodeCount() + 1, PortCount());
}

std::optional<uint32_t>
GraphShape::Find(const std::string& name) const
{
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? std::nullopt : std::make_optional(found->second);
}

} // namespace mrc
} // namespace ns3
