/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-drain.h"

#include "mrc-fault-drain.h"
#include "mrc-fault-outages.h"

#include "ns3/mrc-tick.h"

#include <set>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

bool
IsOfNic(const Topology& topology, uint32_t port)
{
    return topology.PortPlaceOf(port).kind == PortKind::NIC;
}

/** @return the link of a T1 to a T2, for all paths over the link */
Denial
DenialOfUpperLink(const Topology& topology, PortIndex port)
{
    Denial denial{topology.PortPlaceOf(port).plane, Denial::ANY_UPLINK, 0, topology.Spec().nics};
    denial.link = port;
    return denial;
}

} // namespace

std::vector<Denial>
DenialsOf(const Fault& fault, const Topology& topology)
{
    const bool isGraph = topology.Spec().graph != nullptr;
    // Without its NICs' links nobody reaches a T0: its uplinks need no entries. In a graph paths of
    // others may lead through a switch on which NICs hang.
    const bool isWhole =
        fault.kind == FaultKind::PLANE || (fault.kind == FaultKind::T0 && !isGraph);
    const bool isUpper = fault.kind == FaultKind::T2 || fault.kind == FaultKind::UPPER_LINK;
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
            else if (isGraph && !isWhole && !IsOfNic(topology, topology.Peer(end)))
            {
                denials.insert(DenialInGraph(topology, end));
            }
            else if (place.kind == PortKind::T1_UP && isUpper)
            {
                denials.insert(DenialOfUpperLink(topology, end));
            }
            else if (place.kind == PortKind::T0_UP && !isWhole)
            {
                denials.insert(DenialOfLink(topology, place.plane, place.owner, place.link));
            }
        }
    }
    return {denials.begin(), denials.end()};
}

std::vector<Denial>
DenialsOf(const std::string& place, const Topology& topology)
{
    if (place.empty() || place.find_first_of("/@,") != std::string::npos)
    {
        throw std::invalid_argument("'" + place +
                                    "' on the denylist; expected one place, such as "
                                    "'link:0.1.7' or 't1:0.2', without effect or time");
    }
    std::vector<Denial> denials;
    for (const Fault& fault : ReadFaultList(place + "@0ns", topology))
    {
        if (!CanDrain(fault))
        {
            throw std::invalid_argument("'" + place +
                                        "' on the denylist; expected a switch, a link, a port or a "
                                        "plane");
        }
        const std::vector<Denial> some = DenialsOf(fault, topology);
        denials.insert(denials.end(), some.begin(), some.end());
    }
    return denials;
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
