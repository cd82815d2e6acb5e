/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-network-plan.h"

#include "mrc-carrier-check.h"
#include "mrc-ecmp-tables.h"
#include "mrc-ev-check.h"
#include "mrc-fabric-builder.h"
#include "mrc-graph-crossing.h"
#include "mrc-link-lines.h"
#include "mrc-pod-crossing.h"
#include "mrc-queue-room.h"
#include "mrc-route-plan.h"
#include "mrc-way-finder.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the longest round trip of a fabric as it would be if no rule made its links differ */
Span
EvenRtt(const Topology& topology, const IdealParameters& sizes)
{
    TopologySpec plain = topology.Spec();
    plain.links.clear();
    plain.evenLinks = true;
    const Topology even(plain);
    return RoundTrips(even, sizes).Longest(sizes.payload);
}

/** @throws std::invalid_argument if a time stamp could come round before its echo is back */
void
CheckStamps(Span rtt)
{
    /**
     * 4 ms in picoseconds, the longest unloaded round trip. With as much again of queueing a time
     * stamp comes back before the stamps come round, after 8.39 ms [time-stamps].
     */
    constexpr Span longest(4000000000);
    if (rtt > longest)
    {
        throw std::invalid_argument("an unloaded round trip takes " +
                                    std::to_string(static_cast<double>(rtt.Ps()) * 1e-9) +
                                    " ms over the longest path; expected at most 4 ms: time stamps "
                                    "of 16 bits in units of 128 ns come round every 8.4 ms");
    }
}

/** @throws std::invalid_argument if tables are to be computed where none are looked at */
void
CheckRouting(const FabricConfig& config, EvFormat format)
{
    if (config.routing != ROUTING_STATIC && format != EV_FORMAT_UDP)
    {
        throw std::invalid_argument(
            "ns3::mrc::FabricProfile::Routing is not Static where senders choose paths; expected "
            "Static, or ns3::mrc::EvProfile::Format = Udp with Encapsulation Ipv4 or Ipv6");
    }
    if (config.routing == ROUTING_STATIC && config.convergence != CONVERGENCE_INSTANT)
    {
        throw std::invalid_argument(
            "ns3::mrc::FabricProfile::Convergence has no effect on static tables; expected "
            "Instant, or Routing = Ecmp, Flowlet or Adaptive");
    }
}

/** @return the fabric with one rate for all links of a tier */
template <class Better>
TopologySpec
WithRates(const Topology& topology, Better better)
{
    TopologySpec spec = topology.Spec();
    uint64_t* const rates[] = {&spec.nicLinkRate, &spec.fabricLinkRate, &spec.upperLinkRate};
    for (uint32_t port = 0; topology.Lines().AnyDiffers() && port < topology.PortCount(); ++port)
    {
        uint64_t& rate = *rates[TierOf(topology, port)];
        rate = better(LineOf(topology, port).whole, rate);
    }
    return spec;
}

/** @return the topology with the least rate of each tier: round trips are longest there */
TopologySpec
SlowestOf(const Topology& topology)
{
    return WithRates(topology, [](uint64_t a, uint64_t b) { return std::min(a, b); });
}

/**
 * @return the topology with the greatest rate of each tier: products with a delay are largest there
 */
TopologySpec
FastestOf(const Topology& topology)
{
    return WithRates(topology, [](uint64_t a, uint64_t b) { return std::max(a, b); });
}

/** A packet that finds no room in an empty class would never get through. */
void
CheckClassLimits(const FabricPlan& plan)
{
    for (const DataClass& each : plan.dataClasses.classes)
    {
        if (each.limit < plan.largest.data)
        {
            throw std::invalid_argument(
                "ns3::mrc::FabricProfile::DataClasses has limit=" + std::to_string(each.limit) +
                "; expected at least " + std::to_string(plan.largest.data) + ", a full packet");
        }
    }
}

/** A pool without room for one packet makes lossless queues lose what comes until a pause acts. */
void
CheckHeadroomPool(const FabricPlan& plan, uint32_t pool, bool isLossless)
{
    const std::string what = "ns3::mrc::FabricProfile::PfcHeadroomPool is " + std::to_string(pool);
    if (pool != 0 && !isLossless)
    {
        throw std::invalid_argument(what + " without LosslessDscps; expected 0, or a DSCP there");
    }
    if (pool != 0 && pool < plan.largest.data)
    {
        throw std::invalid_argument(what + "; expected 0, or at least " +
                                    std::to_string(plan.largest.data) + ", a full packet");
    }
}

} // namespace

