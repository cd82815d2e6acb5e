/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TOPOLOGY_H
#define MRC_TOPOLOGY_H

#include "mrc-topology-spec.h"

#include "ns3/mrc-ids.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

class LinkLines;
class TopologyTiers;

/** The kind of a node of the fabric. */
enum class NodeKind : uint8_t
{
    NIC, //!< a host's network card, in all planes
    T0,  //!< a switch that NICs hang on
    T1,  //!< a switch that joins the T0s of its plane, or of its pod
    T2,  //!< a switch that joins the pods of its plane; in a graph it has links to T1s, none to T0s
    T3,  //!< of a graph only: a switch without links to T0s and T1s
};

/** Where a node stands: its kind, its plane and its number within both. */
struct NodePlace
{
    NodeKind kind;  //!< a NIC, or the tier of a switch
    PlaneId plane;  //!< 0 for a NIC
    uint32_t index; //!< number of the NIC, or of the switch within its plane
};

/** Which way a port looks. */
enum class PortKind : uint8_t
{
    NIC,     //!< from a NIC up to its T0
    T0_DOWN, //!< from a T0 down to a NIC
    T0_UP,   //!< from a T0 up to a T1
    T1_DOWN, //!< from a T1 down to a T0
    T1_UP,   //!< from a T1 up to a T2; in a graph to any switch that is no T0
    T2_DOWN, //!< from a T2 down to a T1
    T2_UP,   //!< of a graph only: from a T2 up to a T3, or to another T2
    T3_DOWN, //!< of a graph only: from a T3 down to a T2
    T3_UP,   //!< of a graph only: from a T3 to another one, such as one of a fifth tier
};

/** @return whether ports of a kind look away from the NICs */
constexpr bool
LooksUp(PortKind kind)
{
    return kind == PortKind::NIC || kind == PortKind::T0_UP || kind == PortKind::T1_UP ||
           kind == PortKind::T2_UP || kind == PortKind::T3_UP;
}

/** Where a port sits: its kind, its plane, its owner's number and which of the owner's ports it is.
 */
struct PortPlace
{
    PortKind kind;  //!< kind and direction of the port
    PlaneId plane;  //!< plane of the part
    uint32_t owner; //!< number of the NIC, or of the switch within its plane
    uint32_t link;  //!< 0 on a NIC; number of the downlink or uplink on a switch. A T1's downlinks
                    //!< are in the order of its pod's T0s, once for each of its links to a T0.
                    //!< Those of a T2 are in the order of the pods
};

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
        return *m_tiers;
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
    uint32_t NicPort(uint32_t nic, PlaneId plane) const;

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
        return *m_lines;
    }

  private:
    uint32_t PortInGraph(const PortPlace& place) const;

    TopologySpec m_spec;
    const GraphShape* m_graph;                    //!< of m_spec; null: a Clos network
    std::shared_ptr<const TopologyTiers> m_tiers; //!< of m_spec; copies share them
    uint32_t m_ports{0};                          //!< of all nodes
    std::shared_ptr<const LinkLines> m_lines;     //!< made last, of all these numbers
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TOPOLOGY_H */
