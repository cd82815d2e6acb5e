/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-names.h"

#include "mrc-fault-places.h"
#include "mrc-node-names.h"
#include "mrc-node-ports.h"
#include "mrc-topology.h"

#include <array>
#include <optional>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return a small number in decimal digits, if this is one */
std::optional<uint32_t>
NumberIn(const std::string& text)
{
    // Longer numbers name no link and no plane, and might be too large for std::stoul.
    if (text.empty() || text.size() > 4 ||
        text.find_first_not_of("0123456789") != std::string::npos)
    {
        return std::nullopt;
    }
    return static_cast<uint32_t>(std::stoul(text));
}

/** A name, and the number behind its last point. */
struct Numbered
{
    std::string name;
    std::optional<uint32_t> number; //!< if there is one
};

/** @return the text before the last point, and the number behind: names may have points too */
Numbered
SplitNumber(const std::string& text)
{
    const std::size_t point = text.rfind('.');
    if (point == std::string::npos)
    {
        return {text, std::nullopt};
    }
    return {text.substr(0, point), NumberIn(text.substr(point + 1))};
}

/** Two nodes, and which of the links between them. */
struct LinkName
{
    std::array<uint32_t, 2> ends;
    uint32_t number;
};

/** Names may have dashes and points themselves: each dash is tried, and the text as a whole first.
 */
std::optional<LinkName>
FindEnds(const std::string& words, const Topology& topology)
{
    for (std::size_t dash = words.find('-'); dash != std::string::npos;
         dash = words.find('-', dash + 1))
    {
        const auto near = FindNode(topology, words.substr(0, dash));
        const std::string rest = words.substr(dash + 1);
        // The whole rest is tried before its number: a name may end in a point and digits.
        if (const auto far = FindNode(topology, rest); near && far)
        {
            return LinkName{{*near, *far}, 0};
        }
        const Numbered split = SplitNumber(rest);
        const auto far = FindNode(topology, split.name);
        if (near && far && split.number)
        {
            return LinkName{{*near, *far}, *split.number};
        }
    }
    return std::nullopt;
}

/** @return the port of the named link at the end nearer to the NICs, or at the first one */
uint32_t
LowerPort(const LinkName& link, const Topology& topology)
{
    // A link is named by both ends in any order; the fault stands at the lower one.
    const bool inOrder = topology.PlaceOf(link.ends[0]).kind <= topology.PlaceOf(link.ends[1]).kind;
    const uint32_t lower = link.ends.at(inOrder ? 0 : 1);
    const uint32_t upper = link.ends.at(inOrder ? 1 : 0);
    uint32_t count = 0;
    for (const uint32_t port : PortsOf(topology, lower))
    {
        if (topology.NodeOf(topology.Peer(port)) == upper && count++ == link.number)
        {
            return port;
        }
    }
    const std::string names =
        "'" + NodeName(topology, lower) + "' and '" + NodeName(topology, upper);
    throw std::invalid_argument(count == 0 ? names + "' have no link; expected two neighbours"
                                           : names + "' have " + std::to_string(count) +
                                                 " links; expected one of them, from 0");
}

/** A link is named by its two nodes, and by a number where there are several between them. */
bool
FindLink(const std::string& words, const Topology& topology, Fault& fault)
{
    const std::optional<LinkName> link = FindEnds(words, topology);
    if (!link)
    {
        return false;
    }
    const PortPlace place = topology.PortPlaceOf(LowerPort(*link, topology));
    const SwitchPlaces* const uplinks = PlacesOfUplinks(place.kind);
    fault.kind = uplinks == nullptr ? FaultKind::PORT : uplinks->kind;
    fault.plane = place.plane;
    fault.index = place.owner;
    fault.t1 = place.kind == PortKind::NIC ? 0 : place.link;
    return true;
}

/** Finds a NIC's port by names. @return false: the words are no such name */
bool
FindPort(const std::string& words, const Topology& topology, Fault& fault)
{
    const Numbered split = SplitNumber(words);
    const auto nic = FindNode(topology, split.name);
    if (!nic || !split.number)
    {
        return false;
    }
    if (topology.PlaceOf(*nic).kind != NodeKind::NIC || *split.number >= topology.Spec().planes)
    {
        throw std::invalid_argument("'" + words +
                                    "' is no port of a NIC; expected NIC.PLANE, planes 0 .. " +
                                    std::to_string(topology.Spec().planes - 1));
    }
    fault.index = *nic;
    fault.plane = static_cast<PlaneId>(*split.number);
    return true;
}

/** Finds a NIC by its name. @return false: the words are no name of a node */
bool
FindNic(const std::string& words, const Topology& topology, Fault& fault)
{
    const auto nic = FindNode(topology, words);
    if (!nic)
    {
        return false;
    }
    if (topology.PlaceOf(*nic).kind != NodeKind::NIC)
    {
        throw std::invalid_argument("'" + words + "' is no NIC; expected the name of one");
    }
    fault.index = *nic;
    return true;
}

/** Finds a switch by its name. @return false: the words are no name of a node */
bool
FindSwitch(const std::string& words, const Topology& topology, Fault& fault)
{
    const auto node = FindNode(topology, words);
    if (!node)
    {
        return false;
    }
    const NodePlace place = topology.PlaceOf(*node);
    const SwitchPlaces* const tier = PlacesOfTier(place.kind);
    // The word in front named a tier, which the node has to be of.
    if (tier != nullptr && tier->kind != fault.kind)
    {
        throw std::invalid_argument("'" + words + "' has another tier; expected '" + tier->word +
                                    words + "'");
    }
    if (place.kind == NodeKind::NIC)
    {
        throw std::invalid_argument("'" + words +
                                    "' is a NIC; expected a switch, or 'port:" + words + ".PLANE'");
    }
    fault.plane = place.plane;
    fault.index = place.index;
    return true;
}

} // namespace

bool
HasNames(FaultKind kind)
{
    return kind != FaultKind::PLANE && kind != FaultKind::TRANSCEIVER;
}

bool
FindByNames(const std::string& words, const Topology& topology, Fault& fault)
{
    switch (fault.kind)
    {
    case FaultKind::LINK:
    case FaultKind::UPPER_LINK:
    case FaultKind::T2_LINK:
    case FaultKind::T3_LINK:
        return FindLink(words, topology, fault);
    case FaultKind::PORT:
        return FindPort(words, topology, fault);
    case FaultKind::NIC:
        return FindNic(words, topology, fault);
    case FaultKind::PLANE:
    case FaultKind::TRANSCEIVER:
        return false; // they have no names
    default:
        return FindSwitch(words, topology, fault);
    }
}

} // namespace mrc
} // namespace ns3
