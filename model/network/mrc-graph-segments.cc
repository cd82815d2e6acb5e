/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-segments.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return planes of a graph: ports of each NIC */
uint32_t
PlanesOf(const GraphShape& shape)
{
    return shape.FirstPort(1) - shape.FirstPort(0);
}

/** @return the number of NICs, which is the same in all planes */
uint32_t
NicsOf(const GraphShape& shape)
{
    return shape.Count(NodeKind::NIC, 0);
}

/** @return the kind of uSIDs of switches; T3s share that of T2s, as two bits tell no more kinds */
UsidKind
UsidKindOf(NodeKind kind)
{
    return kind == NodeKind::T0 ? UsidKind::T0 : kind == NodeKind::T1 ? UsidKind::T1 : UsidKind::T2;
}

/** The uSIDs that a packet has room for: a carrier, and those behind the carrier. */
constexpr std::size_t MOST_USIDS =
    UsidCarrier::CAPACITY + std::tuple_size<decltype(UsidWay::behind)>::value;

} // namespace

GraphSegments::GraphSegments(const GraphShape& shape, uint32_t block, EvFormat format)
    : m_shape(shape),
      m_block(block),
      m_format(format),
      m_parts(shape.NodeCount()),
      m_firstPart(shape.NodeCount()),
      m_indexes(shape.NodeCount())
{
    CountParts();
    NumberNics();
    if (format == EV_FORMAT_SRV6)
    {
        CheckLength();
    }
    NameFarEnds();
}

void
GraphSegments::CountParts()
{
    uint32_t all = 0;
    std::array<std::array<uint32_t, MAX_PLANES>, 4> next{}; // index by kind of uSID and plane
    next[static_cast<unsigned>(UsidKind::T2)].fill(1);      // 0 would end the carrier
    for (uint32_t node = NicsOf(m_shape); node < m_shape.NodeCount(); ++node)
    {
        // Links side by side come in at parts of their own, each with a uSID: else a carrier could
        // not choose one of them.
        uint32_t parts = 1;
        for (uint32_t port = m_shape.FirstPort(node); port < m_shape.FirstPort(node + 1); ++port)
        {
            parts = std::max(parts, PartOf(port) + 1);
        }
        const NodePlace& place = m_shape.PlaceOf(node);
        uint32_t& index = next.at(static_cast<unsigned>(UsidKindOf(place.kind))).at(place.plane);
        m_parts[node] = parts;
        m_firstPart[node] = all;
        m_indexes[node] = index;
        all += parts;
        index += parts;
        if (index > Usid::MAX_INDEX + 1)
        {
            throw std::invalid_argument("'" + m_shape.NameOf(node) +
                                        "' has no uSID any more; expected at most " +
                                        std::to_string(Usid::MAX_INDEX + 1) +
                                        " switches of its tier in a plane, T2s and T3s and links "
                                        "side by side counted together");
        }
    }
}

/** Gives each NIC the least number that no other one below its switches has. */
void
GraphSegments::NumberNics()
{
    std::vector<std::set<uint32_t>> taken(m_shape.NodeCount()); // by switch
    std::vector<uint32_t> full(m_shape.NodeCount());            // all below this are taken
    for (uint32_t nic = 0; nic < NicsOf(m_shape); ++nic)
    {
        // A NIC has one number in all planes, so that number has to be free below each of the
        // switches.
        std::vector<uint32_t> switches;
        uint32_t index = 0;
        for (uint32_t plane = 0; plane < PlanesOf(m_shape); ++plane)
        {
            switches.push_back(m_shape.SwitchOf(nic, static_cast<PlaneId>(plane)));
            // Switches fill from 0 on, so that the search need not begin there.
            index = std::max(index, full[switches.back()]);
        }
        while (std::any_of(switches.begin(), switches.end(), [&](uint32_t node) {
            return taken[node].count(index) != 0;
        }))
        {
            ++index;
        }
        if (index > Usid::MAX_INDEX)
        {
            throw std::invalid_argument("NIC '" + m_shape.NameOf(nic) +
                                        "' has no uSID any more; expected at most " +
                                        std::to_string(Usid::MAX_INDEX + 1) + " below a switch");
        }
        for (const uint32_t node : switches)
        {
            taken[node].insert(index);
            while (taken[node].count(full[node]) != 0)
            {
                ++full[node];
            }
        }
        m_nicIndex.push_back(index);
    }
}

