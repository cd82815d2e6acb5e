/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-route-reader.h"

#include "mrc-ipv6-address.h"
#include "mrc-srv6-routing-protocol.h"

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-segment-list.h"
#include "ns3/mrc-srv6-values.h"

#include <charconv>
#include <sstream>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** from_chars takes neither a sign nor blanks, which std::stoul would. */
uint16_t
UsidOf(const std::string& word)
{
    uint16_t usid = 0;
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, usid, 16);
    // A uSID of 0 would be the end of the carrier.
    if (error != std::errc() || rest != end || usid == 0)
    {
        RefuseWord(word, "a uSID, 1 to ffff");
    }
    return usid;
}

} // namespace

Srv6RouteReader::Srv6RouteReader(Srv6RoutingProtocol& protocol, const InterfaceNames& names)
    : m_protocol(protocol),
      m_names(names)
{
}

/** A route in FRR's words: a blackhole, a way of segments, or a next hop. */
void
Srv6RouteReader::Take(Srv6Line& line)
{
    const Srv6Prefix prefix = PrefixOf(line.Next());
    const std::string word = line.Next();
    const auto length = static_cast<uint8_t>(prefix.length);
    // FRR has both words.
    if (word == "blackhole" || word == "Null0")
    {
        m_protocol.AddRoute({prefix.address, length, 0, Ipv6Address::GetAny(), true});
    }
    else if (word == "segments" || word == "usids")
    {
        TakeWay({prefix.address, length, {}, m_source}, word, line);
    }
    else
    {
        TakeNextHop({prefix.address, length, 0, Ipv6Address::GetAny()}, word, line);
    }
    line.End();
}

/** The segments of a way: addresses, or uSIDs behind their block. */
void
Srv6RouteReader::TakeWay(SegmentPolicy policy, const std::string& kind, Srv6Line& line)
{
    const bool areUsids = kind == "usids";
    // Segments are whole addresses and have no block in front.
    const Srv6Prefix block = PrefixOf(areUsids ? line.Next() : "::/0");
    std::vector<uint16_t> usids;
    std::istringstream list(line.Next());
    for (std::string segment; std::getline(list, segment, '/');)
    {
        if (areUsids)
        {
            usids.push_back(UsidOf(segment));
        }
        else
        {
            policy.segments.push_back(AddressOf(segment));
        }
    }
    if (areUsids)
    {
        policy.segments = PackCarriers(block.address, block.length, usids);
    }
    m_protocol.AddPolicy(policy);
}

/** A neighbour, an interface, or both; FRR names them also in front of a way's segments. */
void
Srv6RouteReader::TakeNextHop(SegmentRoute route, const std::string& first, Srv6Line& line)
{
    AddressBits address;
    if (ReadAddress(first, address))
    {
        route.nextHop = ToIpv6Address(address);
        route.interface = InterfaceOf(m_names, line.Next());
    }
    else if (m_names.count(first) > 0)
    {
        route.interface = InterfaceOf(m_names, first);
    }
    else
    {
        RefuseWord(first, "an IPv6 address, a name of an interface, segments, usids or blackhole");
    }
    const std::string word = line.Next();
    if (word.empty())
    {
        m_protocol.AddRoute(route);
    }
    else if (word == "segments" || word == "usids")
    {
        // The interface is no part of the way: routers look the first segment up.
        TakeWay({route.prefix, route.length, {}, m_source}, word, line);
    }
    else
    {
        RefuseWord(word, "segments, usids or the end of the line");
    }
}

} // namespace mrc
} // namespace ns3
