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

// The largest fabric that Validate admits (8 planes of 2048 x 2048 NICs, links to T1s and links to
// T2s) has less than 2^28 ports, so that 32 bits hold every number below.
Topology::Topology(const TopologySpec& spec)
    : m_spec(spec)
{
    m_spec.Validate();
    m_t0s = m_spec.T0sPerPlane();
    m_t1s = m_spec.T1sPerPlane();
    m_t2s = m_spec.T2sPerPlane();
    m_podT0s = m_spec.HasPods() ? m_spec.t0sPerPod : m_t0s;
    m_pods = m_spec.PodsPerPlane();
    const uint32_t access = m_spec.nics * m_spec.planes;
    const uint32_t trunk = m_spec.planes * m_t0s * m_spec.t1Count;
    const uint32_t upper = m_spec.planes * m_t2s * m_pods;
    // Access ports come twice: those of the NICs, then the T0 downlinks at their far ends. Trunk
    // ports are T0 uplinks, then T1 downlinks, and so on.
    m_firstUp = 2 * access;
    m_firstT1Down = m_firstUp + trunk;
    m_firstT1Up = m_firstT1Down + trunk;
    m_firstT2Down = m_firstT1Up + upper;
    m_endOfPorts = m_firstT2Down + upper;
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
    return m_spec.nics + m_spec.planes * (m_t0s + m_t1s + m_t2s);
}

/** A T0 has no downlink without a NIC behind it, so the last T0 may have fewer than the others. */
uint32_t
Topology::DownlinksOf(uint32_t t0) const
{
    Check("T0", t0, m_t0s);
    return std::min(m_spec.nicsPerT0, m_spec.nics - t0 * m_spec.nicsPerT0);
}

uint32_t
Topology::DownlinksOfT1(uint32_t t1) const
{
    Check("T1", t1, m_t1s);
    return std::min(m_podT0s, m_t0s - t1 / m_spec.t1Count * m_podT0s);
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
    if (port >= m_firstT1Down && port < m_firstT1Up)
    {
        return T1DownAt(port - m_firstT1Down);
    }

    // The others have as many ports on every switch, and are ordered by plane, switch and link.
    struct Range
    {
        PortKind kind;
        uint32_t first;
        uint32_t owners; // of a plane
        uint32_t links;  // of an owner
    };

    const Range range =
        port < m_firstT1Down   ? Range{PortKind::T0_UP, m_firstUp, m_t0s, m_spec.t1Count}
        : port < m_firstT2Down ? Range{PortKind::T1_UP, m_firstT1Up, m_t1s, m_spec.t1Uplinks}
                               : Range{PortKind::T2_DOWN, m_firstT2Down, m_t2s, m_pods};
    const uint32_t offset = port - range.first;
    return {range.kind,
            static_cast<PlaneId>(offset / range.links / range.owners),
            offset / range.links % range.owners,
            offset % range.links};
}

/** The pods before one are full, so that its T1s' downlinks begin behind those of full pods. */
PortPlace
Topology::T1DownAt(uint32_t offset) const
{
    const uint32_t perPlane = m_t0s * m_spec.t1Count; // each T0 has one link to each T1 of its pod
    const uint32_t perPod = m_podT0s * m_spec.t1Count;
    const uint32_t inPlane = offset % perPlane;
    const uint32_t firstT1 = inPlane / perPod * m_spec.t1Count;
    const uint32_t links = DownlinksOfT1(firstT1);
    return {PortKind::T1_DOWN,
            static_cast<PlaneId>(offset / perPlane),
            firstT1 + inPlane % perPod / links,
            inPlane % perPod % links};
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
    case PortKind::T1_DOWN: {
        const uint32_t links = DownlinksOfT1(place.owner); // one to each T0 of the pod
        Check("downlink", place.link, links);
        const uint32_t inPod = place.owner % m_spec.t1Count;
        const uint32_t before = (place.owner - inPod) * m_podT0s; // of the plane's earlier pods
        return m_firstT1Down + plane * m_t0s * m_spec.t1Count + before + inPod * links + place.link;
    }
    case PortKind::T1_UP:
        Check("T1", place.owner, m_t1s);
        Check("uplink", place.link, m_spec.t1Uplinks);
        return m_firstT1Up + (plane * m_t1s + place.owner) * m_spec.t1Uplinks + place.link;
    case PortKind::T2_DOWN:
        Check("T2", place.owner, m_t2s);
        Check("downlink", place.link, m_pods); // one to each pod
        return m_firstT2Down + (plane * m_t2s + place.owner) * m_pods + place.link;
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
    // Within a pod uplink t of T0 s leads to T1 t, whose downlink s leads back: the numbers swap.
    case PortKind::T0_UP: {
        const uint32_t pod = place.owner / m_podT0s;
        return PortAt({PortKind::T1_DOWN,
                       place.plane,
                       pod * m_spec.t1Count + place.link,
                       place.owner % m_podT0s});
    }
    case PortKind::T1_DOWN: {
        const uint32_t pod = place.owner / m_spec.t1Count;
        return PortAt({PortKind::T0_UP,
                       place.plane,
                       pod * m_podT0s + place.link,
                       place.owner % m_spec.t1Count});
    }
    // T1 i of every pod has the T2s from i * t1Uplinks on, and each T2 has the pods in order.
    case PortKind::T1_UP:
        return PortAt({PortKind::T2_DOWN,
                       place.plane,
                       place.owner % m_spec.t1Count * m_spec.t1Uplinks + place.link,
                       place.owner / m_spec.t1Count});
    case PortKind::T2_DOWN:
        return PortAt({PortKind::T1_UP,
                       place.plane,
                       place.link * m_spec.t1Count + place.owner / m_spec.t1Uplinks,
                       place.owner % m_spec.t1Uplinks});
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
    const bool ofT0 = place.kind == PortKind::T0_DOWN || place.kind == PortKind::T0_UP;
    const NodeKind above = place.kind == PortKind::T2_DOWN ? NodeKind::T2 : NodeKind::T1;
    return NodeAt({ofT0 ? NodeKind::T0 : above, place.plane, place.owner});
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
    case PortKind::T1_UP:
        return DownlinksOfT1(place.owner) + place.link;
    case PortKind::T0_DOWN:
    case PortKind::T1_DOWN:
    case PortKind::T2_DOWN:
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
        add(PortKind::T1_DOWN, DownlinksOfT1(place.index));
        add(PortKind::T1_UP, m_spec.HasPods() ? m_spec.t1Uplinks : 0);
        break;
    case NodeKind::T2:
        add(PortKind::T2_DOWN, m_pods);
        break;
    }
    return ports;
}

uint64_t
Topology::RateOf(uint32_t port) const
{
    Check("port", port, m_endOfPorts);
    return port < m_firstUp     ? m_spec.nicLinkRate
           : port < m_firstT1Up ? m_spec.fabricLinkRate
                                : m_spec.upperLinkRate;
}

Span
Topology::DelayOf(uint32_t port) const
{
    Check("port", port, m_endOfPorts);
    return port < m_firstUp     ? m_spec.nicLinkDelay
           : port < m_firstT1Up ? m_spec.fabricLinkDelay
                                : m_spec.upperLinkDelay;
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
