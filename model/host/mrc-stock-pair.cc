/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-stock-pair.h"

#include <utility>

namespace ns3
{
namespace mrc
{

StockPair::StockPair(const Parts& parts, uint32_t nic, const StockConfig& config, StockUser& user)
    : m_parts(parts),
      m_queue(config.limits),
      m_paths(parts.paths, nic, config.spread, parts.store.plan.draws.Child(nic)),
      m_user(&user),
      m_nic(nic),
      m_laidOutFor(parts.store.nics[nic].up)
{
}

/**
 * @return the planes that work for both ends, as far as is known; else those that work here. Of a
 * packet with a way of its own they are those of the way, if there are any [stock-ways]
 */
PlaneMask
StockPair::PlanesFor(const StockEntry& entry) const
{
    const PlaneMask own = m_parts.store.nics[m_nic].up;
    const PlaneMask both = own & m_parts.ports.UpAt(m_nic, entry.destination);
    const PlaneMask planes = both != 0 ? both : own;
    const PlaneMask named = entry.packet->way ? planes & entry.packet->way->planes : 0;
    return named != 0 ? named : planes;
}

void
StockPair::Push(const StockEntry& entry)
{
    LayOut();
    m_queue.Push(m_paths.LaneOf(entry.flow, PlanesFor(entry)), entry);
}

/**
 * Ports of the NIC came or went: waiting packets are spread over those that are left
 * [stock-faults].
 */
void
StockPair::LayOut()
{
    const uint8_t up = m_parts.store.nics[m_nic].up;
    if (std::exchange(m_laidOutFor, up) != up)
    {
        SpreadAnew();
    }
}

void
StockPair::SpreadAnew()
{
    for (const StockEntry& entry : m_queue.TakeAll())
    {
        m_queue.Push(m_paths.LaneOf(entry.flow, PlanesFor(entry)), entry);
    }
}

/** @return where the packet waits that is to leave next by one of these ports, if there is one */
std::optional<PlaneId>
StockPair::LaneFor(PlaneMask ports)
{
    LayOut();
    const auto lane = m_queue.Oldest(m_paths.LanesFor(ports));
    if (!lane || m_paths.MayWait(*lane, PlanesFor(m_queue.First(*lane))))
    {
        return lane;
    }
    // The peer has lost its port meanwhile. The packets of all flows are spread anew, or a flow
    // would be overtaken by its own later packets.
    SpreadAnew();
    return m_queue.Oldest(m_paths.LanesFor(ports));
}

Pull
StockPair::NextData(Instant, PlaneMask ports, Datagram& out)
{
    Pull pull;
    const auto lane = LaneFor(ports);
    const uint32_t to = lane ? m_queue.First(*lane).destination : 0;
    const auto plane =
        lane ? m_paths.PlaneOf(*lane, to, ports & PlanesFor(m_queue.First(*lane))) : std::nullopt;
    if (!plane)
    {
        // The packets of a flow wait for its port, however many others are idle.
        pull.waits = m_queue.Packets() != 0;
        return pull;
    }
    const StockEntry entry = m_queue.Pop(*lane);
    out = StockDatagram(*entry.packet);
    out.plane = *plane;
    out.destination = entry.destination;
    // A packet that names its way takes no path of ours; its flow label stays.
    out.ev = entry.packet->way ? Ev::Of(*plane, entry.packet->way->label)
                               : m_paths.PathOf(entry.destination, entry.flow, *plane);
    pull.sent = true;
    if (std::exchange(m_isAwaited, false) && m_user != nullptr)
    {
        m_user->HasRoom();
    }
    return pull;
}

} // namespace mrc
} // namespace ns3
