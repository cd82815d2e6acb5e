/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_LOOP_TURNS_H
#define MRC_GRAPH_LOOP_TURNS_H

#include "mrc-graph-loop-ways.h"
#include "mrc-graph-loops.h"
#include "mrc-loop-turns.h"
#include "mrc-source-routing.h"
#include "mrc-topology.h"

#include "ns3/mrc-fabric-config.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The turns of NICs in a graph [loop-probes].
 *
 * The ways to a link take turns. When all have had theirs, NICs move on by one at the switches that
 * ways begin at. So each NIC meets the links of all its ways.
 */
class GraphLoopTurns : public LoopTurns
{
  public:
    /**
     * @param topology a graph; must outlive this
     * @param routing of the topology; must outlive this
     * @param config carriers of the fabric
     * @param sharers NICs that have a loop over each link between switches in each round, at least
     *        1. A link that fewer can reach has fewer
     * @throws std::invalid_argument as GraphLoopWays, GraphSegments and LoopAgent::Check
     */
    GraphLoopTurns(const Topology& topology,
                   const SourceRouting& routing,
                   const FabricConfig& config,
                   uint32_t sharers);

    void Deal(uint32_t round, std::vector<LoopAgent>& agents) const override;

    CarrierTemplate WaysOf(uint32_t nic, const LoopLink& link) const override;

    Span LongestTrip(const FabricConfig& config) const override;

  private:
    void CheckLoops() const;
    uint64_t SharersOf(const ProbedLink& probed) const;

    const Topology& m_topology;
    const SourceRouting& m_routing;
    uint32_t m_sharers; //!< at most that many
    GraphLoopWays m_ways;
    uint32_t m_mostWays{1}; //!< to one link
    GraphLoops m_carriers;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_LOOP_TURNS_H */
