/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-ports.h"

#include "mrc-graph-segments.h"
#include "mrc-link-lines.h"
#include "mrc-topology-tiers.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

std::vector<uint32_t>
PortsOfPath(const Topology& topology, uint32_t source, uint32_t destination, Ev ev)
{
    const TopologySpec& spec = topology.Spec();
    const PlaneId plane = ev.Plane();
    if (spec.graph)
    {
        std::vector<uint32_t> ports = SwitchPortsOfPath(*spec.graph, source, destination, ev);
        ports.insert(ports.begin(), topology.NicPort(source, plane));
        return ports;
    }
    const uint32_t from = topology.Tiers().T0Of(source);
    const uint32_t to = topology.Tiers().T0Of(destination);
    std::vector<uint32_t> ports{topology.NicPort(source, plane)};
    if (from != to)
    {
        // A path is a number with two digits: the lower one is the uplink of T0s, the upper one
        // that of T1s.
        const uint32_t path = ev.Uplink() % spec.PathsPerPlane();
        const uint32_t uplink = path % spec.T0Uplinks();
        ports.push_back(topology.PortAt({PortKind::T0_UP, plane, from, uplink}));
        const uint32_t pod = topology.Tiers().PodOf(from);
        const uint32_t other = topology.Tiers().PodOf(to);
        if (pod != other)
        {
            const uint32_t upper = path / spec.T0Uplinks();
            const uint32_t up = pod * spec.t1Count + uplink; // the T1 on the way up
            // The T1s of a number in all pods share their T2s, so the way down leads over that
            // number too.
            const uint32_t down = other * spec.t1Count + uplink;
            ports.push_back(topology.PortAt({PortKind::T1_UP, plane, up, upper}));
            ports.push_back(topology.Peer(topology.PortAt({PortKind::T1_UP, plane, down, upper})));
        }
        // The way down into a T0 is the link of the T0's uplink of that number.
        ports.push_back(topology.Peer(topology.PortAt({PortKind::T0_UP, plane, to, uplink})));
    }
    ports.push_back(topology.Peer(topology.NicPort(destination, plane)));
    return ports;
}

bool
AreThere(const Topology& topology, const std::vector<uint32_t>& ports)
{
    return std::none_of(ports.begin(), ports.end(), [&topology](uint32_t port) {
        return LineOf(topology, port).missing;
    });
}

Span
FarLatency(const Topology& topology, uint32_t port)
{
    const TopologySpec& spec = topology.Spec();
    const uint32_t far = topology.NodeOf(topology.Peer(port));
    const NodeKind kind = topology.PlaceOf(far).kind;
    if (spec.graph && kind != NodeKind::NIC)
    {
        return spec.graph->LatencyOf(far);
    }
    switch (kind)
    {
    case NodeKind::T0:
        return spec.t0Latency;
    case NodeKind::T1:
        return spec.t1Latency;
    case NodeKind::T2:
        return spec.t2Latency;
    case NodeKind::T3: // of graphs only
    case NodeKind::NIC:
        break;
    }
    return Span();
}

} // namespace mrc
} // namespace ns3
