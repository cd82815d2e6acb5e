/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-way-finder.h"

#include "mrc-link-lines.h"
#include "mrc-node-ports.h"

#include "ns3/mrc-encapsulation.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-frame-segments.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

WayFinder::WayFinder(const Topology& topology,
                     const SourceRouting& routing,
                     const FabricConfig& config)
    : m_topology(topology),
      m_routing(routing),
      m_block(config.block),
      m_carrierUsids(config.MostUsids())
{
}

/** @return the ports of a shortest path from a switch to a NIC, none if there is no path */
std::vector<uint32_t>
WayFinder::PortsTo(uint32_t node, uint32_t nic) const
{
    constexpr uint32_t unseen = UINT32_MAX;
    const std::vector<uint32_t> missing = m_topology.Lines().Missing();
    // A search in breadth, so the first way that is found is a shortest one.
    std::vector<uint32_t> by(m_topology.NodeCount(), unseen); // the port that leads to a node
    std::deque<uint32_t> reached = {node};
    while (!reached.empty() && by[nic] == unseen)
    {
        const uint32_t from = reached.front();
        reached.pop_front();
        for (const uint32_t port : PortsOf(m_topology, from))
        {
            const uint32_t next = m_topology.NodeOf(m_topology.Peer(port));
            const bool isThere = std::find(missing.begin(), missing.end(), port) == missing.end();
            // NICs do not forward, so the way leads through switches alone.
            const bool leadsOn = next >= m_topology.Spec().nics || next == nic;
            if (isThere && leadsOn && next != node && by[next] == unseen)
            {
                by[next] = port;
                reached.push_back(next);
            }
        }
    }
    std::vector<uint32_t> ports;
    for (uint32_t at = nic; at != node; at = m_topology.NodeOf(by[at]))
    {
        if (by[at] == unseen)
        {
            return {};
        }
        ports.insert(ports.begin(), by[at]);
    }
    return ports;
}

/**
 * Makes the address by which a switch reaches a NIC: one uSID for each switch on the way, and the
 * NIC's own.
 */
std::optional<WayBack>
WayFinder::Make(uint32_t node, uint32_t nic) const
{
    const std::vector<uint32_t> ports = PortsTo(node, nic);
    if (ports.empty() || ports.size() > UsidCarrier::CAPACITY)
    {
        return std::nullopt;
    }
    Frame frame;
    frame.destination = UsidCarrier::OfBlock(m_routing.Block());
    for (unsigned i = 0; i < ports.size(); ++i)
    {
        const uint32_t far = m_topology.Peer(ports[i]);
        const uint32_t next = m_topology.NodeOf(far);
        const PlaneId plane = m_topology.PlaceOf(m_topology.NodeOf(ports[i])).plane;
        frame.destination = frame.destination.With(
            i,
            next == nic ? m_routing.UsidOfNic(nic, plane)
                        : m_routing.UsidOfSwitch(next, m_routing.PartOf(far)));
    }
    // A way that is too long for one carrier goes on in a segment header.
    SplitCarrier(frame, m_carrierUsids);
    frame.destination = m_block.Written(frame.destination);
    return WayBack{node, ports.front(), frame.destination, frame.behind, frame.segments};
}

std::optional<WayBack>
WayFinder::Find(uint32_t node, uint32_t nic)
{
    // Errors of one fault are many and have few ends, so ways are kept.
    const auto key = std::make_pair(node, nic);
    auto found = m_found.find(key);
    if (found == m_found.end())
    {
        found = m_found.emplace(key, Make(node, nic)).first;
    }
    return found->second;
}

WaysBack
PlanWaysBack(const Topology& topology, const SourceRouting& routing, const FabricConfig& config)
{
    if (config.encapsulation != ENCAPSULATION_SRV6)
    {
        throw std::invalid_argument(
            "ns3::mrc::FabricProfile::SendIcmp with Encapsulation other than Srv6; expected Srv6, "
            "or SendIcmp = false");
    }
    const auto finder = std::make_shared<WayFinder>(topology, routing, config);
    return {topology.Spec().nics, [&topology, finder](PortIndex link, uint32_t nic) {
                return finder->Find(topology.NodeOf(topology.Peer(link)), nic);
            }};
}

} // namespace mrc
} // namespace ns3
