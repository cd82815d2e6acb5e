/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-pair.h"

#include "soak-plane.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{
namespace soak
{

PairDeal
DealOf(const Topology& topology,
       const std::vector<PathStatus>& list,
       uint32_t active,
       const Transfer& transfer)
{
    const uint32_t planes = topology.Spec().planes;
    PairDeal deal;
    deal.source = transfer.source;
    deal.destination = transfer.destination;
    deal.planes.resize(planes);
    for (const PathStatus& path : list)
    {
        deal.planes[path.ev.Plane()].uplinks.push_back(path.ev.Uplink() % WaysOf(topology));
    }
    for (PlaneDeal& plane : deal.planes)
    {
        plane.active =
            std::min<uint32_t>((active + planes - 1) / planes, plane.uplinks.size()); // rounded up
    }
    return deal;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