const NetworkProfiles&
Checked(const NetworkProfiles& profiles)
{
    if (!profiles.fabric || !profiles.qp || !profiles.ev || !profiles.cc)
    {
        throw std::invalid_argument("a profile of the network is null; expected a fabric, a qp, an "
                                    "ev and a cc profile");
    }
    return profiles;
}

/** Asked for each flow that ends. Nothing that is added to a profile changes sizes of packets. */
IdealParameters
PacketSizesOf(const NetworkProfiles& profiles)
{
    return IdealParameters::Of(profiles.qp->Get().payload, profiles.fabric->Own());
}

/**
 * Refuses values that only all profiles and the topology together show to be impossible, so that
 * Install fails instead of a run that hangs.
 */
FabricPlan
CheckedPlan(const Topology& topology,
            const SourceRouting& routing,
            const NetworkProfiles& profiles,
            RoundTrips& trips,
            KeyedDraws hashes)
{
    const FabricConfig config = profiles.fabric->Config();
    const EvConfig evs = profiles.ev->Get();
    CheckEvs(topology.Spec(), evs, config.encapsulation);
    CheckCarriers(topology.Spec(), config);
    if (config.ecmpSeeds != ECMP_SEED_SWITCH && evs.format != EV_FORMAT_UDP)
    {
        throw std::invalid_argument(
            "ns3::mrc::FabricProfile::EcmpSeed has no effect where switches "
            "do not hash; expected Switch, or ns3::mrc::EvProfile::Format = "
            "Udp");
    }
    CheckRouting(config, evs.format);
    profiles.cc->Get(); // reports errors now, not at the first connection
    profiles.qp->Transport();
    const uint32_t payload = profiles.qp->Get().payload;
    CheckStamps(trips.Longest(payload));
    // A switch has no more room because a link is long or slow.
    const Span evenRtt = EvenRtt(topology, PacketSizesOf(profiles));
    if (topology.Spec().nics > 1) // a single NIC has nobody to talk to
    {
        // Queues are sized by rates: where the slowest and the fastest do, all others do.
        for (const TopologySpec& spec : {SlowestOf(topology), FastestOf(topology)})
        {
            CheckQueueRoom(spec, *profiles.fabric, payload, evenRtt);
        }
    }
    FabricPlan plan = PlanFabric(topology, routing, *profiles.fabric, evenRtt);
    // The fabric keeps these for scripts that change the limits of a queue during the run.
    plan.largest = LargestFramesWith(payload, topology.Spec(), config);
    CheckClassLimits(plan);
    CheckHeadroomPool(plan, config.pfcHeadroomPool, config.lossless != 0);
    plan.routed = PlanRoutes(topology, config, hashes);
    plan.hashing = EcmpTables(topology, evs.format, config.ecmpSeeds, hashes);
    if (config.sendIcmp)
    {
        plan.waysBack = PlanWaysBack(topology, routing, config);
    }
    return plan;
}

NicPlan
PlanNicsWith(const FabricWays& ways, const NetworkProfiles& profiles, KeyedDraws draws)
{
    NicPlan plan = PlanNics(ways.topology, ways.routing, *profiles.fabric);
    if (!ways.paths.AllExist())
    {
        plan.hasPath = [&paths = ways.paths](uint32_t from, uint32_t to, Ev ev) {
            return paths.Has(from, to, ev);
        };
    }
    if (const auto graph = ways.topology.Spec().graph)
    {
        plan.crosses = [graph](uint32_t from, uint32_t to, Ev ev, PortIndex link) {
            return CrossesLink(*graph, from, to, ev, link);
        };
    }
    else
    {
        plan.crosses = [&all = ways.topology](uint32_t from, uint32_t to, Ev ev, PortIndex link) {
            return CrossesUpperLink(all, from, to, ev, link);
        };
    }
    plan.retries = profiles.qp->Get(); // NICs repeat their news as queue pairs repeat packets
    // Messages between NICs are MRC's; NICs of another transport have no use for them.
    plan.failures.announced = plan.failures.announced && !profiles.qp->Transport();
    plan.draws = draws;
    plan.evFormat = profiles.ev->Get().format;
    return plan;
}

} // namespace mrc
} // namespace ns3
