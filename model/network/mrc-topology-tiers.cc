/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-topology-tiers.h"

#include "mrc-graph-shape.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

void
RefuseNumber(const char* what, uint32_t number, uint32_t count)
{
    throw std::out_of_range(std::string(what) + " " + std::to_string(number) +
                            " does not exist; the topology has " +
                            (count == 0 ? "none" : "0 .. " + std::to_string(count - 1)));
}

TopologyTiers::TopologyTiers(const TopologySpec& spec)
    : m_graph(spec.graph.get()),
      m_nics(spec.nics),
      m_nicsPerT0(spec.nicsPerT0),
      m_t1Count(spec.t1Count),
      m_t1Links(spec.t1Links),
      m_t0s(spec.T0sPerPlane()),
      m_t1s(spec.T1sPerPlane()),
      m_t2s(spec.T2sPerPlane()),
      m_podT0s(spec.HasPods() ? spec.t0sPerPod : m_t0s)
{
    if (m_graph != nullptr)
    {
        // Planes of a graph may differ, so the plane with the most bounds all numbers.
        const auto most = [this](NodeKind kind) {
            uint32_t count = 0;
            for (PlaneId plane = 0; plane < MAX_PLANES; ++plane)
            {
                count = std::max(count, m_graph->Count(kind, plane));
            }
            return count;
        };
        // A graph has no pods: all its T0s count as one.
        m_t0s = m_podT0s = most(NodeKind::T0);
        m_t1s = most(NodeKind::T1);
        m_t2s = most(NodeKind::T2);
        m_t3s = most(NodeKind::T3);
    }
}

uint32_t
TopologyTiers::T0InGraph(uint32_t nic) const
{
    return m_graph->PlaceOf(m_graph->SwitchOf(nic, 0)).index;
}

/** A T0 has no downlink without a NIC behind it, so the last T0 may have fewer than the others. */
uint32_t
TopologyTiers::DownlinksOfT0(uint32_t t0) const
{
    if (m_graph != nullptr)
    {
        CheckExists("T0", t0, m_graph->Count(NodeKind::T0, 0));
        const uint32_t node = m_graph->FirstOf(NodeKind::T0, 0) + t0;
        // The downlinks of a switch come before all its other ports.
        uint32_t port = m_graph->FirstPort(node);
        while (port < m_graph->FirstPort(node + 1) &&
               m_graph->PortOf(port).place.kind == PortKind::T0_DOWN)
        {
            ++port;
        }
        return port - m_graph->FirstPort(node);
    }
    CheckExists("T0", t0, m_t0s);
    return std::min(m_nicsPerT0, m_nics - t0 * m_nicsPerT0);
}

uint32_t
TopologyTiers::DownlinksOfT1(uint32_t t1) const
{
    CheckExists("T1", t1, m_t1s);
    // The last pod may have fewer T0s than the others.
    return std::min(m_podT0s, m_t0s - t1 / m_t1Count * m_podT0s) * m_t1Links;
}

} // namespace mrc
} // namespace ns3
