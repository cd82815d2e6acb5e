/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ADDRESS_WALK_H
#define MRC_ADDRESS_WALK_H

#include "mrc-source-routing.h"
#include "mrc-switch-sids.h"
#include "mrc-topology.h"

#include "ns3/mrc-locator-block.h"
#include "ns3/mrc-usid-forwarder.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

struct FabricConfig;
struct Frame;

/**
 * Over which links does an address lead [ev-adjacencies]? Each switch on the way is asked, by the
 * forwarder that packets meet there.
 */
class AddressWalk
{
  public:
    /**
     * @param topology the nodes and links; must outlive this
     * @param routing the uSIDs; must outlive this
     * @param config has the SIDs of switches
     */
    AddressWalk(const Topology& topology, const SourceRouting& routing, const FabricConfig& config);

    /**
     * @param port of the NIC that sends
     * @param destination number of the NIC that is to receive
     * @param address outer destination, as packets have it
     * @return the ports that a packet leaves by, from the NIC's to that of the last switch
     * @throws std::invalid_argument saying where the packet ends instead
     */
    std::vector<uint32_t> PortsTo(uint32_t port, uint32_t destination, const UsidCarrier& address);

  private:
    const UsidForwarder& ForwarderAt(uint32_t port);
    void CheckEnd(uint32_t port, uint32_t destination, const Frame& frame) const;

    const Topology& m_topology;
    const SourceRouting& m_routing;
    LocatorBlock m_block;
    SwitchSids m_sids;
    std::map<uint32_t, UsidForwarder> m_forwarders; //!< by number of the part; those met so far
    std::vector<PortIndex> m_table;                 //!< of all of them
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ADDRESS_WALK_H */
