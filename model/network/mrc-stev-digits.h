/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STEV_DIGITS_H
#define MRC_STEV_DIGITS_H

#include "ns3/mrc-ids.h"

#include <cstdint>
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
 * made before, and takes the rest modulo its own, goes the way of GraphPaths::Walk. A table can
 * hold one divisor, so it has to be the same wherever packets come from and go to.
 *
 * @param shape the graph
 * @param plane one of its planes
 * @return by switch of the plane, in the order of nodes: the divisor, 1 where there is no choice
 * @throws std::invalid_argument naming a switch that one divisor is not enough for
 */
std::vector<uint32_t> StevDivisors(const GraphShape& shape, PlaneId plane);

} // namespace mrc
} // namespace ns3

#endif /* MRC_STEV_DIGITS_H */
