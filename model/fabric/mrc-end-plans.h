/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_END_PLANS_H
#define MRC_END_PLANS_H

#include "mrc-link-state.h"
#include "mrc-port-state.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** A sender's end of a link before the run: what differs between ports. */
struct PortPlan
{
    /** @return the end as the run begins with it */
    PortState Make() const
    {
        PortState port;
        port.config = config;
        port.flags = flags;
        return port;
    }

    uint16_t config{0}; //!< index into FabricPlan::configs
    uint16_t flags{0};  //!< PortFlag
};

/** A receiver's end of a link before the run. */
struct LinkPlan
{
    LinkPlan() = default;

    /** @param link in which nothing but `far` is set */
    LinkPlan(const LinkState& link)
        : far(link.far)
    {
    }

    /** @return the end as the run begins with it */
    LinkState Make() const
    {
        LinkState link;
        link.far = far;
        return link;
    }

    uint32_t far{0}; //!< as LinkState::far
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_END_PLANS_H */
