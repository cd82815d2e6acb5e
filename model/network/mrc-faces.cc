/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-faces.h"

#include "mrc-node-names.h"
#include "mrc-node-ports.h"
#include "mrc-port-list.h"
#include "mrc-source-routing.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-address-plan.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-face-table.h"
#include "ns3/mrc-link.h"
#include "ns3/mrc-nic.h"
#include "ns3/mrc-qp.h"
#include "ns3/mrc-switch.h"
#include "ns3/node.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFaces");

Faces::Faces(const Parts& parts)
    : m_topology(parts.topology),
      m_routing(parts.routing),
      m_pairs(parts.pairs),
      m_table(ns3::Create<FaceTable>(
          parts.fabric,
          parts.kernel,
          parts.faults,
          [&topology = parts.topology](PortIndex port) { return topology.Peer(port); },
          [&topology = parts.topology](PortIndex port) { return PortName(topology, port); }))
{
    // called at watched and lossy ports only
    parts.fabric.Onlookers().SetObserver(PeekPointer(m_table));
}

Faces::~Faces()
{
    m_table->Close(); // faces that the script or ns-3 still holds refuse from now on
}

const Faces&
Faces::Create()
{
    CheckNotOver("Faces::Create");
    for (uint32_t node = 0; node < m_topology.NodeCount(); ++node)
    {
        CreateNode(node);
    }
    ShowAll();
    return *this;
}

const Faces&
Faces::Create(const std::string& names)
{
    CheckNotOver("Faces::Create");
    for (const uint32_t node : NodesNamed(m_topology, names))
    {
        CreateNode(node);
    }
    ShowAll();
    return *this;
}

NetDeviceContainer
Faces::CreatePorts(const std::string& list)
{
    CheckNotOver("Faces::CreatePorts");
    NetDeviceContainer devices;
    for (const PortIndex port : ReadPortList(list, m_topology))
    {
        CreateNode(m_topology.NodeOf(port)); // a node has all faces or none
        devices.Add(PortAt(port));
    }
    ShowAll();
    return devices;
}

/** A queue pair of a NIC without a face is listed when the face is made. */
void
Faces::Show(const Ptr<Qp>& pair)
{
    if (const Ptr<Nic> nic = FindNic(pair->Source()))
    {
        nic->Add(pair);
    }
}

/** Faces of NICs may be made after connections: hands them the queue pairs made before them. */
void
Faces::ShowAll()
{
    for (const Ptr<Qp>& pair : m_pairs) // a NIC passes over queue pairs that it has
    {
        Show(pair);
    }
}

void
Faces::CheckNotOver(const char* what) const
{
    if (m_isOver)
    {
        NS_FATAL_ERROR(
            what << " was called after Simulator::Destroy, with which the network ended; "
                    "expected it before, or a new network");
    }
}

/** Makes the faces of a node of the fabric, unless it has them. */
void
Faces::CreateNode(uint32_t number)
{
    if (m_nodes.count(number) != 0)
    {
        return;
    }
    // Devices get their indices in the order in which they are added: that of the interfaces.
    Ptr<Node> node = CreateObject<Node>();
    const std::vector<uint32_t> ports = PortsOf(m_topology, number);
    for (const uint32_t index : ports)
    {
        node->AddDevice(CreateObject<Port>(m_table, index, AddressOf(index), LinkOf(index)));
    }
    if (m_topology.PlaceOf(number).kind == NodeKind::NIC)
    {
        node->AggregateObject(CreateObject<Nic>(number));
    }
    else
    {
        node->AggregateObject(CreateObject<Switch>(m_table, ports));
    }
    m_nodes[number] = node;
    NS_LOG_LOGIC(NodeName(m_topology, number) << " is ns-3 node " << node->GetId());
}

void
Faces::End()
{
    m_nodes.clear();
    m_isOver = true; // so that messages do not advise to make faces again
}

