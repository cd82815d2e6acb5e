/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BENCH_GRAPH_H
#define MRC_BENCH_GRAPH_H

#include "ns3/mrc-graph-reader.h"
#include "ns3/mrc-link-lines.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-topology.h"

#include <sstream>

/** @return a Clos network as a graph: the same nodes and links, by a text in DOT */
inline ns3::mrc::TopologySpec
GraphOf(const ns3::mrc::TopologySpec& spec)
{
    const ns3::mrc::Topology topology(spec);
    std::stringstream text;
    text << "graph { node [role=nic]\n";
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        text << (node == spec.nics ? "node [role=switch]\n" : "") << '"' << NodeName(topology, node)
             << "\"\n";
    }
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        const uint32_t far = topology.NodeOf(topology.Peer(port));
        if (topology.NodeOf(port) < far)
        {
            text << '"' << NodeName(topology, topology.NodeOf(port)) << "\" -- \""
                 << NodeName(topology, far) << "\" [rate=" << LineOf(topology, port).rate / 1000000
                 << "Mbps, delay=" << LineOf(topology, port).delay.Ps() / 1000 << "ns]\n";
        }
    }
    text << "}\n";
    return ns3::mrc::ReadGraph(text, spec.name);
}

#endif /* MRC_BENCH_GRAPH_H */
