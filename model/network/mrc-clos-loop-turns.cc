/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-clos-loop-turns.h"

#include "mrc-link-lines.h"
#include "mrc-loop-time.h"
#include "mrc-topology-tiers.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * NICs of one place in their T0s follow each other. So those that share a link in a round are below
 * different T0s: a judge needs witnesses of two. The last T0 of a pod may be filled in part.
 *
 * @return the NIC's place among those of its pod
 */
uint32_t
PlaceInPod(uint32_t nic, uint32_t nicsPerT0, uint32_t nics)
{
    const uint32_t place = nic % nicsPerT0;
    const uint32_t full = nics / nicsPerT0; // T0s
    return place * full + std::min(place, nics % nicsPerT0) + nic / nicsPerT0;
}

} // namespace

ClosLoopTurns::ClosLoopTurns(const Topology& topology,
                             const SourceRouting& routing,
                             uint32_t sharers)
    : m_topology(topology),
      m_routing(routing),
      m_sharers(sharers)
{
    for (uint32_t nic = 0; nic < topology.Spec().nics; ++nic)
    {
        const uint64_t most = 1 + MostTurns(UplinksOf(nic)) + MostTurns(PodLinksOf(nic));
        LoopAgent::Check(nic, topology.Spec().planes * most);
    }
}

ClosLoopTurns::Share
ClosLoopTurns::UplinksOf(uint32_t nic) const
{
    const TopologySpec& spec = m_topology.Spec();
    return {spec.t1Count == 0 ? 0 : spec.T0Uplinks(),
            m_topology.Tiers().DownlinksOfT0(m_topology.Tiers().T0Of(nic)),
            nic % spec.nicsPerT0};
}

/** @return the links to T2s of the NIC's pod, as paths between pods are numbered */
ClosLoopTurns::Share
ClosLoopTurns::PodLinksOf(uint32_t nic) const
{
    const TopologySpec& spec = m_topology.Spec();
    if (!spec.HasPods())
    {
        return {0, 1, 0};
    }
    const uint32_t nicsPerPod = spec.nicsPerT0 * spec.t0sPerPod;
    // The last pod may be filled in part.
    const uint32_t nics = std::min(nicsPerPod, spec.nics - nic / nicsPerPod * nicsPerPod);
    return {spec.t1Count * spec.t1Uplinks,
            nics,
            PlaceInPod(nic % nicsPerPod, spec.nicsPerT0, nics)};
}

/** @return at most how many of the links a NIC takes in a round */
uint64_t
ClosLoopTurns::MostTurns(const Share& share) const
{
    const uint32_t sharers = std::min(m_sharers, share.nics);
    return uint64_t{share.links / share.nics} * sharers +
           std::min(share.links % share.nics, sharers);
}

/**
 * A NIC takes a link if the sum of its place, the link and the round, modulo the NICs, is below the
 * sharers. These links alone are visited, in their order.
 */
template <class Visit>
void
ClosLoopTurns::ForTurns(const Share& share, uint32_t round, Visit visit) const
{
    const uint32_t sharers = std::min(m_sharers, share.nics);
    const uint32_t first = (share.nics - (share.place + round) % share.nics) % share.nics;
    const uint32_t end = first + sharers; // of as many links as there are NICs, and round
    const auto visitAll = [&](uint32_t from, uint32_t to) {
        for (uint32_t link = from; link < std::min(to, share.links); ++link)
        {
            visit(link);
        }
    };
    for (uint32_t block = 0; block < share.links; block += share.nics)
    {
        visitAll(block, block + (end > share.nics ? end - share.nics : 0));
        visitAll(block + first, block + std::min(end, share.nics));
    }
}

void
ClosLoopTurns::DealTo(uint32_t nic, uint32_t round, LoopAgent& agent) const
{
    const TopologySpec& spec = m_topology.Spec();
    const uint32_t t0 = m_topology.Tiers().T0Of(nic);
    const uint32_t firstT1 = m_topology.Tiers().PodOf(t0) * spec.t1Count;
    const Share uplinks = UplinksOf(nic);
    const Share podLinks = PodLinksOf(nic);
    for (uint32_t p = 0; p < spec.planes; ++p)
    {
        const PlaneId plane = static_cast<PlaneId>(p);
        agent.Add({plane, nic, LoopLink::NO_UPLINK}, 0);
        ForTurns(uplinks, round, [&](uint32_t uplink) { agent.Add({plane, t0, uplink}, uplink); });
        ForTurns(podLinks, round, [&](uint32_t path) {
            const uint32_t t1 = path % spec.t1Count;
            agent.Add({plane, firstT1 + t1, path / spec.t1Count, LoopTier::T1},
                      path,
                      {{plane, t0, t1}});
        });
    }
}

void
ClosLoopTurns::Deal(uint32_t round, std::vector<LoopAgent>& agents) const
{
    for (uint32_t nic = 0; nic < agents.size(); ++nic)
    {
        agents[nic].Begin(round);
        DealTo(nic, round, agents[nic]);
    }
}

CarrierTemplate
ClosLoopTurns::WaysOf(uint32_t nic, const LoopLink& link) const
{
    return link.IsPort()    ? m_routing.TemplateFor(nic, nic)
           : link.IsUpper() ? m_routing.UpperLoopFor(nic)
                            : m_routing.LoopFor(nic);
}

/** @return the time over the slowest of a switch's uplinks, with that of the switch above */
Span
ClosLoopTurns::LongestAbove(PortPlace place,
                            uint32_t links,
                            const std::vector<Span>& higher,
                            uint32_t bytes) const
{
    Span longest;
    for (place.link = 0; place.link < links; ++place.link)
    {
        const PortIndex port = m_topology.PortAt(place);
        const uint32_t far = m_topology.PortPlaceOf(m_topology.Peer(port)).owner;
        const Span time = LoopTime(m_topology, port, bytes);
        longest = std::max(longest, far < higher.size() ? time + higher[far] : time);
    }
    return longest;
}

/** Where no single link differs, the parts with the lowest numbers stand for all. */
Span
ClosLoopTurns::LongestTrip(const FabricConfig& config) const
{
    const TopologySpec& spec = m_topology.Spec();
    const TopologyTiers& tiers = m_topology.Tiers();
    const bool differ = m_topology.Lines().AnySingle();
    // The switches there and back, and the NIC.
    const uint32_t bytes = LoopBytes(config, spec.HasPods() ? 6 : 4);
    Span longest;
    for (uint32_t p = 0; p < spec.planes; ++p)
    {
        const PlaneId plane = static_cast<PlaneId>(p);
        std::vector<Span> aboveT1s;
        for (uint32_t t1 = 0; spec.HasPods() && t1 < (differ ? tiers.T1sPerPlane() : spec.t1Count);
             ++t1)
        {
            aboveT1s.push_back(
                LongestAbove({PortKind::T1_UP, plane, t1, 0}, spec.t1Uplinks, {}, bytes));
        }
        std::vector<Span> aboveT0s;
        for (uint32_t t0 = 0; t0 < (differ ? tiers.T0sPerPlane() : 1); ++t0)
        {
            aboveT0s.push_back(
                LongestAbove({PortKind::T0_UP, plane, t0, 0}, spec.T0Uplinks(), aboveT1s, bytes));
        }
        for (uint32_t nic = 0; nic < (differ ? spec.nics : 1); ++nic)
        {
            const Span own = LoopTime(m_topology, m_topology.NicPort(nic, plane), bytes);
            longest = std::max(longest, own + aboveT0s[tiers.T0Of(nic)]);
        }
    }
    return longest;
}

} // namespace mrc
} // namespace ns3
