/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graphml.h"

#ifdef MRC_HAS_GRAPHML
#include "mrc-xml-tags.h"

#define BOOST_BIND_GLOBAL_PLACEHOLDERS // Boost 1.74's own header warns of its use otherwise
#include <algorithm>
#include <boost/any.hpp>
#include <boost/graph/graphml.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cstdint>
#include <exception>
#include <iterator>
#include <sstream>
#include <utility>
#endif

namespace ns3
{
namespace mrc
{

#ifdef MRC_HAS_GRAPHML

namespace
{

/** Takes the nodes and edges that Boost.Graph reads, all nodes first. */
class GraphMlSink : public boost::mutate_graph
{
  public:
    explicit GraphMlSink(LabelledGraph& graph)
        : m_graph(graph)
    {
    }

    bool is_directed() const override // NOLINT: named by Boost
    {
        return false;
    }

    boost::any do_add_vertex() override // NOLINT: named by Boost
    {
        m_graph.nodes.emplace_back();
        return m_graph.nodes.size() - 1;
    }

    std::pair<boost::any, bool> do_add_edge(boost::any a, boost::any b) override // NOLINT
    {
        m_graph.edges.push_back(
            {{boost::any_cast<std::size_t>(a), boost::any_cast<std::size_t>(b)}, {}, {}});
        return {m_graph.edges.size() - 1, true};
    }

    void set_graph_property(const std::string&, const std::string&, const std::string&) override
    {
        // nothing of a fabric
    }

    void set_vertex_property(const std::string& name,
                             boost::any node,
                             const std::string& value,
                             const std::string&) override
    {
        m_graph.nodes.at(boost::any_cast<std::size_t>(node)).attributes[name] = value;
    }

    void set_edge_property(const std::string& name,
                           boost::any edge,
                           const std::string& value,
                           const std::string&) override
    {
        m_graph.edges.at(boost::any_cast<std::size_t>(edge)).attributes[name] = value;
    }

  private:
    LabelledGraph& m_graph;
};

} // namespace

LabelledGraph
ReadGraphMl(std::istream& in, const std::string& name)
{
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    // Boost.Graph reads values without positions, so the tags are read beside it for names and
    // places.
    const GraphTags tags = TagsOf(text, name);
    LabelledGraph graph;
    GraphMlSink sink(graph);
    std::istringstream again(text);
    try
    {
        boost::read_graphml(again, sink, 0);
    }
    catch (const boost::undirected_graph_error&)
    {
        throw ParseError(name, tags.graph, "a directed graph; expected edgedefault=\"undirected\"");
    }
    catch (const boost::directed_graph_error&)
    {
        throw ParseError(name, tags.graph, "a directed graph; expected edgedefault=\"undirected\"");
    }
    catch (const boost::property_tree::xml_parser_error& error)
    {
        const TextPosition at{std::max(static_cast<uint32_t>(error.line()), 1U), 1};
        throw ParseError(name, at, error.message() + "; expected GraphML");
    }
    catch (const boost::property_tree::ptree_bad_path&)
    {
        throw ParseError(name, tags.graph, "no tag 'graphml'; expected GraphML");
    }
    catch (const std::exception& error)
    {
        throw ParseError(name, tags.graph, std::string(error.what()) + "; expected GraphML");
    }
    // Both readings must find the same, or names would go to other nodes.
    if (graph.nodes.size() != tags.nodes.size() || graph.edges.size() != tags.edges.size())
    {
        throw ParseError(name,
                         tags.graph,
                         "Boost.Graph finds other nodes or edges here than stand in the text; "
                         "expected one graph, without graphs inside");
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    {
        graph.nodes[i].name = tags.nodes[i].text;
        graph.nodes[i].at = tags.nodes[i].at;
    }
    for (std::size_t i = 0; i < graph.edges.size(); ++i)
    {
        graph.edges[i].at = tags.edges[i];
    }
    return graph;
}

#else

LabelledGraph
ReadGraphMl(std::istream&, const std::string& name)
{
    throw ParseError(name,
                     {},
                     "this build reads no GraphML; expected Boost.Graph (libboost-graph-dev) "
                     "when the module is built, or the graph in DOT");
}

#endif

} // namespace mrc
} // namespace ns3
