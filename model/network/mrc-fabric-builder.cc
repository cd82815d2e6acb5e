/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-builder.h"

#include "mrc-carrier-check.h"
#include "mrc-port-plans.h"
#include "mrc-record-numbers.h"
#include "mrc-switch-sids.h"

#include "ns3/mrc-data-class-words.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-queue-policy.h"
#include "ns3/mrc-tick.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the first 48 bits of a carrier that a node obeys: block and own uSID [usid-shift] */
uint64_t
LocatorOf(uint32_t block, Usid usid)
{
    return (static_cast<uint64_t>(block) << 16) | usid.value;
}

/** @return the owner of a port: a NIC, or a switch with all its parts, which share one buffer */
NodeCode
OwnerOf(const Topology& topology, PortIndex port)
{
    const uint32_t node = topology.NodeOf(port);
    const uint32_t nics = topology.Spec().nics;
    return node < nics ? LinkState::FAR_NIC | node : node - nics;
}

/** @return the place of a port as a user's own policy sees it: what the built-in ones go by */
PolicySeat
SeatOf(PortIndex port, bool lastHop, const PortConfig& config, KeyedDraws draws)
{
    return {port,
            lastHop,
            config.rate.BitsPerSecond(),
            config.Limit(TrafficClass::DATA),
            config.trimming,
            config.marker.Minimum(),
            config.marker.Maximum(),
            config.marker.Probability(),
            draws};
}

/** @return by port: number of its switch, or NO_SWITCH */
std::vector<uint32_t>
SwitchesOf(const Topology& topology)
{
    std::vector<uint32_t> owners;
    for (uint32_t i = 0; i < topology.PortCount(); ++i)
    {
        const uint32_t node = topology.NodeOf(i);
        const uint32_t nics = topology.Spec().nics;
        owners.push_back(node < nics ? NO_SWITCH : node - nics);
    }
    return owners;
}

/** Each switch has a buffer of its own, which its ports share [shared-buffer]. */
BufferPlan
PlanBuffers(const Topology& topology, const FabricConfig& config)
{
    BufferPlan plan;
    plan.size = config.bufferSize;
    plan.shares = config.BufferShares();
    plan.hasTurns = config.lossless == 0;
    if (plan.size != 0)
    {
        plan.owners = SwitchesOf(topology);
    }
    return plan;
}

/** PFC is of all links, where a DSCP is lossless [pfc-lossless]. */
void
PlanPauses(const Topology& topology, const FabricConfig& config, Span baseRtt, FabricPlan& plan)
{
    if (config.lossless == 0)
    {
        return;
    }
    const uint32_t nics = topology.Spec().nics;
    plan.pauses = config.Pauses();
    // Headroom is a switch's, whichever of its ports needs some.
    plan.pauses.pools = topology.NodeCount() - nics;
    plan.pauses.owners = SwitchesOf(topology);
    for (uint32_t i = 0; i < topology.PortCount(); ++i)
    {
        const PortIndex back = topology.Peer(i);
        PauseLink link = config.PauseLinkFor(plan.configs[plan.ports[i].config],
                                             plan.configs[plan.ports[back].config],
                                             baseRtt);
        link.back = back;
        // NICs have no headroom: what arrives there waits nowhere.
        const uint32_t far = topology.NodeOf(back);
        link.pool = far < nics ? 0 : far - nics;
        plan.pauses.links.push_back(link);
        if (topology.PortPlaceOf(i).kind != PortKind::NIC)
        {
            plan.ports[i].flags |= PORT_LOSSLESS;
        }
    }
}

