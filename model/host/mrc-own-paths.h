/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OWN_PATHS_H
#define MRC_OWN_PATHS_H

#include "mrc-denial.h"
#include "mrc-nic-plan.h"

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-path-state.h"

#include <cstdint>
#include <set>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which EVs may a packet take that a NIC sends by itself? Those of queue pairs are not asked. */
class OwnPaths
{
  public:
    /** @param plan of the NICs; must outlive this */
    explicit OwnPaths(const NicPlan& plan)
        : m_plan(plan)
    {
    }

    /** An administrator denies paths or allows them again. */
    void Administer(const Denial& denial, PathOrder order);

    /** @return the EVs for a message from one NIC to another on these planes that are not denied */
    std::vector<Ev> Allowed(uint32_t from, uint32_t to, PlaneMask planes) const;

    /** @return as above, but all EVs if all are denied */
    std::vector<Ev> AllowedOrAll(uint32_t from, uint32_t to, PlaneMask planes) const;

    /** @return how many paths a plane has between two NICs */
    uint32_t PathsIn(uint32_t from, uint32_t to, PlaneId plane) const
    {
        return m_plan.route(from, to).PathsIn(plane);
    }

    /** @return this EV or, if that may not be taken, the next of the EV's plane that may; the EV
     * itself if none may */
    Ev NextAllowed(uint32_t from, uint32_t to, Ev ev) const;

    /** @return of a plane's EVs that may be taken, in a circle, the one of this turn; if none may,
     * of all */
    Ev AllowedInTurn(uint32_t from, uint32_t to, PlaneId plane, uint32_t turn) const;

    /** @return an EV of the plane by which a request came, drawn among those that are not denied */
    Ev AnyWayBack(uint32_t nic, const Datagram& request) const;

  private:
    bool Exists(uint32_t from, uint32_t to, Ev ev) const;
    bool IsDenied(uint32_t from, uint32_t to, const CarrierTemplate& route, Ev ev) const;
    bool MayTakeAll() const;
    bool MayTake(uint32_t from, uint32_t to, const CarrierTemplate& route, Ev ev) const;

    const NicPlan& m_plan;
    std::set<Denial> m_denied; //!< denied EVs
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OWN_PATHS_H */
