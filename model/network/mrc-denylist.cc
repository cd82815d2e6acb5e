/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-denylist.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Several EVs of a queue pair may name one uplink [carrier-of-ev]. For a path over it that none of
 * its active and backup EVs has, one is made up: acknowledgements take EVs of their own, which
 * avoid the uplink too.
 *
 * @return the EVs of a queue pair that name an uplink; none on a way without uplinks
 */
std::vector<Ev>
EvsOver(QueuePairAdmin& pair, const CarrierTemplate& route, PlaneId plane, uint32_t uplink)
{
    std::vector<Ev> evs;
    // Asked before Paths(), which has the transport of a sleeping queue pair made.
    if (route.IsLocal())
    {
        return evs;
    }
    for (const PathStatus& path : pair.Paths())
    {
        if (path.ev.Plane() == plane && route.UplinkOf(path.ev) == uplink)
        {
            evs.push_back(path.ev);
        }
    }
    const uint32_t paths = route.PathsPerPlane();
    for (uint32_t path = uplink; path < paths; path += route.Uplinks())
    {
        const bool has =
            std::any_of(evs.begin(), evs.end(), [&](Ev ev) { return ev.Uplink() % paths == path; });
        if (!has)
        {
            evs.push_back(Ev::Of(plane, path));
        }
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

/** An uplink that does not exist would deny nothing, and the script would not hear of that. */
void
Denylist::Check(PlaneId plane, uint32_t uplink) const
{
    const TopologySpec& spec = m_topology.Spec();
    if (spec.graph)
    {
        NS_FATAL_ERROR("uplink " << uplink << " of plane " << +plane << " on the denylist, but "
                                 << spec.name
                                 << " is a graph, whose switches have no uplinks in common; "
                                    "expected no denylist, or a graph without the links");
    }
    if (plane >= spec.planes || uplink >= spec.T0Uplinks())
    {
        NS_FATAL_ERROR("uplink " << uplink << " of plane " << +plane
                                 << " on the denylist; expected planes below " << spec.planes
                                 << " and uplinks below " << spec.T0Uplinks());
    }
    if (m_nics.Store().plan.evFormat == EV_FORMAT_UDP)
    {
        NS_FATAL_ERROR("uplink " << uplink << " of plane " << +plane
                                 << " on the denylist with ns3::mrc::EvProfile::Format = Udp, "
                                    "where a hash chooses uplinks and no EV names one; expected "
                                    "Format Srv6 or Stev");
    }
    if (m_nics.Store().over)
    {
        NS_FATAL_ERROR("the denylist was changed after Simulator::Destroy, with which the network "
                       "ended; expected it before, or a new network");
    }
}

void
Denylist::Deny(PlaneId plane, uint32_t uplink)
{
    Check(plane, uplink);
    if (m_denied.insert({plane, uplink}).second) // NICs are told of changes only
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

/** Has NICs hear of a change after the delay; at time 0 it is configuration [denylist-delay]. */
void
Denylist::Tell(PlaneId plane, uint32_t uplink, PathOrder order)
{
    if (Simulator::Now().IsZero())
    {
        Administer(plane, uplink, order);
        return;
    }
    // All have the same delay, so those that are told stand in front.
    while (!m_tidings.empty() && m_tidings.front().IsExpired())
    {
        m_tidings.pop_front();
    }
    m_tidings.push_back(
        Simulator::Schedule(m_delay, &Denylist::Administer, this, plane, uplink, order));
}

/** Called by ConnectionMaker: queue pairs made later obey what NICs knew by then, and no more. */
void
Denylist::Apply(QueuePairAdmin& pair, const CarrierTemplate& route, Instant now) const
{
    for (const auto& [plane, uplink] : m_known)
    {
        for (const Ev ev : EvsOver(pair, route, plane, uplink))
        {
            pair.Administer(ev, PathOrder::DENY, now);
        }
    }
}

/**
 * The news reaches the NICs: every end of a connection obeys, and what NICs themselves send. Each
 * NIC hears at the same instant, as the delay stands for a round of the Clustermapper.
 */
void
Denylist::Administer(PlaneId plane, uint32_t uplink, PathOrder order)
{
    // First the list: transports of sleeping queue pairs are made below, and Apply reads it.
    if (order == PathOrder::DENY)
    {
        m_known.insert({plane, uplink});
    }
    else
    {
        m_known.erase({plane, uplink});
    }
    for (SlotIndex slot = 0; slot < m_nics.Store().NextSlot(); ++slot)
    {
        const QueuePairSlot& seat = m_nics.Store().slots[slot];
        for (const Ev ev : EvsOver(m_nics.Seats().AdminOf(slot), seat.route, plane, uplink))
        {
            m_nics.Seats().Administer(slot, ev, order);
        }
    }
    m_nics.Paths().Administer(plane,
                              uplink,
                              order); // for requests and answers of the endpoint service
}

} // namespace mrc
} // namespace ns3
