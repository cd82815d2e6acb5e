/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topology.h"

#include "mrc-graph-shape.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

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
    NumberClos();
    if (m_graph != nullptr)
    {
        const auto most = [this](NodeKind kind) {
            uint32_t count = 0;
            for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
            {
                count = std::max(count, m_graph->Count(kind, plane));
            }
            return count;
        };
        m_t0s = m_podT0s = most(NodeKind::T0);
        m_t1s = most(NodeKind::T1);
        m_t2s = most(NodeKind::T2);
        m_endOfPorts = m_graph->PortCount();
    }
    m_lines = LinkLines(*this);
}

void
Topology::NumberClos()
{
    m_t0s = m_spec.T0sPerPlane();
    m_t1s = m_spec.T1sPerPlane();
    m_t2s = m_spec.T2sPerPlane();
    m_podT0s = m_spec.HasPods() ? m_spec.t0sPerPod : m_t0s;
    m_pods = m_spec.PodsPerPlane();
    const uint32_t access = m_spec.nics * m_spec.planes;
    const uint32_t trunk = m_spec.planes * m_t0s * m_spec.T0Uplinks();
    const uint32_t upper = m_spec.planes * m_t2s * m_pods;
    // Access ports come twice: those of the NICs, then the T0 downlinks at their far ends. Trunk
    // ports are T0 uplinks, then T1 downlinks, and so on.
    m_firstUp = 2 * access;
    m_firstT1Down = m_firstUp + trunk;
    m_firstT1Up = m_firstT1Down + trunk;
    m_firstT2Down = m_firstT1Up + upper;
    m_endOfPorts = m_firstT2Down + upper;
}

uint32_t
Topology::T0InGraph(uint32_t nic) const
{
    return m_graph->PlaceOf(m_graph->SwitchOf(nic, 0)).index;
}

void
Topology::Refuse(const char* what, uint32_t number, uint32_t count)
{
    throw std::out_of_range(std::string(what) + " " + std::to_string(number) +
                            " does not exist; the topology has " +
                            (count == 0 ? "none" : "0 .. " + std::to_string(count - 1)));
}

uint32_t
Topology::NodeCount() const
{
    return m_graph != nullptr ? m_graph->NodeCount()
                              : m_spec.nics + m_spec.planes * (m_t0s + m_t1s + m_t2s);
}

/** A T0 has no downlink without a NIC behind it, so the last T0 may have fewer than the others. */
uint32_t
Topology::DownlinksOf(uint32_t t0) const
{
    if (m_graph != nullptr)
    {
        Check("T0", t0, m_graph->Count(NodeKind::T0, 0));
        const uint32_t node = m_graph->FirstOf(NodeKind::T0, 0) + t0;
        uint32_t port = m_graph->FirstPort(node);
        while (port < m_graph->FirstPort(node + 1) &&
               m_graph->PortOf(port).place.kind == PortKind::T0_DOWN)
        {
            ++port;
        }
        return port - m_graph->FirstPort(node);
    }
    Check("T0", t0, m_t0s);
    return std::min(m_spec.nicsPerT0, m_spec.nics - t0 * m_spec.nicsPerT0);
}

uint32_t
Topology::DownlinksOfT1(uint32_t t1) const
{
    Check("T1", t1, m_t1s);
    return std::min(m_podT0s, m_t0s - t1 / m_spec.t1Count * m_podT0s) * m_spec.t1Links;
}

/** Inverts NodeAt. Both are arithmetic, as a stored table would grow with the fabric. */
NodePlace
Topology::PlaceOf(uint32_t node) const
{
    Check("node", node, NodeCount());
    if (m_graph != nullptr)
    {
        return m_graph->PlaceOf(node);
    }
    if (node < m_spec.nics)
    {
        return {NodeKind::NIC, 0, node};
    }
    const uint32_t t0 = node - m_spec.nics;
    const uint32_t allT0s = m_spec.planes * m_t0s;
    if (t0 < allT0s)
    {
        return {NodeKind::T0, static_cast<PlaneId>(t0 / m_t0s), t0 % m_t0s};
    }
    const uint32_t t1 = t0 - allT0s;
    const uint32_t allT1s = m_spec.planes * m_t1s;
    if (t1 < allT1s)
    {
        return {NodeKind::T1, static_cast<PlaneId>(t1 / m_t1s), t1 % m_t1s};
    }
    const uint32_t t2 = t1 - allT1s;
    return {NodeKind::T2, static_cast<PlaneId>(t2 / m_t2s), t2 % m_t2s};
}

