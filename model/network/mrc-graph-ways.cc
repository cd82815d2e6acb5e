/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-ways.h"

#include "mrc-graph-shape.h"
#include "mrc-link-lines.h"
#include "mrc-path-ports.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace ns3
{
namespace mrc
{

namespace
{

/** The values that make two links the same to a packet, and two switches: how many ways lead on. */
using Likeness = std::tuple<uint64_t, uint64_t, Span, Span, Span, std::size_t>;

/** @return all that the time over a link depends on: links that agree in it are one case */
Likeness
LikenessOf(const Topology& topology, uint32_t port, std::size_t ways)
{
    const LinkLine& line = LineOf(topology, port);
    return {line.whole, line.rate, line.delay, line.jitter, FarLatency(topology, port), ways};
}

/** Goes from switch to switch along all shortest paths of a pair at once. */
class Front
{
  public:
    Front(const Topology& topology, uint32_t source, uint32_t destination, PlaneId plane)
        : m_topology(topology),
          m_shape(*topology.Spec().graph),
          m_to(m_shape.SwitchOf(destination, plane)),
          m_switches{m_shape.SwitchOf(source, plane)}
    {
    }

    bool HasArrived() const
    {
        return m_switches.count(m_to) != 0;
    }

    /** Calls with each port that leads on from here, and with the number of those of its switch. */
    template <class Visit>
    void Advance(Visit visit)
    {
        std::set<uint32_t> next;
        for (const uint32_t node : m_switches)
        {
            const std::vector<uint32_t> ports = m_shape.Paths().Next(node, m_to);
            for (const uint32_t port : ports)
            {
                next.insert(m_topology.NodeOf(m_topology.Peer(port)));
                visit(port, ports.size());
            }
        }
        m_switches = std::move(next);
    }

  private:
    const Topology& m_topology;
    const GraphShape& m_shape;
    uint32_t m_to;
    std::set<uint32_t> m_switches;
};

} // namespace

std::optional<EvenWays>
EvenWaysOf(const Topology& topology, uint32_t source, uint32_t destination)
{
    std::optional<std::vector<Likeness>> known; // hop by hop, of the planes before
    EvenWays ways;
    for (uint32_t p = 0; p < topology.Spec().planes; ++p)
    {
        const auto plane = static_cast<PlaneId>(p);
        // The first and the last link of all ways of a pair are the NICs' own.
        std::vector<Likeness> hops{
            LikenessOf(topology, topology.NicPort(source, plane), 1),
            LikenessOf(topology, topology.Peer(topology.NicPort(destination, plane)), 1)};
        Front front(topology, source, destination, plane);
        for (std::size_t hop = 0; !front.HasArrived(); ++hop)
        {
            std::set<Likeness> kinds;
            std::size_t count = 0;
            front.Advance([&](uint32_t port, std::size_t others) {
                kinds.insert(LikenessOf(topology, port, others));
                count = others;
            });
            // Where links of one hop differ, packets on different paths do not take the same time.
            if (kinds.size() != 1)
            {
                return std::nullopt;
            }
            hops.push_back(*kinds.begin());
            ways.uplinks = hop == 0 ? static_cast<uint32_t>(count) : ways.uplinks;
            ways.divideAgain = ways.divideAgain || (hop != 0 && count > 1);
        }
        // Planes have to be alike as well, hop by hop.
        if (known && *known != hops)
        {
            return std::nullopt;
        }
        known = std::move(hops);
    }
    ways.ports = PortsOfPath(topology, source, destination, Ev());
    return ways;
}

/**
 * The least and the greatest sum of a cost over all shortest paths of a pair. Sums are carried from
 * switch to switch, as the paths themselves may be millions.
 */
WayExtremes
WayExtremesOf(const Topology& topology,
              uint32_t source,
              uint32_t destination,
              PlaneId plane,
              const std::function<Span(uint32_t)>& cost)
{
    const Span access = cost(topology.NicPort(source, plane));
    Front front(topology, source, destination, plane);
    std::map<uint32_t, WayExtremes> at{
        {topology.Spec().graph->SwitchOf(source, plane), {access, access}}};
    while (!front.HasArrived())
    {
        std::map<uint32_t, WayExtremes> next;
        front.Advance([&](uint32_t port, std::size_t) {
            const WayExtremes& here = at[topology.NodeOf(port)];
            // A new entry has the extremes of no way, which any way replaces.
            WayExtremes& there = next[topology.NodeOf(topology.Peer(port))];
            const Span link = cost(port);
            there.least = std::min(there.least, here.least + link);
            there.most = std::max(there.most, here.most + link);
        });
        at = std::move(next);
    }
    const WayExtremes& end = at[topology.Spec().graph->SwitchOf(destination, plane)];
    const Span last = cost(topology.Peer(topology.NicPort(destination, plane)));
    return {end.least + last, end.most + last};
}

/** Goes through the switches of a plane from the nearest to each T0 outwards. */
std::vector<Span>
SlowestWays(const Topology& topology, PlaneId plane, const std::function<Span(uint32_t)>& cost)
{
    const GraphShape& shape = *topology.Spec().graph;
    const uint32_t t0s = shape.Count(NodeKind::T0, plane);
    const uint32_t firstT0 = shape.FirstOf(NodeKind::T0, plane);
    std::vector<uint32_t> switches;
    for (const NodeKind kind : {NodeKind::T0, NodeKind::T1, NodeKind::T2, NodeKind::T3})
    {
        for (uint32_t i = 0; i < shape.Count(kind, plane); ++i)
        {
            switches.push_back(shape.FirstOf(kind, plane) + i);
        }
    }
    std::vector<Span> slowest(std::size_t{t0s} * t0s);
    std::vector<Span> most(shape.NodeCount());
    for (uint32_t to = firstT0; to < firstT0 + t0s; ++to)
    {
        std::sort(switches.begin(), switches.end(), [&](uint32_t a, uint32_t b) {
            return shape.Paths().Hops(a, to) < shape.Paths().Hops(b, to);
        });
        // What a port leads to is one hop nearer, and so has its greatest sum already.
        for (const uint32_t node : switches)
        {
            most[node] = Span();
            for (const uint32_t port : shape.Paths().Next(node, to))
            {
                const uint32_t far = topology.NodeOf(topology.Peer(port));
                most[node] = std::max(most[node], cost(port) + most[far]);
            }
        }
        for (uint32_t from = 0; from < t0s; ++from)
        {
            slowest[std::size_t{from} * t0s + to - firstT0] = most[firstT0 + from];
        }
    }
    return slowest;
}

} // namespace mrc
} // namespace ns3
