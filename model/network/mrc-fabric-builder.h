/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_BUILDER_H
#define MRC_FABRIC_BUILDER_H

#include "mrc-source-routing.h"
#include "mrc-topology.h"

#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-nic-table.h"

#include <cstdint>
#include <functional>

namespace ns3
{
namespace mrc
{

/**
 * @param topology the numbers of nodes and ports
 * @param routing the uSIDs
 * @param profile queues and code points
 * @param baseRtt base round trip that queue sizes scale with
 * @return lines, queues and static tables, ready to run
 */
FabricPlan PlanFabric(const Topology& topology,
                      const SourceRouting& routing,
                      const FabricProfile& profile,
                      Span baseRtt);

/**
 * Makes the tables of switches anew.
 *
 * @param topology the numbers of nodes and ports
 * @param routing the uSIDs
 * @param profile the format of packets
 * @param isHere whether this process has a node; switches of others get no table
 * @param plan gets the tables
 */
void PlanSwitches(const Topology& topology,
                  const SourceRouting& routing,
                  const FabricProfile& profile,
                  const std::function<bool(uint32_t)>& isHere,
                  FabricPlan& plan);

/**
 * Gives ports of switches the policies of the user's own factories, if there are any.
 *
 * @param topology the numbers of ports
 * @param config names the factories' products
 * @param draws key of the policies' random numbers
 * @param fabric gets the policies; no frame has come yet
 */
void InstallPolicies(const Topology& topology,
                     const FabricConfig& config,
                     KeyedDraws draws,
                     Fabric& fabric);

/**
 * @param topology the numbers of nodes and ports; must outlive the NICs
 * @param routing the uSIDs; must outlive the NICs
 * @param profile host delays and code points
 * @return ports, uSIDs and routes of all NICs
 */
NicPlan PlanNics(const Topology& topology,
                 const SourceRouting& routing,
                 const FabricProfile& profile);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_BUILDER_H */