/** A path of h links has h + 1 switches, and then a NIC. */
void
GraphSegments::CheckLength() const
{
    const uint32_t longest = m_shape.Paths().LongestHops();
    if (longest + 2 <= MOST_USIDS)
    {
        return;
    }
    // Only for the message: a pair of switches that far apart.
    const uint32_t nics = NicsOf(m_shape);
    for (uint32_t i = 0; i < nics * PlanesOf(m_shape); ++i)
    {
        const auto plane = static_cast<PlaneId>(i / nics);
        const uint32_t from = m_shape.SwitchOf(i % nics, plane);
        for (uint32_t to = m_shape.FirstOf(NodeKind::T0, plane);
             to < m_shape.FirstOf(NodeKind::T0, plane) + m_shape.Count(NodeKind::T0, plane);
             ++to)
        {
            if (m_shape.Paths().Hops(from, to) == longest)
            {
                throw std::invalid_argument(
                    "the shortest path from '" + m_shape.NameOf(from) + "' to '" +
                    m_shape.NameOf(to) + "' has " + std::to_string(longest + 1) +
                    " switches; expected at most " + std::to_string(MOST_USIDS - 1) +
                    ", for whose uSIDs a packet has room, or EvProfile::Format = Udp");
            }
        }
    }
}

Usid
GraphSegments::OfSwitch(uint32_t node, uint32_t part) const
{
    const NodePlace& place = m_shape.PlaceOf(node);
    return Usid::Of(UsidKindOf(place.kind), place.plane, m_indexes.at(node) + part);
}

void
GraphSegments::NameFarEnds()
{
    for (uint32_t port = 0; port < m_shape.PortCount(); ++port)
    {
        const uint32_t peer = m_shape.PortOf(port).peer;
        const uint32_t far = m_shape.PortOf(peer).node;
        m_farEnds.push_back(m_shape.PlaceOf(far).kind == NodeKind::NIC
                                ? OfNic(far, m_shape.PortOf(port).place.plane)
                                : OfSwitch(far, PartOf(peer)));
    }
}

/** Goes without allocations: packets ask for their ways one by one. */
UsidWay
GraphSegments::WayFor(uint32_t source, uint32_t destination, Ev ev) const
{
    const GraphPaths& paths = m_shape.Paths();
    const uint32_t from = m_shape.SwitchOf(source, ev.Plane());
    const uint32_t to = m_shape.SwitchOf(destination, ev.Plane());
    // Places behind the NIC's uSID stay 0, which ends a carrier.
    std::array<Usid, MOST_USIDS> usids{OfSwitch(from, 0)};
    std::size_t count = 1;
    paths.Walk(from, to, ev.Uplink() % paths.Count(from, to), [&](uint32_t port) {
        usids[count++] = m_farEnds[port];
    });
    usids[count] = OfNic(destination, ev.Plane());
    UsidWay way{UsidCarrier::OfBlock(m_block), {}};
    for (unsigned i = 0; i < UsidCarrier::CAPACITY; ++i)
    {
        way.carrier = way.carrier.With(i, usids[i]);
    }
    std::copy(usids.begin() + UsidCarrier::CAPACITY, usids.end(), way.behind.begin());
    return way;
}

uint32_t
GraphSegments::PathsIn(uint32_t source, uint32_t destination, PlaneId plane) const
{
    return m_shape.Paths().Count(m_shape.SwitchOf(source, plane),
                                 m_shape.SwitchOf(destination, plane));
}

uint32_t
GraphSegments::PathsBetween(uint32_t source, uint32_t destination) const
{
    uint32_t most = 0;
    for (uint32_t p = 0; p < PlanesOf(m_shape); ++p)
    {
        const auto plane = static_cast<PlaneId>(p);
        const uint32_t from = m_shape.SwitchOf(source, plane);
        const uint32_t to = m_shape.SwitchOf(destination, plane);
        most = std::max(most, from == to ? 0 : m_shape.Paths().Count(from, to));
    }
    return most;
}

std::vector<uint32_t>
SwitchPortsOfPath(const GraphShape& shape, uint32_t source, uint32_t destination, Ev ev)
{
    const uint32_t from = shape.SwitchOf(source, ev.Plane());
    const uint32_t to = shape.SwitchOf(destination, ev.Plane());
    const GraphPaths& paths = shape.Paths();
    std::vector<uint32_t> ports = paths.PortsOf(from, to, ev.Uplink() % paths.Count(from, to));
    ports.push_back(shape.PortOf(shape.FirstPort(destination) + ev.Plane()).peer);
    return ports;
}

} // namespace mrc
} // namespace ns3
