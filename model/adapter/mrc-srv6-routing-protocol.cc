/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-routing-protocol.h"

#include "mrc-beside-packet.h"
#include "mrc-ipv6-address.h"
#include "mrc-segment-way.h"
#include "mrc-srv6-header.h"
#include "mrc-srv6-icmp.h"

#include "ns3/boolean.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-route.h"
#include "ns3/log.h"
#include "ns3/mrc-inner-header.h"
#include "ns3/ndisc-cache.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/uinteger.h"

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

// IANA protocol numbers, and EtherTypes
constexpr uint8_t IPV4_INSIDE = 4;
constexpr uint8_t IPV6_INSIDE = 41;
constexpr uint8_t ICMPV6 = 58;
constexpr uint32_t IPV6_HEADER_BYTES = 40;
constexpr uint16_t ETHERTYPE_IPV4 = 0x0800;
constexpr uint16_t ETHERTYPE_IPV6 = 0x86dd;

/** @return what SRv6 reads of a packet; a routing header that is broken counts as upper layer */
SegmentPacket
Read(const Ipv6Header& header, Ptr<const Packet> packet)
{
    SegmentPacket segments;
    segments.destination = ToAddressBits(header.GetDestination());
    segments.hopLimit = header.GetHopLimit();
    segments.upperLayer = header.GetNextHeader();
    segments.headerAt = header.GetSerializedSize();
    Srv6Header routing;
    if (segments.upperLayer == ROUTING_HEADER && packet->GetSize() >= SEGMENT_HEADER_BYTES &&
        packet->PeekHeader(routing) > 0)
    {
        segments.header = routing.Get();
        segments.upperLayer = routing.Get().nextHeader;
    }
    return segments;
}

/** @return whether routers send a packet on with such addresses (RFC 4291, 2.5.2 to 2.5.6, 2.7) */
bool
IsForwarded(const Ipv6Header& header)
{
    const Ipv6Address destination = header.GetDestination();
    return !destination.IsAny() && !destination.IsLocalhost() && !destination.IsMulticast() &&
           !destination.IsLinkLocal() && !header.GetSource().IsLinkLocal();
}

/** @return whether a packet begins with an IP header of a version; data may miss, as after a trim
 */
bool
HasHeader(Ptr<const Packet> packet, uint8_t version)
{
    constexpr uint32_t IPV4_LEAST_BYTES = 20;
    const bool isIpv6 = version == 6;
    uint8_t first = 0;
    if (packet->GetSize() < (isIpv6 ? IPV6_HEADER_BYTES : IPV4_LEAST_BYTES))
    {
        return false;
    }
    packet->CopyData(&first, 1);
    const uint32_t ipv4Bytes = 4 * (first & 0xf); // its length in words (RFC 791, 3.1)
    const bool isLong = isIpv6 || (ipv4Bytes >= IPV4_LEAST_BYTES && ipv4Bytes <= packet->GetSize());
    return first >> 4 == version && isLong;
}

/** @return the ECN field of a packet from its IP header on, of either version (RFC 3168, 5) */
Ecn
EcnOf(Ptr<const Packet> packet)
{
    uint8_t front[2]; // the traffic class begins half a byte earlier in IPv6
    packet->CopyData(front, sizeof front);
    return static_cast<Ecn>((front[0] >> 4 == 6 ? front[1] >> 4 : front[1]) & 3);
}

/** Notes that a list of routing protocols has no route. */
void
NoteNoRoute(bool* hasNone, Ptr<const Packet>, const Ipv6Header&, Socket::SocketErrno)
{
    *hasNone = true;
}

/** @return the packet as SegmentPacket says that it leaves the SIDs of this node */
Srv6Passing
Rewritten(const Srv6Passing& passing,
          const SegmentPacket& segments,
          uint32_t headerBytes,
          SegmentAction action)
{
    Srv6Passing made = passing;
    // The stack itself takes one off the hop limit where it forwards.
    made.header.SetDestination(ToIpv6Address(segments.destination));
    if (headerBytes == 0)
    {
        return made;
    }
    Ptr<Packet> changed = passing.packet->Copy();
    changed->RemoveAtStart(headerBytes);
    made.header.SetNextHeader(segments.upperLayer);
    // The stack's own code for routing headers knows no segments: what stays here loses its header.
    const bool leaves = action == SegmentAction::FORWARD || action == SegmentAction::CROSS_CONNECT;
    if (leaves && segments.header)
    {
        changed->AddHeader(Srv6Header(*segments.header));
        made.header.SetNextHeader(ROUTING_HEADER);
    }
    made.header.SetPayloadLength(changed->GetSize());
    made.packet = changed;
    return made;
}

} // namespace

