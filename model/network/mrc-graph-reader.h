/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_READER_H
#define MRC_GRAPH_READER_H

#include "mrc-topology-spec.h"

#include <istream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Reads a fabric from a graph in Graphviz's DOT language [graph-files].
 *
 * A node with `role=nic` is a NIC, all others are switches. Planes are the parts of the graph that
 * are left without NICs, and a NIC has one link to each. Edges have `rate` (100Gbps), and may have
 * `delay` (125ns) and `jitter`. Without `delay` an edge to a NIC has 20 ns, and any other 125 ns.
 * Other attributes count for nothing. There may be any number of tiers or none, and several links
 * between two switches.
 *
 * @param in the text
 * @param name of the file, for messages; also of the topology
 * @return the fabric, validated; `graph` is set
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
TopologySpec ReadGraph(std::istream& in, const std::string& name);

/**
 * As ReadGraph, in GraphML.
 *
 * @param in the text
 * @param name of the file, for messages; also of the topology
 * @return the fabric, validated; `graph` is set
 * @throws ParseError as ReadGraph, and where the module was built without Boost.Graph
 */
TopologySpec ReadGraphMlFabric(std::istream& in, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_READER_H */
