/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FACES_H
#define MRC_FACES_H

#include "mrc-source-routing.h"
#include "mrc-topology.h"

#include "ns3/mrc-face-table.h"
#include "ns3/mrc-link.h"
#include "ns3/mrc-port.h"
#include "ns3/mrc-switch.h"
#include "ns3/node-container.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The ns-3 nodes, devices and channels of a fabric: faces of its compact state.
 *
 * Their interfaces are in the topology's order. Node numbers of the fabric and ids of ns-3 differ
 * as soon as a script has nodes of its own.
 */
class Faces
{
  public:
    /**
     * @param topology numbers of nodes and ports; must outlive this
     * @param routing the uSIDs, from which switches have their MAC addresses
     * @param fabric the state
     * @param kernel tells the time
     * @param faults takes links down and up
     */
    Faces(const Topology& topology,
          const SourceRouting& routing,
          Fabric& fabric,
          const HotKernel& kernel,
          FaultInjector& faults);

    /** @return the ns-3 node of a fabric node; a fatal error if there is no such node */
    Ptr<Node> NodeAt(uint32_t node) const;

    /** @return the device of a port of the fabric; a fatal error if there is no such port */
    Ptr<Port> PortAt(PortIndex port) const;

    /** @return all nodes by fabric node number: NICs, then T0s, then T1s, plane by plane */
    const NodeContainer& Nodes() const
    {
        return m_nodes;
    }

  private:
    Mac48Address AddressOf(const SourceRouting& routing, PortIndex port) const;

    const Topology& m_topology;
    FaceTable m_table;
    NodeContainer m_nodes;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FACES_H */