TypeId
Srv6RoutingProtocol::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mrc::Srv6RoutingProtocol")
            .SetParent<Ipv6RoutingProtocol>()
            .SetGroupName("Mrc")
            .AddConstructor<Srv6RoutingProtocol>()
            .AddAttribute("SendIcmp",
                          "Whether the source hears by ICMPv6 of packets that SIDs drop; otherwise "
                          "they are counted only [segment-errors]",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Srv6RoutingProtocol::m_sendIcmp),
                          MakeBooleanChecker())
            .AddAttribute("Mtu",
                          "Bytes of the largest packet that is encapsulated; the outer headers, 40 "
                          "bytes and a segment header, come on top",
                          UintegerValue(1420),
                          MakeUintegerAccessor(&Srv6RoutingProtocol::m_mtu),
                          MakeUintegerChecker<uint16_t>(1280))
            .AddTraceSource(
                "Drop",
                "A packet that a SID or a blackhole drops, without its IPv6 header; the "
                "header; why, NONE for a blackhole",
                MakeTraceSourceAccessor(&Srv6RoutingProtocol::m_dropTrace),
                "ns3::mrc::Srv6RoutingProtocol::DropCallback");
    return tid;
}

Srv6RoutingProtocol::Srv6RoutingProtocol()
{
    m_sids.AllowUpperLayer(ICMPV6);
}

void
Srv6RoutingProtocol::AddSid(const LocalSid& sid)
{
    const bool crosses = sid.behaviour == SidBehaviour::END_X;
    if (crosses ? sid.target >= m_adjacencies.size() : sid.target != 0)
    {
        throw std::invalid_argument(
            "a SID with target " + std::to_string(sid.target) + "; expected " +
            (crosses ? "an adjacency below " + std::to_string(m_adjacencies.size()) : "table 0"));
    }
    MakeTunnel();
    m_sids.Add(sid);
}

/** Refuses what no packet could leave by. */
void
Srv6RoutingProtocol::CheckNeighbour(uint32_t interface, const Ipv6Address& nextHop) const
{
    const uint32_t count = m_ipv6->GetNInterfaces();
    const bool exists = interface > 0 && interface < count; // 0 is the loopback
    if (!exists || m_ipv6->GetNetDevice(interface) == m_tunnel)
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
    MakeTunnel();
    CheckNeighbour(interface, nextHop);
    m_adjacencies.push_back({interface, nextHop});
    return m_adjacencies.size() - 1;
}

void
Srv6RoutingProtocol::AddRoute(const SegmentRoute& route)
{
    MakeTunnel();
    if (!route.isBlackhole)
    {
        CheckNeighbour(route.interface, route.nextHop);
    }
    m_routes.Add(route);
}

void
Srv6RoutingProtocol::AddPolicy(const SegmentPolicy& policy)
{
    if (policy.source.IsAny())
    {
        throw std::invalid_argument("a segment policy without a source");
    }
    mrc::Encapsulate(policy.segments, IPV6_INSIDE); // refuses what it cannot write
    CheckWay(policy);
    MakeTunnel();
    m_policies.Add(policy);
}

uint64_t
Srv6RoutingProtocol::GetDrops(SegmentError error) const
{
    return m_drops[static_cast<unsigned>(error)];
}

Ptr<Ipv6Route>
Srv6RoutingProtocol::RouteVia(uint32_t interface,
                              const Ipv6Address& nextHop,
                              const Ipv6Address& destination) const
{
    Ptr<Ipv6Route> route = Create<Ipv6Route>();
    route->SetDestination(destination);
    route->SetGateway(nextHop);
    route->SetOutputDevice(m_ipv6->GetNetDevice(interface));
    route->SetSource(m_ipv6->SourceAddressSelection(interface, destination));
    return route;
}

Ptr<Ipv6Route>
Srv6RoutingProtocol::TunnelRoute(const Ipv6Address& source, const Ipv6Address& destination) const
{
    Ptr<Ipv6Route> route = Create<Ipv6Route>();
    route->SetDestination(destination);
    route->SetOutputDevice(m_tunnel);
    route->SetSource(source);
    return route;
}

