/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-dot-graph.h"

#include "mrc-dot-words.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Reads one graph; an instance is used once. */
class DotParser
{
  public:
    DotParser(const std::string& text, const std::string& name)
        : m_words(text, name)
    {
    }

    LabelledGraph Parse()
    {
        if (m_words.IsKeyword("strict"))
        {
            m_isStrict = true;
            m_words.Next();
        }
        // A digraph would have links of one direction.
        if (!m_words.IsKeyword("graph"))
        {
            m_words.Fail("'graph', as links have no direction");
        }
        m_words.Next();
        if (m_words.IsName())
        {
            m_words.Next();
        }
        Expect("{", "and the nodes and edges");
        while (!m_words.Skip("}"))
        {
            ReadStatement();
            m_words.Skip(";");
        }
        // A second graph behind the first would be ignored otherwise.
        if (!m_words.Word().text.empty() || m_words.IsName())
        {
            m_words.Fail("the end: one graph");
        }
        return m_graph;
    }

  private:
    void Expect(const char* mark, const char* purpose)
    {
        if (!m_words.Skip(mark))
        {
            m_words.Fail(Quoted(mark) + " " + purpose);
        }
    }

    std::string Name(const char* what)
    {
        if (!m_words.IsName())
        {
            m_words.Fail(what);
        }
        const std::string name = m_words.Word().text;
        m_words.Next();
        return name;
    }

    void ReadStatement()
    {
        const Token first = m_words.Word();
        const bool isOfGraph = m_words.IsKeyword("graph");
        const bool isOfNodes = m_words.IsKeyword("node");
        const bool isOfEdges = m_words.IsKeyword("edge");
        const bool isSubgraph = m_words.IsKeyword("subgraph");
        const std::string word = Name("a node, an edge, or '}'");
        if (isSubgraph)
        {
            m_words.Fail(first.at, "a subgraph; expected nodes and edges alone");
        }
        if (m_words.Skip("="))
        {
            Name("a value"); // of the graph itself, which says nothing of a fabric
            return;
        }
        if (isOfGraph || isOfNodes || isOfEdges)
        {
            // Attributes of the graph as a whole are read and dropped, those of nodes and edges are
            // defaults.
            GraphAttributes graph;
            ReadAttributes(isOfNodes ? m_ofNodes : isOfEdges ? m_ofEdges : graph);
            return;
        }
        ReadChain(NodeOf({word, first.at}));
    }

    /**
     * Reads the words behind the first node: edges with their attributes, or the node's own ones.
     */
    void ReadChain(std::size_t from)
    {
        std::vector<std::size_t> edges;
        std::size_t last = from;
        for (TextPosition at = m_words.Word().at; m_words.Skip("--"); at = m_words.Word().at)
        {
            const Token word = m_words.Word();
            const std::size_t next = NodeOf({Name("a node"), word.at});
            edges.push_back(EdgeBetween(last, next, at));
            last = next;
        }
        if (!m_words.IsName() && m_words.Word().text == "->")
        {
            m_words.Fail("'--', as links have no direction");
        }
        GraphAttributes own;
        ReadAttributes(own);
        // Behind a chain of edges the attributes are those of all its edges.
        for (const auto& [name, value] : own)
        {
            if (edges.empty())
            {
                m_graph.nodes[from].attributes[name] = value;
            }
            for (const std::size_t edge : edges)
            {
                m_graph.edges[edge].attributes[name] = value;
            }
        }
    }

    /** In a strict graph two nodes have one edge, however often it is named. */
    std::size_t EdgeBetween(std::size_t a, std::size_t b, TextPosition at)
    {
        const auto [known, isNew] = m_edgeOf.emplace(std::minmax(a, b), m_graph.edges.size());
        if (m_isStrict && !isNew)
        {
            return known->second;
        }
        m_graph.edges.push_back({{a, b}, at, m_ofEdges});
        return m_graph.edges.size() - 1;
    }

    void ReadAttributes(GraphAttributes& attributes)
    {
        while (m_words.Skip("["))
        {
            while (!m_words.Skip("]"))
            {
                const std::string name = Name("an attribute, or ']'");
                Expect("=", "and a value");
                attributes[name] = Name("a value");
                // Commas, semicolons or nothing part attributes.
                if (!m_words.Skip(","))
                {
                    m_words.Skip(";");
                }
            }
        }
    }

    std::size_t NodeOf(const Token& word)
    {
        // Defaults count for nodes that are first named below them.
        const auto [found, isNew] = m_numbers.emplace(word.text, m_graph.nodes.size());
        if (isNew)
        {
            m_graph.nodes.push_back({word.text, word.at, m_ofNodes});
        }
        return found->second;
    }

    DotWords m_words;
    LabelledGraph m_graph;
    std::map<std::string, std::size_t> m_numbers;                        //!< of nodes, by name
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> m_edgeOf; //!< first, by its ends
    bool m_isStrict{false};
    GraphAttributes m_ofNodes;
    GraphAttributes m_ofEdges;
};

} // namespace

LabelledGraph
ReadDotGraph(std::istream& in, const std::string& name)
{
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return DotParser(text, name).Parse();
}

} // namespace mrc
} // namespace ns3
