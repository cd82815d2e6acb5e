/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-routing-protocol.h"

#include "mrc-ipv6-address.h"
#include "mrc-srv6-decapsulation.h"
#include "mrc-srv6-header.h"

#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-route.h"
#include "ns3/log.h"
#include "ns3/mrc-config-rows.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-segment-list.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"

#include <stdexcept>
#include <string>
#include <type_traits>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSrv6RoutingProtocol");

NS_OBJECT_ENSURE_REGISTERED(Srv6RoutingProtocol);

namespace
{

/** Notes that a list of routing protocols has no route. */
void
NoteNoRoute(bool* hasNone, Ptr<const Packet>, const Ipv6Header&, Socket::SocketErrno)
{
    *hasNone = true;
}

} // namespace

TypeId
Srv6RoutingProtocol::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::Srv6RoutingProtocol")
                       .SetParent<Ipv6RoutingProtocol>()
                       .SetGroupName("Mrc")
                       .AddConstructor<Srv6RoutingProtocol>();
        ConfigRows<Srv6RoutingProtocol, Srv6Config>(t, &Srv6RoutingProtocol::m_config)
            .Row("SendIcmp",
                 &Srv6Config::sendIcmp,
                 "Whether the source hears by ICMPv6 of packets that SIDs drop; otherwise "
                 "they are counted only [segment-errors]")
            .Row("Mtu",
                 &Srv6Config::mtu,
                 1280,
                 UINT16_MAX,
                 "Bytes of the largest packet that is encapsulated; the outer headers, 40 "
                 "bytes and a segment header, come on top");
        t.AddTraceSource("Drop",
                         "A packet that a SID or a blackhole drops, without its IPv6 header; the "
                         "header; why, NONE for a blackhole",
                         MakeTraceSourceAccessor(&Srv6RoutingProtocol::m_dropTrace),
                         "ns3::mrc::Srv6RoutingProtocol::DropCallback");
        return t;
    }();
    return tid;
}

Srv6RoutingProtocol::Srv6RoutingProtocol()
    : m_config(std::make_unique<Srv6Config>()),
      m_drops(m_dropTrace, *m_config)
{
}

Srv6RoutingProtocol::~Srv6RoutingProtocol() = default;

/** Encapsulation needs the tunnel, which scripts do not ask for. */
void
Srv6RoutingProtocol::OpenTunnel()
{
    m_tunnel.Open(m_ipv6, m_config->mtu, MakeCallback(&Srv6RoutingProtocol::Encapsulate, this));
}

void
Srv6RoutingProtocol::AddSid(const LocalSid& sid)
{
    m_tables.CheckSid(sid);
    OpenTunnel();
    m_tables.AddSid(sid);
}

/** Refuses a neighbour that no packet could reach. */
void
Srv6RoutingProtocol::CheckNeighbour(uint32_t interface, const Ipv6Address& nextHop) const
{
    const uint32_t count = m_ipv6->GetNInterfaces();
    const bool exists = interface > 0 && interface < count; // 0 is the loopback
    if (!exists || m_ipv6->GetNetDevice(interface) == m_tunnel.Device())
    {
        throw std::invalid_argument(
            "interface " + std::to_string(interface) + (exists ? ", the tunnel of the ways" : "") +
            "; expected one of the node's devices, from 1 and below " + std::to_string(count));
    }
    if (nextHop.IsMulticast())
    {
        throw std::invalid_argument("a multicast next hop; expected the address of one neighbour");
    }
}

uint32_t
Srv6RoutingProtocol::AddAdjacency(uint32_t interface, const Ipv6Address& nextHop)
{
    OpenTunnel();
    CheckNeighbour(interface, nextHop);
    return m_tables.AddAdjacency({interface, nextHop});
}

void
Srv6RoutingProtocol::AddRoute(const SegmentRoute& route)
{
    OpenTunnel();
    if (!route.isBlackhole)
    {
        CheckNeighbour(route.interface, route.nextHop);
    }
    m_tables.AddRoute(route);
}

