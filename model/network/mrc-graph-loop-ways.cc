/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-loop-ways.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return how many of some links are among others */
std::size_t
CountIn(const std::vector<PortIndex>& links, const std::vector<PortIndex>& others)
{
    return std::count_if(links.begin(), links.end(), [&others](PortIndex link) {
        return std::find(others.begin(), others.end(), link) != others.end();
    });
}

/** Keeps those links that are among others too. */
void
KeepCommon(std::vector<PortIndex>& links, const std::vector<PortIndex>& others)
{
    links.erase(std::remove_if(links.begin(),
                               links.end(),
                               [&others](PortIndex link) {
                                   return std::find(others.begin(), others.end(), link) ==
                                          others.end();
                               }),
                links.end());
}

/** @return the uSIDs of a loop: the switches there and back, and the NIC */
std::size_t
UsidsOfLoop(std::size_t hops)
{
    return 2 * hops + 2;
}

} // namespace

GraphLoopWays::GraphLoopWays(const GraphShape& shape, const LoopNeeds& needs)
    : m_shape(shape),
      m_needs(needs),
      m_nics(shape.NodeCount()),
      m_ways(shape.NodeCount())
{
    const uint32_t nics = shape.Count(NodeKind::NIC, 0);
    for (PortIndex port = 0; port < shape.FirstPort(nics); ++port)
    {
        m_nics[shape.PortOf(shape.PortOf(port).peer).node].push_back(shape.PortOf(port).node);
    }
    for (PortIndex port = shape.FirstPort(nics); port < shape.PortCount(); ++port)
    {
        // The lower port of a link between switches, which the other end does not name.
        const PortIndex peer = shape.PortOf(port).peer;
        if (port < peer)
        {
            FindWays(port);
        }
    }
}

unsigned
GraphLoopWays::MostUsids() const
{
    std::size_t hops = 0;
    for (const std::vector<LoopWay>& ways : m_ways)
    {
        for (const LoopWay& way : ways)
        {
            hops = std::max(hops, way.ports.size());
        }
    }
    return static_cast<unsigned>(UsidsOfLoop(hops));
}

/** @return the beginnings of ways to a link for which packets have room, the nearest first */
std::vector<GraphLoopWays::Start>
GraphLoopWays::StartsTo(PortIndex port) const
{
    const GraphPaths& paths = m_shape.Paths();
    const PortIndex peer = m_shape.PortOf(port).peer;
    const PlaneId plane = m_shape.PortOf(port).place.plane;
    const uint32_t first = m_shape.FirstOf(NodeKind::T0, plane);
    std::vector<Start> starts;
    for (uint32_t t0 = first; t0 < first + m_shape.Count(NodeKind::T0, plane); ++t0)
    {
        const uint32_t lower = paths.Hops(m_shape.PortOf(port).node, t0);
        const uint32_t upper = paths.Hops(m_shape.PortOf(peer).node, t0);
        // No shortest path to the nearer end crosses the link.
        if (UsidsOfLoop(lower + 1) <= m_needs.usids && lower <= upper)
        {
            starts.push_back({t0, port, lower + 1});
        }
        if (UsidsOfLoop(upper + 1) <= m_needs.usids && upper <= lower)
        {
            starts.push_back({t0, peer, upper + 1});
        }
    }
    std::stable_sort(starts.begin(), starts.end(), [](const Start& a, const Start& b) {
        return a.hops < b.hops;
    });
    return starts;
}

/** @return the ports by which a loop on one of the shortest ways leaves switches */
std::vector<PortIndex>
GraphLoopWays::PortsOf(const Start& start, uint32_t path) const
{
    std::vector<PortIndex> ports;
    const uint32_t end = m_shape.PortOf(start.last).node;
    m_shape.Paths().Walk(end, start.t0, path, [&](PortIndex port) {
        ports.push_back(m_shape.PortOf(port).peer);
    });
    std::reverse(ports.begin(), ports.end());
    ports.push_back(start.last);
    return ports;
}

/** @return the links before the last one of a way, by their lower ports; with that of a lone NIC */
std::vector<PortIndex>
GraphLoopWays::LinksOf(const Start& start, const std::vector<PortIndex>& ports) const
{
    std::vector<PortIndex> links;
    const std::vector<uint32_t>& nics = m_nics[start.t0];
    if (nics.size() == 1)
    {
        links.push_back(m_shape.FirstPort(nics.front()) + m_shape.PortOf(start.last).place.plane);
    }
    for (auto port = ports.begin(); port + 1 != ports.end(); ++port)
    {
        links.push_back(std::min(*port, m_shape.PortOf(*port).peer));
    }
    return links;
}

/** @return a way with as few as possible of some links, among MOST_WAYS ways from a switch */
std::vector<PortIndex>
GraphLoopWays::BestWay(const Start& start,
                       uint32_t turn,
                       const std::vector<PortIndex>& common) const
{
    const uint32_t paths = m_shape.Paths().Count(m_shape.PortOf(start.last).node, start.t0);
    std::vector<PortIndex> best;
    std::size_t least = SIZE_MAX;
    for (uint32_t i = 0; i < std::min(paths, MOST_WAYS) && least != 0; ++i)
    {
        std::vector<PortIndex> ports = PortsOf(start, (turn + i) % paths);
        const std::size_t shared = CountIn(common, LinksOf(start, ports));
        if (shared < least)
        {
            least = shared;
            best = std::move(ports);
        }
    }
    return best;
}

