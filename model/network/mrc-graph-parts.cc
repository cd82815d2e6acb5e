/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-parts.h"

#include "mrc-graph-shape.h"
#include "mrc-node-groups.h"

#include <algorithm>
#include <numeric>

namespace ns3
{
namespace mrc
{

namespace
{

/** Deals groups of nodes to shards in turn, by their ports. */
class PortDealer
{
  public:
    PortDealer(uint64_t ports, uint32_t shards)
        : m_ports(ports),
          m_shards(shards)
    {
    }

    /** @return the shard of the next group: the one where the middle of the group's ports lies */
    ShardIndex Deal(uint64_t ports)
    {
        // Groups keep their order, so that neighbours mostly share a shard.
        const uint64_t middle = 2 * m_dealt + ports;
        m_dealt += ports;
        const uint64_t shard = middle * m_shards / (2 * m_ports);
        return static_cast<ShardIndex>(std::min<uint64_t>(shard, m_shards - 1));
    }

  private:
    uint64_t m_ports; //!< of all groups together
    uint32_t m_shards;
    uint64_t m_dealt{0};
};

} // namespace

std::vector<ShardIndex>
PartsOfGraph(const Topology& topology, uint32_t shards)
{
    const GraphShape& graph = *topology.Spec().graph;
    const uint32_t nics = topology.Spec().nics;
    NodeGroups groups(topology);
    std::vector<uint64_t> ports(graph.NodeCount()); // by lowest node of a group
    for (uint32_t port = 0; port < graph.PortCount(); ++port)
    {
        ++ports[groups.Of(graph.PortOf(port).node)];
    }
    // NICs have the lowest numbers: a group with any goes by one of them.
    const uint64_t ofNics = std::accumulate(ports.begin(), ports.begin() + nics, uint64_t{0});
    PortDealer withNics(ofNics, shards);
    PortDealer others(graph.PortCount() - ofNics, shards);
    std::vector<ShardIndex> parts(graph.NodeCount());
    for (uint32_t node = 0; node < graph.NodeCount(); ++node)
    {
        const uint32_t lowest = groups.Of(node);
        PortDealer& dealer = lowest < nics ? withNics : others;
        parts[node] = lowest == node ? dealer.Deal(ports[node]) : parts[lowest];
    }
    return parts;
}

} // namespace mrc
} // namespace ns3
