/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-list.h"

#include "ns3/mrc-text-reader.h"

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
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        const std::string name = topology.NodeName(node);
        if (item == name)
        {
            return topology.PortsOf(node);
        }
        if (item.compare(0, name.size() + 1, name + '.') != 0)
        {
            continue;
        }
        for (const uint32_t port : topology.PortsOf(node))
        {
            if (item == topology.PortName(port))
            {
                return {port};
            }
        }
    }
    throw std::invalid_argument(
        "port list, item " + Quoted(item) + ": expected a node of this fabric such as " +
        topology.NodeName(topology.Spec().nics) + " or a port such as " + topology.PortName(0));
}

} // namespace

std::vector<uint32_t>
ReadPortList(const std::string& list, const Topology& topology)
{
    std::set<uint32_t> ports;
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
