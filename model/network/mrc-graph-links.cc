/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-links.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return whether names of files and of rows in tables can hold the name of a node */
bool
IsUsable(const std::string& name)
{
    return !name.empty() && std::none_of(name.begin(), name.end(), [](char c) {
        // Bytes of UTF-8 beyond ASCII are allowed: as char they may be negative.
        return c == ',' || c == '"' || c == '/' || (c >= 0 && c < ' ') || c == 0x7f;
    });
}

} // namespace

GraphLinks::GraphLinks(const LabelledGraph& graph, const std::string& name)
    : m_graph(graph),
      m_name(name),
      m_edgesAt(graph.nodes.size())
{
    FindNics();
    FindEdges();
}

void
GraphLinks::Fail(TextPosition at, const std::string& message) const
{
    throw ParseError(m_name, at, message);
}

std::string
GraphLinks::Named(std::size_t node) const
{
    return Quoted(m_graph.nodes[node].name);
}

std::size_t
GraphLinks::OtherEnd(std::size_t edge, std::size_t node) const
{
    const std::size_t* const ends = m_graph.edges[edge].ends;
    return ends[0] == node ? ends[1] : ends[0];
}

void
GraphLinks::FindNics()
{
    for (const LabelledNode& node : m_graph.nodes)
    {
        if (!IsUsable(node.name))
        {
            Fail(node.at,
                 "a node is called " + Quoted(node.name) +
                     "; expected a name without commas, quotation marks, slashes and "
                     "control characters, as names stand in lists, tables and names of files");
        }
        m_isNic.push_back(HasRoleOfNic(node));
    }
    // Every other node is a switch, so a file without roles would be all switches.
    if (std::find(m_isNic.begin(), m_isNic.end(), true) == m_isNic.end())
    {
        Fail({}, "no NIC in the graph; expected nodes with role=nic");
    }
}

/** Refuses other roles: with one letter wrong a NIC would be a switch. */
bool
GraphLinks::HasRoleOfNic(const LabelledNode& node) const
{
    const auto role = node.attributes.find("role");
    if (role == node.attributes.end() || role->second == "switch")
    {
        return false;
    }
    if (role->second != "nic")
    {
        Fail(node.at,
             "a node with role=" + Quoted(role->second) +
                 "; expected role=nic, role=switch, or no role, which is a switch");
    }
    return true;
}

/**
 * A link joins two switches, or a NIC and a switch. NICs do not forward, so two of them need a
 * switch between.
 */
void
GraphLinks::FindEdges()
{
    for (std::size_t i = 0; i < m_graph.edges.size(); ++i)
    {
        const LabelledEdge& edge = m_graph.edges[i];
        const auto [a, b] = edge.ends;
        if (a == b)
        {
            Fail(edge.at, "a link from " + Named(a) + " to itself; expected another node");
        }
        if (IsNic(a) && IsNic(b))
        {
            Fail(edge.at,
                 "a link between NICs " + Named(a) + " and " + Named(b) +
                     "; expected a switch at one end at least");
        }
        m_edgesAt[a].push_back(i);
        m_edgesAt[b].push_back(i);
    }
}

} // namespace mrc
} // namespace ns3
