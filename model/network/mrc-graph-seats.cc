/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-seats.h"

#include "ns3/mrc-usid.h"

#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t NONE = SIZE_MAX;

} // namespace

GraphSeats::GraphSeats(const GraphLinks& links, const GraphPlanes& planes)
    : m_links(links),
      m_planes(planes)
{
}

/** A NIC needs one link to each plane: the model's NICs have a port in each. */
void
GraphSeats::CheckNic(std::size_t nic) const
{
    const LabelledGraph& graph = m_links.Graph();
    const std::string name = "NIC " + m_links.Named(nic);
    // by plane: the switch that the NIC hangs on there
    std::vector<std::size_t> seats(m_planes.Count(), NONE);
    if (m_links.EdgesAt(nic).empty())
    {
        m_links.Fail(graph.nodes[nic].at,
                     name + " without a switch; expected a link to one in each plane");
    }
    for (const std::size_t edge : m_links.EdgesAt(nic))
    {
        const std::size_t other = m_links.OtherEnd(edge, nic);
        std::size_t& seat = seats[m_planes.Of(other)];
        if (seat != NONE)
        {
            m_links.Fail(graph.edges[edge].at,
                         name + " has links to " + m_links.Named(seat) + " and " +
                             m_links.Named(other) +
                             ", which are one plane; expected one link to each plane");
        }
        seat = other;
    }
    for (std::size_t plane = 0; plane < seats.size(); ++plane)
    {
        if (seats[plane] == NONE)
        {
            m_links.Fail(graph.nodes[nic].at,
                         name + " has no link to the plane of " +
                             m_links.Named(m_planes.FirstOf(plane)) + "; expected one to each of " +
                             std::to_string(seats.size()) +
                             " planes, which no link between switches joins");
        }
    }
}

uint32_t
GraphSeats::NicsOf(std::size_t node) const
{
    uint32_t nics = 0;
    for (const std::size_t edge : m_links.EdgesAt(node))
    {
        nics += m_links.IsNic(m_links.OtherEnd(edge, node)) ? 1 : 0;
    }
    // A uSID names a NIC by its downlink, and has no room for more [usid-layout].
    if (nics > Usid::MAX_INDEX + 1U)
    {
        m_links.Fail(m_links.Graph().nodes[node].at,
                     "switch " + m_links.Named(node) + " has " + std::to_string(nics) +
                         " NICs; expected at most " + std::to_string(Usid::MAX_INDEX + 1));
    }
    return nics;
}

} // namespace mrc
} // namespace ns3
