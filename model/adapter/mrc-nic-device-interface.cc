/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What ns-3 asks of every NetDevice.

#include "mrc-nic-device.h"

#include "ns3/channel.h"
#include "ns3/mrc-stock-packet.h"
#include "ns3/node.h"

namespace ns3
{
namespace mrc
{

void
NicDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
NicDevice::GetIfIndex() const
{
    return m_ifIndex;
}

/** A NIC has a link for each of its ports, and no channel of its own. */
Ptr<Channel>
NicDevice::GetChannel() const
{
    return nullptr;
}

void
NicDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
NicDevice::GetAddress() const
{
    return m_address;
}

bool
NicDevice::SetMtu(const uint16_t mtu)
{
    if (mtu < MIN_STOCK_MTU || mtu > m_largestMtu)
    {
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
NicDevice::GetMtu() const
{
    return static_cast<uint16_t>(m_mtu);
}

void
NicDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.ConnectWithoutContext(callback);
}

bool
NicDevice::IsBroadcast() const
{
    return true;
}

Address
NicDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

/** The fabric has no multicast; stacks want to try, and Send refuses. */
bool
NicDevice::IsMulticast() const
{
    return true;
}

Address
NicDevice::GetMulticast(Ipv4Address group) const
{
    return Mac48Address::GetMulticast(group);
}

Address
NicDevice::GetMulticast(Ipv6Address group) const
{
    return Mac48Address::GetMulticast(group);
}

bool
NicDevice::IsBridge() const
{
    return false;
}

bool
NicDevice::IsPointToPoint() const
{
    return false;
}

bool
NicDevice::SendFrom(Ptr<Packet> packet,
                    const Address&,
                    const Address& destination,
                    uint16_t protocol)
{
    return Send(packet, destination, protocol);
}

Ptr<Node>
NicDevice::GetNode() const
{
    return m_node;
}

void
NicDevice::SetNode(Ptr<Node> node)
{
    // The node owns its devices; a counted pointer back would be a cycle.
    m_node = PeekPointer(node);
}

/** The IP address alone tells the NIC, so stacks need not ask for MAC addresses. */
bool
NicDevice::NeedsArp() const
{
    return false;
}

void
NicDevice::SetReceiveCallback(NetDevice::ReceiveCallback callback)
{
    m_receive = callback;
}

void
NicDevice::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback callback)
{
    m_promiscReceive = callback;
}

bool
NicDevice::SupportsSendFrom() const
{
    return false;
}

} // namespace mrc
} // namespace ns3