/** @return the route of a policy or a segment route; a blackhole has one into the tunnel */
Ptr<Ipv6Route>
Srv6RoutingProtocol::OwnRoute(const Ipv6Address& destination) const
{
    const AddressBits bits = ToAddressBits(destination);
    if (const SegmentPolicy* policy = m_isEncapsulating ? nullptr : m_policies.Find(bits))
    {
        return TunnelRoute(policy->source, destination);
    }
    const SegmentRoute* route = m_routes.Find(bits);
    if (route == nullptr)
    {
        return nullptr;
    }
    return route->isBlackhole ? TunnelRoute(Ipv6Address::GetAny(), destination)
                              : RouteVia(route->interface, route->nextHop, destination);
}

Ptr<Ipv6Route>
Srv6RoutingProtocol::RouteOutput(Ptr<Packet>,
                                 const Ipv6Header& header,
                                 Ptr<NetDevice> device,
                                 Socket::SocketErrno& error)
{
    const Ipv6Address destination = header.GetDestination();
    if (destination.IsMulticast() || destination.IsLinkLocal())
    {
        return nullptr;
    }
    Ptr<Ipv6Route> route = OwnRoute(destination);
    // A socket that is bound to an address names the device of that address. It may be the loopback
    // or, on a node with a way, any other device. A plain route has to leave by it.
    const bool isWay = route && route->GetOutputDevice() == m_tunnel;
    const bool isElsewhere = device && route && !isWay && route->GetOutputDevice() != device &&
                             m_ipv6->GetInterfaceForDevice(device) != 0;
    if (isElsewhere)
    {
        route = nullptr;
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
    SegmentPacket segments = Read(header, packet);
    const uint32_t headerBytes = segments.header ? segments.header->Bytes() : 0;
    const SegmentVerdict verdict = ProcessSegments(m_sids, segments);
    NS_LOG_LOGIC(header.GetDestination() << ": action " << static_cast<int>(verdict.action));
    Srv6Passing passing{packet, header};
    if (verdict.action == SegmentAction::NOT_LOCAL)
    {
        return SendOn(passing, stack);
    }
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
            Drop(came, {SegmentAction::DROP, 0, SegmentError::NO_ROUTE});
            break;
        }
        CrossConnect(passing, verdict.target, stack);
        break;
    case SegmentAction::DECAPSULATE:
        Decapsulate(passing);
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
        Drop(passing, verdict);
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
    if (route->GetOutputDevice() == m_tunnel && route->GetSource().IsAny())
    {
        Drop(passing, {SegmentAction::DROP}); // a blackhole
    }
    else
    {
        stack.forward(stack.device, route, passing.packet, passing.header);
    }
    return true;
}

/** Looks up where a packet goes after a SID of this node; its source hears of it as it came. */
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
        // All protocols see the new destination: for this one it is not local any more. The list
        // calls its callback for errors without a look, and gives its protocols none to pass on.
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
        Drop(came, {SegmentAction::DROP, 0, SegmentError::NO_ROUTE});
    }
}

void
Srv6RoutingProtocol::CrossConnect(const Srv6Passing& passing,
                                  uint32_t adjacency,
                                  const Stack& stack)
{
    const Adjacency& neighbour = m_adjacencies[adjacency];
    stack.forward(stack.device,
                  RouteVia(neighbour.interface, neighbour.nextHop, passing.header.GetDestination()),
                  passing.packet,
                  passing.header);
}

void
Srv6RoutingProtocol::DecapsulateAndCross(const Srv6Passing& outer,
                                         uint32_t adjacency,
                                         const Stack& stack)
{
    Ptr<Packet> packet = TakeOut(outer);
    if (!packet)
    {
        return;
    }
    if (outer.header.GetNextHeader() == IPV4_INSIDE)
    {
        CrossIpv4(outer, packet, m_adjacencies[adjacency]);
        return;
    }
    Srv6Passing inner;
    packet->RemoveHeader(inner.header);
    const uint32_t named = inner.header.GetPayloadLength();
    if (named < packet->GetSize())
    {
        packet->RemoveAtEnd(packet->GetSize() - named); // padding, as the stack does
    }
    inner.packet = packet;
    CrossConnect(inner, adjacency, stack);
}

/** @return where the device of an adjacency sends to; none: the neighbour is not known there */
std::optional<Address>
Srv6RoutingProtocol::LinkAddressOf(const Adjacency& neighbour) const
{
    Ptr<NetDevice> device = m_ipv6->GetNetDevice(neighbour.interface);
    if (!device->NeedsArp())
    {
        return device->GetBroadcast(); // the other end of the line
    }
    Ptr<NdiscCache> cache =
        m_ipv6->GetObject<Ipv6L3Protocol>()->GetInterface(neighbour.interface)->GetNdiscCache();
    NdiscCache::Entry* entry = cache ? cache->Lookup(neighbour.nextHop) : nullptr;
    if (entry == nullptr || entry->IsIncomplete())
    {
        return std::nullopt;
    }
    return entry->GetMacAddress();
}

