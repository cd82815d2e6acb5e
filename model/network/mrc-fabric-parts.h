/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_PARTS_H
#define MRC_FABRIC_PARTS_H

#include "mrc-path-shares.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A part of a fabric that can be lost: the number of a link, or one behind those for a node. */
using FabricPart = std::size_t;

/** Numbers the parts of a fabric: where is each, and which share is lost with each? */
class FabricParts
{
  public:
    /**
     * @param topology the fabric; need not outlive this
     * @param shares of the fabric; must outlive this
     */
    FabricParts(const Topology& topology, const PathShares& shares);

    /** @return links and nodes; NICs, which have numbers too, are no parts */
    FabricPart Count() const
    {
        return Links() + m_nodes;
    }

    /** @return how many links there are, the first parts */
    FabricPart Links() const
    {
        return m_shares.Links().size();
    }

    /** @return the first switch among the nodes, behind the NICs */
    uint32_t FirstSwitch() const
    {
        return m_firstSwitch;
    }

    /** @return how many nodes there are */
    uint32_t Nodes() const
    {
        return m_nodes;
    }

    /** @param node number of the node @return the node as a part */
    FabricPart OfNode(uint32_t node) const
    {
        return Links() + node;
    }

    /** @param part number of the part @return whether the part is a NIC, and cannot be lost here */
    bool IsNic(FabricPart part) const
    {
        return part >= Links() && part < OfNode(m_firstSwitch);
    }

    /** @param part number of the part @return whether the part is a link of a NIC */
    bool IsAccess(FabricPart part) const
    {
        return part < Links() && m_shares.Links()[part].ends[0] < m_firstSwitch;
    }

    /** @param part a link or a switch @return the plane of the part */
    PlaneId PlaneOf(FabricPart part) const
    {
        return part < Links() ? m_shares.Links()[part].plane
                              : m_planes[part - Links() - m_firstSwitch];
    }

    /**
     * @param part number of the part
     * @param source the switch with the traffic that was spread last
     * @return the share of the part's plane that the NICs of the source lose with the part
     */
    double ShareOf(FabricPart part, uint32_t source) const;

  private:
    const PathShares& m_shares;
    uint32_t m_firstSwitch;
    uint32_t m_nodes;
    std::vector<PlaneId> m_planes; //!< of switches
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_PARTS_H */