void
Srv6RoutingProtocol::AddPolicy(const SegmentPolicy& policy)
{
    Srv6Tables::CheckPolicy(policy);
    OpenTunnel();
    m_tables.AddPolicy(policy);
}

uint64_t
Srv6RoutingProtocol::GetDrops(SegmentError error) const
{
    return m_drops.Of(error);
}

/**
 * A packet on its way has a source already. A look for one among the addresses of the interface
 * would be part of each hop's cost, so RouteOutput alone does that.
 */
Ptr<Ipv6Route>
Srv6RoutingProtocol::RouteVia(uint32_t interface,
                              const Ipv6Address& nextHop,
                              const Ipv6Address& destination) const
{
    Ptr<Ipv6Route> route = Create<Ipv6Route>();
    route->SetDestination(destination);
    route->SetGateway(nextHop);
    route->SetOutputDevice(m_ipv6->GetNetDevice(interface));
    return route;
}

/**
 * @return the route of a policy or a segment route, the former with a source; a blackhole has one
 *         into the tunnel
 */
Ptr<Ipv6Route>
Srv6RoutingProtocol::OwnRoute(const Ipv6Address& destination) const
{
    if (const SegmentPolicy* policy = m_isEncapsulating ? nullptr : m_tables.PolicyOf(destination))
    {
        return m_tunnel.RouteTo(policy->source, destination);
    }
    const SegmentRoute* route = m_tables.RouteOf(destination);
    if (route == nullptr)
    {
        return nullptr;
    }
    return route->isBlackhole ? m_tunnel.RouteTo(Ipv6Address::GetAny(), destination)
                              : RouteVia(route->interface, route->nextHop, destination);
}

Ptr<Ipv6Route>
Srv6RoutingProtocol::RouteOutput(Ptr<Packet>,
                                 const Ipv6Header& header,
                                 Ptr<NetDevice> device,
                                 Socket::SocketErrno& error)
{
    const Ipv6Address destination = header.GetDestination();
    // These stay on a link, and no way leads there.
    if (destination.IsMulticast() || destination.IsLinkLocal())
    {
        return nullptr;
    }
    Ptr<Ipv6Route> route = OwnRoute(destination);
    // A socket that is bound to an address names the device of that address. That device may be the
    // loopback or, on a node with a way, any other device. A plain route has to leave by that
    // device.
    const bool isWay = route && route->GetOutputDevice() == m_tunnel.Device();
    const bool isElsewhere = device && route && !isWay && route->GetOutputDevice() != device &&
                             m_ipv6->GetInterfaceForDevice(device) != 0;
    if (isElsewhere)
    {
        route = nullptr;
    }
    if (route && !isWay)
    {
        const int32_t interface = m_ipv6->GetInterfaceForDevice(route->GetOutputDevice());
        route->SetSource(
            m_ipv6->SourceAddressSelection(static_cast<uint32_t>(interface), destination));
    }
    error = route ? Socket::ERROR_NOTERROR : Socket::ERROR_NOROUTETOHOST;
    return route;
}

