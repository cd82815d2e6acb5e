/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-paths.h"

#include "mrc-graph-shape.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

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
 * Counts the paths to where the search begins. A vertex has those of its nearer neighbours
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

/** @return the switches of a plane, those first on which NICs hang */
std::vector<uint32_t>
SwitchesOf(const GraphShape& shape, PlaneId plane)
{
    std::vector<uint32_t> switches;
    for (const NodeKind kind : {NodeKind::T0, NodeKind::T1, NodeKind::T2, NodeKind::T3})
    {
        for (uint32_t i = 0; i < shape.Count(kind, plane); ++i)
        {
            switches.push_back(shape.FirstOf(kind, plane) + i);
        }
    }
    return switches;
}

/** @return both ends of each link between switches of a plane */
std::vector<std::pair<uint32_t, uint32_t>>
LinksAmong(const GraphShape& shape, const std::vector<uint32_t>& switches)
{
    std::vector<std::pair<uint32_t, uint32_t>> links;
    for (const uint32_t node : switches)
    {
        for (uint32_t port = shape.FirstPort(node); port < shape.FirstPort(node + 1); ++port)
        {
            const uint32_t far = shape.PortOf(shape.PortOf(port).peer).node;
            // The end with the higher number has the link listed, or the link would be there twice.
            if (far < node && shape.PlaceOf(far).kind != NodeKind::NIC)
            {
                links.emplace_back(node, far);
            }
        }
    }
    return links;
}

#endif

} // namespace

GraphPaths::GraphPaths(const GraphShape& shape, PathNumbers numbers)
    : m_shape(shape),
      m_local(shape.NodeCount()),
      m_rowOf(shape.NodeCount(), UINT32_MAX)
{
#ifdef MRC_HAS_BOOST_GRAPH
    for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
    {
        const std::size_t first = m_rows.size();
        AddPlane(plane);
        m_most = std::max(m_most, m_mostDifferent);
        if (numbers == PathNumbers::DIGITS)
        {
            NumberByDigits(first, shape.Count(NodeKind::T0, plane));
        }
    }
#else
    throw std::invalid_argument("this build has no Boost.Graph, which finds the paths of graphs; "
                                "expected its headers (libboost-dev) when the module is built");
#endif
}

#ifdef MRC_HAS_BOOST_GRAPH

/** Searches from each switch of a plane on which NICs hang, and adds the plane's rows. */
void
GraphPaths::AddPlane(PlaneId plane)
{
    const std::vector<uint32_t> switches = SwitchesOf(m_shape, plane);
    for (uint32_t i = 0; i < switches.size(); ++i)
    {
        m_local[switches[i]] = i;
    }
    PlaneGraph graph(switches.size());
    for (const auto& [near, far] : LinksAmong(m_shape, switches))
    {
        boost::add_edge(m_local[near], m_local[far], graph);
    }
    ForksByWays forks;                                       // a port is of one plane
    const uint32_t t0s = m_shape.Count(NodeKind::T0, plane); // which come first
    for (uint32_t to = 0; to < t0s; ++to)
    {
        Row row{std::vector<uint16_t>(switches.size(), UINT16_MAX),
                std::vector<uint16_t>(switches.size()),
                {}};
        row.hops[to] = 0;
        row.counts[to] = 1;
        boost::breadth_first_search(graph, to, boost::visitor(PathCounter(row.hops, row.counts)));
        for (uint32_t from = 0; from < t0s; ++from)
        {
            m_longest = std::max<uint32_t>(m_longest, row.hops[from]);
            m_mostDifferent = std::max<uint32_t>(m_mostDifferent, row.counts[from]);
        }
        for (const uint32_t node : switches)
        {
            row.forks.push_back(ForkOf(node, row, forks));
        }
        m_rowOf[switches[to]] = static_cast<uint32_t>(m_rows.size());
        m_rows.push_back(std::move(row));
    }
}

#endif

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

/** @return the number of the fork from a switch towards the end of a row, made where it is new */
uint32_t
GraphPaths::ForkOf(uint32_t from, const Row& row, ForksByWays& known)
{
    std::vector<uint32_t> key;
    std::vector<Way> ways;
    for (uint32_t port = m_shape.FirstPort(from); port < m_shape.FirstPort(from + 1); ++port)
    {
        if (IsNearer(port, row))
        {
            const uint32_t far = LocalOf(m_shape.PortOf(m_shape.PortOf(port).peer).node);
            ways.push_back({port, far, row.counts[far]});
            key.insert(key.end(), {port, row.counts[far]});
        }
    }
    const auto [fork, isNew] = known.emplace(key, static_cast<uint32_t>(m_forks.size()));
    if (isNew)
    {
        const bool alike = std::all_of(ways.begin(), ways.end(), [&](const Way& way) {
            return way.paths == ways.front().paths;
        });
        m_forks.push_back(
            {static_cast<uint32_t>(m_ways.size()), static_cast<uint32_t>(ways.size()), alike});
        m_ways.insert(m_ways.end(), ways.begin(), ways.end());
    }
    return fork->second;
}

