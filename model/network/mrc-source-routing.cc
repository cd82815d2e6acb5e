/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-source-routing.h"

#include "mrc-graph-segments.h"
#include "mrc-node-ports.h"
#include "mrc-topology-tiers.h"

#include "ns3/mrc-ev-fields.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

SourceRouting::SourceRouting(const Topology& topology, uint32_t block, EvFormat format)
    : m_topology(topology),
      m_block(block),
      m_format(format)
{
    const TopologySpec& spec = topology.Spec();
    if (spec.graph)
    {
        try
        {
            m_graph = std::make_shared<const GraphSegments>(*spec.graph, block, format);
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument("topology '" + spec.name + "': " + error.what());
        }
    }
}

/** Without uSIDs, a T1 has one table with all of its links. */
uint32_t
SourceRouting::PartsOfT1() const
{
    return m_format == EV_FORMAT_SRV6 ? m_topology.Spec().t1Links : 1;
}

uint32_t
SourceRouting::PartsOf(uint32_t node) const
{
    if (m_graph)
    {
        return m_graph->PartsOf(node);
    }
    return m_topology.PlaceOf(node).kind == NodeKind::T1 ? PartsOfT1() : 1;
}

/** Downlinks of a T1 are in the order of its parts: the first links to all T0s, and so on. */
uint32_t
SourceRouting::PartOf(uint32_t port) const
{
    if (m_graph)
    {
        return m_graph->PartOf(port);
    }
    const PortPlace place = m_topology.PortPlaceOf(port);
    const bool isShared = place.kind == PortKind::T1_DOWN && PartsOfT1() > 1;
    return isShared ? place.link / m_topology.Tiers().T0sPerPlane() : 0;
}

/** The parts of T0s come first, then those of T1s; where there are T2s, a T1 has one. */
uint32_t
SourceRouting::PartNumber(uint32_t port) const
{
    if (m_graph)
    {
        return m_graph->FirstPart(m_topology.NodeOf(port)) + PartOf(port);
    }
    const TopologySpec& spec = m_topology.Spec();
    const uint32_t number = m_topology.NodeOf(port) - spec.nics;
    const uint32_t t0s = spec.planes * m_topology.Tiers().T0sPerPlane();
    return number < t0s ? number : t0s + (number - t0s) * PartsOfT1() + PartOf(port);
}

Usid
SourceRouting::UsidOfSwitch(uint32_t node, uint32_t part) const
{
    if (m_graph)
    {
        return m_graph->OfSwitch(node, part);
    }
    const NodePlace place = m_topology.PlaceOf(node);
    switch (place.kind)
    {
    case NodeKind::T1:
        return Usid::Of(UsidKind::T1, place.plane, part * m_topology.Spec().t1Count + place.index);
    case NodeKind::T2:
        return Usid::Of(UsidKind::T2, place.plane, place.index + 1); // 0 would end the carrier
    default:
        return Usid::Of(UsidKind::T0, place.plane, place.index);
    }
}

Usid
SourceRouting::UsidOfNic(uint32_t nic, PlaneId plane) const
{
    if (m_graph)
    {
        return m_graph->OfNic(nic, plane);
    }
    // The uSID names the downlink: which T0 it belongs to was decided by the uSID before it. With
    // numbers of NICs, 11 bits of index would limit a plane to 2,048 of them.
    return Usid::Of(UsidKind::NIC, plane, nic % m_topology.Spec().nicsPerT0);
}

/**
 * A hashed EV names a path of its own for all that a sender knows. The bits of a structured one
 * name the uplinks as they do with SRv6.
 */
CarrierTemplate
SourceRouting::DirectTemplateFor(uint32_t source, uint32_t destination) const
{
    if (m_graph)
    {
        const uint32_t paths = m_graph->PathsBetween(source, destination); // 0 below one switch
        const bool isHashed = m_format == EV_FORMAT_UDP && paths != 0;
        return CarrierTemplate::Direct(destination, isHashed ? MAX_PORT_PATHS : paths, 0);
    }
    const TopologySpec& spec = m_topology.Spec();
    const uint32_t from = m_topology.Tiers().T0Of(source);
    const uint32_t to = m_topology.Tiers().T0Of(destination);
    if (from == to)
    {
        return CarrierTemplate::Direct(destination, 0, 0);
    }
    if (m_format == EV_FORMAT_UDP)
    {
        return CarrierTemplate::Direct(destination, MAX_PORT_PATHS, 0);
    }
    const bool crosses = m_topology.Tiers().PodOf(from) != m_topology.Tiers().PodOf(to);
    return CarrierTemplate::Direct(destination, spec.T0Uplinks(), crosses ? spec.t1Uplinks : 0);
}

