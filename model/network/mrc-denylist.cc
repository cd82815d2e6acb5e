/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-denylist.h"

#include "ns3/fatal-error.h"
#include "ns3/simulator.h"

#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the EVs of a queue pair that name an uplink; one for what it answers if it has none */
std::vector<Ev>
EvsOver(QueuePair& pair, const CarrierTemplate& route, PlaneId plane, uint32_t uplink)
{
    std::vector<Ev> evs;
    if (route.IsLocal()) // no uplink on the way: its EVs need not be dealt either
    {
        return evs;
    }
    for (const PathStatus& path : pair.Paths())
    {
        if (path.ev.Plane() == plane && path.ev.Uplink() % route.PathsPerPlane() == uplink)
        {
            evs.push_back(path.ev);
        }
    }
    if (evs.empty())
    {
        evs.push_back(Ev::Of(plane, uplink));
    }
    return evs;
}

} // namespace

Denylist::Denylist(const Topology& topology, NicTable& nics, Time delay)
    : m_topology(topology),
      m_nics(nics),
      m_delay(delay)
{
}

Denylist::~Denylist()
{
    for (EventId& event : m_tidings)
    {
        event.Cancel();
    }
}

void
Denylist::Check(PlaneId plane, uint32_t uplink) const
{
    const TopologySpec& spec = m_topology.Spec();
    if (plane >= spec.planes || uplink >= spec.t1Count)
    {
        NS_FATAL_ERROR("uplink " << uplink << " of plane " << +plane
                                 << " on the denylist; expected planes below " << spec.planes
                                 << " and uplinks below " << spec.t1Count);
    }
    if (m_nics.IsOver())
    {
        NS_FATAL_ERROR("the denylist was changed after Simulator::Destroy, with which the network "
                       "ended; expected it before, or a new network");
    }
}

void
Denylist::Deny(PlaneId plane, uint32_t uplink)
{
    Check(plane, uplink);
    if (m_denied.insert({plane, uplink}).second)
    {
        Tell(plane, uplink, PathOrder::DENY);
    }
}

void
Denylist::Allow(PlaneId plane, uint32_t uplink)
{
    Check(plane, uplink);
    if (m_denied.erase({plane, uplink}) != 0)
    {
        Tell(plane, uplink, PathOrder::ALLOW);
    }
}

void
Denylist::Tell(PlaneId plane, uint32_t uplink, PathOrder order)
{
    if (Simulator::Now().IsZero())
    {
        Administer(plane, uplink, order);
        return;
    }
    while (!m_tidings.empty() && m_tidings.front().IsExpired())
    {
        m_tidings.pop_front();
    }
    m_tidings.push_back(
        Simulator::Schedule(m_delay, &Denylist::Administer, this, plane, uplink, order));
}

void
Denylist::Apply(QueuePair& pair, const CarrierTemplate& route, Instant now) const
{
    for (const auto& [plane, uplink] : m_known)
    {
        for (const Ev ev : EvsOver(pair, route, plane, uplink))
        {
            pair.Administer(ev, PathOrder::DENY, now);
        }
    }
}

void
Denylist::Administer(PlaneId plane, uint32_t uplink, PathOrder order)
{
    if (order == PathOrder::DENY)
    {
        m_known.insert({plane, uplink});
    }
    else
    {
        m_known.erase({plane, uplink});
    }
    for (SlotIndex slot = 0; slot < m_nics.NextSlot(); ++slot)
    {
        for (const Ev ev : EvsOver(m_nics.At(slot), m_nics.Slot(slot).route, plane, uplink))
        {
            m_nics.Administer(slot, ev, order);
        }
    }
    m_nics.Administer(plane, uplink, order);
}

} // namespace mrc
} // namespace ns3
