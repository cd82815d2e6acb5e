/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-denylist.h"

#include "mrc-drain.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-carrier-template.h"
#include "ns3/mrc-denial.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Several EVs of a queue pair may name one uplink [carrier-of-ev]. An EV is made up for a path over
 * the uplink that none of the active and backup EVs has. Acknowledgements take EVs of their own,
 * which avoid the uplink too.
 *
 * @return the EVs of a queue pair that a denial covers; none on a way without its uplink
 */
std::vector<Ev>
EvsOver(QueuePairAdmin& pair,
        const DeniedWay& way,
        const Denial& denial,
        const LinkCrossing& crosses)
{
    std::vector<Ev> evs;
    const bool hasUplink = denial.uplink != Denial::ANY_UPLINK || denial.link != Denial::ANY_LINK;
    // Asked before Paths(), which has the transport of a sleeping queue pair made.
    if (!denial.Concerns(way.from, way.to) || (hasUplink && way.route.IsLocal()))
    {
        return evs;
    }
    for (const PathStatus& path : pair.Paths())
    {
        if (denial.Covers(way, path.ev, crosses))
        {
            evs.push_back(path.ev);
        }
    }
    const uint32_t paths = way.route.PathsIn(denial.plane);
    for (uint32_t path = 0; path < paths; ++path)
    {
        if (!denial.Covers(way, Ev::Of(denial.plane, path), crosses))
        {
            continue;
        }
        const bool has =
            std::any_of(evs.begin(), evs.end(), [&](Ev ev) { return ev.Uplink() % paths == path; });
        if (!has)
        {
            evs.push_back(Ev::Of(denial.plane, path));
        }
    }
    return evs;
}

/**
 * @return whether a port is the lower one of a link between switches of a graph, or between a T1
 *         and a T2
 */
bool
IsLowerPort(const Topology& topology, PortIndex port)
{
    const TopologySpec& spec = topology.Spec();
    if (port >= topology.PortCount())
    {
        return false;
    }
    if (!spec.graph)
    {
        return topology.PortPlaceOf(port).kind == PortKind::T1_UP;
    }
    const PortIndex peer = topology.Peer(port);
    return port < peer && topology.NodeOf(port) >= spec.nics && topology.NodeOf(peer) >= spec.nics;
}

} // namespace

/** Denied EVs. */
struct Denylist::Lists
{
    std::set<Denial> denied; //!< the list
    std::set<Denial> known;  //!< the list as known to NICs
};

Denylist::Denylist(const Topology& topology, ShardSet& shards, Time delay)
    : m_topology(topology),
      m_shards(shards),
      m_delay(delay),
      m_lists(std::make_unique<Lists>())
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
Denylist::Check(const Denial& denial) const
{
    const TopologySpec& spec = m_topology.Spec();
    const bool any = denial.uplink == Denial::ANY_UPLINK;
    if (spec.graph && !any)
    {
        NS_FATAL_ERROR("uplink " << denial.uplink << " of plane " << +denial.plane
                                 << " on the denylist, but " << spec.name
                                 << " is a graph, whose switches have no uplinks in common; "
                                    "expected a place, such as 'link:A-B'");
    }
    if (denial.link != Denial::ANY_LINK && !IsLowerPort(m_topology, denial.link))
    {
        NS_FATAL_ERROR("link " << denial.link << " on the denylist; expected the lower port of a "
                               << "link between switches of a graph, or between a T1 and a T2");
    }
    const std::string what = any ? "plane " + std::to_string(denial.plane)
                                 : "uplink " + std::to_string(denial.uplink) + " of plane " +
                                       std::to_string(denial.plane);
    if (denial.plane >= spec.planes || (!any && denial.uplink >= spec.T0Uplinks()))
    {
        NS_FATAL_ERROR(what << " on the denylist; expected planes below " << spec.planes
                            << " and uplinks below " << spec.T0Uplinks());
    }
    if (denial.firstNic >= denial.endNic || denial.endNic > spec.nics)
    {
        NS_FATAL_ERROR(what << " on the denylist for NICs " << denial.firstNic << " up to "
                            << denial.endNic << "; expected some NICs below " << spec.nics);
    }
    if (Plan().evFormat == EV_FORMAT_UDP)
    {
        NS_FATAL_ERROR(what << " on the denylist with ns3::mrc::EvProfile::Format = Udp, "
                               "where a hash chooses uplinks and no EV names one; expected "
                               "Format Srv6 or Stev");
    }
    if (m_shards.First().IsOver())
    {
        NS_FATAL_ERROR("the denylist was changed after Simulator::Destroy, with which the network "
                       "ended; expected it before, or a new network");
    }
}

/** All shards have the same plan. */
const NicPlan&
Denylist::Plan() const
{
    return m_shards.First().GetNics().Store().plan;
}

Denial
Denylist::OfUplink(PlaneId plane, uint32_t uplink) const
{
    return {plane, uplink, 0, m_topology.Spec().nics};
}

bool
Denylist::IsEmpty() const
{
    return m_lists->known.empty();
}

