/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DENYLIST_H
#define MRC_DENYLIST_H

#include "mrc-topology.h"

#include "ns3/event-id.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-path-state.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{

struct Denial;
struct DeniedWay;
class QueuePairAdmin;
class ShardSet;
struct NicPlan;

/**
 * Which paths must queue pairs of a network not use ([ev-denied]: the orders of a Clustermapper)?
 *
 * Denies the EVs of every connection concerned, at both ends, and of those made later. An uplink is
 * denied to all NICs, a link to connections that have the link at either end. Connections within a
 * T0 group use no uplink and keep their EVs of it. In a graph, and above T1s, a link is denied to
 * all paths over it. NICs learn of a change a delay later; entries of time 0 are configuration,
 * which NICs have from the start.
 */
class Denylist
{
  public:
    /**
     * @param topology the one with the uplinks
     * @param shards their NICs and queue pairs obey
     * @param delay until NICs know of a change
     */
    Denylist(const Topology& topology, ShardSet& shards, Time delay);
    ~Denylist();

    /**
     * Puts an uplink on the list.
     *
     * @param plane the uplink's plane; a fatal error if there is no such plane
     * @param uplink number of the uplink at its T0, the same for all T0s, so that of the T1 at its
     *        other end. An uplink that does not exist is a fatal error, and so is a call after
     *        Simulator::Destroy
     */
    void Deny(PlaneId plane, uint32_t uplink);

    /**
     * Takes an uplink off the list: its EVs are as they were before. Arguments as for Deny.
     *
     * @param plane the uplink's plane
     * @param uplink number of the uplink at its T0
     */
    void Allow(PlaneId plane, uint32_t uplink);

    /**
     * Denies paths to the NICs at one T0 or to one NIC; nothing happens if the entry is there.
     *
     * @param denial the entry; a fatal error if there is no such plane, uplink or NIC, and as Deny
     */
    void Deny(const Denial& denial);

    /**
     * Takes an entry off the list: paths that no other entry denies may be used again.
     *
     * @param denial the entry; one that is not on the list changes nothing
     */
    void Allow(const Denial& denial);

    /**
     * Denies all paths over a part of the fabric, of a graph too.
     *
     * @param place as a list of faults names it: `link:a0-as1`, `link:0.1.7`, `t1:0.2`, `port:3.1`,
     *        `t2:0.3`, `upper-link:0.2.1`. A NIC is no place
     * @throws std::invalid_argument naming what the place should be
     */
    void Deny(const std::string& place);

    /**
     * Takes all paths over a part off the list that no other entry denies.
     *
     * @param place as Deny
     * @throws std::invalid_argument as Deny
     */
    void Allow(const std::string& place);

    /** @return whether NICs know of no entry on the list */
    bool IsEmpty() const;

    /**
     * A queue pair was made: denies its EVs that are on the list as NICs know it.
     *
     * @param pair the queue pair
     * @param way the ends of the pair, and the way of the packets
     * @param now the time
     */
    void Apply(QueuePairAdmin& pair, const DeniedWay& way, Instant now) const;

  private:
    void Check(const Denial& denial) const;
    Denial OfUplink(PlaneId plane, uint32_t uplink) const;
    void Tell(const Denial& denial, PathOrder order);
    void Administer(const Denial& denial, PathOrder order);
    bool IsKnown(const DeniedWay& way, Ev ev) const;
    const NicPlan& Plan() const;

    const Topology& m_topology;
    ShardSet& m_shards;
    Time m_delay;
    struct Lists;

    std::unique_ptr<Lists> m_lists;
    std::deque<EventId> m_tidings; //!< news that NICs still have to get
};

/**
 * @return the link between a T0 and the T1 of its uplink, for all NICs of the T0. In a graph that
 * is for all paths over the link
 */
Denial DenialOfLink(const Topology& topology, PlaneId plane, uint32_t t0, uint32_t uplink);

/** @return the link of a port between two switches of a graph, for all paths over the link */
Denial DenialInGraph(const Topology& topology, PortIndex port);

/** @return the link between a NIC and its T0: the NIC's whole plane */
Denial DenialOfPort(uint32_t nic, PlaneId plane);

} // namespace mrc
} // namespace ns3

#endif /* MRC_DENYLIST_H */
