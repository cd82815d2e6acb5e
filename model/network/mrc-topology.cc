/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topology.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

// The largest fabric that Validate admits (8 planes of 2048 x 2048 NICs and links) has 2^27 ports,
// so that 32 bits hold every number below.
Topology::Topology(const TopologySpec& spec)
    : m_spec(spec)
{
    m_spec.Validate();
    m_t0s = m_spec.T0sPerPlane();
    const uint32_t access = m_spec.nics * m_spec.planes;
    const uint32_t trunk = m_spec.planes * m_t0s * m_spec.t1Count;
    // Access ports come twice: those of the NICs, then the T0 downlinks at their far ends. Trunk
    // ports are T0 uplinks, then T1 downlinks.
    m_firstUp = 2 * access;
    m_firstT1Down = m_firstUp + trunk;
    m_endOfPorts = m_firstT1Down + trunk;
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
    return m_spec.nics + m_spec.planes * (m_t0s + m_spec.t1Count);
}

/** A T0 has no downlink without a NIC behind it, so the last T0 may have fewer than the others. */
uint32_t
Topology::DownlinksOf(uint32_t t0) const
{
    Check("T0", t0, m_t0s);
    return std::min(m_spec.nicsPerT0, m_spec.nics - t0 * m_spec.nicsPerT0);
}

/** Inverts NodeAt. Both are arithmetic, as a stored table would grow with the fabric. */
NodePlace
Topology::PlaceOf(uint32_t node) const
{
    Check("node", node, NodeCount());
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
    return {NodeKind::T1, static_cast<PlaneId>(t1 / m_spec.t1Count), t1 % m_spec.t1Count};
}

uint32_t
Topology::NodeAt(const NodePlace& place) const
{
    switch (place.kind)
    {
    case NodeKind::T0:
        Check("plane", place.plane, m_spec.planes);
        Check("T0", place.index, m_t0s);
        return m_spec.nics + place.plane * m_t0s + place.index;
    case NodeKind::T1:
        Check("plane", place.plane, m_spec.planes);
        Check("T1", place.index, m_spec.t1Count);
        return m_spec.nics + m_spec.planes * m_t0s + place.plane * m_spec.t1Count + place.index;
    case NodeKind::NIC:
        break;
    }
    Check("NIC", place.index, m_spec.nics);
    return place.index;
}

/** Inverts PortAt; the constructor sets where the four kinds of ports begin. */
PortPlace
Topology::PortPlaceOf(uint32_t port) const
{
    Check("port", port, m_endOfPorts);
    const uint32_t access = m_spec.nics * m_spec.planes;
    if (port < access)
    {
        return {PortKind::NIC, static_cast<PlaneId>(port % m_spec.planes), port / m_spec.planes, 0};
    }
    if (port < m_firstUp)
    {
        // NICs fill the T0s in order, so the downlinks of a plane are in the order of their NICs.
        const uint32_t nic = (port - access) % m_spec.nics;
        return {PortKind::T0_DOWN,
                static_cast<PlaneId>((port - access) / m_spec.nics),
                T0Of(nic),
                nic % m_spec.nicsPerT0};
    }
    // Uplinks are ordered by plane, T0, T1 and T1 downlinks by plane, T1, T0.
    const bool up = port < m_firstT1Down;
    const uint32_t offset = port - (up ? m_firstUp : m_firstT1Down);
    const uint32_t links = up ? m_spec.t1Count : m_t0s;
    const uint32_t owners = up ? m_t0s : m_spec.t1Count;
    return {up ? PortKind::T0_UP : PortKind::T1_DOWN,
            static_cast<PlaneId>(offset / links / owners),
            offset / links % owners,
            offset % links};
}

