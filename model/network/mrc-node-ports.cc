/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Which ports a node has, and in which order.

#include "mrc-node-ports.h"

#include "mrc-graph-shape.h"
#include "mrc-topology-tiers.h"

#include <numeric>

namespace ns3
{
namespace mrc
{

/** Faces, routing tables and DescribeNetwork rely on this order: downlinks, then uplinks. */
std::vector<uint32_t>
PortsOf(const Topology& topology, uint32_t node)
{
    const TopologySpec& spec = topology.Spec();
    const NodePlace place = topology.PlaceOf(node);
    std::vector<uint32_t> ports;
    if (spec.graph)
    {
        ports.resize(spec.graph->FirstPort(node + 1) - spec.graph->FirstPort(node));
        std::iota(ports.begin(), ports.end(), spec.graph->FirstPort(node));
        return ports;
    }
    const auto add = [&](PortKind kind, uint32_t links) {
        for (uint32_t link = 0; link < links; ++link)
        {
            ports.push_back(topology.PortAt({kind, place.plane, place.index, link}));
        }
    };
    switch (place.kind)
    {
    case NodeKind::NIC:
        for (uint32_t plane = 0; plane < spec.planes; ++plane)
        {
            ports.push_back(topology.NicPort(node, static_cast<PlaneId>(plane)));
        }
        break;
    case NodeKind::T0:
        add(PortKind::T0_DOWN, topology.Tiers().DownlinksOfT0(place.index));
        add(PortKind::T0_UP, spec.T0Uplinks());
        break;
    case NodeKind::T1:
        add(PortKind::T1_DOWN, topology.Tiers().DownlinksOfT1(place.index));
        add(PortKind::T1_UP, spec.HasPods() ? spec.t1Uplinks : 0);
        break;
    case NodeKind::T2:
        add(PortKind::T2_DOWN, spec.PodsPerPlane());
        break;
    case NodeKind::T3:
        break; // of graphs only
    }
    return ports;
}

} // namespace mrc
} // namespace ns3
