/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-tables.h"

#include "mrc-ipv6-address.h"
#include "mrc-segment-way.h"
#include "mrc-srv6-passing.h"

#include "ns3/mrc-segment-list.h"

#include <ostream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint8_t ICMPV6 = 58; // IANA

} // namespace

Srv6Tables::Srv6Tables()
{
    // So that SIDs answer pings (RFC 9259); nothing else is delivered to a SID itself (RFC
    // 8986, 4.1.1).
    m_sids.AllowUpperLayer(ICMPV6);
}

void
Srv6Tables::CheckSid(const LocalSid& sid) const
{
    const bool crosses = sid.behaviour == SidBehaviour::END_X;
    if (crosses ? sid.target >= m_adjacencies.size() : sid.target != 0)
    {
        throw std::invalid_argument(
            "a SID with target " + std::to_string(sid.target) + "; expected " +
            (crosses ? "an adjacency below " + std::to_string(m_adjacencies.size()) : "table 0"));
    }
}

uint32_t
Srv6Tables::AddAdjacency(const SegmentAdjacency& adjacency)
{
    m_adjacencies.push_back(adjacency);
    return m_adjacencies.size() - 1;
}

void
Srv6Tables::CheckPolicy(const SegmentPolicy& policy)
{
    if (policy.source.IsAny())
    {
        throw std::invalid_argument("a segment policy without a source");
    }
    // The try itself is the check: what can be encapsulated may be a policy.
    Encapsulate(policy.segments, IPV6_INSIDE); // refuses segments that do not fit into a header
    CheckWay(policy);
}

const SegmentRoute*
Srv6Tables::RouteOf(const Ipv6Address& destination) const
{
    return m_routes.Find(ToAddressBits(destination));
}

const SegmentPolicy*
Srv6Tables::PolicyOf(const Ipv6Address& destination) const
{
    return m_policies.Find(ToAddressBits(destination));
}

void
Srv6Tables::Print(std::ostream& out) const
{
    for (const LocalSid& sid : m_sids.Sids())
    {
        out << "SID " << ToIpv6Address(sid.prefix) << '/' << sid.Length() << ' ' << sid;
        if (sid.behaviour == SidBehaviour::END_X)
        {
            const SegmentAdjacency& neighbour = m_adjacencies[sid.target];
            out << " interface " << neighbour.interface << " nexthop " << neighbour.nextHop;
        }
        out << '\n';
    }
    PrintRoutes(out);
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
Srv6Tables::PrintRoutes(std::ostream& out) const
{
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
}

} // namespace mrc
} // namespace ns3
