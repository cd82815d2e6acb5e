/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NEXT_HOPS_H
#define MRC_NEXT_HOPS_H

#include "mrc-route-graph.h"

#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Ports of a switch that lead nearer to a destination, in the order of the ports; never null. */
using PortGroup = std::shared_ptr<const std::vector<PortIndex>>;

/**
 * Computes the table of one switch [route-paths].
 *
 * @param graph the plane
 * @param down by link: whether the switch takes the link to be unusable
 * @param row which switch
 * @param paths which paths count
 * @return by column the ports on shortest paths; an empty group where none leads, and for the
 * switch itself
 */
std::vector<PortGroup> NextHops(const RouteGraph& graph,
                                const std::vector<bool>& down,
                                uint32_t row,
                                RoutePaths paths);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NEXT_HOPS_H */