/** @return a port's link, which has one face whichever of its ends has a face first */
Ptr<Link>
Faces::LinkOf(PortIndex port) const
{
    const PortIndex peer = m_topology.Peer(port);
    if (const Port* far = m_table->At(peer))
    {
        // the port at the far end brought the link along
        return DynamicCast<Link>(far->GetChannel());
    }
    // A Link names its directions from its lower end, the one nearer to the hosts.
    const PortKind kind = m_topology.PortPlaceOf(port).kind;
    return CreateObject<Link>(m_table, LooksUp(kind) ? port : peer);
}

/** Addresses follow from the place, not from which faces exist. Ports of a switch share one. */
Mac48Address
Faces::AddressOf(PortIndex port) const
{
    const PortPlace place = m_topology.PortPlaceOf(port);
    const MacBits bits = place.kind == PortKind::NIC
                             ? MacOfNic(place.owner, place.plane)
                             : MacOfUsid(m_routing.UsidOfSwitch(m_topology.NodeOf(port)));
    uint8_t bytes[6];
    for (unsigned i = 0; i < 6; ++i)
    {
        // MacBits have the first byte on the wire on top.
        bytes[i] = static_cast<uint8_t>(bits >> (8 * (5 - i)));
    }
    Mac48Address address;
    address.CopyFrom(bytes);
    return address;
}

Port*
Faces::FindPort(PortIndex port) const
{
    return m_table->At(port);
}

Ptr<Nic>
Faces::FindNic(uint32_t nic) const
{
    const auto found = m_nodes.find(nic); // NICs are the first nodes of a fabric
    return found == m_nodes.end() ? nullptr : found->second->GetObject<Nic>();
}

NodeContainer
Faces::Nodes() const
{
    NodeContainer nodes;
    for (const auto& [number, node] : m_nodes)
    {
        nodes.Add(node);
    }
    return nodes;
}

Ptr<Node>
Faces::NodeAt(uint32_t number) const
{
    CheckNumber(number);
    const auto found = m_nodes.find(number);
    if (found == m_nodes.end())
    {
        FailWithoutFace("node " + std::to_string(number) + " of the fabric", number);
    }
    return found->second;
}

Ptr<Port>
Faces::PortAt(PortIndex index) const
{
    if (index >= m_topology.PortCount())
    {
        NS_FATAL_ERROR("the fabric has no port " << index << "; its ports are 0 .. "
                                                 << m_topology.PortCount() - 1);
    }
    Port* port = m_table->At(index);
    if (port == nullptr)
    {
        FailWithoutFace("port " + std::to_string(index) + " of the fabric, " +
                            PortName(m_topology, index) + ",",
                        m_topology.NodeOf(index));
    }
    return Ptr<Port>(port);
}

void
Faces::CheckNumber(uint32_t number) const
{
    if (number >= m_topology.NodeCount())
    {
        NS_FATAL_ERROR("the fabric has no node " << number << "; its nodes are 0 .. "
                                                 << m_topology.NodeCount() - 1);
    }
}

/** Tells a script that asks for an ns-3 object how to have one: large fabrics make none unasked. */
void
Faces::FailWithoutFace(const std::string& what, uint32_t node) const
{
    if (m_isOver)
    {
        NS_FATAL_ERROR(what << " was asked for after Simulator::Destroy, with which all nodes, "
                               "devices and channels end; expected it before");
    }
    const std::string name = NodeName(m_topology, node);
    NS_FATAL_ERROR(
        what << " is without ns-3 objects: this fabric has " << m_topology.Spec().nics
             << " NICs, and only up to " << MAX_NICS_WITH_FACES
             << ", unless attribute Faces of ns3::mrc::FabricProfile says otherwise, has "
                "every node some; ask for those of "
             << name << " with FabricHelper::AddFaces(\"" << name
             << "\") before Install, or later with Network::GetFaces().Create(\"" << name
             << "\"). All end with Simulator::Destroy()");
}

} // namespace mrc
} // namespace ns3
