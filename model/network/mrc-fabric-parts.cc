/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-parts.h"

namespace ns3
{
namespace mrc
{

FabricParts::FabricParts(const Topology& topology, const PathShares& shares)
    : m_shares(shares),
      m_firstSwitch(topology.Spec().nics),
      m_nodes(topology.NodeCount())
{
    for (uint32_t node = m_firstSwitch; node < m_nodes; ++node)
    {
        m_planes.push_back(topology.PlaceOf(node).plane);
    }
}

double
FabricParts::ShareOf(FabricPart part, uint32_t source) const
{
    if (part < Links())
    {
        return IsAccess(part) ? 0 : m_shares.OfLink(part);
    }
    const auto node = static_cast<uint32_t>(part - Links());
    if (!m_shares.NicsOf(node).empty())
    {
        return node == source ? 1 : 0; // NICs of others do not lose their own bandwidth
    }
    return m_shares.OfSwitch(node);
}

} // namespace mrc
} // namespace ns3
