/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ecmp-tables.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the NICs below a switch; all of its downlinks, but perhaps the last, lead to as many */
NicsBelow
BelowOf(const Topology& topology, const NodePlace& place)
{
    const TopologySpec& spec = topology.Spec();
    const uint32_t perT0 = spec.nicsPerT0;
    NicsBelow below;
    uint32_t most = spec.nics;
    switch (place.kind)
    {
    case NodeKind::T0:
        below.first = place.index * perT0;
        most = perT0;
        below.port = topology.PortAt({PortKind::T0_DOWN, place.plane, place.index, 0});
        break;
    case NodeKind::T1:
        if (spec.HasPods())
        {
            most = spec.t0sPerPod * perT0;
            below.first = place.index / spec.t1Count * most;
        }
        below.perPort = perT0;
        below.port = topology.PortAt({PortKind::T1_DOWN, place.plane, place.index, 0});
        break;
    default: // T2
        below.perPort = spec.t0sPerPod * perT0;
        below.port = topology.PortAt({PortKind::T2_DOWN, place.plane, place.index, 0});
        break;
    }
    below.count = std::min(most, spec.nics - below.first);
    return below;
}

PortsAbove
AboveOf(const Topology& topology, const NodePlace& place)
{
    const TopologySpec& spec = topology.Spec();
    if (place.kind == NodeKind::T0 && spec.t1Count != 0)
    {
        return {topology.PortAt({PortKind::T0_UP, place.plane, place.index, 0}), spec.t1Count};
    }
    if (place.kind == NodeKind::T1 && spec.HasPods())
    {
        return {topology.PortAt({PortKind::T1_UP, place.plane, place.index, 0}), spec.t1Uplinks};
    }
    return {};
}

/** @return a name of the switches that hash alike */
uint64_t
SeedName(EcmpSeeds seeds, NodeKind kind, uint32_t node)
{
    switch (seeds)
    {
    case ECMP_SEED_SWITCH:
        return node;
    case ECMP_SEED_TIER:
        return static_cast<uint64_t>(kind);
    case ECMP_SEED_FABRIC:
        break;
    }
    return 0;
}

/** Path x takes T0 uplink x mod uplinks, and of the T1 there the uplinks in turn [stev-choice]. */
uint32_t
DivisorOf(const TopologySpec& spec, EvFormat format, NodeKind kind)
{
    return format == EV_FORMAT_UDP ? 0 : kind == NodeKind::T0 ? 1 : spec.t1Count;
}

} // namespace

std::vector<EcmpForwarder>
EcmpTables(const Topology& topology, EvFormat format, EcmpSeeds seeds, KeyedDraws draws)
{
    std::vector<EcmpForwarder> tables;
    const TopologySpec& spec = topology.Spec();
    for (uint32_t node = spec.nics; format != EV_FORMAT_SRV6 && node < topology.NodeCount(); ++node)
    {
        const NodePlace place = topology.PlaceOf(node);
        tables.emplace_back(BelowOf(topology, place),
                            AboveOf(topology, place),
                            UplinkChoice{draws.Bits(SeedName(seeds, place.kind, node)),
                                         DivisorOf(spec, format, place.kind)});
    }
    return tables;
}

} // namespace mrc
} // namespace ns3
