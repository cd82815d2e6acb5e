/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SWITCH_SIDS_H
#define MRC_SWITCH_SIDS_H

#include "mrc-source-routing.h"
#include "mrc-topology.h"

#include "ns3/mrc-segment-rules.h"
#include "ns3/mrc-usid-forwarder.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

struct FabricConfig;

/** Which SIDs and routes do switches have beside their uN and their neighbours [switch-sids]? */
class SwitchSids
{
  public:
    /**
     * @param topology the nodes and ports
     * @param routing the uSIDs
     * @param config has the lines and the flavours
     * @throws std::invalid_argument naming the line, and what was expected
     */
    SwitchSids(const Topology& topology, const SourceRouting& routing, const FabricConfig& config);

    /**
     * @param node number of a switch
     * @param part of the switch
     * @param table the store of UsidForwarder::AddRoute
     * @return the forwarder of that part, with all its SIDs and routes
     */
    UsidForwarder ForwarderOf(uint32_t node, uint32_t part, std::vector<PortIndex>& table) const;

  private:
    std::optional<SegmentRules> RulesWith(uint32_t node, uint64_t locator48) const;
    void Take(const std::string& words);
    void RefuseCollisions(uint32_t node, const LocalSid& sid) const;
    void RefuseShorterBlock(const LocalSid& sid) const;
    void RefuseKnown(uint32_t node, const PrefixRoute& route);
    static bool TakesInside(const LocalSid& sid);
    std::vector<PrefixRoute> HostsBelow(uint32_t node) const;

    const Topology& m_topology;
    const SourceRouting& m_routing;
    LocatorBlock m_block;
    uint8_t m_flavours;
    bool m_takesInside{false};               //!< whether any switch takes outer headers off
    std::map<uint32_t, SegmentRules> m_more; //!< by switch: what lines tell
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SWITCH_SIDS_H */
