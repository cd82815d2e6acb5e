/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-faces.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-address-plan.h"
#include "ns3/node.h"

namespace ns3
{
namespace mrc
{

Faces::Faces(const Topology& topology,
             const SourceRouting& routing,
             Fabric& fabric,
             const HotKernel& kernel,
             FaultInjector& faults)
    : m_topology(topology),
      m_table(fabric, kernel, faults, [&topology](PortIndex port) { return topology.Peer(port); })
{
    fabric.SetObserver(&m_table);
    for (uint32_t number = 0; number < topology.NodeCount(); ++number)
    {
        Ptr<Node> node = CreateObject<Node>();
        const std::vector<uint32_t> ports = topology.PortsOf(number);
        for (const uint32_t index : ports)
        {
            Ptr<Port> port = CreateObject<Port>(m_table, index, AddressOf(routing, index));
            m_table.Add(index, PeekPointer(port));
            node->AddDevice(port);
        }
        if (topology.KindOf(number) != NodeKind::NIC)
        {
            node->AggregateObject(CreateObject<Switch>(m_table, ports));
        }
        m_nodes.Add(node);
    }
    for (PortIndex index = 0; index < topology.PortCount(); ++index)
    {
        const PortKind kind = topology.PortPlaceOf(index).kind;
        if (kind == PortKind::NIC || kind == PortKind::T0_UP)
        {
            Ptr<Port> lower = PortAt(index);
            Ptr<Port> upper = PortAt(topology.Peer(index));
            Ptr<Link> link = CreateObject<Link>(lower, upper);
            lower->Attach(link);
            upper->Attach(link);
        }
    }
}

Mac48Address
Faces::AddressOf(const SourceRouting& routing, PortIndex port) const
{
    const PortPlace place = m_topology.PortPlaceOf(port);
    const MacBits bits = place.kind == PortKind::NIC
                             ? MacOfNic(place.owner, place.plane)
                             : MacOfUsid(routing.UsidOfSwitch(m_topology.NodeOf(port)));
    uint8_t bytes[6];
    for (unsigned i = 0; i < 6; ++i)
    {
        bytes[i] = static_cast<uint8_t>(bits >> (8 * (5 - i)));
    }
    Mac48Address address;
    address.CopyFrom(bytes);
    return address;
}

Ptr<Node>
Faces::NodeAt(uint32_t node) const
{
    if (node >= m_nodes.GetN())
    {
        NS_FATAL_ERROR("the fabric has no node " << node << "; its nodes are 0 .. "
                                                 << m_nodes.GetN() - 1);
    }
    return m_nodes.Get(node);
}

Ptr<Port>
Faces::PortAt(PortIndex port) const
{
    Port* face = m_table.At(port);
    if (face == nullptr)
    {
        NS_FATAL_ERROR("the fabric has no port " << port << "; its ports are 0 .. "
                                                 << m_topology.PortCount() - 1);
    }
    return Ptr<Port>(face);
}

} // namespace mrc
} // namespace ns3
