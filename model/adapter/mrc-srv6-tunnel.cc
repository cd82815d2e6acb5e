/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-tunnel.h"

#include "ns3/boolean.h"
#include "ns3/ipv4.h"
#include "ns3/node.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

void
Srv6Tunnel::Open(Ptr<ns3::Ipv6> ipv6, uint16_t mtu, const VirtualNetDevice::SendCallback& send)
{
    if (m_device)
    {
        JoinIpv4();
        return;
    }
    if (!ipv6)
    {
        throw std::logic_error("ns3::mrc::Srv6RoutingProtocol is part of no node; expected is that "
                               "an Ipv6ListRouting has it");
    }
    // The list asks its protocols on interfaces that forward only. A probe that comes back over the
    // link that it came by is no mistake of its source.
    ipv6->SetAttribute("IpForward", BooleanValue(true));
    ipv6->SetAttribute("SendIcmpv6Redirect", BooleanValue(false));
    // Packets that leave the tunnel are for an address of another interface; since 3.41 ns-3 drops
    // such packets.
    ipv6->SetAttributeFailSafe("StrongEndSystemModel", BooleanValue(false));
    Ptr<Node> node = ipv6->GetObject<Node>();
    m_device = CreateObject<VirtualNetDevice>();
    m_device->SetAddress(Mac48Address::Allocate());
    m_device->SetMtu(mtu);
    m_device->SetSendCallback(send);
    node->AddDevice(m_device);
    const uint32_t interface = ipv6->AddInterface(m_device);
    ipv6->SetForwarding(interface, true);
    ipv6->SetUp(interface);
    JoinIpv4();
}

void
Srv6Tunnel::JoinIpv4() const
{
    Ptr<ns3::Ipv4> ipv4 = m_device->GetNode()->GetObject<ns3::Ipv4>();
    if (ipv4 && ipv4->GetInterfaceForDevice(m_device) < 0)
    {
        const uint32_t interface = ipv4->AddInterface(m_device);
        ipv4->SetForwarding(interface, true);
        ipv4->SetUp(interface);
    }
}

void
Srv6Tunnel::Close()
{
    if (m_device)
    {
        // The node keeps the device, which must not call the protocol any more.
        m_device->SetSendCallback(VirtualNetDevice::SendCallback());
    }
    m_device = nullptr;
}

Ptr<Ipv6Route>
Srv6Tunnel::RouteTo(const Ipv6Address& source, const Ipv6Address& destination) const
{
    Ptr<Ipv6Route> route = Create<Ipv6Route>();
    route->SetDestination(destination);
    route->SetOutputDevice(m_device);
    route->SetSource(source);
    return route;
}

bool
Srv6Tunnel::TakesIpv4() const
{
    Ptr<ns3::Ipv4> ipv4 = m_device->GetNode()->GetObject<ns3::Ipv4>();
    return ipv4 && ipv4->GetInterfaceForDevice(m_device) >= 0;
}

void
Srv6Tunnel::Receive(Ptr<Packet> packet, uint16_t protocol) const
{
    // As if from the device itself: hosts of the packet inside have no link address here.
    m_device->Receive(packet,
                      protocol,
                      m_device->GetAddress(),
                      m_device->GetAddress(),
                      NetDevice::PACKET_HOST);
}

} // namespace mrc
} // namespace ns3
