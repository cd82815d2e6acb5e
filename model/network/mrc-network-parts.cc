/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-network-parts.h"

#include "mrc-fabric-builder.h"
#include "mrc-topology-tiers.h"

#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-simulator-host.h"

#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Names of the sequences that one seeded key is split into. A part that draws more or less often
 * does not change the draws of others [same-seed]. The numbers are part of every result.
 */
enum DrawName : uint64_t
{
    DRAW_FABRIC = 1,
    DRAW_CONNECTIONS = 2,
    DRAW_NICS = 3,
    DRAW_POLICIES = 4,
    DRAW_HASHES = 5,
    DRAW_ROUTES = 6,
};

} // namespace

// The members check their arguments, in this order: first the topology, then that no profile is
// null, then the values, in CheckedPlan. Later members may rely on that.
NetworkParts::NetworkParts(const TopologySpec& spec,
                           const NetworkProfiles& given,
                           uint64_t key,
                           FaultInjector::Listener listener)
    : topology(spec),
      paths(topology),
      profiles(Checked(given)),
      routing(topology, UsidCarrier::DEFAULT_BLOCK, profiles.ev->Get().format),
      trips(topology, PacketSizesOf(profiles)),
      draws(key),
      shard({CheckedPlan(topology, routing, profiles, trips, draws.Child(DRAW_HASHES)),
             PlanNicsWith({topology, routing, paths}, profiles, draws.Child(DRAW_NICS)),
             draws.Child(DRAW_FABRIC)},
            SimulatorHost),
      faults(shard.GetFabric(), shard.GetKernel(), calendar, std::move(listener)),
      routes(shard.GetFabric(),
             shard.GetKernel(),
             calendar,
             {profiles.fabric->Config().convergence,
              topology.Tiers().T0sPerPlane(),
              draws.Child(DRAW_ROUTES)}),
      denylist(topology, shard.GetNics(), profiles.fabric->DenylistDelay()),
      maker({topology,
             routing,
             paths,
             trips,
             profiles,
             denylist,
             shard,
             draws.Child(DRAW_CONNECTIONS)}),
      faces({topology, routing, shard.GetFabric(), shard.GetKernel(), faults, pairs})
{
    routes.Configure(profiles.fabric->Config());
    InstallPolicies(topology,
                    profiles.fabric->Config(),
                    draws.Child(DRAW_POLICIES),
                    shard.GetFabric());
    shard.Attach(calendar, maker);
}

} // namespace mrc
} // namespace ns3
