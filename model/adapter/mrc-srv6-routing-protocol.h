/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_ROUTING_PROTOCOL_H
#define MRC_SRV6_ROUTING_PROTOCOL_H

#include "mrc-prefix-list.h"

#include "ns3/ipv6-routing-protocol.h"
#include "ns3/ipv6.h"
#include "ns3/mrc-segment-endpoint.h"
#include "ns3/mrc-segment-list.h"
#include "ns3/traced-callback.h"
#include "ns3/virtual-net-device.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

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

/** A packet on its way through a node, without its IPv6 header, and that header. */
struct Srv6Passing
{
    Ptr<const Packet> packet; //!< without its IPv6 header
    Ipv6Header header;        //!< that header
};

/** Where packets of a prefix go: to a neighbour, or nowhere. */
struct SegmentRoute
{
    AddressBits prefix; //!< the bits behind its length are 0
    uint8_t length{0};  //!< 0 .. 128
    uint32_t interface {
        0
    };                       //!< IPv6 interface of the node by which they leave
    Ipv6Address nextHop;     //!< the neighbour; any: the destination itself is one
    bool isBlackhole{false}; //!< they are dropped and counted, and nobody is told
};

/** A way for packets of a prefix, which this node encapsulates. */
struct SegmentPolicy
{
    AddressBits prefix;                //!< of the packets' destinations
    uint8_t length{0};                 //!< 0 .. 128
    std::vector<AddressBits> segments; //!< in the order of the way
    Ipv6Address source;                //!< of the outer header: an address of this node, which the
                                       //!< node's own packets have inside too
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
     * @param packet without its IPv6 header
     * @param header that header
     * @param error why it was dropped
     */
    typedef void (*DropCallback)(Ptr<const Packet> packet,
                                 const Ipv6Header& header,
                                 SegmentError error);

    /** @return the TypeId */
    static TypeId GetTypeId();

    Srv6RoutingProtocol();

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
     * @param nextHop address of the neighbour on it; any: the destination itself is one
     * @return its number, from 0
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
     * @return packets that were dropped for it
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
    /** A neighbour. */
    struct Adjacency
    {
        uint32_t interface;
        Ipv6Address nextHop;
    };

    /** What the stack gave with a packet. */
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
    Ptr<Ipv6Route> TunnelRoute(const Ipv6Address& source, const Ipv6Address& destination) const;
    Ptr<Ipv6Route> OwnRoute(const Ipv6Address& destination) const;
    bool Encapsulate(Ptr<Packet> packet, const Address&, const Address&, uint16_t);
    void CheckNeighbour(uint32_t interface, const Ipv6Address& nextHop) const;
    void MakeTunnel();
    void JoinIpv4();
    bool SendOn(const Srv6Passing& passing, const Stack& stack);
    void Forward(const Srv6Passing& passing, const Srv6Passing& came, const Stack& stack);
    void CrossConnect(const Srv6Passing& passing, uint32_t adjacency, const Stack& stack);
    void DecapsulateAndCross(const Srv6Passing& outer, uint32_t adjacency, const Stack& stack);
    void Decapsulate(const Srv6Passing& outer);
    Ptr<Packet> TakeOut(const Srv6Passing& outer);
    void CrossIpv4(const Srv6Passing& outer, Ptr<Packet> packet, const Adjacency& neighbour);
    std::optional<Address> LinkAddressOf(const Adjacency& neighbour) const;
    void Drop(const Srv6Passing& passing, const SegmentVerdict& verdict);
    void Count(const Srv6Passing& passing, SegmentError error);

    Ptr<ns3::Ipv6> m_ipv6;
    Ptr<VirtualNetDevice> m_tunnel; //!< where packets enter and leave their encapsulation
    SidTable m_sids;
    std::vector<Adjacency> m_adjacencies;
    PrefixList<SegmentRoute> m_routes;
    PrefixList<SegmentPolicy> m_policies;
    bool m_isEncapsulating{false}; //!< the outer header gets its route: no policy counts
    bool m_sendIcmp{false};
    uint16_t m_mtu{0};
    std::array<uint64_t, 7> m_drops{}; //!< by SegmentError
    TracedCallback<Ptr<const Packet>, const Ipv6Header&, SegmentError> m_dropTrace;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_ROUTING_PROTOCOL_H */
