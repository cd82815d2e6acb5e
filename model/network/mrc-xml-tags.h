/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_XML_TAGS_H
#define MRC_XML_TAGS_H

#include "ns3/mrc-text-reader.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Where the parts of a graph stand in a text of GraphML, which Boost.Graph does not tell. */
struct GraphTags
{
    TextPosition graph; //!< of the first graph
    std::vector<Token>
        nodes; //!< ids, in the order of their tags: Boost reads edges behind all nodes
    std::vector<TextPosition> edges; //!< in the order of the text
};

/**
 * @param text of a file of GraphML; only the tags count
 * @param name of the file, for messages
 * @return where the graph, its nodes and its edges stand
 * @throws ParseError if tags lie too deep in each other, or end as others began. So it does if a
 * node or an edge has no name, two nodes have one, or a name is nobody's. What Boost.Graph would
 * read as other values is refused too: references to no character, declarations, and defaults of
 * keys for all
 */
GraphTags TagsOf(const std::string& text, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_XML_TAGS_H */
