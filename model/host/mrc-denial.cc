/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-denial.h"

#include "ns3/mrc-carrier-template.h"

namespace ns3
{
namespace mrc
{

bool
Denial::Covers(const DeniedWay& way, Ev ev, const LinkCrossing& crosses) const
{
    if (ev.Plane() != plane)
    {
        return false;
    }
    if (link != ANY_LINK)
    {
        return crosses(way.from, way.to, ev, link);
    }
    // Two NICs below one T0 use no uplink, so nothing of theirs is denied.
    return uplink == ANY_UPLINK || (!way.route.IsLocal() && way.route.UplinkOf(ev) == uplink);
}

} // namespace mrc
} // namespace ns3
