/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-round-trips.h"

#include "mrc-graph-shape.h"
#include "mrc-link-lines.h"
#include "mrc-topology-tiers.h"
#include "mrc-uneven-ideal.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** The properties of some links, both directions each, as numbers that can be compared. */
using Likeness = std::vector<int64_t>;

/**
 * Adds what a link's times depend on, in both directions, as answers cross links the other way.
 */
void
AddLink(const Topology& topology, uint32_t port, Likeness& likeness)
{
    for (const uint32_t end : {port, topology.Peer(port)})
    {
        const LinkLine& line = LineOf(topology, end);
        likeness.insert(likeness.end(),
                        {static_cast<int64_t>(line.whole),
                         static_cast<int64_t>(line.rate),
                         line.delay.Ps(),
                         line.jitter.Ps(),
                         line.missing ? 1 : 0});
    }
}

/**
 * @return the properties of links above a T0: its own links, and in pods those above the pod's T1s
 */
Likeness
LikenessAbove(const Topology& topology, uint32_t t0)
{
    const TopologySpec& spec = topology.Spec();
    Likeness likeness;
    for (uint32_t p = 0; p < spec.planes; ++p)
    {
        const auto plane = static_cast<PlaneId>(p);
        for (uint32_t uplink = 0; uplink < spec.t1Count; ++uplink)
        {
            AddLink(topology, topology.PortAt({PortKind::T0_UP, plane, t0, uplink}), likeness);
            const uint32_t t1 = topology.Tiers().PodOf(t0) * spec.t1Count + uplink;
            for (uint32_t upper = 0; spec.HasPods() && upper < spec.t1Uplinks; ++upper)
            {
                AddLink(topology, topology.PortAt({PortKind::T1_UP, plane, t1, upper}), likeness);
            }
        }
    }
    return likeness;
}

/** Gives each likeness a number. */
class Kinds
{
  public:
    uint32_t Of(Likeness likeness)
    {
        const auto next = static_cast<uint32_t>(m_kinds.size());
        return m_kinds.emplace(std::move(likeness), next).first->second;
    }

  private:
    std::map<Likeness, uint32_t> m_kinds;
};

} // namespace

RoundTrips::RoundTrips(const Topology& topology, const IdealParameters& sizes)
    : m_topology(topology),
      m_sizes(sizes)
{
    // Planes are the same for all NICs: only rules for single links make kinds of NICs.
    if (topology.Lines().AnySingle() || topology.Spec().graph)
    {
        FindKinds();
        FindExamples();
    }
    else if (topology.Spec().nics > 1)
    {
        // They hang on different T0s, if there are two, and in different pods, if there are.
        m_examples = {0, topology.Spec().nics - 1};
    }
}

void
RoundTrips::FindKinds()
{
    Kinds above;
    Kinds nics;
    uint32_t kindAbove = 0;
    const GraphShape* const graph = m_topology.Spec().graph.get();
    for (uint32_t nic = 0; nic < m_topology.Spec().nics; ++nic)
    {
        if (graph == nullptr && nic % m_topology.Spec().nicsPerT0 == 0)
        {
            kindAbove = above.Of(LikenessAbove(m_topology, m_topology.Tiers().T0Of(nic)));
        }
        Likeness own{kindAbove};
        for (uint32_t plane = 0; plane < m_topology.Spec().planes; ++plane)
        {
            if (graph != nullptr) // where each switch makes a kind of its own
            {
                own.push_back(graph->SwitchOf(nic, static_cast<PlaneId>(plane)));
            }
            AddLink(m_topology, m_topology.NicPort(nic, static_cast<PlaneId>(plane)), own);
        }
        m_kinds.push_back(nics.Of(std::move(own)));
    }
}

/** Of each kind the first NIC, the first one below another T0, and the last, in another pod. */
void
RoundTrips::FindExamples()
{
    struct Three
    {
        uint32_t first;
        uint32_t elsewhere;
        uint32_t last;
    };

    std::map<uint32_t, Three> threes; // by kind
    for (uint32_t nic = 0; nic < m_kinds.size(); ++nic)
    {
        Three& three = threes.emplace(m_kinds[nic], Three{nic, nic, nic}).first->second;
        three.last = nic;
        if (m_topology.Tiers().T0Of(three.elsewhere) == m_topology.Tiers().T0Of(three.first))
        {
            three.elsewhere = nic;
        }
    }
    std::set<uint32_t> examples;
    for (const auto& [kind, three] : threes)
    {
        examples.insert({three.first, three.elsewhere, three.last});
    }
    m_examples.assign(examples.begin(), examples.end());
}

uint32_t
RoundTrips::KindOf(uint32_t nic) const
{
    return m_kinds.empty() ? 0 : m_kinds[nic];
}

/**
 * @return 0 below one T0, 1 in one pod, 2 farther apart; 0 in a graph, where kinds tell the
 * distance
 */
uint32_t
RoundTrips::DistanceOf(uint32_t source, uint32_t destination) const
{
    if (m_topology.Spec().graph)
    {
        return 0;
    }
    const uint32_t from = m_topology.Tiers().T0Of(source);
    const uint32_t to = m_topology.Tiers().T0Of(destination);
    if (from == to)
    {
        return 0;
    }
    return m_topology.Tiers().PodOf(from) == m_topology.Tiers().PodOf(to) ? 1 : 2;
}

const RoundTrips::Trip&
RoundTrips::Of(uint32_t source, uint32_t destination, uint32_t payload)
{
    const Key key{payload, KindOf(source), KindOf(destination), DistanceOf(source, destination)};
    auto found = m_trips.find(key);
    if (found == m_trips.end())
    {
        IdealParameters parameters = m_sizes;
        parameters.payload = payload;
        const Trip trip{BaseRtt(m_topology, source, destination, parameters),
                        LatestRtt(m_topology, source, destination, parameters)};
        found = m_trips.emplace(key, trip).first;
    }
    return found->second;
}

Span
RoundTrips::Longest(uint32_t payload)
{
    const auto [known, isNew] = m_longest.emplace(payload, Span());
    Span& longest = known->second;
    if (!isNew)
    {
        return longest;
    }
    if (m_topology.Spec().graph) // which has as many kinds as T0s: one by one they take too long
    {
        IdealParameters parameters = m_sizes;
        parameters.payload = payload;
        longest = LatestRttAmong(m_topology, m_examples, parameters);
        return longest;
    }
    for (const uint32_t source : m_examples)
    {
        for (const uint32_t destination : m_examples)
        {
            if (source != destination)
            {
                longest = std::max(longest, Latest(source, destination, payload));
            }
        }
    }
    return longest;
}

} // namespace mrc
} // namespace ns3
