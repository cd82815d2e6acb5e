/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LABELLED_GRAPH_H
#define MRC_LABELLED_GRAPH_H

#include "ns3/mrc-text-reader.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Attributes by name. */
using GraphAttributes = std::map<std::string, std::string>;

/** A node of a graph. */
struct LabelledNode
{
    std::string name;           //!< as in the text
    TextPosition at;            //!< place where the node is named first
    GraphAttributes attributes; //!< defaults of nodes included
};

/** An edge of a graph. */
struct LabelledEdge
{
    std::size_t ends[2];        //!< numbers of the edge's nodes
    TextPosition at;            //!< place in the text
    GraphAttributes attributes; //!< defaults of edges included
};

/** An undirected graph as a text has it, in DOT or GraphML. */
struct LabelledGraph
{
    std::vector<LabelledNode> nodes; //!< in the order of their first names
    std::vector<LabelledEdge> edges; //!< in the order of the text
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LABELLED_GRAPH_H */
