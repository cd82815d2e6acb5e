/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-next-hops.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace ns3
{
namespace mrc
{

namespace
{

/** A set of the ports of one switch: bit n is its n-th edge. */
using EdgeSet = std::vector<uint64_t>;

constexpr unsigned WORD_BITS = 64;

/** Whether a walk may still go up, or has gone down already. */
enum Phase : uint8_t
{
    UPWARDS,
    DOWNWARDS,
    PHASES,
};

/**
 * Walks through a plane in breadth from one switch and keeps with which of its ports the shortest
 * walks begin. A place of the walk is a switch and a phase.
 */
class BreadthWalk
{
  public:
    BreadthWalk(const RouteGraph& graph, const std::vector<bool>& down, RoutePaths paths)
        : m_graph(graph),
          m_down(down),
          m_paths(paths),
          m_first(graph.edges.size() * PHASES),
          m_steps(graph.edges.size() * PHASES, NEVER)
    {
    }

    void From(uint32_t row)
    {
        const std::vector<RouteGraph::Edge>& edges = m_graph.edges[row];
        const std::size_t words = (edges.size() + WORD_BITS - 1) / WORD_BITS;
        m_steps[row * PHASES + UPWARDS] = 0;
        for (std::size_t i = 0; i < edges.size(); ++i)
        {
            EdgeSet own(words);
            own[i / WORD_BITS] = uint64_t{1} << (i % WORD_BITS);
            Step(row, UPWARDS, edges[i], own);
        }
        // Breadth: all places of a distance are complete before the first of them goes on.
        for (std::size_t next = 0; next < m_queue.size(); ++next)
        {
            const std::size_t place = m_queue[next];
            for (const RouteGraph::Edge& edge : m_graph.edges[place / PHASES])
            {
                Step(static_cast<uint32_t>(place / PHASES),
                     static_cast<Phase>(place % PHASES),
                     edge,
                     m_first[place]);
            }
        }
    }

    /** @return with which edges the shortest walks to a switch begin; empty: there is none */
    EdgeSet FirstOf(uint32_t row) const
    {
        const std::size_t up = row * PHASES + UPWARDS;
        const std::size_t down = row * PHASES + DOWNWARDS;
        const uint32_t least = std::min(m_steps[up], m_steps[down]);
        EdgeSet first;
        for (const std::size_t place : {up, down})
        {
            if (least != NEVER && m_steps[place] == least)
            {
                Join(first, m_first[place]);
            }
        }
        return first;
    }

  private:
    static constexpr uint32_t NEVER = UINT32_MAX;

    static void Join(EdgeSet& into, const EdgeSet& more)
    {
        into.resize(std::max(into.size(), more.size()));
        for (std::size_t i = 0; i < more.size(); ++i)
        {
            into[i] |= more[i];
        }
    }

    void Step(uint32_t row, Phase phase, const RouteGraph::Edge& edge, const EdgeSet& first)
    {
        const int rise = m_graph.tiers[edge.to] - m_graph.tiers[row];
        const bool isValley = rise > 0 && phase == DOWNWARDS;
        if (m_down[edge.link] || (isValley && m_paths == ROUTE_VALLEY_FREE))
        {
            return;
        }
        const bool turns = rise < 0 && m_paths == ROUTE_VALLEY_FREE;
        const std::size_t there = edge.to * PHASES + (turns ? DOWNWARDS : phase);
        const uint32_t steps = m_steps[row * PHASES + phase] + 1;
        if (m_steps[there] == NEVER)
        {
            m_steps[there] = steps;
            m_queue.push_back(there);
        }
        if (m_steps[there] == steps)
        {
            Join(m_first[there], first);
        }
    }

    const RouteGraph& m_graph;
    const std::vector<bool>& m_down;
    const RoutePaths m_paths;
    std::vector<EdgeSet> m_first;     //!< by place
    std::vector<uint32_t> m_steps;    //!< by place: length of the shortest walk
    std::vector<std::size_t> m_queue; //!< places by rising length
};

} // namespace

std::vector<PortGroup>
NextHops(const RouteGraph& graph, const std::vector<bool>& down, uint32_t row, RoutePaths paths)
{
    BreadthWalk walk(graph, down, paths);
    walk.From(row);
    // Most destinations have the same ports: a group is stored once.
    std::map<EdgeSet, PortGroup> known;
    std::vector<PortGroup> table;
    for (uint32_t column = 0; column < graph.columns; ++column)
    {
        const EdgeSet first = column == row ? EdgeSet() : walk.FirstOf(column);
        PortGroup& group = known[first];
        if (!group)
        {
            auto ports = std::make_shared<std::vector<PortIndex>>();
            for (std::size_t i = 0; i < first.size() * WORD_BITS; ++i)
            {
                if ((first[i / WORD_BITS] >> (i % WORD_BITS) & 1) != 0)
                {
                    ports->push_back(graph.edges[row][i].port);
                }
            }
            std::sort(ports->begin(), ports->end());
            group = std::move(ports);
        }
        table.push_back(group);
    }
    return table;
}

} // namespace mrc
} // namespace ns3