/** @return the flag of ports that write records, which must be able to name all ports */
int
FlagOfStamps(const Topology& topology)
{
    CheckRecordNumbers(topology.PortCount());
    return PORT_STAMPS;
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
    plan.alsoTrimmable = profile.Config().alsoTrimmable;
    plan.alsoControl = profile.Config().alsoControl;
    plan.weights = profile.Config().Weights();
    plan.wred = profile.Config().Wred();
    plan.dataClasses = ReadDataClasses(profile.Config().dataClasses, profile.Config().wredDropsEct);
    if (plan.dataClasses.Any())
    {
        plan.dataClasses.NoteLossless(profile.Config().lossless);
    }
    plan.buffers = PlanBuffers(topology, profile.Config());
    PlanPorts(topology, profile, baseRtt, plan);
    PlanPauses(topology, profile.Config(), baseRtt, plan);
    const int classes = plan.dataClasses.Any() ? PORT_CLASSES : 0;
    const int wred = plan.wred.Any() || plan.dataClasses.DropsEarly() ? PORT_WRED : 0;
    const int stamps = plan.format.telemetry ? FlagOfStamps(topology) : 0;
    plan.links.reserve(topology.PortCount());
    plan.owners.reserve(topology.PortCount());
    for (uint32_t i = 0; i < topology.PortCount(); ++i)
    {
        const PortPlace place = topology.PortPlaceOf(i);
        const uint32_t far = topology.NodeOf(topology.Peer(i));
        // What a NIC sends waits for its own pull, so classes and records are the switches'
        // business.
        if (place.kind != PortKind::NIC)
        {
            plan.ports[i].flags |=
                (plan.weights.Any() ? PORT_WEIGHTED : 0) | classes | wred | stamps;
        }
        // The far end is found without a node object: NIC number or switch number, told apart by a
        // bit. Switches are numbered from 0, as they are pushed below.
        plan.links.push_back(
            far < spec.nics
                ? LinkState::ToNic(far, place.plane)
                : LinkState::ToSwitch(routing.PartNumber(topology.Peer(i)), place.plane));
        plan.owners.push_back({OwnerOf(topology, i), OwnerOf(topology, topology.Peer(i))});
    }
    PlanSwitches(
        topology,
        routing,
        profile,
        [](uint32_t) { return true; },
        plan);
    return plan;
}

void
PlanSwitches(const Topology& topology,
             const SourceRouting& routing,
             const FabricProfile& profile,
             const std::function<bool(uint32_t)>& isHere,
             FabricPlan& plan)
{
    plan.switches.clear();
    plan.routes = {};
    const SwitchSids sids(topology, routing, profile.Config());
    // Switches have their tables for good: routing is static [static-routing].
    for (uint32_t node = topology.Spec().nics; node < topology.NodeCount(); ++node)
    {
        const bool hasTable = plan.format.encapsulation == ENCAPSULATION_SRV6 && isHere(node);
        for (uint32_t part = 0; part < routing.PartsOf(node); ++part)
        {
            plan.switches.push_back(hasTable ? sids.ForwarderOf(node, part, plan.routes)
                                             : UsidForwarder()); // knows no SIDs [direct-packets]
        }
    }
}

void
InstallPolicies(const Topology& topology,
                const FabricConfig& config,
                KeyedDraws draws,
                Fabric& fabric)
{
    if (config.admission == nullptr && config.marking == nullptr)
    {
        return;
    }
    for (uint32_t i = 0; i < topology.PortCount(); ++i)
    {
        const PortKind kind = topology.PortPlaceOf(i).kind;
        if (kind == PortKind::NIC)
        {
            continue; // NICs pace themselves: nothing is trimmed or marked there
        }
        const bool lastHop = kind == PortKind::T0_DOWN;
        // Taken first: SetAdmission sets the data limit to 0, and the marker should not see that.
        const PolicySeat seat =
            SeatOf(i, lastHop, fabric.State().Need(i).ConfigOf(i), draws.Child(i));
        if (config.admission != nullptr)
        {
            fabric.Settings().SetAdmission(i, (*config.admission)(seat));
        }
        // A user's marker obeys EcnOnLastHop as the built-in one does.
        if (config.marking != nullptr && (!lastHop || config.ecnOnLastHop))
        {
            fabric.Settings().SetMarking(i, (*config.marking)(seat));
        }
    }
}

NicPlan
PlanNics(const Topology& topology, const SourceRouting& routing, const FabricProfile& profile)
{
    NicPlan plan;
    plan.planes = static_cast<uint8_t>(topology.Spec().planes);
    plan.dscp = profile.Format().dscp;
    plan.encapsulation = profile.Format().encapsulation;
    plan.telemetry = profile.Format().telemetry;
    plan.carrierUsids = profile.Config().MostUsids();
    plan.block = profile.Config().block;
    plan.splitsCarriers =
        MostSegmentBytes(topology.Spec(), profile.Config()) != 0 || !plan.block.IsUsual();
    plan.hostDelay = ToSpan(profile.HostDelay());
    plan.failures = profile.Failures();
    plan.route = [&routing](uint32_t from, uint32_t to) { return routing.TemplateFor(from, to); };
    // Plane 0 stands for all: ports follow each other, and the plane is a field of the uSID.
    for (uint32_t nic = 0; nic < topology.Spec().nics; ++nic)
    {
        plan.nics.push_back(
            {topology.NicPort(nic, 0), LocatorOf(routing.Block(), routing.UsidOfNic(nic, 0))});
    }
    return plan;
}

} // namespace mrc
} // namespace ns3
