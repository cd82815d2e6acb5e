/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-node-groups.h"

#include <algorithm>
#include <numeric>

namespace ns3
{
namespace mrc
{

NodeGroups::NodeGroups(const Topology& topology)
    : m_lower(topology.NodeCount())
{
    std::iota(m_lower.begin(), m_lower.end(), 0U);
    // A NIC's pump asks its ports, so a NIC and its switches must have one owner.
    for (uint32_t nic = 0; nic < topology.Spec().nics; ++nic)
    {
        for (uint32_t plane = 0; plane < topology.Spec().planes; ++plane)
        {
            const uint32_t port = topology.NicPort(nic, static_cast<PlaneId>(plane));
            Join(nic, topology.NodeOf(topology.Peer(port)));
        }
    }
}

/** The lowest node names the group: looking it up shortens the way for later searches. */
uint32_t
NodeGroups::Of(uint32_t node)
{
    while (m_lower[node] != node)
    {
        m_lower[node] = m_lower[m_lower[node]]; // the next search has half the way
        node = m_lower[node];
    }
    return node;
}

void
NodeGroups::Join(uint32_t one, uint32_t other)
{
    // The higher one hangs on the lower one, so the result does not depend on the order of joins.
    const auto [low, high] = std::minmax({Of(one), Of(other)});
    m_lower[high] = low;
}

} // namespace mrc
} // namespace ns3
