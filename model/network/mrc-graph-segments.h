/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_SEGMENTS_H
#define MRC_GRAPH_SEGMENTS_H

#include "mrc-graph-shape.h"

#include "ns3/mrc-carrier-source.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/mrc-usid.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which uSIDs name the switches, links and NICs of a graph [graph-paths]?
 *
 * A switch has a uSID for each of the most links that a neighbour has to it. So a carrier says by
 * which of these links a packet comes. A NIC has the same number on all of its switches.
 */
class GraphSegments : public CarrierSource
{
  public:
    /**
     * @param shape the graph; must outlive this
     * @param block the 32-bit locator block of all carriers
     * @param format the meaning of an EV to the fabric; without SRv6 each switch has one uSID
     * @throws std::invalid_argument if uSIDs do not suffice or, with SRv6, a path has more of them
     *         than a packet has room for
     */
    GraphSegments(const GraphShape& shape, uint32_t block, EvFormat format);

    /**
     * @param node a switch
     * @return the switch's uSIDs, at least 1
     */
    uint32_t PartsOf(uint32_t node) const
    {
        return m_parts.at(node);
    }

    /**
     * @param node a switch
     * @return the number of the switch's first uSID among those of all switches
     */
    uint32_t FirstPart(uint32_t node) const
    {
        return m_firstPart.at(node);
    }

    /**
     * @param port of a switch
     * @return which uSID of the switch packets have that come by its link
     */
    uint32_t PartOf(uint32_t port) const
    {
        return m_format == EV_FORMAT_SRV6 ? m_shape.PortOf(port).parallel : 0;
    }

    /**
     * @param node a switch
     * @param part which of the switch's uSIDs
     * @return this uSID
     */
    Usid OfSwitch(uint32_t node, uint32_t part) const;

    /**
     * @param nic number of the NIC
     * @param plane one of the fabric's
     * @return the NIC's uSID in the plane
     */
    Usid OfNic(uint32_t nic, PlaneId plane) const
    {
        return Usid::Of(UsidKind::NIC, plane, m_nicIndex.at(nic));
    }

    UsidWay WayFor(uint32_t source, uint32_t destination, Ev ev) const override;

    uint32_t PathsIn(uint32_t source, uint32_t destination, PlaneId plane) const override;

    /**
     * @param source the sending NIC
     * @param destination the receiving NIC, not the same
     * @return paths of the plane with the most; 0 if both hang on the same switch in all planes
     */
    uint32_t PathsBetween(uint32_t source, uint32_t destination) const;

  private:
    void CountParts();
    void NumberNics();
    void NameFarEnds();
    void CheckLength() const;

    const GraphShape& m_shape;
    uint32_t m_block;
    EvFormat m_format;
    std::vector<uint32_t> m_parts;     //!< by node; 0 of NICs
    std::vector<uint32_t> m_firstPart; //!< by node
    std::vector<uint32_t> m_indexes;   //!< of a switch's first uSID within kind and plane, by node
    std::vector<uint32_t> m_nicIndex;
    std::vector<Usid> m_farEnds; //!< by port: the uSID by which a packet comes to the port's other
                                 //!< end
};

/**
 * @param shape a graph
 * @param source the sending NIC
 * @param destination the receiving NIC, not the same
 * @param ev the path; the path's plane must exist, and the path's number counts modulo the paths of
 * that plane
 * @return the ports that a packet leaves by, from the first switch's to that of the last switch
 */
std::vector<uint32_t> SwitchPortsOfPath(const GraphShape& shape,
                                        uint32_t source,
                                        uint32_t destination,
                                        Ev ev);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_SEGMENTS_H */
