/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_TABLES_H
#define MRC_SRV6_TABLES_H

#include "mrc-prefix-list.h"

#include "ns3/ipv6-address.h"
#include "ns3/mrc-segment-endpoint.h"

#include <cstdint>
#include <iosfwd>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A neighbour that SIDs of END_X lead to. */
struct SegmentAdjacency
{
    uint32_t interface;  //!< IPv6 interface of the node
    Ipv6Address nextHop; //!< address on that link; any: the destination itself is the neighbour
};

/** Where packets of a prefix go: to a neighbour, or nowhere. */
struct SegmentRoute
{
    AddressBits prefix; //!< the bits behind the length are 0
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

/** Which tables for segments has a node of the stock stack? SIDs, neighbours, routes and ways. */
class Srv6Tables
{
  public:
    Srv6Tables();

    /**
     * @param sid one to be added
     * @throws std::invalid_argument for an adjacency or a table that is not there
     */
    void CheckSid(const LocalSid& sid) const;

    /**
     * @param sid one that was checked
     * @throws std::invalid_argument as SidTable::Add
     */
    void AddSid(const LocalSid& sid)
    {
        m_sids.Add(sid);
    }

    /**
     * @param adjacency a neighbour
     * @return number of the adjacency, from 0
     */
    uint32_t AddAdjacency(const SegmentAdjacency& adjacency);

    /**
     * @param route counts before others of the route's prefix
     * @throws std::invalid_argument for a broken prefix
     */
    void AddRoute(const SegmentRoute& route)
    {
        m_routes.Add(route);
    }

    /**
     * @param policy one to be added
     * @throws std::invalid_argument for a way of no or too many segments, no source, and as
     * CheckWay
     */
    static void CheckPolicy(const SegmentPolicy& policy);

    /**
     * @param policy one that was checked; counts before others of the policy's prefix
     * @throws std::invalid_argument for a broken prefix
     */
    void AddPolicy(const SegmentPolicy& policy)
    {
        m_policies.Add(policy);
    }

    /** @return all SIDs */
    const SidTable& Sids() const
    {
        return m_sids;
    }

    /**
     * @param number below the count of neighbours
     * @return the neighbour
     */
    const SegmentAdjacency& Adjacency(uint32_t number) const
    {
        return m_adjacencies[number];
    }

    /**
     * @param destination of a packet
     * @return the route that counts for the destination, null if there is none
     */
    const SegmentRoute* RouteOf(const Ipv6Address& destination) const;

    /**
     * @param destination of a packet
     * @return the way that counts for the destination, null if there is none
     */
    const SegmentPolicy* PolicyOf(const Ipv6Address& destination) const;

    /** @param out gets a line for each entry */
    void Print(std::ostream& out) const;

  private:
    void PrintRoutes(std::ostream& out) const;

    SidTable m_sids;
    std::vector<SegmentAdjacency> m_adjacencies;
    PrefixList<SegmentRoute> m_routes;
    PrefixList<SegmentPolicy> m_policies;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_TABLES_H */