/**
 * Sends an IPv4 packet over an adjacency, with one hop less. The IPv6 stack forwards no IPv4, and
 * the IPv4 stack, if there is one, knows no adjacencies [segment-flavours].
 */
void
Srv6RoutingProtocol::CrossIpv4(const Srv6Passing& outer,
                               Ptr<Packet> packet,
                               const Adjacency& neighbour)
{
    Ipv4Header header;
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksum();
    }
    packet->RemoveHeader(header);
    if (header.GetTtl() <= 1)
    {
        Count(outer, SegmentError::HOP_LIMIT); // of the packet inside: not told to the outer source
        return;
    }
    const std::optional<Address> to = LinkAddressOf(neighbour);
    if (!to)
    {
        Drop(outer, {SegmentAction::DROP, 0, SegmentError::NO_ROUTE});
        return;
    }
    if (header.GetPayloadSize() < packet->GetSize())
    {
        packet->RemoveAtEnd(packet->GetSize() - header.GetPayloadSize()); // padding
    }
    header.SetTtl(header.GetTtl() - 1);
    packet->AddHeader(header);
    m_ipv6->GetNetDevice(neighbour.interface)->Send(packet, *to, ETHERTYPE_IPV4);
}

/** A device without a line: the stack sends into it what is to be encapsulated. */
void
Srv6RoutingProtocol::MakeTunnel()
{
    if (m_tunnel)
    {
        JoinIpv4();
        return;
    }
    if (!m_ipv6)
    {
        throw std::logic_error("ns3::mrc::Srv6RoutingProtocol is part of no node; expected is that "
                               "an Ipv6ListRouting has it");
    }
    // The list asks its protocols on interfaces that forward only. A probe that comes back over the
    // link that it came by is no mistake of its source.
    m_ipv6->SetAttribute("IpForward", BooleanValue(true));
    m_ipv6->SetAttribute("SendIcmpv6Redirect", BooleanValue(false));
    // What leaves the tunnel is for an address of another interface; since 3.41 ns-3 drops that.
    m_ipv6->SetAttributeFailSafe("StrongEndSystemModel", BooleanValue(false));
    Ptr<Node> node = m_ipv6->GetObject<Node>();
    m_tunnel = CreateObject<VirtualNetDevice>();
    m_tunnel->SetAddress(Mac48Address::Allocate());
    m_tunnel->SetMtu(m_mtu);
    m_tunnel->SetSendCallback(MakeCallback(&Srv6RoutingProtocol::Encapsulate, this));
    node->AddDevice(m_tunnel);
    const uint32_t interface = m_ipv6->AddInterface(m_tunnel);
    m_ipv6->SetForwarding(interface, true);
    m_ipv6->SetUp(interface);
    JoinIpv4();
}

/** The IPv4 stack, if there is one by now, gets the tunnel as an interface. */
void
Srv6RoutingProtocol::JoinIpv4()
{
    Ptr<Ipv4> ipv4 = m_tunnel->GetNode()->GetObject<Ipv4>();
    if (ipv4 && ipv4->GetInterfaceForDevice(m_tunnel) < 0)
    {
        const uint32_t interface = ipv4->AddInterface(m_tunnel);
        ipv4->SetForwarding(interface, true);
        ipv4->SetUp(interface);
    }
}

