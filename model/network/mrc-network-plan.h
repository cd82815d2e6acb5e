/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NETWORK_PLAN_H
#define MRC_NETWORK_PLAN_H

#include "mrc-ideal.h"
#include "mrc-round-trips.h"
#include "mrc-source-routing.h"
#include "mrc-topology.h"
#include "mrc-usable-paths.h"

#include "ns3/mrc-cc-profile.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-qp-profile.h"

namespace ns3
{
namespace mrc
{

/** The profiles of a network: its configuration beside the topology. */
struct NetworkProfiles
{
    Ptr<FabricProfile> fabric; //!< queues, marking, trimming, hosts
    Ptr<QpProfile> qp;         //!< reliability
    Ptr<EvProfile> ev;         //!< paths
    Ptr<CcProfile> cc;         //!< congestion control
};

/**
 * @param profiles those of a network
 * @return the same
 * @throws std::invalid_argument if one of the four is null
 */
const NetworkProfiles& Checked(const NetworkProfiles& profiles);

/**
 * @param profiles all set
 * @return the sizes of packets, for closed forms
 */
IdealParameters PacketSizesOf(const NetworkProfiles& profiles);

/**
 * @param topology the fabric
 * @param routing the fabric's addresses
 * @param profiles all set
 * @param trips round trips of that fabric
 * @param hashes key of the seeds of switches that hash
 * @return the plan of a fabric in which every packet can go through
 * @throws std::invalid_argument naming a value that makes that impossible
 */
FabricPlan CheckedPlan(const Topology& topology,
                       const SourceRouting& routing,
                       const NetworkProfiles& profiles,
                       RoundTrips& trips,
                       KeyedDraws hashes);

/** A fabric as known to NICs. */
struct FabricWays
{
    const Topology& topology;     //!< the nodes and links
    const SourceRouting& routing; //!< addresses
    const UsablePaths& paths;     //!< those that lack no link
};

/**
 * @param ways of the fabric; outlive the NICs
 * @param profiles all set
 * @param draws their random decisions
 * @return the plan of the NICs
 */
NicPlan PlanNicsWith(const FabricWays& ways, const NetworkProfiles& profiles, KeyedDraws draws);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NETWORK_PLAN_H */
