/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-route-plan.h"

#include "mrc-ecmp-tables.h"
#include "mrc-switch-graph.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** Slots for flowlets in each switch: LetFlow's switch has some 10^4 to 10^5 (NSDI 2017). */
constexpr std::size_t FLOWLET_SLOTS = 16384;

/** Entries of all switches beyond which a fabric is refused: 2 GiB of tables. */
constexpr uint64_t MOST_ENTRIES = uint64_t{1} << 27;

/**
 * Each switch has an entry for each switch with NICs, so tables grow with the square of a fabric.
 */
void
CheckSize(const RouteGraph& graph, uint32_t planes)
{
    const uint64_t entries = uint64_t{planes} * graph.edges.size() * graph.columns;
    if (entries > MOST_ENTRIES)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile::Routing has " +
                                    std::to_string(entries) +
                                    " entries in the tables of all switches; expected at most " +
                                    std::to_string(MOST_ENTRIES) + ", or Static");
    }
}

} // namespace

RoutedSwitches
PlanRoutes(const Topology& topology, const FabricConfig& config, KeyedDraws draws)
{
    RoutedSwitches all{config.routing, config.flowletGap, {}};
    if (config.routing == ROUTING_STATIC)
    {
        return all;
    }
    const uint32_t nics = topology.Spec().nics;
    all.byNumber =
        SharedArray<RoutedSwitch>(std::vector<RoutedSwitch>(topology.NodeCount() - nics));
    for (uint32_t plane = 0; plane < topology.Spec().planes; ++plane)
    {
        const std::shared_ptr<const RouteGraph> graph =
            SwitchGraphOf(topology, static_cast<PlaneId>(plane));
        CheckSize(*graph, topology.Spec().planes);
        // Tables begin with all links up; a fault at 0 is one more change for RouteControl.
        const std::vector<bool> none(graph->links);
        for (uint32_t row = 0; row < graph->edges.size(); ++row)
        {
            const uint32_t node = graph->numbers[row] + nics;
            RoutedSwitch& own = all.byNumber[graph->numbers[row]];
            // Shared by the switches of the plane: each differs from the others by its row.
            own.graph = graph;
            own.row = row;
            own.seed = draws.Bits(SeedName(config.ecmpSeeds, topology.PlaceOf(node).kind, node));
            own.table = RouteTable(NextHops(*graph, none, row, config.routePaths));
            own.flowlets.resize(config.routing == ROUTING_FLOWLET ? FLOWLET_SLOTS : 0);
        }
    }
    return all;
}

} // namespace mrc
} // namespace ns3
