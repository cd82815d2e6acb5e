/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-clos-shape.h"
#include "mrc-topology-spec.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** @throws std::invalid_argument unless the switches of each tier are alike */
void
RefuseUneven(const TopologySpec& spec)
{
    if (spec.graph != nullptr)
    {
        throw std::invalid_argument("topology '" + spec.name +
                                    "' is a graph, whose switches have no tiers; expected a Clos "
                                    "fabric by its numbers");
    }
    const auto& rules = spec.links;
    if (std::any_of(rules.begin(), rules.end(), [](const LinkRule& r) { return r.missing; }))
    {
        throw std::invalid_argument("topology '" + spec.name +
                                    "' lacks links; expected all those of a Clos fabric");
    }
}

} // namespace

/** The same fabric as a shape with tiers, from which its costs and losses follow. */
ClosShape
ShapeOfTopology(const TopologySpec& spec)
{
    RefuseUneven(spec);
    ClosShape shape;
    shape.nics = spec.nics;
    shape.planes = spec.planes;
    shape.nicLinkRate = spec.nicLinkRate;
    const uint32_t t0s = spec.T0sPerPlane();
    const uint32_t uplinks = spec.T0Uplinks();
    shape.tiers.push_back({t0s, 1, spec.nicsPerT0, spec.nicsPerT0, uplinks, 0});
    if (spec.t1Count == 0)
    {
        return shape;
    }
    shape.tiers[0].upLinkRate = spec.fabricLinkRate;
    if (!spec.HasPods())
    {
        // Without pods a NIC reaches all T1s of the plane on the way up.
        shape.tiers.push_back({spec.t1Count, spec.t1Count, spec.nics, t0s * spec.t1Links, 0, 0});
        return shape;
    }
    const uint64_t inPod = uint64_t{spec.nicsPerT0} * spec.t0sPerPod;
    shape.tiers.push_back({spec.T1sPerPlane(),
                           spec.t1Count,
                           inPod,
                           spec.t0sPerPod,
                           spec.t1Uplinks,
                           spec.upperLinkRate});
    const uint32_t t2s = spec.T2sPerPlane();
    // The T1s of a pod together have links to all T2s.
    shape.tiers.push_back({t2s, t2s, spec.nics, spec.PodsPerPlane(), 0, 0});
    return shape;
}

} // namespace mrc
} // namespace ns3