uint32_t
Topology::NodeAt(const NodePlace& place) const
{
    if (m_graph != nullptr)
    {
        Check("plane", place.plane, m_spec.planes);
        const PlaneId plane = place.kind == NodeKind::NIC ? 0 : place.plane;
        Check("node of this kind", place.index, m_graph->Count(place.kind, plane));
        return m_graph->FirstOf(place.kind, plane) + place.index;
    }
    switch (place.kind)
    {
    case NodeKind::T0:
        Check("plane", place.plane, m_spec.planes);
        Check("T0", place.index, m_t0s);
        return m_spec.nics + place.plane * m_t0s + place.index;
    case NodeKind::T1:
        Check("plane", place.plane, m_spec.planes);
        Check("T1", place.index, m_t1s);
        return m_spec.nics + m_spec.planes * m_t0s + place.plane * m_t1s + place.index;
    case NodeKind::T2:
        Check("plane", place.plane, m_spec.planes);
        Check("T2", place.index, m_t2s);
        return m_spec.nics + m_spec.planes * (m_t0s + m_t1s) + place.plane * m_t2s + place.index;
    case NodeKind::NIC:
        break;
    }
    Check("NIC", place.index, m_spec.nics);
    return place.index;
}

/** Faces, routing tables and DescribeNetwork rely on this order: downlinks, then uplinks. */
std::vector<uint32_t>
Topology::PortsOf(uint32_t node) const
{
    const NodePlace place = PlaceOf(node);
    std::vector<uint32_t> ports;
    if (m_graph != nullptr)
    {
        ports.resize(m_graph->FirstPort(node + 1) - m_graph->FirstPort(node));
        std::iota(ports.begin(), ports.end(), m_graph->FirstPort(node));
        return ports;
    }
    const auto add = [&](PortKind kind, uint32_t links) {
        for (uint32_t link = 0; link < links; ++link)
        {
            ports.push_back(PortAt({kind, place.plane, place.index, link}));
        }
    };
    switch (place.kind)
    {
    case NodeKind::NIC:
        for (uint32_t plane = 0; plane < m_spec.planes; ++plane)
        {
            ports.push_back(NicPort(node, static_cast<PlaneId>(plane)));
        }
        break;
    case NodeKind::T0:
        add(PortKind::T0_DOWN, DownlinksOf(place.index));
        add(PortKind::T0_UP, m_spec.T0Uplinks());
        break;
    case NodeKind::T1:
        add(PortKind::T1_DOWN, DownlinksOfT1(place.index));
        add(PortKind::T1_UP, m_spec.HasPods() ? m_spec.t1Uplinks : 0);
        break;
    case NodeKind::T2:
        add(PortKind::T2_DOWN, m_pods);
        break;
    }
    return ports;
}

unsigned
Topology::TierOf(uint32_t port) const
{
    Check("port", port, m_endOfPorts);
    if (m_graph != nullptr)
    {
        const NodeKind ends[] = {KindOf(NodeOf(port)), KindOf(NodeOf(Peer(port)))};
        const auto isOf = [&ends](NodeKind kind) { return ends[0] == kind || ends[1] == kind; };
        return isOf(NodeKind::NIC) ? 0 : isOf(NodeKind::T0) ? 1 : 2;
    }
    return port < m_firstUp ? 0 : port < m_firstT1Up ? 1 : 2;
}

/** Names are what scripts, lists of ports and output files use; FindNode reads them back. */
std::string
Topology::NodeName(uint32_t node) const
{
    const NodePlace place = PlaceOf(node);
    if (m_graph != nullptr)
    {
        return m_graph->NameOf(node);
    }
    if (place.kind == NodeKind::NIC)
    {
        return "nic" + std::to_string(place.index);
    }
    const char* const tier = place.kind == NodeKind::T0   ? ".t0."
                             : place.kind == NodeKind::T1 ? ".t1."
                                                          : ".t2.";
    return "p" + std::to_string(place.plane) + tier + std::to_string(place.index);
}

std::string
Topology::PortName(uint32_t port) const
{
    const PortPlace place = PortPlaceOf(port);
    const std::string owner = NodeName(NodeOf(port));
    if (place.kind == PortKind::NIC)
    {
        return owner + ".p" + std::to_string(place.plane);
    }
    const bool up = place.kind == PortKind::T0_UP || place.kind == PortKind::T1_UP;
    return owner + (up ? ".up" : ".down") + std::to_string(place.link);
}

} // namespace mrc
} // namespace ns3
