/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CLOS_PORTS_H
#define MRC_CLOS_PORTS_H

#include "mrc-topology-spec.h"
#include "mrc-topology-tiers.h"
#include "mrc-topology.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Which number does a port of a Clos network have, and which port is at the other end of its link?
 * Numbers are computed; Topology describes their order.
 */
class ClosPorts
{
  public:
    /**
     * @param spec a valid fabric that is no graph; must outlive this
     * @param tiers of that fabric; must outlive this
     */
    ClosPorts(const TopologySpec& spec, const TopologyTiers& tiers);

    /** @return directed ports of all nodes */
    uint32_t Count() const
    {
        return m_end;
    }

    /**
     * @param port number of the port, below Count
     * @return where the port sits
     */
    PortPlace PlaceOf(uint32_t port) const;

    /**
     * @param place where the port sits
     * @return number of the port
     * @throws std::out_of_range naming the number that is too high
     */
    uint32_t At(const PortPlace& place) const;

    /**
     * @param place where the port sits
     * @return the number of the port at the other end of the port's link
     */
    uint32_t PeerOf(const PortPlace& place) const;

  private:
    PortPlace T1DownAt(uint32_t offset) const;

    const TopologySpec& m_spec;
    const TopologyTiers& m_tiers;
    uint32_t m_pods;        //!< per plane
    uint32_t m_firstUp;     //!< first T0 uplink
    uint32_t m_firstT1Down; //!< first T1 downlink
    uint32_t m_firstT1Up;   //!< first T1 uplink
    uint32_t m_firstT2Down; //!< first T2 downlink
    uint32_t m_end;         //!< one behind the last port
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CLOS_PORTS_H */
