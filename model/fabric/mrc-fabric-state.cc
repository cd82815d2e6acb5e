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

/** @return whether this process has the ends of its own nodes' links only */
bool
IsPart(const FabricPlan& plan)
{
    return plan.cuts.ranks != nullptr;
}

/** @return senders' ends, with the flags that say again what other parts of the plan say */
std::vector<PortPlan>
FlaggedPorts(const FabricPlan& plan)
{
    std::vector<PortPlan> ports = plan.ports;
    for (PortPlan& port : ports)
    {
        PortState state = port.Make();
        // A port's flags save the hop a look at its settings.
        state.Note(plan.configs[port.config]);
        port.flags = state.flags;
    }
    for (const auto& [port, most] : plan.jitters)
    {
        ports[port].flags |= PORT_JITTERED;
    }
    for (PortIndex port = 0; plan.cuts.shards > 1 && port < ports.size(); ++port)
    {
        // A frame that leaves over a cut link goes another way, and each hop asks for that.
        ports[port].flags |= plan.cuts.IsCut(port) ? PORT_CUT : 0;
    }
    return ports;
}

/** @return the same of receivers' ends, which the plan then lacks */
std::vector<LinkPlan>
FlaggedLinks(FabricPlan& plan)
{
    std::vector<LinkPlan> links = std::move(plan.links);
    const bool isAddressed = !plan.hashing.empty() || !plan.routed.byNumber.empty();
    const bool hasPauses = !plan.pauses.links.empty();
    for (PortIndex port = 0; port < links.size(); ++port)
    {
        LinkState link = links[port].Make();
        link.Flag(LinkState::FAR_ADDRESSED,
                  isAddressed && !link.IsToNic() && !plan.switches[link.Number()].HasSids());
        link.Flag(LinkState::FAR_JUDGED, link.IsJudgedWith(plan.wireMode, hasPauses));
        link.Flag(LinkState::FAR_CUT, plan.cuts.IsCut(port));
        links[port].far = link.far;
    }
    return links;
}

/** @return the ends of links. A process that has a part makes those that are needed */
template <class State, class Plan>
SharedArray<State>
EndsOf(std::vector<Plan> plans, bool isPart)
{
    if (isPart)
    {
        const std::size_t size = plans.size();
        return SharedArray<State>(size, [all = std::move(plans)](std::size_t i) {
            return all[i].Make();
        });
    }
    std::vector<State> ends;
    ends.reserve(plans.size());
    for (const Plan& plan : plans)
    {
        ends.push_back(plan.Make());
    }
    return SharedArray<State>(std::move(ends));
}

/** @return the hashes of senders' ends, all 0 */
SharedArray<uint64_t>
HashesOf(std::size_t ports, bool isPart)
{
    return isPart ? SharedArray<uint64_t>(ports, [](std::size_t) { return uint64_t{0}; })
                  : SharedArray<uint64_t>(std::vector<uint64_t>(ports));
}

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
      ports(EndsOf<PortState>(FlaggedPorts(plan), IsPart(plan))),
      links(EndsOf<LinkState>(FlaggedLinks(plan), IsPart(plan))),
      fates(HashesOf(ports.size(), IsPart(plan))),
      trims(std::make_shared<ReservedArray<uint32_t>>(std::max<std::size_t>(ports.size(), 1))),
      configs(std::move(plan.configs), plan.ports),
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
    for (const auto& [port, most] : plan.jitters)
    {
        jitters.emplace(port, LinkJitter(most));
    }
    if (plan.cuts.shards == 1)
    {
        return;
    }
    for (PortIndex port = 0; IsPart(plan) && port < ports.size(); ++port)
    {
        // Ends of a rank's own nodes are made now, as each hop would else have to ask whether they
        // are.
        NeedOwn(plan.cuts, port);
    }
    Need(0); // FabricHints looks there where a packet has no way
    // All shards of the run read one plan of the cuts.
    const auto shared = std::make_shared<const FabricCuts>(std::move(plan.cuts));
    cuts = std::make_unique<CutLinks>(shared, 0);
}

/** Of ends that are not here there is a plan, and of all ends the shards that have them. */
std::size_t
FabricState::FixedBytes() const
{
    const std::size_t plans = cuts && cuts->Cuts()->ranks ? sizeof(PortPlan) + sizeof(LinkPlan) : 0;
    const std::size_t shards = cuts ? 2 * sizeof(ShardIndex) : 0;
    return ports.Bytes() + links.Bytes() + fates.Bytes() + ports.size() * (plans + shards) +
           switches.Bytes() + routes.Bytes();
}

/** The ends of a process's own nodes are there before the run. */
void
FabricState::NeedOwn(const FabricCuts& all, PortIndex port) const
{
    if (all.IsHere(all.senders[port]))
    {
        ports.Need(port);
        fates.Need(port);
    }
    if (all.IsHere(all.receivers[port]))
    {
        links.Need(port);
    }
}

FabricState::FabricState(const FabricState& first, ShardIndex own)
    : pool(first.pool, own),
      stock(first.stock),
      ports(first.ports),
      links(first.links),
      fates(first.fates),
      trims(first.trims),
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