uint32_t
Topology::PortAt(const PortPlace& place) const
{
    const uint32_t plane = place.plane;
    Check("plane", plane, m_spec.planes);
    switch (place.kind)
    {
    case PortKind::T0_DOWN:
        Check("downlink", place.link, DownlinksOf(place.owner));
        // Before the downlinks of this plane are all NIC ports and the downlinks of lower planes.
        return m_spec.nics * (m_spec.planes + plane) + place.owner * m_spec.nicsPerT0 + place.link;
    case PortKind::T0_UP:
        Check("T0", place.owner, m_t0s);
        Check("uplink", place.link, m_spec.t1Count);
        return m_firstUp + (plane * m_t0s + place.owner) * m_spec.t1Count + place.link;
    case PortKind::T1_DOWN:
        Check("T1", place.owner, m_spec.t1Count);
        Check("downlink", place.link, m_t0s); // one to each T0
        return m_firstT1Down + (plane * m_spec.t1Count + place.owner) * m_t0s + place.link;
    case PortKind::NIC:
        break;
    }
    return NicPort(place.owner, place.plane);
}

/** Finds the far end of a link by arithmetic; planes never touch, so both ends have one plane. */
uint32_t
Topology::Peer(uint32_t port) const
{
    const PortPlace place = PortPlaceOf(port);
    switch (place.kind)
    {
    case PortKind::NIC:
        return PortAt(
            {PortKind::T0_DOWN, place.plane, T0Of(place.owner), place.owner % m_spec.nicsPerT0});
    // Uplink t of T0 s leads to T1 t, and downlink s of T1 t leads back: the two numbers swap.
    case PortKind::T0_UP:
        return PortAt({PortKind::T1_DOWN, place.plane, place.link, place.owner});
    case PortKind::T1_DOWN:
        return PortAt({PortKind::T0_UP, place.plane, place.link, place.owner});
    case PortKind::T0_DOWN:
        break;
    }
    return NicPort(place.owner * m_spec.nicsPerT0 + place.link, place.plane);
}

uint32_t
Topology::NodeOf(uint32_t port) const
{
    const PortPlace place = PortPlaceOf(port);
    if (place.kind == PortKind::NIC)
    {
        return place.owner;
    }
    const NodeKind kind = place.kind == PortKind::T1_DOWN ? NodeKind::T1 : NodeKind::T0;
    return NodeAt({kind, place.plane, place.owner});
}

uint32_t
Topology::InterfaceOf(uint32_t port) const
{
    const PortPlace place = PortPlaceOf(port);
    switch (place.kind)
    {
    case PortKind::NIC:
        return place.plane;
    case PortKind::T0_UP:
        // The first uplink follows the last downlink that exists, so interfaces have no gaps.
        return DownlinksOf(place.owner) + place.link;
    case PortKind::T0_DOWN:
    case PortKind::T1_DOWN:
        break;
    }
    return place.link;
}

/** Faces, routing tables and DescribeNetwork rely on this order: downlinks, then uplinks. */
std::vector<uint32_t>
Topology::PortsOf(uint32_t node) const
{
    const NodePlace place = PlaceOf(node);
    std::vector<uint32_t> ports;
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
        add(PortKind::T0_UP, m_spec.t1Count);
        break;
    case NodeKind::T1:
        add(PortKind::T1_DOWN, m_t0s);
        break;
    }
    return ports;
}

uint64_t
Topology::RateOf(uint32_t port) const
{
    Check("port", port, m_endOfPorts);
    return port < m_firstUp ? m_spec.nicLinkRate : m_spec.fabricLinkRate;
}

Span
Topology::DelayOf(uint32_t port) const
{
    Check("port", port, m_endOfPorts);
    return port < m_firstUp ? m_spec.nicLinkDelay : m_spec.fabricLinkDelay;
}

/** Names are what scripts, lists of ports and output files use; FindNode reads them back. */
std::string
Topology::NodeName(uint32_t node) const
{
    const NodePlace place = PlaceOf(node);
    if (place.kind == NodeKind::NIC)
    {
        return "nic" + std::to_string(place.index);
    }
    return "p" + std::to_string(place.plane) + (place.kind == NodeKind::T0 ? ".t0." : ".t1.") +
           std::to_string(place.index);
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
    return owner + (place.kind == PortKind::T0_UP ? ".up" : ".down") + std::to_string(place.link);
}

} // namespace mrc
} // namespace ns3
