/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-kept-counters.h"

#include "mrc-queue-pair-seats.h"
#include "mrc-user-calendar.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

void
KeptCounters::Keep(SlotIndex slot, const UserMoment& moment)
{
    m_kept[{slot, moment}] = m_seats.AdminOf(slot).Status().counters;
}

/** Where no shard will note the moment, the user reads at once. */
void
KeptCounters::KeepAt(SlotIndex slot, const UserMoment& moment)
{
    if (m_store.news->calendar->Foresee(moment) && !m_store.ActElsewhere())
    {
        m_wishes.insert({moment, slot});
    }
}

/** Wishes for earlier moments are left where ordinary events took their place. */
void
KeptCounters::Pass(const UserMoment& moment)
{
    const auto end = m_wishes.upper_bound(moment);
    for (auto wish = m_wishes.begin(); wish != end; wish = m_wishes.erase(wish))
    {
        Keep(wish->second, moment);
    }
}

const QueuePairCounters&
KeptCounters::Of(SlotIndex slot) const
{
    const ShardNews& news = *m_store.news;
    const UserMoment* const told =
        news.calendar && news.calendar->Told() ? &*news.calendar->Told() : nullptr;
    const auto kept = m_kept.find({slot, told != nullptr ? *told : UserMoment(m_store.Now())});
    if (kept != m_kept.end())
    {
        return kept->second;
    }
    if (m_store.ActElsewhere())
    {
        static constexpr QueuePairCounters NONE{};
        return NONE; // the process that has them tells
    }
    if (told != nullptr && told->Cut() == news.reached)
    {
        return m_seats.AdminOf(slot).Status().counters; // shards have not gone on
    }
    throw std::logic_error("mrc: counters of queue pair " + std::to_string(QpNumberOf(slot).value) +
                           " at an instant that other threads have passed, which nobody asked for "
                           "before");
}

} // namespace mrc
} // namespace ns3
