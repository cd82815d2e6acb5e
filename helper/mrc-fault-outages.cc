/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-outages.h"

#include "mrc-fault-list.h"

#include "ns3/mrc-tick.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return whether this is the switch that a fault takes down */
bool
IsSwitchOf(const Fault& fault, const NodePlace& place)
{
    const bool kind = (fault.kind == FaultKind::T0 && place.kind == NodeKind::T0) ||
                      (fault.kind == FaultKind::T1 && place.kind == NodeKind::T1);
    return kind && place.plane == fault.plane && place.index == fault.index;
}

} // namespace

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
