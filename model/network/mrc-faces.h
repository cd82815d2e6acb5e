/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FACES_H
#define MRC_FACES_H

#include "mrc-topology.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-port.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class FaceTable;
class Fabric;
class FaultInjector;
class HotKernel;
class Link;
class Nic;
class Qp;
class SourceRouting;

/**
 * The ns-3 nodes, devices and channels of a fabric: faces of its compact state.
 *
 * A node of the fabric has all its faces or none. Their interfaces are in the topology's order.
 * Node numbers of the fabric, which all names and outputs use, do not depend on which faces exist.
 * Ids of ns-3 are others as soon as a script has nodes of its own or a node of the fabric has no
 * face.
 */
class Faces
{
  public:
    /** The parts that faces are made of; all must outlive the faces. */
    struct Parts
    {
        const Topology& topology;          //!< the fabric
        const SourceRouting& routing;      //!< where MAC addresses of switches come from
        Fabric& fabric;                    //!< the compact state of the fabric
        const HotKernel& kernel;           //!< tells the time
        FaultInjector& faults;             //!< takes links down and up
        const std::vector<Ptr<Qp>>& pairs; //!< queue pairs that NICs show, by Show()
    };

    /** @param parts those that faces are made of */
    explicit Faces(const Parts& parts);
    ~Faces();
    Faces(const Faces&) = delete;
    Faces& operator=(const Faces&) = delete;

    /**
     * Makes an ns-3 node, with its ports as devices and its links as channels, for each NIC and
     * switch that has none. Without faces a fabric takes less memory and behaves the same.
     *
     * @return these; a fatal error after Simulator::Destroy
     */
    const Faces& Create();

    /**
     * As above, for these nodes only.
     *
     * @param names with commas between: `nic0,nic17,p1.t0.2,p0.t1.3`; in a graph the names there
     * @return these
     * @throws std::invalid_argument naming the word that is no node of this fabric
     */
    const Faces& Create(const std::string& names);

    /**
     * Makes the missing faces of these ports' nodes.
     *
     * @param list as ReadPortList takes it: `nic3,p0.t0.1.up7`; empty: all ports of the fabric
     * @return the ports as devices, in the order of the fabric's numbers
     * @throws std::invalid_argument as ReadPortList
     */
    NetDeviceContainer CreatePorts(const std::string& list);

    /**
     * Lists a queue pair at the NIC that posts, if that NIC has a face; the pair leads to its peer.
     *
     * @param pair not null
     */
    void Show(const Ptr<Qp>& pair);

    /** Simulator::Destroy has disposed of all nodes: forgets them. */
    void End();

    /**
     * @param node number of the node in the fabric
     * @return whether a node of the fabric has faces
     */
    bool Has(uint32_t node) const
    {
        return m_nodes.count(node) != 0;
    }

    /**
     * @param node number of the node in the fabric
     * @return the ns-3 node of a fabric node; a fatal error if there is no such node or face
     */
    Ptr<Node> NodeAt(uint32_t node) const;

    /**
     * @param port number of the port in the fabric
     * @return the device of a port of the fabric; a fatal error if there is no such port or face
     */
    Ptr<Port> PortAt(PortIndex port) const;

    /**
     * @param port number of the port in the fabric
     * @return the device of a port of the fabric, null if the port has none
     */
    Port* FindPort(PortIndex port) const;

    /**
     * @param nic number of the NIC in the fabric
     * @return the face of a NIC, null if the NIC has none
     */
    Ptr<Nic> FindNic(uint32_t nic) const;

    /** @return the ns-3 nodes there are, by fabric node number: NICs, T0s plane by plane, T1s */
    NodeContainer Nodes() const;

  private:
    void CreateNode(uint32_t node);
    void ShowAll();
    void CheckNotOver(const char* what) const;
    Ptr<Link> LinkOf(PortIndex port) const;
    Mac48Address AddressOf(PortIndex port) const;
    void CheckNumber(uint32_t node) const;
    [[noreturn]] void FailWithoutFace(const std::string& what, uint32_t node) const;

    const Topology& m_topology;
    const SourceRouting& m_routing;
    const std::vector<Ptr<Qp>>& m_pairs;
    Ptr<FaceTable> m_table;
    std::map<uint32_t, Ptr<Node>> m_nodes; //!< by fabric node number
    bool m_isOver{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FACES_H */
