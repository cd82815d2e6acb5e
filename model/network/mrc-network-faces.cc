/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How a network shows itself as nodes and devices.

#include "mrc-network-parts.h"
#include "mrc-node-names.h"
#include "mrc-port-list.h"

namespace ns3
{
namespace mrc
{

const Faces&
Network::CreateFaces()
{
    CheckNotOver("Network::CreateFaces");
    for (uint32_t node = 0; node < m_parts->topology.NodeCount(); ++node)
    {
        m_parts->faces.Create(node);
    }
    return ShowQueuePairs();
}

const Faces&
Network::CreateFaces(const std::string& names)
{
    CheckNotOver("Network::CreateFaces");
    for (const uint32_t node : NodesNamed(m_parts->topology, names))
    {
        m_parts->faces.Create(node);
    }
    return ShowQueuePairs();
}

/** Faces of NICs may be made after connections: hands them the queue pairs made before them. */
const Faces&
Network::ShowQueuePairs()
{
    for (const Ptr<Qp>& qp : m_qps) // a NIC passes over those that it has
    {
        ShowQueuePair(qp);
    }
    return m_parts->faces;
}

NetDeviceContainer
Network::CreatePorts(const std::string& list)
{
    CheckNotOver("Network::CreatePorts");
    NetDeviceContainer devices;
    for (const PortIndex port : ReadPortList(list, m_parts->topology))
    {
        m_parts->faces.Create(m_parts->topology.NodeOf(port)); // a node has all its faces or none
        devices.Add(m_parts->faces.PortAt(port));
    }
    ShowQueuePairs();
    return devices;
}

/** Only the source's NIC lists a queue pair; its peer is found through it. */
void
Network::ShowQueuePair(const Ptr<Qp>& qp)
{
    if (const Ptr<Nic> nic = m_parts->faces.FindNic(qp->Source()))
    {
        nic->Add(qp);
    }
}

} // namespace mrc
} // namespace ns3
