/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROUTE_PLAN_H
#define MRC_ROUTE_PLAN_H

#include "mrc-topology.h"

#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-routed-switch.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * @param topology the fabric
 * @param config how switches choose
 * @param draws key of the seeds of their hashes, as EcmpTables has it
 * @return all switches with tables for a fabric without a fault [route-tables]; none if they are
 *         static
 * @throws std::invalid_argument if the tables would take more than 2^27 entries
 */
RoutedSwitches PlanRoutes(const Topology& topology, const FabricConfig& config, KeyedDraws draws);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROUTE_PLAN_H */
