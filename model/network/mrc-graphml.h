/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPHML_H
#define MRC_GRAPHML_H

#include "mrc-labelled-graph.h"

#include <istream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Reads an undirected graph in GraphML by Boost.Graph, as graph tools write it [graph-files].
 *
 * @param in the text: one graph, without graphs inside
 * @param name of the file, for messages
 * @return the graph; nodes are called by their ids, attributes by the names of their keys
 * @throws ParseError `name:line:column: what is wrong; what was expected`; always, where the module
 *         was built without Boost.Graph
 */
LabelledGraph ReadGraphMl(std::istream& in, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPHML_H */
