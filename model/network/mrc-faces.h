/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FACES_H
#define MRC_FACES_H

#include "mrc-topology.h"

#include "ns3/mrc-nic.h"
#include "ns3/mrc-port-index.h"
#include "ns3/mrc-port.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{
namespace mrc
{

class FaceTable;
class Fabric;
class FaultInjector;
class HotKernel;
class SourceRouting;

/**
 * The ns-3 nodes, devices and channels of a fabric: faces of its compact state.
 *
 * A node of the fabric has all its faces or none. Their interfaces are in the topology's order.
 * Node numbers of the fabric, which all names and outputs use, do not depend on which faces exist;
 * ids of ns-3 are others as soon as a script has nodes of its own or a node of the fabric has no
 * face.
 */
class Faces
{
  public:
    /**
     * @param topology numbers of nodes and ports; must outlive this
     * @param routing the uSIDs, from which switches have their MAC addresses; must outlive this
     * @param fabric the state
     * @param kernel tells the time
     * @param faults takes links down and up
     */
    Faces(const Topology& topology,
          const SourceRouting& routing,
          Fabric& fabric,
          const HotKernel& kernel,
          FaultInjector& faults);
    ~Faces();
    Faces(const Faces&) = delete;
    Faces& operator=(const Faces&) = delete;

    /**
     * Makes the faces of a node of the fabric, unless it has them; a fatal error without the node
     *
     * @param node its number in the fabric
     */
    void Create(uint32_t node);

    /** Simulator::Destroy has disposed of all nodes: forgets them. */
    void End();

    /**
     * @param node its number in the fabric
     * @return whether a node of the fabric has faces
     */
    bool Has(uint32_t node) const
    {
        return m_nodes.count(node) != 0;
    }

    /**
     * @param node its number in the fabric
     * @return the ns-3 node of a fabric node; a fatal error if there is no such node or face
     */
    Ptr<Node> NodeAt(uint32_t node) const;

    /**
     * @param port its number in the fabric
     * @return the device of a port of the fabric; a fatal error if there is no such port or face
     */
    Ptr<Port> PortAt(PortIndex port) const;

    /**
     * @param port its number in the fabric
     * @return the device of a port of the fabric, null if it has none
     */
    Port* FindPort(PortIndex port) const;

    /**
     * @param nic its number in the fabric
     * @return the face of a NIC, null if it has none
     */
    Ptr<Nic> FindNic(uint32_t nic) const;

    /** @return the ns-3 nodes there are, by fabric node number: NICs, T0s plane by plane, T1s */
    NodeContainer Nodes() const;

  private:
    void Attach(Port& port);
    Mac48Address AddressOf(PortIndex port) const;
    void CheckNumber(uint32_t node) const;
    [[noreturn]] void FailWithoutFace(const std::string& what, uint32_t node) const;

    const Topology& m_topology;
    const SourceRouting& m_routing;
    Ptr<FaceTable> m_table;
    std::map<uint32_t, Ptr<Node>> m_nodes; //!< by fabric node number
    bool m_isOver{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FACES_H */
