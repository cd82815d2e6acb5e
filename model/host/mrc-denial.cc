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
Denial::Covers(const CarrierTemplate& route, Ev ev) const
{
    return ev.Plane() == plane &&
           (uplink == ANY_UPLINK || (!route.IsLocal() && route.UplinkOf(ev) == uplink));
}

} // namespace mrc
} // namespace ns3
