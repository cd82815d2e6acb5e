/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SCOTCH_CUT_H
#define MRC_SCOTCH_CUT_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

struct WeighedGraph;

/** @return whether the program of Scotch that divides graphs is in one of the folders of PATH */
bool HasScotch();

/**
 * Divides a graph by Scotch's program. Nothing of Scotch is linked, for the sake of licences
 * (doc/decisions/0025-partitions.rst).
 *
 * @param graph the graph
 * @param parts how many, at least 1
 * @return by vertex, its part; empty if the program failed
 */
std::vector<int32_t> CutByScotch(const WeighedGraph& graph, uint32_t parts);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SCOTCH_CUT_H */
