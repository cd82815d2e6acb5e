/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-network-parts.h"

#include "mrc-fabric-builder.h"

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
 * does not change what the others draw [same-seed]. The numbers are part of every result.
 */
enum DrawName : uint64_t
{
    DRAW_FABRIC = 1,
    DRAW_CONNECTIONS = 2,
    DRAW_NICS = 3,
    DRAW_POLICIES = 4,
    DRAW_HASHES = 5,
};

/** @return the shard of all nodes */
std::vector<std::unique_ptr<Shard>>
OneShard(ShardPlan plan)
{
    std::vector<std::unique_ptr<Shard>> shards;
    shards.push_back(std::make_unique<Shard>(std::move(plan), SimulatorHost));
    return shards;
}

} // namespace

// The members check what they are given, in this order: first the topology, then that no profile is
// null, then the values, in CheckedPlan. What comes later may rely on that.
Network::Parts::Parts(const TopologySpec& spec,
                      const NetworkProfiles& given,
                      uint64_t key,
                      FaultInjector::Listener listener)
    : topology(spec),
      paths(topology),
      profiles(Checked(given)),
      routing(topology, UsidCarrier::DEFAULT_BLOCK, profiles.ev->Get().format),
      trips(topology, profiles.fabric->Config().encapsulation),
      draws(key),
      shards(OneShard({CheckedPlan(topology, routing, profiles, trips, draws.Child(DRAW_HASHES)),
                       PlanNicsWith({topology, routing, paths}, profiles, draws.Child(DRAW_NICS)),
                       draws.Child(DRAW_FABRIC)})),
      faults(Whole().GetFabric(), Whole().GetKernel(), calendar, std::move(listener)),
      denylist(topology, Whole().GetNics(), profiles.fabric->DenylistDelay()),
      maker({topology,
             routing,
             paths,
             trips,
             profiles,
             denylist,
             Whole(),
             draws.Child(DRAW_CONNECTIONS)}),
      faces(topology, routing, Whole().GetFabric(), Whole().GetKernel(), faults)
{
    InstallPolicies(topology,
                    profiles.fabric->Config(),
                    draws.Child(DRAW_POLICIES),
                    Whole().GetFabric());
    Whole().Attach(calendar, maker);
}

IdealParameters
Network::Parts::PacketSizes() const
{
    return PacketSizesOf(profiles);
}

} // namespace mrc
} // namespace ns3