/** What comes has an IPv6 header in front. @return whether it has been sent */
bool
Srv6RoutingProtocol::Encapsulate(Ptr<Packet> packet, const Address&, const Address&, uint16_t)
{
    Ipv6Header inner;
    packet->PeekHeader(inner);
    const SegmentPolicy* policy = m_policies.Find(ToAddressBits(inner.GetDestination()));
    if (policy == nullptr)
    {
        if (!inner.GetDestination().IsMulticast()) // as neighbour discovery of the device itself
        {
            packet->RemoveHeader(inner);
            Drop({packet, inner}, {SegmentAction::DROP});
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
    m_isEncapsulating = true;
    Ptr<Ipv6Route> route = m_ipv6->GetRoutingProtocol()->RouteOutput(packet, outer, nullptr, error);
    m_isEncapsulating = false;
    if (!route || route->GetOutputDevice() == m_tunnel)
    {
        Drop({packet, outer}, {SegmentAction::DROP});
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

/** The stack gets the inner packet as if the tunnel had received it. */
void
Srv6RoutingProtocol::Decapsulate(const Srv6Passing& outer)
{
    const bool isIpv4 = outer.header.GetNextHeader() == IPV4_INSIDE;
    Ptr<Ipv4> ipv4 = m_tunnel->GetNode()->GetObject<Ipv4>();
    if (isIpv4 && (!ipv4 || ipv4->GetInterfaceForDevice(m_tunnel) < 0))
    {
        // No interface can be made here: the stack is going through its list of them.
        Drop(outer, {SegmentAction::DROP, 0, SegmentError::UPPER_LAYER, IPV6_HEADER_BYTES});
        return;
    }
    if (Ptr<Packet> inner = TakeOut(outer))
    {
        m_tunnel->Receive(inner,
                          isIpv4 ? ETHERTYPE_IPV4 : ETHERTYPE_IPV6,
                          m_tunnel->GetAddress(),
                          m_tunnel->GetAddress(),
                          NetDevice::PACKET_HOST);
    }
}

/**
 * Takes the packet inside out, with the mark that the outer header got on its way [segment-ecn].
 *
 * @return nothing if it is dropped: not a whole one, or marked and not able to say so
 */
Ptr<Packet>
Srv6RoutingProtocol::TakeOut(const Srv6Passing& outer)
{
    const bool isIpv4 = outer.header.GetNextHeader() == IPV4_INSIDE;
    if (!HasHeader(outer.packet, isIpv4 ? 4 : 6))
    {
        Drop(outer, {SegmentAction::DROP, 0, SegmentError::INNER_PACKET});
        return nullptr;
    }
    const auto ecn = DecapsulatedEcn(EcnOf(outer.packet), static_cast<Ecn>(outer.header.GetEcn()));
    if (!ecn)
    {
        Drop(outer, {SegmentAction::DROP, 0, SegmentError::NOT_ECT});
        return nullptr;
    }
    return WithEcn(outer.packet, isIpv4 ? ETHERTYPE_IPV4 : ETHERTYPE_IPV6, *ecn);
}

void
Srv6RoutingProtocol::Drop(const Srv6Passing& passing, const SegmentVerdict& verdict)
{
    Count(passing, verdict.error);
    if (m_sendIcmp)
    {
        TellSource(m_ipv6, passing, verdict);
    }
}

/** Counts a packet that is dropped, and tells whoever traces that. */
void
Srv6RoutingProtocol::Count(const Srv6Passing& passing, SegmentError error)
{
    NS_LOG_INFO("drops a packet to " << passing.header.GetDestination());
    ++m_drops[static_cast<unsigned>(error)];
    m_dropTrace(passing.packet, passing.header, error);
}

void
Srv6RoutingProtocol::SetIpv6(Ptr<ns3::Ipv6> ipv6)
{
    m_ipv6 = ipv6;
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
    for (const LocalSid& sid : m_sids.Sids())
    {
        out << "SID " << ToIpv6Address(sid.prefix) << '/' << sid.Length() << ' ' << sid;
        if (sid.behaviour == SidBehaviour::END_X)
        {
            const Adjacency& neighbour = m_adjacencies[sid.target];
            out << " interface " << neighbour.interface << " nexthop " << neighbour.nextHop;
        }
        out << '\n';
    }
    for (const SegmentRoute& route : m_routes.All())
    {
        out << ToIpv6Address(route.prefix) << '/' << +route.length;
        if (route.isBlackhole)
        {
            out << " blackhole\n";
        }
        else
        {
            out << " via " << route.nextHop << " interface " << route.interface << '\n';
        }
    }
    for (const SegmentPolicy& policy : m_policies.All())
    {
        out << ToIpv6Address(policy.prefix) << '/' << +policy.length << " encap";
        for (const AddressBits& segment : policy.segments)
        {
            out << ' ' << ToIpv6Address(segment);
        }
        out << '\n';
    }
}

void
Srv6RoutingProtocol::DoDispose()
{
    if (m_tunnel)
    {
        m_tunnel->SetSendCallback(VirtualNetDevice::SendCallback());
    }
    m_tunnel = nullptr;
    m_ipv6 = nullptr;
    Ipv6RoutingProtocol::DoDispose();
}

} // namespace mrc
} // namespace ns3
