/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-herald.h"

#include "ns3/mrc-endpoint.h"

namespace ns3
{
namespace mrc
{

/**
 * Sends news on a plane that works for both ends, as far as is known. Where that knowledge may be
 * out of date, the news go once more [stale-news].
 */
void
PortHerald::Send(uint32_t peer, NicState& nic, PortRecord& ports, Instant now)
{
    const uint32_t number = m_store.NumberOf(nic);
    const PlaneMask known = nic.up & ports.peers.UpAt(peer);
    // a port that came up may be the only one that works
    PlaneMask others = ports.raised & nic.up & known;
    if (ports.news.IsRepeated(peer))
    {
        others |= nic.up & ~known; // the peer's word on its ports may be out of date
    }
    // With no plane in common the peer's word must be old, or nothing would help.
    SendOver(m_paths.AllowedOrAll(number, peer, known != 0 ? known : nic.up),
             peer,
             nic,
             ports,
             now);
    const std::vector<Ev> more = m_paths.Allowed(number, peer, others);
    if (others != known && known != 0 && !more.empty())
    {
        SendOver(more, peer, nic, ports, now);
    }
}

void
PortHerald::SendOver(const std::vector<Ev>& evs,
                     uint32_t peer,
                     NicState& nic,
                     PortRecord& ports,
                     Instant now)
{
    const uint32_t number = m_store.NumberOf(nic);
    const KeyedDraws draws = m_store.plan.draws.Child(number);
    EndpointRoute route;
    route.source = number;
    route.destination = peer;
    route.ev = evs[draws.Below(static_cast<uint32_t>(evs.size()), ports.drawn++)];
    route.dscp = m_store.plan.dscp.control;
    // No queue pair is registered for this id: the answer is for PortNews.
    const uint16_t id = m_endpoint.TakeId(number);
    ports.news.OnSent(peer, id);
    m_pump.SendOwn(nic, MakePortStatusUpdate(route, nic.up, id, now), now);
}

} // namespace mrc
} // namespace ns3
