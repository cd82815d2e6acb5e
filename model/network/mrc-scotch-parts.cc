/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-scotch-parts.h"

#include "mrc-graph-shape.h"
#include "mrc-link-lines.h"
#include "mrc-node-groups.h"
#include "mrc-scotch-cut.h"
#include "mrc-weighed-graph.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** Shorter links than a hundredth of the longest do not cost more. */
constexpr double MOST_COST = 100;

/** @return how long a frame takes over a link at least, into the switch at its end */
Span
FlightOver(const Topology& topology, uint32_t port)
{
    const auto& graph = topology.Spec().graph;
    const uint32_t far = topology.NodeOf(topology.Peer(port));
    return LineOf(topology, port).delay + (graph ? graph->LatencyOf(far) : Nanos(600));
}

/** The fabric as a graph: a vertex is a group of nodes, an edge all links between two groups. */
class GroupGraph
{
  public:
    explicit GroupGraph(const Topology& topology)
        : m_topology(topology),
          m_groups(topology)
    {
        NumberGroups();
        m_edges.resize(m_loads.size());
        CountLinks();
    }

    WeighedGraph Weighed() const
    {
        WeighedGraph weighed;
        weighed.loads = m_loads;
        weighed.firsts.push_back(0);
        for (const std::map<int32_t, double>& edges : m_edges)
        {
            for (const auto& [far, cost] : edges)
            {
                weighed.arcs.push_back(far);
                // Scotch takes whole numbers.
                weighed.costs.push_back(static_cast<int32_t>(std::lround(cost)));
            }
            weighed.firsts.push_back(static_cast<int32_t>(weighed.arcs.size()));
        }
        return weighed;
    }

    /** @return the vertex of a node */
    int32_t VertexOf(uint32_t node) const
    {
        return m_vertices[node];
    }

  private:
    void NumberGroups()
    {
        int32_t count = 0;
        for (uint32_t node = 0; node < m_topology.NodeCount(); ++node)
        {
            const uint32_t lowest = m_groups.Of(node);
            m_vertices.push_back(lowest == node ? count++ : m_vertices[lowest]);
        }
        m_loads.resize(count);
    }

    void CountLinks()
    {
        Span longest;
        for (uint32_t port = 0; port < m_topology.PortCount(); ++port)
        {
            // A link inside a group cannot be cut, and so does not set the measure.
            longest = std::max(longest, IsInside(port) ? Span() : FlightOver(m_topology, port));
        }
        for (uint32_t port = 0; port < m_topology.PortCount(); ++port)
        {
            const int32_t vertex = m_vertices[m_topology.NodeOf(port)];
            const bool isOfNic = m_topology.NodeOf(port) < m_topology.Spec().nics;
            // NICs cost more than ports of switches: their transports run there.
            m_loads[vertex] += isOfNic ? NIC_PORT_LOAD : 1;
            const int32_t far = m_vertices[m_topology.NodeOf(m_topology.Peer(port))];
            if (vertex < far && !LineOf(m_topology, port).missing)
            {
                const Span flight = std::min(FlightOver(m_topology, port),
                                             FlightOver(m_topology, m_topology.Peer(port)));
                // Shards look ahead by the shortest link between them, so to cut a short one is
                // dear.
                const double ratio = static_cast<double>(longest.Ps()) /
                                     static_cast<double>(std::max<int64_t>(flight.Ps(), 1));
                const double cost = std::min(ratio, MOST_COST);
                m_edges[vertex][far] += cost;
                m_edges[far][vertex] += cost;
            }
        }
    }

    /** @return whether a link joins nodes of one group */
    bool IsInside(uint32_t port) const
    {
        return m_vertices[m_topology.NodeOf(port)] ==
               m_vertices[m_topology.NodeOf(m_topology.Peer(port))];
    }

    const Topology& m_topology;
    NodeGroups m_groups;
    std::vector<int32_t> m_vertices; //!< by node
    std::vector<int32_t> m_loads;    //!< by vertex: of its ports
    std::vector<std::map<int32_t, double>> m_edges;
};

} // namespace

std::vector<ShardIndex>
ScotchParts(const Topology& topology, uint32_t shards)
{
    if (!HasScotch())
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile::Partition = 'scotch', and there is "
                                    "no program scotch_gpart; expected blocks, or Debian's "
                                    "package scotch");
    }
    // The nodes of a group are one vertex, so no cut goes through a group.
    const GroupGraph graph(topology);
    const std::vector<int32_t> parts = CutByScotch(graph.Weighed(), shards);
    if (parts.empty())
    {
        throw std::runtime_error("Scotch cannot divide the fabric among " + std::to_string(shards) +
                                 " threads; expected ns3::mrc::FabricProfile::Partition = blocks");
    }
    std::vector<ShardIndex> owners;
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        owners.push_back(static_cast<ShardIndex>(parts[graph.VertexOf(node)]));
    }
    return owners;
}

} // namespace mrc
} // namespace ns3
