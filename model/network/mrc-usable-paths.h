/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_USABLE_PATHS_H
#define MRC_USABLE_PATHS_H

#include "mrc-topology.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-qp-config.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class CarrierTemplate;
class QueuePairAdmin;

/** Which paths of a fabric lack no link [missing-links]? */
class UsablePaths
{
  public:
    /**
     * @param topology the fabric; must outlive this
     * @param format the meaning of an EV: with Udp none names a link, and switches pass missing
     * ones by
     * @throws std::invalid_argument naming two T0s of a plane that no path joins
     */
    explicit UsablePaths(const Topology& topology, EvFormat format = EV_FORMAT_SRV6);

    /** @return whether no path lacks a link, so that all paths exist */
    bool AllExist() const
    {
        return m_lacking == 0;
    }

    /**
     * @param source the sending NIC
     * @param destination the receiving NIC, not the same
     * @param ev the path; the path's plane must exist
     * @return whether all links of the path exist
     */
    bool Has(uint32_t source, uint32_t destination, Ev ev) const;

    /**
     * @param source the sending NIC
     * @param destination the receiving NIC, not the same
     * @return whether all paths of this pair exist, in all planes
     */
    bool HasAll(uint32_t source, uint32_t destination) const;

    /**
     * A queue pair was made: denies its EVs over missing links, for good.
     *
     * @param pair the queue pair
     * @param source the NIC of the pair
     * @param destination the NIC that the pair's packets go to
     * @param now the time
     */
    void Apply(QueuePairAdmin& pair, uint32_t source, uint32_t destination, Instant now) const;

  private:
    bool Lacks(PlaneId plane) const;
    void CheckPlane(PlaneId plane) const;
    bool AnyBetween(uint32_t source, uint32_t destination, PlaneId plane) const;

    const Topology& m_topology;
    PlaneMask m_lacking{0}; //!< planes in which links are missing
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_USABLE_PATHS_H */
