/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-list.h"

#include "mrc-node-names.h"
#include "mrc-node-ports.h"

#include "ns3/mrc-text-reader.h"

#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the ports that one item stands for */
std::vector<uint32_t>
PortsNamed(const std::string& item, const Topology& topology)
{
    if (const std::optional<uint32_t> node = FindNode(topology, item))
    {
        return PortsOf(topology, *node);
    }
    // a port's name is its node's and one part more
    const std::string owner = item.substr(0, item.rfind('.'));
    if (const std::optional<uint32_t> node = FindNode(topology, owner))
    {
        for (const uint32_t port : PortsOf(topology, *node))
        {
            if (item == PortName(topology, port))
            {
                return {port};
            }
        }
    }
    // The first node behind the NICs is a switch, the first port belongs to a NIC.
    throw std::invalid_argument(
        "port list, item " + Quoted(item) + ": expected a node of this fabric such as " +
        NodeName(topology, topology.Spec().nics) + " or a port such as " + PortName(topology, 0));
}

} // namespace

std::vector<uint32_t>
ReadPortList(const std::string& list, const Topology& topology)
{
    std::set<uint32_t> ports; // a node and one of its ports may both be named
    // getline passes over an empty last item, which is a mistake: a comma more makes the mistake
    // show.
    std::istringstream items(list + (list.empty() ? "" : ","));
    for (std::string item; std::getline(items, item, ',');)
    {
        const std::vector<uint32_t> named = PortsNamed(item, topology);
        ports.insert(named.begin(), named.end());
    }
    for (uint32_t port = 0; list.empty() && port < topology.PortCount(); ++port)
    {
        ports.insert(port);
    }
    return {ports.begin(), ports.end()};
}

} // namespace mrc
} // namespace ns3
