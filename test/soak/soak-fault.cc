/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-fault.h"

#include "ns3/mrc-node-ports.h"

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

const char* const SITES[] =
    {"link", "link-up", "link-down", "t0", "t1", "port", "port-up", "port-down", "plane"};

std::string
PlaceOf(const SoakFault& fault)
{
    const std::string plane = std::to_string(fault.plane);
    const std::string index = std::to_string(fault.index);
    switch (fault.site)
    {
    case FaultSite::LINK:
    case FaultSite::LINK_UP:
    case FaultSite::LINK_DOWN:
        return plane + "." + index + "." + std::to_string(fault.t1);
    case FaultSite::T0:
    case FaultSite::T1:
        return plane + "." + index;
    case FaultSite::PLANE:
        return plane;
    default:
        return index + "." + plane;
    }
}

/** @return thousandths of a percent in percent: `0.1%` */
std::string
Percent(uint32_t millipercent)
{
    std::string text = std::to_string(millipercent / 1000);
    std::string rest = std::to_string(1000 + millipercent % 1000).substr(1);
    while (!rest.empty() && rest.back() == '0')
    {
        rest.pop_back();
    }
    return text + (rest.empty() ? "" : "." + rest) + "%";
}

std::string
EffectOf(const SoakFault& fault)
{
    switch (fault.effect)
    {
    case FaultEffect::SILENT:
        return "/silent";
    case FaultEffect::LOSS:
        return "/loss=" + Percent(fault.millipercent);
    case FaultEffect::RATE:
        return "/rate=" + Percent(fault.millipercent);
    default:
        return "";
    }
}

/** @return the ports of a node and those that look at it */
std::vector<uint32_t>
PortsAround(const Topology& topology, const NodePlace& place)
{
    std::vector<uint32_t> ports = PortsOf(topology, topology.NodeAt(place));
    for (size_t i = ports.size(); i-- > 0;)
    {
        ports.push_back(topology.Peer(ports[i]));
    }
    return ports;
}

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

} // namespace

std::string
SoakFault::Text() const
{
    const auto time = [](Instant at) { return std::to_string(at.Ps() / 1000) + "ns"; };
    return std::string(SITES[static_cast<unsigned>(site)]) + ":" + PlaceOf(*this) +
           EffectOf(*this) + "@" + time(from) + (Ends() ? ".." + time(until) : "");
}

std::vector<uint32_t>
SoakFault::Ports(const Topology& topology) const
{
    switch (site)
    {
    case FaultSite::T0:
        return PortsAround(topology, {NodeKind::T0, plane, index});
    case FaultSite::T1:
        return PortsAround(topology, {NodeKind::T1, plane, index});
    case FaultSite::PLANE:
        return PortsOfPlane(topology, plane);
    default:
        break;
    }
    const bool isPort =
        site == FaultSite::PORT || site == FaultSite::PORT_UP || site == FaultSite::PORT_DOWN;
    const uint32_t up = isPort ? topology.NicPort(index, plane)
                               : topology.PortAt({PortKind::T0_UP, plane, index, t1});
    if (site == FaultSite::LINK_UP || site == FaultSite::PORT_UP)
    {
        return {up};
    }
    if (site == FaultSite::LINK_DOWN || site == FaultSite::PORT_DOWN)
    {
        return {topology.Peer(up)};
    }
    return {up, topology.Peer(up)};
}

std::string
TextOf(const std::vector<SoakFault>& faults)
{
    std::string text;
    for (const SoakFault& fault : faults)
    {
        text += (text.empty() ? "" : ",") + fault.Text();
    }
    return text;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
