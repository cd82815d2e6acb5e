/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-node-names.h"

#include "mrc-graph-shape.h"
#include "mrc-topology-tiers.h"

#include <cinttypes>
#include <cstdio>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Widths keep numbers within their types: planes have one digit, as there are at most eight.
 *
 * @return the place that a name of this form would have, whether or not it exists
 */
std::optional<NodePlace>
ParseName(const std::string& name)
{
    unsigned plane = 0;
    unsigned tier = 0;
    uint32_t index = 0;
    if (std::sscanf(name.c_str(), "nic%9" SCNu32, &index) == 1)
    {
        return NodePlace{NodeKind::NIC, 0, index};
    }
    if (std::sscanf(name.c_str(), "p%1u.t%1u.%9" SCNu32, &plane, &tier, &index) == 3 && tier <= 2)
    {
        return NodePlace{tier == 0   ? NodeKind::T0
                         : tier == 1 ? NodeKind::T1
                                     : NodeKind::T2,
                         static_cast<PlaneId>(plane),
                         index};
    }
    return std::nullopt;
}

/** @return whether the fabric has a node there */
bool
Exists(const Topology& topology, const NodePlace& place)
{
    const TopologySpec& spec = topology.Spec();
    const uint32_t count = place.kind == NodeKind::NIC  ? spec.nics
                           : place.kind == NodeKind::T0 ? topology.Tiers().T0sPerPlane()
                           : place.kind == NodeKind::T1 ? topology.Tiers().T1sPerPlane()
                                                        : topology.Tiers().T2sPerPlane();
    return place.plane < spec.planes && place.index < count;
}

/** Names the nodes that exist. */
[[noreturn]] void
Refuse(const Topology& topology, const std::string& name)
{
    const TopologySpec& spec = topology.Spec();
    if (spec.graph)
    {
        throw std::invalid_argument("'" + name + "' is no node of " + spec.name +
                                    "; expected a name of that graph, such as '" +
                                    NodeName(topology, spec.nics) + "'");
    }
    std::ostringstream message;
    message << "'" << name << "' is no node of this fabric; expected nic0 .. nic" << spec.nics - 1
            << ", p0.t0.0 .. p" << spec.planes - 1 << ".t0." << topology.Tiers().T0sPerPlane() - 1;
    if (spec.t1Count > 0)
    {
        message << (spec.HasPods() ? ", " : " or ") << "p0.t1.0 .. p" << spec.planes - 1 << ".t1."
                << topology.Tiers().T1sPerPlane() - 1;
    }
    if (spec.HasPods())
    {
        message << " or p0.t2.0 .. p" << spec.planes - 1 << ".t2."
                << topology.Tiers().T2sPerPlane() - 1;
    }
    throw std::invalid_argument(message.str());
}

} // namespace

/** Scripts, lists of ports and output files use these names; FindNode reads them back. */
std::string
NodeName(const Topology& topology, uint32_t node)
{
    const NodePlace place = topology.PlaceOf(node);
    if (topology.Spec().graph)
    {
        return topology.Spec().graph->NameOf(node);
    }
    if (place.kind == NodeKind::NIC)
    {
        return "nic" + std::to_string(place.index);
    }
    const char* const tier = place.kind == NodeKind::T0   ? ".t0."
                             : place.kind == NodeKind::T1 ? ".t1."
                                                          : ".t2.";
    return "p" + std::to_string(place.plane) + tier + std::to_string(place.index);
}

std::string
PortName(const Topology& topology, uint32_t port)
{
    const PortPlace place = topology.PortPlaceOf(port);
    const std::string owner = NodeName(topology, topology.NodeOf(port));
    if (place.kind == PortKind::NIC)
    {
        return owner + ".p" + std::to_string(place.plane);
    }
    return owner + (LooksUp(place.kind) ? ".up" : ".down") + std::to_string(place.link);
}

std::optional<uint32_t>
FindNode(const Topology& topology, const std::string& name)
{
    if (topology.Spec().graph)
    {
        return topology.Spec().graph->Find(name);
    }
    const std::optional<NodePlace> place = ParseName(name);
    // sscanf also takes `nic+1`, `nic007` and `nic1x`: only the name that the fabric prints counts.
    if (place && Exists(topology, *place) && NodeName(topology, topology.NodeAt(*place)) == name)
    {
        return topology.NodeAt(*place);
    }
    return std::nullopt;
}

std::vector<uint32_t>
NodesNamed(const Topology& topology, const std::string& names)
{
    std::vector<uint32_t> nodes;
    std::istringstream words(names);
    for (std::string name; std::getline(words, name, ',');)
    {
        const std::optional<uint32_t> node = FindNode(topology, name);
        if (!node)
        {
            Refuse(topology, name);
        }
        nodes.push_back(*node);
    }
    return nodes;
}

} // namespace mrc
} // namespace ns3
