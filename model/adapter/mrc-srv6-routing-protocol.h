/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_ROUTING_PROTOCOL_H
#define MRC_SRV6_ROUTING_PROTOCOL_H

#include "mrc-srv6-drops.h"
#include "mrc-srv6-tables.h"
#include "mrc-srv6-tunnel.h"

#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

class Srv6Decapsulation;

/** The parameters of RouteInput as this release of ns-3 has them: by value up to 3.38. */
template <class Function>
struct RouteInputTypes;

/** The same. */
template <class Unicast, class Multicast, class Local, class Error>
struct RouteInputTypes<bool (Ipv6RoutingProtocol::*)(Ptr<const Packet>,
                                                     const Ipv6Header&,
                                                     Ptr<const NetDevice>,
                                                     Unicast,
                                                     Multicast,
                                                     Local,
                                                     Error)>
{
    using UnicastForward = Unicast;     //!< sends a packet on
    using MulticastForward = Multicast; //!< the same of multicast
    using LocalDeliver = Local;         //!< has the node itself take a packet
    using RouteError = Error;           //!< has no route
};

/**
 * SRv6 for a node of the stock IPv6 stack: a member of its Ipv6ListRouting with a priority above
 * the others.
 *
 * Packets to one of the node's SIDs are processed, those of a policy are encapsulated on their way.
 * Segment routes are looked up before other protocols' routes. As Ipv6ListRouting asks no protocol
 * on an interface that does not forward, a host with SIDs has to forward too. Packets to
 * 2001:db8::/32, for documentation, are never forwarded by ns-3.
 */
class Srv6RoutingProtocol : public Ipv6RoutingProtocol
{
  public:
    /** Types of RouteInput's callbacks. */
    using Types = RouteInputTypes<decltype(&Ipv6RoutingProtocol::RouteInput)>;

    /**
     * Signature of the trace source Drop.
     *
     * @param packet without the IPv6 header
     * @param header that header
     * @param error the reason of the drop
     */
    typedef void (*DropCallback)(Ptr<const Packet> packet,
                                 const Ipv6Header& header,
                                 SegmentError error);

    /** @return the TypeId */
    static TypeId GetTypeId();

    Srv6RoutingProtocol();
    ~Srv6RoutingProtocol() override;

    /**
     * Adds a SID of the node.
     *
     * @param sid as SidTable::Add takes it; the target of END_X is the number of an adjacency.
     * There is one table, 0, for END_DT6 and END_DT46
     * @throws std::invalid_argument as SidTable::Add, for an adjacency or a table that is not there
     */
    void AddSid(const LocalSid& sid);

    /**
     * Adds a neighbour for SIDs of END_X.
     *
     * @param interface IPv6 interface of the node, neither the loopback nor the tunnel of the ways
     * @param nextHop address of the neighbour on that link; any: the destination itself is one
     * @return number of the adjacency, from 0
     * @throws std::invalid_argument for another interface, or a multicast address
     */
    uint32_t AddAdjacency(uint32_t interface, const Ipv6Address& nextHop);

    /**
     * Adds a route; the longest one counts.
     *
     * @param route over an interface as that of an adjacency, or a blackhole
     * @throws std::invalid_argument for a broken prefix, and as AddAdjacency
     */
    void AddRoute(const SegmentRoute& route);

    /**
     * Adds a way; the longest prefix counts.
     *
     * @param policy with 1 to 127 segments and a source
     * @throws std::invalid_argument for a broken prefix, a way of no or too many segments, no
     * source, and as CheckWay
     */
    void AddPolicy(const SegmentPolicy& policy);

    /**
     * @param error a reason; NONE: a blackhole
     * @return packets that were dropped for this error
     */
    uint64_t GetDrops(SegmentError error) const;

    Ptr<Ipv6Route> RouteOutput(Ptr<Packet> packet,
                               const Ipv6Header& header,
                               Ptr<NetDevice> device,
                               Socket::SocketErrno& error) override;
    bool RouteInput(Ptr<const Packet> packet,
                    const Ipv6Header& header,
                    Ptr<const NetDevice> device,
                    Types::UnicastForward forward,
                    Types::MulticastForward multicast,
                    Types::LocalDeliver deliver,
                    Types::RouteError error) override;
    void NotifyInterfaceUp(uint32_t interface) override;
    void NotifyInterfaceDown(uint32_t interface) override;
    void NotifyAddAddress(uint32_t interface, Ipv6InterfaceAddress address) override;
    void NotifyRemoveAddress(uint32_t interface, Ipv6InterfaceAddress address) override;
    void NotifyAddRoute(Ipv6Address dst,
                        Ipv6Prefix mask,
                        Ipv6Address nextHop,
                        uint32_t interface,
                        Ipv6Address prefixToUse) override;
    void NotifyRemoveRoute(Ipv6Address dst,
                           Ipv6Prefix mask,
                           Ipv6Address nextHop,
                           uint32_t interface,
                           Ipv6Address prefixToUse) override;
    void SetIpv6(Ptr<ns3::Ipv6> ipv6) override;
    void PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit unit) const override;

  protected:
    void DoDispose() override;

  private:
    /** The values that the stack gave with a packet. */
    struct Stack
    {
        Ptr<const NetDevice> device;
        Types::UnicastForward forward;
        Types::MulticastForward multicast;
        Types::LocalDeliver deliver;
        Types::RouteError error;
    };

    Ptr<Ipv6Route> RouteVia(uint32_t interface,
                            const Ipv6Address& nextHop,
                            const Ipv6Address& destination) const;
    Ptr<Ipv6Route> OwnRoute(const Ipv6Address& destination) const;
    bool Encapsulate(Ptr<Packet> packet, const Address&, const Address&, uint16_t);
    void CheckNeighbour(uint32_t interface, const Ipv6Address& nextHop) const;
    void OpenTunnel();
    bool SendOn(const Srv6Passing& passing, const Stack& stack);
    void Forward(const Srv6Passing& passing, const Srv6Passing& came, const Stack& stack);
    void CrossConnect(const Srv6Passing& passing, uint32_t adjacency, const Stack& stack);
    Srv6Decapsulation Decapsulation();
    void DecapsulateAndCross(const Srv6Passing& outer, uint32_t adjacency, const Stack& stack);

    Ptr<ns3::Ipv6> m_ipv6;
    Srv6Tunnel m_tunnel; //!< where packets enter and leave their encapsulation
    Srv6Tables m_tables;
    Srv6Drops::Trace m_dropTrace;
    std::unique_ptr<Srv6Config> m_config;
    Srv6Drops m_drops;
    bool m_isEncapsulating{false}; //!< the outer header gets the header's route: no policy counts
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_ROUTING_PROTOCOL_H */
