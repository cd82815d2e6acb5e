/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-dot-graph.h"

#include "mrc-dot-words.h"

#include <iterator>

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

    DotGraph Parse()
    {
        if (m_words.Word().text == "strict")
        {
            m_words.Next();
        }
        if (m_words.Word().text != "graph")
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
        const std::string word = Name("a node, an edge, or '}'");
        if (word == "subgraph")
        {
            m_words.Fail(first.at, "a subgraph; expected nodes and edges alone");
        }
        if (m_words.Skip("="))
        {
            Name("a value"); // of the graph itself, which says nothing of a fabric
            return;
        }
        if (word == "graph" || word == "node" || word == "edge")
        {
            DotAttributes graph;
            ReadAttributes(word == "node" ? m_ofNodes : word == "edge" ? m_ofEdges : graph);
            return;
        }
        ReadChain(NodeOf({word, first.at}));
    }

    /** Reads what is behind the first node: edges with their attributes, or its own ones. */
    void ReadChain(std::size_t from)
    {
        const std::size_t begin = m_graph.edges.size();
        std::size_t last = from;
        for (TextPosition at = m_words.Word().at; m_words.Skip("--"); at = m_words.Word().at)
        {
            const Token word = m_words.Word();
            const std::size_t next = NodeOf({Name("a node"), word.at});
            m_graph.edges.push_back({{last, next}, at, m_ofEdges});
            last = next;
        }
        if (!m_words.IsName() && m_words.Word().text == "->")
        {
            m_words.Fail("'--', as links have no direction");
        }
        DotAttributes own;
        ReadAttributes(own);
        for (const auto& [name, value] : own)
        {
            if (begin == m_graph.edges.size())
            {
                m_graph.nodes[from].attributes[name] = value;
            }
            for (std::size_t i = begin; i < m_graph.edges.size(); ++i)
            {
                m_graph.edges[i].attributes[name] = value;
            }
        }
    }

    void ReadAttributes(DotAttributes& attributes)
    {
        while (m_words.Skip("["))
        {
            while (!m_words.Skip("]"))
            {
                const std::string name = Name("an attribute, or ']'");
                Expect("=", "and a value");
                attributes[name] = Name("a value");
                if (!m_words.Skip(","))
                {
                    m_words.Skip(";");
                }
            }
        }
    }

    std::size_t NodeOf(const Token& word)
    {
        const auto [found, isNew] = m_numbers.emplace(word.text, m_graph.nodes.size());
        if (isNew)
        {
            m_graph.nodes.push_back({word.text, word.at, m_ofNodes});
        }
        return found->second;
    }

    DotWords m_words;
    DotGraph m_graph;
    std::map<std::string, std::size_t> m_numbers; //!< of nodes, by name
    DotAttributes m_ofNodes;
    DotAttributes m_ofEdges;
};

} // namespace

DotGraph
ReadDotGraph(std::istream& in, const std::string& name)
{
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return DotParser(text, name).Parse();
}

} // namespace mrc
} // namespace ns3
