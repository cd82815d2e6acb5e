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
 * Reads a fabric of two tiers from a graph in Graphviz's DOT language [graph-files].
 *
 * A node with `role=nic` is a NIC, all others are switches: T0s if a NIC hangs on them, else T1s.
 * Planes are what is left of the graph without NICs. Edges have `rate` (100Gbps), and may have
 * `delay` (125ns) and `jitter`; other attributes count for nothing. Links may be missing, differ,
 * or be several between a T0 and a T1.
 *
 * @param in the text
 * @param name of the file, for messages; also of the topology
 * @return the fabric, validated; links that differ from the first of their tier are rules
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
TopologySpec ReadGraph(std::istream& in, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_READER_H */
