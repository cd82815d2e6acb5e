/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-state.h"

#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Names of the sequences that one seeded key is split into. */
enum DrawName : uint64_t
{
    // A number is part of every result: to change one changes all runs.
    DRAW_TIES = 1,
    DRAW_MARKS = 2,
    DRAW_VICTIMS = 3,
    DRAW_LOSSES = 4,
    DRAW_JITTERS = 5,
    DRAW_WREDS = 6,
    DRAW_HOPS = 7,
};

} // namespace

FabricDraws::FabricDraws(const KeyedDraws& draws)
    : tieSeed(static_cast<uint32_t>(draws.Bits(DRAW_TIES))),
      marks(draws.Child(DRAW_MARKS)),
      victims(draws.Child(DRAW_VICTIMS)),
      losses(draws.Child(DRAW_LOSSES)),
      jitters(draws.Child(DRAW_JITTERS)),
      wreds(draws.Child(DRAW_WREDS)),
      hops(draws.Child(DRAW_HOPS))
{
}

FabricState::FabricState(FabricPlan plan, const KeyedDraws& seed)
    : pool(plan.cuts.shards),
      stock(std::make_shared<StockPool>()),
      ports(std::move(plan.ports)),
      links(std::move(plan.links)),
      fates(std::vector<uint64_t>(ports.size())),
      configs(std::move(plan.configs), ports.All()),
      switches(std::move(plan.switches)),
      routes(std::move(plan.routes)),
      hashing(std::move(plan.hashing)),
      classes(plan.format.dscp, plan.alsoTrimmable, plan.alsoControl, plan.pauses.lossless),
      draws(seed),
      format(plan.format),
      largest(plan.largest),
      wireMode(plan.wireMode),
      weights(plan.weights),
      rounds(std::vector<WeightedRounds>(weights.Any() ? ports.size() : 0)),
      dataClasses(std::move(plan.dataClasses)),
      dataQueues(std::vector<DataQueues>(dataClasses.Any() ? ports.size() : 0)),
      buffers(plan.buffers),
      wred(plan.wred),
      pauses(std::move(plan.pauses)),
      routed(std::move(plan.routed)),
      sentBytes(std::vector<uint64_t>(plan.format.telemetry ? ports.size() : 0)),
      waysBack(std::move(plan.waysBack)),
      owners(std::move(plan.owners))
{
    if (format.telemetry)
    {
        pool.AddTrailers();
    }
    for (PortState& port : ports.All())
    {
        port.Note(configs[port.config]);
    }
    for (const auto& [port, most] : plan.jitters)
    {
        jitters.emplace(port, LinkJitter(most));
        ports[port].flags |= PORT_JITTERED;
    }
    for (LinkState& link : links.All())
    {
        const bool isAddressed = !hashing.empty() || !routed.byNumber.empty();
        link.Flag(LinkState::FAR_ADDRESSED,
                  isAddressed && !link.IsToNic() && !switches[link.Number()].HasSids());
        link.Flag(LinkState::FAR_JUDGED, JudgesAll(link));
    }
    if (plan.cuts.shards == 1)
    {
        return;
    }
    for (PortIndex port = 0; port < ports.size(); ++port)
    {
        const bool isCut = plan.cuts.IsCut(port);
        ports[port].flags |= isCut ? PORT_CUT : 0;
        links[port].Flag(LinkState::FAR_CUT, isCut);
    }
    const auto shared = std::make_shared<const FabricCuts>(std::move(plan.cuts));
    cuts = std::make_unique<CutLinks>(shared, 0);
}

FabricState::FabricState(const FabricState& first, ShardIndex own)
    : pool(first.pool, own),
      stock(first.stock),
      ports(first.ports),
      links(first.links),
      fates(first.fates),
      configs(first.configs),
      switches(first.switches),
      routes(first.routes),
      hashing(first.hashing),
      classes(first.classes),
      draws(first.draws),
      format(first.format),
      largest(first.largest),
      wireMode(first.wireMode),
      weights(first.weights),
      rounds(first.rounds),
      dataClasses(first.dataClasses),
      dataQueues(first.dataQueues),
      buffers(first.buffers),
      wred(first.wred),
      pauses(first.pauses),
      jitters(first.jitters),
      routed(first.routed),
      sentBytes(first.sentBytes),
      cuts(std::make_unique<CutLinks>(first.cuts->Cuts(), own)),
      waysBack(first.waysBack),
      owners(first.owners)
{
}

} // namespace mrc
} // namespace ns3
