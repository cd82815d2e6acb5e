/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_TIERS_H
#define MRC_GRAPH_TIERS_H

#include "mrc-graph-links.h"
#include "mrc-topology.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * @param links of a graph
 * @return by node, the kind: NICs hang on T0s, T1s have links to T0s, T2s to T1s,
 *         and T3s are all others
 */
std::vector<NodeKind> TiersOf(const GraphLinks& links);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_TIERS_H */
