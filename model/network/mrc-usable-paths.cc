/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-usable-paths.h"

#include "mrc-link-lines.h"
#include "mrc-node-names.h"
#include "mrc-path-ports.h"
#include "mrc-topology-tiers.h"

#include "ns3/mrc-path-state.h"
#include "ns3/mrc-queue-pair-admin.h"

#include <set>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

UsablePaths::UsablePaths(const Topology& topology, EvFormat format)
    : m_topology(topology)
{
    for (const uint32_t port : topology.Lines().Missing())
    {
        m_lacking |= PlaneMask{1} << topology.PortPlaceOf(port).plane;
    }
    for (uint32_t plane = 0; plane < topology.Spec().planes; ++plane)
    {
        // The check looks at all pairs of T0s, so planes without a missing link are spared.
        if (Lacks(static_cast<PlaneId>(plane)))
        {
            CheckPlane(static_cast<PlaneId>(plane));
        }
    }
    // A switch that hashes uses the links that it has: no EV stands for a missing one.
    m_lacking = format == EV_FORMAT_UDP ? 0 : m_lacking;
}

bool
UsablePaths::Lacks(PlaneId plane) const
{
    return ((m_lacking >> plane) & 1) != 0;
}

/** One NIC stands for all below its T0. Ways back take the same links as ways there. */
void
UsablePaths::CheckPlane(PlaneId plane) const
{
    const uint32_t perT0 = m_topology.Spec().nicsPerT0;
    for (uint32_t from = 0; from < m_topology.Tiers().T0sPerPlane(); ++from)
    {
        for (uint32_t to = from + 1; to < m_topology.Tiers().T0sPerPlane(); ++to)
        {
            if (!AnyBetween(from * perT0, to * perT0, plane))
            {
                const auto name = [&](uint32_t t0) {
                    return NodeName(m_topology, m_topology.NodeAt({NodeKind::T0, plane, t0}));
                };
                throw std::invalid_argument("topology '" + m_topology.Spec().name +
                                            "': missing links leave no path between " + name(from) +
                                            " and " + name(to) +
                                            "; expected one at least in each plane");
            }
        }
    }
}

bool
UsablePaths::AnyBetween(uint32_t source, uint32_t destination, PlaneId plane) const
{
    for (uint32_t path = 0; path < m_topology.Spec().PathsPerPlane(); ++path)
    {
        if (Has(source, destination, Ev::Of(plane, path)))
        {
            return true;
        }
    }
    return false;
}

bool
UsablePaths::Has(uint32_t source, uint32_t destination, Ev ev) const
{
    // Missing links join switches, and below one T0 no packet takes such a link.
    if (!Lacks(ev.Plane()) ||
        m_topology.Tiers().T0Of(source) == m_topology.Tiers().T0Of(destination))
    {
        return true;
    }
    return AreThere(m_topology, PortsOfPath(m_topology, source, destination, ev));
}

bool
UsablePaths::HasAll(uint32_t source, uint32_t destination) const
{
    const TopologySpec& spec = m_topology.Spec();
    // Most fabrics lack no link, and need no look at a path.
    for (uint32_t i = 0; !AllExist() && i < spec.planes * spec.PathsPerPlane(); ++i)
    {
        if (!Has(source,
                 destination,
                 Ev::Of(static_cast<PlaneId>(i % spec.planes), i / spec.planes)))
        {
            return false;
        }
    }
    return true;
}

/** EVs of its own, and one for each other path: answers take EVs that the queue pair has not. */
void
UsablePaths::Apply(QueuePairAdmin& pair, uint32_t source, uint32_t destination, Instant now) const
{
    if (AllExist() || m_topology.Tiers().T0Of(source) == m_topology.Tiers().T0Of(destination))
    {
        return;
    }
    std::set<uint32_t> denied; // EVs, as numbers
    const auto deny = [&](Ev ev) {
        if (!Has(source, destination, ev) && denied.insert(ev.value).second)
        {
            pair.Administer(ev, PathOrder::DENY, now);
        }
    };
    for (const PathStatus& path : pair.Paths())
    {
        deny(path.ev);
    }
    const TopologySpec& spec = m_topology.Spec();
    for (uint32_t i = 0; i < spec.planes * spec.PathsPerPlane(); ++i)
    {
        deny(Ev::Of(static_cast<PlaneId>(i % spec.planes), i / spec.planes));
    }
}

} // namespace mrc
} // namespace ns3
