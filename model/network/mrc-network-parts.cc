/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-network-parts.h"

#include "mrc-fabric-builder.h"
#include "mrc-node-ports.h"
#include "mrc-stev-digits.h"
#include "mrc-topology-tiers.h"

#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-rank-link.h"
#include "ns3/mrc-simulator-host.h"

#include <utility>
#include <vector>

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

/** @return the topology with numbers of paths that its switches can choose by [stev-choice] */
TopologySpec
WithNumbers(TopologySpec spec, const NetworkProfiles& given)
{
    if (spec.graph && given.ev && given.ev->Get().format == EV_FORMAT_STEV)
    {
        spec.graph = WithStevNumbers(std::move(spec.graph));
    }
    return spec;
}

/** @return the same plan, of several shards. Ranks join once all else has been judged */
FabricPlan
WithCuts(FabricPlan plan, const Topology& topology, FabricCuts cuts, uint32_t ranks)
{
    plan.cuts = std::move(cuts);
    if (ranks > 1)
    {
        plan.cuts.perRank = plan.cuts.shards / ranks;
        RefuseJitter(topology, plan.cuts);
        plan.cuts.ranks = std::make_shared<RankLink>(JoinRanks(ranks));
        RequireSameParts(plan.cuts);
        plan.cuts.firstHere = static_cast<ShardIndex>(plan.cuts.ranks->Own() * plan.cuts.perRank);
    }
    return plan;
}

/** @return the same plan, in a rank without the tables of switches that others have */
FabricPlan
WithOwnTables(FabricPlan plan,
              const Topology& topology,
              const SourceRouting& routing,
              const FabricProfile& profile)
{
    if (plan.cuts.ranks)
    {
        const auto isHere = [&](uint32_t node) {
            const std::vector<uint32_t> ports = PortsOf(topology, node);
            return !ports.empty() && plan.cuts.IsHere(plan.cuts.senders[ports.front()]);
        };
        PlanSwitches(topology, routing, profile, isHere, plan);
#ifndef MRC_CHECK_OWNERS
        plan.owners = {}; // nobody asks, and a process has its own part of the fabric only
#endif
    }
    return plan;
}

} // namespace

// The members check their arguments, in this order: first the topology, then that no profile is
// null, then that links leave paths. The values come last, in CheckedPlan. Later members may rely
// on that.
NetworkParts::NetworkParts(const TopologySpec& spec,
                           const NetworkProfiles& given,
                           uint64_t key,
                           FaultInjector::Listener listener)
    : topology(WithNumbers(spec, given)),
      paths(topology, Checked(given).ev->Get().format),
      profiles(given),
      routing(topology, profiles.fabric->Config().block.Computed(), profiles.ev->Get().format),
      trips(topology, PacketSizesOf(profiles)),
      draws(key),
      partition(topology, CheckedShards(profiles), PartitionOf(profiles)),
      shards(
          {WithOwnTables(
               WithCuts(CheckedPlan(topology, routing, profiles, trips, draws.Child(DRAW_HASHES)),
                        topology,
                        std::move(partition.cuts),
                        profiles.fabric->Config().ranks),
               topology,
               routing,
               *profiles.fabric),
           PlanNicsWith({topology, routing, paths}, profiles, draws.Child(DRAW_NICS)),
           draws.Child(DRAW_FABRIC)},
          partition.owners,
          SimulatorHost),
      faults(shards.First().GetFabric(), shards.First().GetKernel(), calendar, std::move(listener)),
      routes(shards.First().GetFabric(),
             shards.First().GetKernel(),
             calendar,
             {profiles.fabric->Config().convergence,
              topology.Tiers().T0sPerPlane(),
              draws.Child(DRAW_ROUTES)}),
      denylist(topology, shards, profiles.fabric->DenylistDelay()),
      maker({topology,
             routing,
             paths,
             trips,
             profiles,
             denylist,
             shards,
             draws.Child(DRAW_CONNECTIONS)}),
      faces({topology,
             routing,
             shards.First().GetFabric(),
             shards.First().GetKernel(),
             faults,
             pairs})
{
    routes.Configure(profiles.fabric->Config());
    InstallPolicies(topology,
                    profiles.fabric->Config(),
                    draws.Child(DRAW_POLICIES),
                    shards.First().GetFabric());
    shards.Attach(calendar, maker);
}

} // namespace mrc
} // namespace ns3
