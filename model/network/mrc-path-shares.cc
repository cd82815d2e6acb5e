/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-path-shares.h"

#include "mrc-link-lines.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

PathShares::PathShares(const Topology& topology)
    : m_nics(topology.Spec().nics),
      m_levels(topology.NodeCount(), UINT32_MAX),
      m_nicsOf(topology.NodeCount()),
      m_neighbours(topology.NodeCount()),
      m_distance(topology.NodeCount(), UINT32_MAX),
      m_heights(topology.NodeCount()),
      m_paths(topology.NodeCount()),
      m_through(topology.NodeCount())
{
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        const uint32_t peer = topology.Peer(port);
        const LinkLine& line = LineOf(topology, port);
        // Both ports of a link come by: the lower one stands for the link.
        if (peer < port || line.missing)
        {
            continue;
        }
        uint32_t near = topology.NodeOf(port);
        uint32_t far = topology.NodeOf(peer);
        if (far < near)
        {
            std::swap(near, far);
        }
        if (near < m_nics) // nodes are NICs first
        {
            m_nicsOf[far].push_back(near);
        }
        else
        {
            m_neighbours[near].push_back({far, m_links.size()});
            m_neighbours[far].push_back({near, m_links.size()});
        }
        m_links.push_back({{near, far}, topology.PortPlaceOf(port).plane, line.whole});
    }
    m_over.resize(m_links.size());
    FindLevels();
}

/**
 * The level of a switch is its distance to the nearest NIC, so graphs without tiers have levels
 * too.
 */
void
PathShares::FindLevels()
{
    std::vector<uint32_t> open;
    for (uint32_t node = 0; node < m_levels.size(); ++node)
    {
        m_levels[node] = node < m_nics ? 0 : m_levels[node];
        // Switches with NICs are level 1, whatever their name.
        if (!m_nicsOf[node].empty())
        {
            m_levels[node] = 1;
            open.push_back(node);
        }
    }
    // In breadth from all switches with NICs at once: a level is the distance to the nearest NIC.
    for (std::size_t i = 0; i < open.size(); ++i)
    {
        const uint32_t node = open[i];
        for (const Neighbour& next : m_neighbours[node])
        {
            if (m_levels[next.node] == UINT32_MAX)
            {
                m_levels[next.node] = m_levels[node] + 1;
                open.push_back(next.node);
            }
        }
    }
}

/**
 * Sends one unit from a switch to each NIC of every other switch, over all shortest paths alike,
 * and notes what comes over each link.
 */
void
PathShares::SpreadFrom(uint32_t source)
{
    // Only the switches of the last search hold values, so all others need no look.
    for (const uint32_t node : m_order)
    {
        m_distance[node] = UINT32_MAX;
        m_paths[node] = 0;
        m_through[node] = {};
        for (const Neighbour& next : m_neighbours[node])
        {
            m_over[next.link] = {};
        }
    }
    m_order.clear();
    m_sent = {};
    FindPaths(source);
    // From the farthest back: the traffic that goes on behind a switch is known at its turn.
    for (auto node = m_order.rbegin(); node != m_order.rend(); ++node)
    {
        PullBack(*node);
    }
}

/** Searches in breadth: a switch has the paths of its nearer neighbours together. */
void
PathShares::FindPaths(uint32_t source)
{
    m_order.push_back(source);
    m_distance[source] = 0;
    m_heights[source] = m_levels[source];
    m_paths[source] = 1;
    m_farthest = 0;
    for (std::size_t i = 0; i < m_order.size(); ++i)
    {
        const uint32_t node = m_order[i];
        // The order rises in distance, so that the last switch with NICs is the farthest.
        m_farthest = m_nicsOf[node].empty() ? m_farthest : m_distance[node];
        for (const Neighbour& next : m_neighbours[node])
        {
            if (m_distance[next.node] == UINT32_MAX)
            {
                m_distance[next.node] = m_distance[node] + 1;
                m_heights[next.node] = m_levels[next.node];
                m_order.push_back(next.node);
            }
            // Another neighbour may have reached the switch over a path of the same length.
            if (m_distance[next.node] == m_distance[node] + 1)
            {
                m_paths[next.node] += m_paths[node];
                m_heights[next.node] = std::max(m_heights[next.node], m_heights[node]);
            }
        }
    }
}

/** Divides the traffic that ends at a switch or goes on behind among the links that lead there. */
void
PathShares::PullBack(uint32_t node)
{
    ByLevel traffic = m_through[node];
    if (m_distance[node] != 0)
    {
        // Traffic counts by the highest level that its paths pass: each link is judged by what
        // could use it.
        const std::size_t level = std::min<std::size_t>(m_heights[node], traffic.size() - 1);
        const auto nics = static_cast<double>(m_nicsOf[node].size());
        traffic[level] += nics;
        m_sent[level] += nics;
    }
    for (const Neighbour& before : m_neighbours[node])
    {
        if (m_distance[before.node] + 1 != m_distance[node])
        {
            continue;
        }
        // All shortest paths carry alike: a neighbour has the share of those that come through it.
        const double share = m_paths[before.node] / m_paths[node];
        for (std::size_t level = 0; level < traffic.size(); ++level)
        {
            m_over[before.link][level] = traffic[level] * share;
            m_through[before.node][level] += traffic[level] * share;
        }
    }
}

double
PathShares::OfLink(std::size_t link) const
{
    return ShareOf(m_over[link], LevelsOf(link).second);
}

/**
 * What comes over a link, of all traffic that climbs as high. Traffic that never leaves its pod
 * does not count for links above.
 */
double
PathShares::ShareOf(const ByLevel& traffic, uint32_t level) const
{
    // Only traffic that climbs as high as this part can pass it.
    double part = 0;
    double all = 0;
    for (std::size_t i = std::min<std::size_t>(level, traffic.size() - 1); i < traffic.size(); ++i)
    {
        part += traffic[i];
        all += m_sent[i];
    }
    return all == 0 ? 0 : part / all;
}

} // namespace mrc
} // namespace ns3
