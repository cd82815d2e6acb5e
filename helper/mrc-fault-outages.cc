/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-outages.h"

#include "ns3/mrc-tick.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the ports of a node and those at the other ends of their links */
std::vector<uint32_t>
PortsAround(const Topology& topology, uint32_t node)
{
    std::vector<uint32_t> ports = topology.PortsOf(node);
    for (size_t i = ports.size(); i-- > 0;)
    {
        ports.push_back(topology.Peer(ports[i]));
    }
    return ports;
}

std::vector<uint32_t>
BothEnds(const Topology& topology, uint32_t port)
{
    return {port, topology.Peer(port)};
}

/** @return whether this is the switch that a fault takes down */
bool
IsSwitchOf(const Fault& fault, const NodePlace& place)
{
    const bool kind = (fault.kind == FaultKind::T0 && place.kind == NodeKind::T0) ||
                      (fault.kind == FaultKind::T1 && place.kind == NodeKind::T1);
    return kind && place.plane == fault.plane && place.index == fault.index;
}

} // namespace

std::vector<uint32_t>
PortsOf(const Fault& fault, const Topology& topology)
{
    std::vector<uint32_t> ports;
    switch (fault.kind)
    {
    case FaultKind::LINK:
        ports = BothEnds(topology,
                         topology.PortAt({PortKind::T0_UP, fault.plane, fault.index, fault.t1}));
        break;
    case FaultKind::T0:
        ports = PortsAround(topology, topology.NodeAt({NodeKind::T0, fault.plane, fault.index}));
        break;
    case FaultKind::T1:
        ports = PortsAround(topology, topology.NodeAt({NodeKind::T1, fault.plane, fault.index}));
        break;
    case FaultKind::PORT:
        ports = BothEnds(topology, topology.NicPort(fault.index, fault.plane));
        break;
    }
    std::sort(ports.begin(), ports.end());
    return ports;
}

std::vector<Outage>
OutagesOf(const std::string& list, const Topology& topology, Time now)
{
    std::vector<Outage> outages;
    for (const Fault& fault : ReadFaultList(list, topology))
    {
        Outage links;
        links.down = ToTime(fault.down);
        if (links.down < now)
        {
            throw std::invalid_argument("fault list '" + list + "': a fault lies in the past");
        }
        if (fault.up)
        {
            // An outage shorter than one tick of ns-3 lasts one; it never becomes permanent.
            links.up = std::max(ToTime(*fault.up), links.down + TimeStep(1));
        }
        Outage intoSwitch = links;
        intoSwitch.reason = DropReason::SWITCH_DOWN;
        for (const PortIndex port : PortsOf(fault, topology))
        {
            // A dead switch takes what it had received with it; its neighbours keep what they had.
            const bool dies =
                IsSwitchOf(fault, topology.PlaceOf(topology.NodeOf(topology.Peer(port))));
            (dies ? intoSwitch : links).ports.push_back(port);
        }
        outages.push_back(links);
        outages.push_back(intoSwitch);
    }
    return outages;
}

} // namespace mrc
} // namespace ns3
