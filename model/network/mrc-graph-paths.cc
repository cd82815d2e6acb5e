/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-paths.h"

#include "mrc-graph-shape.h"

#include <algorithm>
#include <stdexcept>

#if __has_include(<boost/graph/breadth_first_search.hpp>)
#define MRC_HAS_BOOST_GRAPH
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#endif

namespace ns3
{
namespace mrc
{

namespace
{

#ifdef MRC_HAS_BOOST_GRAPH

/** The switches of one plane, numbered from 0, with an edge for each link. */
using PlaneGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

/**
 * Counts the paths to where the search begins: a vertex has those of its nearer neighbours
 * together, all of which were examined before the vertex is.
 */
class PathCounter : public boost::default_bfs_visitor
{
  public:
    PathCounter(std::vector<uint16_t>& hops, std::vector<uint16_t>& counts)
        : m_hops(hops),
          m_counts(counts)
    {
    }

    template <class Edge, class Graph>
    void tree_edge(Edge edge, const Graph& graph) const // NOLINT: named by Boost
    {
        m_hops[target(edge, graph)] = static_cast<uint16_t>(m_hops[source(edge, graph)] + 1);
    }

    template <class Edge, class Graph>
    void examine_edge(Edge edge, const Graph& graph) const // NOLINT: named by Boost
    {
        const uint16_t near = m_hops[source(edge, graph)];
        const uint16_t far = m_hops[target(edge, graph)];
        if (far > near) // that of a vertex not yet found is the largest number
        {
            uint16_t& count = m_counts[target(edge, graph)];
            count = static_cast<uint16_t>(
                std::min<uint32_t>(count + m_counts[source(edge, graph)], GraphPaths::MAX_PATHS));
        }
    }

  private:
    std::vector<uint16_t>& m_hops;
    std::vector<uint16_t>& m_counts;
};

#endif

} // namespace

GraphPaths::GraphPaths(const GraphShape& shape)
    : m_shape(shape),
      m_local(shape.NodeCount()),
      m_rowOf(shape.NodeCount(), UINT32_MAX)
{
#ifdef MRC_HAS_BOOST_GRAPH
    for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
    {
        std::vector<uint32_t> switches;
        for (const NodeKind kind : {NodeKind::T0, NodeKind::T1, NodeKind::T2})
        {
            for (uint32_t i = 0; i < shape.Count(kind, plane); ++i)
            {
                m_local[shape.FirstOf(kind, plane) + i] = static_cast<uint32_t>(switches.size());
                switches.push_back(shape.FirstOf(kind, plane) + i);
            }
        }
        PlaneGraph graph(switches.size());
        for (const uint32_t node : switches)
        {
            for (uint32_t port = shape.FirstPort(node); port < shape.FirstPort(node + 1); ++port)
            {
                const uint32_t far = shape.PortOf(shape.PortOf(port).peer).node;
                if (far < node && shape.PlaceOf(far).kind != NodeKind::NIC)
                {
                    boost::add_edge(m_local[node], m_local[far], graph);
                }
            }
        }
        const uint32_t t0s = shape.Count(NodeKind::T0, plane); // which come first
        for (uint32_t to = 0; to < t0s; ++to)
        {
            Row row{std::vector<uint16_t>(switches.size(), UINT16_MAX),
                    std::vector<uint16_t>(switches.size())};
            row.hops[to] = 0;
            row.counts[to] = 1;
            boost::breadth_first_search(graph,
                                        to,
                                        boost::visitor(PathCounter(row.hops, row.counts)));
            for (uint32_t from = 0; from < t0s; ++from)
            {
                m_longest = std::max<uint32_t>(m_longest, row.hops[from]);
                m_most = std::max<uint32_t>(m_most, row.counts[from]);
            }
            m_rowOf[switches[to]] = static_cast<uint32_t>(m_rows.size());
            m_rows.push_back(std::move(row));
        }
    }
#else
    throw std::invalid_argument("this build has no Boost.Graph, which finds the paths of graphs; "
                                "expected its headers (libboost-dev) when the module is built");
#endif
}

bool
GraphPaths::IsNearer(uint32_t port, const Row& row) const
{
    const ShapePort& near = m_shape.PortOf(port);
    const uint32_t far = m_shape.PortOf(near.peer).node;
    return m_shape.PlaceOf(far).kind != NodeKind::NIC &&
           row.hops[LocalOf(far)] + 1U == row.hops[LocalOf(near.node)];
}

std::vector<uint32_t>
GraphPaths::Next(uint32_t from, uint32_t to) const
{
    std::vector<uint32_t> ports;
    for (uint32_t port = m_shape.FirstPort(from); port < m_shape.FirstPort(from + 1); ++port)
    {
        if (IsNearer(port, RowOf(to)))
        {
            ports.push_back(port);
        }
    }
    return ports;
}

/**
 * Deals path numbers to the ways on as cards: each way gets one in turn until it has no more
 * paths, then the others go on. Where all have as many, as in a Clos network, the way is the number
 * modulo the ways.
 *
 * @param from where the path stands
 * @param row of its end
 * @param[in,out] path its number among those from here, then among those behind the way
 * @return the port of the way
 */
uint32_t
GraphPaths::Step(uint32_t from, const Row& row, uint32_t& path) const
{
    const auto countBehind = [&](uint32_t port) -> uint32_t {
        return IsNearer(port, row)
                   ? row.counts[LocalOf(m_shape.PortOf(m_shape.PortOf(port).peer).node)]
                   : 0;
    };
    const uint32_t begin = m_shape.FirstPort(from);
    const uint32_t end = m_shape.FirstPort(from + 1);
    for (uint32_t dealt = 0;;) // to each way that had as many
    {
        uint32_t ways = 0;
        uint32_t least = UINT32_MAX;
        for (uint32_t port = begin; port < end; ++port)
        {
            const uint32_t count = countBehind(port);
            if (count > dealt)
            {
                ++ways;
                least = std::min(least, count);
            }
        }
        if (ways == 0)
        {
            throw std::out_of_range("a path of a graph has a number that is not below their count");
        }
        const uint32_t rounds = least - dealt;
        if (path / ways >= rounds)
        {
            path -= ways * rounds;
            dealt = least;
            continue;
        }
        uint32_t turn = path % ways;
        path = dealt + path / ways;
        for (uint32_t port = begin; port < end; ++port)
        {
            if (countBehind(port) > dealt && turn-- == 0)
            {
                return port;
            }
        }
    }
}

std::vector<uint32_t>
GraphPaths::PortsOf(uint32_t from, uint32_t to, uint32_t path) const
{
    const Row& row = RowOf(to);
    std::vector<uint32_t> ports;
    while (from != to)
    {
        const uint32_t port = Step(from, row, path);
        ports.push_back(port);
        from = m_shape.PortOf(m_shape.PortOf(port).peer).node;
    }
    return ports;
}

} // namespace mrc
} // namespace ns3
