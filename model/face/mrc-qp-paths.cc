/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-paths.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-rank-desk.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

void
RequireInTime(const NicTable& nics)
{
    const ShardNews* news = nics.Store().news;
    if (news != nullptr && news->isTelling)
    {
        NS_FATAL_ERROR(
            "a ns3::mrc::Qp was used while a listener was told of an earlier event, with "
            "several threads; expected one thread, or an event "
            "ns3::mrc::FabricProfile::HostDelay later");
    }
}

/** A script may have kept this from an earlier event. */
std::vector<PathStatus>
QpPaths::List() const
{
    RequireInTime(m_nics);
    const NicStore& store = m_nics.Store();
    RankDesk* desk = RankDeskOf(store);
    if (desk == nullptr)
    {
        return m_nics.Seats().AdminOf(m_slot).Paths();
    }
    // Another process has nothing in that slot.
    const std::vector<PathStatus> here = store.IsElsewhere(m_slot)
                                             ? std::vector<PathStatus>()
                                             : m_nics.Seats().AdminOf(m_slot).Paths();
    return desk->ShareList({RankCall::PATHS, QpNumberOf(m_slot).value},
                           OwnerOf(store, m_slot),
                           here);
}

/**
 * Checks EVs, as the engine does not: the sender would ignore an EV that it does not have, in
 * silence.
 */
void
QpPaths::Administer(Ev ev, PathOrder order) const
{
    const char* const what = order == PathOrder::DENY ? "denied" : "allowed";
    // First: List() may make a transport, and a network that has ended must not change.
    if (m_nics.Store().over)
    {
        NS_FATAL_ERROR("an EV was " << what
                                    << " after Simulator::Destroy, with which the network ended; "
                                       "expected it before, or a new network");
    }
    const std::vector<PathStatus> own = List();
    const bool known =
        std::any_of(own.begin(), own.end(), [ev](const PathStatus& p) { return p.ev == ev; });
    if (!known)
    {
        NS_FATAL_ERROR("EV " << ev.value << " (plane " << +ev.Plane() << ", uplink " << ev.Uplink()
                             << ") was " << what << "; expected one of the " << own.size()
                             << " EVs of queue pair " << QpNumberOf(m_slot).value
                             << ", which Qp::Paths().List() names");
    }
    GiveOrder(m_nics.Store(), m_slot, [&] {
        if (!m_nics.Store().IsElsewhere(m_slot))
        {
            m_nics.Seats().Administer(m_slot, ev, order);
        }
    });
}

} // namespace mrc
} // namespace ns3
