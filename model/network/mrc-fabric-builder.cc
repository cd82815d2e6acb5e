/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-builder.h"

#include "ns3/mrc-tick.h"

namespace ns3
{
namespace mrc
{

namespace
{

uint64_t
LocatorOf(uint32_t block, Usid usid)
{
    return (static_cast<uint64_t>(block) << 16) | usid.value;
}

/** One configuration for each PortKind, in the order of its values. */
std::vector<PortConfig>
PlanConfigs(const TopologySpec& spec, const FabricProfile& profile, Span baseRtt)
{
    struct Row
    {
        PortRole role;
        uint64_t rate;
        Span propagation;
        Span farLatency;
    };

    const Row rows[] = {
        {PortRole::NIC, spec.nicLinkRate, spec.nicLinkDelay, spec.t0Latency},
        {PortRole::LAST_HOP, spec.nicLinkRate, spec.nicLinkDelay, Span()},
        {PortRole::FABRIC, spec.fabricLinkRate, spec.fabricLinkDelay, spec.t1Latency},
        {PortRole::FABRIC, spec.fabricLinkRate, spec.fabricLinkDelay, spec.t0Latency},
    };
    std::vector<PortConfig> configs;
    for (const Row& row : rows)
    {
        PortConfig config = profile.ConfigFor(row.role, row.rate, baseRtt);
        config.propagation = row.propagation;
        config.farLatency = row.farLatency;
        configs.push_back(config);
    }
    return configs;
}

} // namespace

FabricPlan
PlanFabric(const Topology& topology,
           const SourceRouting& routing,
           const FabricProfile& profile,
           Span baseRtt)
{
    const TopologySpec& spec = topology.Spec();
    FabricPlan plan;
    plan.format = profile.Format();
    plan.wireMode = profile.WireMode();
    // A T1 port looks at a T0 as a T0 uplink looks at a T1: the kinds are the configurations.
    plan.configs = PlanConfigs(spec, profile, baseRtt);
    plan.ports.resize(topology.PortCount());
    for (uint32_t i = 0; i < topology.PortCount(); ++i)
    {
        const PortPlace place = topology.PortPlaceOf(i);
        const uint32_t far = topology.NodeOf(topology.Peer(i));
        PortState& port = plan.ports[i];
        port.config = static_cast<uint16_t>(place.kind);
        port.plane = place.plane;
        // The far end is found without a node object: NIC number or switch number, told apart by a
        // bit.
        port.far = far < spec.nics ? PortState::FAR_NIC | far : far - spec.nics;
    }
    // Switches have their tables for good: routing is static [static-routing].
    for (uint32_t node = spec.nics; node < topology.NodeCount(); ++node)
    {
        UsidForwarder forwarder(LocatorOf(routing.Block(), routing.UsidOfSwitch(node)));
        for (const UsidRoute& route : routing.TableOf(node))
        {
            forwarder.AddRoute(plan.routes, route.usid, route.port);
        }
        plan.switches.push_back(forwarder);
    }
    return plan;
}

void
InstallPolicies(const Topology& topology,
                const FabricConfig& config,
                KeyedDraws draws,
                Fabric& fabric)
{
    for (uint32_t i = 0; i < topology.PortCount(); ++i)
    {
        const PortKind kind = topology.PortPlaceOf(i).kind;
        if (kind == PortKind::NIC)
        {
            continue; // NICs pace themselves
        }
        const bool lastHop = kind == PortKind::T0_DOWN;
        const PolicySeat seat{i, lastHop, fabric.Config(i), draws.Child(i)};
        if (config.admission != nullptr)
        {
            fabric.SetAdmission(i, (*config.admission)(seat));
        }
        if (config.marking != nullptr && (!lastHop || config.ecnOnLastHop))
        {
            fabric.SetMarking(i, (*config.marking)(seat));
        }
    }
}

NicPlan
PlanNics(const Topology& topology, const SourceRouting& routing, const FabricProfile& profile)
{
    NicPlan plan;
    plan.planes = static_cast<uint8_t>(topology.Spec().planes);
    plan.dscp = profile.Format().dscp;
    plan.hostDelay = ToSpan(profile.HostDelay());
    plan.failures = profile.Failures();
    plan.route = [&routing](uint32_t from, uint32_t to) { return routing.TemplateFor(from, to); };
    for (uint32_t nic = 0; nic < topology.Spec().nics; ++nic)
    {
        plan.nics.push_back(
            {topology.NicPort(nic, 0), LocatorOf(routing.Block(), routing.UsidOfNic(nic, 0))});
    }
    return plan;
}

} // namespace mrc
} // namespace ns3