/**
 * Goes from the farthest switches to the nearest, so that switches which no packet comes by are
 * left out.
 *
 * @param first row of a plane; the plane's others are behind
 * @param t0s the plane's switches on which NICs hang
 * @return by hops to the destination: the least common multiple of the numbers of ways on
 */
std::vector<uint64_t>
GraphPaths::MultiplesByHops(std::size_t first, uint32_t t0s) const
{
    std::vector<uint64_t> multiples{1};
    for (uint32_t to = 0; to < t0s; ++to)
    {
        const Row& row = m_rows[first + to];
        std::multimap<uint16_t, uint32_t, std::greater<>> left; // by hops: switches with packets
        for (uint32_t from = 0; from < t0s; ++from)
        {
            left.emplace(row.hops[from], from);
        }
        std::set<uint32_t> seen;
        for (; !left.empty() && left.begin()->first != 0; left.erase(left.begin()))
        {
            const auto [hops, at] = *left.begin();
            if (!seen.insert(at).second)
            {
                continue;
            }
            const Fork& fork = m_forks[row.forks[at]];
            multiples.resize(std::max<std::size_t>(multiples.size(), hops + 1), 1);
            multiples[hops] = std::min<uint64_t>(std::lcm(multiples[hops], uint64_t{fork.ways}),
                                                 MAX_PATHS + 1); // which is refused
            for (uint32_t way = fork.first; way < fork.first + fork.ways; ++way)
            {
                left.emplace(row.hops[m_ways[way].far], m_ways[way].far);
            }
        }
    }
    return multiples;
}

/** The digit of the nearest switches is the lowest, so that the numbers of near sources are few. */
void
GraphPaths::NumberByDigits(std::size_t first, uint32_t t0s)
{
    std::vector<uint32_t> divisors{1};
    uint64_t product = 1;
    for (const uint64_t multiple : MultiplesByHops(first, t0s))
    {
        product *= multiple;
        if (product > MAX_PATHS)
        {
            throw std::invalid_argument(
                "ns3::mrc::EvProfile::Format = Stev in a graph with so many unequal choices that "
                "more than " +
                std::to_string(MAX_PATHS) +
                " numbers of paths are needed; expected fewer, or Format Srv6 or Udp");
        }
        divisors.push_back(static_cast<uint32_t>(product));
    }
    for (Row* row = m_rows.data() + first; row != m_rows.data() + m_rows.size(); ++row)
    {
        row->divisors = divisors;
        for (uint32_t at = 0; at < row->hops.size(); ++at)
        {
            // What the next farther switch divides by.
            const std::size_t next = row->hops[at] + std::size_t{1};
            row->counts[at] = static_cast<uint16_t>(next < divisors.size() ? divisors[next] : 1);
        }
        for (uint32_t from = 0; from < t0s; ++from)
        {
            m_most = std::max<uint32_t>(m_most, row->counts[from]);
        }
    }
}

/**
 * Deals path numbers to the ways on as cards. Each way in turn gets one path until the way has no
 * more, then the others go on.
 *
 * @param fork the ways on
 * @param[in,out] path number of the path among those from here, then among those behind the way
 * @return the way
 */
const GraphPaths::Way&
GraphPaths::TakeOfUnequal(const Fork& fork, uint32_t& path) const
{
    const Way* const begin = m_ways.data() + fork.first;
    const Way* const end = begin + fork.ways;
    for (uint32_t dealt = 0;;) // to each way that had as many
    {
        uint32_t ways = 0;
        uint32_t least = UINT32_MAX;
        for (const Way* way = begin; way != end; ++way)
        {
            if (way->paths > dealt)
            {
                ++ways;
                least = std::min(least, way->paths);
            }
        }
        if (path >= ways * (least - dealt))
        {
            path -= ways * (least - dealt);
            dealt = least;
            continue;
        }
        uint32_t turn = path % ways;
        path = dealt + path / ways;
        for (const Way* way = begin;; ++way)
        {
            if (way->paths > dealt && turn-- == 0)
            {
                return *way;
            }
        }
    }
}

std::vector<uint32_t>
GraphPaths::PortsOf(uint32_t from, uint32_t to, uint32_t path) const
{
    if (path >= Count(from, to))
    {
        throw std::out_of_range("a path of a graph has a number that is not below their count");
    }
    std::vector<uint32_t> ports;
    Walk(from, to, path, [&ports](uint32_t port) { ports.push_back(port); });
    return ports;
}

} // namespace mrc
} // namespace ns3
