/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_POD_CROSSING_H
#define MRC_POD_CROSSING_H

#include "mrc-topology-tiers.h"
#include "mrc-topology.h"

#include "ns3/mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Does a path of a Clos network cross a link between a T1 and a T2, in either direction
 * [three-tiers]?
 *
 * Path x takes uplink x mod n of n at its T0, and uplink x / n of the T1 there [carrier-of-ev]. The
 * path comes down to the T1 of the same number in the other pod.
 *
 * @param topology the network, no graph
 * @param source the sending NIC
 * @param destination the receiving NIC
 * @param ev the path; the path's plane must exist
 * @param port of the T1
 * @return whether it does
 */
inline bool
CrossesUpperLink(const Topology& topology,
                 uint32_t source,
                 uint32_t destination,
                 Ev ev,
                 PortIndex port)
{
    const TopologyTiers& tiers = topology.Tiers();
    const uint32_t from = tiers.PodOf(tiers.T0Of(source));
    const uint32_t to = tiers.PodOf(tiers.T0Of(destination));
    const PortPlace place = topology.PortPlaceOf(port);
    if (from == to || place.kind != PortKind::T1_UP || place.plane != ev.Plane())
    {
        return false;
    }
    const TopologySpec& spec = topology.Spec();
    const uint32_t uplinks = spec.T0Uplinks();
    const uint32_t path = ev.Uplink() % (uplinks * spec.t1Uplinks);
    const uint32_t pod = place.owner / spec.t1Count;
    return place.link == path / uplinks &&
           place.owner % spec.t1Count == path % uplinks % spec.t1Count &&
           (pod == from || pod == to);
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_POD_CROSSING_H */
