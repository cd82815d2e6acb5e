/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_ROLES_H
#define MRC_ROCE_ROLES_H

#include "mrc-roce-rehash.h"

#include "ns3/mrc-queue-pair-counters.h"
#include "ns3/mrc-role-owner.h"

namespace ns3
{
namespace mrc
{

/** The data that the requester and the responder of one queue pair of RoCEv2 share. */
struct RoceRoles
{
    /** @param setup must outlive this */
    explicit RoceRoles(const RoceSetup& setup)
        : rehash(setup)
    {
    }

    RolesState state;    //!< that which MRC's have as well
    RoceCounters roce;   //!< of both
    RoceRehash rehash;   //!< the path of all packets of this end
    PlaneMask up{~0U};   //!< ports of the NIC with a link
    bool watched{false}; //!< the user hears all events, not only necessary ones
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_ROLES_H */
