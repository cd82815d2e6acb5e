/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOURCE_ROUTING_H
#define MRC_SOURCE_ROUTING_H

#include "mrc-topology.h"

#include "ns3/mrc-carrier-template.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/mrc-usid.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

class GraphSegments;

/** One entry of a switch's static table: frames with this next uSID leave by this port. */
struct UsidRoute
{
    Usid usid;     //!< the uSID that a switch looks up
    uint32_t port; //!< port number of the topology, a port of the switch itself
};

/**
 * Says which uSIDs name the nodes of a topology: the addresses of paths and the tables that obey
 * them.
 *
 * A switch is named by its number within its plane, a NIC by its downlink on the last T0. In a
 * graph GraphSegments names both [carrier-of-ev] [carrier-local] [carrier-pods] [usid-layout]. In
 * the other formats of EVs, packets have the addresses of NICs [ev-formats]. Must not outlive the
 * topology.
 */
class SourceRouting
{
  public:
    /**
     * @param topology the fabric
     * @param block the 32-bit locator block of all carriers
     * @param format the meaning of an EV to the fabric
     * @throws std::invalid_argument if the fabric is a graph for which uSIDs or a carrier do not
     *         suffice
     */
    explicit SourceRouting(const Topology& topology,
                           uint32_t block = UsidCarrier::DEFAULT_BLOCK,
                           EvFormat format = EV_FORMAT_SRV6);

    /** @return the locator block of all carriers */
    uint32_t Block() const
    {
        return m_block;
    }

    /**
     * A T1 with several links to each T0 has a uN and a table for each. So a packet goes down by
     * the link of the number that it came up by [parallel-links]. In a graph a switch has a uN for
     * each link that comes from the same neighbour, with the same table [graph-paths].
     *
     * @param node number of the switch in the fabric; no NIC
     * @return how many parts the switch has: 1 for all other switches
     */
    uint32_t PartsOf(uint32_t node) const;

    /**
     * @param port of a switch
     * @return which part of its switch the port belongs to, from 0
     */
    uint32_t PartOf(uint32_t port) const;

    /**
     * @param port of a switch
     * @return the number of this part among those of all switches
     */
    uint32_t PartNumber(uint32_t port) const;

    /**
     * @param node number of the switch in the fabric
     * @param part of the switch
     * @return the uSID of a switch, which the switch's uN matches behind the block; `node` is no
     * NIC
     */
    Usid UsidOfSwitch(uint32_t node, uint32_t part = 0) const;

    /**
     * @param nic number of the NIC
     * @param plane one of the fabric's
     * @return the uSID that sends a frame of this plane down to this NIC; NICs of other T0s have
     * the same
     */
    Usid UsidOfNic(uint32_t nic, PlaneId plane) const;

    /**
     * @param source the sending NIC
     * @param destination the receiving NIC
     * @return all paths from one NIC to another, which must differ, as an open carrier
     */
    CarrierTemplate TemplateFor(uint32_t source, uint32_t destination) const;

    /**
     * @param nic number of the NIC, not of a graph and with EVs of format Srv6
     * @return the ways of a NIC over all uplinks of the NIC's T0 and back to the NIC [loop-probes]
     */
    CarrierTemplate LoopFor(uint32_t nic) const;

    /**
     * @param nic number of the NIC, in a fabric with pods and with EVs of format Srv6
     * @return the ways of a NIC over each link from its pod to a T2 and back by the same link. They
     *         have the numbers of paths between pods [loop-probes]
     */
    CarrierTemplate UpperLoopFor(uint32_t nic) const;

    /**
     * @param source the sending NIC
     * @param destination the receiving NIC, not the same
     * @param ev the path; the path's plane must exist
     * @return the outer destination address that leads there
     */
    UsidCarrier Carrier(uint32_t source, uint32_t destination, Ev ev) const
    {
        return TemplateFor(source, destination).For(ev);
    }

    /**
     * @param node number of the switch in the fabric
     * @param part of the switch
     * @return the static table of a switch in ascending order of port; `node` is no NIC
     */
    std::vector<UsidRoute> TableOf(uint32_t node, uint32_t part = 0) const;

  private:
    uint32_t PartsOfT1() const;

    CarrierTemplate DirectTemplateFor(uint32_t source, uint32_t destination) const;

    std::vector<UsidRoute> TableInGraph(uint32_t node) const;

    const Topology& m_topology;
    uint32_t m_block;
    EvFormat m_format;
    std::shared_ptr<const GraphSegments> m_graph; //!< null: a Clos network
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SOURCE_ROUTING_H */
