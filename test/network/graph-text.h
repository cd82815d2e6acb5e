/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GRAPH_TEXT_H
#define GRAPH_TEXT_H

#include "ns3/mrc-graph-reader.h"
#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-topology.h"

#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return a fabric of numbers as a graph in DOT; nodes have the names of the fabric's */
inline std::string
DotOf(const Topology& topology)
{
    std::ostringstream text;
    text << "graph { node [role=nic]\n";
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        text << (node == topology.Spec().nics ? "node [role=switch]\n" : "") << '"'
             << NodeName(topology, node) << "\";";
    }
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        const uint32_t near = topology.NodeOf(port);
        const uint32_t far = topology.NodeOf(topology.Peer(port));
        if (near < far && !LineOf(topology, port).missing)
        {
            text << '"' << NodeName(topology, near) << "\" -- \"" << NodeName(topology, far)
                 << "\" [rate=" << LineOf(topology, port).rate / 1000000
                 << "Mbps, delay=" << LineOf(topology, port).delay.Ps() / 1000 << "ns]\n";
        }
    }
    text << "}\n";
    return text.str();
}

/** @return the fabric of a graph in DOT */
inline TopologySpec
ParseDot(const std::string& text)
{
    std::istringstream in(text);
    return ReadGraph(in, "g.dot");
}

/** @return a Clos network of so many tiers, two ways up everywhere: two NICs on each T0 */
inline std::string
ButterflyOf(int tiers)
{
    const int width = 1 << (tiers - 1); // switches of a tier
    std::ostringstream text;
    text << "graph { edge [rate=100Gbps]\n";
    for (int i = 0; i < 2 * width; ++i)
    {
        text << "n" << i << " [role=nic]; n" << i << " -- a" << i / 2 << "\n";
    }
    for (int tier = 0; tier + 1 < tiers; ++tier)
    {
        const char near = static_cast<char>('a' + tier);
        for (int i = 0; i < width; ++i)
        {
            for (const int far : {i, i ^ (1 << tier)})
            {
                text << near << i << " -- " << static_cast<char>(near + 1) << far << "\n";
            }
        }
    }
    text << "}\n";
    return text.str();
}

/** @return a Clos network of four tiers, two ways up everywhere: 16 NICs */
inline std::string
FourTiers()
{
    return ButterflyOf(4);
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* GRAPH_TEXT_H */