CarrierTemplate
SourceRouting::TemplateFor(uint32_t source, uint32_t destination) const
{
    if (m_format != EV_FORMAT_SRV6)
    {
        return DirectTemplateFor(source, destination);
    }
    if (m_graph)
    {
        // As many paths as the plane with the most; 0 if both NICs hang on the same switches.
        const uint32_t paths = m_graph->PathsBetween(source, destination);
        return CarrierTemplate::LookedUp(CarrierTemplate::Direct(destination, paths, 0),
                                         *m_graph,
                                         source,
                                         destination);
    }
    const TopologySpec& spec = m_topology.Spec();
    const uint32_t from = m_topology.Tiers().T0Of(source);
    const uint32_t to = m_topology.Tiers().T0Of(destination);
    const uint32_t downlink = destination % spec.nicsPerT0;
    // NICs of one T0 need no T1, so their paths differ by plane alone.
    if (from == to)
    {
        return CarrierTemplate::Local(m_block, to, downlink);
    }
    const uint32_t t1s = spec.t1Count; // of a pod
    const uint32_t uplinks = spec.T0Uplinks();
    const uint32_t pod = m_topology.Tiers().PodOf(from);
    const uint32_t other = m_topology.Tiers().PodOf(to);
    if (pod == other)
    {
        return CarrierTemplate::Across(m_block, from, to, downlink, uplinks).WithFirstT1(pod * t1s);
    }
    return CarrierTemplate::BetweenPods(
        m_block,
        {from, to, downlink, pod * t1s, other * t1s, t1s, spec.t1Uplinks});
}

CarrierTemplate
SourceRouting::LoopFor(uint32_t nic) const
{
    const TopologySpec& spec = m_topology.Spec();
    const uint32_t t0 = m_topology.Tiers().T0Of(nic);
    const uint32_t downlink = nic % spec.nicsPerT0;
    return CarrierTemplate::Across(m_block, t0, t0, downlink, spec.T0Uplinks())
        .WithFirstT1(m_topology.Tiers().PodOf(t0) * spec.t1Count);
}

CarrierTemplate
SourceRouting::UpperLoopFor(uint32_t nic) const
{
    const TopologySpec& spec = m_topology.Spec();
    const uint32_t t0 = m_topology.Tiers().T0Of(nic);
    const uint32_t firstT1 = m_topology.Tiers().PodOf(t0) * spec.t1Count;
    return CarrierTemplate::BetweenPods(
        m_block,
        {t0, t0, nic % spec.nicsPerT0, firstT1, firstT1, spec.t1Count, spec.t1Uplinks});
}

/** Of links side by side each has a route; without SRv6 the first one only, as all have one uSID.
 */
std::vector<UsidRoute>
SourceRouting::TableInGraph(uint32_t node) const
{
    std::vector<UsidRoute> table;
    for (const uint32_t port : PortsOf(m_topology, node))
    {
        const uint32_t far = m_topology.Peer(port);
        const uint32_t next = m_topology.NodeOf(far);
        const bool isNic = m_topology.PlaceOf(next).kind == NodeKind::NIC;
        table.push_back({isNic ? UsidOfNic(next, m_topology.PlaceOf(node).plane)
                               : UsidOfSwitch(next, PartOf(far)),
                         port});
    }
    const auto isLess = [](const UsidRoute& a, const UsidRoute& b) {
        return a.usid.value < b.usid.value;
    };
    const auto isSame = [](const UsidRoute& a, const UsidRoute& b) { return a.usid == b.usid; };
    std::stable_sort(table.begin(), table.end(), isLess);
    table.erase(std::unique(table.begin(), table.end(), isSame), table.end());
    return table;
}

/**
 * One route for each neighbour and no other: carriers name every node on the way, so switches know
 * nothing beyond their own links.
 */
std::vector<UsidRoute>
SourceRouting::TableOf(uint32_t node, uint32_t part) const
{
    if (m_graph)
    {
        return TableInGraph(node);
    }
    std::vector<UsidRoute> table;
    for (const uint32_t port : PortsOf(m_topology, node))
    {
        const uint32_t far = m_topology.Peer(port);
        const uint32_t next = m_topology.NodeOf(far);
        if (PartOf(port) != part)
        {
            continue;
        }
        if (m_topology.PlaceOf(next).kind == NodeKind::NIC)
        {
            table.push_back({UsidOfNic(next, m_topology.PlaceOf(node).plane), port});
        }
        else
        {
            table.push_back({UsidOfSwitch(next, PartOf(far)), port});
        }
    }
    return table;
}

} // namespace mrc
} // namespace ns3
