/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WAY_FINDER_H
#define MRC_WAY_FINDER_H

#include "mrc-source-routing.h"
#include "mrc-topology.h"

#include "ns3/mrc-locator-block.h"
#include "ns3/mrc-way-back.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

struct FabricConfig;

/** Which way does a switch have to a NIC [switch-errors]? One of the shortest, for good. */
class WayFinder
{
  public:
    /**
     * @param topology the nodes and links
     * @param routing the uSIDs; both must outlive this
     * @param config block and uSIDs of a carrier
     */
    WayFinder(const Topology& topology, const SourceRouting& routing, const FabricConfig& config);

    /**
     * @param node number of the switch
     * @param nic number of the NIC
     * @return the way; none if links are missing, or a frame has no room for its uSIDs
     */
    std::optional<WayBack> Find(uint32_t node, uint32_t nic);

  private:
    std::vector<uint32_t> PortsTo(uint32_t node, uint32_t nic) const;
    std::optional<WayBack> Make(uint32_t node, uint32_t nic) const;

    const Topology& m_topology;
    const SourceRouting& m_routing;
    LocatorBlock m_block;
    unsigned m_carrierUsids;
    std::map<std::pair<uint32_t, uint32_t>, std::optional<WayBack>> m_found;
};

/**
 * @param topology the nodes and links
 * @param routing the uSIDs; both must outlive the ways
 * @param config encapsulation, threads and uSIDs of a carrier count
 * @return the ways of all switches to all NICs
 * @throws std::invalid_argument if switches of such a fabric cannot tell of drops
 */
WaysBack PlanWaysBack(const Topology& topology,
                      const SourceRouting& routing,
                      const FabricConfig& config);

} // namespace mrc
} // namespace ns3

#endif /* MRC_WAY_FINDER_H */
