/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-outages.h"

#include "mrc-fault-places.h"
#include "mrc-node-ports.h"

#include "ns3/mrc-outage.h"
#include "ns3/mrc-tick.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return both directions of all these links */
std::vector<uint32_t>
WithPeers(const Topology& topology, std::vector<uint32_t> ports)
{
    for (size_t i = ports.size(); i-- > 0;) // downwards, so that added ports are not visited
    {
        ports.push_back(topology.Peer(ports[i]));
    }
    return ports;
}

/** @return the ports of a node and those at the other ends of their links */
std::vector<uint32_t>
PortsAround(const Topology& topology, uint32_t node)
{
    return WithPeers(topology, PortsOf(topology, node));
}

/** A port stands for the direction that leaves it, so the two ends are the whole link. */
std::vector<uint32_t>
BothEnds(const Topology& topology, uint32_t port)
{
    return {port, topology.Peer(port)};
}

/** @return the ports of one direction of a link, or of both, given its lower end */
std::vector<uint32_t>
DirectionsOf(const Fault& fault, const Topology& topology, uint32_t lower)
{
    switch (fault.direction)
    {
    case FaultDirection::UP:
        return {lower};
    case FaultDirection::DOWN:
        return {topology.Peer(lower)};
    default:
        return BothEnds(topology, lower);
    }
}

/** A plane is its switches with all their links, so the ports of NICs to it count as well. */
std::vector<uint32_t>
PortsOfPlane(const Topology& topology, PlaneId plane)
{
    std::vector<uint32_t> ports;
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        if (topology.PortPlaceOf(port).plane == plane)
        {
            ports.push_back(port);
        }
    }
    return ports;
}

/** A storm comes from the end that is nearer to the NICs, unless its direction is named. */
void
KeepLowerEnds(const Topology& topology, std::vector<uint32_t>& ports)
{
    const auto isUpper = [&topology](uint32_t port) {
        return !LooksUp(topology.PortPlaceOf(port).kind);
    };
    ports.erase(std::remove_if(ports.begin(), ports.end(), isUpper), ports.end());
}

/** @return whether this is a switch that a fault takes down */
bool
IsSwitchOf(const Fault& fault, const NodePlace& place)
{
    if (place.kind == NodeKind::NIC || place.plane != fault.plane)
    {
        return false;
    }
    const SwitchPlaces* const switches = SwitchPlacesOf(fault.kind);
    return fault.kind == FaultKind::PLANE ||
           (switches != nullptr && !switches->links && switches->owner == place.kind &&
            place.index == fault.index);
}

} // namespace

std::vector<std::vector<uint32_t>>
TransceiversOf(const Topology& topology, PlaneId plane, uint32_t t0)
{
    constexpr std::size_t links = 4; // of a transceiver [transceiver-links]
    std::vector<std::vector<uint32_t>> transceivers;
    for (const PortKind kind : {PortKind::T0_DOWN, PortKind::T0_UP})
    {
        std::size_t count = 0;
        for (const uint32_t port : PortsOf(topology, topology.NodeAt({NodeKind::T0, plane, t0})))
        {
            if (topology.PortPlaceOf(port).kind != kind)
            {
                continue;
            }
            if (count++ % links == 0)
            {
                transceivers.emplace_back();
            }
            transceivers.back().push_back(port);
        }
    }
    return transceivers;
}

namespace
{

/** @return the ports of a place that is neither a switch nor an uplink of one */
std::vector<uint32_t>
PortsOfOthers(const Fault& fault, const Topology& topology)
{
    switch (fault.kind)
    {
    case FaultKind::PORT:
        return DirectionsOf(fault, topology, topology.NicPort(fault.index, fault.plane));
    case FaultKind::TRANSCEIVER:
        return WithPeers(topology, TransceiversOf(topology, fault.plane, fault.index).at(fault.t1));
    case FaultKind::NIC:
        return PortsAround(topology, topology.NodeAt({NodeKind::NIC, 0, fault.index}));
    default: // PLANE
        return PortsOfPlane(topology, fault.plane);
    }
}

} // namespace

std::vector<uint32_t>
PortsOf(const Fault& fault, const Topology& topology)
{
    std::vector<uint32_t> ports;
    if (const SwitchPlaces* const switches = SwitchPlacesOf(fault.kind))
    {
        ports = switches->links
                    ? DirectionsOf(
                          fault,
                          topology,
                          topology.PortAt({*switches->links, fault.plane, fault.index, fault.t1}))
                    : PortsAround(topology,
                                  topology.NodeAt({switches->owner, fault.plane, fault.index}));
    }
    else
    {
        ports = PortsOfOthers(fault, topology);
    }
    if (fault.impairment.effect == FaultEffect::STORM && fault.direction == FaultDirection::BOTH)
    {
        KeepLowerEnds(topology, ports);
    }
    std::sort(ports.begin(), ports.end());
    return ports;
}

/**
 * A fault becomes up to two outages, as its ports do not all lose the same. Ports into a dead
 * switch also lose packets that the switch has received.
 */
std::vector<Outage>
OutagesOf(const std::vector<Fault>& faults, const Topology& topology, Time now)
{
    std::vector<Outage> outages;
    outages.reserve(faults.size()); // ns-3 keeps a set of all times, so each copy costs
    for (const Fault& fault : faults)
    {
        Outage links;
        links.down = ToTime(fault.down);
        links.impairment = fault.impairment;
        if (links.down < now + ToTime(Instant() + fault.drain.value_or(Span()))) // for ns-3
        {
            throw std::invalid_argument("the fault '" + fault.text + "' lies in the past");
        }
        if (fault.up)
        {
            // An outage shorter than one tick of ns-3 lasts one: Outage takes an end that is not
            // after the beginning for none.
            links.up = std::max(ToTime(*fault.up), links.down + TimeStep(1));
        }
        Outage intoSwitch = links;
        intoSwitch.reason = DropReason::SWITCH_DOWN;
        for (const PortIndex port : PortsOf(fault, topology))
        {
            // A dead switch loses the packets that it had received; its neighbours keep theirs. The
            // fabric holds both in the link that leads there [link-outage].
            const bool dies =
                IsSwitchOf(fault, topology.PlaceOf(topology.NodeOf(topology.Peer(port))));
            (dies ? intoSwitch : links).ports.push_back(port);
        }
        // Most faults of a long list are of links: an outage without ports would be an event more.
        for (Outage* const outage : {&links, &intoSwitch})
        {
            if (!outage->ports.empty())
            {
                outages.push_back(std::move(*outage));
            }
        }
    }
    return outages;
}

std::string
DescribeFault(const Fault& fault, const Topology& topology)
{
    const std::size_t links = PortsOf(fault, topology).size();
    return fault.text + ": " + std::to_string(links) +
           (links == 1 ? " directed link" : " directed links");
}

std::string
TextOf(const std::vector<Fault>& faults)
{
    std::string text;
    for (const Fault& fault : faults)
    {
        text += (text.empty() ? "" : ",") + fault.text;
    }
    return text.empty() ? "none" : text;
}

/** Faults may overlap, such as those of a switch and of one of its links. */
std::size_t
CountLinks(const std::vector<Fault>& faults, const Topology& topology)
{
    std::set<uint32_t> links;
    for (const Fault& fault : faults)
    {
        const std::vector<uint32_t> ports = PortsOf(fault, topology);
        links.insert(ports.begin(), ports.end());
    }
    return links.size();
}

} // namespace mrc
} // namespace ns3
