/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_DECAPSULATION_H
#define MRC_SRV6_DECAPSULATION_H

#include "mrc-srv6-drops.h"
#include "mrc-srv6-tables.h"
#include "mrc-srv6-tunnel.h"

#include "ns3/address.h"
#include "ns3/ipv6.h"

#include <optional>

namespace ns3
{
namespace mrc
{

/** Where goes the packet inside one that ends at this node? A view of a protocol's parts. */
class Srv6Decapsulation
{
  public:
    /**
     * @param ipv6 stack of the node
     * @param tunnel the stack of the tunnel gets packets; must outlive this
     * @param drops hears of those that go nowhere; must outlive this
     */
    Srv6Decapsulation(Ptr<ns3::Ipv6> ipv6, const Srv6Tunnel& tunnel, Srv6Drops& drops)
        : m_ipv6(ipv6),
          m_tunnel(tunnel),
          m_drops(drops)
    {
    }

    /** @param outer the packet around the inner one that the node's own stack gets */
    void ToStack(const Srv6Passing& outer) const;

    /**
     * @param outer a packet with an IPv6 packet inside
     * @return the one inside; nothing if the packet was dropped
     */
    std::optional<Srv6Passing> TakeIpv6(const Srv6Passing& outer) const;

    /**
     * Sends the IPv4 packet inside to a neighbour, with one hop less. The IPv6 stack forwards no
     * IPv4, and the IPv4 stack, if there is one, knows no adjacencies [segment-flavours].
     *
     * @param outer a packet with an IPv4 packet inside
     * @param neighbour where to
     */
    void CrossIpv4(const Srv6Passing& outer, const SegmentAdjacency& neighbour) const;

  private:
    Ptr<Packet> TakeOut(const Srv6Passing& outer) const;
    std::optional<Address> LinkAddressOf(const SegmentAdjacency& neighbour) const;

    Ptr<ns3::Ipv6> m_ipv6;
    const Srv6Tunnel& m_tunnel;
    Srv6Drops& m_drops;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_DECAPSULATION_H */
