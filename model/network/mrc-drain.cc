/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-drain.h"

#include "mrc-fault-outages.h"

#include "ns3/mrc-tick.h"

#include <set>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

std::vector<Denial>
DenialsOf(const Fault& fault, const Topology& topology)
{
    // Without its NICs' links nobody reaches a T0: its uplinks need no entries.
    const bool isWhole = fault.kind == FaultKind::T0 || fault.kind == FaultKind::PLANE;
    std::set<Denial> denials;
    for (const uint32_t port : PortsOf(fault, topology))
    {
        // A denial names a link by its lower end, which may be either end of this port's link.
        for (const uint32_t end : {port, topology.Peer(port)})
        {
            const PortPlace place = topology.PortPlaceOf(end);
            if (place.kind == PortKind::NIC)
            {
                denials.insert(DenialOfPort(place.owner, place.plane));
            }
            else if (place.kind == PortKind::T0_UP && !isWhole)
            {
                denials.insert(DenialOfLink(topology, place.plane, place.owner, place.link));
            }
        }
    }
    return {denials.begin(), denials.end()};
}

void
CheckDrains(const std::vector<Fault>& faults, const Topology& topology)
{
    for (const Fault& fault : faults)
    {
        if (fault.drain && topology.Spec().graph)
        {
            throw std::invalid_argument("the fault '" + fault.text + "' is drained, but " +
                                        topology.Spec().name +
                                        " is a graph, which has no denylist; expected no 'drain='");
        }
    }
}

void
ScheduleDrain(Denylist& denylist, Calendar& calendar, const Fault& fault, const Topology& topology)
{
    if (!fault.drain)
    {
        return;
    }
    const std::vector<Denial> denials = DenialsOf(fault, topology);
    // Each of the two calls keeps the denials: both come after this function has ended.
    const auto deny = [&denylist, denials] {
        for (const Denial& denial : denials)
        {
            denylist.Deny(denial);
        }
    };
    const auto allow = [&denylist, denials] {
        for (const Denial& denial : denials)
        {
            denylist.Allow(denial);
        }
    };
    calendar.At(ToTime(fault.down - *fault.drain), deny);
    // After a fault without an end the paths stay denied.
    if (fault.up)
    {
        calendar.At(ToTime(*fault.up), allow);
    }
}

} // namespace mrc
} // namespace ns3
