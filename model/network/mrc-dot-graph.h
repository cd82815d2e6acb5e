/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DOT_GRAPH_H
#define MRC_DOT_GRAPH_H

#include "mrc-labelled-graph.h"

#include <istream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Reads an undirected graph in Graphviz's DOT language, as graph tools write it [graph-files].
 *
 * `graph NAME { ... }` with nodes, chains of edges `a -- b -- c`, attributes in brackets, defaults
 * `node [...]`, `edge [...]` and `graph [...]`, `name=value`, and comments. In a `strict` graph an
 * edge that comes again is the same edge. Subgraphs, ports and HTML are not supported.
 *
 * @param in the text
 * @param name of the file, for messages
 * @return the graph
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
LabelledGraph ReadDotGraph(std::istream& in, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_DOT_GRAPH_H */
