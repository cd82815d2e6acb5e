/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-device.h"

#include "ns3/node.h"

namespace ns3
{
namespace mrc
{

void
FabricDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
FabricDevice::GetIfIndex() const
{
    return m_ifIndex;
}

void
FabricDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
FabricDevice::GetAddress() const
{
    return m_address;
}

Address
FabricDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

Address
FabricDevice::GetMulticast(Ipv4Address group) const
{
    return Mac48Address::GetMulticast(group);
}

Address
FabricDevice::GetMulticast(Ipv6Address group) const
{
    return Mac48Address::GetMulticast(group);
}

bool
FabricDevice::IsBridge() const
{
    return false;
}

/** The source stays the device's own. */
bool
FabricDevice::SendFrom(Ptr<Packet> packet,
                       const Address&,
                       const Address& destination,
                       uint16_t protocol)
{
    return Send(packet, destination, protocol);
}

bool
FabricDevice::SupportsSendFrom() const
{
    return false;
}

Ptr<Node>
FabricDevice::GetNode() const
{
    return m_node;
}

void
FabricDevice::SetNode(Ptr<Node> node)
{
    // The node owns its devices; a counted pointer back would be a cycle.
    m_node = PeekPointer(node);
}

/** The IP address alone tells the NIC, so stacks need not ask for MAC addresses. */
bool
FabricDevice::NeedsArp() const
{
    return false;
}

void
FabricDevice::DoDispose()
{
    m_node = nullptr;
    NetDevice::DoDispose();
}

} // namespace mrc
} // namespace ns3
