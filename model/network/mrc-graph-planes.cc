/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-graph-planes.h"

#include "ns3/mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t NONE = SIZE_MAX;

} // namespace

GraphPlanes::GraphPlanes(const GraphLinks& links)
    : m_links(links),
      m_planeOf(links.Graph().nodes.size(), NONE)
{
    // A plane is what links between switches join: NICs do not join planes, as they do not forward.
    for (std::size_t first = 0; first < m_planeOf.size(); ++first)
    {
        if (links.IsNic(first) || m_planeOf[first] != NONE)
        {
            continue;
        }
        const TextPosition at = links.Graph().nodes[first].at;
        if (!Fill(first))
        {
            links.Fail(at,
                       "no NIC can reach switch " + links.Named(first) +
                           "; expected a NIC on one of the switches that links join to it");
        }
        if (Count() > MAX_PLANES)
        {
            links.Fail(at,
                       "the switches fall into more than 8 planes, of which " + links.Named(first) +
                           " begins the next; expected them joined");
        }
    }
}

/** @return whether a NIC hangs on the plane that begins with this switch */
bool
GraphPlanes::Fill(std::size_t first)
{
    bool hasNic = false;
    std::vector<std::size_t> open{first};
    // The plane itself is counted at the end, so this is its number.
    m_planeOf[first] = Count();
    while (!open.empty())
    {
        const std::size_t node = open.back();
        open.pop_back();
        for (const std::size_t edge : m_links.EdgesAt(node))
        {
            const std::size_t next = m_links.OtherEnd(edge, node);
            hasNic = hasNic || m_links.IsNic(next);
            if (!m_links.IsNic(next) && m_planeOf[next] == NONE)
            {
                m_planeOf[next] = Count();
                open.push_back(next);
            }
        }
    }
    m_firstOf.push_back(first);
    return hasNic;
}

} // namespace mrc
} // namespace ns3
