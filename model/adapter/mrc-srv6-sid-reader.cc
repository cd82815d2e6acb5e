/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-sid-reader.h"

#include "mrc-ipv6-address.h"
#include "mrc-srv6-routing-protocol.h"

#include "ns3/mrc-sid-line.h"
#include "ns3/mrc-srv6-values.h"

namespace ns3
{
namespace mrc
{

Srv6SidReader::Srv6SidReader(Srv6RoutingProtocol& protocol,
                             const InterfaceNames& names,
                             const Srv6Locators& locators)
    : m_protocol(protocol),
      m_names(names),
      m_locators(locators)
{
}

void
Srv6SidReader::Take(Srv6Line& line)
{
    SidLine read = ReadSidLine(line, m_locators);
    const uint32_t interface = read.interface ? InterfaceOf(m_names, *read.interface) : 0;
    // An adjacency leaves by an interface, which the loopback is not.
    if (read.sid.behaviour == SidBehaviour::END_X)
    {
        if (interface == 0) // the loopback
        {
            RefuseWord("", "an interface of this adjacency, 1 or more, and its nexthop");
        }
        read.sid.target =
            m_protocol.AddAdjacency(interface, ToIpv6Address(read.nextHop.value_or(AddressBits())));
    }
    m_protocol.AddSid(read.sid);
}

} // namespace mrc
} // namespace ns3
