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
      fabric(CheckedPlan(topology, routing, profiles, trips, draws.Child(DRAW_HASHES)),
             draws.Child(DRAW_FABRIC)),
      probeBudgets(spec.nics),
      incastGauges(spec.nics),
      nics(PlanNicsWith({topology, routing, paths}, profiles, draws.Child(DRAW_NICS)), fabric),
      hotPath(fabric, nics),
      kernel(hotPath, SimulatorHost),
      faults(fabric, kernel, calendar, std::move(listener)),
      denylist(topology, nics, profiles.fabric->DenylistDelay()),
      maker({topology,
             routing,
             paths,
             trips,
             profiles,
             denylist,
             kernel,
             nics,
             windows,
             probeBudgets,
             incastGauges,
             draws.Child(DRAW_CONNECTIONS)}),
      faces(topology, routing, fabric, kernel, faults)
{
    InstallPolicies(topology, profiles.fabric->Config(), draws.Child(DRAW_POLICIES), fabric);
    // Fabric and NICs learn of the kernel last: its events go to both of them, by the HotPath.
    fabric.SetKernel(&kernel);
    nics.Attach({kernel, calendar, maker});
}

IdealParameters
Network::Parts::PacketSizes() const
{
    return PacketSizesOf(profiles);
}

} // namespace mrc
} // namespace ns3