void
GraphLoopWays::FindWays(PortIndex port)
{
    const std::vector<Start> starts = StartsTo(port);
    if (starts.empty())
    {
        if (IsCrossed(port))
        {
            throw std::invalid_argument(FarText(port));
        }
        return; // nobody misses what no packet crosses
    }
    const uint32_t turn = static_cast<uint32_t>(m_links.size());
    m_links.push_back({NameOf(port), {}});
    const auto isFarther = [&](const Start& start) { return start.hops != starts.front().hops; };
    const std::size_t nearest =
        std::find_if(starts.begin(), starts.end(), isFarther) - starts.begin();
    const std::size_t ways = std::min<std::size_t>(nearest, MOST_WAYS);
    // Neighbours share links below, so the ways begin at switches far from each other. Links in
    // turn begin at others, so that all NICs have loops.
    std::vector<PortIndex> common;
    for (std::size_t i = 0; i < ways; ++i)
    {
        const Start& start = starts[(turn + i * nearest / ways) % nearest];
        const std::vector<PortIndex> ports = BestWay(start, turn, common);
        const std::vector<PortIndex> links = LinksOf(start, ports);
        i == 0 ? void(common = links) : KeepCommon(common, links);
        Keep(start, ports);
    }
    for (auto start = starts.begin(); m_needs.isTold && !common.empty(); ++start)
    {
        if (start == starts.end())
        {
            if (IsCrossed(port))
            {
                throw std::invalid_argument(AlikeText(port, common.front()));
            }
            break;
        }
        const std::vector<PortIndex> ports = BestWay(*start, turn, common);
        const std::vector<PortIndex> links = LinksOf(*start, ports);
        if (CountIn(common, links) < common.size())
        {
            KeepCommon(common, links);
            Keep(*start, ports);
        }
    }
}

/** Numbers a way of a switch, for the last link. */
void
GraphLoopWays::Keep(const Start& start, const std::vector<PortIndex>& ports)
{
    LoopWay way{ports, {}};
    for (auto port = ports.begin(); port + 1 != ports.end(); ++port)
    {
        way.via.push_back(NameOf(*port));
    }
    std::vector<LoopWay>& ways = m_ways[start.t0];
    m_links.back().ways.push_back({start.t0, static_cast<uint32_t>(ways.size())});
    ways.push_back(std::move(way));
}

/** @return the link of a port between switches, by its lower end */
LoopLink
GraphLoopWays::NameOf(PortIndex port) const
{
    const PortPlace& place = m_shape.PortOf(std::min(port, m_shape.PortOf(port).peer)).place;
    const LoopTier tier = place.kind == PortKind::T0_UP   ? LoopTier::T0
                          : place.kind == PortKind::T1_UP ? LoopTier::T1
                          : place.kind == PortKind::T2_UP ? LoopTier::T2
                                                          : LoopTier::T3;
    return {place.plane, place.owner, place.link, tier};
}

std::string
GraphLoopWays::TextOfLink(PortIndex port) const
{
    return "'" + m_shape.NameOf(m_shape.PortOf(port).node) + "' and '" +
           m_shape.NameOf(m_shape.PortOf(m_shape.PortOf(port).peer).node) + "'";
}

/** Follows all paths to each switch on which NICs hang, from the farthest switches to the nearest.
 */
void
GraphLoopWays::FindCrossed()
{
    m_crossed.assign(m_shape.PortCount(), false);
    const GraphPaths& paths = m_shape.Paths();
    for (uint32_t to = 0; to < m_shape.NodeCount(); ++to)
    {
        if (m_nics[to].empty())
        {
            continue;
        }
        const PlaneId plane = m_shape.PlaceOf(to).plane;
        const uint32_t first = m_shape.FirstOf(NodeKind::T0, plane);
        std::set<std::pair<uint32_t, uint32_t>> left; // by hops: switches with packets
        for (uint32_t from = first; from < first + m_shape.Count(NodeKind::T0, plane); ++from)
        {
            left.emplace(paths.Hops(from, to), from);
        }
        while (left.rbegin()->first != 0)
        {
            const uint32_t at = left.rbegin()->second;
            left.erase(std::prev(left.end()));
            for (const PortIndex port : paths.Next(at, to))
            {
                m_crossed[port] = true;
                const uint32_t far = m_shape.PortOf(m_shape.PortOf(port).peer).node;
                left.emplace(paths.Hops(far, to), far);
            }
        }
    }
}

/** @return whether a path crosses a link in either direction */
bool
GraphLoopWays::IsCrossed(PortIndex port)
{
    if (m_crossed.empty())
    {
        FindCrossed();
    }
    return m_crossed[port] || m_crossed[m_shape.PortOf(port).peer];
}

std::string
GraphLoopWays::FarText(PortIndex port) const
{
    return "a Clustermapper that cannot probe the link of " + TextOfLink(port) +
           ": no switch with NICs is within " + std::to_string(m_needs.usids / 2 - 1) +
           " links of its far end, the most for which a packet has room: " +
           std::to_string(m_needs.usids) +
           " uSIDs; expected NICs nearer to it, or another CarrierUsids: a segment routing header, "
           "which ways of more uSIDs need, has room for 4 more";
}

std::string
GraphLoopWays::AlikeText(PortIndex port, PortIndex other) const
{
    return "a Clustermapper that cannot tell the link of " + TextOfLink(port) + " from that of " +
           TextOfLink(other) +
           ": all loops cross both; expected another way for which a packet has room, or, in a "
           "program, ClustermapperConfig::sharers = 1: the word of one NIC";
}

} // namespace mrc
} // namespace ns3
