/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SWITCH_GRAPH_H
#define MRC_SWITCH_GRAPH_H

#include "mrc-topology.h"

#include "ns3/mrc-route-graph.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/**
 * @param topology the fabric
 * @param plane one of the fabric's
 * @return the switches of the plane and the links between them, without the missing ones; first
 * all T0s, then all T1s, then all T2s
 */
std::shared_ptr<const RouteGraph> SwitchGraphOf(const Topology& topology, PlaneId plane);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SWITCH_GRAPH_H */
