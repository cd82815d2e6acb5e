/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-faces.h"

#include "mrc-source-routing.h"

#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-address-plan.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-face-table.h"
#include "ns3/mrc-link.h"
#include "ns3/mrc-switch.h"
#include "ns3/node.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFaces");

Faces::Faces(const Topology& topology,
             const SourceRouting& routing,
             Fabric& fabric,
             const HotKernel& kernel,
             FaultInjector& faults)
    : m_topology(topology),
      m_routing(routing),
      m_table(ns3::Create<FaceTable>(
          fabric,
          kernel,
          faults,
          [&topology](PortIndex port) { return topology.Peer(port); },
          [&topology](PortIndex port) { return topology.PortName(port); }))
{
    fabric.Onlookers().SetObserver(PeekPointer(m_table)); // called at watched and lossy ports only
}

Faces::~Faces()
{
    m_table->Close(); // faces that the script or ns-3 still holds refuse from now on
}

void
Faces::Create(uint32_t number)
{
    CheckNumber(number);
    if (m_nodes.count(number) != 0)
    {
        return;
    }
    // Devices get their indices in the order in which they are added: that of the interfaces.
    Ptr<Node> node = CreateObject<Node>();
    const std::vector<uint32_t> ports = m_topology.PortsOf(number);
    for (const uint32_t index : ports)
    {
        Ptr<Port> port = CreateObject<Port>(m_table, index, AddressOf(index));
        Attach(*port);
        node->AddDevice(port);
    }
    if (m_topology.KindOf(number) == NodeKind::NIC)
    {
        node->AggregateObject(CreateObject<Nic>(number));
    }
    else
    {
        node->AggregateObject(CreateObject<Switch>(m_table, ports));
    }
    m_nodes[number] = node;
    NS_LOG_LOGIC(m_topology.NodeName(number) << " is ns-3 node " << node->GetId());
}

void
Faces::End()
{
    m_nodes.clear();
    m_isOver = true; // so that messages do not advise to make faces again
}

/** Gives a port its link, of which each has one face whichever of its ends has a face first. */
void
Faces::Attach(Port& port)
{
    const PortIndex peer = m_topology.Peer(port.Index());
    if (const Port* far = m_table->At(peer))
    {
        port.Attach(far->GetLink()); // the port at the far end brought it along
        return;
    }
    // A Link names its directions from its lower end, the one nearer to the hosts.
    const PortKind kind = m_topology.PortPlaceOf(port.Index()).kind;
    const bool isLower =
        kind == PortKind::NIC || kind == PortKind::T0_UP || kind == PortKind::T1_UP;
    port.Attach(CreateObject<Link>(m_table, isLower ? port.Index() : peer));
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
                            m_topology.PortName(index) + ",",
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
    const std::string name = m_topology.NodeName(node);
    NS_FATAL_ERROR(
        what << " is without ns-3 objects: this fabric has " << m_topology.Spec().nics
             << " NICs, and only up to " << MAX_NICS_WITH_FACES
             << ", unless attribute Faces of ns3::mrc::FabricProfile says otherwise, has "
                "every node some; ask for those of "
             << name << " with FabricHelper::AddFaces(\"" << name
             << "\") before Install, or later with Network::CreateFaces(\"" << name
             << "\"). All end with Simulator::Destroy()");
}

} // namespace mrc
} // namespace ns3