bool
Srv6RoutingProtocol::RouteInput(Ptr<const Packet> packet,
                                const Ipv6Header& header,
                                Ptr<const NetDevice> device,
                                Types::UnicastForward forward,
                                Types::MulticastForward multicast,
                                Types::LocalDeliver deliver,
                                Types::RouteError error)
{
    if (header.GetDestination().IsMulticast() || header.GetDestination().IsLinkLocal())
    {
        return false;
    }
    const Stack stack{device, forward, multicast, deliver, error};
    Srv6Passing passing{packet, header};
    SegmentPacket segments = ReadSegments(passing);
    const uint32_t headerBytes = segments.header ? segments.header->Bytes() : 0;
    const SegmentVerdict verdict = ProcessSegments(m_tables.Sids(), segments);
    NS_LOG_LOGIC(header.GetDestination() << ": action " << static_cast<int>(verdict.action));
    if (verdict.action == SegmentAction::NOT_LOCAL)
    {
        return SendOn(passing, stack);
    }
    // An error quotes the packet as it came.
    const Srv6Passing came = passing;
    if (verdict.action != SegmentAction::DROP)
    {
        passing = Rewritten(passing, segments, headerBytes, verdict.action);
    }
    switch (verdict.action)
    {
    case SegmentAction::CROSS_CONNECT:
        if (!IsForwarded(passing.header))
        {
            m_drops.Drop(came, {SegmentAction::DROP, 0, SegmentError::NO_ROUTE});
            break;
        }
        CrossConnect(passing, verdict.target, stack);
        break;
    case SegmentAction::DECAPSULATE:
        Decapsulation().ToStack(passing);
        break;
    case SegmentAction::DECAPSULATE_CROSS:
        DecapsulateAndCross(passing, verdict.target, stack);
        break;
    case SegmentAction::DELIVER:
        deliver(passing.packet, passing.header, m_ipv6->GetInterfaceForDevice(device));
        break;
    case SegmentAction::FORWARD:
        Forward(passing, came, stack);
        break;
    default:
        m_drops.Drop(passing, verdict);
    }
    return true;
}

/** Sends a packet by a policy or a segment route. @return whether there is one */
bool
Srv6RoutingProtocol::SendOn(const Srv6Passing& passing, const Stack& stack)
{
    Ptr<Ipv6Route> route = OwnRoute(passing.header.GetDestination());
    if (!route)
    {
        return false;
    }
    // Every policy has a source, so a route into the tunnel without one is a blackhole.
    if (route->GetOutputDevice() == m_tunnel.Device() && route->GetSource().IsAny())
    {
        m_drops.Drop(passing, {SegmentAction::DROP}); // a blackhole
    }
    else
    {
        stack.forward(stack.device, route, passing.packet, passing.header);
    }
    return true;
}

/**
 * Looks up where a packet goes after a SID of this node; an error shows the packet to its source as
 * the packet came.
 */
void
Srv6RoutingProtocol::Forward(const Srv6Passing& passing,
                             const Srv6Passing& came,
                             const Stack& stack)
{
    bool hasNone = !IsForwarded(passing.header);
    // The stack looked for the old destination among the addresses of the node.
    if (!hasNone && m_ipv6->GetInterfaceForAddress(passing.header.GetDestination()) >= 0)
    {
        stack.deliver(passing.packet, passing.header, m_ipv6->GetInterfaceForDevice(stack.device));
    }
    else if (!hasNone && !SendOn(passing, stack))
    {
        // All protocols see the new destination: for this one the destination is not local any
        // more. The list calls its callback for errors without a look, and gives its protocols none
        // to pass on.
        const std::decay_t<Types::RouteError> error = MakeBoundCallback(&NoteNoRoute, &hasNone);
        const bool isTaken = m_ipv6->GetRoutingProtocol()->RouteInput(passing.packet,
                                                                      passing.header,
                                                                      stack.device,
                                                                      stack.forward,
                                                                      stack.multicast,
                                                                      stack.deliver,
                                                                      error);
        hasNone = hasNone || !isTaken;
    }
    if (hasNone)
    {
        m_drops.Drop(came, {SegmentAction::DROP, 0, SegmentError::NO_ROUTE});
    }
}

void
Srv6RoutingProtocol::CrossConnect(const Srv6Passing& passing,
                                  uint32_t adjacency,
                                  const Stack& stack)
{
    const SegmentAdjacency& neighbour = m_tables.Adjacency(adjacency);
    stack.forward(stack.device,
                  RouteVia(neighbour.interface, neighbour.nextHop, passing.header.GetDestination()),
                  passing.packet,
                  passing.header);
}

/** @return the decapsulation of packets that end here */
Srv6Decapsulation
Srv6RoutingProtocol::Decapsulation()
{
    return {m_ipv6, m_tunnel, m_drops};
}

