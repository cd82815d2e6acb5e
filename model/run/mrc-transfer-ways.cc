/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transfer-ways.h"

#include "ns3/mrc-network.h"
#include "ns3/mrc-nic-table.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return whether an EV tells the way of a packet, so that losses can be told by link */
bool
KnowWays(Network& network, const std::vector<Ptr<Qp>>& pairs)
{
    // clause late-transfer: switches choose the ways of RoCEv2, and hash the EVs of Udp
    return !pairs.empty() && pairs[0]->Roce() == nullptr &&
           network.Engine().nics.Store().plan.evFormat != EV_FORMAT_UDP;
}

} // namespace

TransferWays::TransferWays(Network& network,
                           uint32_t source,
                           uint32_t destination,
                           const std::vector<Ptr<Qp>>& pairs)
    : m_topology(network.GetTopology()),
      m_source(source),
      m_destination(destination),
      m_areKnown(KnowWays(network, pairs))
{
}

const std::vector<PortIndex>&
TransferWays::PortsOf(Ev ev)
{
    std::vector<PortIndex>& path = m_ports[ev.value];
    // PortsOfPath walks the fabric, and a few EVs are asked for many times.
    if (path.empty())
    {
        path = PortsOfPath(m_topology, m_source, m_destination, ev);
    }
    return path;
}

/**
 * The EVs that a queue pair may have used, by plane. Where switches choose ways, all paths of its
 * planes count.
 */
TransferWays::Ways
TransferWays::Of(const Qp& qp) const
{
    Ways ways;
    // RoCEv2 has no EVs: planes that carried packets are what is known.
    for (uint32_t plane = 0; qp.Roce() != nullptr && plane < m_topology.Spec().planes; ++plane)
    {
        if (qp.Counters().planePackets[plane] != 0)
        {
            ways[static_cast<PlaneId>(plane)];
        }
    }
    if (qp.Roce() == nullptr)
    {
        for (const PathStatus& path : qp.Paths().List())
        {
            ways[path.ev.Plane()].push_back(path.ev);
        }
    }
    for (auto& [plane, evs] : ways)
    {
        evs = m_areKnown ? evs : AllOf(plane);
    }
    return ways;
}

std::vector<Ev>
TransferWays::AllOf(PlaneId plane) const
{
    std::vector<Ev> evs;
    for (uint32_t uplink = 0; uplink < m_topology.Spec().PathsPerPlane(); ++uplink)
    {
        evs.push_back(Ev::Of(plane, uplink));
    }
    return evs;
}

} // namespace mrc
} // namespace ns3
