/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_LINKS_H
#define MRC_GRAPH_LINKS_H

#include "mrc-labelled-graph.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Says which parts the nodes of a graph have links to: NICs, or switches. */
class GraphLinks
{
  public:
    /**
     * @param graph the graph
     * @param name of the graph's file, for messages; both must outlive this
     * @throws ParseError naming a node or edge that no fabric has
     */
    GraphLinks(const LabelledGraph& graph, const std::string& name);

    /** @return the graph */
    const LabelledGraph& Graph() const
    {
        return m_graph;
    }

    /** @param node number of the node @return the node's name, for messages */
    std::string Named(std::size_t node) const;

    /** @param node number of the node @return whether the node is a NIC, and no switch */
    bool IsNic(std::size_t node) const
    {
        return m_isNic[node];
    }

    /**
     * @param node number of the node @return the edges that end there, in the order of the graph
     */
    const std::vector<std::size_t>& EdgesAt(std::size_t node) const
    {
        return m_edgesAt[node];
    }

    /**
     * @param edge number of the edge
     * @param node one of its ends
     * @return the other end
     */
    std::size_t OtherEnd(std::size_t edge, std::size_t node) const;

    /**
     * @param at where
     * @param message what is wrong there, and what was expected
     * @throws ParseError always, with this message
     */
    [[noreturn]] void Fail(TextPosition at, const std::string& message) const;

  private:
    bool HasRoleOfNic(const LabelledNode& node) const;
    void FindNics();
    void FindEdges();

    const LabelledGraph& m_graph;
    const std::string& m_name;
    std::vector<bool> m_isNic;
    std::vector<std::vector<std::size_t>> m_edgesAt;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_LINKS_H */
