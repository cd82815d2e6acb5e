/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STEV_DIGITS_H
#define MRC_STEV_DIGITS_H

#include "ns3/mrc-ids.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

class GraphShape;

/**
 * Which digit of a path's number does each switch of a graph choose by [stev-choice]?
 *
 * A path has a digit for each switch with a choice. A switch that divides the number by the choices
 * made before, and takes the rest modulo its own, goes the way of GraphPaths::Walk. That needs no
 * table if the divisor is the same wherever packets come from and go to.
 *
 * @param shape the graph, with dealt paths
 * @param plane one of its planes
 * @return by switch of the plane, in the order of nodes: the divisor, 1 where there is no choice.
 *         Nothing if one divisor is not enough for a switch
 */
std::optional<std::vector<uint32_t>> StevDivisors(const GraphShape& shape, PlaneId plane);

/**
 * @param graph a graph with dealt paths
 * @return the graph itself if one divisor is enough for each switch. Else one with the same nodes
 *         and links, and with digits for numbers [stev-choice]
 * @throws std::invalid_argument as GraphPaths
 */
std::shared_ptr<const GraphShape> WithStevNumbers(std::shared_ptr<const GraphShape> graph);

} // namespace mrc
} // namespace ns3

#endif /* MRC_STEV_DIGITS_H */
