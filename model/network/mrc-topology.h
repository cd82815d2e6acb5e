/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TOPOLOGY_H
#define MRC_TOPOLOGY_H

#include "mrc-link-lines.h"
#include "mrc-topology-places.h"
#include "mrc-topology-spec.h"
#include "mrc-topology-tiers.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Numbers the nodes and ports of a fabric. Those of a multi-plane fat tree are not stored
 * [two-tiers] [three-tiers]. Those of a graph have the numbers of its GraphShape [graph-files].
 *
 * Nodes: NICs from 0, then T0s plane by plane, then T1s, then T2s. T1s of a plane are numbered pod
 * by pod. A port is the interface of one node and with it one direction of a link. Ports: NIC n in
 * plane p is n * planes + p. Then come the T0 downlinks, T0 uplinks, T1 downlinks, T1 uplinks and
 * T2 downlinks, each plane by plane and switch by switch. Both numberings are dense. A T0 that is
 * partly filled has a downlink for each NIC that exists, and no more. The same holds for T1s of a
 * pod that is partly filled.
 *
 * Arguments must be below the counts that this class returns; std::out_of_range names one that is
 * not.
 */
class Topology
{
  public:
    /**
     * @param spec the fabric
     * @throws std::invalid_argument as TopologySpec::Validate
     */
    explicit Topology(const TopologySpec& spec);

    /** @return the spec that this fabric was made from */
    const TopologySpec& Spec() const
    {
        return m_spec;
    }

    /** @return how many switches each tier has, and which parts hang below each */
    const TopologyTiers& Tiers() const
    {
        return m_tiers;
    }

    /** @return NICs and switches of all planes */
    uint32_t NodeCount() const;

    /** @return directed ports of all nodes: twice the links */
    uint32_t PortCount() const
    {
        return m_ports;
    }

    /**
     * @param node number of the node
     * @return where a node stands
     */
    NodePlace PlaceOf(uint32_t node) const;

    /**
     * @param place where the node stands
     * @return the node number of this place
     */
    uint32_t NodeAt(const NodePlace& place) const;

    /**
     * @param port number of the port
     * @return where a port sits
     */
    PortPlace PortPlaceOf(uint32_t port) const;

    /**
     * @param place where the port sits
     * @return the port number of this place
     */
    uint32_t PortAt(const PortPlace& place) const;

    /**
     * @param nic number of the NIC
     * @param plane one of the fabric's
     * @return the port of this NIC in this plane
     */
    uint32_t NicPort(uint32_t nic, PlaneId plane) const
    {
        CheckExists("NIC", nic, m_spec.nics);
        CheckExists("plane", plane, m_spec.planes);
        return nic * m_spec.planes + plane;
    }

    /**
     * @param port one end of a link
     * @return the port at the other end of the link
     */
    uint32_t Peer(uint32_t port) const;

    /**
     * @param port number of the port
     * @return the node that a port belongs to
     */
    uint32_t NodeOf(uint32_t port) const;

    /** @return rates and delays of links, by tier, plane and port */
    const LinkLines& Lines() const
    {
        return m_lines;
    }

  private:
    uint32_t PortInGraph(const PortPlace& place) const;

    TopologySpec m_spec;
    const GraphShape* m_graph; //!< of m_spec; null: a Clos network
    TopologyTiers m_tiers;
    uint32_t m_ports{0}; //!< of all nodes
    LinkLines m_lines;   //!< made last, of all these numbers
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TOPOLOGY_H */
