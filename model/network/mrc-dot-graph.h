/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DOT_GRAPH_H
#define MRC_DOT_GRAPH_H

#include "ns3/mrc-text-reader.h"

#include <cstddef>
#include <istream>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Attributes by name. */
using DotAttributes = std::map<std::string, std::string>;

/** A node of a graph. */
struct DotNode
{
    std::string name;         //!< as it stands in the text
    TextPosition at;          //!< where it is named first
    DotAttributes attributes; //!< defaults of nodes included
};

/** An edge of a graph. */
struct DotEdge
{
    std::size_t ends[2];      //!< numbers of its nodes
    TextPosition at;          //!< of the dashes
    DotAttributes attributes; //!< defaults of edges included
};

/** A graph as a text in Graphviz's DOT language has it. */
struct DotGraph
{
    std::vector<DotNode> nodes; //!< in the order of their first names
    std::vector<DotEdge> edges; //!< in the order of the text
};

/**
 * Reads an undirected graph in Graphviz's DOT language, as graph tools write it [graph-files].
 *
 * `graph NAME { ... }` with nodes, chains of edges `a -- b -- c`, attributes in brackets, defaults
 * `node [...]`, `edge [...]` and `graph [...]`, `name=value`, and comments. Subgraphs, ports and
 * HTML are not supported.
 *
 * @param in the text
 * @param name of the file, for messages
 * @return the graph
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
DotGraph ReadDotGraph(std::istream& in, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_DOT_GRAPH_H */
