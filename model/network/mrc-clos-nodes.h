/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CLOS_NODES_H
#define MRC_CLOS_NODES_H

#include "mrc-topology-spec.h"
#include "mrc-topology-tiers.h"
#include "mrc-topology.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Which number does a node of a Clos network have? Numbers are computed, since a stored table would
 * grow with the fabric; Topology describes their order.
 */
class ClosNodes
{
  public:
    /**
     * @param spec a valid fabric that is no graph; must outlive this
     * @param tiers of that fabric; must outlive this
     */
    ClosNodes(const TopologySpec& spec, const TopologyTiers& tiers)
        : m_spec(spec),
          m_tiers(tiers)
    {
    }

    /** @return NICs and switches of all planes */
    uint32_t Count() const;

    /**
     * @param node number of the node, below Count
     * @return where the node stands
     */
    NodePlace PlaceOf(uint32_t node) const;

    /**
     * @param place where the node stands
     * @return number of the node
     * @throws std::out_of_range naming the number that is too high
     */
    uint32_t At(const NodePlace& place) const;

  private:
    const TopologySpec& m_spec;
    const TopologyTiers& m_tiers;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CLOS_NODES_H */