void
Denylist::Deny(PlaneId plane, uint32_t uplink)
{
    Deny(OfUplink(plane, uplink));
}

void
Denylist::Allow(PlaneId plane, uint32_t uplink)
{
    Allow(OfUplink(plane, uplink));
}

void
Denylist::Deny(const std::string& place)
{
    for (const Denial& denial : DenialsOf(place, m_topology))
    {
        Deny(denial);
    }
}

void
Denylist::Allow(const std::string& place)
{
    for (const Denial& denial : DenialsOf(place, m_topology))
    {
        Allow(denial);
    }
}

void
Denylist::Deny(const Denial& denial)
{
    Check(denial);
    if (m_lists->denied.insert(denial).second) // NICs are told of changes only
    {
        Tell(denial, PathOrder::DENY);
    }
}

void
Denylist::Allow(const Denial& denial)
{
    Check(denial);
    if (m_lists->denied.erase(denial) != 0)
    {
        Tell(denial, PathOrder::ALLOW);
    }
}

/** Has NICs hear of a change after the delay; at time 0 it is configuration [denylist-delay]. */
void
Denylist::Tell(const Denial& denial, PathOrder order)
{
    if (Simulator::Now().IsZero())
    {
        Administer(denial, order);
        return;
    }
    // All have the same delay, so those that are told stand in front.
    while (!m_tidings.empty() && m_tidings.front().IsExpired())
    {
        m_tidings.pop_front();
    }
    m_tidings.push_back(Simulator::Schedule(m_delay, &Denylist::Administer, this, denial, order));
}

/** @return whether an entry that NICs know of denies a path */
bool
Denylist::IsKnown(const DeniedWay& way, Ev ev) const
{
    return std::any_of(m_lists->known.begin(), m_lists->known.end(), [&](const Denial& denial) {
        return denial.Concerns(way.from, way.to) && denial.Covers(way, ev, Plan().crosses);
    });
}

/**
 * Called by ConnectionMaker: queue pairs made later obey the entries that NICs knew by then, and no
 * more.
 */
void
Denylist::Apply(QueuePairAdmin& pair, const DeniedWay& way, Instant now) const
{
    for (const Denial& denial : m_lists->known)
    {
        for (const Ev ev : EvsOver(pair, way, denial, Plan().crosses))
        {
            pair.Administer(ev, PathOrder::DENY, now);
        }
    }
}

/**
 * The news reaches the NICs: every end of a connection obeys, and so does the NICs' own traffic.
 * Each NIC hears at the same instant, as the delay stands for a round of the Clustermapper.
 */
void
Denylist::Administer(const Denial& denial, PathOrder order)
{
    // First the list: transports of sleeping queue pairs are made below, and Apply reads it.
    if (order == PathOrder::DENY)
    {
        m_lists->known.insert(denial);
    }
    else
    {
        m_lists->known.erase(denial);
    }
    const NicStore& all = m_shards.FirstHere().GetNics().Store(); // each knows the NIC of a slot
    for (SlotIndex slot = 0; slot < all.NextSlot(); ++slot)
    {
        // Sinks hear in the order of the slots, whichever process has them.
        CountOrder(all);
        NicTable& nics = m_shards.Of(all.slots[slot].nic).GetNics();
        if (nics.Store().IsElsewhere(slot))
        {
            continue; // the process of that NIC has the queue pair
        }
        const QueuePairSlot& seat = nics.Store().slots[slot];
        const DeniedWay way{seat.nic, seat.peer, seat.route};
        for (const Ev ev : EvsOver(nics.Seats().AdminOf(slot), way, denial, Plan().crosses))
        {
            // EVs that another entry denies stay denied.
            if (order == PathOrder::DENY || !IsKnown(way, ev))
            {
                nics.Seats().Administer(slot, ev, order);
            }
        }
    }
    for (const auto& shard : m_shards.All())
    {
        // requests and answers of the endpoint service
        shard->GetNics().Own().paths.Administer(denial, order);
    }
}

/** In a Clos network the NICs of a T0 have numbers side by side. */
Denial
DenialOfLink(const Topology& topology, PlaneId plane, uint32_t t0, uint32_t uplink)
{
    const TopologySpec& spec = topology.Spec();
    if (spec.graph)
    {
        return DenialInGraph(topology, topology.PortAt({PortKind::T0_UP, plane, t0, uplink}));
    }
    const uint32_t first = t0 * spec.nicsPerT0;
    return {plane, uplink, first, std::min(first + spec.nicsPerT0, spec.nics)};
}

Denial
DenialInGraph(const Topology& topology, PortIndex port)
{
    Denial denial{topology.PortPlaceOf(port).plane, Denial::ANY_UPLINK, 0, topology.Spec().nics};
    // Both ends name one link, so that it has one entry.
    denial.link = std::min(port, topology.Peer(port));
    return denial;
}

Denial
DenialOfPort(uint32_t nic, PlaneId plane)
{
    return {plane, Denial::ANY_UPLINK, nic, nic + 1};
}

} // namespace mrc
} // namespace ns3
