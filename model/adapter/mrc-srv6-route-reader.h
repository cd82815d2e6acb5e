/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_ROUTE_READER_H
#define MRC_SRV6_ROUTE_READER_H

#include "mrc-srv6-interfaces.h"
#include "mrc-srv6-tables.h"

#include "ns3/mrc-srv6-line.h"

#include <string>

namespace ns3
{
namespace mrc
{

class Srv6RoutingProtocol;

/** Reads lines that begin with `ipv6 route`: where do packets of a prefix go? */
class Srv6RouteReader
{
  public:
    /**
     * @param protocol gets routes and ways
     * @param names of the node's interfaces; both must outlive this
     */
    Srv6RouteReader(Srv6RoutingProtocol& protocol, const InterfaceNames& names);

    /** @param source of the outer headers of ways that are read from now on */
    void SetSource(const Ipv6Address& source)
    {
        m_source = source;
    }

    /**
     * @param line the words behind `ipv6 route`
     * @throws std::invalid_argument saying the expected words
     */
    void Take(Srv6Line& line);

  private:
    void TakeWay(SegmentPolicy policy, const std::string& kind, Srv6Line& line);
    void TakeNextHop(SegmentRoute route, const std::string& first, Srv6Line& line);

    Srv6RoutingProtocol& m_protocol;
    const InterfaceNames& m_names;
    Ipv6Address m_source{Ipv6Address::GetAny()};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_ROUTE_READER_H */
