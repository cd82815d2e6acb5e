/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_TUNNEL_H
#define MRC_SRV6_TUNNEL_H

#include "ns3/ipv6-route.h"
#include "ns3/ipv6.h"
#include "ns3/virtual-net-device.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Where do packets of a node enter and leave their encapsulation? In a device without a line, an
 * interface of the IPv6 stack and, if there is one, of the IPv4 stack.
 */
class Srv6Tunnel
{
  public:
    /**
     * Makes the device where there is none yet; an IPv4 stack that has come since gets the device
     * too.
     *
     * @param ipv6 stack of the node
     * @param mtu bytes of the largest packet that the tunnel takes
     * @param send gets packets that the stack sends into the tunnel
     * @throws std::logic_error without a stack
     */
    void Open(Ptr<ns3::Ipv6> ipv6, uint16_t mtu, const VirtualNetDevice::SendCallback& send);

    /** Nothing is sent into the tunnel any more. */
    void Close();

    /** @return the tunnel's device; null before Open */
    Ptr<VirtualNetDevice> Device() const
    {
        return m_device;
    }

    /**
     * @param source of packets that the node itself sends; any: the node has no address of its own
     * @param destination of the packets
     * @return a route into the tunnel
     */
    Ptr<Ipv6Route> RouteTo(const Ipv6Address& source, const Ipv6Address& destination) const;

    /**
     * @return whether the node has an IPv4 stack that knew of the tunnel when the tunnel was opened
     */
    bool TakesIpv4() const;

    /**
     * The stack gets a packet as if the device had received the packet.
     *
     * @param packet from the IP header on
     * @param protocol the packet's EtherType
     */
    void Receive(Ptr<Packet> packet, uint16_t protocol) const;

  private:
    void JoinIpv4() const;

    Ptr<VirtualNetDevice> m_device;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_TUNNEL_H */
