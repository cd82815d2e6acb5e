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
#include <set>
#include <utility>

namespace ns3
{
namespace mrc
{

class NicTable;
class QueuePairAdmin;
class CarrierTemplate;

/**
 * Which T0 uplinks must no queue pair of a network use ([ev-denied]: what a Clustermapper
 * would tell)?
 *
 * Denies the EVs of every connection that name the uplink, at both ends, and of those made later.
 * Connections within a T0 group use no uplink and keep their EVs. NICs learn of a change a delay
 * later; what is denied at time 0 is configuration, which they have from the start.
 */
class Denylist
{
  public:
    /**
     * @param topology what uplinks there are
     * @param nics whose queue pairs obey
     * @param delay until NICs know of a change
     */
    Denylist(const Topology& topology, NicTable& nics, Time delay);
    ~Denylist();

    /**
     * Puts an uplink on the list.
     *
     * @param plane its plane; a fatal error if there is no such plane
     * @param uplink its number at its T0, the same for all T0s: which T1 it leads to; a fatal error
     *        if it does not exist, and after Simulator::Destroy
     */
    void Deny(PlaneId plane, uint32_t uplink);

    /**
     * Takes an uplink off the list: its EVs are as they were before. Arguments as for Deny.
     *
     * @param plane its plane
     * @param uplink its number at its T0
     */
    void Allow(PlaneId plane, uint32_t uplink);

    /** @return whether NICs know of no uplink on the list */
    bool IsEmpty() const
    {
        return m_known.empty();
    }

    /**
     * A queue pair was made: denies its EVs that are on the list as NICs know it.
     *
     * @param pair the queue pair
     * @param route where its packets go
     * @param now the time
     */
    void Apply(QueuePairAdmin& pair, const CarrierTemplate& route, Instant now) const;

  private:
    void Check(PlaneId plane, uint32_t uplink) const;
    void Tell(PlaneId plane, uint32_t uplink, PathOrder order);
    void Administer(PlaneId plane, uint32_t uplink, PathOrder order);

    const Topology& m_topology;
    NicTable& m_nics;
    Time m_delay;
    std::set<std::pair<PlaneId, uint32_t>> m_denied; //!< the list
    std::set<std::pair<PlaneId, uint32_t>> m_known;  //!< the list as NICs know it
    std::deque<EventId> m_tidings;                   //!< what NICs have still to be told
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DENYLIST_H */