void
Srv6RoutingProtocol::DecapsulateAndCross(const Srv6Passing& outer,
                                         uint32_t adjacency,
                                         const Stack& stack)
{
    if (outer.header.GetNextHeader() == IPV4_INSIDE)
    {
        Decapsulation().CrossIpv4(outer, m_tables.Adjacency(adjacency));
    }
    else if (const std::optional<Srv6Passing> inner = Decapsulation().TakeIpv6(outer))
    {
        CrossConnect(*inner, adjacency, stack);
    }
}

/** The packet has an IPv6 header in front. @return whether the packet has been sent */
bool
Srv6RoutingProtocol::Encapsulate(Ptr<Packet> packet, const Address&, const Address&, uint16_t)
{
    Ipv6Header inner;
    packet->PeekHeader(inner);
    const SegmentPolicy* policy = m_tables.PolicyOf(inner.GetDestination());
    if (policy == nullptr)
    {
        if (!inner.GetDestination().IsMulticast()) // as neighbour discovery of the device itself
        {
            packet->RemoveHeader(inner);
            m_drops.Drop({packet, inner}, {SegmentAction::DROP});
        }
        return false;
    }
    const SegmentEncapsulation way = mrc::Encapsulate(policy->segments, IPV6_INSIDE);
    if (way.header)
    {
        packet->AddHeader(Srv6Header(*way.header));
    }
    Ipv6Header outer;
    outer.SetDestination(ToIpv6Address(way.destination));
    outer.SetSource(policy->source);
    Socket::SocketErrno error = Socket::ERROR_NOTERROR;
    // The look-up ends in OwnRoute again, which now leaves policies out. A policy of this node may
    // have the address of the first segment, too.
    m_isEncapsulating = true;
    Ptr<Ipv6Route> route = m_ipv6->GetRoutingProtocol()->RouteOutput(packet, outer, nullptr, error);
    m_isEncapsulating = false;
    // A way that leads into the tunnel again would never end.
    if (!route || route->GetOutputDevice() == m_tunnel.Device())
    {
        m_drops.Drop({packet, outer}, {SegmentAction::DROP});
        return false;
    }
    SocketIpv6TclassTag tclass; // DSCP and mark of the packet inside [segment-ecn]
    tclass.SetTclass(inner.GetTrafficClass());
    packet->ReplacePacketTag(tclass);
    m_ipv6->GetObject<Ipv6L3Protocol>()->Send(packet,
                                              policy->source,
                                              outer.GetDestination(),
                                              way.header ? ROUTING_HEADER : IPV6_INSIDE,
                                              route);
    return true;
}

void
Srv6RoutingProtocol::SetIpv6(Ptr<ns3::Ipv6> ipv6)
{
    m_ipv6 = ipv6;
    m_drops.SetStack(ipv6);
}

// Interfaces and others' routes change nothing: SIDs, segment routes and policies are static.

void
Srv6RoutingProtocol::NotifyInterfaceUp(uint32_t)
{
}

void
Srv6RoutingProtocol::NotifyInterfaceDown(uint32_t)
{
}

void
Srv6RoutingProtocol::NotifyAddAddress(uint32_t, Ipv6InterfaceAddress)
{
}

void
Srv6RoutingProtocol::NotifyRemoveAddress(uint32_t, Ipv6InterfaceAddress)
{
}

void
Srv6RoutingProtocol::NotifyAddRoute(Ipv6Address, Ipv6Prefix, Ipv6Address, uint32_t, Ipv6Address)
{
}

void
Srv6RoutingProtocol::NotifyRemoveRoute(Ipv6Address, Ipv6Prefix, Ipv6Address, uint32_t, Ipv6Address)
{
}

void
Srv6RoutingProtocol::PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit unit) const
{
    std::ostream& out = *stream->GetStream();
    out << "Time: " << Now().As(unit) << ", Srv6RoutingProtocol\n";
    m_tables.Print(out);
}

void
Srv6RoutingProtocol::DoDispose()
{
    m_tunnel.Close();
    m_drops.SetStack(nullptr);
    m_ipv6 = nullptr;
    Ipv6RoutingProtocol::DoDispose();
}

} // namespace mrc
} // namespace ns3
