/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_PLANS_H
#define MRC_PORT_PLANS_H

#include "mrc-topology.h"

#include "ns3/mrc-fabric-plan.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/**
 * Plans the ports of a fabric: lines, queue limits, jitter [link-rules].
 *
 * @param topology the numbers of ports, and their links
 * @param profile queues
 * @param baseRtt base round trip that queue sizes scale with
 * @param plan gets ports, configurations and jitters
 * @throws std::invalid_argument if links differ in more ways than a fabric can hold, 65,536
 */
void PlanPorts(const Topology& topology,
               const FabricProfile& profile,
               Span baseRtt,
               FabricPlan& plan);

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_PLANS_H */
