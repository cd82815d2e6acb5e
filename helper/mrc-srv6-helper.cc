/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-helper.h"

#include "ns3/fatal-error.h"
#include "ns3/ipv6-list-routing.h"
#include "ns3/mrc-config-db.h"
#include "ns3/mrc-srv6-routing-protocol.h"
#include "ns3/mrc-srv6-words.h"
#include "ns3/node.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the SRv6 of a node; a fatal error if there is none */
Ptr<Srv6RoutingProtocol>
ProtocolOf(Ptr<Node> node)
{
    Ptr<ns3::Ipv6> ipv6 = node->GetObject<ns3::Ipv6>();
    Ptr<Ipv6ListRouting> list =
        ipv6 ? DynamicCast<Ipv6ListRouting>(ipv6->GetRoutingProtocol()) : nullptr;
    for (uint32_t i = 0; list && i < list->GetNRoutingProtocols(); ++i)
    {
        int16_t priority;
        if (auto found = DynamicCast<Srv6RoutingProtocol>(list->GetRoutingProtocol(i, priority)))
        {
            return found;
        }
    }
    NS_FATAL_ERROR("ns3::mrc::Srv6Helper: node "
                   << node->GetId()
                   << " has no SRv6; expected an Ipv6ListRouting that Srv6Helper was added to");
}

} // namespace

Srv6Helper::Srv6Helper()
    : m_factory("ns3::mrc::Srv6RoutingProtocol")
{
}

Srv6Helper*
Srv6Helper::Copy() const
{
    return new Srv6Helper(*this);
}

Ptr<Ipv6RoutingProtocol>
Srv6Helper::Create(Ptr<Node>) const
{
    return m_factory.Create<Srv6RoutingProtocol>();
}

void
Srv6Helper::Set(const std::string& name, const AttributeValue& value)
{
    m_factory.Set(name, value);
}

Ptr<Ipv6RoutingProtocol>
Srv6Helper::Get(Ptr<Node> node)
{
    return ProtocolOf(node);
}

uint64_t
Srv6Helper::GetDrops(Ptr<Node> node, SegmentError error)
{
    return ProtocolOf(node)->GetDrops(error);
}

void
Srv6Helper::Configure(Ptr<Node> node,
                      const std::string& lines,
                      const std::map<std::string, uint32_t>& interfaces)
{
    ReadSrv6(*ProtocolOf(node), lines, interfaces);
}

void
Srv6Helper::ConfigureByConfigDb(Ptr<Node> node,
                                const std::string& json,
                                const std::map<std::string, uint32_t>& interfaces)
{
    ReadConfigDb(*ProtocolOf(node), json, interfaces);
}

} // namespace mrc
} // namespace ns3
